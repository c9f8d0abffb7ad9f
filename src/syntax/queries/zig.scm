(comment) @comment
(builtin_type) @silent
((using_namespace_declaration (builtin_function (builtin_identifier) @_i (arguments . (string) @module))) @import
 (#eq? @_i "@import") (#set! imported "*"))

; `const a = @import("a.zig");`, `const B = @import("a.zig").B;`
((variable_declaration . (identifier) @alias (builtin_function (builtin_identifier) @_i (arguments . (string) @module)) .) @import
 (#eq? @_i "@import"))
((variable_declaration . (identifier) @alias (field_expression
   object: (builtin_function (builtin_identifier) @_i (arguments . (string) @module)) member: (_) @imported) .) @import
 (#eq? @_i "@import"))
((builtin_function (builtin_identifier) @_i (arguments . (string) @module)) @import (#eq? @_i "@import"))

; Types are values that a constant is bound to, or that a function gives back.
(variable_declaration . (identifier) @name [(struct_declaration) (union_declaration) (opaque_declaration)] @body .) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration) @body .) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration (identifier)* @defines) .) @definition.enum
(variable_declaration !type . (identifier) @name
  [(pointer_type) (slice_type) (nullable_type) (array_type) (function_signature) (error_union_type)] .) @definition.type
(variable_declaration . (identifier) @name (field_expression object: (struct_declaration) @body) .) @definition.function
((variable_declaration . (identifier) @defines) @items (#not-eq? @defines "_"))
((function_declaration name: (_) @name type: (_) @head body: (block (expression_statement (return_expression
   [(struct_declaration) (union_declaration) (opaque_declaration)] @body)))) @definition.struct
 (#eq? @head "type"))
((function_declaration name: (_) @name type: (_) @head body: (block (expression_statement (return_expression
   (enum_declaration) @body)))) @definition.enum
 (#eq? @head "type"))
(function_declaration name: (_) @name body: (_)? @body) @definition.function
(test_declaration [(string) (identifier)] @name (block) @body) @definition.function
(test_declaration "test" @name (block) @body) @definition.function
(container_field name: (_) @defines) @items

[(identifier) (builtin_identifier)] @reference
(builtin_function) @call
