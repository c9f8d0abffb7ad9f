(comment) @comment
(decorator) @attribute
[(import_statement) (import_from_statement) (future_import_statement)] @import
(expression_statement) @special
(decorated_definition) @wrapper
(class_definition) @definition.class
(function_definition) @definition.function
(type_alias_statement) @definition.type
[(if_statement) (try_statement) (with_statement) (for_statement) (while_statement)] @conditional
[(block) (else_clause) (elif_clause) (except_clause) (finally_clause)] @cross
