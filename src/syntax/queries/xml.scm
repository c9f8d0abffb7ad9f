(Comment) @comment
[(prolog) (PI) (doctypedecl)] @preamble
(element) @special
(content) @cross
[(ETag)] @silent
((STag (Attribute (Name) @_a (AttValue) @defines)) @items (#match? @_a "(?i)^([\\w.]+:)?(id|name|key|include)$"))
((EmptyElemTag (Attribute (Name) @_a (AttValue) @defines)) @items (#match? @_a "(?i)^([\\w.]+:)?(id|name|key|include)$"))
