(comment) @comment
(param_block) @items
[(statement_list) (script_block) (script_block_body)] @cross
(function_statement (function_name) @name (function_parameter_declaration) @head (script_block)? @body) @definition.function
(function_statement (function_name) @name @head (script_block)? @body) @definition.function
; Classes and enums have no node for their members.
(class_statement . (simple_name) @name @head) @definition.class @body
(class_method_definition (simple_name) @name (script_block)? @body) @definition.function
(class_property_definition (variable) @defines) @items
(enum_statement . (simple_name) @name @head) @definition.enum @body
(simple_name) @silent
(enum_member (simple_name) @defines) @items
((pipeline (assignment_expression (left_assignment_expression) @defines)) @items (#match? @defines "^[$]((global|local|private|script|env):)?\\w+$"))

((pipeline (pipeline_chain (command command_name: (_) @_c command_elements: (command_elements (generic_token) @module)))) @import
 (#match? @_c "(?i)^import-module$"))
((pipeline (pipeline_chain (command (command_invokation_operator) @_o command_name: (_) @module))) @import
 (#eq? @_o "."))

[(command_name) (member_name)] @reference
; `Set-Alias gt Get-Thing` names a function.
(generic_token) @reference.words
(command) @call.command_name

; Highlights
(function_name) @function
(command_name) @function
