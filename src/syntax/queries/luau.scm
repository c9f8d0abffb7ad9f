(type_definition name: (generic_type . (_) @name)) @definition.type
(type_definition name: (_) @name) @definition.type

; Highlights
(identifier) @variable
(function_call name: (identifier) @function)
(function_call name: (dot_index_expression field: (identifier) @function))
(function_call name: (method_index_expression method: (identifier) @function))
(function_declaration name: (identifier) @function)
(function_declaration name: (dot_index_expression field: (identifier) @function))
(function_declaration name: (method_index_expression method: (identifier) @function))
(type_definition name: (_) @type)
(builtin_type) @type
(field name: (identifier) @property)
(dot_index_expression field: (identifier) @property)
(string) @string
(number) @number
[(nil) (true) (false)] @constant
[(comment) (hash_bang_line)] @comment
["and" "do" "else" "elseif" "end" "export" "for" "function" "if" "in" "local" "not" "or" "repeat" "return" "then" "type"
 "until" "while"] @keyword
