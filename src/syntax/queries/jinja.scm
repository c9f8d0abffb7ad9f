; The parts `{% macro a(b) %}`, `{{ define "a" }}` and `{% block a %}` are elements of the parsed text. The letters that its names have
; in the template are the last ones of their words.
((self_closing_tag (tag_name) @_t (attribute (attribute_name) @_a (attribute_value) @name)) @definition.function
 (#any-of? @_t "%" "{") (#any-of? @_a "o" "e"))
((self_closing_tag (tag_name) @_t (attribute (attribute_name) @_a (attribute_value) @defines)) @items
 (#any-of? @_t "%" "{") (#eq? @_a "k"))
