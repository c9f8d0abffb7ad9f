[(comment) (description)] @comment
[(definition) (type_system_definition) (type_definition) (type_system_extension) (type_extension)
 (executable_definition)] @wrapper
(document) @cross
(comma) @silent

(object_type_definition (name) @name (fields_definition)? @body) @definition.class
(interface_type_definition (name) @name (fields_definition)? @body) @definition.interface
(enum_type_definition (name) @name (enum_values_definition)? @body) @definition.enum
(input_object_type_definition (name) @name (input_fields_definition)? @body) @definition.struct
(union_type_definition (name) @name) @definition.type
(scalar_type_definition (name) @name) @definition.type
(object_type_extension (name) @name (fields_definition)? @body) @definition.impl
(interface_type_extension (name) @name (fields_definition)? @body) @definition.impl
(enum_type_extension (name) @name (enum_values_definition)? @body) @definition.impl
(input_object_type_extension (name) @name (input_fields_definition)? @body) @definition.impl
(union_type_extension (name) @name) @definition.impl
(scalar_type_extension (name) @name) @definition.impl
(schema_definition "schema" @name) @definition.type
(schema_extension "schema" @name) @definition.impl
(directive_definition (name) @name) @definition.macro
(operation_definition (name) @name (selection_set)? @body) @definition.function
(fragment_definition (fragment_name (name) @name) (selection_set)? @body) @definition.function
(object_type_definition (implements_interfaces) @base)
(interface_type_definition (implements_interfaces) @base)
(object_type_extension (implements_interfaces) @base)

(field_definition (name) @defines) @items
(input_value_definition (name) @defines) @items
(enum_value_definition (enum_value (name) @defines)) @items

(name) @reference

; Highlights
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
