//! Rust: [`ROW`], and the names in trees of `use`.

use crate::syntax::import::Import as Imported;
use crate::syntax::name::{is_word, shortened};
use crate::syntax::query;
use crate::syntax::row::{LanguageRow, Packages, lists};
use crate::syntax::visibility::Visibility;
use crate::syntax::walker::{Hooks, Walker, named_children};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use tree_sitter::{Node, TreeCursor};

pub(super) const ROW: LanguageRow = LanguageRow {
    name: "rust",
    implements_apart: true,
    variables_after: true,
    lower_variables: true,
    aliases: &["rs"],
    extensions: "rs",
    shebangs: "rust-script",
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    test_argument: "{names::}",
    programs: r"(?:pub\s+)?(?:async\s+)?fn\s+main\s*\(",
    routes: r#"#\[(?:get|post|put|patch|delete|route)\(\s*"|.*\.route\(\s*"/"#,
    commands: r"#\[derive\([^)]*\b(?:Subcommand|Parser)\b",
    query: include_str!("../queries/rust.scm"),
    rewrites: include_str!("../rewrites/rust.txt"),
    macro_mark: "!",
    derived_names: &[("Snafu", "nameSnafu")],
    call_marks: &["!(", "![", "!{", "! {", "("],
    member_marks: &["::", "."],
    own_types: "self Self super",
    separator: "::",
    base_keywords: "mut dyn const for",
    non_bases: "='?",
    visibility: Visibility::Marked(&["pub"]),
    inner_docs: &["//!", "/*!"],
    packages: Packages::Rooted(&["lib", "main"]),
    standard: "std core alloc proc_macro test",
    highlights: &[tree_sitter_rust::HIGHLIGHTS_QUERY],
    injections: tree_sitter_rust::INJECTIONS_QUERY,
    tests: r"\w*test\w*!\s*[({]\s*\w+\s*,|(?:#\[[^\]]*\]\s*)*#\[\s*(?:(?:\w+::)*(?:test|\w+_test|test_case|bench|rstest|quickcheck)\s*[\](]|cfg\(\s*(?:(?:all|any)\(\s*)?(?:[^\]]*,\s*)?test\s*[,)])",
    calls_fields: false,
    // Methods of traits of the standard library: see `Language::is_used_by_syntax`.
    used_by_syntax: &[
        "fn add(",
        "fn sub(",
        "fn mul(",
        "fn div(",
        "fn rem(",
        "fn neg(",
        "fn not(",
        "fn add_assign(",
        "fn sub_assign(",
        "fn mul_assign(",
        "fn div_assign(",
        "fn bitand(",
        "fn bitor(",
        "fn bitxor(",
        "fn shl(",
        "fn shr(",
        "fn index(",
        "fn index_mut(",
        "fn deref(",
        "fn deref_mut(",
        "fn drop(",
        "fn fmt(",
        "fn next(",
        "fn into_iter(",
        "fn eq(",
        "fn partial_cmp(",
        "fn cmp(",
        "fn from(",
        "fn poll(",
    ],
    file_local: ("macro_rules", ""),
    ..LanguageRow::CODE
};

pub(super) const HOOKS: Hooks = Hooks {
    imports,
    words,
    ..query::hooks::HOOKS
};

/// Maximum depth of nested lists; deeper ones are ignored.
const MAX_USE_DEPTH: usize = 32;

/// Imports of `use a::{self, b::*, C as D}`, `extern crate a as b`, and `mod a;`, which imports a file.
fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Imported> {
    let at = node.start_byte();
    let name = walker.field_words(node, "name");
    match node.kind() {
        "mod_item" if name.is_empty() || node.child_by_field_name("body").is_some() => Vec::new(),
        "mod_item" => vec![match path_attribute(walker, node) {
            Some(path) => Imported::new(&format!("./{path}"), "", at).called(&name),
            None => Imported::new(&format!("self::{name}"), "", at),
        }],
        "extern_crate_declaration" => {
            vec![Imported::new(&name, "", at).called(&walker.field_words(node, "alias"))]
        }
        _ => match node.child_by_field_name("argument") {
            Some(argument) => used(walker, argument, at),
            None => Vec::new(),
        },
    }
}

