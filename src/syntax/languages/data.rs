//! Languages of documents and data.

use super::overrun;
use crate::syntax::row::{Row, Speech};

pub(super) const ROWS: [Row; 5] = [
    Row {
        name: "json",
        aliases: &["jsonc"],
        extensions: "json jsonc json5 webmanifest geojson",
        file_names: ".babelrc .eslintrc .prettierrc composer.lock",
        grammar: || tree_sitter_json::LANGUAGE.into(),
        query: include_str!("../queries/json.scm"),
        highlights: &[tree_sitter_json::HIGHLIGHTS_QUERY],
        more_highlights: include_str!("../queries/highlights/json.scm"),
        ..Row::QUERIED
    },
    Row {
        name: "markdown",
        aliases: &["md"],
        extensions: "md markdown mdown mdx mkd",
        grammar: || tree_sitter_md::LANGUAGE.into(),
        speech: Speech::Prose,
        highlights: &[tree_sitter_md::HIGHLIGHT_QUERY_BLOCK],
        injections: include_str!("../queries/injections/markdown.scm"),
        ..Row::CODE
    },
    Row {
        name: "markdown_inline",
        grammar: || tree_sitter_md::INLINE_LANGUAGE.into(),
        speech: Speech::Inline,
        highlights: &[tree_sitter_md::HIGHLIGHT_QUERY_INLINE],
        injections: tree_sitter_md::INJECTION_QUERY_INLINE,
        ..Row::CODE
    },
    Row {
        name: "toml",
        extensions: "toml",
        file_names: "Cargo.lock poetry.lock uv.lock Pipfile",
        grammar: || tree_sitter_toml_ng::LANGUAGE.into(),
        query: include_str!("../queries/toml.scm"),
        more_highlights: include_str!("../queries/highlights/toml.scm"),
        ..Row::QUERIED
    },
    Row {
        name: "yaml",
        aliases: &["yml"],
        extensions: "yml yaml",
        file_names: ".clang-format .clang-tidy",
        grammar: || tree_sitter_yaml::LANGUAGE.into(),
        query: include_str!("../queries/yaml.scm"),
        bearable: Some(overrun::narrow_blocks),
        highlights: &[tree_sitter_yaml::HIGHLIGHTS_QUERY],
        more_highlights: include_str!("../queries/highlights/yaml.scm"),
        ..Row::QUERIED
    },
];
