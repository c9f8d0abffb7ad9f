//! Lua, where modules and classes are tables that functions are put in.

use crate::syntax::grammar::Rule::{
    Comment, Conditional, Declaration, Preamble, Special, Transparent,
};
use crate::syntax::grammar::{Row, Rule};
use crate::syntax::import::Import;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{self, Class, Function, Method};
use crate::syntax::shape::{self, Draft, Reader, Shape, child_of_kind, only_named_child};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "lua",
    extensions: &["lua", "rockspec"],
    file_names: &[".luacheckrc"],
    shebangs: &["lua", "luajit"],
    grammar: || tree_sitter_lua::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Preamble, "hash_bang_line"),
        (
            Special,
            "variable_declaration assignment_statement function_call return_statement field",
        ),
        (Declaration(Function), "function_declaration"),
        (
            Conditional,
            "if_statement do_statement for_statement while_statement",
        ),
        (Transparent, "block else_statement elseif_statement"),
    ],
    names: "identifier",
    member_marks: &[".", ":"],
    calls: &[
        ("function_call", "name"),
        ("method_index_expression", "method"),
    ],
    importers: &["require", "dofile", "loadfile"],
    name_of: name,
    special,
    refine,
    imports,
    highlights: &[tree_sitter_lua::HIGHLIGHTS_QUERY],
    injections: tree_sitter_lua::INJECTIONS_QUERY,
    ..Row::CODE
};

/// Calls whose function is the place where declarations stand.
const SUITES: &[&str] = &["describe", "context", "insulate", "expose"];

/// Calls whose function is a test that they name.
const TESTS: &[&str] = &["it", "spec", "test", "pending"];

/// Calls that make a class of the table that they are given.
const CLASSES: &[&str] = &["setmetatable", "extend", "class", "derive", "subclass"];

/// No chain that people write is longer.
const LONGEST_CHAIN: usize = 16;
/// No list that people write by hand has more names.
const MOST_NAMES: u32 = 64;

/// The name of a function.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let name = node.child_by_field_name("name");
    name.map(|name| reader.lua_name(name)).unwrap_or_default()
}

/// `function A:b()` is a method of `A`.
fn refine(_: &Reader<'_>, kind: DeclarationKind, node: Node<'_>, _: &Name) -> DeclarationKind {
    let name = node.child_by_field_name("name").map(|name| name.kind());
    match name {
        Some("method_index_expression") => Method,
        _ => kind,
    }
}

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "function_call" => reader.lua_call(node),
        "return_statement" => {
            let value = child_of_kind(node, "expression_list").and_then(only_named_child);
            match value.filter(|value| reader.holds_functions(*value)) {
                Some(table) => Shape::Cross(table),
                None => shape::item(reader, node),
            }
        }
        "field" => {
            let name = node.child_by_field_name("name");
            let value = node.child_by_field_name("value");
            reader.lua_binding(node, name.into_iter().collect(), value)
        }
        _ => {
            let assignment = child_of_kind(node, "assignment_statement").unwrap_or(node);
            let names = targets(assignment);
            let value = child_of_kind(assignment, "expression_list").and_then(only_named_child);
            reader.lua_binding(node, names, value)
        }
    }
}

