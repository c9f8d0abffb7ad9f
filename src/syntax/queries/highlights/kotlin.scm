; General first: the last pattern that matches wins.
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

; Signs
[ "(" ")" "[" "]" "{" "}" ] @punctuation.bracket
[ "," ";" ":" "." "?." ] @punctuation.delimiter
[
  "=" "+=" "-=" "*=" "/=" "%=" "+" "-" "*" "/" "%" "++" "--" "!" "!!" "&&" "||" "==" "!="
  "===" "!==" "<" ">" "<=" ">=" "?:" ".." "..<" "->" "::" "?" "&"
] @operator

; Words
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