/// The file of a module with the attribute `#[path = "a.rs"]`.
fn path_attribute(walker: &Walker<'_>, node: Node<'_>) -> Option<String> {
    let attribute = node.prev_named_sibling()?;
    let text = walker.text.get(attribute.byte_range())?;
    let value = text
        .strip_prefix("#[path")?
        .trim_start()
        .strip_prefix('=')?;
    Some(value.split('"').nth(1)?.to_owned())
}

/// The names in a `use` tree.
fn used(walker: &Walker<'_>, argument: Node<'_>, at: usize) -> Vec<Imported> {
    let mut found = Vec::new();
    let mut waiting = vec![(argument, String::new(), 0)];
    while let Some((node, above, depth)) = waiting.pop() {
        match node.kind() {
            "scoped_use_list" | "use_list" if depth < MAX_USE_DEPTH => {
                let (list, path) = match node.child_by_field_name("list") {
                    Some(list) => (list, node.child_by_field_name("path")),
                    None => (node, None),
                };
                let path = below(&above, path, walker);
                let names: Vec<Node<'_>> = named_children(list).collect();
                for name in names.into_iter().rev() {
                    waiting.push((name, path.clone(), depth + 1));
                }
            }
            "use_wildcard" => {
                let module = below(&above, node.named_child(0), walker);
                found.push(Imported::new(&module, "*", at));
            }
            "use_as_clause" => {
                let path = node.child_by_field_name("path");
                let import = imported(&above, path, walker, at);
                found.push(import.called(&walker.field_words(node, "alias")));
            }
            "identifier" | "scoped_identifier" | "self" | "super" | "crate" | "metavariable" => {
                found.push(imported(&above, Some(node), walker, at));
            }
            _ => {}
        }
    }
    found
}

/// A path in a list, with the path before the list; `self` is that path itself.
fn below(above: &str, path: Option<Node<'_>>, walker: &Walker<'_>) -> String {
    let own = path.map(|path| walker.path(path)).unwrap_or_default();
    match (above, own.as_str()) {
        ("", own) => own.to_owned(),
        (above, "" | "self") => above.to_owned(),
        (above, own) => shortened(&format!("{above}::{own}")),
    }
}

/// The import of a path in a list. `self` is a module, not a name in it.
fn imported(above: &str, path: Option<Node<'_>>, walker: &Walker<'_>, at: usize) -> Imported {
    let whole = below(above, path, walker);
    if path.is_some_and(|path| path.kind() == "self") {
        return Imported::new(&whole, "", at);
    }
    Imported::of_path(&whole, "::", at)
}

/// Keys of attributes whose value is a path in a string.
const PATHS: &str = "default with serialize_with deserialize_with skip_serializing_if getter value_parser parse_with";

/// The names of constants in the content of a string that a macro formats: `"{LIMIT:>3}"`.
fn constants_in_format(walker: &Walker<'_>, node: Node<'_>) -> Vec<Range<usize>> {
    static CONSTANT: LazyLock<Regex> = regex!(r"\{([A-Z][A-Z0-9_]*)(?::[^{}]*)?\}");
    let text = walker.text_of(node);
    let tokens = || node.parent().and_then(|string| string.parent());
    if !text.contains('{') || tokens().is_none_or(|tokens| tokens.kind() != "token_tree") {
        return Vec::new();
    }
    let names = CONSTANT
        .captures_iter(text)
        .filter_map(|found| found.get(1));
    let start = node.start_byte();
    names
        .map(|name| start + name.start()..start + name.end())
        .collect()
}

/// Names in the cursor's node, the content of a string: a path in an attribute, `#[serde(default = "make")]`.
fn words(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    let node = cursor.node();
    let before = walker.text_before(node).trim_end_matches('"').trim_end();
    let Some(key) = before.strip_suffix('=') else {
        return constants_in_format(walker, node);
    };
    let key = key.trim_end().rsplit(|letter| !is_word(letter)).next();
    // Few keys are those of paths, so few lookups of the attribute's start.
    if !lists(PATHS, key.unwrap_or_default()) {
        return Vec::new();
    }
    let Some(start) = before.rfind("#[") else {
        return Vec::new();
    };
    if before[start..].contains(']') {
        return Vec::new();
    }
    let mut at = node.start_byte();
    let parts = walker.text_of(node).split("::").map(|part| {
        let bytes = at..at + part.len();
        at = bytes.end + "::".len();
        bytes
    });
    parts.filter(|part| !part.is_empty()).collect()
}
