(comment) @comment
(builtin_type) @silent
((using_namespace_declaration (builtin_function (builtin_identifier) @_i (arguments . (string) @module))) @import
 (#eq? @_i "@import") (#set! imported "*"))

; `const a = @import("a.zig");`, `const B = @import("a.zig").B;`
((variable_declaration . (identifier) @alias (builtin_function (builtin_identifier) @_i (arguments . (string) @module)) .) @import
 (#eq? @_i "@import"))
((variable_declaration . (identifier) @alias (field_expression
   object: (builtin_function (builtin_identifier) @_i (arguments . (string) @module)) member: (_) @imported) .) @import
 (#eq? @_i "@import"))
((builtin_function (builtin_identifier) @_i (arguments . (string) @module)) @import (#eq? @_i "@import"))

; A type is the value of a constant, or the result of a function.
(variable_declaration . (identifier) @name [(struct_declaration) (union_declaration) (opaque_declaration)] @body .) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration) @body .) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration (identifier)* @defines) .) @definition.enum
(variable_declaration !type . (identifier) @name
  [(pointer_type) (slice_type) (nullable_type) (array_type) (function_signature) (error_union_type)] .) @definition.type
(variable_declaration . (identifier) @name (field_expression object: (struct_declaration) @body) .) @definition.function
((variable_declaration . (identifier) @defines) @items (#not-eq? @defines "_"))
; If a function returns one of two types, the function has the members of both.
((function_declaration name: (_) @name type: (_) @head body: (block
   (if_statement (return_expression [(struct_declaration) (union_declaration) (enum_declaration)]))
   (expression_statement (return_expression [(struct_declaration) (union_declaration) (enum_declaration)]))) @body)
 @definition.struct (#eq? @head "type"))
(if_statement (return_expression [(struct_declaration) (union_declaration) (enum_declaration)] @cross))
(expression_statement (return_expression [(struct_declaration) (union_declaration) (enum_declaration)] @cross))
((function_declaration name: (_) @name type: (_) @head body: (block (expression_statement (return_expression
   [(struct_declaration) (union_declaration) (opaque_declaration)] @body)))) @definition.struct
 (#eq? @head "type"))
((function_declaration name: (_) @name type: (_) @head body: (block (expression_statement (return_expression
   (enum_declaration) @body)))) @definition.enum
 (#eq? @head "type"))
; A method of a file that is a struct.
((function_declaration name: (_) @name (parameters . (parameter name: (identifier) @_self)) body: (_)? @body) @definition.method
 (#eq? @_self "self"))
(function_declaration name: (_) @name body: (_)? @body) @definition.function
(test_declaration [(string) (identifier)] @name (block) @body) @definition.function
(test_declaration "test" @name (block) @body) @definition.function
((container_field name: (_) @defines) @items (#not-eq? @defines "_"))

[(identifier) (builtin_identifier)] @reference
(builtin_function) @call

; Highlights
; Zig. The last matching pattern wins.

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
