//! Elixir, where every declaration is a call and what is said of it is an attribute before it.

use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{Comment, Special};
use crate::syntax::import::Import;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{Function, Impl, Interface, Macro, Module, Type};
use crate::syntax::shape::{self, Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "elixir",
    aliases: &["ex"],
    extensions: &["ex", "exs"],
    file_names: &["mix.lock"],
    shebangs: &["elixir"],
    grammar: || tree_sitter_elixir::LANGUAGE.into(),
    kinds: &[(Comment, "comment"), (Special, "call unary_operator")],
    names: "identifier",
    paths: "alias",
    keywords: KEYWORDS,
    calls: &[("call", "target")],
    importers: IMPORTERS,
    clauses: Some(arity),
    special,
    docstring,
    imports,
    highlights: &[tree_sitter_elixir::HIGHLIGHTS_QUERY],
    injections: tree_sitter_elixir::INJECTIONS_QUERY,
    ..Row::CODE
};

const IMPORTERS: &[&str] = &["alias", "import", "require", "use"];

const KEYWORDS: &[&str] = &[
    "case",
    "cond",
    "def",
    "defdelegate",
    "defexception",
    "defguard",
    "defguardp",
    "defimpl",
    "defmacro",
    "defmacrop",
    "defmodule",
    "defoverridable",
    "defp",
    "defprotocol",
    "defstruct",
    "for",
    "if",
    "quote",
    "raise",
    "receive",
    "try",
    "unless",
    "unquote",
    "with",
    "__MODULE__",
    "@behaviour",
    "@callback",
    "@deprecated",
    "@derive",
    "@doc",
    "@enforce_keys",
    "@impl",
    "@macrocallback",
    "@moduledoc",
    "@opaque",
    "@spec",
    "@tag",
    "@type",
    "@typedoc",
    "@typep",
];

/// Attributes that say something of the declaration that follows.
const REMARKS: &[&str] = &[
    "compile",
    "decorate",
    "deprecated",
    "derive",
    "dialyzer",
    "enforce_keys",
    "fallback_to_any",
    "foreign_key_type",
    "impl",
    "primary_key",
    "since",
    "spec",
    "tag",
];

/// Calls whose block is the place where declarations stand.
const SUITES: &[&str] = &["describe", "schema", "embedded_schema"];

/// The first that they are called with is a name that they define.
const NAMERS: &[&str] = &[
    "belongs_to",
    "embeds_many",
    "embeds_one",
    "field",
    "has_many",
    "has_one",
    "many_to_many",
];

/// No list that people write by hand has more names.
const MOST_NAMES: u32 = 64;

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "call" => reader.elixir_call(node),
        _ => match node.child_by_field_name("operand") {
            Some(operand) if reader.words(node).starts_with('@') => {
                reader.elixir_attribute(node, operand)
            }
            _ => shape::item(reader, node),
        },
    }
}

impl<'t> Reader<'_> {
    fn elixir_call(&self, node: Node<'t>) -> Shape<'t> {
        let first = argument(node, 0);
        let body = body(node);
        let target = self.target_of(node);
        let kind = match (target.as_str(), first) {
            ("defmodule", Some(_)) => Module,
            ("defprotocol", Some(_)) => Interface,
            ("defimpl", Some(protocol)) => return self.implementation(node, protocol),
            ("defstruct" | "defexception", _) => {
                return Shape::Element(Draft::items(node, self.fields(node)));
            }
            ("defmacro" | "defmacrop" | "defguard" | "defguardp", Some(_)) => Macro,
            ("def" | "defp" | "defdelegate" | "test" | "property", Some(_)) => Function,
            // Of a library: `defn f(x) do … end`.
            (other, Some(head)) if other.starts_with("def") && body.is_some() => {
                match head.kind() {
                    "call" | "identifier" | "binary_operator" => Function,
                    _ => return shape::item(self, node),
                }
            }
            (importer, Some(_)) if IMPORTERS.contains(&importer) => return self.bringing(node),
            (other, _) => return self.elixir_block(node, other, body),
        };
        let name = first.map(|first| self.head_name(first)).unwrap_or_default();
        let body = body.or_else(|| short_body(node));
        Shape::Element(Draft::declaration(kind, name, node).with_body(body))
    }

    /// A call that declares nothing itself.
    fn elixir_block(&self, node: Node<'t>, target: &str, body: Option<Node<'t>>) -> Shape<'t> {
        match body {
            Some(body) if SUITES.contains(&target) || self.holds_definition_of_elixir(body) => {
                Shape::Cross(body)
            }
            None if NAMERS.contains(&target) => {
                let name = argument(node, 0).and_then(|first| self.atom(first));
                Shape::Element(Draft::items(node, name.into_iter().collect()))
            }
            _ => shape::item(self, node),
        }
    }

