; Elements of JSX; a name in lower case is the language's own.
[(jsx_opening_element) (jsx_self_closing_element)] @call.name
(jsx_attribute) @binding
(jsx_closing_element) @binding.name
[(jsx_opening_element) (jsx_self_closing_element)] @intrinsic
