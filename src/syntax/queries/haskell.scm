[(comment) (haddock)] @comment
(header) @preamble
; An export does not use what it names.
(exports) @import
(kind_signature) @attribute
[(imports) (declarations) (data_instance)] @cross

; `import qualified A.B as C (d, E (..))`
((import module: (_) @module names: (import_list name: (import_name . (_) @imported))) @import
 (#not-match? @import "\\b(qualified|hiding)\\b"))
(import module: (_) @module alias: (_) @alias) @import
((import module: (_) @module !alias) @import (#match? @import "\\bqualified\\b"))
((import module: (_) @module !names) @import (#not-match? @import "\\bqualified\\b") (#set! imported "*"))
((import module: (_) @module names: (_)) @import
 (#match? @import "\\bhiding\\b") (#not-match? @import "\\bqualified\\b") (#set! imported "*"))

((data_type name: (_) @name constructors: (_ constructor: (_) constructor: (_)) @body) @definition.enum (#set! reach "deep"))
((data_type name: (_) @name constructors: (gadt_constructors) @body) @definition.enum (#set! reach "deep"))
((data_type name: (_) @name constructors: (_)? @body) @definition.struct (#set! reach "deep"))
((newtype name: (_) @name constructor: (_)? @body) @definition.struct (#set! reach "deep"))
((data_type (infix operator: (_) @name) constructors: (_ constructor: (_) constructor: (_)) @body) @definition.enum (#set! reach "deep"))
((data_type (infix operator: (_) @name) constructors: (_)? @body) @definition.struct (#set! reach "deep"))
((newtype (infix operator: (_) @name) constructor: (_)? @body) @definition.struct (#set! reach "deep"))
(class (infix operator: (_) @name) declarations: (_)? @body) @definition.trait
(record name: (constructor) @defines)
(prefix name: (constructor) @defines)
(infix operator: (constructor_operator) @defines)
(gadt_constructor name: (_) @defines)
(field name: (field_name) @defines)
(data_type deriving: (deriving classes: (_) @base))
(newtype deriving: (deriving classes: (_) @base))
(class name: (_) @name declarations: (_)? @body) @definition.trait
(class context: (context context: (_) @base))
; A list and the unit have no name.
((instance name: (_) @base @name patterns: (type_patterns . (list)) declarations: (_)? @body) @definition.impl (#set! name "[]"))
((instance name: (_) @base @name patterns: (type_patterns . (unit)) declarations: (_)? @body) @definition.impl (#set! name "()"))
(instance name: (_) @base patterns: (_) @type declarations: (_)? @body) @definition.impl
(deriving_instance name: (_) @base patterns: (_) @type) @definition.impl
(type_synonym name: (_) @name) @definition.type
(type_synonym [(infix operator: (_) @name) (parens (infix operator: (_) @name))]) @definition.type
(type_family (infix operator: (_) @name)) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(type_instance name: (_) @name) @definition.type

; A function is its signature with the equations after it. A name bound to a literal is an item, and so is a
; signature without an arrow, unless its function follows.
(signature name: (_) @defines type: [(name) (list) (tuple) (unit)]) @items
(signature names: (binding_list name: (_) @defines)) @items
(signature name: (_) @name) @definition.function
(bind name: (_) @defines match: (match expression: [(literal) (list) (tuple) (negation) (unit) (arithmetic_sequence)])) @items
(bind pattern: (_ element: (variable) @defines)) @items
(bind name: (_) @name match: (_)? @body) @definition.function
(function name: (_) @name match: (_)? @body) @definition.function
(function [(infix operator: (_) @name) (function_head_parens (infix operator: (_) @name))] match: (_)? @body) @definition.function
(pattern_synonym (_ synonym: (apply . (constructor) @name))) @definition.function
(pattern_synonym (_ synonym: (apply . (apply . (constructor) @name)))) @definition.function
(pattern_synonym (_ synonym: (record . (constructor) @name))) @definition.function
(pattern_synonym (_ synonym: (_) @name)) @definition.function
(foreign_import signature: (_ name: (_) @name)) @definition.function

((pragma) @preamble (#match? @preamble "^[{]-#\\s*(LANGUAGE|OPTIONS)"))
(pragma) @silent
; `#if` and a short `#else` belong to the next declaration. The code that an `#else` excludes is one node.
((cpp) @silent (#match? @silent "^#en"))
((cpp) @attribute (#match? @attribute "^#(if|el)[^\n]*\n?$"))

[(variable) (constructor) (name)] @reference
(apply) @call.function
[(function) (bind)] @declares
[(function) (match) (lambda) (alternative)] @scope
(patterns) @binding
(bind) @binding.pattern
(bind) @variables

; Highlights
; The last pattern of the grammar's own query makes all variables types, for highlighters in which the
; first matching pattern wins.
(variable) @variable
(type_params (variable) @type)
(decl/signature name: (variable) @function)
(decl/function name: (variable) @function)
(decl/bind name: (variable) @function)
(apply function: (variable) @function.call)
(apply function: (qualified id: (variable) @function.call))
(infix_id (variable) @function.call)
(field_name (variable) @property)
(export variable: (variable) @function)
((variable) @boolean (#eq? @boolean "otherwise"))
