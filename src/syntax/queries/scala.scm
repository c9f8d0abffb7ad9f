[(comment) (block_comment)] @comment
(using_directive) @preamble
(annotation) @attribute
[(import_declaration) (export_declaration)] @import
[(enum_case_definitions) (val_declaration) (var_declaration)] @items
[(extension_definition) (given_definition)] @special
[(class_definition) (object_definition)] @definition.class
(trait_definition) @definition.trait
(enum_definition) @definition.enum
(package_object) @definition.module
(type_definition) @definition.type
[(function_definition) (function_declaration)] @definition.function
(end_marker) @silent

[(identifier) (type_identifier)] @reference
(call_expression) @call.function
(generic_function) @call.function
(infix_expression) @call.operator

; `package a.b` is of the file itself, `package a { … }` is a scope.
(package_clause name: (_) @qualified body: (_) @body) @definition.module
(package_clause !body) @import

; What is bound to a name: a function, an object with members.
(val_definition pattern: (identifier) @name value: [(lambda_expression) (case_block)] @body) @definition.function
(val_definition pattern: (identifier) @name
  value: (instance_expression . (_) @base (template_body) @body)) @definition.class
(val_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.class
(var_definition pattern: (identifier) @name value: [(lambda_expression) (case_block)] @body) @definition.function
(var_definition pattern: (identifier) @name
  value: (instance_expression . (_) @base (template_body) @body)) @definition.class
(var_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.class

; Parameters of a class that are members of it: all of a case class, elsewhere those that say so.
(class_definition "case" (class_parameters (class_parameter name: (_) @defines)))
(class_definition (class_parameters (class_parameter ["val" "var"] name: (_) @defines)))
(enum_definition (class_parameters (class_parameter ["val" "var"] name: (_) @defines)))
