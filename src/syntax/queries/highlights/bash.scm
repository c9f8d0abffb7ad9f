; What the grammar's own query leaves plain.
(function_definition name: (word) @function)
(command_name (word) @function)
["local" "export" "readonly" "declare" "typeset" "unset" "unsetenv" "select"] @keyword
((command_name (word) @keyword)
  (#any-of? @keyword "." "source" "alias" "return" "exit" "trap" "set" "shift" "break"
    "continue" "eval" "exec"))
