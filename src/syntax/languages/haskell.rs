//! Haskell, where a function is its signature and the equations behind it.

use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{
    Attribute, Comment, Declaration, Import, Preamble, Special, Transparent,
};
use crate::syntax::import;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{Enum, Function, Impl, Struct, Trait, Type};
use crate::syntax::shape::{self, Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "haskell",
    aliases: &["hs"],
    extensions: &["hs", "hsc", "hs-boot"],
    shebangs: &["runhaskell", "runghc", "stack"],
    grammar: || tree_sitter_haskell::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment haddock"),
        (Preamble, "header"),
        (Attribute, "kind_signature"),
        (Import, "import"),
        (
            Special,
            "signature function bind pattern_synonym foreign_import data_type newtype class \
             instance deriving_instance pragma cpp",
        ),
        (
            Declaration(Type),
            "type_synonym type_family data_family type_instance",
        ),
        (Transparent, "imports declarations data_instance"),
    ],
    names: "variable constructor name",
    calls: &[("apply", "function")],
    call_marks: &[],
    member_marks: &["."],
    docs: &["-- |", "--|", "{-|", "{- |"],
    trailing_docs: &["-- ^", "{- ^", "{-^", "--^"],
    clauses: Some(|_, _| 0),
    special,
    imports,
    highlights: &[tree_sitter_haskell::HIGHLIGHTS_QUERY, HASKELL_VARIABLES],
    injections: tree_sitter_haskell::INJECTIONS_QUERY,
    ..Row::CODE
};

/// The grammar's own query ends with all variables being types, for highlighters where the first
/// pattern wins.
const HASKELL_VARIABLES: &str = r##"
(variable) @variable
(type_params (variable) @type)
(decl/signature name: (variable) @function)
(decl/function name: (variable) @function)
(decl/bind name: (variable) @function)
(apply function: (variable) @function.call)
(apply function: (qualified id: (variable) @function.call))
(infix_id (variable) @function.call)
(field_name (variable) @property)
(export variable: (variable) @function)
((variable) @boolean (#eq? @boolean "otherwise"))
"##;

/// No expression or type that names something is deeper.
const DEEPEST: usize = 16;
/// No list that people write by hand has more names.
const MOST_NAMES: usize = 256;

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "signature" | "bind" if reader.is_constant(node) => {
            Shape::Element(Draft::items(node, reader.bound_names(node)))
        }
        "signature" | "function" | "bind" | "pattern_synonym" | "foreign_import" => {
            match reader.equation_name(node) {
                Some(name) => {
                    let draft = Draft::declaration(Function, name, node);
                    Shape::Element(draft.with_body(child_of_kind(node, "match")))
                }
                None => Shape::Element(Draft::items(node, reader.bound_names(node))),
            }
        }
        "data_type" | "newtype" => reader.data(node),
        "class" => {
            let bases = node.child_by_field_name("context");
            let bases = bases.map(|context| reader.heads(context));
            let draft = Draft::declaration(Trait, reader.head(node), node)
                .with_body(node.child_by_field_name("declarations"))
                .with_bases(bases.unwrap_or_default());
            Shape::Element(draft)
        }
        "instance" | "deriving_instance" => reader.instance(node),
        "pragma" => reader.pragma(node),
        "cpp" => reader.directive(node),
        _ => shape::item(reader, node),
    }
}

impl<'t> Reader<'_> {
    /// The name in the field `name`, without the parentheses and backticks of an operator.
    fn head(&self, node: Node<'t>) -> Name {
        let name = node.child_by_field_name("name");
        name.map(|name| self.operator(name)).unwrap_or_default()
    }

    fn operator(&self, name: Node<'t>) -> Name {
        match name.kind() {
            "prefix_id" | "infix_id" => self.simple(name.named_child(0).unwrap_or(name)),
            _ => self.simple(name),
        }
    }

    /// The function that a signature or an equation is about.
    fn equation_name(&self, node: Node<'t>) -> Option<Name> {
        let mut node = node;
        for _ in 0..DEEPEST {
            if let Some(name) = node.child_by_field_name("name") {
                return Some(self.operator(name));
            }
            let inner = node
                .child_by_field_name("synonym")
                .or_else(|| node.child_by_field_name("function"))
                .or_else(|| node.child_by_field_name("signature"))
                .or_else(|| child_of_kind(node, "infix"))
                .or_else(|| child_of_kind(node, "signature"))
                .or_else(|| child_of_kind(node, "equation"))
                .or_else(|| child_of_kind(node, "function_head_parens"))
                .or_else(|| node.child_by_field_name("operator"));
            match inner {
                Some(inner) => node = inner,
                None => break,
            }
        }
        let is_name = matches!(
            node.kind(),
            "operator" | "infix_id" | "constructor" | "constructor_operator" | "variable"
        );
        is_name.then(|| self.operator(node))
    }

