//! Python.

use super::overrun;
use crate::syntax::naming::{self, Name};
use crate::syntax::outline::DeclarationKind;
use crate::syntax::row::{Constructors, Declarations, Hooks, Linking, Packages, Row, Rule, Uses};
use crate::syntax::shape::{self, Reader};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "python",
    aliases: &["py"],
    extensions: "py pyi pyw",
    file_names: "SConstruct SConscript wscript",
    shebangs: "python pypy",
    grammar: || tree_sitter_python::LANGUAGE.into(),
    query: include_str!("../queries/python.scm"),
    declarations: Declarations {
        bases: &["superclasses"],
        targets: &["name", "left", "assignment"],
        patterns: "pattern_list tuple_pattern list_pattern",
        constructors: Constructors::Named(&["__init__"]),
        ..Declarations::CODE
    },
    uses: Uses {
        member_marks: &["."],
        ..Uses::CODE
    },
    linking: Linking {
        packages: Packages::Nested("__init__"),
        ..Linking::CODE
    },
    hooks: Hooks {
        name,
        refine,
        docstring,
        ..Hooks::CODE
    },
    bearable: Some(overrun::narrow_indent),
    highlights: &[tree_sitter_python::HIGHLIGHTS_QUERY],
    more_highlights: include_str!("../queries/highlights/python.scm"),
    ..Row::CODE
};

/// A type alias has its name on the left.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    match node.child_by_field_name("left") {
        Some(left) => {
            let own = left.named_child(0).unwrap_or(left);
            // `type Row[T] = …` is generic.
            reader.simple(own.named_child(0).unwrap_or(own))
        }
        None => naming::field(reader, node),
    }
}

/// No function that people write has more decorators.
const MOST_DECORATORS: usize = 8;

/// `@property` and `@name.setter` make accessors.
fn refine(
    reader: &Reader<'_>,
    kind: DeclarationKind,
    node: Node<'_>,
    name: &Name,
) -> DeclarationKind {
    let before = reader.text.get(..node.start_byte()).unwrap_or_default();
    let decorators = before.trim_end().rsplit('\n').map(str::trim);
    let is_accessor = decorators
        .take(MOST_DECORATORS)
        .take_while(|line| line.starts_with('@'))
        .any(|line| {
            line.ends_with("property") || line.ends_with(".setter") || line.ends_with(".deleter")
        });
    match kind {
        DeclarationKind::Function if is_accessor => DeclarationKind::Accessor,
        _ => shape::as_written(reader, kind, node, name),
    }
}

/// The string that opens a body.
fn docstring<'t>(reader: &Reader<'_>, body: Node<'t>) -> Option<Node<'t>> {
    (0..4)
        .map_while(|place| body.named_child(place))
        .find(|child| reader.grammar.rule(*child) != Rule::Comment)
        .filter(|first| is_string_statement(*first))
}

fn is_string_statement(statement: Node<'_>) -> bool {
    statement.kind() == "expression_statement"
        && statement
            .named_child(0)
            .is_some_and(|only| matches!(only.kind(), "string" | "concatenated_string"))
}
