//! What a row of the language table says, and its form by node kind id.

use super::language::Language;
use super::outline::DeclarationKind;
use super::table::LANGUAGES;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A language, all of it.
pub(super) struct Row {
    /// Lower-case name.
    pub(super) name: &'static str,
    /// Other names of it, in filters and after code fences.
    pub(super) aliases: &'static [&'static str],
    /// Lower-case extensions.
    pub(super) extensions: &'static [&'static str],
    /// Whole file names.
    pub(super) file_names: &'static [&'static str],
    /// Programs of `#!` lines, without version.
    pub(super) shebangs: &'static [&'static str],
    /// The grammar.
    pub(super) grammar: fn() -> tree_sitter::Language,
    /// What a text in it consists of.
    pub(super) speech: Speech,
    /// Node kinds, separated by spaces, by their part in the walk.
    pub(super) kinds: &'static [(Rule, &'static str)],
    /// Fields that lead from a declaration to the node that holds its members or its code.
    pub(super) bodies: &'static [&'static str],
    /// Where names stand.
    pub(super) naming: Naming,
    /// Highlight queries, the general one first: the last pattern that matches wins.
    pub(super) highlights: &'static [&'static str],
    /// Query for what is written in another language.
    pub(super) injections: &'static str,
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
    /// What it is depends on the value that a name is bound to.
    Binding,
    /// A type that holds the members of the declaration that names it.
    Body,
}

/// Where a declaration's name stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// In the field `name`.
    Field,
    /// As `Field`; an `impl` is named by the type it is for.
    Rust,
    /// As `Field`; a method's receiver is part of its path.
    Go,
    /// At the end of a chain of declarators, as in C.
    Declarator,
    /// As `Field`, and on the left of what functions and objects are bound to.
    Script,
}

/// A row with its kinds by id.
pub(super) struct Grammar {
    pub(super) row: &'static Row,
    pub(super) language: tree_sitter::Language,
    rules: Vec<Rule>,
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
        let named: HashMap<&str, Rule> = row
            .kinds
            .iter()
            .flat_map(|(rule, kinds)| kinds.split_whitespace().map(|kind| (kind, *rule)))
            .collect();
        let ids = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
        // One name may have several ids, so that going by name would miss some.
        let rules = (0..ids)
            .map(|id| {
                let kind = language.node_kind_for_id(id).unwrap_or_default();
                match named.get(kind) {
                    _ if !language.node_kind_is_named(id) => Rule::Silent,
                    Some(rule) => *rule,
                    None => Rule::Statement,
                }
            })
            .collect();
        Self {
            row,
            language,
            rules,
        }
    }

    /// The part of a node in the walk. What did not parse is crossed.
    pub(super) fn rule(&self, node: tree_sitter::Node<'_>) -> Rule {
        if node.is_error() {
            return Rule::Transparent;
        }
        self.rules
            .get(usize::from(node.kind_id()))
            .copied()
            .unwrap_or(Rule::Statement)
    }
}
