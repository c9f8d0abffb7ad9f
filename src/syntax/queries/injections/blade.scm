; Attributes of components whose values are PHP.
((start_tag (tag_name) @_tag
   (attribute (attribute_name) @_name (quoted_attribute_value (attribute_value) @injection.content)))
  (#match? @_tag "^x-") (#match? @_name "^:")
  (#set! injection.language "php_only"))
((self_closing_tag (tag_name) @_tag
   (attribute (attribute_name) @_name (quoted_attribute_value (attribute_value) @injection.content)))
  (#match? @_tag "^x-") (#match? @_name "^:")
  (#set! injection.language "php_only"))
