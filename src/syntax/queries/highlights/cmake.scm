; The grammar's own query tells constants from names by a predicate of one editor only, and marks
; comments twice.
(unquoted_argument) @string
(quoted_argument) @string
(variable) @variable
((unquoted_argument) @constant (#match? @constant "^[A-Z][A-Z0-9_]*$"))
(normal_command . (identifier) @function)
(function_command (argument_list . (argument) @function))
(macro_command (argument_list . (argument) @function))
[(line_comment) (bracket_comment)] @comment
