[(comment) (html_comment)] @comment
(hash_bang_line) @preamble
(decorator) @attribute
(decorator) @call
(import_statement) @import
[(property_identifier) (class_static_block)] @items
(export_statement) @wrapper
(class_declaration) @definition.class
[(function_declaration) (generator_function_declaration)] @definition.function
(method_definition) @definition.method
(empty_statement) @silent

[(identifier) (property_identifier) (private_property_identifier)
 (shorthand_property_identifier) (shorthand_property_identifier_pattern) (super) (this)] @reference
(string_fragment) @reference.words
[(statement_block) (switch_body)] @scope
(variable_declaration) @hoisted
[(formal_parameters) (array_pattern) (object_pattern) (rest_pattern)] @binding
[(variable_declarator) (function_expression) (class) (generator_function) (method_definition)] @binding.name
[(arrow_function) (catch_clause)] @binding.parameter
[(for_in_statement) (assignment_pattern) (object_assignment_pattern)] @binding.left
[(pair) (pair_pattern)] @binding.key
(pair_pattern) @binding.value
(pair_pattern) @key.key
[(variable_declarator) (call_expression)] @importing

(import_statement . source: (_) @module)
((import_statement (import_clause (identifier) @alias) source: (_) @module) (#set! imported "default"))
((import_statement (import_clause (namespace_import (identifier) @alias)) source: (_) @module)
 (#set! imported "*"))
(import_statement (import_clause (named_imports (import_specifier name: _ @imported !alias)))
 source: (_) @module)
(import_statement (import_clause (named_imports (import_specifier name: _ @imported alias: _ @alias)))
 source: (_) @module)
(export_statement (export_clause (export_specifier name: _ @imported !alias)) source: (_) @module)
(export_statement (export_clause (export_specifier name: _ @imported alias: _ @alias))
 source: (_) @module)
((export_statement (namespace_export (_) @alias) source: (_) @module) (#set! imported "*"))
((export_statement "*" source: (_) @module) (#set! imported "*"))

; Values bound to a name: functions, classes, objects with functions, and functions wrapped in a call.
(lexical_declaration . (variable_declarator name: (identifier) @name value: (_) @binds) .)
(variable_declaration . (variable_declarator name: (identifier) @name value: (_) @binds) .)
(expression_statement . (string)) @preamble
(expression_statement (assignment_expression
  left: (member_expression object: (call_expression) @path property: (_) @name) right: (_) @binds))
(expression_statement (assignment_expression left: (member_expression) @qualified right: (_) @binds))
(expression_statement (assignment_expression left: (_) @of right: (_) @binds))
; A suite is transparent. A test is a function named by its string.
((expression_statement (call_expression function: (_) @_f arguments: (arguments
   [(arrow_function body: (statement_block) @cross) (function_expression body: (statement_block) @cross)])))
 (#match? @_f "^([fx]?(describe|context)|suite|define|require(js)?|jQuery|[$])(\\W|$)|^(test[.]describe|QUnit[.]module)\\b"))
((expression_statement (call_expression function: (_) @_f arguments: (arguments . [(string) (template_string)] @name
   [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)
    (call_expression arguments: (arguments [(arrow_function body: (_) @body) (function_expression body: (_) @body)
      (generator_function body: (_) @body)]))]))) @definition.function
 (#match? @_f "^((QUnit|Deno|tap)[.])?([fx]?(it|test|specify)|bench)(\\s*[.](concurrent|each|effect|failing|fails|fixme|for|live|only|runIf|scoped|sequential|serial|skip|skipIf|slow)\\b|$)"))
; Tests in a loop or a condition belong to the scope around it.
((for_in_statement body: (statement_block (expression_statement (call_expression
   function: (_) @_f arguments: (arguments . [(string) (template_string)])))) @cross)
 (#match? @_f "^[fx]?(it|test|specify|describe|context|bench|suite|QUnit|Deno|tap)\\b"))
((for_statement body: (statement_block (expression_statement (call_expression
   function: (_) @_f arguments: (arguments . [(string) (template_string)])))) @cross)
 (#match? @_f "^[fx]?(it|test|specify|describe|context|bench|suite|QUnit|Deno|tap)\\b"))
((if_statement consequence: (statement_block (expression_statement (call_expression
   function: (_) @_f arguments: (arguments . [(string) (template_string)])))) @cross)
 (#match? @_f "^[fx]?(it|test|specify|describe|context|bench|suite|QUnit|Deno|tap)\\b"))
((expression_statement (call_expression function: (member_expression property: (_) @_each) arguments: (arguments
   . [(arrow_function body: (statement_block (expression_statement (call_expression
   function: (_) @_f arguments: (arguments . [(string) (template_string)])))) @cross)
    (function_expression body: (statement_block (expression_statement (call_expression
   function: (_) @_f arguments: (arguments . [(string) (template_string)])))) @cross)])))
 (#any-of? @_each "forEach" "map")
 (#match? @_f "^[fx]?(it|test|specify|describe|context|bench|suite|QUnit|Deno|tap)\\b"))
(for_in_statement) @items
; `list: publicProcedure.query(() => …)` of a router.
((pair key: (_) @name value: (call_expression function: (member_expression property: (_) @_p) arguments: (arguments
   [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) @definition.function
 (#any-of? @_p "query" "mutation" "subscription"))
(pair key: (_) @of value: (_) @binds)
(arrow_function body: (_) @bound.function)
(function_expression body: (_) @bound.function)
(generator_function body: (_) @bound.function)
(class body: (_) @bound.class)
(object [(method_definition) (pair value: [(arrow_function) (function_expression) (generator_function)])]) @bound.class
((call_expression function: (identifier) @_f arguments: (arguments . [(arrow_function body: (_) @bound.function)
  (function_expression body: (_) @bound.function) (generator_function body: (_) @bound.function)]))
 (#not-match? @_f "^(set(Timeout|Interval|Immediate)|request(AnimationFrame|IdleCallback)|queueMicrotask)$"))
((call_expression function: (_) @_f arguments: (arguments . (call_expression arguments: (arguments
  . [(arrow_function body: (_) @bound.function) (function_expression body: (_) @bound.function)]))))
 (#match? @_f "^(React[.])?(memo|forwardRef|observer)$"))
((call_expression function: (member_expression object: (identifier) @_o) arguments: (arguments
  . [(arrow_function body: (_) @bound.function) (function_expression body: (_) @bound.function)]))
 (#eq? @_o "React"))
(parenthesized_expression . (_) @bound)
(assignment_expression right: (_) @bound)

(class_declaration (class_heritage) @base)
(class (class_heritage) @base)

; Properties that a constructor assigns.
((method_definition name: (_) @_n body: (statement_block (expression_statement (assignment_expression
   left: (member_expression object: (this) property: (_) @defines))))) (#eq? @_n "constructor"))
(method_definition ["get" "set"]) @definition.accessor
((method_definition name: (_) @_n) @definition.constructor (#eq? @_n "constructor"))

; `export { a as b }`, `export default a`, `export default memo(A)`.
(export_statement !source (export_clause (export_specifier name: (identifier) @local !alias)))
(export_statement !source (export_clause (export_specifier name: (identifier) @local alias: _ @exported)))
((export_statement "default" [declaration: (_ name: (_) @local) value: (identifier) @local
   value: (_ name: (_) @local)]) (#set! exported "default"))

((export_statement "default" value: (call_expression function: (_) @_f arguments: (arguments . (identifier) @local .)))
 (#match? @_f "^([a-zA-Z]+[.])?(memo|forwardRef|observer|inject|connect|compose|with[A-Z][a-zA-Z]*)\\b")
 (#match? @local "^[A-Z]") (#set! exported "default"))

; `module.exports = a`, `module.exports = { a: b }`, `exports.a = b`. An exported function has the name
; that it is assigned to.
((expression_statement (assignment_expression left: (_) @_left
   right: [(identifier) @local (assignment_expression right: (identifier) @local)]))
 (#any-of? @_left "module.exports" "exports") (#set! exported "default"))
((expression_statement (assignment_expression left: (_) @_left right: [(function_expression) @local
   (class) @local (arrow_function) @local
   (assignment_expression right: (function_expression) @local) (assignment_expression right: (class) @local)]))
 (#any-of? @_left "module.exports" "exports") (#set! exported "default") (#set! local "exports"))
((expression_statement (assignment_expression left: (member_expression object: (_) @_object property: (_) @exported)
   right: (identifier) @local)) (#any-of? @_object "module.exports" "exports"))
((expression_statement (assignment_expression left: (_) @_left
   right: (object (shorthand_property_identifier) @local))) (#any-of? @_left "module.exports" "exports"))
((expression_statement (assignment_expression left: (_) @_left
   right: (object (pair key: (_) @exported value: (identifier) @local))))
 (#any-of? @_left "module.exports" "exports"))
