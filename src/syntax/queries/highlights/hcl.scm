(comment) @comment

(identifier) @variable
(template_literal) @string
(quoted_template_start) @string
(quoted_template_end) @string
(block (identifier) @keyword)
(attribute (identifier) @property)
(object_elem key: (expression (variable_expr (identifier) @property)))
(get_attr (identifier) @property)
(function_call (identifier) @function)
(variable_expr (identifier) @constant
  (#any-of? @constant "var" "local" "module" "data" "each" "count" "self" "path" "terraform"))
(variable_expr (identifier) @type
  (#any-of? @type "string" "number" "bool" "any" "list" "map" "set" "object" "tuple"))

(block (string_lit [(template_literal) (quoted_template_start) (quoted_template_end)] @type))

["for" "in" "if" "else" "endif" "endfor"] @keyword
(numeric_lit) @number
(bool_lit) @constant
(null_lit) @constant
(heredoc_identifier) @label
(heredoc_start) @label
[(template_interpolation_start) (template_interpolation_end)] @operator
(ellipsis) @operator
["?" "=>" "=" "!" "==" "!=" ">" ">=" "<" "<=" "&&" "||" "+" "-" "*" "/" "%"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation
["," "." ":"] @punctuation
