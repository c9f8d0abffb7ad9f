; TypeScript has this beside what it shares with JavaScript.
(import_alias) @import
[(property_signature) (call_signature) (construct_signature) (enum_assignment)] @items
(public_field_definition) @special
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

(import_statement (import_require_clause (identifier) @alias source: (_) @module))

((export_statement "=" (identifier) @local) (#set! exported "default"))
