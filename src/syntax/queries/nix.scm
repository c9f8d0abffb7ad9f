(comment) @comment
[(function_expression) (let_expression) (binding_set) (attrset_expression) (rec_attrset_expression)
 (let_attrset_expression) (with_expression) (assert_expression) (parenthesized_expression)
 (apply_expression)] @cross

; Paths to files with expressions. Paths to other files are data, and `./.` is mostly the source of a build.
((path_expression) @import @module (#match? @module "(\\.nix|(^|/)[^./]+|^\\.\\.)$"))
((spath_expression) @import @module (#match? @module "(\\.nix|(<|/)[^./]+)>$"))
((hpath_expression) @import @module (#match? @module "(\\.nix|/[^./]+)$"))

; A name bound to a function is a function. A name bound to a set with functions is a module.
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
; Bound names, names bound to functions, and applied functions.
(binding attrpath: (attrpath (identifier) @property))
(binding attrpath: (attrpath (identifier) @function .) expression: (function_expression))
(apply_expression function: (variable_expression name: (identifier) @function))
(apply_expression
  function: (select_expression attrpath: (attrpath (identifier) @function .)))
