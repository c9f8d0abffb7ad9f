(comment) @comment
; A build stage contains the instructions after it. Its name is the one after `AS`, or that of its image.
(from_instruction as: (_) @name) @section
(from_instruction (image_spec name: (_) @name)) @section
; An image without a tag may be a stage, and one with a `$` has arguments.
((image_spec name: (_) @module) @import (#match? @import "^[^$]*[:/@]"))
(arg_instruction (_ name: (_) @defines)) @items
(env_instruction (_ name: (_) @defines)) @items

[(variable) (image_name)] @reference
[(param) (mount_param_param) (shell_command)] @reference.words

; Highlights
; Names that the grammar's own query does not highlight, and comments, which it highlights twice.
(image_name) @type
(image_tag) @constant
(image_alias) @label
(variable) @variable
(arg_pair name: (unquoted_string) @property)
(env_pair name: (unquoted_string) @property)
(label_pair key: (unquoted_string) @property)
(comment) @comment
