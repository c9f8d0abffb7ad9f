(comment) @comment
(attribute_list) @attribute
[(namespace_use_declaration) (require_expression) (require_once_expression) (include_expression)
 (include_once_expression)] @import
(enum_case) @items
[(expression_statement) (return_statement) (namespace_definition) (property_declaration)] @special
(if_statement) @conditional
[(compound_statement) (colon_block) (else_clause) (else_if_clause)] @cross
(class_declaration) @definition.class
(interface_declaration) @definition.interface
(trait_declaration) @definition.trait
(enum_declaration) @definition.enum
[(function_definition) (method_declaration)] @definition.function
[(php_tag) (php_end_tag) (declare_statement) (empty_statement)] @silent

(name) @reference

; The value of a constant may be a name, too.
(const_declaration (const_element . (name) @defines)) @items
(use_declaration [(name) (qualified_name)] @base) @items
