; Julia. The last pattern that matches a node tells.

(identifier) @variable
((identifier) @type
  (#match? @type "^[A-Z]"))
((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9_]+$"))
((identifier) @constant.builtin
  (#match? @constant.builtin "^(nothing|missing|undef|Inf|NaN|pi|π)$"))

(field_expression (identifier) @property .)
(field_expression value: (identifier) @variable)
(field_expression value: (identifier) @module
  (#match? @module "^[A-Z]"))
(quote_expression (identifier) @string.special.symbol)
(named_argument . (identifier) @parameter)

(typed_expression (identifier) (identifier) @type)
(type_head (identifier) @type)
(type_head (binary_expression (identifier) @type))
(parametrized_type_expression . (identifier) @type)
(curly_expression (identifier) @type)
(where_expression (identifier) @type)

(call_expression . (identifier) @function.call)
(call_expression . (field_expression (identifier) @function.call .))
(broadcast_call_expression . (identifier) @function.call)
(broadcast_call_expression . (field_expression (identifier) @function.call .))
(signature (identifier) @function)
(macro_identifier) @function.macro
(macro_identifier (identifier) @function.macro)
(macro_definition (signature (call_expression . (identifier) @function.macro)))

(module_definition name: (identifier) @module)
(using_statement (identifier) @module)
(import_statement (identifier) @module)
(scoped_identifier (identifier) @module)
(selected_import . (identifier) @module)
(import_path (identifier) @module)

(integer_literal) @number
(float_literal) @number
(boolean_literal) @boolean
(character_literal) @character
[
  (string_literal)
  (prefixed_string_literal)
  (command_literal)
  (prefixed_command_literal)
] @string
(escape_sequence) @string.escape
(string_interpolation) @embedded

(operator) @operator
[
  "="
  "->"
  "::"
  "..."
  "?"
] @operator
[
  "("
  ")"
  "["
  "]"
  "{"
  "}"
] @punctuation.bracket
[
  ","
  ";"
  "."
] @punctuation.delimiter

[
  "abstract"
  "as"
  "baremodule"
  "begin"
  "catch"
  "const"
  "do"
  "else"
  "elseif"
  "end"
  "export"
  "finally"
  "for"
  "function"
  "global"
  "if"
  "import"
  "let"
  "local"
  "macro"
  "module"
  "mutable"
  "primitive"
  "public"
  "quote"
  "return"
  "struct"
  "try"
  "type"
  "using"
  "where"
  "while"
  (break_statement)
  (continue_statement)
] @keyword

[
  (line_comment)
  (block_comment)
] @comment
