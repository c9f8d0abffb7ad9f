; What the grammar's own query leaves out.
(import_declaration (identifier (simple_identifier) @module))
(enum_entry name: (simple_identifier) @constant)
(macro_declaration . (simple_identifier) @function)
(macro_invocation (simple_identifier) @function)
(subscript_declaration "subscript" @keyword)
(wildcard_pattern) @variable
[ "actor" "associatedtype" "import" "operator" "precedencegroup" "macro" "inout" ] @keyword
(ownership_modifier) @keyword
(property_behavior_modifier) @keyword
