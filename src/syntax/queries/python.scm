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

(identifier) @reference
[(parameters) (lambda_parameters) (typed_parameter) (pattern_list) (tuple_pattern)
 (list_pattern) (list_splat_pattern) (dictionary_splat_pattern) (as_pattern_target)
 (global_statement) (nonlocal_statement)] @binding
[(default_parameter) (typed_default_parameter) (keyword_argument) (named_expression)] @binding.name
[(assignment) (for_statement) (for_in_clause)] @binding.left
(class_pattern) @uncalled