    /// The names of `a, b :: T` and `(a, b) = …`.
    fn bound_names(&self, node: Node<'t>) -> Vec<(String, usize)> {
        let pattern = ["name", "names", "pattern"]
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        let Some(pattern) = pattern else {
            return Vec::new();
        };
        let mut cursor = pattern.walk();
        let inside = pattern.named_children(&mut cursor).take(MOST_NAMES);
        let names: Vec<Node<'t>> = match pattern.kind() {
            "variable" | "prefix_id" => vec![pattern],
            _ => inside.filter(|name| name.kind() == "variable").collect(),
        };
        let names = names.into_iter().map(|name| self.operator(name));
        names.map(|name| (name.own, name.at)).collect()
    }

    /// Whether a binding, or what a signature is the signature of, has a literal for its value.
    fn is_constant(&self, node: Node<'t>) -> bool {
        let mut binding = Some(node);
        if node.kind() == "signature" {
            binding = node.next_named_sibling();
            for _ in 0..DEEPEST {
                match binding.map(|next| next.kind()) {
                    Some("comment" | "haddock" | "pragma") => {
                        binding = binding.and_then(|next| next.next_named_sibling());
                    }
                    _ => break,
                }
            }
        }
        let bind = binding.filter(|next| next.kind() == "bind");
        let names_both = |bind: Node<'t>| self.head(bind).own == self.head(node).own;
        let value = bind
            .filter(|bind| names_both(*bind))
            .and_then(|bind| child_of_kind(bind, "match"))
            .and_then(|value| value.child_by_field_name("expression"));
        value.is_some_and(|value| {
            matches!(
                value.kind(),
                "literal" | "list" | "tuple" | "negation" | "unit" | "arithmetic_sequence"
            )
        })
    }

    /// `data` and `newtype`: constructors and fields are names that they define.
    fn data(&self, node: Node<'t>) -> Shape<'t> {
        let constructors = node
            .child_by_field_name("constructors")
            .or_else(|| node.child_by_field_name("constructor"));
        let count = constructors.map_or(0, |list| list.named_child_count());
        let kind = match node.kind() {
            "data_type" if count > 1 => Enum,
            _ => Struct,
        };
        let mut definitions = Vec::new();
        if let Some(constructors) = constructors {
            self.constructed(constructors, &mut definitions);
        }
        let mut cursor = node.walk();
        let derived = node.children_by_field_name("deriving", &mut cursor);
        let bases = derived.flat_map(|deriving| match deriving.child_by_field_name("classes") {
            Some(classes) => self.heads(classes),
            None => Vec::new(),
        });
        let draft = Draft::declaration(kind, self.head(node), node)
            .with_definitions(definitions)
            .with_bases(bases.collect());
        Shape::Element(draft.with_body(constructors))
    }

    fn constructed(&self, constructors: Node<'t>, found: &mut Vec<(String, usize)>) {
        let mut cursor = constructors.walk();
        let alternatives: Vec<Node<'t>> = match constructors.kind() {
            "newtype_constructor" => vec![constructors],
            _ => constructors
                .named_children(&mut cursor)
                .take(MOST_NAMES)
                .collect(),
        };
        for alternative in alternatives {
            let constructor = alternative
                .child_by_field_name("constructor")
                .unwrap_or(alternative);
            let name = constructor
                .child_by_field_name("name")
                .or_else(|| constructor.child_by_field_name("operator"));
            found.extend(
                name.map(|name| self.operator(name))
                    .map(|name| (name.own, name.at)),
            );
            let fields = constructor
                .child_by_field_name("fields")
                .or_else(|| constructor.child_by_field_name("field"))
                .or_else(|| constructor.child_by_field_name("type"))
                .map(|record| record.child_by_field_name("fields").unwrap_or(record));
            let Some(fields) = fields else { continue };
            let mut fields_cursor = fields.walk();
            for field in fields.named_children(&mut fields_cursor).take(MOST_NAMES) {
                let mut names = field.walk();
                let names = field.children_by_field_name("name", &mut names);
                if field.kind() == "field" {
                    found.extend(names.map(|name| (self.simple(name).own, name.start_byte())));
                }
            }
        }
    }

    /// `instance C T` is named by `T`.
    fn instance(&self, node: Node<'t>) -> Shape<'t> {
        let class = self.head(node);
        let patterns = child_of_kind(node, "type_patterns");
        let mut cursor = node.walk();
        let of = patterns.and_then(|patterns| {
            let mut types = patterns.named_children(&mut cursor);
            types
                .find(|given| given.kind() != "variable")
                .or(Some(patterns))
        });
        let name = of.map(|of| self.simple(type_head(of))).unwrap_or_default();
        let base = class.own.rsplit('.').next().unwrap_or_default();
        let draft = Draft::declaration(Impl, name, node)
            .with_body(node.child_by_field_name("declarations"))
            .with_bases(vec![base.to_owned()]);
        Shape::Element(draft)
    }

    /// The classes of a context or of a `deriving`.
    fn heads(&self, node: Node<'t>) -> Vec<String> {
        let mut list = node;
        for _ in 0..DEEPEST {
            match list.kind() {
                "context" | "parens" => match list.named_child(0) {
                    Some(inner) => list = inner,
                    None => return Vec::new(),
                },
                _ => break,
            }
        }
        let mut cursor = list.walk();
        let classes: Vec<Node<'t>> = match list.kind() {
            "tuple" => list.named_children(&mut cursor).take(MOST_NAMES).collect(),
            _ => vec![list],
        };
        let classes = classes.into_iter().map(type_head);
        classes.map(|class| self.words(class)).collect()
    }

    /// `#if` and a short `#else` go with what follows. All that an `#else` excludes is one node.
    fn directive(&self, node: Node<'t>) -> Shape<'t> {
        let text = self.text.get(node.byte_range()).unwrap_or_default();
        let is_line = text.trim_end().lines().count() <= 1;
        match text.get(..3) {
            Some("#en") => Shape::Nothing,
            Some("#if" | "#el") if is_line => Shape::Attribute,
            _ => shape::item(self, node),
        }
    }

    /// `{-# LANGUAGE … #-}` speaks for the file; `{-# INLINE f #-}` belongs to what is around it.
    fn pragma(&self, node: Node<'t>) -> Shape<'t> {
        let text = self.words(node).to_ascii_uppercase();
        let word = text.trim_start_matches("{-#").split_whitespace().next();
        let before = node.prev_named_sibling().map(|before| before.kind());
        match (word, before) {
            (Some("LANGUAGE" | "OPTIONS_GHC" | "OPTIONS" | "OPTIONS_HADDOCK"), _) => {
                Shape::Preamble
            }
            (_, Some("comment" | "haddock")) => Shape::Attribute,
            _ => Shape::Nothing,
        }
    }
}

/// The name that a type begins with: `T` of `(M.T a b)`.
fn type_head(mut node: Node<'_>) -> Node<'_> {
    for _ in 0..DEEPEST {
        let next = match node.kind() {
            "parens" => node.named_child(0),
            "apply" => node.child_by_field_name("constructor"),
            "qualified" => node.child_by_field_name("id"),
            _ => None,
        };
        match next {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// `import qualified A.B as C (d, E (..))`
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<import::Import> {
    let words = |field| {
        let node = node.child_by_field_name(field);
        node.map(|node| reader.words(node)).unwrap_or_default()
    };
    let (module, alias) = (words("module"), words("alias"));
    let import = |name: &str, alias: String| import::Import {
        module: module.clone(),
        name: name.to_owned(),
        alias,
        at: node.start_byte(),
    };
    let mut cursor = node.walk();
    let has = |word: &str| {
        node.children(&mut node.walk())
            .any(|child| child.kind() == word)
    };
    let is_qualified = has("qualified");
    let names = node.child_by_field_name("names").filter(|_| !has("hiding"));
    let mut found = Vec::new();
    if is_qualified || !alias.is_empty() {
        found.push(import("", alias));
    }
    match names.filter(|_| !is_qualified) {
        Some(names) => {
            let names = names.children_by_field_name("name", &mut cursor);
            let names = names
                .take(MOST_NAMES)
                .filter_map(|name| name.named_child(0));
            found.extend(names.map(|name| import(&reader.operator(name).own, String::new())));
        }
        None if is_qualified => {}
        None => found.push(import("*", String::new())),
    }
    found
}
