; In the grammar's own query the patterns for all scalars come after those for keys.
(block_mapping_pair key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @property))
(block_mapping_pair key: (flow_node (plain_scalar (string_scalar) @property)))
(flow_pair key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @property))
(flow_pair key: (flow_node (plain_scalar (string_scalar) @property)))
