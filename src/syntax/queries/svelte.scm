(comment) @comment
[(element) (script_element) (style_element) (if_statement) (else_if_block) (else_block) (each_statement)
 (await_statement) (then_block) (catch_block) (key_statement)] @cross
[(raw_text) (svelte_raw_text)] @embedded
[(doctype) (end_tag) (erroneous_end_tag) (if_start) (else_if_start) (else_start) (each_start)
 (await_start) (then_start) (catch_start) (key_start)] @silent

; `{#snippet row(item)}` declares a snippet, which is called like a function.
(snippet_statement (snippet_start (snippet_name) @name)) @definition.function
((start_tag (tag_name) @_t) @silent
 (#match? @_t "(?i)^(script|style)$"))
((start_tag (attribute (attribute_name) @_a (_ (attribute_value) @defines))) @items
 (#any-of? @_a "id" "name"))
((self_closing_tag (attribute (attribute_name) @_a (_ (attribute_value) @defines))) @items
 (#any-of? @_a "id" "name"))

(tag_name) @reference
(attribute_value) @reference.words

; Highlights
; Patterns for HTML, which the grammar's own query inherits.
(tag_name) @tag
(attribute_name) @attribute
(attribute_value) @string
(quoted_attribute_value) @string
(snippet_name) @function
["<" ">" "</" "/>"] @punctuation
(comment) @comment
