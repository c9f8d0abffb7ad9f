(comment) @comment
(shebang_directive) @preamble
(attribute_list) @attribute
[(preproc_region) (preproc_pragma)] @label
(preproc_endregion) @closing
[(preproc_define) (preproc_undef) (preproc_nullable) (preproc_line) (preproc_warning)
 (preproc_error) (empty_statement)] @silent
(using_directive) @importing
[(extern_alias_directive) (file_scoped_namespace_declaration)] @import
[(field_declaration) (event_field_declaration) (enum_member_declaration)
 (local_declaration_statement)] @items
(global_statement) @wrapper
[(preproc_if) (preproc_elif) (preproc_else)] @cross
(namespace_declaration) @definition.module
[(class_declaration) (record_declaration)] @definition.class
(struct_declaration) @definition.struct
(interface_declaration) @definition.interface
(enum_declaration) @definition.enum
(delegate_declaration) @definition.type
(constructor_declaration) @definition.constructor
[(method_declaration) (destructor_declaration) (operator_declaration)
 (conversion_operator_declaration)] @definition.method
(local_function_statement) @definition.function

(identifier) @reference
(string_literal_content) @reference.words
["base" "this" "new"] @reference
(object_creation_expression) @call.type
[(parameter) (variable_declarator) (declaration_pattern) (declaration_expression)
 (catch_declaration) (tuple_pattern)] @binding.name
[(block) (switch_section) (if_statement)] @scope
(foreach_statement) @binding.left
[(declaration_expression) (foreach_statement)] @variables
(lambda_expression) @binding.parameters
(implicit_parameter) @reference
(object_creation_expression) @literal.type
(assignment_expression) @named.left
[(argument) (attribute_argument)] @named.name
(invocation_expression) @literal.function
(attribute) @literal.name
(recursive_pattern) @literal.type
[(subpattern) (with_initializer)] @given

(namespace_declaration name: (_) @qualified)
; `global using A = B;` declares a name for all files.
((using_directive "global" name: (_) @name) @definition.type)
((using_directive) @import)
; Parameters of a record are its properties.
(record_declaration (parameter_list (parameter name: (_) @defines)))
(record_declaration "struct") @definition.struct

; The class around the members of a component of Razor: see rewrites/csharp.txt.
((class_declaration "class" @_k) @definition.module (#match? @_k "^\\s") (#set! name ""))
(class_declaration (base_list) @base)
(record_declaration (base_list) @base)
((struct_declaration "struct" @_k (base_list) @base) (#eq? @_k "struct"))
(interface_declaration (base_list) @base)
(enum_declaration (base_list) @base)

; Operators are named by their symbols. An explicit implementation is named after its interface.
(destructor_declaration "~" @name name: (_) @name)
((operator_declaration "operator" @name operator: _ @name) @definition.method (#set! join " "))
((conversion_operator_declaration "operator" @name type: (_) @name) @definition.method (#set! join " "))
(method_declaration (explicit_interface_specifier [(identifier) @path (generic_name . (identifier) @path)
  (qualified_name name: (identifier) @path) (qualified_name name: (generic_name . (identifier) @path))]))
(operator_declaration (explicit_interface_specifier [(identifier) @path (generic_name . (identifier) @path)
  (qualified_name name: (identifier) @path) (qualified_name name: (generic_name . (identifier) @path))]))
(conversion_operator_declaration (explicit_interface_specifier [(identifier) @path (generic_name . (identifier) @path)
  (qualified_name name: (identifier) @path) (qualified_name name: (generic_name . (identifier) @path))]))

; A block `extension(T value) { … }` is read as `struct a: T { … }`: see rewrites/csharp.txt.
((struct_declaration "struct" @_k (base_list . (generic_name . (_) @name))) @definition.impl (#eq? @_k "extens"))
((struct_declaration "struct" @_k (base_list . (_) @name)) @definition.impl (#eq? @_k "extens"))

; A property, an indexer or an event with code is an accessor.
(property_declaration name: (_) @name
  accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.accessor
(property_declaration name: (_) @name !accessors value: (_) @body) @definition.accessor
((indexer_declaration "this" @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.accessor
 (#set! name "this[]"))
((indexer_declaration "this" @name !accessors value: (_) @body) @definition.accessor (#set! name "this[]"))
((indexer_declaration "this" @defines) @items (#set! name "this[]"))
(event_declaration name: (_) @name
  accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.accessor
(property_declaration (explicit_interface_specifier [(identifier) @path (generic_name . (identifier) @path)
  (qualified_name name: (identifier) @path) (qualified_name name: (generic_name . (identifier) @path))]))
(indexer_declaration (explicit_interface_specifier [(identifier) @path (generic_name . (identifier) @path)
  (qualified_name name: (identifier) @path) (qualified_name name: (generic_name . (identifier) @path))]))
(event_declaration (explicit_interface_specifier [(identifier) @path (generic_name . (identifier) @path)
  (qualified_name name: (identifier) @path) (qualified_name name: (generic_name . (identifier) @path))]))

; `using A;` imports all names of a namespace, `using B = A.C;` imports one.
(extern_alias_directive name: (_) @module)
((using_directive name: (_) @alias
  [(identifier) (qualified_name) (alias_qualified_name) (generic_name)] @module .) (#set! separator "."))
((using_directive !name [(identifier) (qualified_name) (alias_qualified_name) (generic_name)] @module .)
 (#set! imported "*"))

; Highlights
; Nodes that the grammar's own query does not highlight.
(member_access_expression name: (identifier) @property)
(member_binding_expression name: (identifier) @property)
(property_declaration name: (identifier) @property)
(qualified_name (identifier) @module)
(using_directive (identifier) @module)
(file_scoped_namespace_declaration name: (identifier) @module)
(_ type: (qualified_name name: (identifier) @type))
(base_list (qualified_name name: (identifier) @type))
(method_declaration returns: (identifier) @type)
(nullable_type (identifier) @type)
(delegate_declaration name: (identifier) @type)
(attribute name: (qualified_name name: (identifier) @attribute))
(attribute name: (identifier) @attribute)
(method_declaration name: (identifier) @function)
(local_function_statement name: (identifier) @function)
(invocation_expression function: (identifier) @function)
(invocation_expression function: (generic_name (identifier) @function))
(invocation_expression (member_access_expression name: (identifier) @function))
(invocation_expression (member_access_expression name: (generic_name (identifier) @function)))
(invocation_expression
  (conditional_access_expression (member_binding_expression name: (identifier) @function)))
[ "and" "not" "or" "required" ] @keyword
[
  (preproc_region) (preproc_endregion) (preproc_pragma) (preproc_nullable) (preproc_define)
  (preproc_undef) (preproc_line) (preproc_warning) (preproc_error) (shebang_directive)
] @preproc
[ "\#if" "\#elif" "\#else" "\#endif" ] @preproc
