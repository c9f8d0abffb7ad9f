//! Rust: [`ROW`], and the names in trees of `use`.

use crate::syntax::import::Import as Imported;
use crate::syntax::name::shortened;
use crate::syntax::query;
use crate::syntax::row::{LanguageRow, Packages};
use crate::syntax::visibility::Visibility;
use crate::syntax::walker::{Hooks, Walker, named_children};
use tree_sitter::Node;

pub(super) const ROW: LanguageRow = LanguageRow {
    name: "rust",
    aliases: &["rs"],
    extensions: "rs",
    shebangs: "rust-script",
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    query: include_str!("../queries/rust.scm"),
    call_marks: &["!(", "![", "!{", "! {", "("],
    member_marks: &["::", "."],
    own_types: "self Self super",
    separator: "::",
    base_keywords: "mut dyn const for",
    non_bases: "='?",
    visibility: Visibility::Marked(&["pub"]),
    inner_docs: &["//!", "/*!"],
    packages: Packages::Rooted(&["lib", "main"]),
    highlights: &[tree_sitter_rust::HIGHLIGHTS_QUERY],
    injections: tree_sitter_rust::INJECTIONS_QUERY,
    ..LanguageRow::CODE
};

pub(super) const HOOKS: Hooks = Hooks {
    imports,
    ..query::hooks::HOOKS
};

/// Maximum depth of nested lists; deeper ones are ignored.
const MAX_USE_DEPTH: usize = 32;

/// Imports of `use a::{self, b::*, C as D}`, `extern crate a as b`, and `mod a;`, which imports a file.
fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Imported> {
    let at = node.start_byte();
    let field = |name: &str| node.child_by_field_name(name).map(|of| walker.words(of));
    match node.kind() {
        "mod_item" if node.child_by_field_name("body").is_some() => Vec::new(),
        "mod_item" => {
            let of = |name: String| match path_attribute(walker, node) {
                Some(path) => Imported::new(&format!("./{path}"), "", at).called(&name),
                None => Imported::new(&format!("self::{name}"), "", at),
            };
            field("name").map(of).into_iter().collect()
        }
        "extern_crate_declaration" => {
            let alias = field("alias").unwrap_or_default();
            let of = |name: String| Imported::new(&name, "", at).called(&alias);
            field("name").map(of).into_iter().collect()
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
        let path = |of: Option<Node<'_>>| {
            let own = of.map(|of| walker.path(of)).unwrap_or_default();
            match (above.as_str(), own.as_str()) {
                (_, "" | "self") if !above.is_empty() => above.clone(),
                ("", own) => own.to_owned(),
                (above, own) => shortened(&format!("{above}::{own}")),
            }
        };
        match node.kind() {
            "scoped_use_list" | "use_list" if depth < MAX_USE_DEPTH => {
                let list = node.child_by_field_name("list");
                let above = path(list.and(node.child_by_field_name("path")));
                let list = list.unwrap_or(node);
                let names: Vec<Node<'_>> = named_children(list).collect();
                let names = names.into_iter().rev();
                waiting.extend(names.map(|name| (name, above.clone(), depth + 1)));
            }
            "use_wildcard" => found.push(Imported::new(&path(node.named_child(0)), "*", at)),
            "use_as_clause" => {
                let own = node.child_by_field_name("path");
                let alias = walker.field_words(node, "alias");
                found.push(one(&path(own), own, &alias, at));
            }
            "identifier" | "scoped_identifier" | "self" | "super" | "crate" | "metavariable" => {
                found.push(one(&path(Some(node)), Some(node), "", at));
            }
            _ => {}
        }
    }
    found
}

/// `self` in a list is the module before the list.
fn one(path: &str, own: Option<Node<'_>>, alias: &str, at: usize) -> Imported {
    match own.map(|own| own.kind()) {
        Some("self") => Imported::new(path, "", at).called(alias),
        _ => Imported::of_path(path, "::", at).called(alias),
    }
}
