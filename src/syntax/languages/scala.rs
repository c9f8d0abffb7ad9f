//! Scala: [`ROW`], the names of givens, and imports.

use crate::syntax::import::Import as Imported;
use crate::syntax::kind::Kind::Impl;
use crate::syntax::naming::Name;
use crate::syntax::query;
use crate::syntax::row::{Constructors, Hooks, ItemRules, LanguageRow, Reach, Scoping};
use crate::syntax::shape::{RawElement, Shape, Walker, named_children};
use tree_sitter::Node;

pub(super) const ROW: LanguageRow = LanguageRow {
    name: "scala",
    aliases: &["sc"],
    extensions: "scala sc sbt",
    shebangs: "scala scala-cli",
    grammar: || tree_sitter_scala::LANGUAGE.into(),
    parse_limit: 1_000_000,
    query: include_str!("../queries/scala.scm"),
    declarations: ItemRules {
        targets: &["name", "pattern", "simple_enum_case", "full_enum_case"],
        patterns: "identifiers tuple_pattern typed_pattern capture_pattern",
        constructors: Constructors::Named(&["this"]),
        ..ItemRules::CODE
    },
    scoping: Scoping::of(Reach::Directory).with_implicit_self(),
    hooks: Hooks {
        special: given,
        imports,
        ..Hooks::CODE
    },
    highlights: &[tree_sitter_scala::HIGHLIGHTS_QUERY],
    ..LanguageRow::CODE
};

/// Shape of a given: an instance of a type class if it has members, an item if it has a value.
fn given<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    if node.kind() != "given_definition" {
        return query::shape(walker, node);
    }
    let mut cursor = node.walk();
    let of = node
        .children_by_field_name("return_type", &mut cursor)
        .find(Node::is_named);
    let name = match (node.child_by_field_name("name"), of) {
        (Some(name), _) => walker.simple(name),
        (None, Some(of)) => Name::new(synthesized(&walker.words(of)), of.start_byte()),
        (None, None) => Name::default(),
    };
    let body = node
        .child_by_field_name("body")
        .filter(|body| body.kind().ends_with("template_body"));
    Shape::Element(match body {
        Some(_) if !name.own.is_empty() => RawElement {
            bases: of.map(|of| walker.base_names(of)).unwrap_or_default(),
            ..RawElement::declaration(Impl, name, node).with_body(body)
        },
        _ => RawElement {
            name,
            ..RawElement::items(node, Vec::new())
        },
    })
}

/// The compiler's name of an anonymous given: `given_Show_Int` for `Show[Int]`.
fn synthesized(of: &str) -> String {
    let words = of.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!("given_{}", words.join("_"))
}

/// `import a.b, c.{d, e as f, *}`
fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Imported> {
    if node.kind() == "package_clause" {
        return Vec::new();
    }
    let at = node.start_byte();
    let mut found = Vec::new();
    let mut path = String::new();
    let mut is_taken = false;
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "import" | "export" => {}
            "," => {
                if !is_taken {
                    found.push(Imported::of_path(&path, ".", at));
                }
                path.clear();
                is_taken = false;
            }
            "namespace_selectors" => {
                let selectors = named_children(child);
                found.extend(selectors.filter_map(|one| selected(walker, &path, one, at)));
                is_taken = true;
            }
            "namespace_wildcard" | "as_renamed_identifier" | "arrow_renamed_identifier" => {
                found.extend(selected(walker, &path, child, at));
                is_taken = true;
            }
            "." | "identifier" | "operator_identifier" => path.push_str(&walker.path(child)),
            _ => {}
        }
    }
    if !is_taken && !path.is_empty() {
        found.push(Imported::of_path(&path, ".", at));
    }
    found
}

/// One of the names imported from a path.
fn selected(walker: &Walker<'_>, path: &str, one: Node<'_>, at: usize) -> Option<Imported> {
    let path = path.trim_end_matches('.');
    let word = |field: &str| {
        one.child_by_field_name(field)
            .map(|node| walker.words(node))
    };
    match one.kind() {
        "namespace_wildcard" => Some(match walker.words(one).as_str() {
            name @ "given" => Imported::new(path, name, at),
            _ => Imported::new(path, "*", at),
        }),
        "as_renamed_identifier" | "arrow_renamed_identifier" => {
            // `a => _` hides a name.
            let alias = word("alias").filter(|alias| alias != "_")?;
            Some(Imported::new(path, &word("name")?, at).called(&alias))
        }
        "identifier" | "operator_identifier" => Some(Imported::new(path, &walker.words(one), at)),
        _ => None,
    }
}
