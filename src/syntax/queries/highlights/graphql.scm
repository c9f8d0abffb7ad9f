(comment) @comment

[
  "schema"
  "extend"
  "scalar"
  "type"
  "interface"
  "union"
  "enum"
  "input"
  "directive"
  "implements"
  "repeatable"
  "on"
  "query"
  "mutation"
  "subscription"
  "fragment"
] @keyword

(named_type (name) @type)
(object_type_definition (name) @type)
(object_type_extension (name) @type)
(interface_type_definition (name) @type)
(interface_type_extension (name) @type)
(union_type_definition (name) @type)
(enum_type_definition (name) @type)
(input_object_type_definition (name) @type)
(scalar_type_definition (name) @type)
(field_definition (name) @property)
(input_value_definition (name) @variable)
(field (name) @property)
(alias (name) @property)
(argument (name) @variable)
(object_field (name) @property)
(enum_value (name) @constant)
(variable) @variable
(directive "@" @attribute (name) @attribute)
(directive_definition (name) @attribute)
(directive_location) @constant
(operation_definition (name) @function)
(fragment_name) @function
(int_value) @number
(float_value) @number
(boolean_value) @constant
(null_value) @constant
(string_value) @string
(description) @comment

["!" "=" "|" "&" "..."] @operator
["(" ")" "[" "]" "{" "}"] @punctuation
[":" (comma)] @punctuation
