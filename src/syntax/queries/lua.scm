(comment) @comment
(hash_bang_line) @preamble
[(if_statement) (do_statement) (for_statement) (while_statement)] @conditional
[(block) (else_statement) (elseif_statement)] @cross

(function_declaration name: [(identifier) (dot_index_expression)] @qualified) @definition.function
(function_declaration name: (method_index_expression) @qualified) @definition.method

; `local a = require("b")`, `local a = require("b").c`
(variable_declaration (assignment_statement) @wraps)
(variable_declaration (variable_list name: (identifier) @defines)) @items
((assignment_statement (variable_list . name: (_) @alias .)
   (expression_list . value: (function_call name: (identifier) @_f arguments: (arguments . (string) @module .)) .)) @import
 (#any-of? @_f "require" "dofile" "loadfile"))
((assignment_statement (variable_list . name: (_) @alias .)
   (expression_list . value: (dot_index_expression
     table: (function_call name: (identifier) @_f arguments: (arguments . (string) @module .))
     field: (_) @imported) .)) @import
 (#any-of? @_f "require" "dofile" "loadfile"))

; Values bound to a name: functions, tables of functions, and classes.
(assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @qualified .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(assignment_statement (variable_list . name: (bracket_index_expression table: (_) @path field: (_) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @qualified .)
  (expression_list . value: (table_constructor (field name: (_) value: (function_definition))) @body .)) @definition.class
((assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @qualified .)
   (expression_list . value: (function_call
     name: [(identifier) @_f (method_index_expression table: (_) @base method: (_) @_f)
            (dot_index_expression table: (_) @base field: (_) @_f)]
     arguments: (arguments (table_constructor (field name: (_) value: (function_definition))) @body)) .)) @definition.class
 (#any-of? @_f "setmetatable" "extend" "class" "derive" "subclass"))
(assignment_statement (variable_list name: [(identifier) @defines (_ field: (_) @defines)])) @items
(field name: (_) @name value: (function_definition body: (_)? @body)) @definition.function
(field name: (_) @name value: (table_constructor (field name: (_) value: (function_definition))) @body) @definition.class
(field name: (_) @defines) @items
(return_statement (expression_list . (table_constructor (field name: (_) value: (function_definition))) @cross .))

((function_call name: (identifier) @_f arguments: (arguments . (string) @module .)) @import
 (#any-of? @_f "require" "dofile" "loadfile"))
(function_call name: (parenthesized_expression (function_definition body: (_) @cross)))
((function_call name: (identifier) @_f arguments: (arguments (function_definition body: (_) @cross)))
 (#any-of? @_f "describe" "context" "insulate" "expose"))
((function_call name: (identifier) @_f arguments: (arguments . (string) @name (function_definition body: (_) @body))) @definition.function
 (#any-of? @_f "it" "spec" "test" "pending"))

(identifier) @reference
(function_call) @call.name
(method_index_expression) @call.method
[(function_declaration) (parameters) (for_numeric_clause) (variable_list)] @binding.name
[(block) (for_statement)] @scope
[(variable_list) (assignment_statement)] @variables
(function_call) @items
