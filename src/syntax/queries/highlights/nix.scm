; A name that is bound, one that is bound to a function, and one that is applied.
(binding attrpath: (attrpath (identifier) @property))
(binding attrpath: (attrpath (identifier) @function .) expression: (function_expression))
(apply_expression function: (variable_expression name: (identifier) @function))
(apply_expression
  function: (select_expression attrpath: (attrpath (identifier) @function .)))
