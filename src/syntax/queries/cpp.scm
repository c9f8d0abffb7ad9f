; C++ has all of C, and this.
(access_specifier) @attribute
[(using_declaration) (static_assert_declaration) (friend_declaration) (template_instantiation)
 (namespace_alias_definition)] @items
(template_declaration) @wrapper
(class_specifier) @definition.class
[(alias_declaration) (concept_definition)] @definition.type
(namespace_definition) @definition.module
