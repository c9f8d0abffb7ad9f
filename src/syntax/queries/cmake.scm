[(line_comment) (bracket_comment)] @comment
[(if_condition) (foreach_loop) (while_loop) (block_def) (body)] @cross
[(if_command) (elseif_command) (else_command) (endif_command) (foreach_command) (endforeach_command)
 (while_command) (endwhile_command) (block_command) (endblock_command)] @silent

(function_def (function_command (argument_list . (_) @name))) @definition.function
(macro_def (macro_command (argument_list . (_) @name))) @definition.macro

; Command names are case-insensitive. Values of variables are not names.
((normal_command . (identifier) @_c (argument_list . (_) @module)) @import
 (#match? @_c "(?i)^(include|find_package|add_subdirectory|find_dependency|fetchcontent_makeavailable)$"))
((normal_command . (identifier) @_c (argument_list . (argument) @_n . (argument) @defines)) @items
 (#match? @_c "(?i)^add_test$") (#eq? @_n "NAME"))
((normal_command . (identifier) @_c (argument_list . (argument) @defines)) @items
 (#match? @_c "(?i)^(project|set|option|cmake_dependent_option|add_library|add_executable|add_custom_target|fetchcontent_declare|externalproject_add|find_program|find_library|find_path|find_file)$")
 (#not-match? @defines "[$]"))

[(identifier) (variable) (unquoted_argument)] @reference

; Highlights
; The grammar's own query distinguishes constants from names by a predicate that only one editor has, and
; highlights comments twice.
(unquoted_argument) @string
(quoted_argument) @string
(variable) @variable
((unquoted_argument) @constant (#match? @constant "^[A-Z][A-Z0-9_]*$"))
(normal_command . (identifier) @function)
(function_command (argument_list . (argument) @function))
(macro_command (argument_list . (argument) @function))
[(line_comment) (bracket_comment)] @comment
