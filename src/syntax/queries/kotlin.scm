[(line_comment) (block_comment)] @comment
[(shebang) (file_annotation)] @preamble
; To the grammar an annotation above another is one of an expression.
[(annotation) (annotated_expression)] @attribute
[(package_header) (import)] @import
(enum_entry) @items
(property_declaration) @special
[(class_declaration) (object_declaration) (companion_object)] @definition.class
(type_alias) @definition.type
(function_declaration) @definition.function
[(secondary_constructor) (anonymous_initializer)] @definition.constructor

(identifier) @reference
(call_expression) @call
