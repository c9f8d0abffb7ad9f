[(comment) (block_comment)] @comment
(using_directive) @preamble
(annotation) @attribute
[(import_declaration) (export_declaration)] @import
[(enum_case_definitions) (val_declaration) (var_declaration)] @items
[(package_clause) (val_definition) (var_definition) (extension_definition) (given_definition)] @special
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