impl<'t> Reader<'_> {
    /// What is bound to names: a function, a table of functions, a module, or a value.
    fn lua_binding(
        &self,
        node: Node<'t>,
        names: Vec<Node<'t>>,
        value: Option<Node<'t>>,
    ) -> Shape<'t> {
        let names = names.into_iter().map(|name| self.lua_name(name));
        let mut names: Vec<Name> = names.collect();
        match value {
            Some(value) if self.lua_module(value).is_some() => {
                return Shape::Element(Draft::import(node));
            }
            Some(value) if names.len() == 1 => {
                if let Some((kind, body, bases)) = self.lua_value(value) {
                    let name = names.pop().unwrap_or_default();
                    let draft = Draft::declaration(kind, name, node);
                    return Shape::Element(draft.with_body(body).with_bases(bases));
                }
            }
            _ => {}
        }
        let definitions = names.into_iter().map(|name| (name.own, name.at)).collect();
        Shape::Element(Draft::items(node, definitions))
    }

    /// What a value makes of the name that it is bound to: its kind, its body and its bases.
    fn lua_value(
        &self,
        value: Node<'t>,
    ) -> Option<(DeclarationKind, Option<Node<'t>>, Vec<String>)> {
        match value.kind() {
            "function_definition" => {
                let body = value.child_by_field_name("body");
                Some((Function, body, Vec::new()))
            }
            "table_constructor" if self.holds_functions(value) => {
                Some((Class, Some(value), Vec::new()))
            }
            // `setmetatable({ … }, …)`, `Base:extend { … }`
            "function_call" => {
                let callee = self.lua_name(value.child_by_field_name("name")?);
                let table = arguments(value).find(|given| self.holds_functions(*given))?;
                let is_class = CLASSES.contains(&callee.own.as_str());
                is_class.then_some((Class, Some(table), callee.path))
            }
            _ => None,
        }
    }

    fn lua_call(&self, node: Node<'t>) -> Shape<'t> {
        let Some(callee) = node.child_by_field_name("name") else {
            return shape::item(self, node);
        };
        // `(function() … end)()`
        let invoked = match callee.kind() {
            "parenthesized_expression" => only_named_child(callee),
            _ => None,
        };
        let given = arguments(node).find(|given| given.kind() == "function_definition");
        let body = |function: Node<'t>| function.child_by_field_name("body");
        let callee = self.words(callee);
        let title = arguments(node)
            .next()
            .filter(|title| title.kind() == "string");
        match (invoked.and_then(body), given.and_then(body), title) {
            (Some(body), _, _) => Shape::Cross(body),
            _ if self.lua_module(node).is_some() => Shape::Element(Draft::import(node)),
            (_, Some(body), _) if SUITES.contains(&callee.as_str()) => Shape::Cross(body),
            (_, body @ Some(_), Some(title)) if TESTS.contains(&callee.as_str()) => {
                let draft = Draft::declaration(Function, self.simple(title), node);
                Shape::Element(draft.with_body(body))
            }
            _ => shape::item(self, node),
        }
    }

    /// `a`, `a.b.c`, `a.b:c`, `a["b"]`; what stands before the last is its path.
    fn lua_name(&self, node: Node<'t>) -> Name {
        let last = ["field", "method"]
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        let Some(last) = last else {
            return self.simple(node);
        };
        let mut path = Vec::new();
        let mut owner = node.child_by_field_name("table");
        for _ in 0..LONGEST_CHAIN {
            let Some(table) = owner else { break };
            let part = table.child_by_field_name("field").unwrap_or(table);
            path.push(self.simple(part).own);
            owner = table.child_by_field_name("table");
        }
        path.reverse();
        path.retain(|part| part != "_G");
        Name {
            path,
            ..self.simple(last)
        }
    }

    /// The module, and the name taken from it, of `require("a")`, `require "a".b`.
    fn lua_module(&self, value: Node<'t>) -> Option<(String, String)> {
        let (call, name) = match value.kind() {
            "dot_index_expression" => (
                value.child_by_field_name("table")?,
                self.words(value.child_by_field_name("field")?),
            ),
            _ => (value, String::new()),
        };
        let callee = call.child_by_field_name("name")?;
        let module = arguments(call).next()?;
        let imports = call.kind() == "function_call"
            && module.kind() == "string"
            && ROW.importers.contains(&self.words(callee).as_str());
        imports.then(|| (long_unquoted(&self.simple(module).own), name))
    }

    /// Whether a value is a table with a function in it.
    fn holds_functions(&self, value: Node<'t>) -> bool {
        let mut cursor = value.walk();
        value.kind() == "table_constructor"
            && value.named_children(&mut cursor).any(|field| {
                self.grammar.rule(field) == Rule::Special
                    && field.child_by_field_name("name").is_some()
                    && field
                        .child_by_field_name("value")
                        .is_some_and(|value| value.kind() == "function_definition")
            })
    }
}

/// What `[[…]]` quotes.
fn long_unquoted(text: &str) -> String {
    text.trim_start_matches("[[")
        .trim_end_matches("]]")
        .to_owned()
}

/// What is assigned to.
fn targets(assignment: Node<'_>) -> Vec<Node<'_>> {
    let list = child_of_kind(assignment, "variable_list").unwrap_or(assignment);
    let mut cursor = list.walk();
    list.children_by_field_name("name", &mut cursor)
        .take(MOST_NAMES as usize)
        .collect()
}

fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = call.child_by_field_name("arguments");
    // A call that declares has few arguments.
    (0..8).map_while(move |place| list?.named_child(place))
}

/// `local a = require("b")`, `local a = require("b").c`, `require "b"`.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Import> {
    let assignment = child_of_kind(node, "assignment_statement").unwrap_or(node);
    let alias = match targets(assignment).as_slice() {
        [only] if assignment.kind() == "assignment_statement" => reader.lua_name(*only).own,
        _ => String::new(),
    };
    let value = child_of_kind(assignment, "expression_list").and_then(only_named_child);
    let import = reader
        .lua_module(value.unwrap_or(node))
        .map(|(module, name)| Import {
            module,
            name,
            alias,
            at: node.start_byte(),
        });
    import.into_iter().collect()
}
