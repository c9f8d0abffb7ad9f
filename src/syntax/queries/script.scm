[(comment) (html_comment)] @comment
(hash_bang_line) @preamble
(decorator) @attribute
(import_statement) @import
[(property_identifier) (class_static_block)] @items
[(lexical_declaration) (variable_declaration) (expression_statement) (pair)] @special
(export_statement) @wrapper
(class_declaration) @definition.class
[(function_declaration) (generator_function_declaration)] @definition.function
(method_definition) @definition.method
(empty_statement) @silent
