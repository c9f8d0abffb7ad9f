//! Kotlin.

use super::overrun;
use crate::syntax::import::Import as Imported;
use crate::syntax::naming::{self, Name, at_token};
use crate::syntax::outline::DeclarationKind::{self, Accessor, Class, Enum, Function, Interface};
use crate::syntax::row::{Declarations, Hooks, Linking, Reach, Row};
use crate::syntax::shape::{
    self, Draft, Reader, Shape, child_of_kind, child_token, children, named_children,
};
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
        special: property,
        refine,
        fields,
        imports,
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

/// The type that an extension is of: what stands before its name.
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

/// A property with code of its own is an accessor, one that is bound to a function or an object is
/// that, and every other is an item.
fn property<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let mut definitions = reader.definitions(node);
    let mut children = named_children(node);
    let accessor = children.find(|child| {
        matches!(child.kind(), "getter" | "setter")
            && child_of_kind(*child, "function_body").is_some()
    });
    let (Some((own, at)), None) = (definitions.pop(), definitions.last()) else {
        return Shape::Element(Draft::items(node, reader.definitions(node)));
    };
    let name = Name {
        path: receiver(reader, node, at),
        own,
        at,
    };
    if accessor.is_some() {
        let draft = Draft::declaration(Accessor, name, node);
        return Shape::Element(draft.with_body(accessor));
    }
    let value = value(node);
    Shape::Element(match value.map(|value| (value.kind(), value)) {
        Some(("lambda_literal", value)) => {
            Draft::declaration(Function, name, node).with_body(Some(value))
        }
        Some(("anonymous_function", value)) => Draft::declaration(Function, name, node)
            .with_body(child_of_kind(value, "function_body")),
        Some(("object_literal", value)) => {
            Draft::declaration(Class, name, value).with_body(child_of_kind(value, "class_body"))
        }
        _ => Draft {
            name,
            ..Draft::items(node, Vec::new())
        },
    })
}

/// Initial value of a property.
fn value(node: Node<'_>) -> Option<Node<'_>> {
    let mut children = children(node);
    children.find(|child| child.kind() == "=")?;
    children.find(Node::is_named)
}

/// Parameters of a primary constructor that are properties.
fn fields(reader: &Reader<'_>, node: Node<'_>) -> Vec<(String, usize)> {
    let parameters = child_of_kind(node, "primary_constructor")
        .and_then(|constructor| child_of_kind(constructor, "class_parameters"));
    let Some(parameters) = parameters else {
        return Vec::new();
    };
    let mut cursor = parameters.walk();
    parameters
        .named_children(&mut cursor)
        .filter(|parameter| parameter.kind() == "class_parameter")
        .filter_map(|parameter| {
            let mut children = children(parameter);
            children.find(|child| matches!(child.kind(), "val" | "var"))?;
            let name = children.find(|child| child.kind() == "identifier")?;
            Some((reader.simple(name).own, name.start_byte()))
        })
        .collect()
}

/// The last part of a path is the name, if no `*` follows. The package brings in nothing.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    if node.kind() != "import" {
        return Vec::new();
    }
    let Some(path) = child_of_kind(node, "qualified_identifier") else {
        return Vec::new();
    };
    let at = node.start_byte();
    let takes_all = child_token(node, "*").is_some();
    let alias = child_of_kind(node, "identifier");
    let alias = alias
        .map(|alias| reader.simple(alias).own)
        .unwrap_or_default();
    let path = reader.path(path);
    vec![match takes_all {
        true => Imported::new(&path, "*", "", at),
        false => Imported::of_path(&path, ".", &alias, at),
    }]
}

/// The text with a space for the line break before a primary constructor with modifiers, which
/// ends the class to the grammar.
fn joined(text: &str) -> Cow<'_, str> {
    if !text.contains("constructor") {
        return Cow::Borrowed(text);
    }
    let mut joined = String::new();
    let mut before = "";
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if is_primary_constructor(line) && awaits_constructor(before) {
            joined.push_str(text.get(joined.len()..start - 1).unwrap_or_default());
            joined.push(' ');
        }
        before = line;
        start += line.len();
    }
    if joined.is_empty() {
        return Cow::Borrowed(text);
    }
    joined.push_str(text.get(joined.len()..).unwrap_or_default());
    Cow::Owned(joined)
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
