//! Ruby, where much of what declares is a call: `attr_reader`, `Struct.new`, `describe`, `task`.

use crate::syntax::import::Import;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{
    self, Accessor, Class, Constructor, Function, Method, Module, Struct,
};
use crate::syntax::row::{Declarations, Docs, Hooks, Linking, Reach, Row, Rule, Uses, lists};
use crate::syntax::shape::{self, Draft, Reader, Shape, named_children};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "ruby",
    aliases: &["rb"],
    extensions: "rb rake gemspec ru jbuilder podspec",
    file_names: "Gemfile Rakefile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile",
    shebangs: "ruby jruby rake",
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    query: include_str!("../queries/ruby.scm"),
    declarations: Declarations {
        bases: &["superclass"],
        patterns: "left_assignment_list destructured_left_assignment",
        ..Declarations::CODE
    },
    uses: Uses {
        keywords: "private protected public module_function attr_accessor attr_reader attr_writer \
               raise lambda proc",
        importers: IMPORTERS,
        ..Uses::CODE
    },
    docs: Docs {
        inner: &[
            "#!",
            "# frozen_string_literal:",
            "# encoding:",
            "# -*-",
            "# typed:",
        ],
        ..Docs::CODE
    },
    linking: Linking::of(Reach::Program).with_implicit_self(),
    hooks: Hooks {
        name,
        special,
        refine,
        imports,
        ..Hooks::CODE
    },
    highlights: &[tree_sitter_ruby::HIGHLIGHTS_QUERY],
    more_highlights: include_str!("../queries/highlights/ruby.scm"),
    ..Row::CODE
};

const IMPORTERS: &str = "require require_relative load autoload";

/// Calls whose arguments are inherited.
const MIXINS: &str = "include extend prepend";

/// They say something of the methods that follow, or of those that they are called with.
const VISIBILITIES: &str = "private protected public module_function private_class_method public_class_method \
    private_constant ruby2_keywords";

/// They say something of the one definition that follows: Rake, Thor, Sorbet.
const REMARKS: &str = "desc long_desc method_option sig";

/// Their block is the place where declarations stand.
const SUITES: &str =
    "describe context feature fdescribe xdescribe fcontext xcontext included class_methods";

/// Their block is the body of a function that they name: tests and tasks.
const FUNCTIONS: &str = "it specify example scenario fit xit test task multitask file";

/// Their block is the body of a method that they name.
const METHODS: &str = "define_method define_singleton_method";

/// Their block is the scope that they name.
const SCOPES: &str =
    "namespace shared_examples shared_examples_for shared_context concern concerning";

/// Calls whose arguments are defined.
const DEFINERS: &str = "attr_accessor attr_reader attr_writer attr cattr_accessor cattr_reader mattr_accessor \
    mattr_reader class_attribute thread_mattr_accessor delegate def_delegators";

/// The first that they are called with is a name that they define.
const NAMERS: &str = "alias_method attribute belongs_to const_set def_delegator enum factory \
    has_and_belongs_to_many has_many has_one let let! scope subject task";

/// `A::B` has the path `A`; `def A.b` is in `A`.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let Some(name) = node.child_by_field_name("name") else {
        return Name::default();
    };
    let mut found = match name.kind() {
        "scope_resolution" => reader.split(name),
        _ => reader.simple(name),
    };
    if let Some(object) = node.child_by_field_name("object")
        && object.kind() == "constant"
    {
        found.path.push(reader.words(object));
    }
    found
}

/// Ruby has no functions: what no type is around is a method, too.
fn refine(_: &Reader<'_>, kind: DeclarationKind, node: Node<'_>, name: &Name) -> DeclarationKind {
    let is_setter = || {
        node.child_by_field_name("name")
            .is_some_and(|name| name.kind() == "setter")
    };
    match kind {
        Method if name.own == "initialize" => Constructor,
        Method if is_setter() => Accessor,
        _ => kind,
    }
}

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "identifier" => match lists(VISIBILITIES, &reader.words(node)) {
            true => Shape::Attribute,
            false => shape::item(reader, node),
        },
        "assignment" => reader.ruby_assignment(node),
        _ => reader.ruby_call(node),
    }
}

