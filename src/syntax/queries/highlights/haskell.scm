; The grammar's own query ends with all variables being types, for highlighters where the first
; pattern wins.
(variable) @variable
(type_params (variable) @type)
(decl/signature name: (variable) @function)
(decl/function name: (variable) @function)
(decl/bind name: (variable) @function)
(apply function: (variable) @function.call)
(apply function: (qualified id: (variable) @function.call))
(infix_id (variable) @function.call)
(field_name (variable) @property)
(export variable: (variable) @function)
((variable) @boolean (#eq? @boolean "otherwise"))
