; Classes, which have no node for their members.
(class_interface "@interface" . (identifier) @name superclass: (_) @base @head) @definition.class @body
(class_interface "@interface" . (identifier) @name category: (_) @head) @definition.class @body
(class_interface "@interface" . (identifier) @name @head) @definition.class @body
(class_implementation "@implementation" . (identifier) @name category: (_) @head) @definition.impl @body
(class_implementation "@implementation" . (identifier) @name @head) @definition.impl @body
(protocol_declaration "@protocol" . (identifier) @name @head) @definition.interface @body
(class_interface (parameterized_arguments) @base)
(protocol_declaration (protocol_reference_list) @base)
[(class_declaration) (protocol_forward_declaration) (property_implementation)] @items
[(parameterized_arguments) (protocol_reference_list) (generic_arguments) (visibility_specification)] @silent
[(implementation_definition) (qualified_protocol_interface_declaration) (instance_variables)] @cross
(method_declaration (identifier) @name) @definition.method
(method_definition (identifier) @name (compound_statement) @body) @definition.method
(property_declaration (struct_declaration (struct_declarator
  [(identifier) @defines (pointer_declarator declarator: (_) @defines)
   (function_declarator (parenthesized_declarator (_ (identifier) @defines)))
   (pointer_declarator (function_declarator (parenthesized_declarator (_ (identifier) @defines))))]))) @items
(instance_variable (struct_declaration (struct_declarator
  [(identifier) @defines (pointer_declarator declarator: (_) @defines)]))) @items
(module_import (identifier) @module) @import

(message_expression) @call.method
(message_expression) @receiver.receiver
(method_parameter) @binding
(selector_expression) @reference.words
