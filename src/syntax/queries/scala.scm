[(comment) (block_comment)] @comment
(using_directive) @preamble
(annotation) @attribute
[(import_declaration) (export_declaration)] @import
[(enum_case_definitions) (val_declaration) (var_declaration)] @items
[(class_definition) (object_definition)] @definition.class
(trait_definition) @definition.trait
(enum_definition) @definition.enum
(package_object) @definition.module
(type_definition) @definition.type
[(function_definition) (function_declaration)] @definition.function
(end_marker) @silent

[(identifier) (type_identifier)] @reference
"this" @reference
(call_expression) @call.function
(generic_function) @call.function
(call_expression) @literal.function
(assignment_expression) @named.left
(infix_expression) @receiver
[(val_definition) (var_definition)] @binding.pattern
[(val_definition) (var_definition) (binding)] @variables
[(block) (case_clause)] @scope
(typed_pattern) @binding.pattern
(case_class_pattern) @binding.pattern
(tuple_pattern) @binding
[(parameter) (binding)] @binding.name
(lambda_expression) @binding.parameters

; An extension has the name of the extended type.
((extension_definition parameters: ((parameters . (parameter type: (_) @of)) @_p)) @definition.impl @body
 (#not-match? @_p "^[(]using "))

; `package a.b` names the package of the file itself, `package a { … }` opens a scope.
(package_clause name: (_) @qualified body: (_) @body) @definition.module
(package_clause !body) @import

(class_definition extend: (_) @base)
(type_definition type: [(type_identifier) (stable_type_identifier) (generic_type)] @base)
(object_definition extend: (_) @base)
(trait_definition extend: (_) @base)
(enum_definition extend: (_) @base)
(package_object extend: (_) @base)

; Values bound to a name: functions, and objects with members.
(val_definition pattern: (identifier) @name value: [(lambda_expression) (case_block)] @body) @definition.function
(val_definition pattern: (identifier) @name
  value: (instance_expression . (_) @base (template_body) @body)) @definition.class
(val_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.class
(var_definition pattern: (identifier) @name value: [(lambda_expression) (case_block)] @body) @definition.function
(var_definition pattern: (identifier) @name
  value: (instance_expression . (_) @base (template_body) @body)) @definition.class
(var_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.class

; Suites and tests: `"a" should { "b" in { … } }`, `"a" should "b" in { … }`, `test("a") { … }`.
((infix_expression left: (_) operator: (_) @_o right: (block) @cross)
 (#any-of? @_o "should" "must" "can" "when" "which"))
((infix_expression operator: (_) @_o right: (block (infix_expression left: (string) operator: (_) @_i)) @cross)
 (#any-of? @_o ">>" "in") (#any-of? @_i ">>" "in" "!"))
((infix_expression
   left: [(string) @name (interpolated_string_expression (interpolated_string) @name)
     (infix_expression left: (_) @name right: (string) @name)]
   operator: (_) @_o
   right: [(block) (case_block) (instance_expression) (call_expression)] @body) @definition.function
 (#any-of? @_o "in" ">>" "!"))
((call_expression function: (call_expression function: (identifier) @_f) arguments: (block) @cross)
 (#any-of? @_f "describe" "feature" "Feature"))
((call_expression function: (call_expression function: (identifier) @_f arguments: (arguments . (string) @name))
   arguments: (block) @body) @definition.function
 (#any-of? @_f "test" "it" "they" "property" "scenario" "Scenario"))

; Parameters of a class that are members: all of a case class, otherwise those with `val` or `var`.
(class_definition "case" (class_parameters (class_parameter name: (_) @defines)))
(class_definition (class_parameters (class_parameter ["val" "var"] name: (_) @defines)))
(enum_definition (class_parameters (class_parameter ["val" "var"] name: (_) @defines)))

; A given with members is an instance of a type class: `given a: A[B] with`, `given A[B] with`.
(given_definition name: (_) @name return_type: (_) @base
 body: [(template_body) (with_template_body)] @body) @definition.impl
((given_definition "given" @name !name return_type: (_) @name @base
 body: [(template_body) (with_template_body)] @body) @definition.impl (#set! join " "))

(given_definition name: (_) @defines) @items

; `a.b, c.d`: the last part of each path is the imported name, unless a selector follows. `a => _` hides a name.
((import_declaration ["import" ","] . path: (_) @module .) (#set! separator "."))
((import_declaration ["import" ","] . path: (_) @module . ("." . path: (_) @module)* . "." . path: (_) @module .) (#set! separator "."))
((import_declaration ["import" ","] . path: (_) @module . ("." . path: (_) @module)* . ",") (#set! separator "."))
(import_declaration ["import" ","] . path: (_) @module . ("." . path: (_) @module)* . "."
 . [(namespace_selectors [(identifier) (operator_identifier)] @imported)
  (namespace_selectors (_ name: (_) @imported alias: (identifier) @alias))
  (_ name: (_) @imported alias: (identifier) @alias)])
((import_declaration ["import" ","] . path: (_) @module . ("." . path: (_) @module)* . "."
 . [(namespace_wildcard) @_w (namespace_selectors (namespace_wildcard) @_w)])
 (#not-eq? @_w "given") (#set! imported "*"))
((import_declaration ["import" ","] . path: (_) @module . ("." . path: (_) @module)* . "."
 . [(namespace_wildcard) @_w (namespace_selectors (namespace_wildcard) @_w)])
 (#eq? @_w "given") (#set! imported "given"))
((export_declaration ["export" ","] . path: (_) @module .) (#set! separator "."))
((export_declaration ["export" ","] . path: (_) @module . ("." . path: (_) @module)* . "." . path: (_) @module .) (#set! separator "."))
((export_declaration ["export" ","] . path: (_) @module . ("." . path: (_) @module)* . ",") (#set! separator "."))
(export_declaration ["export" ","] . path: (_) @module . ("." . path: (_) @module)* . "."
 . [(namespace_selectors [(identifier) (operator_identifier)] @imported)
  (namespace_selectors (_ name: (_) @imported alias: (identifier) @alias))
  (_ name: (_) @imported alias: (identifier) @alias)])
((export_declaration ["export" ","] . path: (_) @module . ("." . path: (_) @module)* . "."
 . [(namespace_wildcard) @_w (namespace_selectors (namespace_wildcard) @_w)])
 (#not-eq? @_w "given") (#set! imported "*"))
((export_declaration ["export" ","] . path: (_) @module . ("." . path: (_) @module)* . "."
 . [(namespace_wildcard) @_w (namespace_selectors (namespace_wildcard) @_w)])
 (#eq? @_w "given") (#set! imported "given"))

; Highlights
; Nodes that the grammar's own query does not highlight, or highlights differently.
(package_identifier (identifier) @module)
(function_definition name: (identifier) @function)
(function_declaration name: (identifier) @function)
(annotation name: (type_identifier) @attribute)
[ "abstract" "final" "lazy" "sealed" "private" "protected" ] @keyword
[ (opaque_modifier) (transparent_modifier) (open_modifier) (inline_modifier) ] @keyword
