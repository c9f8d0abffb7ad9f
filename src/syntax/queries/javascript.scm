; JavaScript calls these otherwise than TypeScript.
(field_definition property: (_) @of value: (_) @binds)
(field_definition property: (_) @of) @binds
(field_definition) @binding.property
