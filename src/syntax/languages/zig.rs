//! Zig, where types are values that a constant is bound to, or that a function gives back.

use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{Comment, Import, Items, Silent, Special};
use crate::syntax::import;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{self, Enum, Function, Struct, Type};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "zig",
    extensions: &["zig", "zon"],
    shebangs: &["zig"],
    grammar: || tree_sitter_zig::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Import, "using_namespace_declaration"),
        (Items, "container_field"),
        (
            Special,
            "variable_declaration function_declaration test_declaration",
        ),
        (Silent, "builtin_type"),
    ],
    names: "identifier builtin_identifier",
    calls: &[("builtin_function", "")],
    importers: &["@import"],
    inner_docs: &["//!"],
    special,
    imports,
    // The grammar's own query asks for predicates that only an editor knows.
    highlights: &[include_str!("queries/zig.scm")],
    injections: tree_sitter_zig::INJECTIONS_QUERY,
    ..Row::CODE
};

/// No chain of members and no body of a function that gives back a type is longer.
const LONGEST: usize = 16;
/// No set of errors that people write has more.
const MOST_NAMES: u32 = 512;

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "variable_declaration" => Shape::Element(reader.zig_constant(node)),
        "test_declaration" => {
            let name = node.named_child(0).filter(|name| name.kind() != "block");
            let name = match name {
                Some(name) => reader.simple(name),
                None => Name {
                    own: "test".to_owned(),
                    at: node.start_byte(),
                    ..Name::default()
                },
            };
            let draft = Draft::declaration(Function, name, node);
            Shape::Element(draft.with_body(child_of_kind(node, "block")))
        }
        _ => {
            let name = node.child_by_field_name("name");
            let name = name.map(|name| reader.simple(name)).unwrap_or_default();
            let body = node.child_by_field_name("body");
            let draft = match body.and_then(|body| reader.given_type(node, body)) {
                Some((kind, container)) => {
                    Draft::declaration(kind, name, node).with_body(Some(container))
                }
                None => Draft::declaration(Function, name, node).with_body(body),
            };
            Shape::Element(draft.with_head(body.and_then(|body| body.prev_named_sibling())))
        }
    }
}

impl<'t> Reader<'_> {
    /// `const A = struct { … };`, `const a = @import("a.zig");`, `const a = 1;`
    fn zig_constant(&self, node: Node<'t>) -> Draft<'t> {
        let mut cursor = node.walk();
        let name = node
            .named_children(&mut cursor)
            .find(|child| child.kind() == "identifier")
            .map(|name| self.simple(name))
            .unwrap_or_default();
        let last = node.named_child_count().saturating_sub(1);
        let value = u32::try_from(last)
            .ok()
            .and_then(|last| node.named_child(last));
        let of = node.child_by_field_name("type");
        let is_value = |value: &Node<'t>| value.start_byte() > name.at && Some(*value) != of;
        let Some(value) = value.filter(is_value) else {
            return Draft::items(node, vec![(name.own, name.at)]);
        };
        if self.imported(value).is_some() {
            return Draft::import(node);
        }
        if name.own == "_" {
            return Draft::items(node, Vec::new());
        }
        if let Some(kind) = container_kind(value) {
            return Draft::declaration(kind, name, node).with_body(Some(value));
        }
        match value.kind() {
            "error_set_declaration" => {
                let errors = (0..MOST_NAMES).map_while(|place| value.named_child(place));
                let errors = errors.filter(|error| error.kind() == "identifier");
                let errors = errors.map(|error| (self.simple(error).own, error.start_byte()));
                Draft::declaration(Enum, name, node).with_definitions(errors.collect())
            }
            "pointer_type" | "slice_type" | "nullable_type" | "array_type"
            | "function_signature" | "error_union_type" => Draft::declaration(Type, name, node),
            // `struct { fn f() void { … } }.f`
            "field_expression" => match value.child_by_field_name("object") {
                Some(object) if container_kind(object).is_some() => {
                    Draft::declaration(Function, name, node).with_body(Some(object))
                }
                _ => Draft::items(node, vec![(name.own, name.at)]),
            },
            _ => Draft::items(node, vec![(name.own, name.at)]),
        }
    }

    /// The type that a generic one gives back: `return struct { … };`
    fn given_type(
        &self,
        function: Node<'t>,
        body: Node<'t>,
    ) -> Option<(DeclarationKind, Node<'t>)> {
        let of = function.child_by_field_name("type")?;
        if self.words(of) != "type" {
            return None;
        }
        let last = u32::try_from(body.named_child_count()).ok()?;
        (last.saturating_sub(LONGEST as u32)..last)
            .rev()
            .filter_map(|place| body.named_child(place))
            .filter_map(|statement| statement.named_child(0))
            .filter(|statement| statement.kind() == "return_expression")
            .filter_map(|given| given.named_child(0))
            .find_map(|given| Some((container_kind(given)?, given)))
    }

    /// The file, and the member of it, of `@import("a.zig").B`.
    fn imported(&self, value: Node<'t>) -> Option<(String, String)> {
        let mut call = value;
        for _ in 0..LONGEST {
            match call.kind() {
                "field_expression" => call = call.child_by_field_name("object")?,
                _ => break,
            }
        }
        let is_import =
            call.kind() == "builtin_function" && self.words(call.named_child(0)?) == "@import";
        if !is_import {
            return None;
        }
        let file = child_of_kind(call, "arguments")?.named_child(0)?;
        let member = self.text.get(call.end_byte()..value.end_byte())?;
        let member = member.trim_start_matches('.').to_owned();
        Some((self.simple(file).own, member))
    }
}

fn container_kind(value: Node<'_>) -> Option<DeclarationKind> {
    match value.kind() {
        "struct_declaration" | "union_declaration" | "opaque_declaration" => Some(Struct),
        "enum_declaration" => Some(Enum),
        _ => None,
    }
}

/// `const a = @import("a.zig");`, `usingnamespace @import("a.zig");`
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<import::Import> {
    let last = u32::try_from(node.named_child_count()).unwrap_or_default();
    let value = match node.kind() {
        "builtin_function" => Some(node),
        _ => node.named_child(last.saturating_sub(1)),
    };
    let Some((module, name)) = value.and_then(|value| reader.imported(value)) else {
        return Vec::new();
    };
    let alias = node
        .named_child(0)
        .filter(|alias| node.kind() == "variable_declaration" && alias.kind() == "identifier");
    let name = match node.kind() {
        "using_namespace_declaration" if name.is_empty() => "*".to_owned(),
        _ => name,
    };
    vec![import::Import {
        module,
        name,
        alias: alias.map(|alias| reader.words(alias)).unwrap_or_default(),
        at: node.start_byte(),
    }]
}
