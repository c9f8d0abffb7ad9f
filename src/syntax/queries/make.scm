(comment) @comment
[(conditional) (else_directive) (elsif_directive) (recipe)] @cross
(recipe_line) @silent
(include_directive filenames: (_ (_) @module)) @import
(define_directive name: (_) @name value: (_)? @body) @definition.macro

; A rule with a recipe is a function. The grammar parses everything up to the next rule as part of it.
(rule (targets . (_) @name) (recipe (conditional
  [(rule) (variable_assignment) (define_directive) (include_directive)]) @until) @body) @definition.function
((rule (targets . (_) @name) (recipe) @body) @definition.function (#not-match? @name "^[.][A-Z_]+$"))
((rule (targets (_) @defines)) @items (#not-match? @defines "^[.][A-Z_]+$"))
(rule (targets (_) . (_) @defines) (recipe))
(variable_assignment name: (word) @defines) @items
(shell_assignment name: (word) @defines) @items
(export_directive (_ name: (word) @defines)) @items
(override_directive (_ name: (word) @defines)) @items
(private_directive (_ name: (word) @defines)) @items

(word) @reference
; The text of a `define` is not parsed.
[(shell_text) (text) (raw_text)] @reference.words

; Highlights
; Nodes that the grammar's own query does not highlight, or highlights as constants.
(targets (word) @function)
(define_directive name: (word) @function)
(variable_assignment name: (word) @variable)
(shell_assignment name: (word) @variable)
(variable_reference (word) @variable)
