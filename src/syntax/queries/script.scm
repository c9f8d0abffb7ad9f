[(comment) (html_comment)] @comment
(hash_bang_line) @preamble
(decorator) @attribute
(import_statement) @import
[(property_identifier) (class_static_block)] @items
[(lexical_declaration) (variable_declaration) (expression_statement) (pair)] @special
(export_statement) @wrapper
(class_declaration) @definition.class
[(function_declaration) (generator_function_declaration)] @definition.function
(method_definition) @definition.method
(empty_statement) @silent

[(identifier) (property_identifier) (private_property_identifier)
 (shorthand_property_identifier) (shorthand_property_identifier_pattern)] @reference
[(formal_parameters) (array_pattern) (object_pattern) (rest_pattern)] @binding
[(variable_declarator) (function_expression) (class) (generator_function) (method_definition)] @binding.name
[(arrow_function) (catch_clause)] @binding.parameter
[(for_in_statement) (assignment_pattern) (object_assignment_pattern)] @binding.left
[(pair) (pair_pattern)] @binding.key
(pair_pattern) @binding.value
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

; `export { a as b }`, `export default a`.
(export_statement !source (export_clause (export_specifier name: (identifier) @local !alias)))
(export_statement !source (export_clause (export_specifier name: (identifier) @local alias: _ @exported)))
((export_statement "default" [declaration: (_ name: (_) @local) value: (identifier) @local
   value: (_ name: (_) @local)]) (#set! exported "default"))

; `module.exports = a`, `module.exports = { a: b }`, `exports.a = b`. A function is called as what it is
; assigned to.
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
