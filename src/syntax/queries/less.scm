(mixin_definition (class_name) @name) @definition.function
(mixin_definition (block) @body)
(each_statement) @cross
((declaration (property_name) @defines) @items (#match? @defines "^(@|--)"))
(mixin_statement) @items

[(identifier) (function_name) (variable) (class_name)] @reference

; Highlights
[(comment) (js_comment)] @comment
(function_name) @function
(mixin_definition (class_name) @function)
