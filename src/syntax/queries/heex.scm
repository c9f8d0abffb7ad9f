(comment) @comment
[(tag) (component) (slot)] @cross
[(doctype) (end_tag) (end_slot)] @silent
[(end_component)] @closing
(expression_value) @embedded

((start_tag (attribute (attribute_name) @_a (quoted_attribute_value (attribute_value) @defines))) @items (#eq? @_a "id"))
((self_closing_tag (attribute (attribute_name) @_a (quoted_attribute_value (attribute_value) @defines))) @items (#eq? @_a "id"))
((start_component (attribute (attribute_name) @_a (quoted_attribute_value (attribute_value) @defines))) @items (#eq? @_a "id"))
((self_closing_component (attribute (attribute_name) @_a (quoted_attribute_value (attribute_value) @defines))) @items (#eq? @_a "id"))

(function) @reference
