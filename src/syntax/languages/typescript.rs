//! TypeScript.

use super::script;
use crate::syntax::grammar::Row;

pub(in crate::syntax) const ROW: Row = Row {
    name: "typescript",
    aliases: &["ts"],
    extensions: &["ts", "mts", "cts"],
    shebangs: &["ts-node", "tsx", "deno"],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    kinds: script::KINDS,
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..script::ROW
};
