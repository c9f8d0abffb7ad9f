//! What a row of the language table says, and its form by node kind id.

use super::import::{self, Import};
use super::language::Language;
use super::languages::LANGUAGES;
use super::naming::{self, Name};
use super::outline::DeclarationKind;
use super::shape::{self, Reader, Shape};
use std::borrow::Cow;
use std::num::NonZeroU16;
use std::sync::OnceLock;
use tree_sitter::Node;

/// A language, all of it. What a row leaves out is as in [`Row::CODE`].
pub(super) struct Row {
    /// Lower-case name.
    pub(super) name: &'static str,
    /// Other names of it, in filters and after code fences.
    pub(super) aliases: &'static [&'static str],
    /// Lower-case extensions.
    pub(super) extensions: &'static [&'static str],
    /// Whole file names.
    pub(super) file_names: &'static [&'static str],
    /// What file names begin with whose extension says nothing: `Dockerfile.` of `Dockerfile.dev`.
    pub(super) file_prefixes: &'static [&'static str],
    /// Programs of `#!` lines, without version.
    pub(super) shebangs: &'static [&'static str],
    /// The grammar.
    pub(super) grammar: fn() -> tree_sitter::Language,
    /// What a text in it consists of.
    pub(super) speech: Speech,
    /// Node kinds, separated by spaces, by their part in the walk; words between `'` are tokens.
    pub(super) kinds: &'static [(Rule, &'static str)],
    /// Fields, or kinds of children, that hold a declaration's members or its code.
    pub(super) bodies: &'static [&'static str],
    /// Fields, or kinds of children, that name what a declaration inherits or implements.
    pub(super) bases: &'static [&'static str],
    /// Kinds of nodes that are names, separated by spaces.
    pub(super) names: &'static str,
    /// Kinds of nodes that are names with what stands before them: `A.B`, separated by spaces.
    pub(super) paths: &'static str,
    /// Names that are the language's own words, though its grammar does not say so; those with an
    /// `@` are it behind one.
    pub(super) keywords: &'static [&'static str],
    /// Fields, or kinds of children, that lead from an item to the names that it defines.
    pub(super) targets: &'static [&'static str],
    /// Kinds inside which the names that an item defines lie, separated by spaces.
    pub(super) patterns: &'static str,
    /// Kinds of calls, and the field in which the called name is; without a field it is the first
    /// child.
    pub(super) calls: &'static [(&'static str, &'static str)],
    /// What calls the name that it stands behind, without being listed: `(`, behind generic
    /// arguments, too.
    pub(super) call_marks: &'static [&'static str],
    /// What stands between an owner and its member, longest first.
    pub(super) member_marks: &'static [&'static str],
    /// Places, kinds of nodes and fields of them, where names are bound or are keys, and refer to
    /// nothing: parameters, fields being defined, `x` of `f(x=1)`. No field is a child in none.
    pub(super) bindings: &'static [(&'static str, &'static str)],
    /// Places, as above, inside which nothing is called, whatever stands in parentheses:
    /// attributes, patterns.
    pub(super) uncalled: &'static [(&'static str, &'static str)],
    /// Kinds, separated by spaces, in which a name in lower case is the language's own: elements of
    /// JSX.
    pub(super) intrinsics: &'static str,
    /// Kinds, separated by spaces, of what may bring names in beside what else it is: a call of
    /// `require`, `mod a;`. What it imports, if anything, `imports` tells.
    pub(super) importing: &'static str,
    /// What is called to import.
    pub(super) importers: &'static [&'static str],
    /// Whether what an interface lists are items of it, so that it is one leaf: where interfaces
    /// are types of values rather than something to implement.
    pub(super) flat_interfaces: bool,
    /// Which methods construct what they are a member of.
    pub(super) constructors: Constructors,
    /// How comments begin that speak for the scope around them.
    pub(super) inner_docs: &'static [&'static str],
    /// How comments begin that are about what follows, over a blank line, too.
    pub(super) docs: &'static [&'static str],
    /// How comments begin that are about what they touch: what is before them, if nothing they
    /// touch is behind.
    pub(super) touching_docs: &'static [&'static str],
    /// How comments begin that are about what they are behind, on lines of their own, too.
    pub(super) trailing_docs: &'static [&'static str],
    /// Whether what would be a declaration only says a name where it has no body.
    pub(super) needs_body: bool,
    /// Functions side by side with one name are the clauses of one if this, mostly the number of
    /// their parameters, is the same.
    pub(super) clauses: Option<fn(&Reader<'_>, Node<'_>) -> usize>,
    /// What languages have in common that name one another's declarations; empty for one alone.
    pub(super) family: &'static str,
    /// How far names go that nothing stands before.
    pub(super) reach: Reach,
    /// Where the names of modules begin.
    pub(super) packages: Packages,
    /// Whether members call one another without `self`.
    pub(super) implicit_self: bool,
    /// Whether a declaration holds all that follows it in its scope, up to the next.
    pub(super) sections: bool,
    /// The name of a declaration.
    pub(super) name_of: for<'t> fn(&Reader<'_>, Node<'t>) -> Name,
    /// What a node of [`Rule::Special`] is, and a wrapper around no declaration.
    pub(super) special: for<'t> fn(&Reader<'_>, Node<'t>) -> Shape<'t>,
    /// What a declaration is that its node's kind alone does not tell.
    pub(super) refine: fn(&Reader<'_>, DeclarationKind, Node<'_>, &Name) -> DeclarationKind,
    /// What a declaration inherits, extends or implements, without generic arguments.
    pub(super) bases_of: fn(&Reader<'_>, Node<'_>) -> Vec<String>,
    /// What the head of a declaration defines: fields among the parameters of a constructor.
    pub(super) fields: for<'t> fn(&Reader<'_>, Node<'t>) -> Vec<(String, usize)>,
    /// The docs that open a declaration's body.
    pub(super) docstring: for<'t> fn(&Reader<'_>, Node<'t>) -> Option<Node<'t>>,
    /// The language that the text of a node of [`Rule::Embedded`] is in.
    pub(super) embedded: fn(&Reader<'_>, Node<'_>) -> Option<Language>,
    /// What an import brings in.
    pub(super) imports: fn(&Reader<'_>, Node<'_>) -> Vec<Import>,
    /// The text as the grammar can read it, every byte in its place.
    pub(super) readable: fn(&str) -> Cow<'_, str>,
    /// The text without what would overrun the grammar's scanner, every byte in its place; where
    /// there is one, nothing may parse without it.
    pub(super) bearable: Option<fn(&str) -> Cow<'_, str>>,
    /// Highlight queries, the general one first: the last pattern that matches wins.
    pub(super) highlights: &'static [&'static str],
    /// Query for what is written in another language.
    pub(super) injections: &'static str,
}

