; The grammar's own pattern for fields has a predicate that only one editor knows, so it would hold for every name.
(identifier) @variable
((identifier) @type
  (#match? @type "^[A-Z].*[a-z]"))
((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(call_expression function: (identifier) @function)
(function_declarator declarator: (identifier) @function)
(method_declaration (identifier) @function.method)
(method_definition (identifier) @function.method)
(message_expression method: (identifier) @function.method)
(method_parameter (identifier) @variable.parameter)
(struct_declarator (identifier) @property)
(struct_declarator (pointer_declarator declarator: (identifier) @property))
