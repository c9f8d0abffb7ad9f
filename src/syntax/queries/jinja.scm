; The parts `{% macro a(b) %}`, `{{ define "a" }}` and `{% block a %}` are elements of the parsed text. The letters that its names have
; in the template are those after its first one, and the last one of its word.
((start_tag (tag_name) @_t (attribute (attribute_name) @_a (attribute_value) @name)) @definition.function
 (#match? @_t "^[{%]") (#any-of? @_a "o" "e"))
((start_tag (tag_name) @_t (attribute (attribute_name) @_a (attribute_value) @defines)) @items
 (#match? @_t "^[{%]") (#eq? @_a "k"))
; `@section a {` of Razor
((start_tag (tag_name) @_t (attribute (attribute_name) @_a (attribute_value) @defines)) @items
 (#eq? @_t "se") (#eq? @_a "n"))
