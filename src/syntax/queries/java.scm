[(line_comment) (block_comment)] @comment
[(package_declaration) (import_declaration) (requires_module_directive)] @import
[(field_declaration) (constant_declaration) (enum_constant)] @items
[(class_declaration) (record_declaration)] @definition.class
[(interface_declaration) (annotation_type_declaration)] @definition.interface
(enum_declaration) @definition.enum
(module_declaration) @definition.module
[(method_declaration) (annotation_type_element_declaration)] @definition.method
[(constructor_declaration) (compact_constructor_declaration)] @definition.constructor
(enum_body_declarations) @cross
