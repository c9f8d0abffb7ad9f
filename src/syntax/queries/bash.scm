(comment) @comment
[(if_statement) (case_statement) (for_statement) (while_statement) (compound_statement) (list)] @conditional
[(elif_clause) (else_clause) (case_item) (do_group)] @cross

(function_definition name: (_) @name) @definition.function
; A test of Bats. The grammar parses its body as the statements after it.
((command name: (command_name) @_c . argument: (_) @name) @definition.function (#eq? @_c "@test"))
(variable_assignment name: [(variable_name) @defines (_ name: (_) @defines)]) @items
(variable_assignments (variable_assignment name: (variable_name) @defines)) @items
; `export -f work` names a function.
((declaration_command [(variable_name) @defines (variable_assignment name: (variable_name) @defines)]) @items
 (#not-match? @items "^[a-z]+ +-[a-z]*f"))
((command name: (command_name) @_c argument: (concatenation . (word) @defines)) @items (#eq? @_c "alias"))
; The part of the path that is a literal: `/lib/log.sh` of `"$(dirname "$0")/lib/log.sh"`.
((command name: (command_name) @_c . argument: [
   (word) @module (raw_string) @module (string (string_content) @module .) (concatenation (word) @module .)
   (concatenation (string (string_content) @module .) .)]) @import
 (#any-of? @_c "source" "." "load"))

[(variable_name) (command_name)] @reference
[(raw_string) (string_content) (word)] @reference.words
(command) @call.name
(command) @items

; Highlights
; Nodes that the grammar's own query does not highlight.
(function_definition name: (word) @function)
(command_name (word) @function)
["local" "export" "readonly" "declare" "typeset" "unset" "unsetenv" "select"] @keyword
((command_name (word) @keyword)
  (#any-of? @keyword "." "source" "alias" "return" "exit" "trap" "set" "shift" "break"
    "continue" "eval" "exec"))
