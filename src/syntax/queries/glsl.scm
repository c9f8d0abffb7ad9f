; Blocks of an interface: `uniform Camera { mat4 view; } camera;`.
(declaration (identifier) @name . (field_declaration_list) @body) @definition.struct
(declaration (field_declaration_list) . (identifier) @defines)

; Highlights
["attribute" "buffer" "coherent" "in" "inout" "out" "precision" "readonly" "shared" "uniform" "varying" "writeonly"] @keyword
