//! OCaml: implementations and interfaces.

use super::overrun;
use crate::syntax::grammar::Rule::{
    Attribute, Comment, Declaration, Import, Items, Silent, Special, Transparent, Wrapper,
};
use crate::syntax::grammar::{Row, Rule};
use crate::syntax::import;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{
    self, Class, Enum, Function, Interface, Method, Module, Struct, Type,
};
use crate::syntax::shape::{self, Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "ocaml",
    aliases: &["ml"],
    extensions: &["ml"],
    shebangs: &["ocaml"],
    grammar: || tree_sitter_ocaml::LANGUAGE_OCAML.into(),
    ..BOTH
};

/// Found as OCaml, too; only its grammar is another.
pub(in crate::syntax) const INTERFACE: Row = Row {
    name: "ocaml_interface",
    aliases: &["ocaml", "mli"],
    extensions: &["mli"],
    grammar: || tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into(),
    ..BOTH
};

const BOTH: Row = Row {
    kinds: KINDS,
    bodies: &["body", "class_type"],
    names: "value_name constructor_name module_name module_type_name type_constructor field_name \
            method_name class_name class_type_name instance_variable_name tag",
    targets: &[],
    patterns: "field_declaration constructor_declaration exception_definition tuple_pattern \
               parenthesized_pattern record_pattern field_pattern typed_pattern list_pattern \
               alias_pattern cons_pattern instance_variable_definition",
    calls: &[
        ("application_expression", "function"),
        ("method_invocation", "method"),
        ("module_application", "functor"),
        ("new_expression", ""),
    ],
    call_marks: &[],
    member_marks: &[".", "#"],
    bearable: Some(overrun::shallow_comments),
    inner_docs: &["(** {0", "(** {1", "(** {2", "(** {3", "(**/**)"],
    docs: &["(**"],
    touching_docs: &["(**"],
    name_of: name,
    special,
    refine,
    imports,
    highlights: &[tree_sitter_ocaml::HIGHLIGHTS_QUERY],
    ..Row::CODE
};

const KINDS: &[(Rule, &str)] = &[
    (Comment, "comment"),
    (Attribute, "'and'"),
    (Import, "open_module open_module_signature"),
    (
        Items,
        "field_declaration constructor_declaration exception_definition \
         instance_variable_definition",
    ),
    (
        Wrapper,
        "value_definition type_definition module_definition class_definition \
         class_type_definition",
    ),
    (
        Special,
        "let_binding module_binding include_module include_module_type value_specification \
         inheritance_definition inheritance_specification",
    ),
    (Declaration(Type), "type_binding"),
    (
        Declaration(Interface),
        "module_type_definition class_type_binding",
    ),
    (Declaration(Class), "class_binding"),
    (Declaration(Function), "external"),
    (
        Declaration(Method),
        "method_definition method_specification",
    ),
    (Transparent, "class_function_type class_body_type"),
    (Silent, "attribute_id"),
];

/// No expression that a name is bound to has more around its function.
const DEEPEST: usize = 8;

/// Kinds of the names of declarations.
const NAMES: &[&str] = &[
    "value_name",
    "type_constructor",
    "type_constructor_path",
    "module_name",
    "module_type_name",
    "class_name",
    "class_type_name",
    "method_name",
    "parenthesized_operator",
];

/// The first name; operators without their parentheses.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let mut cursor = node.walk();
    let name = node
        .child_by_field_name("name")
        .or_else(|| node.child_by_field_name("pattern"))
        .or_else(|| {
            let mut children = node.named_children(&mut cursor);
            children.find(|child| NAMES.contains(&child.kind()))
        });
    match name {
        Some(name) if name.kind() == "parenthesized_operator" => {
            reader.simple(name.named_child(0).unwrap_or(name))
        }
        Some(name) if NAMES.contains(&name.kind()) || name.kind() == "string" => {
            reader.simple(name)
        }
        _ => Name::default(),
    }
}

/// Records are structs, variants enums.
fn refine(_: &Reader<'_>, kind: DeclarationKind, node: Node<'_>, _: &Name) -> DeclarationKind {
    match node.child_by_field_name("body").map(|body| body.kind()) {
        Some("record_declaration") => Struct,
        Some("variant_declaration") => Enum,
        _ => kind,
    }
}

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "let_binding" => reader.let_binding(node),
        "module_binding" => reader.module_binding(node),
        "value_specification" => {
            let draft = Draft::declaration(Function, reader.name(node), node);
            match node.child_by_field_name("type").map(|of| of.kind()) {
                Some("function_type") => Shape::Element(draft),
                _ => Shape::Element(Draft::items(node, vec![(draft.name.own, draft.name.at)])),
            }
        }
        "include_module" | "include_module_type" => {
            Shape::Element(Draft::import(node).with_bases(reader.signature_of(node)))
        }
        "inheritance_definition" | "inheritance_specification" => {
            let class = node.named_child(0);
            let class = class.map(|class| class.child_by_field_name("class").unwrap_or(class));
            let bases = class.map(|class| reader.split(class).own);
            Shape::Element(Draft::items(node, Vec::new()).with_bases(bases.into_iter().collect()))
        }
        _ => shape::item(reader, node),
    }
}

