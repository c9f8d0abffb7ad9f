(comment) @comment
(attribute_list) @attribute
[(namespace_use_declaration) (require_expression) (require_once_expression) (include_expression)
 (include_once_expression)] @import
(enum_case) @items
(return_statement) @special
(if_statement) @conditional
[(compound_statement) (colon_block) (else_clause) (else_if_clause)] @cross
(class_declaration) @definition.class
(interface_declaration) @definition.interface
(trait_declaration) @definition.trait
(enum_declaration) @definition.enum
[(function_definition) (method_declaration)] @definition.function
[(php_tag) (php_end_tag) (declare_statement) (empty_statement)] @silent

(name) @reference
(string_content) @reference.symbol

; The value of a constant may be a name, too.
(const_declaration (const_element . (name) @defines)) @items
(use_declaration [(name) (qualified_name)] @base) @items

; A list in braces may have a common path before it.
((namespace_use_declaration (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause . (_) @module !alias))) (#set! separator "\\"))
((namespace_use_declaration (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause . (_) @module alias: (_) @alias))) (#set! separator "\\"))
((namespace_use_declaration (namespace_use_clause . (_) @module !alias)) (#set! separator "\\"))
((namespace_use_declaration (namespace_use_clause . (_) @module alias: (_) @alias)) (#set! separator "\\"))

; `namespace A;` names the namespace of the file itself, `namespace A { … }` opens a scope.
(namespace_definition !body) @import
(namespace_definition !name body: (_) @cross)
(namespace_definition name: (_) @qualified body: (_) @body) @definition.module
(property_declaration (property_element name: (variable_name (name) @name))
  (property_hook_list (property_hook body: (_))) @body) @definition.accessor

; Values bound to a variable or returned: functions and anonymous classes.
(expression_statement (assignment_expression left: (variable_name (name) @name)
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)])) @definition.function
(expression_statement (assignment_expression left: (variable_name (name) @name)
  right: (object_creation_expression (anonymous_class
    [(base_clause) (class_interface_clause)]* @base body: (_) @body)))) @definition.class
((expression_statement (object_creation_expression (anonymous_class "class" @name
  [(base_clause) (class_interface_clause)]* @base body: (_) @body))) @definition.class
 (#set! name "class@anonymous"))
((return_statement (object_creation_expression (anonymous_class "class" @name
  [(base_clause) (class_interface_clause)]* @base body: (_) @body))) @definition.class
 (#set! name "class@anonymous"))
(expression_statement [(require_expression) (require_once_expression) (include_expression)
  (include_once_expression)]) @import
(return_statement [(require_expression) (require_once_expression) (include_expression)
  (include_once_expression)]) @import
((expression_statement (function_call_expression function: (name) @_f
  arguments: (arguments . (argument (string) @defines)))) @items (#eq? @_f "define"))
((expression_statement (function_call_expression function: (name) @_f
  arguments: (arguments . (argument) . (argument (anonymous_function body: (_) @cross)))))
 (#any-of? @_f "describe" "context"))

(class_declaration (base_clause) @base)
(class_declaration (class_interface_clause) @base)
(interface_declaration (base_clause) @base)
(enum_declaration (class_interface_clause) @base)

; Parameters of a constructor that are properties.
(method_declaration parameters: (formal_parameters
  (property_promotion_parameter name: (variable_name (name) @defines))))

; Highlights
; Nodes that the grammar's own query does not highlight.
(class_declaration name: (name) @type)
(interface_declaration name: (name) @type)
(trait_declaration name: (name) @type)
(enum_declaration name: (name) @type)
(enum_case name: (name) @constant)
(base_clause (name) @type)
(base_clause (qualified_name (name) @type))
(class_interface_clause (name) @type)
(class_interface_clause (qualified_name (name) @type))
(use_declaration (name) @type)
(class_constant_access_expression . (name) @type)
(attribute (name) @attribute)
(nullsafe_member_call_expression name: (name) @function.method)
(nullsafe_member_access_expression name: (name) @property)
(escape_sequence) @string.escape
