(comment) @comment
(attribute_declaration) @attribute
(preproc_call) @preamble
(preproc_include) @import
[(declaration) (field_declaration) (preproc_def)] @special
(enumerator) @items
[(struct_specifier) (union_specifier)] @definition.struct
(enum_specifier) @definition.enum
(type_definition) @definition.type
(function_definition) @definition.function
(preproc_function_def) @definition.macro
[(preproc_if) (preproc_ifdef) (preproc_else) (preproc_elif) (preproc_elifdef)
 (linkage_specification) (declaration_list) (field_declaration_list) (enumerator_list)] @cross

[(identifier) (type_identifier) (field_identifier)] @reference
(preproc_arg) @reference.words
[(parameter_declaration) (declaration) (field_declaration) (init_declarator)
 (pointer_declarator) (array_declarator) (function_declarator) (type_definition)
 (function_definition)] @binding.declarator
(compound_statement) @scope
[(parenthesized_declarator) (preproc_params) (field_designator) (attributed_declarator)] @binding
[(enumerator) (preproc_def) (preproc_function_def) (attribute)] @binding.name
[(declaration) (compound_literal_expression)] @literal.type
(initializer_pair) @key.designator
(attribute) @binding.prefix
[(function_definition) (declaration) (parameter_declaration) (field_declaration)
 (type_definition)] @uncalled.type
(attribute_specifier) @uncalled

(preproc_include path: (_) @module)

; `struct A { … };` inside a class is parsed as a field without a name.
(declaration type: (_ name: (_) body: (_)) @wraps !declarator)
(field_declaration type: (_ name: (_) body: (_)) @wraps !declarator)
(field_declaration type: (_ name: (_) body: (_)) @wraps
  declarator: [(field_identifier) @defines (_ declarator: (field_identifier) @defines)])

; A tag and the name of its type mean the same.
(type_definition type: [(struct_specifier name: (_) @base) (union_specifier name: (_) @base)
  (enum_specifier name: (_) @base) (type_identifier) @base])
; `typedef struct { … } T;` declares a struct.
(type_definition type: [(struct_specifier body: (_)) (union_specifier body: (_))]) @definition.struct
(type_definition type: (enum_specifier body: (_))) @definition.enum

; `struct A { … } a;` is a struct that defines a variable, too.
(declaration type: (_ name: (_) body: (_)) @wraps
  declarator: [(identifier) @defines (_ declarator: (identifier) @defines)
    (init_declarator declarator: (_ declarator: (identifier) @defines))])