    /// `defimpl P, for: T` is named by `T`.
    fn implementation(&self, node: Node<'t>, protocol: Node<'t>) -> Shape<'t> {
        let of = option(self, node, "for:").unwrap_or(protocol);
        let name = match of.kind() {
            "alias" => self.split(of),
            _ => Name {
                own: self.words(of).trim_matches(['[', ']']).to_owned(),
                at: of.start_byte(),
                ..Name::default()
            },
        };
        let draft = Draft::declaration(Impl, name, node)
            .with_bases(vec![self.split(protocol).own])
            .with_body(body(node).or_else(|| short_body(node)));
        Shape::Element(draft)
    }

    /// `use A` makes a module one of A's kind.
    fn bringing(&self, node: Node<'t>) -> Shape<'t> {
        let bases = match self.target_of(node).as_str() {
            "use" => argument(node, 0).map(|module| self.split(module).own),
            _ => None,
        };
        Shape::Element(Draft::import(node).with_bases(bases.into_iter().collect()))
    }

    /// `@name …`
    fn elixir_attribute(&self, node: Node<'t>, operand: Node<'t>) -> Shape<'t> {
        let first = argument(operand, 0);
        let name = self.target_of(operand);
        let declared = |kind| {
            let name = first.map(|first| self.head_name(first)).unwrap_or_default();
            Shape::Element(Draft::declaration(kind, name, node))
        };
        match (name.as_str(), first) {
            ("moduledoc" | "shortdoc" | "moduletag", _) => Shape::Preamble,
            ("doc" | "typedoc", Some(said)) if said.kind() == "string" => Shape::Docs,
            ("doc" | "typedoc", _) => Shape::Attribute,
            (remark, _) if REMARKS.contains(&remark) => Shape::Attribute,
            ("type" | "typep" | "opaque", Some(_)) => declared(Type),
            ("callback", Some(_)) => declared(Function),
            ("macrocallback", Some(_)) => declared(Macro),
            ("behaviour", Some(module)) => {
                let bases = vec![self.split(module).own];
                Shape::Element(Draft::import(node).with_bases(bases))
            }
            (_, Some(_)) => {
                let definition = (name, operand.start_byte());
                Shape::Element(Draft::items(node, vec![definition]))
            }
            _ => shape::item(self, node),
        }
    }

    /// What a call calls, where that is one name.
    fn target_of(&self, call: Node<'t>) -> String {
        let target = call.child_by_field_name("target");
        let target = target.filter(|target| target.kind() == "identifier");
        target.map(|target| self.words(target)).unwrap_or_default()
    }

    /// The name at the head of `f(a) when b`, `A.B`, `a + b`, `t(a) :: b`, `"a test"`.
    fn head_name(&self, mut head: Node<'t>) -> Name {
        for _ in 0..4 {
            let operator = head.child_by_field_name("operator");
            let operator = operator.map(|operator| (self.words(operator), operator));
            let next = match operator {
                Some((word, _)) if matches!(word.as_str(), "when" | "::") => {
                    head.child_by_field_name("left")
                }
                Some((_, operator)) => return self.simple(operator),
                None => head.child_by_field_name("target"),
            };
            match next {
                Some(next) => head = next,
                None => break,
            }
        }
        match head.kind() {
            "alias" => self.split(head),
            _ => self.simple(head),
        }
    }

    /// The names of `defstruct [:a, b: 1]`.
    fn fields(&self, node: Node<'t>) -> Vec<(String, usize)> {
        let given = argument(node, 0);
        let list = given.filter(|given| given.kind() == "list").or(given);
        let children = (0..MOST_NAMES).map_while(|place| list?.named_child(place));
        let (atoms, pairs): (Vec<_>, Vec<_>) = match given {
            Some(given) if given.kind() == "keywords" => (Vec::new(), vec![given]),
            _ => children.partition(|child| child.kind() == "atom"),
        };
        let keys = pairs
            .into_iter()
            .flat_map(|keywords| (0..MOST_NAMES).map_while(move |at| keywords.named_child(at)))
            .filter_map(|pair| pair.child_by_field_name("key"));
        let names = atoms.into_iter().chain(keys);
        names.filter_map(|name| self.atom(name)).collect()
    }

    /// The name of `:a` and `a:`.
    fn atom(&self, node: Node<'t>) -> Option<(String, usize)> {
        let text = self.words(node);
        let name = text.trim_matches([':', '"', ' ']);
        let at = node.start_byte() + text.find(name).unwrap_or_default();
        let is_name = matches!(node.kind(), "atom" | "keyword" | "quoted_atom");
        (is_name && !name.is_empty()).then(|| (name.to_owned(), at))
    }

    /// Whether what a block consists of defines something: `if … do def f … end`.
    fn holds_definition_of_elixir(&self, body: Node<'t>) -> bool {
        let mut cursor = body.walk();
        body.named_children(&mut cursor).any(|child| {
            let target = self.target_of(child);
            child.kind() == "call" && (target.starts_with("def") || target == "test")
        })
    }
}

