//! C#.

use super::conditional;
use crate::syntax::grammar::Rule::{
    Attribute, Closing, Comment, Declaration, Import, Items, Preamble, Silent, Special,
    Transparent, Wrapper,
};
use crate::syntax::grammar::{Reach, Row};
use crate::syntax::import::Import as Imported;
use crate::syntax::naming::{self, Name};
use crate::syntax::outline::DeclarationKind::{
    self, Accessor, Class, Constructor, Enum, Function, Impl, Interface, Method, Module, Struct,
    Type,
};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "csharp",
    aliases: &["c#", "cs"],
    extensions: &["cs", "csx"],
    shebangs: &["dotnet-script"],
    grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Preamble, "shebang_directive"),
        (Attribute, "attribute_list preproc_region preproc_pragma"),
        (Closing, "preproc_endregion"),
        (
            Silent,
            "preproc_define preproc_undef preproc_nullable preproc_line preproc_warning \
             preproc_error empty_statement",
        ),
        (
            Import,
            "using_directive extern_alias_directive file_scoped_namespace_declaration",
        ),
        (
            Items,
            "field_declaration event_field_declaration enum_member_declaration \
             local_declaration_statement",
        ),
        (
            Special,
            "property_declaration indexer_declaration event_declaration",
        ),
        (Wrapper, "global_statement"),
        (Transparent, "preproc_if preproc_elif preproc_else"),
        (Declaration(Module), "namespace_declaration"),
        (Declaration(Class), "class_declaration record_declaration"),
        (Declaration(Struct), "struct_declaration"),
        (Declaration(Interface), "interface_declaration"),
        (Declaration(Enum), "enum_declaration"),
        (Declaration(Type), "delegate_declaration"),
        (Declaration(Constructor), "constructor_declaration"),
        (
            Declaration(Method),
            "method_declaration destructor_declaration operator_declaration \
             conversion_operator_declaration",
        ),
        (Declaration(Function), "local_function_statement"),
    ],
    bodies: &["body", "accessors", "value"],
    bases: &["base_list"],
    names: "identifier",
    targets: &[
        "name",
        "variable_declaration",
        "variable_declarator",
        "tuple_pattern",
    ],
    calls: &[("object_creation_expression", "type")],
    name_of: name,
    special: accessor,
    refine,
    fields,
    imports,
    readable: conditional::masked,
    highlights: &[tree_sitter_c_sharp::HIGHLIGHTS_QUERY, HIGHLIGHTS],
    reach: Reach::Program,
    implicit_self: true,
    ..Row::CODE
};

/// What the grammar's own query leaves out.
const HIGHLIGHTS: &str = r#"
(member_access_expression name: (identifier) @property)
(member_binding_expression name: (identifier) @property)
(property_declaration name: (identifier) @property)
(qualified_name (identifier) @module)
(using_directive (identifier) @module)
(file_scoped_namespace_declaration name: (identifier) @module)
(_ type: (qualified_name name: (identifier) @type))
(base_list (qualified_name name: (identifier) @type))
(method_declaration returns: (identifier) @type)
(nullable_type (identifier) @type)
(delegate_declaration name: (identifier) @type)
(attribute name: (qualified_name name: (identifier) @attribute))
(attribute name: (identifier) @attribute)
(method_declaration name: (identifier) @function)
(local_function_statement name: (identifier) @function)
(invocation_expression function: (identifier) @function)
(invocation_expression function: (generic_name (identifier) @function))
(invocation_expression (member_access_expression name: (identifier) @function))
(invocation_expression (member_access_expression name: (generic_name (identifier) @function)))
(invocation_expression
  (conditional_access_expression (member_binding_expression name: (identifier) @function)))
[ "and" "not" "or" "required" ] @keyword
[
  (preproc_region) (preproc_endregion) (preproc_pragma) (preproc_nullable) (preproc_define)
  (preproc_undef) (preproc_line) (preproc_warning) (preproc_error) (shebang_directive)
] @preproc
[ "\#if" "\#elif" "\#else" "\#endif" ] @preproc
"#;

