[(line_comment) (block_comment)] @comment
[(shebang) (file_annotation)] @preamble
; The grammar parses an annotation above another one as an annotated expression.
[(annotation) (annotated_expression)] @attribute
[(package_header) (import)] @import
[(class_declaration) (object_declaration) (companion_object)] @definition.class
(type_alias) @definition.type
(function_declaration) @definition.function
[(secondary_constructor) (anonymous_initializer)] @definition.constructor

(identifier) @reference
(string_content) @reference.words
["super" "this"] @reference
(call_expression) @call
(call_expression) @literal
(infix_expression) @receiver
(value_argument) @named
[(block) (lambda_literal) (for_statement) (when_entry) (catch_block)] @scope
[(parameter) (variable_declaration) (catch_block)] @binding
[(annotation) (file_annotation)] @uncalled

((import (qualified_identifier) @module "*") (#set! imported "*"))
((import (qualified_identifier) @module (identifier) @alias) (#set! separator "."))
((import (qualified_identifier) @module) @_import
 (#not-match? @_import "[*]| as ") (#set! separator "."))

(type_alias type: (_) @name)
(type_alias (user_type) @base)
(secondary_constructor "constructor" @name)
(anonymous_initializer "init" @name)
(class_declaration (delegation_specifiers) @base)
(object_declaration (delegation_specifiers) @base)
(companion_object (delegation_specifiers) @base)
(class_declaration [(class_body) (enum_class_body)] @body)
(object_declaration (class_body) @body)
(companion_object (class_body) @body)
(function_declaration (function_body) @body)
(secondary_constructor (block) @body)
(anonymous_initializer (block) @body)

; The default name in Kotlin of a companion without a name.
((companion_object "companion" @name !name) @definition.class (#set! name "Companion"))
(class_declaration "interface") @definition.interface
(enum_entry (identifier) @name (class_body) @body) @definition.class
(enum_entry (identifier) @defines) @items
((class_declaration (modifiers (class_modifier) @_m)) @definition.enum (#eq? @_m "enum"))
; The receiver type of an extension precedes its name.
(function_declaration [(user_type (identifier) @path) (nullable_type (user_type (identifier) @path))
  (parenthesized_type) @path (nullable_type (parenthesized_type) @path)] name: (_))

; A property with accessors is an accessor. With a function or an object as its value, it is a function or a class.
(property_declaration [(user_type (identifier) @path) (nullable_type (user_type (identifier) @path))]
  (variable_declaration (identifier) @name)
  [(getter (function_body)) (setter (function_body))] @body) @definition.accessor
(property_declaration (variable_declaration (identifier) @name)
  [(getter (function_body)) (setter (function_body))] @body) @definition.accessor
(property_declaration (variable_declaration (identifier) @name) "=" (lambda_literal) @body) @definition.function
(property_declaration (variable_declaration (identifier) @name)
  "=" (anonymous_function (function_body) @body)) @definition.function
(property_declaration (variable_declaration (identifier) @name)
  "=" (object_literal (delegation_specifiers) @base (class_body) @body)) @definition.class
(property_declaration (variable_declaration (identifier) @name)
  "=" (object_literal (class_body) @body)) @definition.class

; Parameters of a primary constructor that are properties.
(class_declaration (primary_constructor (class_parameters (class_parameter ["val" "var"] . (identifier) @defines))))

; Highlights
; General patterns first: the last matching pattern wins.
(identifier) @variable
(this_expression) @variable.builtin
(super_expression) @variable.builtin
((identifier) @variable.builtin
  (#any-of? @variable.builtin "it" "field"))

; Names
(user_type (identifier) @type)
(class_declaration name: (identifier) @type)
(object_declaration name: (identifier) @type)
(companion_object name: (identifier) @type)
(type_alias type: (identifier) @type)
(type_parameter (identifier) @type)
(enum_entry (identifier) @constant)
((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(package_header (qualified_identifier (identifier) @module))
(import (qualified_identifier (identifier) @module))
(parameter (identifier) @variable.parameter)
(class_parameter . (identifier) @property)
(class_parameter (modifiers) . (identifier) @property)
(class_body (property_declaration (variable_declaration (identifier) @property)))
(navigation_expression (_) (identifier) @property)
(value_argument . (identifier) @variable.parameter . "=")

; Functions
(function_declaration name: (identifier) @function)
(call_expression . (identifier) @function)
(call_expression . (navigation_expression (_) (identifier) @function .))
(constructor_invocation (user_type (identifier) @constructor))
(callable_reference (identifier) @function .)
(annotation [(user_type (identifier) @attribute)
             (constructor_invocation (user_type (identifier) @attribute))])
(file_annotation [(user_type (identifier) @attribute)
                  (constructor_invocation (user_type (identifier) @attribute))])
[ "@" ] @attribute
(use_site_target) @attribute

; Literals
(string_literal) @string
(multiline_string_literal) @string
(character_literal) @string
(escape_sequence) @string.escape
(interpolation [ "$" "${" "}" ] @punctuation.special)
(interpolation (identifier) @variable)
(number_literal) @number
(float_literal) @number
((identifier) @constant.builtin
  (#any-of? @constant.builtin "true" "false" "null"))
(label) @label

; Comments
[ (line_comment) (block_comment) (shebang) ] @comment

; Operators and punctuation
[ "(" ")" "[" "]" "{" "}" ] @punctuation.bracket
[ "," ";" ":" "." "?." ] @punctuation.delimiter
[
  "=" "+=" "-=" "*=" "/=" "%=" "+" "-" "*" "/" "%" "++" "--" "!" "!!" "&&" "||" "==" "!="
  "===" "!==" "<" ">" "<=" ">=" "?:" ".." "..<" "->" "::" "?" "&"
] @operator

; Keywords
[
  (class_modifier) (function_modifier) (property_modifier) (visibility_modifier)
  (inheritance_modifier) (member_modifier) (parameter_modifier) (platform_modifier)
  (reification_modifier) (variance_modifier)
] @keyword
[
  "package" "import" "class" "interface" "object" "companion" "fun" "val" "var" "typealias"
  "constructor" "init" "get" "set" "by" "where" "as" "as?" "is" "!is" "in" "!in" "if" "else"
  "when" "for" "while" "do" "try" "catch" "finally" "throw" "return" "return@" "file" "this"
  "super"
] @keyword