impl Row {
    /// A language of which nothing is said yet. Names, grammar, kinds and highlights are each
    /// language's own.
    pub(super) const CODE: Self = Self {
        name: "",
        aliases: &[],
        extensions: &[],
        file_names: &[],
        file_prefixes: &[],
        shebangs: &[],
        grammar: || tree_sitter_rust::LANGUAGE.into(),
        speech: Speech::Code,
        kinds: &[],
        bodies: &["body"],
        bases: &[],
        names: "identifier type_identifier field_identifier property_identifier \
                private_property_identifier shorthand_property_identifier \
                shorthand_property_identifier_pattern",
        paths: "",
        keywords: &[],
        targets: &["name", "declarator", "left"],
        patterns: "",
        calls: &[],
        call_marks: &["("],
        member_marks: &["?->", "->", "?.", "!!.", "&.", "::", ".", "\\"],
        bindings: &[],
        uncalled: &[],
        intrinsics: "",
        importing: "",
        importers: &[],
        flat_interfaces: false,
        constructors: Constructors::Named(&[]),
        inner_docs: &[],
        docs: &["/**"],
        touching_docs: &[],
        trailing_docs: &[],
        needs_body: false,
        clauses: None,
        family: "",
        reach: Reach::File,
        packages: Packages::Unmarked,
        implicit_self: false,
        sections: false,
        name_of: naming::field,
        special: shape::item,
        refine: shape::as_written,
        bases_of: naming::listed_bases,
        fields: |_, _| Vec::new(),
        docstring: |_, _| None,
        embedded: |_, _| None,
        imports: import::by_words,
        readable: |text| Cow::Borrowed(text),
        bearable: None,
        highlights: &[],
        injections: "",
    };
}

