(comment) @comment
(pragma_directive) @items
(contract_declaration) @definition.class
(interface_declaration) @definition.interface
(library_declaration) @definition.module
(struct_declaration) @definition.struct
(enum_declaration) @definition.enum
(user_defined_type_definition) @definition.type
[(function_definition) (modifier_definition)] @definition.function
(yul_function_definition . (yul_identifier) @name) @definition.function
(constructor_definition "constructor" @name) @definition.constructor
(fallback_receive_definition ["fallback" "receive"] @name) @definition.function
(event_definition name: (_) @defines) @items
(error_declaration name: (_) @defines) @items
(state_variable_declaration name: (_) @defines) @items
(constant_variable_declaration name: (_) @defines) @items
(struct_member name: (_) @defines) @items
((enum_value) @items @defines)

((import_directive . source: (_) @module !alias) @import (#set! imported "*"))
(import_directive . source: (_) @module alias: (_) @alias) @import
(import_directive "*" alias: (_) @alias source: (_) @module) @import
(import_directive import_name: (_) @imported . ["," "}"] source: (_) @module) @import
(import_directive import_name: (_) @imported . alias: (_) @alias source: (_) @module) @import
(contract_declaration (inheritance_specifier ancestor: (_) @base))
(interface_declaration (inheritance_specifier ancestor: (_) @base))

(identifier) @reference
(call_expression) @call.function
[(call_struct_argument) (struct_field_assignment)] @key.name
[(parameter) (variable_declaration) (event_parameter)] @binding.name

; Highlights
; The query of the crate does not fit its grammar.
(identifier) @variable
[(type_name) (primitive_type)] @type
(user_defined_type (identifier) @type)
(contract_declaration name: (_) @type)
(interface_declaration name: (_) @type)
(library_declaration name: (_) @type)
(struct_declaration name: (_) @type)
(enum_declaration name: (_) @type)
(function_definition name: (_) @function)
(modifier_definition name: (_) @function)
(event_definition name: (_) @type)
(call_expression function: (expression (identifier) @function))
(call_expression function: (expression (member_expression property: (_) @function)))
[(string) (hex_string_literal) (unicode_string_literal)] @string
[(number_literal)] @number
[(true) (false)] @constant
(comment) @comment
[(visibility) (state_mutability)] @keyword
["contract" "else" "emit" "enum" "event" "for" "function" "if" "import" "interface" "is" "library" "mapping" "modifier" "new"
 "pragma" "return" "returns" "struct" "using" "while"] @keyword
