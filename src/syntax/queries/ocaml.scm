(comment) @comment
"and" @attribute
[(value_definition) (type_definition) (module_definition) (class_definition) (class_type_definition)] @wrapper
[(class_function_type) (class_body_type)] @cross
(attribute_id) @silent

((open_module module: (_) @module) @import (#set! imported "*"))
((open_module_signature module: (_) @module) @import (#set! imported "*"))
((include_module module: [(module_path) @module @base (module_application functor: (module_path) @module)]) @import (#set! imported "*"))
((include_module_type module_type: [(module_type_path) @module @base (_ module_type: (module_type_path) @module @base)]) @import (#set! imported "*"))

; Values with parameters or bound to a function, and tests.
(let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] (parameter) body: (_) @body) @definition.function
(let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)
  (parenthesized_expression expression: [(fun_expression) (function_expression)])
  (let_expression body: [(fun_expression) (function_expression)])] @body) @definition.function
(let_binding pattern: (string) @name body: (_) @body) @definition.function
(let_binding pattern: [(value_name) @defines (_ (value_name) @defines) (_ (value_pattern) @defines)
  (parenthesized_operator (_) @defines) (_ (_ [(value_name) (value_pattern)] @defines))]) @items
(external [(value_name) @name (parenthesized_operator (_) @name)]) @definition.function
(value_specification [(value_name) @name (parenthesized_operator (_) @name)] type: (function_type)) @definition.function
(value_specification (value_name) @defines) @items

(type_binding name: (_) @name body: (record_declaration) @body) @definition.struct
(type_binding name: (_) @name body: (variant_declaration) @body) @definition.enum
(type_binding name: (_) @name body: (_)? @body) @definition.type
(field_declaration (field_name) @defines) @items
(constructor_declaration (constructor_name) @defines) @items
(exception_definition (constructor_declaration (constructor_name) @defines)) @items
(instance_variable_definition (instance_variable_name) @defines) @items

; `module M = A.B` is an alias of `A.B`.
(module_binding (module_name) @name body: [(structure) @body (functor body: (structure) @body)]) @definition.module
(module_binding (module_name) @alias body: (module_path) @module) @import
(module_binding (module_name) @name module_type: (signature) @body !body) @definition.module
(module_binding (module_name) @name module_type: (_) !body) @definition.module
(module_binding (module_name) @defines) @items
(module_binding module_type: [(module_type_path) @base (module_type_constraint module_type: (_) @base)])
(module_type_definition (module_type_name) @name body: (_)? @body) @definition.interface
(class_type_binding (class_type_name) @name body: (_)? @body) @definition.interface
(class_binding (class_name) @name [body: (_) @body class_type: (_) @body]) @definition.class
(method_definition (method_name) @name body: (_)? @body) @definition.method
(method_specification (method_name) @name) @definition.method
(inheritance_definition class: [(class_path) @base (_ class: (class_path) @base) (_ class: (_ (class_path) @base))]) @items
(inheritance_specification class_type: [(class_type_path) @base (_ (class_type_path) @base)]) @items

[(value_name) (value_pattern) (constructor_name) (module_name) (module_type_name) (type_constructor)
 (field_name) (method_name) (class_name) (class_type_name) (instance_variable_name) (tag)] @reference
(application_expression) @call.function
[(parameter) (match_case) (constructor_pattern) (tag_pattern) (typed_pattern) (alias_pattern) (lazy_pattern) (exception_pattern)
 (field_pattern) (local_open_pattern) (labeled_tuple_element_pattern)] @binding.pattern
[(parenthesized_pattern) (tuple_pattern) (list_pattern) (array_pattern) (or_pattern)] @binding
(cons_pattern) @binding.left
(cons_pattern) @binding.right
(method_invocation) @call.method
(module_application) @call.functor
(new_expression) @call
; `{ weight = 1; label }`
[(field_expression) (field_pattern)] @key
