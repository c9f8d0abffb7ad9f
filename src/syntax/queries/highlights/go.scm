; The grammar's own query has these before `(identifier) @variable`, for highlighters where the
; first pattern wins.
(call_expression function: (identifier) @function)
(call_expression function: (selector_expression field: (field_identifier) @function.method))
(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @function.method)
