//! TypeScript with JSX.

use super::script;
use crate::syntax::grammar::Row;

pub(in crate::syntax) const ROW: Row = Row {
    name: "tsx",
    extensions: &["tsx"],
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    kinds: script::KINDS,
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..script::ROW
};
