[(line_comment) (block_comment)] @comment
[(annotation) (marker_annotation)] @attribute
[(package_declaration) (import_declaration) (requires_module_directive)] @import
[(field_declaration) (constant_declaration) (local_variable_declaration)] @items
[(class_declaration) (record_declaration)] @definition.class
[(interface_declaration) (annotation_type_declaration)] @definition.interface
(enum_declaration) @definition.enum
(module_declaration) @definition.module
[(method_declaration) (annotation_type_element_declaration)] @definition.method
[(constructor_declaration) (compact_constructor_declaration)] @definition.constructor
(enum_body_declarations) @cross

[(identifier) (type_identifier) (super) (this)] @reference
(string_fragment) @reference.words
[(formal_parameter) (catch_formal_parameter) (variable_declarator) (enhanced_for_statement)
 (resource) (instanceof_expression) (annotation_type_element_declaration) (enum_constant)] @binding.name
[(block) (switch_block_statement_group)] @scope
(annotation) @literal.name
(element_value_pair) @key.key
(lambda_expression) @binding.parameters
[(inferred_parameters) (type_parameter) (type_pattern) (record_pattern_component)] @binding
[(annotation) (marker_annotation)] @uncalled.name
[(annotation) (marker_annotation)] @uncalled.arguments
(record_pattern) @uncalled

(enum_constant name: (_) @name body: (_) @body) @definition.class
(enum_constant name: (_) @defines) @items

(class_declaration superclass: (_) @base)
(class_declaration interfaces: (_) @base)
(record_declaration interfaces: (_) @base)
(record_declaration parameters: (formal_parameters [(formal_parameter name: (_) @defines)
  (spread_parameter (variable_declarator name: (_) @defines))]))
(enum_declaration interfaces: (_) @base)
(interface_declaration (extends_interfaces) @base)

; The last part of a path is the imported name, unless it is `*`. The package clause gives the package of the file.
((import_declaration (_) @module (asterisk)) @import (#set! imported "*"))
(import_declaration (scoped_identifier scope: (_) @module name: (_) @imported) .) @import
(import_declaration (identifier) @module .) @import
(requires_module_directive [(identifier) (scoped_identifier)] @module) @import
