//! R, where functions are assigned, and classes and methods are calls.

use crate::syntax::grammar::Rule::{Comment, Conditional, Silent, Special, Transparent};
use crate::syntax::grammar::{Constructors, Reach, Row};
use crate::syntax::import::Import;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{self, Accessor, Class, Function, Method};
use crate::syntax::shape::{self, Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "r",
    aliases: &["rlang"],
    extensions: &["r"],
    file_names: &[".Rprofile"],
    shebangs: &["Rscript"],
    grammar: || tree_sitter_r::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Special, "binary_operator call argument"),
        (Conditional, "if_statement for_statement while_statement"),
        (Transparent, "braced_expression"),
        (Silent, "comma"),
    ],
    names: "identifier",
    keywords: &["return", "UseMethod", "standardGeneric"],
    calls: &[("call", "function")],
    member_marks: &[":::", "::", "$", "@"],
    importers: IMPORTERS,
    constructors: Constructors::Named(&["initialize"]),
    inner_docs: &["#!"],
    special,
    imports,
    highlights: &[tree_sitter_r::HIGHLIGHTS_QUERY],
    reach: Reach::Program,
    ..Row::CODE
};

const IMPORTERS: &[&str] = &[
    "library",
    "require",
    "requireNamespace",
    "loadNamespace",
    "attachNamespace",
    "source",
];

/// Calls that define a class, which is named by their first argument or by what they are assigned
/// to.
const CLASSES: &[&str] = &[
    "R6Class",
    "setClass",
    "setRefClass",
    "setClassUnion",
    "new_class",
    "ggproto",
];

/// Calls that give a function to a generic one and a class.
const METHODS: &[&str] = &["setMethod", "setReplaceMethod", "method"];

/// Calls whose block is the place where declarations stand.
const SUITES: &[&str] = &["describe", "local"];

/// Calls whose block is a test that they name.
const TESTS: &[&str] = &["test_that", "it"];

/// Arguments that name what a class inherits.
const BASES: &[&str] = &["inherit", "contains", "parent"];

/// Calls that hold the members of a class.
const LISTS: &[&str] = &["list", "c", "representation", "signature"];

/// No chain that people write is longer.
const LONGEST_CHAIN: usize = 16;
/// No list that people write by hand has more names.
const MOST_NAMES: u32 = 256;

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "binary_operator" => reader.r_assignment(node),
        "argument" => reader.r_member(node),
        _ => reader.r_call(node),
    }
}

