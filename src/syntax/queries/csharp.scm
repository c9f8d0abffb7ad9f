(comment) @comment
(shebang_directive) @preamble
[(attribute_list) (preproc_region) (preproc_pragma)] @attribute
(preproc_endregion) @closing
[(preproc_define) (preproc_undef) (preproc_nullable) (preproc_line) (preproc_warning)
 (preproc_error) (empty_statement)] @silent
[(using_directive) (extern_alias_directive) (file_scoped_namespace_declaration)] @import
[(field_declaration) (event_field_declaration) (enum_member_declaration)
 (local_declaration_statement)] @items
[(property_declaration) (indexer_declaration) (event_declaration)] @special
(global_statement) @wrapper
[(preproc_if) (preproc_elif) (preproc_else)] @cross
(namespace_declaration) @definition.module
[(class_declaration) (record_declaration)] @definition.class
(struct_declaration) @definition.struct
(interface_declaration) @definition.interface
(enum_declaration) @definition.enum
(delegate_declaration) @definition.type
(constructor_declaration) @definition.constructor
[(method_declaration) (destructor_declaration) (operator_declaration)
 (conversion_operator_declaration)] @definition.method
(local_function_statement) @definition.function

(identifier) @reference
(object_creation_expression) @call.type
