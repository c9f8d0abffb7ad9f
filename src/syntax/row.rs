//! A row of the language table.
//!
//! Principal type: [`LanguageRow`]. Invariant: rules are data, lists of words or functions in [`Hooks`], so a
//! language is added without changes to the walk. [`Grammar`](super::grammar::Grammar) compiles a row.

use super::comment::CommentMarks;
use super::import::{Export, Import};
use super::kind::Kind;
use super::naming::Name;
use super::query;
use super::shape::{Shape, Walker};
use super::visibility::Visibility;
use std::borrow::Cow;
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

/// A language. Omitted fields have the values of [`LanguageRow::CODE`].
#[derive(Clone, Copy)]
pub(super) struct LanguageRow {
    /// Lower-case name.
    pub(super) name: &'static str,
    /// Other names, in filters and after code fences.
    pub(super) aliases: &'static [&'static str],
    /// Lower-case extensions of its files. Lists of words are separated by spaces.
    pub(super) extensions: &'static str,
    /// Full names of files; one that ends with `*` is a prefix.
    pub(super) file_names: &'static str,
    /// Programs of `#!` lines, without version.
    pub(super) shebangs: &'static str,
    /// The tree-sitter grammar.
    pub(super) grammar: fn() -> tree_sitter::Language,
    /// Kind of its text.
    pub(super) text_kind: TextKind,
    /// Query for the rules of node kinds and for declarations: see [`super::query`]. After a line `;
    /// Highlights` come highlight patterns that the grammar's own queries lack.
    pub(super) query: &'static str,
    /// Parts of declarations and items.
    pub(super) declarations: ItemRules,
    /// References to names.
    pub(super) references: ReferenceRules,
    /// Marks of comments and docstrings.
    pub(super) comments: CommentMarks,
    /// Doc comments.
    pub(super) docs: DocMarks,
    /// Declarations that are public.
    pub(super) visibility: Visibility,
    /// Visibility of names in other files.
    pub(super) scoping: Scoping,
    /// Functions for rules that no table expresses.
    pub(super) hooks: Hooks,
    /// The language of a text with one of the row's extensions, if it is not this one.
    pub(super) dialect: fn(extension: &str, text: &str) -> Option<&'static str>,
    /// Rewrites a text so that the grammar can parse it, with unchanged offsets.
    pub(super) preprocess: fn(&str) -> Cow<'_, str>,
    /// Maximum length of the text that is parsed, in bytes: a slow machine parses it in 0.2 s.
    pub(super) parse_limit: usize,
    /// Removes parts that would overrun the grammar's scanner, with unchanged offsets. Every text must be
    /// passed through it before parsing.
    pub(super) scanner_safe: Option<fn(&str) -> Cow<'_, str>>,
    /// Highlight queries of grammars, the most general one first: the last matching pattern wins.
    pub(super) highlights: &'static [&'static str],
    /// Query for embedded text in other languages.
    pub(super) injections: &'static str,
}

/// Parts of declarations and items.
#[derive(Clone, Copy)]
pub(super) struct ItemRules {
    /// Fields with a declaration's members or its code.
    pub(super) bodies: &'static [&'static str],
    /// Fields, or kinds of children, that lead from an item to the names that it defines.
    pub(super) targets: &'static [&'static str],
    /// Kinds that contain the names an item defines, separated by spaces.
    pub(super) patterns: &'static str,
    /// The methods that construct their type.
    pub(super) constructors: Constructors,
    /// Parts of qualified names that are not names, separated by spaces.
    pub(super) unnamed: &'static str,
    /// True if a declaration without a body is only a mention of its name.
    pub(super) needs_body: bool,
    /// True if adjacent functions with the same name and number of parameters are clauses of one.
    pub(super) clauses: bool,
    /// Lists of bases.
    pub(super) bases: BaseRules,
}

