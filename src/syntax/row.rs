//! A row of the language table.

use super::import::{Export, Import};
use super::kind::Kind;
use super::query;
use super::shape::{Shape, Walker};
use std::borrow::Cow;
use tree_sitter::Node;

/// A language. Fields that a row leaves out are those of [`LanguageRow::CODE`].
#[derive(Clone, Copy)]
pub(super) struct LanguageRow {
    /// Lower-case name.
    pub(super) name: &'static str,
    /// Other names, in filters and after code fences.
    pub(super) aliases: &'static [&'static str],
    /// Lower-case extensions of its files. Lists of words are separated by spaces.
    pub(super) extensions: &'static str,
    /// Whole names of files; one that ends with `*` is the beginning of a name.
    pub(super) file_names: &'static str,
    /// Programs of `#!` lines, without version.
    pub(super) shebangs: &'static str,
    /// The tree-sitter grammar.
    pub(super) grammar: fn() -> tree_sitter::Language,
    /// Contents of a text in it.
    pub(super) text_kind: TextKind,
    /// Query that tells the parts of node kinds in the walk, and declarations: see [`super::query`]. Behind a
    /// line `; Highlights` are highlight patterns that the grammar's own queries lack.
    pub(super) query: &'static str,
    /// Parts of declarations and items.
    pub(super) declarations: ItemRules,
    /// References to names.
    pub(super) references: ReferenceRules,
    /// Comments that document something.
    pub(super) docs: DocMarks,
    /// Visibility of names in other files.
    pub(super) scoping: Scoping,
    /// Functions for what no table tells.
    pub(super) hooks: Hooks,
    /// Rewrites a text so that the grammar can read it, every byte in its place.
    pub(super) preprocess: fn(&str) -> Cow<'_, str>,
    /// A longer text is parsed up to here, in bytes: as much as a slow machine parses in 0.2 s.
    pub(super) parse_limit: usize,
    /// Removes what would overrun the grammar's scanner, every byte in its place. Nothing may be
    /// parsed without it.
    pub(super) scanner_safe: Option<fn(&str) -> Cow<'_, str>>,
    /// Highlight queries of grammars, the general one first: the last pattern that matches wins.
    pub(super) highlights: &'static [&'static str],
    /// Query for text in other languages.
    pub(super) injections: &'static str,
}

/// Parts of declarations and items.
#[derive(Clone, Copy)]
pub(super) struct ItemRules {
    /// Fields with a declaration's members or its code.
    pub(super) bodies: &'static [&'static str],
    /// Fields, or kinds of children, that lead from an item to the names that it defines.
    pub(super) targets: &'static [&'static str],
    /// Kinds in which the names that an item defines lie, separated by spaces.
    pub(super) patterns: &'static str,
    /// The methods that construct their type.
    pub(super) constructors: Constructors,
    /// Parts of qualified names that name nothing, separated by spaces.
    pub(super) unnamed: &'static str,
    /// Without a body it only mentions a name.
    pub(super) needs_body: bool,
    /// Adjacent functions with one name and number of parameters are clauses of one.
    pub(super) clauses: bool,
}

/// References to names.
#[derive(Clone, Copy)]
pub(super) struct ReferenceRules {
    /// Names that are keywords, though the grammar does not say so; those with an `@` are it
    /// behind one.
    pub(super) keywords: &'static str,
    /// Marks behind a name that call it: `(`, behind generic arguments, too.
    pub(super) call_marks: &'static [&'static str],
    /// Marks between an owner and its member, longest first.
    pub(super) member_marks: &'static [&'static str],
    /// Functions that import.
    pub(super) importers: &'static str,
}

/// Beginnings of comments that document something.
#[derive(Clone, Copy)]
pub(super) struct DocMarks {
    /// The enclosing scope.
    pub(super) inner: &'static [&'static str],
    /// The next declaration, over a blank line, too.
    pub(super) before: &'static [&'static str],
    /// Kinds that belong to the next element, or to the previous one if they touch none after them.
    pub(super) touching: &'static [&'static str],
    /// The declaration before, on lines of their own, too.
    pub(super) trailing: &'static [&'static str],
}

/// Visibility of names in other files.
#[derive(Clone, Copy)]
pub(super) struct Scoping {
    /// Languages of one family name one another's declarations; empty for one alone.
    pub(super) family: &'static str,
    /// Reach of names without a qualifier.
    pub(super) reach: Reach,
    /// Start of module names.
    pub(super) packages: Packages,
    /// Members call one another without `self`.
    pub(super) implicit_self: bool,
}

