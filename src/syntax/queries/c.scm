(comment) @comment
(attribute_declaration) @attribute
(preproc_call) @preamble
(preproc_include) @import
[(declaration) (field_declaration)] @special
[(enumerator) (preproc_def)] @items
[(struct_specifier) (union_specifier)] @definition.struct
(enum_specifier) @definition.enum
(type_definition) @definition.type
(function_definition) @definition.function
(preproc_function_def) @definition.macro
[(preproc_if) (preproc_ifdef) (preproc_else) (preproc_elif) (preproc_elifdef)
 (linkage_specification) (declaration_list) (field_declaration_list) (enumerator_list)] @cross
