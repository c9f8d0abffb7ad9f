(comment) @comment
; What stands at the top of every file, and says what is around it.
[(syntax) (edition) (package)] @import
(import (string) @module) @import
[(empty_statement) (service_name) (message_name) (enum_name) (rpc_name)] @silent

(message (message_name) @name (message_body)? @body) @definition.struct
(group (message_name) @name (message_body)? @body) @definition.struct
(enum (enum_name) @name (enum_body)? @body) @definition.enum
(extend (full_ident) @qualified (message_body)? @body) @definition.impl
(service (service_name) @name @head) @definition.interface @body
(rpc (rpc_name) @name) @definition.function
(field (identifier) @defines) @items
(map_field (identifier) @defines) @items
(enum_field (identifier) @defines) @items
(oneof (identifier) @defines) @items
(oneof (oneof_field (identifier) @defines))

(identifier) @reference
