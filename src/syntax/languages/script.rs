//! JavaScript and related languages, in which most declarations are values bound to a name.
//!
//! Principal values: [`JAVASCRIPT`], [`TYPESCRIPT`] and [`TSX`], which share all rules. A function that wraps
//! a file is transparent.

mod exports;
mod imports;

use self::exports::exports;
use self::imports::{imports, required};
use crate::syntax::comment::CommentMarks;
use crate::syntax::kind::Kind;
use crate::syntax::naming::Name;
use crate::syntax::query;
use crate::syntax::row::{Hooks, ItemRules, LanguageRow, Packages, ReferenceRules, Rule, Scoping};
use crate::syntax::shape::{RawElement, Shape, Walker, child_of_kind, named_children};
use crate::syntax::visibility::Visibility;
use tree_sitter::Node;

pub(super) const JAVASCRIPT: LanguageRow = LanguageRow {
    name: "javascript",
    aliases: &["js", "jsx", "mjs", "node"],
    extensions: "js mjs cjs jsx",
    file_names: "Jakefile",
    shebangs: "node nodejs bun",
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    query: concat!(
        include_str!("../queries/script.scm"),
        include_str!("../queries/javascript.scm"),
        include_str!("../queries/jsx.scm")
    ),
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..ROW
};

pub(super) const TYPESCRIPT: LanguageRow = LanguageRow {
    name: "typescript",
    aliases: &["ts"],
    extensions: "ts mts cts",
    shebangs: "ts-node tsx deno",
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    parse_limit: 1_000_000,
    query: concat!(
        include_str!("../queries/script.scm"),
        include_str!("../queries/typescript.scm")
    ),
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..ROW
};

pub(super) const TSX: LanguageRow = LanguageRow {
    name: "tsx",
    extensions: "tsx",
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    parse_limit: 1_000_000,
    query: concat!(
        include_str!("../queries/script.scm"),
        include_str!("../queries/typescript.scm"),
        include_str!("../queries/jsx.scm")
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
    declarations: ItemRules {
        patterns: "lexical_declaration variable_declaration object_pattern array_pattern rest_pattern \
               assignment_pattern",
        unnamed: "exports module prototype this window",
        ..ItemRules::CODE
    },
    references: ReferenceRules {
        member_marks: &["?.", "."],
        ..ReferenceRules::CODE
    },
    comments: CommentMarks {
        docstrings: Some(&[]),
        ..CommentMarks::SLASHES
    },
    visibility: Visibility::Exported,
    scoping: Scoping {
        family: "script",
        packages: Packages::Relative,
        ..Scoping::CODE
    },
    hooks: Hooks {
        special: script,
        imports,
        exports,
        ..Hooks::CODE
    },
    ..LanguageRow::CODE
};

fn script<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "expression_statement" => {
            let body = node.named_child(0).and_then(|it| walker.invoked(it));
            body.map_or_else(|| query::shape(walker, node), Shape::Cross)
        }
        "lexical_declaration" | "variable_declaration" if declares_required(walker, node) => {
            Shape::Element(RawElement::import(node))
        }
        _ if walker.grammar.rule(node) == Rule::Wrapper => walker.bare_export(node),
        _ => query::shape(walker, node),
    }
}

/// Returns true for one variable with the result of `require`.
fn declares_required(walker: &Walker<'_>, node: Node<'_>) -> bool {
    let is_variable = |child: &Node<'_>| child.kind() == "variable_declarator";
    let mut declarators = named_children(node).filter(is_variable);
    let value = declarators
        .next()
        .and_then(|only| only.child_by_field_name("value"));
    declarators.next().is_none() && value.is_some_and(|value| required(walker, value).is_some())
}

/// Maximum number of nodes around a value.
const MAX_CHAIN_LEN: usize = 16;

impl<'t> Walker<'_> {
    /// `export default …`, `export { a } from "b"`, `declare global { … }`.
    fn bare_export(&self, node: Node<'t>) -> Shape<'t> {
        if let Some(global) = child_of_kind(node, "statement_block") {
            let name = Name::new("global".to_owned(), node.start_byte());
            let draft = RawElement::declaration(Kind::Module, name, node);
            return Shape::Element(draft.with_body(Some(global)));
        }
        let Some(value) = node.child_by_field_name("value") else {
            return Shape::Element(match node.child_by_field_name("source") {
                Some(_) => RawElement::import(node),
                None => RawElement::items(node, Vec::new()),
            });
        };
        let name = value.child_by_field_name("name");
        let name = match name {
            Some(name) => self.simple(name),
            None => Name::new("default".to_owned(), value.start_byte()),
        };
        let bound = query::bound(self, value, name, value);
        Shape::Element(bound.unwrap_or_else(|| RawElement::items(value, Vec::new())))
    }

    /// The body of a function that is called where it is defined, which wraps a file.
    fn invoked(&self, expression: Node<'t>) -> Option<Node<'t>> {
        let mut call = expression;
        for _ in 0..MAX_CHAIN_LEN {
            match call.kind() {
                "unary_expression" => call = call.child_by_field_name("argument")?,
                "parenthesized_expression" | "await_expression" => call = call.named_child(0)?,
                _ => break,
            }
        }
        if call.kind() != "call_expression" {
            return None;
        }
        let callee = call.child_by_field_name("function")?;
        // With or without `.call`.
        let called = match callee.kind() {
            "member_expression" => callee.child_by_field_name("object")?,
            _ => callee,
        };
        let called = self.statements(called)?;
        // A universal module: the longer of the two functions contains the code.
        let given = arguments(call).filter_map(|argument| self.statements(argument));
        let bodies = given.chain([called]);
        bodies.max_by_key(|body| body.byte_range().len())
    }

    /// The statements of a function.
    fn statements(&self, value: Node<'t>) -> Option<Node<'t>> {
        let is_function = value.kind() != "call_expression";
        let function = query::bound(self, value, Name::default(), value)?;
        let is_block = |body: &Node<'t>| body.kind() == "statement_block";
        function.body.filter(is_block).filter(|_| is_function)
    }
}

fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = call.child_by_field_name("arguments");
    // A module wrapper has few arguments; a call may have a table of data.
    (0..8).map_while(move |index| list?.named_child(index))
}
