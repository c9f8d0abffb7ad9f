(comment) @comment
(body) @cross
[(block_start) (block_end)] @silent

; `resource "aws_vpc" "main"` is named `aws_vpc.main`, `data "aws_ami" "base"` is named `data.aws_ami.base`.
((block . (identifier) @_b . (_) @path . (string_lit) @name . (block_start) (body)? @body) @definition.struct
 (#eq? @_b "resource"))
((block . (identifier) @_b @path . (_) @path . (string_lit) @name . (block_start) (body)? @body) @definition.struct
 (#any-of? @_b "data" "ephemeral" "source" "action" "list"))
((block . (identifier) @_b @path . [(string_lit) (identifier)] @name . (block_start) (body)? @body) @definition.module
 (#eq? @_b "module"))
((block . (identifier) @_b @path . [(string_lit) (identifier)] @name . (block_start) (body)? @body) @definition.struct
 (#any-of? @_b "provider" "check" "run" "component" "dependency" "include" "target"))
((block . (identifier) @_b . [(string_lit) (identifier)] @name . (block_start) (body)? @body) @definition.struct
 (#any-of? @_b "job" "group" "task"))
((block . (identifier) @_b . [(string_lit) (identifier)] @defines . (block_start)) @items
 (#any-of? @_b "variable" "output" "function"))
((block . (identifier) @_b . (block_start) (body (attribute . (identifier) @defines))) @items
 (#eq? @_b "locals"))

((attribute . (identifier) @_a (expression (literal_value (string_lit) @module))) @import
 (#eq? @_a "source"))

(identifier) @reference

; Highlights
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
