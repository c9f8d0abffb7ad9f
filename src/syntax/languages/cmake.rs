//! CMake.

use crate::syntax::grammar::Rule::{Comment, Declaration, Silent, Special, Transparent};
use crate::syntax::grammar::{Reach, Row};
use crate::syntax::import::Import;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{Function, Macro};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "cmake",
    extensions: &["cmake"],
    file_names: &["CMakeLists.txt"],
    grammar: || tree_sitter_cmake::LANGUAGE.into(),
    kinds: &[
        (Comment, "line_comment bracket_comment"),
        (Special, "normal_command"),
        (Declaration(Function), "function_def"),
        (Declaration(Macro), "macro_def"),
        (
            Transparent,
            "if_condition foreach_loop while_loop block_def body",
        ),
        (
            Silent,
            "if_command elseif_command else_command endif_command foreach_command \
             endforeach_command while_command endwhile_command block_command endblock_command",
        ),
    ],
    names: "identifier variable unquoted_argument",
    name_of: name,
    special: command,
    importing: "normal_command",
    imports,
    highlights: &[tree_sitter_cmake::HIGHLIGHTS_QUERY, CMAKE_PLAIN],
    reach: Reach::Program,
    ..Row::CODE
};

/// The grammar's own query tells constants from names by a predicate of one editor only, and marks
/// comments twice.
const CMAKE_PLAIN: &str = "
(unquoted_argument) @string
(quoted_argument) @string
(variable) @variable
((unquoted_argument) @constant (#match? @constant \"^[A-Z][A-Z0-9_]*$\"))
(normal_command . (identifier) @function)
(function_command (argument_list . (argument) @function))
(macro_command (argument_list . (argument) @function))
[(line_comment) (bracket_comment)] @comment
";

/// Commands that bring other files in.
const IMPORTING: &[&str] = &[
    "include",
    "find_package",
    "add_subdirectory",
    "find_dependency",
    "fetchcontent_makeavailable",
];
/// Commands whose first argument is the name of what they make.
const DEFINING: &[&str] = &[
    "project",
    "set",
    "option",
    "cmake_dependent_option",
    "add_library",
    "add_executable",
    "add_custom_target",
    "fetchcontent_declare",
    "externalproject_add",
    "find_program",
    "find_library",
    "find_path",
    "find_file",
];

/// The first argument of `function(…)` and `macro(…)`.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    child_of_kind(node, "function_command")
        .or_else(|| child_of_kind(node, "macro_command"))
        .and_then(|command| arguments(command).next())
        .map(|name| reader.simple(name))
        .unwrap_or_default()
}

fn command_name(reader: &Reader<'_>, node: Node<'_>) -> String {
    let name = node.named_child(0);
    name.map(|name| reader.words(name).to_ascii_lowercase())
        .unwrap_or_default()
}

/// What a command is, its name tells: names of commands have no case.
fn command<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let command = command_name(reader, node);
    if IMPORTING.contains(&command.as_str()) {
        return Shape::Element(Draft::import(node));
    }
    let mut names = arguments(node);
    let name = match command.as_str() {
        "add_test" => names
            .next()
            .filter(|first| reader.words(*first) == "NAME")
            .and(names.next()),
        _ if DEFINING.contains(&command.as_str()) => names.next(),
        _ => None,
    };
    let definition = name
        .map(|name| (reader.simple(name).own, name.start_byte()))
        // What a variable holds is no name here.
        .filter(|(name, _)| !name.contains('$'));
    Shape::Element(Draft::items(node, definition.into_iter().collect()))
}

/// The first arguments of a command.
fn arguments(command: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = child_of_kind(command, "argument_list");
    (0..16).map_while(move |place| list?.named_child(place))
}

/// The module, package or folder.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Import> {
    if !IMPORTING.contains(&command_name(reader, node).as_str()) {
        return Vec::new();
    }
    let module = arguments(node).next().map(|module| Import {
        module: reader.simple(module).own,
        at: node.start_byte(),
        ..Import::default()
    });
    module.into_iter().collect()
}
