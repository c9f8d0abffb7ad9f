//! Nix.

use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{Comment, Import, Special, Transparent};
use crate::syntax::import::Import as Imported;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{Function, Module};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "nix",
    extensions: &["nix"],
    grammar: || tree_sitter_nix::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Import, "path_expression spath_expression hpath_expression"),
        (Special, "binding inherit inherit_from"),
        (
            Transparent,
            "function_expression let_expression binding_set attrset_expression \
             rec_attrset_expression let_attrset_expression with_expression assert_expression \
             parenthesized_expression apply_expression",
        ),
    ],
    names: "variable_expression identifier",
    calls: &[("apply_expression", "function")],
    special: binding,
    imports,
    highlights: &[tree_sitter_nix::HIGHLIGHTS_QUERY, NIX_FUNCTIONS],
    injections: tree_sitter_nix::INJECTIONS_QUERY,
    ..Row::CODE
};

/// A name that is bound, one that is bound to a function, and one that is applied.
const NIX_FUNCTIONS: &str = "
(binding attrpath: (attrpath (identifier) @property))
(binding attrpath: (attrpath (identifier) @function .) expression: (function_expression))
(apply_expression function: (variable_expression name: (identifier) @function))
(apply_expression
  function: (select_expression attrpath: (attrpath (identifier) @function .)))
";

/// No function that people write takes more arguments one by one.
const MOST_ARGUMENTS: usize = 32;
/// Whether a set holds functions, so many of its bindings tell.
const MOST_BINDINGS: usize = 256;

/// A name bound to a function is one, and a set with functions in it is a module.
fn binding<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let Some(path) = node.child_by_field_name("attrpath") else {
        return inherited(reader, node);
    };
    let mut name = attribute(reader, path);
    let value = node.child_by_field_name("expression").map(inner);
    let draft = match value {
        Some(value) if value.kind() == "function_expression" => {
            Draft::declaration(Function, name, node).with_body(Some(body(value)))
        }
        Some(value) if has_functions(value) => {
            Draft::declaration(Module, name, node).with_body(Some(value))
        }
        _ => {
            name.path.push(name.own);
            Draft::items(node, vec![(name.path.join("."), path.start_byte())])
        }
    };
    Shape::Element(draft)
}

/// `inherit a b` and `inherit (c) a b` define what they name.
fn inherited<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let mut names = Vec::new();
    if let Some(attributes) = node.child_by_field_name("attrs") {
        let mut cursor = attributes.walk();
        let found = attributes.named_children(&mut cursor).take(MOST_BINDINGS);
        names.extend(found.map(|name| (reader.simple(name).own, name.start_byte())));
    }
    Shape::Element(Draft::items(node, names))
}

/// The name of a binding, and what stands before it: `a.b."c d"`.
fn attribute(reader: &Reader<'_>, path: Node<'_>) -> Name {
    let mut cursor = path.walk();
    let mut parts: Vec<Node<'_>> = path
        .named_children(&mut cursor)
        .take(MOST_ARGUMENTS)
        .collect();
    let Some(last) = parts.pop() else {
        return Name::default();
    };
    Name {
        path: parts.iter().map(|part| reader.simple(*part).own).collect(),
        ..reader.simple(last)
    }
}

/// A value without parentheses.
fn inner(mut value: Node<'_>) -> Node<'_> {
    for _ in 0..MOST_ARGUMENTS {
        match value.child_by_field_name("expression") {
            Some(inner) if value.kind() == "parenthesized_expression" => value = inner,
            _ => break,
        }
    }
    value
}

/// What a function does, behind all its arguments.
fn body(mut function: Node<'_>) -> Node<'_> {
    for _ in 0..MOST_ARGUMENTS {
        match function.child_by_field_name("body") {
            Some(body) if function.kind() == "function_expression" => function = body,
            _ => break,
        }
    }
    function
}

fn has_functions(set: Node<'_>) -> bool {
    let bindings = child_of_kind(set, "binding_set")
        .filter(|_| matches!(set.kind(), "attrset_expression" | "rec_attrset_expression"));
    let Some(bindings) = bindings else {
        return false;
    };
    let mut cursor = bindings.walk();
    bindings
        .named_children(&mut cursor)
        .take(MOST_BINDINGS)
        .filter_map(|binding| binding.child_by_field_name("expression"))
        .any(|value| inner(value).kind() == "function_expression")
}

/// A path to an expression: `./hosts.nix`, `./modules`, `<nixpkgs>`. One to another file is data,
/// and `./.` mostly what is built.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let path = reader.words(node);
    let file = path.rsplit('/').next().unwrap_or_default();
    let is_expression = file.ends_with(".nix") || (!file.is_empty() && !file.contains('.'));
    let module = path.trim_matches(['<', '>']).to_owned();
    let import = (is_expression || path == "..").then(|| Imported {
        module,
        at: node.start_byte(),
        ..Imported::default()
    });
    import.into_iter().collect()
}
