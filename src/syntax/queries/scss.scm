(mixin_statement) @definition.function
(function_statement) @definition.function
(mixin_statement (block) @body)
(function_statement (block) @body)
[(if_statement) (else_clause) (else_if_clause) (each_statement) (for_statement) (while_statement)
 (at_root_statement)] @cross
(use_statement (string_value) @module) @import
(forward_statement (string_value) @module) @import
(selectors (placeholder (identifier) @defines))
((declaration (property_name) @defines) @items (#match? @defines "^([$]|--)"))
(include_statement) @items

[(identifier) (function_name) (variable)] @reference

; Highlights
[(comment) (js_comment)] @comment
(function_name) @function
(mixin_statement name: (_) @function)
(function_statement name: (_) @function)
(include_statement (identifier) @function)
