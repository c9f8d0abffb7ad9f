//! Languages of documents and data.
//!
//! Their rows are [`ROWS`]. In data, only large objects near the top of a small file are declarations;
//! `chunk::document` cuts documents, whose rows serve only for highlighting.

use super::scanner_limits;
use crate::syntax::kind::Kind;
use crate::syntax::query;
use crate::syntax::row::{HASH_COMMENTS, LanguageRow, TextKind, lists};
use crate::syntax::shape::{RawElement, Shape};
use crate::syntax::walker::{Hooks, Walker, child_of_kind, named_children};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use tree_sitter::Node;

/// Maximum size of a file whose objects are chunks, in bytes.
const MAX_FILE_SIZE: usize = 100_000;
/// Minimum size of an object or list that is a chunk, in bytes.
const MIN_OBJECT_SIZE: usize = 200;
/// Maximum depth of an object or list that is a chunk.
const MAX_OBJECT_DEPTH: usize = 3;
/// Maximum number of entries of a list between the key and a name in the list.
const MAX_ENTRIES: usize = 64;

/// Hooks of languages whose objects and lists are chunks.
pub(super) const HOOKS: Hooks = Hooks {
    special: structured,
    words: |walker, cursor| {
        let node = cursor.node();
        let mut words = named(walker, node);
        words.extend(targets(walker.text_of(node), node.start_byte()));
        words
    },
    ..query::hooks::HOOKS
};

/// The name of a job or a service in a scalar of YAML, after a key that takes some: `needs: [build, test]`. The variables in
/// one: `"{{ port }}"`, `when: port is defined`.
fn named(walker: &Walker<'_>, scalar: Node<'_>) -> Vec<Range<usize>> {
    static MARKED: LazyLock<Regex> = regex!(r"(?s)\{\{.*?\}\}|\{%.*?%\}");
    // Strings, members, filters and names of arguments are no variables.
    static WORD: LazyLock<Regex> =
        regex!(r#"'[^'\n]*'|\\?"[^"\n]*"|(?:\.\s*|\|\s*)\w+|\w+\s*=[^=]|([A-Za-z_]\w*)"#);
    let (text, start) = (walker.text_of(scalar), scalar.start_byte());
    let marked = MARKED.find_iter(text);
    let mut parts: Vec<Range<usize>> = marked.map(|part| part.range()).collect();
    match key_of(walker, scalar) {
        Some(key) if lists(walker.grammar.row.naming_calls, key) => {
            return vec![scalar.byte_range()];
        }
        Some(key) if parts.is_empty() && lists(walker.grammar.row.naming_later, key) => {
            let quotes = text.len() - text.trim_start_matches(['"', '\'']).len();
            parts.push(quotes..text.len() - quotes);
        }
        _ => {}
    }
    let mut found = Vec::new();
    for part in parts {
        let words = WORD.captures_iter(&text[part.clone()]);
        let names = words.filter_map(|word| word.get(1));
        found.extend(names.map(|name| {
            let from = start + part.start;
            from + name.start()..from + name.end()
        }));
    }
    found
}

/// The key before a scalar of YAML, or before its list.
fn key_of<'t>(walker: &Walker<'t>, scalar: Node<'_>) -> Option<&'t str> {
    let mut lines = walker.text_before(scalar).rsplit('\n').map(str::trim_start);
    let own = lines.next()?;
    let is_entry = |line: &str| line.starts_with('-');
    let line = if is_entry(own) {
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.take(MAX_ENTRIES).find(|line| !is_entry(line))?
    } else {
        own
    };
    line.split(':').next()
}

/// The targets that a text, which begins at an offset, makes by calls of Make: `make -s lint`.
pub(super) fn targets(text: &str, start: usize) -> Vec<Range<usize>> {
    static TARGETS: LazyLock<Regex> = regex!(r"(?:\$[({]MAKE[)}]|\bg?make)((?:[ \t]+[\w.%=-]+)+)");
    let mut found = Vec::new();
    for list in TARGETS.captures_iter(text).filter_map(|call| call.get(1)) {
        // `-C` makes those of another directory.
        if list.as_str().split_whitespace().any(|word| word == "-C") {
            continue;
        }
        let mut at = start + list.start();
        for word in list.as_str().split([' ', '\t']) {
            if !word.is_empty() && !word.starts_with('-') && !word.contains('=') {
                found.push(at..at + word.len());
            }
            at += word.len() + 1;
        }
    }
    found
}

/// Shape of a key with its value: a declaration if the value is a large object or list near the top of a
/// small file.
fn structured<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    if node.kind() == "element" {
        return element(walker, node);
    }
    let is_table = matches!(node.kind(), "table" | "table_array_element");
    let value = if is_table {
        Some(node)
    } else {
        node.child_by_field_name("value").and_then(container)
    };
    let key = node
        .child_by_field_name("key")
        .or_else(|| node.named_child(0));
    let is_chunk = is_chunk(walker, node);
    match (query::declarations::shape(walker, node), key, value) {
        (Shape::Element(items), Some(key), Some(value)) if is_chunk => {
            let name = walker.simple(key);
            let object = RawElement::declaration(Kind::Module, name, items.inner);
            Shape::Element(object.with_body((!is_table).then_some(value)))
        }
        (shape, ..) => shape,
    }
}