impl<'t> Reader<'_> {
    /// `f <- function(x) …`, `f = …`, `… -> f`.
    fn r_assignment(&self, node: Node<'t>) -> Shape<'t> {
        let mut targets = Vec::new();
        let mut value = node;
        for _ in 0..LONGEST_CHAIN {
            let field = |name| value.child_by_field_name(name);
            let operator = field("operator").map(|operator| operator.kind());
            let (target, bound) = match operator {
                Some("<-" | "<<-" | "=" | ":=") => (field("lhs"), field("rhs")),
                Some("->" | "->>") => (field("rhs"), field("lhs")),
                _ => break,
            };
            let (Some(target), Some(bound)) = (target, bound) else {
                break;
            };
            targets.push(target);
            value = bound;
        }
        let mut names = targets.into_iter().map(|target| self.r_name(target));
        let Some(name) = names.next() else {
            return shape::item(self, node);
        };
        let value = match value.kind() {
            "parenthesized_expression" => value.named_child(0).unwrap_or(value),
            _ => value,
        };
        match self.r_value(value) {
            Some((kind, body, bases)) if !name.own.is_empty() => {
                let draft = Draft::declaration(kind, name, node).of_path();
                Shape::Element(draft.with_body(body).with_bases(bases))
            }
            _ => {
                let names = [name].into_iter().chain(names);
                let names = names.filter(|name| !name.own.is_empty());
                let definitions = names.map(|name| (name.own, name.at)).collect();
                Shape::Element(Draft::items(node, definitions))
            }
        }
    }

    /// `f`, `` `a b` ``, `"%+%"`, `a$b$f`, `method(f, Class)`.
    fn r_name(&self, target: Node<'t>) -> Name {
        match target.kind() {
            "identifier" | "string" => self.simple(target),
            "extract_operator" => {
                let mut path = Vec::new();
                let mut owner = target.child_by_field_name("lhs");
                for _ in 0..LONGEST_CHAIN {
                    let Some(object) = owner else { break };
                    let part = object.child_by_field_name("rhs").unwrap_or(object);
                    path.push(self.simple(part).own);
                    owner = object.child_by_field_name("lhs");
                }
                path.reverse();
                let own = target.child_by_field_name("rhs");
                Name {
                    path,
                    ..own.map(|own| self.simple(own)).unwrap_or_default()
                }
            }
            "call" if METHODS.contains(&self.callee(target).as_str()) => self.method_name(target),
            _ => Name::default(),
        }
    }

    /// What a value makes of its name: its kind, its body and its bases.
    fn r_value(&self, value: Node<'t>) -> Option<(DeclarationKind, Option<Node<'t>>, Vec<String>)> {
        if value.kind() == "function_definition" {
            return Some((Function, value.child_by_field_name("body"), Vec::new()));
        }
        if value.kind() != "call" {
            return None;
        }
        let callee = self.callee(value);
        let list = value.child_by_field_name("arguments")?;
        let given = arguments(value).next();
        let first = given.and_then(|first| first.child_by_field_name("value"));
        match callee.as_str() {
            "setGeneric" => Some((Function, None, Vec::new())),
            class if CLASSES.contains(&class) => {
                let mut bases = self.r_bases(value);
                // `ggproto("A", Base, …)`
                if class == "ggproto" {
                    let base = arguments(value).nth(1);
                    let base = base.and_then(|base| base.child_by_field_name("value"));
                    bases.extend(base.map(|base| self.last_name(base)));
                }
                Some((Class, Some(list), bases))
            }
            // `list(get = function() …)`
            "list" if self.holds_functions_of_r(value) => Some((Class, Some(list), Vec::new())),
            // `memoise(function(x) …)`
            _ => first
                .filter(|first| first.kind() == "function_definition")
                .map(|first| (Function, first.child_by_field_name("body"), Vec::new())),
        }
    }

    fn r_call(&self, node: Node<'t>) -> Shape<'t> {
        let callee = self.callee(node);
        let callee = callee.as_str();
        if module_call(self, node).is_some() {
            return Shape::Element(Draft::import(node));
        }
        let block = arguments(node)
            .filter_map(|given| given.child_by_field_name("value"))
            .find(|given| given.kind() == "braced_expression");
        let title = arguments(node)
            .next()
            .and_then(|first| first.child_by_field_name("value"))
            .filter(|first| first.kind() == "string");
        if METHODS.contains(&callee) || callee == "setValidity" {
            let draft = Draft::declaration(Method, self.method_name(node), node);
            return Shape::Element(draft.with_body(function_in(node)));
        }
        match (title, block) {
            (_, Some(block)) if SUITES.contains(&callee) => Shape::Cross(block),
            (Some(title), Some(block)) if TESTS.contains(&callee) => {
                let draft = Draft::declaration(Function, self.simple(title), node);
                Shape::Element(draft.with_body(Some(block)))
            }
            (Some(title), _) if CLASSES.contains(&callee) || callee == "setGeneric" => {
                match self.r_value(node) {
                    Some((kind, body, bases)) => {
                        let draft = Draft::declaration(kind, self.simple(title), node);
                        Shape::Element(draft.with_body(body).with_bases(bases))
                    }
                    None => shape::item(self, node),
                }
            }
            _ => shape::item(self, node),
        }
    }

    /// An argument of what defines a class: a method, a field, or a list of them.
    fn r_member(&self, node: Node<'t>) -> Shape<'t> {
        let Some(name) = node
            .child_by_field_name("name")
            .map(|name| self.simple(name))
        else {
            let value = node.child_by_field_name("value");
            return match value.filter(|value| self.is_list(*value)) {
                Some(list) => self.crossed_list(list),
                None => Shape::Nothing,
            };
        };
        let value = node.child_by_field_name("value");
        match value {
            _ if BASES.contains(&name.own.as_str()) => Shape::Nothing,
            Some(value) if value.kind() == "function_definition" => {
                let kind = match in_list(self, node, "active") {
                    true => Accessor,
                    false => Function,
                };
                let draft = Draft::declaration(kind, name, node);
                Shape::Element(draft.with_body(value.child_by_field_name("body")))
            }
            Some(value) if self.is_list(value) && MEMBERS.contains(&name.own.as_str()) => {
                self.crossed_list(value)
            }
            _ => Shape::Element(Draft::items(node, vec![(name.own, name.at)])),
        }
    }

    fn crossed_list(&self, list: Node<'t>) -> Shape<'t> {
        match list.child_by_field_name("arguments") {
            Some(members) => Shape::Cross(members),
            None => shape::item(self, list),
        }
    }

    /// `setMethod("f", "A", …)` is `f` of `A`.
    fn method_name(&self, call: Node<'t>) -> Name {
        let mut given = arguments(call).filter_map(|given| given.child_by_field_name("value"));
        let (Some(first), second) = (given.next(), given.next()) else {
            return Name::default();
        };
        if self.callee(call) == "setValidity" {
            return Name {
                own: "validity".to_owned(),
                path: vec![self.simple(first).own],
                at: first.start_byte(),
            };
        }
        // `signature("A", "B")`
        let class = second.map(|class| match class.kind() {
            "call" => arguments(class)
                .next()
                .and_then(|first| first.child_by_field_name("value"))
                .unwrap_or(class),
            _ => class,
        });
        let class = class.filter(|class| matches!(class.kind(), "string" | "identifier"));
        Name {
            path: class
                .map(|class| self.simple(class).own)
                .into_iter()
                .collect(),
            ..self.simple(first)
        }
    }

    /// The last name of what a call calls: `R6Class` of `R6::R6Class(…)`.
    fn callee(&self, call: Node<'t>) -> String {
        let callee = call.child_by_field_name("function");
        callee
            .map(|callee| self.last_name(callee))
            .unwrap_or_default()
    }

    fn last_name(&self, node: Node<'t>) -> String {
        self.simple(node.child_by_field_name("rhs").unwrap_or(node))
            .own
    }

    fn r_bases(&self, call: Node<'t>) -> Vec<String> {
        let mut found = Vec::new();
        for given in arguments(call) {
            let name = given.child_by_field_name("name");
            let is_base = name.is_some_and(|name| BASES.contains(&self.words(name).as_str()));
            let Some(value) = given.child_by_field_name("value").filter(|_| is_base) else {
                continue;
            };
            match value.kind() {
                "call" => {
                    let each =
                        arguments(value).filter_map(|each| each.child_by_field_name("value"));
                    found.extend(each.map(|each| self.last_name(each)));
                }
                _ => found.push(self.last_name(value)),
            }
        }
        found
    }

    fn is_list(&self, value: Node<'t>) -> bool {
        value.kind() == "call" && LISTS.contains(&self.callee(value).as_str())
    }

    fn holds_functions_of_r(&self, call: Node<'t>) -> bool {
        arguments(call).any(|given| {
            let value = given.child_by_field_name("value");
            given.child_by_field_name("name").is_some()
                && value.is_some_and(|value| value.kind() == "function_definition")
        })
    }
}

/// Arguments with the members of a class.
const MEMBERS: &[&str] = &[
    "public",
    "private",
    "active",
    "methods",
    "fields",
    "slots",
    "properties",
    "representation",
];

/// Whether a member of a class is in the list that an argument of this name gives.
fn in_list(reader: &Reader<'_>, member: Node<'_>, name: &str) -> bool {
    let argument = (0..3).try_fold(member, |node, _| node.parent());
    let given = argument.and_then(|argument| argument.child_by_field_name("name"));
    given.is_some_and(|given| reader.words(given) == name)
}

fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = call.child_by_field_name("arguments");
    (0..MOST_NAMES)
        .map_while(move |place| list?.named_child(place))
        .filter(|given| given.kind() == "argument")
}

/// The body of the function that a call is given.
fn function_in(call: Node<'_>) -> Option<Node<'_>> {
    arguments(call)
        .filter_map(|given| given.child_by_field_name("value"))
        .find(|given| given.kind() == "function_definition")?
        .child_by_field_name("body")
}

/// The call that imports, which others may be around: `suppressWarnings(library(a))`.
fn module_call<'t>(reader: &Reader<'_>, mut call: Node<'t>) -> Option<Node<'t>> {
    for _ in 0..3 {
        let callee = reader.callee(call);
        let of = child_of_kind(call, "namespace_operator");
        let of = of.map(|of| reader.words(of)).unwrap_or_default();
        if IMPORTERS.contains(&callee.as_str())
            || matches!(of.as_str(), "import::from" | "box::use")
        {
            return Some(call);
        }
        if !callee.starts_with("suppress") {
            return None;
        }
        call = arguments(call).next()?.child_by_field_name("value")?;
    }
    None
}

/// `library(a)`, `source("a.R")`, `import::from(a, b)`, `box::use(a[b])`.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Import> {
    let Some(call) = module_call(reader, node) else {
        return Vec::new();
    };
    let import = |module: String, name: String| Import {
        module,
        name,
        at: node.start_byte(),
        ..Import::default()
    };
    let text = |given: Node<'_>| reader.simple(given).own;
    let mut given = arguments(call)
        .filter(|given| given.child_by_field_name("name").is_none())
        .filter_map(|given| given.child_by_field_name("value"));
    match reader.callee(call).as_str() {
        "from" => match given.next().map(text) {
            Some(module) => given
                .map(|name| import(module.clone(), text(name)))
                .collect(),
            None => Vec::new(),
        },
        "use" => given
            .flat_map(|module| match module.child_by_field_name("function") {
                Some(of) => arguments(module)
                    .filter_map(|name| name.child_by_field_name("value"))
                    .map(|name| import(text(of), text(name)))
                    .collect(),
                None => vec![import(text(module), String::new())],
            })
            .collect(),
        "library" | "require" | "attachNamespace" => given
            .next()
            .map(|module| import(text(module), "*".to_owned()))
            .into_iter()
            .collect(),
        _ => given
            .next()
            .map(|module| import(text(module), String::new()))
            .into_iter()
            .collect(),
    }
}
