(comment) @comment
(object) @cross
(pair key: (_) @defines) @items

; Highlights
; In the grammar's own query, the pattern for all strings follows the one for keys.
(pair key: (string) @property)
(escape_sequence) @escape
(comment) @comment
