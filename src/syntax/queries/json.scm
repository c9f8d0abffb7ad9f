(comment) @comment
(object) @cross
(pair key: (_) @defines) @items
