[(line_comment) (block_comment)] @comment
[(inner_attribute_item) (shebang)] @preamble
(attribute_item) @attribute
[(use_declaration) (extern_crate_declaration)] @import
[(const_item) (static_item) (field_declaration) (enum_variant) (associated_type)] @items
(mod_item) @definition.module
(impl_item) @definition.impl
(trait_item) @definition.trait
[(struct_item) (union_item)] @definition.struct
(enum_item) @definition.enum
(type_item) @definition.type
[(function_item) (function_signature_item)] @definition.function
(macro_definition) @definition.macro
(macro_invocation) @macro
[(foreign_mod_item) (declaration_list)] @cross
[(extern_modifier) (visibility_modifier) (empty_statement)] @silent

[(identifier) (type_identifier) (field_identifier) (shorthand_field_identifier)] @reference
(string_content) @reference.words
(macro_invocation) @call.macro
[(block) (if_expression) (while_expression) (match_arm)] @scope
[(parameter) (let_declaration) (let_condition) (for_expression) (field_pattern)] @binding.pattern
(struct_expression) @literal.name
(struct_pattern) @literal.type
(field_initializer) @key.field
(field_pattern) @key.name
(shorthand_field_initializer) @key
[(field_pattern) (field_declaration) (enum_variant) (type_parameter) (const_parameter)
 (type_binding) (const_item) (static_item) (associated_type)] @binding.name
[(closure_parameters) (tuple_pattern) (slice_pattern) (mut_pattern) (ref_pattern)
 (reference_pattern) (tuple_struct_pattern) (match_pattern) (or_pattern) (captured_pattern) (lifetime) (label)] @binding
[(attribute_item) (inner_attribute_item)] @uncalled
(tuple_struct_pattern) @uncalled.type
(function_type) @uncalled.trait
(mod_item) @importing

; An `impl` has the name of its type.
(impl_item type: (_) @of)
(impl_item trait: (_) @base)
; `impl Deref for Guard` gives it the members of the target.
(impl_item trait: (type_identifier) @_t body: (_ (type_item name: (type_identifier) @_n type: (_) @base))
 (#any-of? @_t "Deref" "DerefMut") (#eq? @_n "Target"))
(trait_item bounds: (_) @base)
(type_item type: [(type_identifier) (scoped_type_identifier) (generic_type)] @base)
(macro_definition (macro_rule) @body)
; `bitflags!` and `macro a` are read as an enum and a module: see rewrites/rust.txt.
((enum_item "enum" @_k) @definition.struct (#eq? @_k "stru"))
((enum_item "enum" @_k) @definition.impl (#eq? @_k "impl"))
((mod_item "mod" @_k) @definition.macro (#eq? @_k "mac"))
