(comment) @comment
; Statements at the top of every file: its syntax and its package.
[(syntax) (edition) (package)] @import
(import (string) @module) @import
[(empty_statement) (service_name) (message_name) (enum_name) (rpc_name)] @silent

(message (message_name) @name (message_body)? @body) @definition.struct
(group (message_name) @name (message_body)? @body) @definition.struct
(enum (enum_name) @name (enum_body)? @body) @definition.enum
(extend (full_ident) @qualified (message_body)? @body) @definition.impl
(service (service_name) @name @head) @definition.interface @body
(rpc (rpc_name) @name) @definition.function
(field (identifier) @defines) @items
(map_field (identifier) @defines) @items
(enum_field (identifier) @defines) @items
(oneof (identifier) @defines) @items
(oneof (oneof_field (identifier) @defines))

(identifier) @reference

; Highlights
(comment) @comment

[
  "syntax"
  "edition"
  "package"
  "import"
  "option"
  "message"
  "enum"
  "service"
  "rpc"
  "returns"
  "stream"
  "oneof"
  "map"
  "extend"
  "extensions"
  "reserved"
  "to"
  "max"
  "optional"
  "required"
  "repeated"
  "public"
  "weak"
] @keyword

(package (full_ident) @module)
(type) @type
(key_type) @type
(message_or_enum_type) @type
(message_name) @type
(enum_name) @type
(service_name) @type
(extend (full_ident) @type)
(rpc_name) @function
(field (identifier) @property)
(map_field (identifier) @property)
(oneof_field (identifier) @property)
(oneof (identifier) @property)
(enum_field (identifier) @constant)
(option (identifier) @attribute)
(option (full_ident) @attribute)
(field_option (identifier) @attribute)
(reserved_identifier) @property
(bool) @constant
(int_lit) @number
(float_lit) @number
(string) @string
(escape_sequence) @escape

["=" "-" "+"] @operator
["(" ")" "[" "]" "{" "}" "<" ">"] @punctuation
[";" ":" "," "."] @punctuation
