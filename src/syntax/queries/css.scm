[(comment) (js_comment)] @comment
[(charset_statement) (namespace_statement)] @import
(import_statement (string_value) @module) @import
(import_statement (call_expression (arguments (_) @module))) @import
[(media_statement) (supports_statement) (block)] @cross

((at_rule (at_keyword) @_k . (keyword_query) @name (block)? @body) @definition.function (#any-of? @_k "@function" "@mixin"))
; At-rules around other rules are crossed; a rule defines its classes, ids and properties.
(at_rule (block . [(rule_set) (at_rule) (media_statement) (supports_statement) (comment)])) @cross
((at_rule (at_keyword) @_k) @items (#not-match? @_k "^@(apply|include|extend)$") (#set! reach "deep"))
((rule_set) @items (#set! reach "deep"))
((keyframes_statement) @items (#set! reach "deep"))
(class_selector (class_name) @defines)
(id_name) @defines
(keyframes_name) @defines
((property_name) @defines (#match? @defines "^--"))
((at_rule (at_keyword) @_k (keyword_query) @defines)
 (#match? @_k "^@(layer|property|counter-style|position-try|font-palette-values|color-profile|custom-(media|selector|variant)|utility)$"))

(plain_value) @reference