/// What a text consists of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Speech {
    /// Declarations.
    Code,
    /// Headings and paragraphs.
    Prose,
    /// Only ever a part of another language's text.
    Inline,
}

/// How far a name goes that nothing stands before and nobody imports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Its file: elsewhere it has to be imported.
    File,
    /// The files of its directory, which are one package.
    Directory,
    /// Everything that is compiled or loaded together.
    Program,
}

/// Where the names of modules begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packages {
    /// At the outermost of the directories with a file of this stem: Python's `__init__`.
    Nested(&'static str),
    /// At the nearest directory with a file of one of these stems: Rust's `lib` and `main`.
    Rooted(&'static [&'static str]),
    /// At directories with a file of this name, which says what they are called: Go's `go.mod`.
    /// A module is a directory.
    Stated(&'static str),
    /// At the importing file: other names are those of packages from elsewhere.
    Relative,
    /// No file says.
    Unmarked,
}

/// Which methods construct what they are a member of.
#[derive(Clone, Copy)]
pub(super) enum Constructors {
    /// Those with one of these names.
    Named(&'static [&'static str]),
    /// Those named like the type around them.
    LikeType,
}

/// The part that a node kind has in the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// A statement in the run of items; what every kind is that no row mentions.
    Statement,
    /// Nothing of its own: it belongs to what is around it.
    Silent,
    /// A comment; it belongs to the declaration that it touches.
    Comment,
    /// What speaks for all that follows, like `#![warn(…)]`: never part of the next declaration.
    Preamble,
    /// Part of the declaration that follows.
    Attribute,
    /// Ends what is before it and belongs to that: `#endregion`.
    Closing,
    /// An import.
    Import,
    /// Something that defines names and is no declaration.
    Items,
    /// A declaration.
    Declaration(DeclarationKind),
    /// `export`, `template<…>`, decorators: around a declaration and part of it.
    Wrapper,
    /// Crossed: its children belong to the scope around it.
    Transparent,
    /// Crossed where it holds a declaration, a statement otherwise.
    Conditional,
    /// What it is, the row's own function tells, mostly by the value that a name is bound to.
    Special,
    /// A type that holds the members of the declaration that names it.
    Body,
    /// Text in another language: what is declared there belongs to the scope around it.
    Embedded,
}

/// The kind of what did not parse, in every grammar.
const ERROR: u16 = u16::MAX;

/// A row with its kinds by id.
pub(super) struct Grammar {
    pub(super) row: &'static Row,
    pub(super) language: tree_sitter::Language,
    parts: Vec<Part>,
}

/// What a row says of one kind of node.
pub(super) struct Part {
    rule: Rule,
    is_name: bool,
    is_path: bool,
    is_pattern: bool,
    /// It may import something, whatever its rule.
    pub(super) is_importing: bool,
    /// Names in lower case in it are the language's own.
    pub(super) has_intrinsics: bool,
    /// Which of its children is called.
    pub(super) call: Called,
    /// Where in it names are bound.
    pub(super) binds: Places,
    /// Where in it nothing is called.
    pub(super) uncalled: Places,
    /// Whether the field of a child tells anything of it.
    pub(super) has_places: bool,
}

/// Fields of a node; none stands for the children in no field.
pub(super) struct Places(Vec<Option<NonZeroU16>>);

impl Places {
    /// Whether a child in this field, or in none, is in one of the places.
    pub(super) fn contain(&self, field: Option<NonZeroU16>) -> bool {
        self.0.contains(&field)
    }
}

/// Which child of a node is what it calls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    /// It is no call.
    None,
    /// Its first.
    First,
    /// The one in a field.
    Field(NonZeroU16),
}

