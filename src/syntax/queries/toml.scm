(comment) @comment
(table . [(bare_key) (quoted_key) (dotted_key)] @defines) @items
(table_array_element . [(bare_key) (quoted_key) (dotted_key)] @defines) @items
(pair . [(bare_key) (quoted_key) (dotted_key)] @defines) @items
