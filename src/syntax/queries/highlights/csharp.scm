; What the grammar's own query leaves out.
(member_access_expression name: (identifier) @property)
(member_binding_expression name: (identifier) @property)
(property_declaration name: (identifier) @property)
(qualified_name (identifier) @module)
(using_directive (identifier) @module)
(file_scoped_namespace_declaration name: (identifier) @module)
(_ type: (qualified_name name: (identifier) @type))
(base_list (qualified_name name: (identifier) @type))
(method_declaration returns: (identifier) @type)
(nullable_type (identifier) @type)
(delegate_declaration name: (identifier) @type)
(attribute name: (qualified_name name: (identifier) @attribute))
(attribute name: (identifier) @attribute)
(method_declaration name: (identifier) @function)
(local_function_statement name: (identifier) @function)
(invocation_expression function: (identifier) @function)
(invocation_expression function: (generic_name (identifier) @function))
(invocation_expression (member_access_expression name: (identifier) @function))
(invocation_expression (member_access_expression name: (generic_name (identifier) @function)))
(invocation_expression
  (conditional_access_expression (member_binding_expression name: (identifier) @function)))
[ "and" "not" "or" "required" ] @keyword
[
  (preproc_region) (preproc_endregion) (preproc_pragma) (preproc_nullable) (preproc_define)
  (preproc_undef) (preproc_line) (preproc_warning) (preproc_error) (shebang_directive)
] @preproc
[ "\#if" "\#elif" "\#else" "\#endif" ] @preproc
