(comment) @comment
(table . [(bare_key) (quoted_key) (dotted_key)] @defines) @items
(table_array_element . [(bare_key) (quoted_key) (dotted_key)] @defines) @items
(pair . [(bare_key) (quoted_key) (dotted_key)] @defines) @items

; Highlights
(comment) @comment

(pair [(bare_key) (quoted_key)] @property)
(pair (dotted_key [(bare_key) (quoted_key)] @property))
(table [(bare_key) (quoted_key)] @type)
(table (dotted_key [(bare_key) (quoted_key)] @type))
(table_array_element [(bare_key) (quoted_key)] @type)
(table_array_element (dotted_key [(bare_key) (quoted_key)] @type))

(boolean) @constant
[(integer) (float)] @number
[(offset_date_time) (local_date_time) (local_date) (local_time)] @number
(string) @string
(escape_sequence) @escape

"=" @operator
["." ","] @punctuation
["[" "]" "[[" "]]" "{" "}"] @punctuation
