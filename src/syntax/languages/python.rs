//! Python.

use super::overrun;
use crate::syntax::import::Import as Imported;
use crate::syntax::naming::{self, Name};
use crate::syntax::outline::DeclarationKind::{self, Function};
use crate::syntax::row::{Constructors, Declarations, Hooks, Linking, Packages, Row, Rule, Uses};
use crate::syntax::shape::{self, Draft, Reader, Shape, child_of_kind};
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
        special: assignment,
        refine,
        docstring,
        imports,
        ..Hooks::CODE
    },
    bearable: Some(overrun::narrow_indent),
    highlights: &[tree_sitter_python::HIGHLIGHTS_QUERY],
    more_highlights: include_str!("../queries/highlights/python.scm"),
    ..Row::CODE
};

/// `f = lambda x: x` is a function; what else is assigned is an item.
fn assignment<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    if is_string_statement(node) {
        return Shape::Preamble;
    }
    let Some(assignment) = node
        .named_child(0)
        .filter(|child| child.kind() == "assignment")
    else {
        return Shape::Element(Draft::items(node, Vec::new()));
    };
    let left = assignment.child_by_field_name("left");
    let right = assignment.child_by_field_name("right");
    match (left, right) {
        (Some(left), Some(right)) if left.kind() == "identifier" && right.kind() == "lambda" => {
            let name = reader.simple(left);
            let body = right.child_by_field_name("body");
            Shape::Element(Draft::declaration(Function, name, node).with_body(body))
        }
        _ => Shape::Element(Draft::items(node, reader.definitions(assignment))),
    }
}

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
        Function if is_accessor => DeclarationKind::Accessor,
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

/// `import a.b as c`, `from ..a import b as c, d`.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let at = node.start_byte();
    let module = match node.kind() {
        "import_from_statement" => node.child_by_field_name("module_name"),
        _ => None,
    };
    let module = match (node.kind(), module) {
        ("future_import_statement", _) => "__future__".to_owned(),
        (_, Some(module)) => reader.path(module),
        (_, None) => String::new(),
    };
    let mut cursor = node.walk();
    let names = node.children_by_field_name("name", &mut cursor);
    let mut found: Vec<Imported> = names
        .map(|name| {
            let own = name.child_by_field_name("name").unwrap_or(name);
            let alias = reader.field_words(name, "alias");
            let own = reader.path(own);
            match module.as_str() {
                "" => Imported::new(&own, "", &alias, at),
                module => Imported::new(module, &own, &alias, at),
            }
        })
        .collect();
    if child_of_kind(node, "wildcard_import").is_some() {
        found.push(Imported::new(&module, "*", "", at));
    }
    found
}
