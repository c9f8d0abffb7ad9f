; What the grammar's own query leaves plain or takes for a constant.
(targets (word) @function)
(define_directive name: (word) @function)
(variable_assignment name: (word) @variable)
(shell_assignment name: (word) @variable)
(variable_reference (word) @variable)
