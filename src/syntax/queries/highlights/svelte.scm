; What the grammar's own query expects of that of HTML.
(tag_name) @tag
(attribute_name) @attribute
(attribute_value) @string
(quoted_attribute_value) @string
(snippet_name) @function
["<" ">" "</" "/>"] @punctuation
(comment) @comment
