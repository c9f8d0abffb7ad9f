; The parts `{% macro a(b) %}` and `{% block a %}` are elements of the parsed text. The letters that its names have
; in the template are the last ones of their words.
((self_closing_tag (tag_name) @_t (attribute (attribute_name) @_a (attribute_value) @name)) @definition.function
 (#eq? @_t "%") (#eq? @_a "o"))
((self_closing_tag (tag_name) @_t (attribute (attribute_name) @_a (attribute_value) @defines)) @items
 (#eq? @_t "%") (#eq? @_a "k"))
