; Handlers of a component's events.
((attribute (attribute_name) @_name (quoted_attribute_value (attribute_value) @injection.content))
  (#match? @_name "^On[A-Z]")
  (#set! injection.language "csharp"))
