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

[(identifier) (property_identifier) (private_property_identifier)
 (shorthand_property_identifier) (shorthand_property_identifier_pattern)] @reference
[(formal_parameters) (array_pattern) (object_pattern) (rest_pattern)] @binding
[(variable_declarator) (function_expression) (class) (generator_function) (method_definition)] @binding.name
[(arrow_function) (catch_clause)] @binding.parameter
[(for_in_statement) (assignment_pattern) (object_assignment_pattern)] @binding.left
[(pair) (pair_pattern)] @binding.key
(pair_pattern) @binding.value
[(variable_declarator) (call_expression)] @importing
