; Additions to C.
(access_specifier) @label
[(using_declaration) (static_assert_declaration) (template_instantiation)
 (namespace_alias_definition)] @items
(template_declaration) @wrapper
(friend_declaration (function_definition) @wraps)
; `friend bool operator==(A, A) = default;`
((friend_declaration (declaration declarator: (init_declarator declarator: (function_declarator
   declarator: (_) @of) @head value: (_) @body))) @definition.function (#eq? @body "default"))
(friend_declaration (_) @_f) @items
; `A(int b) try : b_(b) { … } catch (…) { … }`
(function_definition (try_statement) @body)
(class_specifier) @definition.class
[(alias_declaration) (concept_definition)] @definition.type
(namespace_definition) @definition.module

(namespace_identifier) @reference
(namespace_definition) @local
[(optional_parameter_declaration) (for_range_loop) (variadic_parameter_declaration)
 (template_instantiation)] @binding.declarator
[(reference_declarator) (variadic_declarator) (structured_binding_declarator)
 (destructor_name) (type_parameter_declaration)
 (variadic_type_parameter_declaration)] @binding
(optional_type_parameter_declaration) @binding.name
(optional_parameter_declaration) @uncalled.type
(lambda_capture_initializer) @binding.left
[(using_declaration) (namespace_alias_definition)] @importing

(class_specifier (base_class_clause) @base)
(struct_specifier (base_class_clause) @base)
(alias_declaration type: (type_descriptor type: [(type_identifier) (qualified_identifier) (template_type)] @base))
(type_definition type: [(qualified_identifier) (template_type)] @base)

(declaration type: (class_specifier name: (_) body: (_)) @wraps !declarator)
(field_declaration type: (class_specifier name: (_) body: (_)) @wraps !declarator)

((using_declaration "namespace" [(identifier) (qualified_identifier)] @module) (#set! imported "*"))
((using_declaration [(identifier) (qualified_identifier)] @module) @_using
 (#not-match? @_using "^using +(namespace|enum) ") (#set! separator "::"))
((using_declaration "enum" [(identifier) (qualified_identifier)] @module) (#set! imported "*"))
((namespace_alias_definition name: (_) @alias [(namespace_identifier) (nested_namespace_specifier)] @module .)
 (#set! separator "::"))
