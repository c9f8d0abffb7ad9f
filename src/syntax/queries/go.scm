(comment) @comment
[(package_clause) (import_declaration)] @import
[(const_declaration) (field_declaration) (method_elem)] @items
(var_declaration) @special
(type_declaration) @wrapper
[(type_spec) (type_alias)] @definition.type
(function_declaration) @definition.function
(method_declaration) @definition.method
[(struct_type) (interface_type)] @body
(field_declaration_list) @cross