/// Operators and indexers are named by their signs, members of another interface by that.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let mut name = match node.kind() {
        "namespace_declaration" => {
            let name = node.child_by_field_name("name");
            return name.map(|name| reader.split(name)).unwrap_or_default();
        }
        "indexer_declaration" => at_word(node, "this", "this[]".to_owned()),
        "destructor_declaration" => {
            let name = naming::field(reader, node);
            at_word(node, "~", format!("~{}", name.own))
        }
        "operator_declaration" | "conversion_operator_declaration" => {
            let sign = node
                .child_by_field_name("operator")
                .or_else(|| node.child_by_field_name("type"));
            let sign = sign.map(|sign| reader.words(sign)).unwrap_or_default();
            at_word(node, "operator", format!("operator {sign}"))
        }
        "constructor_declaration" => match extended(reader, node) {
            Some(of) => reader.simple(of),
            None => naming::field(reader, node),
        },
        _ => naming::field(reader, node),
    };
    let interface = child_of_kind(node, "explicit_interface_specifier");
    if let Some(interface) = interface.and_then(|of| of.named_child(0)) {
        let interface = reader.words(interface);
        let generics = interface.find('<').unwrap_or(interface.len());
        let path = interface.get(..generics).unwrap_or_default();
        name.path.extend(path.rsplit('.').next().map(str::to_owned));
    }
    name
}

/// A name that stands where a word of the node does.
fn at_word(node: Node<'_>, word: &str, own: String) -> Name {
    let mut cursor = node.walk();
    let at = node
        .children(&mut cursor)
        .find(|child| child.kind() == word);
    Name {
        path: Vec::new(),
        own,
        at: at.unwrap_or(node).start_byte(),
    }
}

/// The type that a block `extension(T value) { … }` is for: to the grammar that is a constructor.
fn extended<'t>(reader: &Reader<'_>, node: Node<'t>) -> Option<Node<'t>> {
    let name = node.child_by_field_name("name")?;
    let parameters = node.child_by_field_name("parameters")?;
    let of = parameters.named_child(0)?.child_by_field_name("type")?;
    let of = match of.kind() {
        "generic_name" => of.named_child(0)?,
        _ => of,
    };
    (reader.words(name) == "extension").then_some(of)
}

fn refine(
    reader: &Reader<'_>,
    kind: DeclarationKind,
    node: Node<'_>,
    name: &Name,
) -> DeclarationKind {
    let mut cursor = node.walk();
    match node.kind() {
        "record_declaration" => {
            let mut head = node
                .children(&mut cursor)
                .take_while(|child| child.start_byte() < name.at);
            match head.any(|child| child.kind() == "struct") {
                true => Struct,
                false => kind,
            }
        }
        "constructor_declaration" if extended(reader, node).is_some() => Impl,
        _ => kind,
    }
}

/// A property, an indexer or an event with code is an accessor; one without is a field.
fn accessor<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let name = reader.name(node);
    let mut cursor = node.walk();
    let has_code = match node.child_by_field_name("accessors") {
        Some(accessors) => accessors
            .named_children(&mut cursor)
            .any(|accessor| accessor.child_by_field_name("body").is_some()),
        None => node.child_by_field_name("value").is_some(),
    };
    Shape::Element(match has_code && !name.own.is_empty() {
        true => Draft::declaration(Accessor, name, node).with_body(reader.body(node)),
        false => Draft {
            name,
            ..Draft::items(node, Vec::new())
        },
    })
}

/// The parameters of a record are its properties.
fn fields(reader: &Reader<'_>, node: Node<'_>) -> Vec<(String, usize)> {
    if node.kind() != "record_declaration" {
        return Vec::new();
    }
    let Some(parameters) = child_of_kind(node, "parameter_list") else {
        return Vec::new();
    };
    let mut cursor = parameters.walk();
    parameters
        .named_children(&mut cursor)
        .flat_map(|parameter| reader.definitions(parameter))
        .collect()
}

/// `using A;` brings in all of a namespace, `using B = A.C;` one name of it. The file's own
/// namespace brings in nothing.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let at = node.start_byte();
    let name = node.child_by_field_name("name");
    let alias = name.map(|alias| reader.words(alias)).unwrap_or_default();
    match node.kind() {
        "extern_alias_directive" => return vec![Imported::new(&alias, "", "", at)],
        "using_directive" => {}
        _ => return Vec::new(),
    }
    let mut cursor = node.walk();
    let is_path = |child: &Node<'_>| {
        matches!(
            child.kind(),
            "identifier" | "qualified_name" | "alias_qualified_name" | "generic_name"
        )
    };
    let path = node.named_children(&mut cursor).filter(is_path).last();
    let Some(path) = path.filter(|path| Some(*path) != name) else {
        return Vec::new();
    };
    let path = reader.path(path);
    let path = path.strip_prefix("global::").unwrap_or(&path);
    let path = path.split('<').next().unwrap_or_default();
    vec![match alias.as_str() {
        "" => Imported::new(path, "*", "", at),
        _ => Imported::of_path(path, ".", &alias, at),
    }]
}