/// Returns true for a large object near the top of a small file.
fn is_chunk(walker: &Walker<'_>, node: Node<'_>) -> bool {
    walker.text.len() <= MAX_FILE_SIZE
        && node.byte_range().len() >= MIN_OBJECT_SIZE
        && depth(node) <= MAX_OBJECT_DEPTH
}

/// Shape of an element of XML: a declaration with its id or the name of its tag if it is large, else transparent.
fn element<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    let (tag, content) = (child_of_kind(node, "STag"), child_of_kind(node, "content"));
    let (Some(tag), Some(content)) = (tag, content) else {
        return Shape::Cross(node);
    };
    let id = named_children(tag).find_map(|attribute| {
        let name = walker.text_of(attribute.named_child(0)?);
        matches!(name, "id" | "name").then(|| attribute.named_child(1))?
    });
    match id.or_else(|| tag.named_child(0)) {
        Some(name) if is_chunk(walker, node) => {
            let object = RawElement::declaration(Kind::Module, walker.simple(name), node);
            Shape::Element(object.with_body(Some(content)))
        }
        _ => Shape::Cross(node),
    }
}

/// The object or list in a value.
fn container(value: Node<'_>) -> Option<Node<'_>> {
    match value.kind() {
        "object" | "array" | "block_mapping" | "block_sequence" | "table" => Some(value),
        "block_node" => value.named_children(&mut value.walk()).find_map(container),
        _ => None,
    }
}

/// Number of keys around a node, including its own.
fn depth(node: Node<'_>) -> usize {
    let keys = std::iter::successors(Some(node), Node::parent);
    keys.filter(|node| matches!(node.kind(), "pair" | "block_mapping_pair" | "element"))
        .count()
}

pub(super) const ROWS: [LanguageRow; 5] = [
    LanguageRow {
        name: "json",
        aliases: &["jsonc"],
        extensions: "json jsonc json5 webmanifest geojson",
        file_names: ".babelrc .eslintrc .prettierrc composer.lock",
        programs: r#""bin"\s*:\s*[{"]"#,
        grammar: || tree_sitter_json::LANGUAGE.into(),
        query: include_str!("../queries/json.scm"),
        rewrites: include_str!("../rewrites/json.txt"),
        highlights: &[tree_sitter_json::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "markdown",
        aliases: &["md"],
        extensions: "md markdown mdown mdx mkd qmd rmd",
        grammar: || tree_sitter_md::LANGUAGE.into(),
        text_kind: TextKind::Prose,
        highlights: &[tree_sitter_md::HIGHLIGHT_QUERY_BLOCK],
        injections: include_str!("../queries/injections/markdown.scm"),
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "markdown_inline",
        grammar: || tree_sitter_md::INLINE_LANGUAGE.into(),
        text_kind: TextKind::Inline,
        highlights: &[tree_sitter_md::HIGHLIGHT_QUERY_INLINE],
        injections: tree_sitter_md::INJECTION_QUERY_INLINE,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "toml",
        extensions: "toml",
        file_names: "Cargo.lock poetry.lock uv.lock Pipfile",
        programs: r"\[\[bin\]\]|\[project\.(?:gui-)?scripts\]|\[tool\.poetry\.scripts\]",
        grammar: || tree_sitter_toml_ng::LANGUAGE.into(),
        query: include_str!("../queries/toml.scm"),
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "yaml",
        has_commands: true,
        naming_calls: "needs depends_on extends dependencies",
        naming_later: "when until failed_when changed_when that loop",
        // Variables of Ansible
        auto_imported: &["defaults", "vars", "group_vars", "host_vars"],
        local_mark: Some(""),
        aliases: &["yml"],
        extensions: "yml yaml",
        file_names: ".clang-format .clang-tidy",
        grammar: || tree_sitter_yaml::LANGUAGE.into(),
        query: include_str!("../queries/yaml.scm"),
        rewrites: include_str!("../rewrites/yaml.txt"),
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        scanner_safe: Some(scanner_limits::limit_block_columns),
        highlights: &[tree_sitter_yaml::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
];
