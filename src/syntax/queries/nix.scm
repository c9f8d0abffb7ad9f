(comment) @comment
[(function_expression) (let_expression) (binding_set) (attrset_expression) (rec_attrset_expression)
 (let_attrset_expression) (with_expression) (assert_expression) (parenthesized_expression)
 (apply_expression)] @cross

; A path to an expression. One to another file is data, and `./.` mostly what is built.
((path_expression) @import @module (#match? @module "(\\.nix|(^|/)[^./]+|^\\.\\.)$"))
((spath_expression) @import @module (#match? @module "(\\.nix|(<|/)[^./]+)>$"))
((hpath_expression) @import @module (#match? @module "(\\.nix|/[^./]+)$"))

; A name bound to a function is one, and a set with functions in it is a module.
(binding attrpath: (attrpath (_)* @path (_) @name .)
  expression: (function_expression body: (function_expression body: (_) @body))) @definition.function
(binding attrpath: (attrpath (_)* @path (_) @name .)
  expression: (function_expression body: (_) @body)) @definition.function
(binding attrpath: (attrpath (_)* @path (_) @name .)
  expression: (_ (binding_set (binding expression: (function_expression)))) @body) @definition.module
(binding attrpath: (_) @defines) @items
(inherit attrs: (_ (_) @defines)) @items
(inherit_from attrs: (_ (_) @defines)) @items

[(variable_expression) (identifier)] @reference
(apply_expression) @call.function

; Highlights
; A name that is bound, one that is bound to a function, and one that is applied.
(binding attrpath: (attrpath (identifier) @property))
(binding attrpath: (attrpath (identifier) @function .) expression: (function_expression))
(apply_expression function: (variable_expression name: (identifier) @function))
(apply_expression
  function: (select_expression attrpath: (attrpath (identifier) @function .)))
