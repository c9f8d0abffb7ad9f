//! JavaScript.

use super::script;
use crate::syntax::grammar::Row;

pub(in crate::syntax) const ROW: Row = Row {
    name: "javascript",
    aliases: &["js", "jsx", "mjs", "node"],
    extensions: &["js", "mjs", "cjs", "jsx"],
    file_names: &["Jakefile"],
    shebangs: &["node", "nodejs", "bun"],
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    kinds: script::KINDS,
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..script::ROW
};
