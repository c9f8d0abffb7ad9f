(comment) @comment
[(alias) (operator_assignment)] @items
[(call) (identifier) (assignment)] @special
(module) @definition.module
(class) @definition.class
[(method) (singleton_method)] @definition.method
[(if) (unless) (elsif) (begin)] @conditional
[(singleton_class) (body_statement) (block_body) (then) (else)] @cross
(heredoc_body) @silent

[(identifier) (constant) (global_variable) (class_variable)] @reference
(call) @call.method
