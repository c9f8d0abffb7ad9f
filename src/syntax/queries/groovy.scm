[(line_comment) (block_comment) (shebang)] @comment
[(annotation) (marker_annotation)] @attribute
[(package_declaration) (import_declaration)] @import
[(field_declaration) (constant_declaration) (enum_constant)] @items
[(class_declaration) (record_declaration)] @definition.class
[(interface_declaration) (annotation_type_declaration)] @definition.interface
(enum_declaration) @definition.enum
(function_definition) @definition.function
(method_declaration) @definition.method
[(constructor_declaration) (compact_constructor_declaration)] @definition.constructor
((constructor_declaration name: (_) @_n) @definition.method (#match? @_n "^[a-z_]"))
(enum_body_declarations) @cross

[(identifier) (type_identifier) (super) (this)] @reference
(string_fragment) @reference.words
[(formal_parameter) (catch_formal_parameter) (variable_declarator) (enhanced_for_statement)] @binding.name
[(annotation) (marker_annotation)] @uncalled.name
[(method_invocation) (juxt_function_call)] @call.name

; `new Item(price: 3)`
(object_creation_expression) @literal.type
(map_item) @named.key

(class_declaration superclass: (_) @base)
(class_declaration interfaces: (_) @base)
(interface_declaration (extends_interfaces) @base)

((import_declaration (_) @module (asterisk)) @import (#set! imported "*"))
(import_declaration (scoped_identifier scope: (_) @module name: (_) @imported) .) @import
(import_declaration (identifier) @module .) @import

; Tasks of Gradle: `task a {`, `tasks.register("a") {`. A block of settings is transparent if it has declarations.
((expression_statement (method_invocation object: (_) @_o name: (_) @_f
   arguments: (argument_list . [(string_literal) (character_literal)] @name) body: (_)? @body)) @definition.function
 (#eq? @_o "tasks") (#any-of? @_f "register" "create" "named"))
((local_variable_declaration (variable_declarator name: (_) @defines value: (method_invocation object: (_) @_o name: (_) @_f
   arguments: (argument_list . [(string_literal) (character_literal)] @name) body: (_)? @body))) @definition.function
 (#eq? @_o "tasks") (#any-of? @_f "register" "create"))
((juxt_function_call name: (_) @_f args: (argument_list . (identifier) @name)) @definition.function
 (#eq? @_f "task"))

; A trait is read as a class: see rewrites/groovy.txt.
((class_declaration "class" @_k) @definition.trait (#eq? @_k "trait"))

; Highlights
(identifier) @variable
(type_identifier) @type
[(integral_type) (floating_point_type) (boolean_type) (void_type)] @type
(method_invocation name: (_) @function)
(juxt_function_call name: (_) @function)
(function_definition name: (_) @function)
(method_declaration name: (_) @function)
(class_declaration name: (_) @type)
(map_item key: (_) @property)
[(string_literal) (character_literal)] @string
[(decimal_integer_literal) (hex_integer_literal) (decimal_floating_point_literal)] @number
[(true) (false) (null_literal)] @constant
[(line_comment) (block_comment)] @comment
[(annotation) (marker_annotation)] @attribute
["abstract" "as" "assert" "break" "case" "catch" "class" "continue" "def" "default" "else" "enum" "extends" "final"
 "finally" "for" "if" "implements" "import" "in" "instanceof" "interface" "new" "package" "private" "protected" "public"
 "return" "static" "switch" "throw" "throws" "try" "while"] @keyword
