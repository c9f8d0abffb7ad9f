//! A row of the language table by node kind id.

use super::language::Language;
use super::languages::LANGUAGES;
use super::query::OutlineQuery;
use super::row::{Row, Rule};
use std::num::NonZeroU16;
use std::sync::OnceLock;
use tree_sitter::{Node, Query};

/// The kind of what did not parse, in every grammar.
const ERROR: u16 = u16::MAX;

/// A row with its kinds by id.
pub(super) struct Grammar {
    pub(super) row: &'static Row,
    pub(super) language: tree_sitter::Language,
    /// The row's query, where it has one.
    pub(super) query: Option<OutlineQuery>,
    /// The query for embedded text, where that declares something.
    pub(super) injections: Option<Query>,
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
        let query = OutlineQuery::of(row, &language);
        let embeds = query
            .as_ref()
            .is_some_and(|query| query.has(Rule::Embedded));
        let injections = embeds.then(|| Query::new(&language, row.injections).ok());
        let ids = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
        // One name may have several ids, so that going by name would miss some.
        let parts = (0..ids)
            .map(|id| {
                let is_named = language.node_kind_is_named(id);
                let kind = language.node_kind_for_id(id).unwrap_or_default();
                let lists = |kinds: &str| lists(kinds, kind, is_named);
                part(row, query.as_ref(), &language, lists, is_named)
            })
            .collect();
        Self {
            row,
            language,
            query,
            injections: injections.flatten(),
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

    /// Whether a declaration holds all that follows it in its scope, up to the next.
    pub(super) fn has_sections(&self) -> bool {
        let query = self.query.as_ref();
        query.is_some_and(OutlineQuery::has_sections)
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

/// Whether a list of kinds, separated by spaces, has a kind. Tokens are between `'`.
fn lists(kinds: &str, kind: &str, is_named: bool) -> bool {
    kinds.split_whitespace().any(|listed| {
        let token = listed
            .strip_prefix('\'')
            .and_then(|word| word.strip_suffix('\''));
        match is_named {
            true => listed == kind,
            false => token == Some(kind),
        }
    })
}

/// What a row says of the kind that `lists` finds in lists of kinds.
fn part(
    row: &Row,
    query: Option<&OutlineQuery>,
    language: &tree_sitter::Language,
    lists: impl Fn(&str) -> bool,
    is_named: bool,
) -> Part {
    let uses = &row.uses;
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
    let call = match uses.calls.iter().find(|(call, _)| lists(call)) {
        None => Called::None,
        Some((_, name)) => field(name).map_or(Called::First, Called::Field),
    };
    let (binds, uncalled) = (places(uses.bindings), places(uses.uncalled));
    Part {
        rule: match query.and_then(|query| query.rule(&lists)) {
            Some(rule) => rule,
            None if !is_named => Rule::Silent,
            None => Rule::Statement,
        },
        is_name: lists(uses.names) || lists(uses.paths),
        is_path: lists(uses.paths),
        is_pattern: lists(row.declarations.patterns),
        is_importing: lists(uses.importing) || query.is_some_and(|query| query.imports(&lists)),
        has_intrinsics: lists(uses.intrinsics),
        has_places: matches!(call, Called::Field(_))
            || !binds.0.is_empty()
            || !uncalled.0.is_empty(),
        call,
        binds,
        uncalled,
    }
}