impl<'t> Reader<'_> {
    /// `let f x = …`, `let f = fun x -> …` and `let%test "a" = …` are functions.
    fn let_binding(&self, node: Node<'t>) -> Shape<'t> {
        let body = node.child_by_field_name("body");
        let pattern = node.child_by_field_name("pattern");
        let is_test = pattern.is_some_and(|pattern| pattern.kind() == "string");
        let takes = child_of_kind(node, "parameter").is_some();
        let is_function = takes || is_test || body.is_some_and(is_function);
        let name = self.name(node);
        if is_function && !name.own.is_empty() {
            let draft = Draft::declaration(Function, name, node);
            return Shape::Element(draft.with_body(body));
        }
        let definitions = match name.own.as_str() {
            "" => pattern
                .map(|pattern| self.definitions(pattern))
                .unwrap_or_default(),
            _ => vec![(name.own, name.at)],
        };
        Shape::Element(Draft::items(node, definitions))
    }

    /// `module M = A.B` only gives A.B another name.
    fn module_binding(&self, node: Node<'t>) -> Shape<'t> {
        let name = self.name(node);
        let body = node.child_by_field_name("body");
        let of = node.child_by_field_name("module_type");
        let declared = |name, body| {
            let draft = Draft::declaration(Module, name, node).with_bases(self.signature_of(node));
            Shape::Element(draft.with_body(body))
        };
        match (body.map(inner_structure), of) {
            (Some(body), _) if body.kind() == "structure" => declared(name, Some(body)),
            (Some(body), None) if body.kind() == "module_path" => {
                Shape::Element(Draft::import(node))
            }
            (None, Some(of)) if of.kind() == "signature" => declared(name, Some(of)),
            (None, Some(_)) => declared(name, None),
            _ => Shape::Element(Draft::items(node, vec![(name.own, name.at)])),
        }
    }

    /// The signature that a module has, the module that is included.
    fn signature_of(&self, node: Node<'t>) -> Vec<String> {
        let module = ["module_type", "module"]
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        let mut module = match module {
            Some(module) => module,
            None => return Vec::new(),
        };
        for _ in 0..DEEPEST {
            let next = ["module_type", "functor"]
                .iter()
                .find_map(|field| module.child_by_field_name(field));
            match next {
                Some(inner) => module = inner,
                None => break,
            }
        }
        let is_path = matches!(
            module.kind(),
            "module_path" | "extended_module_path" | "module_type_path"
        );
        let name = is_path.then(|| self.split(module).own);
        name.into_iter().collect()
    }
}

/// Whether a value is a function, whatever is opened or bound before it.
fn is_function(mut value: Node<'_>) -> bool {
    for _ in 0..DEEPEST {
        let next = match value.kind() {
            "fun_expression" | "function_expression" => return true,
            "parenthesized_expression" | "typed_expression" => {
                value.child_by_field_name("expression")
            }
            "let_expression" | "let_open_expression" => value.child_by_field_name("body"),
            _ => None,
        };
        match next {
            Some(inner) => value = inner,
            None => break,
        }
    }
    false
}

/// The `struct … end` of a functor or in parentheses.
fn inner_structure(mut body: Node<'_>) -> Node<'_> {
    for _ in 0..DEEPEST {
        let next = match body.kind() {
            "functor" => body.child_by_field_name("body"),
            "typed_module_expression" | "parenthesized_module_expression" => body
                .child_by_field_name("module")
                .or_else(|| body.named_child(0)),
            _ => None,
        };
        match next {
            Some(inner) => body = inner,
            None => break,
        }
    }
    body
}

/// `open A.B`, `include A.B`, `module M = A.B`.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<import::Import> {
    let module = ["module", "module_type", "body"]
        .iter()
        .find_map(|field| node.child_by_field_name(field));
    let Some(mut module) = module else {
        return Vec::new();
    };
    for _ in 0..DEEPEST {
        let next = ["functor", "module_type"]
            .iter()
            .find_map(|field| module.child_by_field_name(field));
        match next {
            Some(inner) => module = inner,
            None => break,
        }
    }
    let is_alias = node.kind() == "module_binding";
    vec![import::Import {
        module: reader.words(module),
        name: if is_alias { "" } else { "*" }.to_owned(),
        alias: if is_alias {
            reader.name(node).own
        } else {
            String::new()
        },
        at: node.start_byte(),
    }]
}
