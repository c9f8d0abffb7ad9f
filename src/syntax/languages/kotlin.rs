//! Kotlin.

use super::overrun;
use crate::syntax::naming::{self, Name, at_token};
use crate::syntax::outline::DeclarationKind::{self, Class, Enum, Interface};
use crate::syntax::query;
use crate::syntax::row::{Declarations, Hooks, Linking, Reach, Row};
use crate::syntax::shape::{self, Reader, child_of_kind, children, named_children};
use std::borrow::Cow;
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "kotlin",
    aliases: &["kt"],
    extensions: "kt kts",
    shebangs: "kotlin",
    grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    query: include_str!("../queries/kotlin.scm"),
    declarations: Declarations {
        bodies: &[
            "class_body",
            "enum_class_body",
            "function_body",
            "block",
            "getter",
            "setter",
        ],
        bases: &["delegation_specifiers"],
        targets: &[
            "variable_declaration",
            "multi_variable_declaration",
            "identifier",
        ],
        ..Declarations::CODE
    },
    linking: Linking::of(Reach::Directory).with_implicit_self(),
    hooks: Hooks {
        name,
        refine,
        fields: query::fields,
        ..Hooks::CODE
    },
    readable: joined,
    bearable: Some(overrun::ended_annotations),
    more_highlights: include_str!("../queries/highlights/kotlin.scm"),
    ..Row::CODE
};

fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let mut name = match node.kind() {
        "type_alias" => {
            let name = node.child_by_field_name("type");
            return name.map(|name| reader.simple(name)).unwrap_or_default();
        }
        "secondary_constructor" => at_token(node, "constructor", "constructor"),
        "anonymous_initializer" => at_token(node, "init", "init"),
        _ => naming::field(reader, node),
    };
    match node.kind() {
        // What Kotlin itself calls one without a name.
        "companion_object" if name.own.is_empty() => at_token(node, "companion", "Companion"),
        "function_declaration" => {
            name.path = receiver(reader, node, name.at);
            name
        }
        _ => name,
    }
}

/// The type that an extension is of: the one before its name.
fn receiver(reader: &Reader<'_>, node: Node<'_>, name_at: usize) -> Vec<String> {
    let receiver = named_children(node)
        .take_while(|child| child.start_byte() < name_at)
        .find(|child| {
            matches!(
                child.kind(),
                "user_type" | "nullable_type" | "parenthesized_type"
            )
        });
    let Some(mut receiver) = receiver else {
        return Vec::new();
    };
    if receiver.kind() == "nullable_type"
        && let Some(inner) = receiver.named_child(0)
    {
        receiver = inner;
    }
    if receiver.kind() != "user_type" {
        return vec![reader.words(receiver)];
    }
    named_children(receiver)
        .filter(|part| part.kind() == "identifier")
        .map(|part| reader.words(part))
        .collect()
}

fn refine(
    reader: &Reader<'_>,
    kind: DeclarationKind,
    node: Node<'_>,
    name: &Name,
) -> DeclarationKind {
    if node.kind() != "class_declaration" {
        return shape::as_written(reader, kind, node, name);
    }
    let is_interface = children(node)
        .take_while(|child| child.start_byte() < name.at)
        .any(|child| child.kind() == "interface");
    let modifiers = child_of_kind(node, "modifiers");
    let is_enum = modifiers.is_some_and(|modifiers| {
        named_children(modifiers)
            .any(|modifier| modifier.kind() == "class_modifier" && reader.words(modifier) == "enum")
    });
    match (is_interface, is_enum) {
        (true, _) => Interface,
        (_, true) => Enum,
        _ => Class,
    }
}

/// The text with a space for the line break before a primary constructor with modifiers, which
/// ends the class to the grammar.
fn joined(text: &str) -> Cow<'_, str> {
    let mut breaks = Vec::new();
    let (mut before, mut start) = ("", 0);
    for line in text.split_inclusive('\n') {
        if is_primary_constructor(line) && awaits_constructor(before) {
            breaks.push(start - 1..start);
        }
        before = line;
        start += line.len();
    }
    overrun::replaced(text, breaks, |_| ' ')
}

/// `internal constructor(`, `@Inject constructor(`
fn is_primary_constructor(line: &str) -> bool {
    let Some((modifiers, _)) = line.split_once("constructor") else {
        return false;
    };
    let is_modifier = |word: &str| {
        word.starts_with('@')
            || matches!(
                word,
                "public" | "private" | "protected" | "internal" | "actual" | "expect"
            )
    };
    modifiers.ends_with(' ') && modifiers.split_whitespace().all(is_modifier)
}

/// Returns true if a line names a class and opens nothing.
fn awaits_constructor(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.any(|word| word == "class") && !line.contains(['{', '(', ':', '/', ';'])
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn a_constructor_with_modifiers_is_of_the_class_above() {
        for (text, expected) in [
            (
                "class A<é>\ninternal actual constructor(\n)\nclass B\n@C private constructor()\n",
                "class A<é> internal actual constructor(\n)\nclass B @C private constructor()\n",
            ),
            (
                "class A {\n  private constructor()\n",
                "class A {\n  private constructor()\n",
            ),
            (
                "class A\nval constructor = 1\n",
                "class A\nval constructor = 1\n",
            ),
        ] {
            assert_eq!(joined(text), expected);
        }
    }
}
