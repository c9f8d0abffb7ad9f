//! Julia, where a function may be an assignment and whatever is declared may stand behind macros.

use crate::syntax::grammar::Rule::{Comment, Conditional, Import, Silent, Special, Transparent};
use crate::syntax::grammar::{Constructors, Reach, Row};
use crate::syntax::import;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{self, Enum, Function, Macro, Module, Struct, Type};
use crate::syntax::outline::ElementKind;
use crate::syntax::shape::{self, Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "julia",
    aliases: &["jl"],
    extensions: &["jl"],
    shebangs: &["julia"],
    grammar: || tree_sitter_julia::LANGUAGE.into(),
    kinds: &[
        (Comment, "line_comment block_comment"),
        (
            Import,
            "using_statement import_statement export_statement public_statement",
        ),
        (
            Special,
            "module_definition struct_definition abstract_definition primitive_definition \
             function_definition macro_definition assignment const_statement global_statement \
             typed_expression identifier macrocall_expression call_expression string_literal \
             prefixed_string_literal",
        ),
        (
            Conditional,
            "if_statement for_statement let_statement compound_statement",
        ),
        (Transparent, "else_clause elseif_clause"),
        (Silent, "type_head for_binding"),
    ],
    names: "identifier",
    patterns: "tuple_expression open_tuple parenthesized_expression",
    calls: &[
        ("call_expression", ""),
        ("broadcast_call_expression", ""),
        ("macro_identifier", ""),
    ],
    importers: &["include"],
    constructors: Constructors::LikeType,
    special,
    imports,
    highlights: &[include_str!("queries/julia.scm")],
    reach: Reach::Program,
    ..Row::CODE
};

/// No head of a function and no row of macros is longer.
const LONGEST_CHAIN: usize = 8;
/// No list that people write by hand has more names.
const MOST_NAMES: u32 = 256;

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        // A text before a declaration documents it.
        "string_literal" | "prefixed_string_literal" => Shape::Docs,
        "macrocall_expression" => reader.macro_call(node),
        "call_expression" => match node.named_child(0) {
            Some(callee) if ROW.importers.contains(&reader.words(callee).as_str()) => {
                Shape::Element(Draft::import(node))
            }
            _ => shape::item(reader, node),
        },
        // The name of a module stands among its members.
        "identifier" if node.prev_sibling().is_some_and(|before| !before.is_named()) => {
            Shape::Nothing
        }
        _ => Shape::Element(reader.julia(node)),
    }
}

impl<'t> Reader<'_> {
    fn julia(&self, node: Node<'t>) -> Draft<'t> {
        match node.kind() {
            "module_definition" => {
                let head = node.child_by_field_name("name");
                self.scope_of(Module, node, head)
            }
            "struct_definition" => self.scope_of(Struct, node, child_of_kind(node, "type_head")),
            "abstract_definition" | "primitive_definition" => {
                let head = child_of_kind(node, "type_head");
                self.scope_of(Type, node, head).with_body(None)
            }
            "function_definition" => self.function_of(Function, node),
            "macro_definition" => self.function_of(Macro, node),
            "const_statement" | "global_statement" => match child_of_kind(node, "assignment") {
                Some(assignment) => self.assignment(assignment),
                None => self.names_of(node, node.named_child(0)),
            },
            "assignment" => self.assignment(node),
            _ => self.names_of(node, Some(node)),
        }
    }

    /// What has its members right in it, behind its head.
    fn scope_of(&self, kind: DeclarationKind, node: Node<'t>, head: Option<Node<'t>>) -> Draft<'t> {
        let mut named = head;
        let mut bases = Vec::new();
        for _ in 0..LONGEST_CHAIN {
            let Some(within) = named else { break };
            let first = within.named_child(0);
            match within.kind() {
                "binary_expression" => {
                    // The operator is between them.
                    let base = within.named_child(2).map(|base| match base.kind() {
                        "parametrized_type_expression" => base.named_child(0).unwrap_or(base),
                        _ => base,
                    });
                    bases.extend(base.map(|base| self.split(base).own));
                    named = first;
                }
                "type_head" | "parametrized_type_expression" => named = first,
                _ => break,
            }
        }
        let name = named.map(|name| self.simple(name)).unwrap_or_default();
        Draft::declaration(kind, name, node)
            .with_bases(bases)
            .with_head(head)
            .with_body(Some(node))
    }

