//! The rows of JavaScript and related languages, which share all rules.

use crate::syntax::row::{LanguageRow, Packages, Structural};
use crate::syntax::visibility::Visibility;

pub(in crate::syntax::languages) const JAVASCRIPT: LanguageRow = LanguageRow {
    name: "javascript",
    aliases: &["js", "jsx", "mjs", "node", "ojs"],
    extensions: "js mjs cjs jsx",
    file_names: "Jakefile",
    shebangs: "node nodejs bun",
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    query: concat!(
        include_str!("../../queries/script.scm"),
        include_str!("../../queries/javascript.scm"),
        include_str!("../../queries/jsx.scm")
    ),
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    // Flow
    superset: "tsx",
    ..ROW
};

pub(in crate::syntax::languages) const TYPESCRIPT: LanguageRow = LanguageRow {
    name: "typescript",
    copiers: "...",
    any_types: "any unknown object Object ReturnType InstanceType Awaited Parameters Extract NonNullable",
    aliases: &["ts"],
    extensions: "ts mts cts",
    shebangs: "ts-node tsx deno",
    // Translations of Qt
    dialect: |_, text| text.starts_with("<?xml").then_some("xml"),
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    parse_limit: 1_000_000,
    query: concat!(
        include_str!("../../queries/script.scm"),
        include_str!("../../queries/typescript.scm")
    ),
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..ROW
};

pub(in crate::syntax::languages) const TSX: LanguageRow = LanguageRow {
    name: "tsx",
    copiers: "...",
    any_types: "any unknown object Object ReturnType InstanceType Awaited Parameters Extract NonNullable",
    extensions: "tsx",
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    parse_limit: 1_000_000,
    query: concat!(
        include_str!("../../queries/script.scm"),
        include_str!("../../queries/typescript.scm"),
        include_str!("../../queries/jsx.scm")
    ),
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..ROW
};

/// Common fields.
const ROW: LanguageRow = LanguageRow {
    inherits_constructors: true,
    passes_modules: true,
    exports_object: "exports",
    rewrites: include_str!("../../rewrites/script.txt"),
    routes: r#"(?:.*\W)?(?:app|api|router|routes|server|fastify)\.(?:get|post|put|patch|delete|all|route)\(\s*['"`]/|@(?:Get|Post|Put|Patch|Delete|All)\("#,
    commands: r#".*\.command\(\s*['"`]"#,
    patterns: "lexical_declaration variable_declaration using_declaration object_pattern array_pattern rest_pattern \
           assignment_pattern pair_pattern object_assignment_pattern",
    targets: "name declarator left value",
    unnamed: "exports module prototype this window",
    naming_later: "spyOn stub on once listenTo invoke",
    symbol_marks: &['"', '\''],
    // `lib["open"]()`
    member_marks: &["?.[\"", "?.['", "[\"", "['", "?.", "."],
    call_marks: &["(", "\"](", "'](", "\"]?.(", "']?.("],
    // `'use strict'` is the docs of its file.
    docstring_marks: Some(&[]),
    file_local: ("", "private"),
    visibility: Visibility::Exported,
    family: "script",
    packages: Packages::Relative,
    auto_imported: &["composables", "utils", "stores"],
    local_mark: Some("export"),
    global_scope: ("global", "globalThis"),
    standard: include_str!("../../standard/node.txt"),
    constructor_calls: "super this",
    used_by_syntax: &["[Symbol.", "toString()", "valueOf()", "toJSON()"],
    structural: Structural::Interfaces,
    test_calls: r#"(?:describe|context|suite|test|it|specify|bench)(?:\.\w+)*(?:\.each\b|\s*\(\s*['"`]|\s*`)|(?:before|after)(?:Each|All)\s*\("#,
    ..LanguageRow::CODE
};
