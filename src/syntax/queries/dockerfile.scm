(comment) @comment
; A stage is called as it says, else like the image that it begins with, and holds what follows.
(from_instruction as: (_) @name) @section
(from_instruction (image_spec name: (_) @name)) @section
(image_spec name: (_) @module) @import
(arg_instruction (_ name: (_) @defines)) @items
(env_instruction (_ name: (_) @defines)) @items

(variable) @reference
