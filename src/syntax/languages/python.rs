//! Hooks for Python: modules that a function imports, variables of patterns, and names in strings.

use crate::syntax::import::Import;
use crate::syntax::name::{is_word, unquoted};
use crate::syntax::query::{hooks, modules};
use crate::syntax::row::lists;
use crate::syntax::walker::{Hooks, Walker, named_children};
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

pub(super) const HOOKS: Hooks = Hooks {
    imports,
    visible_from: |walker, cursor| {
        (is_local(cursor) && !is_global(walker, cursor.node())).then_some(0)
    },
    is_injected: |walker, cursor| is_fixture(walker, cursor).unwrap_or(false),
    words,
    ..hooks::HOOKS
};

/// Functions that import the module of a name.
const IMPORTERS: &str = "importlib.import_module import_module __import__";
/// Functions with the name of an attribute as an argument.
const REFLECTIVE: &str =
    "getattr hasattr setattr delattr attrgetter methodcaller usefixtures getfixturevalue url_for";
/// Functions with the path of a declaration as an argument.
const PATCHERS: &str = "patch mock.patch mocker.patch unittest.mock.patch";
/// Maximum depth of a node whose parents are looked up: each lookup begins at the root.
const MAX_DEPTH: u32 = 200;
/// Maximum number of bytes between a `global` statement and an assignment.
const MAX_FUNCTION: usize = 4_000;
/// Maximum number of nodes around a string in a type.
const MAX_TYPE_DEPTH: usize = 8;

/// Imports of a statement, or of a call or assignment of `import_module("a.b")`.
fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Import> {
    match node.kind() {
        "call" => imported(walker, node).into_iter().collect(),
        "assignment" => {
            let left = node.child_by_field_name("left");
            let left = left.filter(|left| left.kind() == "identifier");
            let value = node.child_by_field_name("right");
            let import = value.and_then(|value| imported(walker, value));
            match (left, import) {
                (Some(left), Some(import)) => vec![import.called(walker.text_of(left))],
                _ => Vec::new(),
            }
        }
        _ => modules::imports(walker, node),
    }
}

/// The module that a call imports.
fn imported(walker: &Walker<'_>, call: Node<'_>) -> Option<Import> {
    let callee = call.child_by_field_name("function")?;
    if !lists(IMPORTERS, walker.text_of(callee)) {
        return None;
    }
    let given = call.child_by_field_name("arguments")?.named_child(0)?;
    let module = unquoted(walker.text_of(given));
    let is_constant = given.kind() == "string" && !module.contains(['{', '"', '\'']);
    is_constant.then(|| Import::new(module, "", call.start_byte()))
}

/// Returns false if the cursor's name, in a pattern, is that of a class or a constant.
fn is_local(cursor: &TreeCursor<'_>) -> bool {
    let node = cursor.node();
    if cursor.depth() > MAX_DEPTH {
        return true;
    }
    let Some(name) = node.parent().filter(|name| name.kind() == "dotted_name") else {
        return true;
    };
    let around = name.parent().map_or("", |around| around.kind());
    matches!(around, "case_pattern" | "keyword_pattern") && name.named_child_count() == 1
}

/// Returns true if a statement before a name in its function states that it is no variable of the function: `global CACHE`.
fn is_global(walker: &Walker<'_>, name: Node<'_>) -> bool {
    let before = walker.text_before(name);
    let near = before.len().saturating_sub(MAX_FUNCTION);
    let near = (near..before.len()).find_map(|start| before.get(start..));
    let function = near.and_then(|near| near.rsplit("def ").next());
    let lines = function.unwrap_or_default().lines().map(str::trim_start);
    let mut stated = lines.filter_map(|line| {
        line.strip_prefix("global ")
            .or(line.strip_prefix("nonlocal "))
    });
    stated.any(|names| {
        names
            .split([',', ' ', '#'])
            .any(|stated| stated == walker.text_of(name))
    })
}

/// Returns true if the cursor's name is a parameter of a test or a fixture of pytest, and so the name of a fixture.
fn is_fixture(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Option<bool> {
    let node = cursor.node();
    if cursor.depth() > MAX_DEPTH {
        return None;
    }
    let mut parameters = node.parent()?;
    if parameters.kind() == "typed_parameter" {
        parameters = parameters.parent()?;
    }
    let function = parameters.parent()?;
    if parameters.kind() != "parameters" || function.kind() != "function_definition" {
        return None;
    }
    let name = walker.text_of(function.child_by_field_name("name")?);
    if name.starts_with("test") {
        return Some(true);
    }
    let decorated = function.parent()?;
    if decorated.kind() != "decorated_definition" {
        return None;
    }
    let mut decorators = named_children(decorated).filter(|child| child.kind() == "decorator");
    Some(decorators.any(|decorator| walker.text_of(decorator).contains("fixture")))
}

/// Names in the cursor's node, the content of a string: in a type, and as an argument of `getattr`.
fn words(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    let node = cursor.node();
    // Most strings are neither.
    let before = walker
        .text_before(node)
        .trim_end_matches(['"', '\''])
        .trim_end();
    if !before.ends_with([':', '>', '[', '|', ',', '(']) || cursor.depth() > MAX_DEPTH {
        return Vec::new();
    }
    if is_key(walker, node, before) {
        return vec![node.byte_range()];
    }
    let Some(string) = node
        .parent()
        .filter(|string| names_declaration(walker, *string))
    else {
        return Vec::new();
    };
    let (text, mut at) = (walker.text_of(node), node.start_byte());
    let mut names = Vec::new();
    for word in text.split(|letter| !is_word(letter)) {
        if word.starts_with(|first: char| first.is_alphabetic() || first == '_') {
            names.push(at..at + word.len());
        }
        at += word.len();
        let apart = walker.text.get(at..string.end_byte()).unwrap_or_default();
        at += apart.chars().next().map_or(0, char::len_utf8);
    }
    names
}

/// Returns true for the content of a string that is a key of a value: `movie["title"]`, `movie.get("title")`.
fn is_key(walker: &Walker<'_>, content: Node<'_>, before: &str) -> bool {
    let mut marks = walker.grammar.row.key_marks.iter();
    let value = marks.find_map(|mark| before.strip_suffix(mark));
    let ends_value = |end| is_word(end) || matches!(end, ')' | ']');
    let name = walker.text_of(content);
    let is_name = name.starts_with(char::is_lowercase) && name.chars().all(is_word);
    is_name && value.is_some_and(|value| value.ends_with(ends_value))
}

/// Returns true if a string is a type, or names a declaration for a function.
fn names_declaration(walker: &Walker<'_>, string: Node<'_>) -> bool {
    let mut node = string;
    for _ in 0..MAX_TYPE_DEPTH {
        let Some(around) = node.parent() else {
            return false;
        };
        match around.kind() {
            "type" => return true,
            "argument_list" => {
                let callee = around.prev_named_sibling();
                let callee = callee.map_or("", |callee| walker.text_of(callee));
                let name = callee.rsplit('.').next().unwrap_or_default();
                let is_path = || walker.text_of(string).contains('.');
                return lists(REFLECTIVE, name)
                    || callee.ends_with("patch.object")
                    || (lists(PATCHERS, callee) && is_path());
            }
            "type_parameter" | "generic_type" | "subscript" | "binary_operator" | "tuple"
            | "list" | "union_type" | "constrained_type" | "member_type" => node = around,
            _ => return false,
        }
    }
    false
}
