; The part `@section('a'` is an element of the parsed text. The letters that its names have in the template are those after its
; first one, and the last one of its word.
((start_tag (tag_name) @_t (attribute (attribute_name) @_a (attribute_value) @defines)) @items
 (#any-of? @_t "fr" "se" "sl" "st" "yi") (#any-of? @_a "d" "k" "n" "t"))
