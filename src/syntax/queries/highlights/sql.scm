; What the grammar's own query has before more general patterns, and comments, which it marks twice.
[(comment) (marginalia)] @comment
(create_table (object_reference name: (identifier) @type))
(create_view (object_reference name: (identifier) @type))
(create_function (object_reference name: (identifier) @function))
(create_trigger . (keyword_create) (keyword_trigger) . (object_reference name: (identifier) @function))
(invocation (object_reference name: (identifier) @function.call))
(column_definition name: (identifier) @property)
