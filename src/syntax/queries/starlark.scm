((expression_statement (call function: (identifier) @_f arguments: (argument_list . (string) @module (string) @imported))) @import
 (#eq? @_f "load"))
((expression_statement (call function: (identifier) @_f arguments: (argument_list . (string) @module
   (keyword_argument name: (_) @alias value: (string) @imported)))) @import
 (#eq? @_f "load"))
; Targets and repositories: `cc_library(name = "a")`.
((expression_statement (call arguments: (argument_list (keyword_argument name: (_) @_n value: (string) @defines)))) @items
 (#eq? @_n "name"))
