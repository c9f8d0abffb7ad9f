(comment) @comment
[(package_clause) (import_declaration)] @import
[(const_declaration) (field_declaration)] @items
(var_declaration) @special
(type_declaration) @wrapper
[(type_spec) (type_alias)] @definition.type
(function_declaration) @definition.function
[(method_declaration) (method_elem)] @definition.method
[(struct_type) (interface_type)] @body
(field_declaration_list) @cross

[(identifier) (type_identifier) (field_identifier)] @reference
(call_expression) @call.function
(type_conversion_expression) @call.type
[(parameter_declaration) (variadic_parameter_declaration) (type_parameter_declaration)
 (field_declaration) (method_elem) (const_spec) (var_spec)] @binding.name
[(short_var_declaration) (range_clause) (receive_statement)] @binding.left
(keyed_element) @binding.key
