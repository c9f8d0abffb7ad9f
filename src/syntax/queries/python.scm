(comment) @comment
(decorator) @attribute
[(import_statement) (import_from_statement) (future_import_statement)] @import
(decorated_definition) @wrapper
(class_definition) @definition.class
(function_definition) @definition.function
(type_alias_statement) @definition.type
[(if_statement) (try_statement) (with_statement) (for_statement) (while_statement)] @conditional
[(block) (else_clause) (elif_clause) (except_clause) (finally_clause)] @cross

(identifier) @reference
(string_content) @reference.words
[(assignment) (call)] @importing
[(dotted_name) (splat_pattern) (parameters) (lambda_parameters) (typed_parameter) (pattern_list) (tuple_pattern)
 (list_pattern) (list_splat_pattern) (dictionary_splat_pattern) (as_pattern_target)] @binding
[(default_parameter) (typed_default_parameter) (keyword_argument) (named_expression)] @binding.name
(decorator) @call
(call) @literal.function
(keyword_argument) @named.name
[(assignment) (for_statement) (for_in_clause)] @binding.left
(as_pattern) @binding.alias
(class_pattern) @uncalled
(class_pattern) @literal
(keyword_pattern) @given

(import_statement name: (dotted_name) @module)
(import_statement name: (aliased_import name: (_) @module alias: (_) @alias))
(import_from_statement module_name: (_) @module name: (dotted_name) @imported)
(import_from_statement module_name: (_) @module
  name: (aliased_import name: (_) @imported alias: (_) @alias))
((import_from_statement module_name: (_) @module (wildcard_import)) (#set! imported "*"))
(future_import_statement "__future__" @module name: (dotted_name) @imported)
(future_import_statement "__future__" @module
  name: (aliased_import name: (_) @imported alias: (_) @alias))

; `type Row[T] = …` is generic.
(type_alias_statement left: (type [(identifier) @name (generic_type . (_) @name)]))
((decorated_definition (decorator) @_d definition: (function_definition)) @definition.accessor
 (#match? @_d "(property|[.]setter|[.]deleter)$"))
(class_definition body: (block . (comment)* .
  (expression_statement . [(string) (concatenated_string)]) @docstring))
(function_definition body: (block . (comment)* .
  (expression_statement . [(string) (concatenated_string)]) @docstring))

(class_definition superclasses: (_) @base)
(type_alias_statement right: (type (identifier) @base))

; Attributes that a constructor assigns.
((function_definition name: (_) @_i body: (block (expression_statement (assignment
   left: (attribute object: (identifier) @_self attribute: (_) @defines)))))
 (#eq? @_i "__init__") (#eq? @_self "self"))

; `f = lambda x: x` declares a function.
(expression_statement . [(string) (concatenated_string)]) @preamble
(expression_statement . (assignment left: (identifier) @name right: (lambda body: (_) @body))) @definition.function

; Highlights
; The grammar's own query has this before `@property`: a called method is an attribute, too.
(call function: (attribute attribute: (identifier) @function.method))