/// Lists of bases.
#[derive(Clone, Copy)]
pub(super) struct BaseRules {
    /// Words that are not bases, separated by spaces. Another base may follow: `A with B`.
    pub(super) keywords: &'static str,
    /// Characters of arguments and bounds, which are not bases: `metaclass=M`, `'static`.
    pub(super) others: &'static str,
    /// The word between a base and its delegate.
    pub(super) delegation: Option<&'static str>,
}

/// References to names.
#[derive(Clone, Copy)]
pub(super) struct ReferenceRules {
    /// Identifiers to treat as keywords. An entry that starts with `@` matches only after an `@`.
    pub(super) keywords: &'static str,
    /// Marks after a name that make it a call: `(`, also after generic arguments.
    pub(super) call_marks: &'static [&'static str],
    /// Marks between an owner and its member, longest first.
    pub(super) member_marks: &'static [&'static str],
    /// Functions that import.
    pub(super) importers: &'static str,
    /// Words before the name of a type, separated by spaces: `struct`.
    pub(super) type_tags: &'static str,
    /// True if a type can be called like a function, which constructs a value.
    pub(super) calls_types: bool,
    /// Names of the enclosing type or its base, separated by spaces.
    pub(super) own_types: &'static str,
    /// Mark before the name of a field where it is declared, but not where it is used.
    pub(super) field_sigil: &'static str,
    /// Mark between the parts of a qualified name on screen.
    pub(super) separator: &'static str,
}

/// Starts of doc comments, by the documented element.
#[derive(Clone, Copy)]
pub(super) struct DocMarks {
    /// The enclosing scope.
    pub(super) inner: &'static [&'static str],
    /// The next declaration, also across a blank line.
    pub(super) before: &'static [&'static str],
    /// The next element if they are adjacent to it, else the adjacent previous one.
    pub(super) touching: &'static [&'static str],
    /// The previous declaration, also from separate lines.
    pub(super) trailing: &'static [&'static str],
}

/// Visibility of names in other files.
#[derive(Clone, Copy)]
pub(super) struct Scoping {
    /// Languages of one family can name each other's declarations; empty for a language alone.
    pub(super) family: &'static str,
    /// Reach of names without a qualifier.
    pub(super) reach: Reach,
    /// Rule for the start of module names.
    pub(super) packages: Packages,
    /// True if members call each other without `self`.
    pub(super) implicit_self: bool,
    /// True if a type nested in the scope hides other types with its name.
    pub(super) hides_types: bool,
}

/// Functions for rules that a table cannot express.
#[derive(Clone, Copy)]
pub(super) struct Hooks {
    /// The shape of a node of [`Rule::Special`], and of a wrapper around no declaration.
    pub(super) special: for<'t> fn(&Walker<'_>, Node<'t>) -> Shape<'t>,
    /// Imports of a node.
    pub(super) imports: fn(&Walker<'_>, Node<'_>) -> Vec<Import>,
    /// Names that a wrapper or a [`Rule::Special`] node exports.
    pub(super) exports: fn(&Walker<'_>, Node<'_>) -> Vec<Export>,
    /// Name of a declaration with this declarator, if the declarator is not its name.
    pub(super) name: fn(&Walker<'_>, node: Node<'_>, declarator: Node<'_>) -> Option<Name>,
    /// Start of a node, with code before it that is hidden from the grammar.
    pub(super) start: fn(&Walker<'_>, Node<'_>) -> usize,
    /// Returns false if the cursor's node, a name bound in a scope, is no local variable.
    pub(super) is_local: fn(&TreeCursor<'_>) -> bool,
    /// Names in the cursor's node, a text that the grammar does not parse.
    pub(super) words: fn(&Walker<'_>, &TreeCursor<'_>) -> Vec<Range<usize>>,
}

/// Returns true if a space-separated list contains a word.
pub(super) fn lists(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|listed| listed == word)
}

impl LanguageRow {
    /// Defaults. Name, grammar, query and highlights are specific to each language.
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
        comments: CommentMarks::SLASHES,
        docs: DocMarks::CODE,
        visibility: Visibility::NoUnderscore,
        scoping: Scoping::CODE,
        hooks: Hooks::CODE,
        dialect: |_, _| None,
        preprocess: |text| Cow::Borrowed(text),
        parse_limit: 2_000_000,
        scanner_safe: None,
        highlights: &[],
        injections: "",
    };

