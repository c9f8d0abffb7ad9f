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
