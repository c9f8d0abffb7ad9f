[(comment) (multiline_comment)] @comment
(shebang_line) @preamble
(attribute) @attribute
(import_declaration) @import
[(enum_entry) (associatedtype_declaration) (protocol_property_declaration)] @items
(class_declaration) @definition.class
(protocol_declaration) @definition.interface
(typealias_declaration) @definition.type
[(function_declaration) (protocol_function_declaration)] @definition.function
(init_declaration) @definition.constructor
(deinit_declaration) @definition.method
(macro_declaration) @definition.macro

[(simple_identifier) (type_identifier)] @reference
(call_expression) @call
(call_expression) @literal
(value_argument) @named.name
[(parameter) (lambda_parameter)] @binding.name
[(if_statement) (while_statement) (for_statement) (switch_entry) (lambda_literal) (do_statement)
 (catch_block)] @scope
(pattern) @binding.bound_identifier
(property_declaration) @binding.name
[(if_statement) (guard_statement) (while_statement)] @binding.bound_identifier
[(if_statement) (guard_statement) (while_statement)] @variables
(attribute) @uncalled

; `import A` imports all names of a module, `import struct A.B` imports one.
((import_declaration ["typealias" "struct" "class" "enum" "protocol" "let" "var" "func"]
  (identifier) @module) (#set! separator "."))
((import_declaration (identifier) @module) @_import
 (#not-match? @_import "import +(typealias|struct|class|enum|protocol|let|var|func) ") (#set! imported "*"))

(class_declaration declaration_kind: "struct") @definition.struct
(class_declaration declaration_kind: "enum") @definition.enum
; `extension A.B<C>`
(class_declaration declaration_kind: "extension") @definition.impl
(class_declaration name: (user_type (type_identifier) @part))
(deinit_declaration "deinit" @name)
(macro_declaration "macro" . (simple_identifier) @name)

(class_declaration (inheritance_specifier) @base)
(typealias_declaration (user_type) @base)
(protocol_declaration (inheritance_specifier) @base)
(macro_declaration definition: (_) @body)

; A property that is computed or observed is an accessor. With a closure as its value, it is a function.
(property_declaration name: (pattern bound_identifier: (_) @name)
  [(computed_property) (willset_didset_block)] @body) @definition.accessor
(property_declaration name: (pattern bound_identifier: (_) @name) value: (lambda_literal) @body) @definition.function
; Accessors in a protocol have no body.
(subscript_declaration "subscript" @name (computed_property
  [(statements) (computed_getter "{") (computed_setter "{") (computed_modify "{")]) @body) @definition.accessor
(subscript_declaration "subscript" @defines) @items
(operator_declaration (custom_operator) @defines) @items
(precedence_group_declaration (simple_identifier) @defines) @items
((directive) @closing (#match? @closing "^#endif"))
((directive) @attribute (#not-match? @attribute "^#endif"))

; Highlights
; Nodes that the grammar's own query does not highlight.
(import_declaration (identifier (simple_identifier) @module))
(enum_entry name: (simple_identifier) @constant)
(macro_declaration . (simple_identifier) @function)
(macro_invocation (simple_identifier) @function)
(subscript_declaration "subscript" @keyword)
(wildcard_pattern) @variable
[ "actor" "associatedtype" "import" "operator" "precedencegroup" "macro" "inout" ] @keyword
(ownership_modifier) @keyword
(property_behavior_modifier) @keyword
