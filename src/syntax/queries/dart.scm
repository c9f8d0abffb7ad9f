[(comment) (block_comment) (documentation_comment) (documentation_block_comment)] @comment
(script_tag) @preamble
(annotation) @attribute
(member_declaration) @wrapper

; Imports of a whole library, of the names after `show`, or of a library with a prefix.
(library_name) @import
((part_directive uri: (_) @module) @import (#set! imported "*"))
((part_of_directive [(uri) (dotted_identifier_list)] @module) @import (#set! imported "*"))
(import_or_export (library_import (import_specification uri: (_ . (uri) @module) alias: (_) @alias))) @import
(import_or_export [
  (library_import (import_specification uri: (_ . (uri) @module) !alias (combinator "show" (identifier) @imported)))
  (library_export uri: (_ . (uri) @module) (combinator "show" (identifier) @imported))]) @import
((import_or_export [
   (library_import (import_specification uri: (_ . (uri) @module) !alias))
   (library_export uri: (_ . (uri) @module))]) @import
 (#not-match? @import "\\sshow\\s") (#set! imported "*"))

(class_declaration name: (_) @name) @definition.class
(class_declaration (mixin_application_class . (_) @name (mixin_application) @base)) @definition.class
(class_declaration superclass: (_) @base)
(class_declaration interfaces: (_) @base)
(mixin_declaration name: (_) @name) @definition.trait
(mixin_declaration [(type) (interfaces)] @base)
(extension_type_declaration name: (_ (identifier) @name) representation: (_ name: (_) @defines)) @definition.struct
(extension_type_declaration interfaces: (_) @base)
(enum_declaration name: (_) @name) @definition.enum
(enum_declaration [(mixins) (interfaces)] @base)
(extension_declaration name: (_) @name class: (_) @base) @definition.impl
(extension_declaration class: (_ . (type_identifier) @name) @base) @definition.impl
(type_alias (type_identifier) @name) @definition.type

; Functions, methods and accessors. A getter without a body is a field.
(function_declaration signature: (_ name: (_) @name)) @definition.function
(local_function_declaration (function_signature name: (_) @name)) @definition.function
(external_function_declaration signature: (_ name: (_) @name)) @definition.function
(getter_declaration signature: (_ name: (_) @name)) @definition.accessor
(setter_declaration signature: (_ name: (_) @name)) @definition.accessor
(external_getter_declaration signature: (_ name: (_) @defines)) @items
(external_setter_declaration signature: (_ name: (_) @defines)) @items
(method_declaration signature: (_ (function_signature name: (_) @name))) @definition.function
(method_declaration signature: (_ [(getter_signature name: (_) @name) (setter_signature name: (_) @name)])) @definition.accessor
(method_declaration signature: (_ (operator_signature "operator" @name operator: _ @name))) @definition.method
(method_declaration signature: (_ (_ name: (identifier) @name . parameters: (_)))) @definition.constructor
(declaration (function_signature name: (_) @name)) @definition.function
(declaration (operator_signature "operator" @name operator: _ @name)) @definition.method
(declaration [(getter_signature name: (_) @defines) (setter_signature name: (_) @defines)]) @items
(declaration (_ name: (identifier) @name . parameters: (_))) @definition.constructor

; A variable with a function as its value is a function.
(declaration (_ . (_ name: (_) @name value: (function_expression body: (_) @body)) .)) @definition.function
(top_level_variable_declaration (_ . (_ name: (_) @name value: (function_expression body: (_) @body)) .)) @definition.function
(declaration (_ [(static_final_declaration name: (_) @defines) (initialized_identifier name: (_) @defines)])) @items
(declaration (identifier_list (identifier) @defines)) @items
(top_level_variable_declaration (_ [(static_final_declaration name: (_) @defines) (initialized_identifier name: (_) @defines)])) @items
(external_variable_declaration (identifier_list (identifier) @defines)) @items
(enum_entry name: (_) @defines) @items

[(identifier) (type_identifier) (identifier_dollar_escaped)] @reference
["super" "this"] @reference
(call_expression) @call.function
[(function_signature) (getter_signature) (setter_signature) (formal_parameter) (variable_pattern)
 (for_statement) (initialized_variable_declaration) (initialized_identifier)] @binding.name
[(block) (if_statement)] @scope
[(initialized_variable_declaration) (initialized_identifier)] @variables
