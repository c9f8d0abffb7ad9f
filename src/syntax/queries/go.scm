(comment) @comment
[(package_clause) (import_declaration)] @import
[(const_declaration) (field_declaration)] @items
(type_declaration) @wrapper
[(type_spec) (type_alias)] @definition.type
(function_declaration) @definition.function
[(method_declaration) (method_elem)] @definition.method
[(struct_type) (interface_type)] @body
(field_declaration_list) @cross

[(identifier) (type_identifier) (field_identifier)] @reference
(interpreted_string_literal_content) @reference.words
(call_expression) @call.function
(type_conversion_expression) @call.type
[(parameter_declaration) (variadic_parameter_declaration) (type_parameter_declaration)
 (field_declaration) (method_elem) (const_spec) (var_spec)] @binding.name
[(block) (if_statement) (expression_switch_statement) (type_switch_statement) (expression_case) (type_case)
 (default_case) (communication_case)] @scope
[(short_var_declaration) (range_clause) (receive_statement)] @binding.left
(type_switch_statement) @binding.alias
(composite_literal) @literal.type
(keyed_element) @key.key

; The package clause names the package of the file itself.
[(import_declaration (import_spec !name path: (_) @module))
 (import_declaration (import_spec_list (import_spec !name path: (_) @module)))]
[(import_declaration (import_spec name: [(package_identifier) (blank_identifier)] @alias path: (_) @module))
 (import_declaration (import_spec_list
  (import_spec name: [(package_identifier) (blank_identifier)] @alias path: (_) @module)))]
([(import_declaration (import_spec name: (dot) path: (_) @module))
  (import_declaration (import_spec_list (import_spec name: (dot) path: (_) @module)))]
 (#set! imported "*"))

; `var f = func() {}` declares a function.
(var_declaration . (var_spec name: (_) @name value: (expression_list . (func_literal) .)) .) @definition.function
(short_var_declaration left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (_) @body) .)) @definition.function

; The type of a method's receiver is its path.
(method_declaration receiver: (parameter_list . (parameter_declaration type: (_) @path)))

(type_alias type: [(type_identifier) (qualified_type) (generic_type)] @base)
(type_spec type: (struct_type)) @definition.struct
(type_alias type: (struct_type)) @definition.struct
(type_spec type: (interface_type)) @definition.interface
(type_alias type: (interface_type)) @definition.interface

; Embedded types: fields of a struct without a name, and types in an interface. `~int | ~string` is a
; constraint.
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base))))
(type_spec type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base .)))

; Highlights
; The grammar's own query has these before `(identifier) @variable`, for highlighters in which the
; first matching pattern wins.
(call_expression function: (identifier) @function)
(call_expression function: (selector_expression field: (field_identifier) @function.method))
(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @function.method)
