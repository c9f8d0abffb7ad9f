//! Bash and other shells.

use super::overrun;
use crate::syntax::grammar::Rule::{
    Comment, Conditional, Declaration, Items, Special, Transparent,
};
use crate::syntax::grammar::{Reach, Row};
use crate::syntax::import::Import;
use crate::syntax::naming::{self, Name};
use crate::syntax::outline::DeclarationKind::Function;
use crate::syntax::shape::{Draft, Reader, Shape};
use std::borrow::Cow;
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "bash",
    aliases: &["sh", "shell", "zsh"],
    extensions: &["sh", "bash", "zsh", "ksh", "bats"],
    file_names: &[
        ".bashrc",
        ".bash_profile",
        ".profile",
        ".zshrc",
        "PKGBUILD",
        "APKBUILD",
    ],
    shebangs: &["sh", "bash", "dash", "zsh", "ksh", "bats"],
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (
            Items,
            "variable_assignment variable_assignments declaration_command unset_command",
        ),
        (Special, "command"),
        (Declaration(Function), "function_definition"),
        (
            Conditional,
            "if_statement case_statement for_statement while_statement compound_statement list",
        ),
        (Transparent, "elif_clause else_clause case_item do_group"),
    ],
    names: "variable_name command_name",
    patterns: "variable_assignments declaration_command",
    calls: &[("command", "name")],
    name_of: name,
    special: command,
    importing: "command",
    imports,
    readable: tests_as_functions,
    highlights: &[tree_sitter_bash::HIGHLIGHT_QUERY, BASH_NAMES],
    reach: Reach::Program,
    bearable: Some(overrun::short_pipes),
    ..Row::CODE
};

/// What the grammar's own query leaves plain.
const BASH_NAMES: &str = "
(function_definition name: (word) @function)
(command_name (word) @function)
[\"local\" \"export\" \"readonly\" \"declare\" \"typeset\" \"unset\" \"unsetenv\" \"select\"] @keyword
((command_name (word) @keyword)
  (#any-of? @keyword \".\" \"source\" \"alias\" \"return\" \"exit\" \"trap\" \"set\" \"shift\" \"break\"
    \"continue\" \"eval\" \"exec\"))
";

/// Commands that bring another file in.
const IMPORTING: &[&str] = &["source", "."];
/// The longest name of a test, its quotes included.
const LONGEST_TEST_NAME: usize = 200;
/// How a test of Bats begins.
const TEST: &str = "@test ";

/// A test of Bats is a function with a sentence for a name.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let mut name = naming::field(reader, node);
    if let Some(sentence) = name.own.strip_prefix(TEST) {
        name.own = sentence.trim().trim_matches(['"', '\'']).to_owned();
    }
    name
}

/// `source a`, `alias a=b`; any other command is a statement.
fn command<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    Shape::Element(match command_name(reader, node) {
        name if IMPORTING.contains(&name) => Draft::import(node),
        "alias" => Draft::items(node, aliases(reader, node)),
        _ => Draft::items(node, Vec::new()),
    })
}

fn command_name<'a>(reader: &Reader<'a>, node: Node<'_>) -> &'a str {
    let name = node.child_by_field_name("name");
    let text = name.and_then(|name| reader.text.get(name.byte_range()));
    text.unwrap_or_default()
}

fn arguments<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name("argument", &mut cursor)
        .collect()
}

fn aliases(reader: &Reader<'_>, node: Node<'_>) -> Vec<(String, usize)> {
    let mut aliases = Vec::new();
    for argument in arguments(node) {
        let words = reader.words(argument);
        if let Some((name, _)) = words.split_once('=') {
            aliases.push((name.to_owned(), argument.start_byte()));
        }
    }
    aliases
}

/// The file as far as it is written out: `/lib/log.sh` of `"$(dirname "$0")/lib/log.sh"`.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Import> {
    if !IMPORTING.contains(&command_name(reader, node)) {
        return Vec::new();
    }
    let Some(file) = arguments(node).into_iter().next() else {
        return Vec::new();
    };
    let words = reader.words(file);
    let words = words.trim_matches(['"', '\'']);
    let known = words
        .rfind([')', '}'])
        .and_then(|end| words.get(end + 1..))
        .filter(|known| !known.is_empty())
        .unwrap_or(words);
    let known = match known
        .strip_prefix('$')
        .and_then(|rest| rest.find('/').map(|at| (rest, at)))
    {
        Some((rest, at)) => rest.get(at..).unwrap_or_default(),
        None => known,
    };
    vec![Import {
        module: known.trim_start_matches('/').to_owned(),
        at: node.start_byte(),
        ..Import::default()
    }]
}

/// `@test "adds up" {` of Bats as a function, every byte in its place.
fn tests_as_functions(text: &str) -> Cow<'_, str> {
    if !text.contains(TEST) {
        return Cow::Borrowed(text);
    }
    let mut readable = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let head = line.find('{').unwrap_or_default();
        match line.starts_with(TEST) && (TEST.len() + 4..LONGEST_TEST_NAME).contains(&head) {
            true => {
                readable.extend((2..head).map(|_| 't'));
                readable.push_str("()");
                readable.push_str(line.get(head..).unwrap_or_default());
            }
            false => readable.push_str(line),
        }
    }
    Cow::Owned(readable)
}