    fn function_of(&self, kind: DeclarationKind, node: Node<'t>) -> Draft<'t> {
        let signature = child_of_kind(node, "signature");
        let head = signature.and_then(|signature| signature.named_child(0));
        match head.map(|head| self.called_name(head)) {
            Some((name, _)) if !name.own.is_empty() => Draft::declaration(kind, name, node)
                .with_head(signature)
                .of_path(),
            _ => Draft::items(node, Vec::new()),
        }
    }

    /// `f(x) = …` and `f = x -> …` are functions, `A{T} = B{T}` is a type.
    fn assignment(&self, node: Node<'t>) -> Draft<'t> {
        let (left, right) = (node.named_child(0), node.named_child(2));
        let Some(left) = left else {
            return Draft::items(node, Vec::new());
        };
        let (name, is_call) = self.called_name(left);
        let is_name = left.kind() == "identifier";
        let kind =
            match right.map(|right| right.kind()) {
                _ if name.own.is_empty() => None,
                _ if is_call => Some(Function),
                Some(
                    "arrow_function_expression" | "function_expression" | "function_definition",
                ) if is_name => Some(Function),
                Some(_) if left.kind() == "parametrized_type_expression" => Some(Type),
                Some("parametrized_type_expression") if is_name => Some(Type),
                _ => None,
            };
        match kind {
            Some(kind) => Draft::declaration(kind, name, node)
                .with_head(Some(left))
                .of_path(),
            None => self.names_of(node, Some(left)),
        }
    }

    /// An item with the names that its left side gives.
    fn names_of(&self, node: Node<'t>, left: Option<Node<'t>>) -> Draft<'t> {
        let left = left.and_then(|left| match left.kind() {
            "typed_expression" => left.named_child(0),
            _ => Some(left),
        });
        let definitions = left.map(|left| self.definitions(left));
        Draft::items(node, definitions.unwrap_or_default())
    }

    /// The name in the head of a function, and whether the head is one: `f(x)`, `A.f(x)::T where T`,
    /// `A{T}(x)`, `(a::A)(x)`.
    fn called_name(&self, head: Node<'t>) -> (Name, bool) {
        let mut node = head;
        let mut is_call = false;
        for _ in 0..LONGEST_CHAIN {
            let next = match node.kind() {
                "call_expression" => {
                    is_call = true;
                    node.named_child(0)
                }
                // `(a::A)(x)` is what calling an `A` does.
                "parenthesized_expression" if is_call => node.named_child(0).map(|inside| {
                    let count = inside.named_child_count();
                    inside
                        .named_child(count.saturating_sub(1) as u32)
                        .unwrap_or(inside)
                }),
                "where_expression" | "typed_expression" | "parametrized_type_expression" => {
                    node.named_child(0)
                }
                _ => None,
            };
            match next {
                Some(inner) => node = inner,
                None => break,
            }
        }
        let name = match node.kind() {
            "field_expression" => {
                let mut name = self.split(node);
                name.own = name.own.trim_matches(['(', ')', ':']).to_owned();
                name
            }
            "identifier" | "operator" | "interpolation_expression" => self.simple(node),
            _ => Name::default(),
        };
        (name, is_call)
    }

    /// `@inline function f() … end` is what is behind the macro.
    fn macro_call(&self, node: Node<'t>) -> Shape<'t> {
        let mut call = node;
        for _ in 0..LONGEST_CHAIN {
            let Some(given) = child_of_kind(call, "macro_argument_list") else {
                break;
            };
            let count = given.named_child_count() as u32;
            let Some(last) = given.named_child(count.saturating_sub(1)) else {
                break;
            };
            let macro_name = call.named_child(0).map(|name| self.words(name));
            let first = given.named_child(0).unwrap_or(last);
            match (macro_name.as_deref(), last.kind()) {
                (Some("@enum"), _) => return self.enumeration(call, given),
                (Some("@doc"), "string_literal" | "prefixed_string_literal") => {
                    return Shape::Docs;
                }
                (Some("@testset"), "compound_statement" | "for_statement") => {
                    return self.tests(call, first, last);
                }
                (_, "macrocall_expression") => call = last,
                (_, "using_statement" | "import_statement") => {
                    return Shape::Element(Draft::import(last));
                }
                (
                    _,
                    "function_definition"
                    | "struct_definition"
                    | "macro_definition"
                    | "abstract_definition"
                    | "assignment"
                    | "const_statement"
                    | "module_definition",
                ) => {
                    let draft = self.julia(last);
                    return match draft.kind {
                        ElementKind::Declaration(_) => Shape::Element(draft),
                        _ => Shape::Element(Draft::items(node, draft.definitions)),
                    };
                }
                _ => break,
            }
        }
        shape::item(self, node)
    }

    /// `@enum Color red green = 2`
    fn enumeration(&self, node: Node<'t>, given: Node<'t>) -> Shape<'t> {
        let mut values = Vec::new();
        let mut lists = vec![given];
        // `@enum Color begin … end` has its values in a block.
        while let Some(list) = lists.pop() {
            for place in 0..MOST_NAMES {
                let Some(value) = list.named_child(place) else {
                    break;
                };
                match value.kind() {
                    "assignment" => values.extend(value.named_child(0)),
                    "compound_statement" if lists.is_empty() && list == given => lists.push(value),
                    _ => values.push(value),
                }
            }
        }
        let mut values = values.into_iter().map(|value| {
            let name = match value.kind() {
                "typed_expression" => value.named_child(0).unwrap_or(value),
                _ => value,
            };
            self.simple(name)
        });
        let Some(name) = values.next() else {
            return shape::item(self, node);
        };
        let names = values.map(|name| (name.own, name.at)).collect();
        Shape::Element(Draft::declaration(Enum, name, node).with_definitions(names))
    }

    /// `@testset "a" begin … end` is a test, or the place where tests stand.
    fn tests(&self, node: Node<'t>, title: Node<'t>, block: Node<'t>) -> Shape<'t> {
        let mut cursor = block.walk();
        let mut inside = block.named_children(&mut cursor);
        let holds_tests = inside.any(|child| {
            let name = child.named_child(0);
            child.kind() == "macrocall_expression"
                && name.is_some_and(|name| self.words(name) == "@testset")
        });
        match title.kind() {
            _ if holds_tests => Shape::Cross(block),
            "string_literal" => {
                let draft = Draft::declaration(Function, self.simple(title), node);
                Shape::Element(draft.with_body(Some(block)))
            }
            _ => shape::item(self, node),
        }
    }
}

/// `using A, B.C`, `import A: b, c as d`, `import A as B`, `include("a.jl")`.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<import::Import> {
    let import = |module: String, name: &str, alias: String| import::Import {
        module,
        name: name.to_owned(),
        alias,
        at: node.start_byte(),
    };
    let words = |node: Option<Node<'_>>| node.map(|node| reader.words(node)).unwrap_or_default();
    let name = match node.kind() {
        "using_statement" => "*",
        "import_statement" => "",
        "call_expression" => return import::by_words(reader, node),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for part in (0..MOST_NAMES).map_while(|place| node.named_child(place)) {
        match part.kind() {
            "import_alias" => {
                let module = words(part.named_child(0));
                found.push(import(module, "", words(part.named_child(1))));
            }
            "selected_import" => {
                let module = words(part.named_child(0));
                for name in (1..MOST_NAMES).map_while(|place| part.named_child(place)) {
                    let (name, alias) = match name.kind() {
                        "import_alias" => (words(name.named_child(0)), words(name.named_child(1))),
                        _ => (words(Some(name)), String::new()),
                    };
                    let name = name.trim_start_matches('@');
                    found.push(import(module.clone(), name, alias));
                }
            }
            _ => found.push(import(reader.words(part), name, String::new())),
        }
    }
    found
}
