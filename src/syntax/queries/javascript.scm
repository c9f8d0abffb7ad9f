; JavaScript calls these otherwise than TypeScript.
(field_definition) @special