    /// The query for outlines, and the one for highlights.
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
        bases: BaseRules::CODE,
    };
}

impl BaseRules {
    pub(super) const CODE: Self = Self {
        keywords: "extends implements",
        others: "=",
        delegation: None,
    };
}

impl ReferenceRules {
    pub(super) const CODE: Self = Self {
        keywords: "",
        call_marks: &["("],
        member_marks: &["?->", "->", "?.", "!!.", "&.", "::", ".", "\\"],
        importers: "",
        type_tags: "",
        calls_types: true,
        own_types: "this super",
        field_sigil: "",
        separator: ".",
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
            hides_types: false,
        }
    }

    pub(super) const fn with_implicit_self(self) -> Self {
        Self {
            implicit_self: true,
            ..self
        }
    }

    pub(super) const fn with_hiding_types(self) -> Self {
        Self {
            hides_types: true,
            ..self
        }
    }
}

impl Hooks {
    pub(super) const CODE: Self = Self {
        special: query::shape,
        imports: query::imports,
        exports: |_, _| Vec::new(),
        name: |_, _, _| None,
        start: |_, node| node.start_byte(),
        is_local: |_| true,
        words: |_, _| Vec::new(),
    };
}

/// Content of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// Declarations.
    Code,
    /// Headings and paragraphs.
    Prose,
    /// Always part of a text in another language.
    Inline,
}

/// Visibility of an unqualified name that is not imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Its file: other files have to import it.
    File,
    /// The files of its directory, which form one package.
    Directory,
    /// Everything that is compiled or loaded together.
    Program,
}

/// Rule for the start of module names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packages {
    /// The outermost of the enclosing directories with a file of this stem: Python's `__init__`.
    Nested(&'static str),
    /// The nearest directory with a file of one of these stems: Rust's `lib` and `main`.
    Rooted(&'static [&'static str]),
    /// Directories with a file that declares the module name: Go's `go.mod`. A module is a directory.
    Stated,
    /// The importing file; other names belong to external packages.
    Relative,
    /// Directories that a file declares for prefixes of names: PHP's `composer.json`.
    Prefixed,
    /// No file marks it.
    Unmarked,
}

/// Methods that construct their class.
#[derive(Clone, Copy)]
pub(super) enum Constructors {
    /// Methods with one of these names.
    Named(&'static [&'static str]),
    /// Methods with the name of the enclosing type.
    LikeType,
    /// The same, and their own name is used outside of the type: `Merger::Merger`.
    QualifiedLikeType,
}

/// The role of a node kind in the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// A statement in a run of items; the default.
    Statement,
    /// Part of the enclosing element.
    Silent,
    /// A comment; it belongs to the adjacent declaration.
    Comment,
    /// Applies to everything after it, like `#![warn(…)]`: never part of the next declaration.
    Preamble,
    /// Part of the declaration that follows.
    Attribute,
    /// Ends the preceding code and belongs to it: `#endregion`.
    Closing,
    /// An import.
    Import,
    /// An item: it defines names but is not a declaration.
    Items,
    /// A declaration.
    Declaration(Kind),
    /// `export`, `template<…>`, decorators: around a declaration and part of it.
    Wrapper,
    /// Transparent: its children belong to the enclosing scope.
    Transparent,
    /// Transparent if it contains a declaration, else a statement.
    Conditional,
    /// Decided by a function or the query of the row, mostly by the value bound to a name.
    Special,
    /// A type that contains the members of the declaration that names it.
    Body,
    /// Text in another language: its declarations belong to the enclosing scope.
    Embedded,
    /// A macro call, whose argument may be declarations of the enclosing scope.
    Macro,
}
