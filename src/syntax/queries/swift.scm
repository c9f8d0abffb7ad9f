[(comment) (multiline_comment)] @comment
(shebang_line) @preamble
(attribute) @attribute
(import_declaration) @import
[(enum_entry) (associatedtype_declaration) (protocol_property_declaration)] @items
[(property_declaration) (subscript_declaration) (operator_declaration)
 (precedence_group_declaration) (directive)] @special
(class_declaration) @definition.class
(protocol_declaration) @definition.interface
(typealias_declaration) @definition.type
[(function_declaration) (protocol_function_declaration)] @definition.function
(init_declaration) @definition.constructor
(deinit_declaration) @definition.method
(macro_declaration) @definition.macro

[(simple_identifier) (type_identifier)] @reference
(call_expression) @call
