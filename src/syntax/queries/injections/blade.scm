; Attributes of components whose values are PHP. Their quotes become the marks of a statement.
((start_tag (tag_name) @_tag
   (attribute (attribute_name) @_name (quoted_attribute_value) @injection.content))
  (#match? @_tag "^x-") (#match? @_name "^:[^:]")
  (#set! injection.language "php_only"))
((self_closing_tag (tag_name) @_tag
   (attribute (attribute_name) @_name (quoted_attribute_value) @injection.content))
  (#match? @_tag "^x-") (#match? @_name "^:[^:]")
  (#set! injection.language "php_only"))
