(comment) @comment
[(element) (script_element) (style_element)] @cross
(raw_text) @embedded
(attribute_value) @reference.words
[(doctype) (end_tag) (erroneous_end_tag)] @silent

((start_tag (tag_name) @_t (attribute (attribute_name) @_a (_ (attribute_value) @module))) @import
 (#match? @_t "(?i)^script$") (#match? @_a "(?i)^src$"))
((start_tag (tag_name) @_t (attribute (attribute_name) @_a (_ (attribute_value) @module))) @import
 (#match? @_t "(?i)^link$") (#match? @_a "(?i)^href$"))
((start_tag (tag_name) @_t) @silent
 (#match? @_t "(?i)^(script|style)$"))

; The name in `<meta name>` and `<slot name>` is not the name of the element. Code in a template is not a name.
((start_tag (tag_name) @_t (attribute (attribute_name) @_a (_ (attribute_value) @defines))) @items
 (#match? @_t "(?i)^(meta|slot|param)$") (#match? @_a "(?i)^id$") (#not-match? @defines "[{<@%]"))
((self_closing_tag (tag_name) @_t (attribute (attribute_name) @_a (_ (attribute_value) @defines))) @items
 (#match? @_t "(?i)^(meta|slot|param)$") (#match? @_a "(?i)^id$") (#not-match? @defines "[{<@%]"))
((start_tag (tag_name) @_t (attribute (attribute_name) @_a (_ (attribute_value) @defines))) @items
 (#not-match? @_t "(?i)^(meta|slot|param)$") (#match? @_a "(?i)^(id|name)$")
 (#not-match? @defines "[{<@%]"))
((self_closing_tag (tag_name) @_t (attribute (attribute_name) @_a (_ (attribute_value) @defines))) @items
 (#not-match? @_t "(?i)^(meta|slot|param)$") (#match? @_a "(?i)^(id|name)$")
 (#not-match? @defines "[{<@%]"))
