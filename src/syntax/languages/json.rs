//! JSON.

use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{Comment, Items, Transparent};

pub(in crate::syntax) const ROW: Row = Row {
    name: "json",
    aliases: &["jsonc"],
    extensions: &["json", "jsonc", "json5", "webmanifest", "geojson"],
    file_names: &[".babelrc", ".eslintrc", ".prettierrc", "composer.lock"],
    grammar: || tree_sitter_json::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Transparent, "object"),
        (Items, "pair"),
    ],
    names: "",
    targets: &["key"],
    highlights: &[tree_sitter_json::HIGHLIGHTS_QUERY, JSON_KEYS],
    ..Row::CODE
};

/// In the grammar's own query the pattern for all strings comes after that for keys.
const JSON_KEYS: &str = "
(pair key: (string) @property)
(escape_sequence) @escape
(comment) @comment
";
