(comment) @comment
[(document) (block_node) (flow_node) (block_mapping) (flow_mapping)] @cross
[(yaml_directive) (tag_directive) (reserved_directive) (tag) (anchor)] @silent
; A workflow or an action of the repository.
((block_mapping_pair key: (_) @_k value: (_) @module) @import (#eq? @_k "uses") (#match? @module "^['\"]?[.]/")
 (#set! imported "*"))
(block_mapping_pair key: (_) @defines) @items
(flow_pair key: (_) @defines) @items
(block_mapping_pair value: (_ (anchor (anchor_name) @defines)))
(flow_pair value: (_ (anchor (anchor_name) @defines)))

(alias_name) @reference
[(string_scalar) (double_quote_scalar) (single_quote_scalar) (block_scalar)] @reference.words

; Highlights
; In the grammar's own query, the patterns for all scalars follow those for keys.
(block_mapping_pair key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @property))
(block_mapping_pair key: (flow_node (plain_scalar (string_scalar) @property)))
(flow_pair key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @property))
(flow_pair key: (flow_node (plain_scalar (string_scalar) @property)))
