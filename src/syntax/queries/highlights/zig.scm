; Zig. The last pattern that matches a node tells.

(identifier) @variable
((identifier) @type
  (#match? @type "^[A-Z]"))
((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9_]+$"))

(field_expression member: (identifier) @property)
((field_expression member: (identifier) @type)
  (#match? @type "^[A-Z]"))
(container_field name: (identifier) @property)
(enum_declaration (container_field name: (identifier) @constant))
(error_set_declaration (identifier) @constant)
(parameter name: (identifier) @parameter)
(parameter type: (identifier) @type)

(variable_declaration
  (identifier) @type
  [
    (struct_declaration)
    (enum_declaration)
    (union_declaration)
    (opaque_declaration)
    (error_set_declaration)
  ])
((variable_declaration
  (identifier) @module
  (builtin_function (builtin_identifier) @_import))
  (#match? @_import "^@(import|cImport)$"))

(function_declaration name: (identifier) @function)
(call_expression function: (identifier) @function.call)
(call_expression function: (field_expression member: (identifier) @function.call))
(builtin_identifier) @function.builtin

(builtin_type) @type.builtin
(block_label (identifier) @label)
(break_label (identifier) @label)

[
  (integer)
  (float)
] @number
(boolean) @boolean
[
  "null"
  "undefined"
  "unreachable"
] @constant.builtin
(character) @character
[
  (string)
  (multiline_string)
] @string
(escape_sequence) @string.escape

[
  "="
  "=="
  "!="
  "<"
  ">"
  "<="
  ">="
  "+"
  "-"
  "*"
  "/"
  "%"
  "&"
  "|"
  "^"
  "!"
  "?"
  "++"
  "**"
  "||"
  "<<"
  ">>"
  "+="
  "-="
  "*="
  "/="
  ".*"
  ".?"
  ".."
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
  ":"
  "."
  "=>"
] @punctuation.delimiter

[
  "addrspace"
  "align"
  "allowzero"
  "and"
  "asm"
  "async"
  "await"
  "break"
  "callconv"
  "catch"
  "comptime"
  "const"
  "continue"
  "defer"
  "else"
  "enum"
  "errdefer"
  "error"
  "export"
  "extern"
  "fn"
  "for"
  "if"
  "inline"
  "linksection"
  "noalias"
  "noinline"
  "nosuspend"
  "opaque"
  "or"
  "orelse"
  "packed"
  "pub"
  "resume"
  "return"
  "struct"
  "suspend"
  "switch"
  "test"
  "threadlocal"
  "try"
  "union"
  "usingnamespace"
  "var"
  "volatile"
  "while"
] @keyword

(comment) @comment
