; What the grammar's own query leaves out, or takes for something else.
(package_identifier (identifier) @module)
(function_definition name: (identifier) @function)
(function_declaration name: (identifier) @function)
(annotation name: (type_identifier) @attribute)
[ "abstract" "final" "lazy" "sealed" "private" "protected" ] @keyword
[ (opaque_modifier) (transparent_modifier) (open_modifier) (inline_modifier) ] @keyword
