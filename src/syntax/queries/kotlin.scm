[(line_comment) (block_comment)] @comment
[(shebang) (file_annotation)] @preamble
; To the grammar an annotation above another is one of an expression.
[(annotation) (annotated_expression)] @attribute
[(package_header) (import)] @import
(enum_entry) @items
[(class_declaration) (object_declaration) (companion_object)] @definition.class
(type_alias) @definition.type
(function_declaration) @definition.function
[(secondary_constructor) (anonymous_initializer)] @definition.constructor

(identifier) @reference
(call_expression) @call

((import (qualified_identifier) @module "*") (#set! imported "*"))
((import (qualified_identifier) @module (identifier) @alias) (#set! separator "."))
((import (qualified_identifier) @module) @_import
 (#not-match? @_import "[*]| as ") (#set! separator "."))

(type_alias type: (_) @name)
(secondary_constructor "constructor" @name)
(anonymous_initializer "init" @name)
; What Kotlin itself calls one without a name.
((companion_object "companion" @name !name) @definition.class (#set! name "Companion"))
(class_declaration "interface") @definition.interface
((class_declaration (modifiers (class_modifier) @_m)) @definition.enum (#eq? @_m "enum"))
; The type that an extension is of is before its name.
(function_declaration [(user_type (identifier) @path) (nullable_type (user_type (identifier) @path))
  (parenthesized_type) @path (nullable_type (parenthesized_type) @path)] name: (_))

; A property with code of its own is an accessor, one that is bound to a function or an object is that.
(property_declaration [(user_type (identifier) @path) (nullable_type (user_type (identifier) @path))]
  (variable_declaration (identifier) @name)
  [(getter (function_body)) (setter (function_body))] @body) @definition.accessor
(property_declaration (variable_declaration (identifier) @name)
  [(getter (function_body)) (setter (function_body))] @body) @definition.accessor
(property_declaration (variable_declaration (identifier) @name) "=" (lambda_literal) @body) @definition.function
(property_declaration (variable_declaration (identifier) @name)
  "=" (anonymous_function (function_body) @body)) @definition.function
(property_declaration (variable_declaration (identifier) @name)
  "=" (object_literal (delegation_specifiers) @base (class_body) @body)) @definition.class
(property_declaration (variable_declaration (identifier) @name)
  "=" (object_literal (class_body) @body)) @definition.class

; Parameters of a primary constructor that are properties.
(class_declaration (primary_constructor (class_parameters (class_parameter ["val" "var"] (identifier) @defines))))