impl<'t> Reader<'_> {
    /// `A = Struct.new(:b) do … end` is a class, `F = ->(x) { … }` a function.
    fn ruby_assignment(&self, node: Node<'t>) -> Shape<'t> {
        let left = node.child_by_field_name("left");
        let left = left.filter(|left| matches!(left.kind(), "constant" | "scope_resolution"));
        let bound = left
            .zip(node.child_by_field_name("right"))
            .and_then(|(left, right)| {
                let (kind, bases) = self.ruby_value(right)?;
                let body = block(right);
                let fields = match kind {
                    Struct => self.literals(arguments(right)),
                    _ => Vec::new(),
                };
                let draft = Draft::declaration(kind, self.split(left), node)
                    .with_bases(bases)
                    .with_definitions(fields);
                Some(draft.with_body(body))
            });
        match bound {
            Some(draft) => Shape::Element(draft),
            None => self.items(node),
        }
    }

    /// Kind and bases of a constant, by its value.
    fn ruby_value(&self, value: Node<'t>) -> Option<(DeclarationKind, Vec<String>)> {
        if value.kind() == "lambda" {
            return Some((Function, Vec::new()));
        }
        let method = self.words(value.child_by_field_name("method")?);
        let receiver = self.field_words(value, "receiver");
        match (receiver.trim_start_matches("::"), method.as_str()) {
            ("", "lambda" | "proc") | ("Proc", "new") => Some((Function, Vec::new())),
            ("Struct", "new") | ("Data", "define") => Some((Struct, Vec::new())),
            ("Module", "new") => Some((Module, Vec::new())),
            ("Class", "new") => Some((Class, self.constants(value))),
            _ => None,
        }
    }

    fn ruby_call(&self, node: Node<'t>) -> Shape<'t> {
        let method = self.field_words(node, "method");
        let method = method.as_str();
        let receiver = node.child_by_field_name("receiver");
        let is_own = receiver.is_none_or(|receiver| self.words(receiver) == "RSpec");
        let body = block(node);
        match body {
            _ if is_own && lists(IMPORTERS, method) => Shape::Element(Draft::import(node)),
            Some(body) if is_own && lists(SUITES, method) => Shape::Cross(body),
            Some(body) if is_own => self.ruby_block(node, method, body),
            // `A.class_eval do … end`.
            Some(body) if self.holds_definition(body) => Shape::Cross(body),
            None if is_own => self.ruby_command(node, method),
            _ => shape::item(self, node),
        }
    }

    /// A call with a block.
    fn ruby_block(&self, node: Node<'t>, method: &str, body: Node<'t>) -> Shape<'t> {
        let kind = match method {
            _ if lists(FUNCTIONS, method) => Some(Function),
            _ if lists(METHODS, method) => Some(Method),
            _ if lists(SCOPES, method) => Some(Module),
            _ => None,
        };
        match (
            kind,
            arguments(node).next().and_then(|first| self.literal(first)),
        ) {
            (Some(kind), Some(name)) => {
                let draft = Draft::declaration(kind, name, node);
                Shape::Element(draft.with_body(Some(body)))
            }
            _ if lists(REMARKS, method) => Shape::Attribute,
            _ if self.holds_definition(body) => Shape::Cross(body),
            _ => self.ruby_command(node, method),
        }
    }

    /// A call that says something of the class around it.
    fn ruby_command(&self, node: Node<'t>, method: &str) -> Shape<'t> {
        let first = arguments(node).next();
        let bases = match lists(MIXINS, method) {
            true => self.constants(node),
            false => Vec::new(),
        };
        let defined = match method {
            _ if lists(DEFINERS, method) => self.literals(arguments(node)),
            _ if lists(NAMERS, method) => {
                let name = first.and_then(|first| self.literal(first));
                name.map(|name| (name.own, name.at)).into_iter().collect()
            }
            _ => Vec::new(),
        };
        match first.map(|first| first.kind()) {
            // `private def a … end`, `memoize def a … end`.
            Some("method" | "singleton_method") => first.map_or(Shape::Nothing, |first| {
                let kind = refine(self, Method, first, &self.name(first));
                let draft = Draft::declaration(kind, self.name(first), first);
                Shape::Element(draft.with_body(self.body(first)))
            }),
            // `private attr_reader :a`.
            Some("call") if lists(VISIBILITIES, method) => {
                let wrapped = first.and_then(|first| first.child_by_field_name("method"));
                let wrapped = wrapped.map(|wrapped| self.words(wrapped));
                match first.zip(wrapped) {
                    Some((first, wrapped)) if lists(DEFINERS, &wrapped) => {
                        let names = self.literals(arguments(first));
                        Shape::Element(Draft::items(node, names))
                    }
                    _ => shape::item(self, node),
                }
            }
            // `private :a, :b` belongs to the method before it.
            _ if lists(VISIBILITIES, method) => Shape::Nothing,
            _ if lists(REMARKS, method) => Shape::Docs,
            _ => Shape::Element(Draft::items(node, defined).with_bases(bases)),
        }
    }

    /// The names that symbols and strings say, up to the first options.
    fn literals(&self, given: impl Iterator<Item = Node<'t>>) -> Vec<(String, usize)> {
        given
            .take(MOST_NAMES)
            .take_while(|given| given.kind() != "pair")
            .filter_map(|given| self.literal(given))
            .map(|name| (name.own, name.at))
            .collect()
    }

    /// The name that a symbol, a string, a constant or the key of a pair says.
    fn literal(&self, node: Node<'t>) -> Option<Name> {
        let node = node.child_by_field_name("key").unwrap_or(node);
        let is_name = matches!(
            node.kind(),
            "simple_symbol"
                | "delimited_symbol"
                | "hash_key_symbol"
                | "string"
                | "constant"
                | "scope_resolution"
        );
        let text = self.words(node);
        let own = text.trim_start_matches(':').trim_matches(['"', '\'']);
        (is_name && !own.is_empty()).then(|| {
            Name::new(
                own.to_owned(),
                node.start_byte() + text.find(own).unwrap_or_default(),
            )
        })
    }

    /// The last names of the constants that a call is given.
    fn constants(&self, call: Node<'t>) -> Vec<String> {
        arguments(call)
            .take(MOST_NAMES)
            .filter(|given| matches!(given.kind(), "constant" | "scope_resolution"))
            .map(|given| self.split(given).own)
            .collect()
    }

    /// Returns true if a block contains a definition.
    fn holds_definition(&self, block: Node<'t>) -> bool {
        let Some(body) = block.child_by_field_name("body") else {
            return false;
        };
        named_children(body).any(|child| match self.grammar.rule(child) {
            Rule::Declaration(_) => true,
            Rule::Special if child.child_by_field_name("block").is_some() => {
                let method = self.field_words(child, "method");
                [SUITES, FUNCTIONS, METHODS, SCOPES]
                    .iter()
                    .any(|list| lists(list, &method))
            }
            _ => false,
        })
    }
}

/// No list that people write by hand has more names.
const MOST_NAMES: usize = 64;

fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = call.child_by_field_name("arguments");
    (0..).map_while(move |place| list?.named_child(place))
}

/// A call's block, from its `do` on: comments stand before its statements, not among them.
fn block(call: Node<'_>) -> Option<Node<'_>> {
    call.child_by_field_name("block")
}

/// `require "a"`, and `autoload :A, "a"`, which brings in a name.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Import> {
    let text_of = |node: Node<'_>| reader.literal(node).map(|name| name.own);
    let given: Vec<Node<'_>> = arguments(node).take(2).collect();
    let (name, module) = match given.as_slice() {
        [module] => (None, text_of(*module)),
        [name, module] => (text_of(*name), text_of(*module)),
        _ => (None, None),
    };
    let import = module.map(|module| Import {
        module,
        name: name.unwrap_or_default(),
        at: node.start_byte(),
        ..Import::default()
    });
    import.into_iter().collect()
}
