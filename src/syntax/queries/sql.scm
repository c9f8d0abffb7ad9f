[(comment) (marginalia)] @comment
(statement) @wrapper
(constraints) @silent
[(transaction) (block)] @cross
[(keyword_begin) (keyword_commit) (keyword_end) (keyword_rollback) (keyword_transaction)] @silent

(create_table (object_reference database: (_)? @path schema: (_)? @path name: (_) @name)
  (column_definitions)? @body) @definition.struct
; A package of Oracle is read as a view, too.
((create_view (keyword_view) @_k (object_reference database: (_)? @path schema: (_)? @path name: (_) @name)
  (keyword_as) @head (create_query) @body) @definition.module (#match? @_k "^[pP][aA][cC]"))
((create_view (keyword_view) @_k (object_reference database: (_)? @path schema: (_)? @path name: (_) @name)
  (keyword_as) @head (create_query) @body) @definition.struct (#match? @_k "^[tT][aA][bB]"))
; A procedure, or a trigger or function in a dialect, is read as a view: see rewrites/sql.txt.
((create_view (keyword_view) @_k (object_reference database: (_)? @path schema: (_)? @path name: (_) @name)
  (keyword_as) @head (create_query) @body) @definition.function
  (#match? @_k "^([eE]|[fF][uU]|[mM][aA][cC]|[pP]?[rR][oO][cC]|[tT][rR]|[tT][aA][sS]|[aA][gG])"))
(create_view (object_reference database: (_)? @path schema: (_)? @path name: (_) @name)
  (create_query)? @body) @definition.type
; A macro of dbt is read as the setting of a variable.
((set_statement (keyword_set) @_k (object_reference name: (_) @name)) @definition.macro (#match? @_k "^[{]%"))
(create_materialized_view (object_reference database: (_)? @path schema: (_)? @path name: (_) @name)
  (create_query)? @body) @definition.type
; A statement of which only the name is known is read as a type.
((create_type (keyword_type) @_k (object_reference schema: (_)? @path name: (_) @name)) @definition.struct (#match? @_k "^[tT][aA][bB]"))
((create_type (keyword_type) @_k (object_reference schema: (_)? @path name: (_) @name)) @definition.function
  (#match? @_k "^([eE]|[fF][uU]|[mM][aA][cC]|[pP][rR][oO][cC]|[tT][rR]|[tT][aA][sS]|[aA][gG])"))
(create_type (object_reference schema: (_)? @path name: (_) @name) (enum_elements)) @definition.enum
(create_type (object_reference schema: (_)? @path name: (_) @name) (column_definitions)? @body) @definition.type
(create_function (object_reference schema: (_)? @path name: (_) @name)
  (function_body)? @body) @definition.function
(create_trigger . (keyword_create) (keyword_trigger) . (object_reference name: (_) @name)) @definition.function

(create_index column: (_) @defines) @items
(create_schema [(keyword_schema) (keyword_exists)] . (identifier) @defines) @items
(create_sequence [(keyword_sequence) (keyword_exists)] . (object_reference name: (_) @defines)) @items
(create_role [(keyword_role) (keyword_user) (keyword_group)] . (identifier) @defines) @items
(create_extension [(keyword_extension) (keyword_exists)] . (identifier) @defines) @items
(create_database [(keyword_database) (keyword_exists)] . (identifier) @defines) @items
(column_definition name: (_) @defines) @items

(identifier) @reference

; Highlights
; Patterns that the grammar's own query has before more general ones, and comments, which it highlights twice.
[(comment) (marginalia)] @comment
(create_table (object_reference name: (identifier) @type))
(create_view (object_reference name: (identifier) @type))
(create_function (object_reference name: (identifier) @function))
(create_trigger . (keyword_create) (keyword_trigger) . (object_reference name: (identifier) @function))
(invocation (object_reference name: (identifier) @function.call))
(column_definition name: (identifier) @property)