impl Grammar {
    /// The grammar of a language, made on first use.
    pub(super) fn of(language: Language) -> &'static Self {
        static GRAMMARS: [OnceLock<Grammar>; LANGUAGES.len()] =
            [const { OnceLock::new() }; LANGUAGES.len()];
        GRAMMARS[language.index()].get_or_init(|| Self::new(language.row()))
    }

    fn new(row: &'static Row) -> Self {
        let language = (row.grammar)();
        let ids = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
        // One name may have several ids, so that going by name would miss some.
        let parts = (0..ids)
            .map(|id| {
                let is_named = language.node_kind_is_named(id);
                let kind = language.node_kind_for_id(id).unwrap_or_default();
                part(row, &language, kind, is_named)
            })
            .collect();
        Self {
            row,
            language,
            parts,
        }
    }

    /// The part of a node in the walk. What did not parse is crossed.
    pub(super) fn rule(&self, node: Node<'_>) -> Rule {
        self.rule_of(node.kind_id())
    }

    /// The same by the node's kind.
    pub(super) fn rule_of(&self, kind: u16) -> Rule {
        match self.part(kind) {
            Some(part) => part.rule,
            None if kind == ERROR => Rule::Transparent,
            None => Rule::Statement,
        }
    }

    /// Whether a text in it may have text of other languages in it.
    pub(super) fn embeds(&self) -> bool {
        let mut rules = self.row.kinds.iter();
        rules.any(|(rule, _)| *rule == Rule::Embedded)
    }

    /// Whether nodes of a kind are names.
    pub(super) fn is_name(&self, kind: u16) -> bool {
        self.part(kind).is_some_and(|part| part.is_name)
    }

    /// Whether nodes of a kind are names with what stands before them.
    pub(super) fn is_path(&self, kind: u16) -> bool {
        self.part(kind).is_some_and(|part| part.is_path)
    }

    /// Whether names that an item defines lie inside nodes of a kind.
    pub(super) fn is_pattern(&self, kind: u16) -> bool {
        self.part(kind).is_some_and(|part| part.is_pattern)
    }

    /// What the row says of a kind; nothing of what did not parse.
    pub(super) fn part(&self, kind: u16) -> Option<&Part> {
        self.parts.get(usize::from(kind))
    }
}

fn part(row: &Row, language: &tree_sitter::Language, kind: &str, is_named: bool) -> Part {
    let lists = |kinds: &str| {
        kinds.split_whitespace().any(|listed| {
            let token = listed
                .strip_prefix('\'')
                .and_then(|word| word.strip_suffix('\''));
            match is_named {
                true => listed == kind,
                false => token == Some(kind),
            }
        })
    };
    let field = |name: &str| language.field_id_for_name(name);
    let places = |listed: &[(&str, &str)]| {
        let listed = listed.iter().filter(|(kinds, _)| lists(kinds));
        let places = listed.flat_map(|(_, fields)| match fields.is_empty() {
            true => vec![None],
            // A language may lack what its kin have.
            false => fields
                .split_whitespace()
                .filter_map(|name| field(name).map(Some))
                .collect(),
        });
        Places(places.collect())
    };
    let mut rules = row.kinds.iter().filter(|(_, kinds)| lists(kinds));
    let call = match row.calls.iter().find(|(call, _)| lists(call)) {
        None => Called::None,
        Some((_, name)) => field(name).map_or(Called::First, Called::Field),
    };
    let (binds, uncalled) = (places(row.bindings), places(row.uncalled));
    Part {
        rule: match rules.next() {
            Some((rule, _)) => *rule,
            None if !is_named => Rule::Silent,
            None => Rule::Statement,
        },
        is_name: lists(row.names) || lists(row.paths),
        is_path: lists(row.paths),
        is_pattern: lists(row.patterns),
        is_importing: lists(row.importing),
        has_intrinsics: lists(row.intrinsics),
        has_places: matches!(call, Called::Field(_))
            || !binds.0.is_empty()
            || !uncalled.0.is_empty(),
        call,
        binds,
        uncalled,
    }
}
