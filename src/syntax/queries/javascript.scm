; Nodes with other names than in TypeScript's grammar.
(using_declaration) @items
(field_definition property: (_) @of value: (_) @binds)
(field_definition property: (_) @of) @binds
(field_definition) @binding.property
