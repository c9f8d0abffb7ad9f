; Values of directives: `:a`, `@b`, `#c`, `v-d`.
((attribute (attribute_name) @_name (quoted_attribute_value (attribute_value) @injection.content))
  (#match? @_name "^([:@#]|v-)")
  (#set! injection.language "typescript"))
