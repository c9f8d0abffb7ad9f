; A component, or the name of an element.
(tag_name) @reference
[(end_tag)] @closing