/// How many arguments a function takes.
fn arity(_: &Reader<'_>, node: Node<'_>) -> usize {
    let mut head = argument(node, 0);
    // `f(a) when b`
    if let Some(left) = head.and_then(|head| head.child_by_field_name("left")) {
        head = Some(left);
    }
    let arguments = head.and_then(|head| child_of_kind(head, "arguments"));
    arguments.map_or(0, |arguments| arguments.named_child_count())
}

fn argument(call: Node<'_>, place: u32) -> Option<Node<'_>> {
    child_of_kind(call, "arguments")?.named_child(place)
}

/// The block of a call.
fn body(call: Node<'_>) -> Option<Node<'_>> {
    child_of_kind(call, "do_block")
}

/// The expression behind `, do:`.
fn short_body(call: Node<'_>) -> Option<Node<'_>> {
    let arguments = child_of_kind(call, "arguments")?;
    let keywords = child_of_kind(arguments, "keywords")?;
    keywords.named_child(0)?.child_by_field_name("value")
}

/// The value behind a key of a call's last argument.
fn option<'t>(reader: &Reader<'_>, call: Node<'t>, key: &str) -> Option<Node<'t>> {
    let arguments = child_of_kind(call, "arguments")?;
    let keywords = child_of_kind(arguments, "keywords")?;
    (0..8)
        .map_while(|place| keywords.named_child(place))
        .find(|pair| {
            let word = pair.child_by_field_name("key");
            word.is_some_and(|word| reader.words(word) == key)
        })?
        .child_by_field_name("value")
}

/// `@moduledoc`
fn docstring<'t>(reader: &Reader<'_>, body: Node<'t>) -> Option<Node<'t>> {
    (0..4)
        .map_while(|place| body.named_child(place))
        .find(|child| reader.words(*child).starts_with("@moduledoc \""))
}

/// `alias A.{B, C}`, `alias A.B, as: C`, `import A, only: [f: 1]`, `use A`, `@behaviour A`.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Import> {
    let call = node.child_by_field_name("operand").unwrap_or(node);
    let Some(module) = argument(call, 0) else {
        return Vec::new();
    };
    let brings_all = reader.target_of(call) == "import";
    let import = |module: String, name: &str| Import {
        module,
        name: name.to_owned(),
        at: node.start_byte(),
        ..Import::default()
    };
    let several = module.child_by_field_name("right");
    if let (Some(owner), Some(several)) = (module.child_by_field_name("left"), several) {
        let owner = reader.words(owner);
        let parts = (0..MOST_NAMES).map_while(|place| several.named_child(place));
        return parts
            .map(|part| import(format!("{owner}.{}", reader.words(part)), ""))
            .collect();
    }
    let module = reader.words(module);
    if let Some(only) = option(reader, call, "only:")
        && brings_all
        && let Some(keywords) = child_of_kind(only, "keywords")
    {
        return (0..MOST_NAMES)
            .map_while(|place| keywords.named_child(place)?.child_by_field_name("key"))
            .filter_map(|key| reader.atom(key))
            .map(|(name, _)| import(module.clone(), &name))
            .collect();
    }
    let alias = option(reader, call, "as:").map(|alias| reader.words(alias));
    vec![Import {
        alias: alias.unwrap_or_default(),
        ..import(module, if brings_all { "*" } else { "" })
    }]
}