/// Functions of the languages that have more to say than a table can.
#[derive(Clone, Copy)]
pub(super) struct Hooks {
    /// The shape of a node of [`Rule::Special`], and of a wrapper around no declaration.
    pub(super) special: for<'t> fn(&Walker<'_>, Node<'t>) -> Shape<'t>,
    /// Imports of a node.
    pub(super) imports: fn(&Walker<'_>, Node<'_>) -> Vec<Import>,
    /// Names that a wrapper or a [`Rule::Special`] node exports.
    pub(super) exports: fn(&Walker<'_>, Node<'_>) -> Vec<Export>,
}

/// Returns true if a space-separated list contains a word.
pub(super) fn lists(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|listed| listed == word)
}

impl LanguageRow {
    /// A language without names, grammar, query and highlights, which are each language's own.
    pub(super) const CODE: Self = Self {
        name: "",
        aliases: &[],
        extensions: "",
        file_names: "",
        shebangs: "",
        grammar: || tree_sitter_rust::LANGUAGE.into(),
        text_kind: TextKind::Code,
        query: "",
        declarations: ItemRules::CODE,
        references: ReferenceRules::CODE,
        docs: DocMarks::CODE,
        scoping: Scoping::CODE,
        hooks: Hooks::CODE,
        preprocess: |text| Cow::Borrowed(text),
        parse_limit: 2_000_000,
        scanner_safe: None,
        highlights: &[],
        injections: "",
    };
}

impl LanguageRow {
    /// The query for outlines, and that for highlights.
    pub(super) fn queries(&self) -> (&'static str, &'static str) {
        let both = self.query.split_once("; Highlights\n");
        both.unwrap_or((self.query, ""))
    }
}

impl ItemRules {
    pub(super) const CODE: Self = Self {
        bodies: &["body"],
        targets: &["name", "declarator", "left"],
        patterns: "",
        constructors: Constructors::Named(&[]),
        unnamed: "",
        needs_body: false,
        clauses: false,
    };
}

impl ReferenceRules {
    pub(super) const CODE: Self = Self {
        keywords: "",
        call_marks: &["("],
        member_marks: &["?->", "->", "?.", "!!.", "&.", "::", ".", "\\"],
        importers: "",
    };
}

impl DocMarks {
    pub(super) const CODE: Self = Self {
        inner: &[],
        before: &["/**"],
        touching: &[],
        trailing: &[],
    };
}

impl Scoping {
    pub(super) const CODE: Self = Self::of(Reach::File);

    pub(super) const fn of(reach: Reach) -> Self {
        Self {
            family: "",
            reach,
            packages: Packages::Unmarked,
            implicit_self: false,
        }
    }

    pub(super) const fn with_implicit_self(self) -> Self {
        Self {
            implicit_self: true,
            ..self
        }
    }
}

impl Hooks {
    pub(super) const CODE: Self = Self {
        special: query::shape,
        imports: query::imports,
        exports: |_, _| Vec::new(),
    };
}

/// Content of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// Declarations.
    Code,
    /// Headings and paragraphs.
    Prose,
    /// Only ever a part of another language's text.
    Inline,
}

/// Visibility of an unqualified name that is not imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Its file: elsewhere it has to be imported.
    File,
    /// The files of its directory, which are one package.
    Directory,
    /// Everything that is compiled or loaded together.
    Program,
}

/// Start of module names.
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

/// Methods that construct their class.
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
    /// Part of the enclosing element.
    Silent,
    /// A comment; it belongs to the declaration that it touches.
    Comment,
    /// Applies to everything after it, like `#![warn(…)]`: never part of the next declaration.
    Preamble,
    /// Part of the declaration that follows.
    Attribute,
    /// Ends what is before it and belongs to that: `#endregion`.
    Closing,
    /// An import.
    Import,
    /// An item: it defines names but is not a declaration.
    Items,
    /// A declaration.
    Declaration(Kind),
    /// `export`, `template<…>`, decorators: around a declaration and part of it.
    Wrapper,
    /// Crossed: its children belong to the scope around it.
    Transparent,
    /// Crossed where it holds a declaration, a statement otherwise.
    Conditional,
    /// Decided by the row's own function or query, mostly by the value that a name is bound to.
    Special,
    /// A type that holds the members of the declaration that names it.
    Body,
    /// Text in another language: what is declared there belongs to the scope around it.
    Embedded,
    /// A call of a macro, whose argument may be declarations of the scope around it.
    Macro,
}
