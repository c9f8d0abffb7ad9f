(comment) @comment
(module_attribute name: (_) @name) @definition.module
; An export does not use what it names.
[(export_attribute) (export_type_attribute)] @import
(compile_options_attribute) @items
((wild_attribute name: (attr_name name: (_) @_n)) @docs (#eq? @_n "doc"))
((wild_attribute name: (attr_name name: (_) @_n)) @preamble (#eq? @_n "moduledoc"))
(wild_attribute name: (attr_name name: (_) @defines)) @items
(spec) @attribute
(fun_decl clause: (function_clause name: (_) @name args: (_) @parameters body: (_) @body)) @definition.function
(record_decl name: (_) @name) @definition.struct
(record_decl fields: (record_field name: (_) @defines))
(type_alias name: (type_name name: (_) @name)) @definition.type
(opaque name: (type_name name: (_) @name)) @definition.type
(nominal name: (type_name name: (_) @name)) @definition.type
(callback fun: (_) @name) @definition.function
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro
[(pp_ifdef) (pp_ifndef) (pp_if) (pp_else) (pp_endif)] @silent

([(pp_include file: (_) @module) (pp_include_lib file: (_) @module)] @import (#set! imported "*"))
(behaviour_attribute name: (_) @module) @import
(import_attribute module: (_) @module funs: (fa fun: (_) @imported)) @import

[(atom) (var)] @reference
[(record_expr) (record_update_expr) (record_field_expr) (record_index_expr)] @literal.name
[(record_field) (record_field_name)] @key.name
(call) @call.expr
; `fun add/2`
[(external_fun) (internal_fun)] @call.fun
(record_decl) @binding.name
; A call of another module needs no import: `lists:map(…)`.
[(remote_module) (module)] @importing
(remote_module module: (atom) @module)
(module name: (_) @module)
