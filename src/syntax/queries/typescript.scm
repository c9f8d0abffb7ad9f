; Additions to what TypeScript shares with JavaScript.
(import_alias) @import
(expression_statement (await_expression (assignment_expression "using" left: (_) @defines))) @items
[(property_signature) (call_signature) (construct_signature) (enum_assignment)] @items
(public_field_definition name: (_) @of value: (_) @binds)
(public_field_definition name: (_) @of) @binds
(as_expression . (_) @bound)
(satisfies_expression . (_) @bound)
(non_null_expression . (_) @bound)
; `namespace A { … }`
(expression_statement (internal_module name: (_) @qualified body: (_) @body)) @definition.module
(ambient_declaration) @wrapper
(abstract_class_declaration) @definition.class
(interface_declaration) @definition.interface
(enum_declaration) @definition.enum
(type_alias_declaration) @definition.type
[(internal_module) (module)] @definition.module
(function_signature) @definition.function
[(method_signature) (abstract_method_signature)] @definition.method

(type_identifier) @reference
[(enum_body) (type_predicate)] @binding
[(property_signature) (method_signature) (public_field_definition) (abstract_method_signature)
 (enum_assignment) (type_parameter) (index_signature) (mapped_type_clause) (enum_body)
 (type_predicate) (required_parameter) (optional_parameter)] @binding.name
[(required_parameter) (optional_parameter)] @binding.pattern
[(required_parameter) (optional_parameter) (variable_declarator)] @literal.type
(pair) @named.key

; A hook of Flow is read as an enum: see rewrites/script.txt.
((enum_declaration "enum" @_k) @definition.function (#eq? @_k "hook"))
; Parameters of a constructor that are properties.
(method_definition parameters: (formal_parameters [
  (required_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @defines)
  (optional_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @defines)]))

(abstract_class_declaration (class_heritage) @base)
(type_alias_declaration value: [(type_identifier) (nested_type_identifier) (generic_type) (intersection_type)] @base)
(interface_declaration (extends_type_clause) @base)
(type_alias_declaration name: (_) @name value: [(object_type) @body (intersection_type (object_type) @body)]) @definition.type

(method_signature ["get" "set"]) @definition.accessor
((method_signature name: (_) @_n) @definition.constructor (#eq? @_n "constructor"))
(abstract_method_signature ["get" "set"]) @definition.accessor
((abstract_method_signature name: (_) @_n) @definition.constructor (#eq? @_n "constructor"))

(import_statement (import_require_clause (identifier) @alias source: (_) @module))
((import_alias . (identifier) @alias . (_) @module) (#set! separator "."))

((export_statement "=" (identifier) @local) (#set! exported "default"))
