; Names that the grammar's own query leaves plain, and comments, which it marks twice.
(image_name) @type
(image_tag) @constant
(image_alias) @label
(variable) @variable
(arg_pair name: (unquoted_string) @property)
(env_pair name: (unquoted_string) @property)
(label_pair key: (unquoted_string) @property)
(comment) @comment
