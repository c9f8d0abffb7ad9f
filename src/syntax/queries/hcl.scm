(comment) @comment
(body) @cross
[(block_start) (block_end)] @silent

; `resource "aws_vpc" "main"` is aws_vpc.main, `data "aws_ami" "base"` is data.aws_ami.base.
((block . (identifier) @_b . (_) @path . (string_lit) @name . (block_start) (body)? @body) @definition.struct
 (#eq? @_b "resource"))
((block . (identifier) @_b @path . (_) @path . (string_lit) @name . (block_start) (body)? @body) @definition.struct
 (#any-of? @_b "data" "ephemeral" "source"))
((block . (identifier) @_b @path . [(string_lit) (identifier)] @name . (block_start) (body)? @body) @definition.module
 (#eq? @_b "module"))
((block . (identifier) @_b @path . [(string_lit) (identifier)] @name . (block_start) (body)? @body) @definition.struct
 (#any-of? @_b "provider" "check"))
((block . (identifier) @_b . [(string_lit) (identifier)] @name . (block_start) (body)? @body) @definition.struct
 (#any-of? @_b "job" "group" "task"))
((block . (identifier) @_b . [(string_lit) (identifier)] @defines . (block_start)) @items
 (#any-of? @_b "variable" "output" "function"))
((block . (identifier) @_b . (block_start) (body (attribute . (identifier) @defines))) @items
 (#eq? @_b "locals"))

((attribute . (identifier) @_a (expression (literal_value (string_lit) @module))) @import
 (#eq? @_a "source"))

(identifier) @reference
