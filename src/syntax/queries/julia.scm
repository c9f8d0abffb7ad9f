[(line_comment) (block_comment)] @comment
; A string before a declaration is its documentation.
[(string_literal) (prefixed_string_literal)] @docs
[(if_statement) (for_statement) (let_statement) (compound_statement)] @conditional
[(else_clause) (elseif_clause)] @cross
[(type_head) (for_binding)] @silent
[(export_statement) (public_statement)] @import

((using_statement [(identifier) (scoped_identifier) (import_path)] @module) @import (#set! imported "*"))
(using_statement [(identifier) (scoped_identifier) (import_path)] @module) @import
(import_statement [(identifier) (scoped_identifier) (import_path)] @module) @import
(using_statement (import_alias . (_) @module . (_) @alias)) @import
(import_statement (import_alias . (_) @module . (_) @alias)) @import
(using_statement (selected_import . (_) @module [(identifier) (macro_identifier) (operator)] @imported)) @import
(import_statement (selected_import . (_) @module [(identifier) (macro_identifier) (operator)] @imported)) @import
(using_statement (selected_import . (_) @module (import_alias . (_) @imported . (_) @alias))) @import
(import_statement (selected_import . (_) @module (import_alias . (_) @imported . (_) @alias))) @import
((call_expression . (identifier) @_f (argument_list . (string_literal) @module)) @import (#eq? @_f "include") (#set! imported "*"))

((macrocall_expression (macro_identifier) @_m (macro_argument_list . [(identifier) @name (_ . (identifier) @name)]
   [(identifier) @defines (assignment . (_) @defines) (assignment (juxtaposition_expression (identifier) @defines)) (compound_statement [(identifier) @defines (assignment . (_) @defines)])])) @definition.enum
 (#eq? @_m "@enum"))
((macrocall_expression (macro_identifier) @_m (macro_argument_list (string_literal) .)) @docs (#eq? @_m "@doc"))
((macrocall_expression (macro_identifier) @_m (macro_argument_list
   (_ (macrocall_expression (macro_identifier) @_n)) @cross .)) (#eq? @_m "@testset") (#eq? @_n "@testset"))
((macrocall_expression (macro_identifier) @_m (macro_argument_list . (string_literal) @name (_) @body .)) @definition.function
 (#eq? @_m "@testset"))
; `@inline function f() … end` declares the function after the macro.
(macrocall_expression (macro_argument_list [(macrocall_expression) (using_statement) (import_statement)
  (function_definition) (struct_definition) (macro_definition) (abstract_definition) (assignment)
  (const_statement) (module_definition)] @wraps .))

(module_definition name: (_) @name @head) @definition.module @body
(struct_definition (type_head [(identifier) @name (_ . (identifier) @name) (_ . (_ . (identifier) @name))]) @head) @definition.struct @body
(struct_definition (type_head (_ (operator) . (_) @base)))
(struct_definition (identifier) @defines)
(struct_definition (macrocall_expression (macro_argument_list [(identifier) @defines (typed_expression . (_) @defines)])))
(abstract_definition (type_head [(identifier) @name (_ . (identifier) @name) (_ . (_ . (identifier) @name))]) @head) @definition.type
(abstract_definition (type_head (_ (operator) . (_) @base)))
(primitive_definition (type_head [(identifier) @name (_ . (identifier) @name)]) @head) @definition.type
(primitive_definition (type_head (_ (operator) . (_) @base)))

; The name of the function inside return types and conditions: `f(x)::T where T`.
(function_definition (signature [(call_expression . (field_expression) @qualified)
  (_ . (call_expression . (field_expression) @qualified)) (_ . (_ . (call_expression . (field_expression) @qualified)))]) @head) @definition.method
(function_definition (signature [(identifier) @name
  (call_expression . [(identifier) (operator) (interpolation_expression)] @name) (call_expression . (_ . (identifier) @name))
  (_ . (call_expression . [(identifier) @name (_ . (identifier) @name)])) (_ . (_ . (call_expression . [(identifier) @name (_ . (identifier) @name)])))]) @head) @definition.function
; A value that is called: `function (f::Poly{T})(x) where T`.
(function_definition (signature [(call_expression . (parenthesized_expression (_ [(identifier) @name (parametrized_type_expression . (identifier) @name)] .)))
  (_ . (call_expression . (parenthesized_expression (_ [(identifier) @name (parametrized_type_expression . (identifier) @name)] .))))]) @head) @definition.function
(macro_definition (signature (call_expression . (_) @name)) @head) @definition.macro
(assignment . [(call_expression . (field_expression) @qualified) (_ . (call_expression . (field_expression) @qualified))] @head) @definition.method
(assignment . [(call_expression . [(identifier) (operator) (interpolation_expression)] @name) (call_expression . (_ . (identifier) @name))
  (call_expression . (parenthesized_expression (_ [(identifier) @name (parametrized_type_expression . (identifier) @name)] .)))
  (_ . (call_expression . (parenthesized_expression (_ [(identifier) @name (parametrized_type_expression . (identifier) @name)] .))))
  (_ . (call_expression . [(identifier) @name (_ . (identifier) @name)])) (_ . (_ . (call_expression . [(identifier) @name (_ . (identifier) @name)])))] @head) @definition.function
; A number before a name is no parameter: `@test a ≈ 1 atol=2`.
((assignment . (binary_expression (operator) @name (_) @_b .) @head) @definition.function (#not-match? @_b "^[0-9]"))
(assignment . (identifier) @name @head (operator) [(arrow_function_expression) (function_definition)]) @definition.function
(assignment . (parametrized_type_expression . (identifier) @name) @head) @definition.type
(assignment . (identifier) @name @head (operator) (parametrized_type_expression)) @definition.type
(assignment . [(identifier) @defines (typed_expression . (_) @defines)
  (open_tuple (identifier) @defines) (tuple_expression (identifier) @defines)]) @items
(const_statement (assignment) @wraps)
(const_statement (_ . (identifier) @defines)) @items
(global_statement (assignment) @wraps)
(typed_expression . (identifier) @defines) @items

(identifier) @reference
(call_expression) @call
(broadcast_call_expression) @call
(macro_identifier) @call

; Highlights
; Julia. The last matching pattern wins.

(identifier) @variable
((identifier) @type
  (#match? @type "^[A-Z]"))
((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9_]+$"))
((identifier) @constant.builtin
  (#match? @constant.builtin "^(nothing|missing|undef|Inf|NaN|pi|π)$"))

(field_expression (identifier) @property .)
(field_expression value: (identifier) @variable)
(field_expression value: (identifier) @module
  (#match? @module "^[A-Z]"))
(quote_expression (identifier) @string.special.symbol)
(named_argument . (identifier) @parameter)

(typed_expression (identifier) (identifier) @type)
(type_head (identifier) @type)
(type_head (binary_expression (identifier) @type))
(parametrized_type_expression . (identifier) @type)
(curly_expression (identifier) @type)
(where_expression (identifier) @type)

(call_expression . (identifier) @function.call)
(call_expression . (field_expression (identifier) @function.call .))
(broadcast_call_expression . (identifier) @function.call)
(broadcast_call_expression . (field_expression (identifier) @function.call .))
(signature (identifier) @function)
(macro_identifier) @function.macro
(macro_identifier (identifier) @function.macro)
(macro_definition (signature (call_expression . (identifier) @function.macro)))

(module_definition name: (identifier) @module)
(using_statement (identifier) @module)
(import_statement (identifier) @module)
(scoped_identifier (identifier) @module)
(selected_import . (identifier) @module)
(import_path (identifier) @module)

(integer_literal) @number
(float_literal) @number
(boolean_literal) @boolean
(character_literal) @character
[
  (string_literal)
  (prefixed_string_literal)
  (command_literal)
  (prefixed_command_literal)
] @string
(escape_sequence) @string.escape
(string_interpolation) @embedded

(operator) @operator
[
  "="
  "->"
  "::"
  "..."
  "?"
] @operator
[
  "("
  ")"
  "["
  "]"
  "{"
  "}"
] @punctuation.bracket
[
  ","
  ";"
  "."
] @punctuation.delimiter

[
  "abstract"
  "as"
  "baremodule"
  "begin"
  "catch"
  "const"
  "do"
  "else"
  "elseif"
  "end"
  "export"
  "finally"
  "for"
  "function"
  "global"
  "if"
  "import"
  "let"
  "local"
  "macro"
  "module"
  "mutable"
  "primitive"
  "public"
  "quote"
  "return"
  "struct"
  "try"
  "type"
  "using"
  "where"
  "while"
  (break_statement)
  (continue_statement)
] @keyword

[
  (line_comment)
  (block_comment)
] @comment
