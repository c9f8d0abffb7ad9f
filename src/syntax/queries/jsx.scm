; Elements of JSX. Lower-case names are built-in elements.
[(jsx_opening_element) (jsx_self_closing_element)] @call.name
(jsx_attribute) @binding
[(jsx_opening_element) (jsx_self_closing_element)] @literal.name
(jsx_attribute) @given
(jsx_closing_element) @binding.name
[(jsx_opening_element) (jsx_self_closing_element)] @intrinsic
