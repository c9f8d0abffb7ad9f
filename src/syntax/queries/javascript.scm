; JavaScript calls these otherwise than TypeScript.
(field_definition) @special
(field_definition) @binding.property
