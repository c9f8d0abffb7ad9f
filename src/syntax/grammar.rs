//! A row of the language table, indexed by node kind id.
//!
//! Principal type: [`Grammar`]. Invariant: one per language, compiled on first use by
//! [`Language::grammar`](super::Language::grammar) and never changed, so a rule of a node is a lookup without
//! string comparison.

use super::query::compiled::OutlineQuery;
use super::rewrite::Rewrites;
use super::row::{LanguageRow, Rule};
use rustc_hash::FxHashSet;
use std::num::NonZeroU16;
use std::sync::OnceLock;
use tree_sitter::{Node, Query};

/// Kind id of error nodes, in every grammar.
const ERROR: u16 = u16::MAX;

/// Parts of the kinds of nodes that bind variables. Names in other nodes, such as keyword arguments and keys,
/// are not variables.
const BINDERS: &str = "dotted_name variable_declaration param declarator pattern lambda arrow assignment let_ \
    for_ catch var_declaration var_spec const_spec match_case tuple expression_list named_expression function_expression \
    generator_function";

/// A row with its node kinds by id.
pub(super) struct Grammar {
    pub(super) row: &'static LanguageRow,
    pub(super) language: tree_sitter::Language,
    /// The row's query.
    pub(super) query: OutlineQuery,
    /// The query for texts in other languages, if they may have declarations.
    pub(super) injections: Option<Query>,
    /// The fields `name`, `body` and `condition`; none in a grammar without them.
    pub(super) name_field: Option<NonZeroU16>,
    pub(super) body_field: Option<NonZeroU16>,
    pub(super) condition_field: Option<NonZeroU16>,
    /// False if no node is a reference or an import.
    pub(super) has_references: bool,
    /// The row's keywords.
    keywords: FxHashSet<&'static str>,
    parts: Vec<NodeRules>,
    rewrites: OnceLock<Rewrites>,
}

/// Rules of a row for one kind of node.
pub(super) struct NodeRules {
    pub(super) rule: Rule,
    /// True for a name.
    pub(super) is_name: bool,
    /// True if names in it may be variables.
    pub(super) is_binder: bool,
    /// True for a statement with variables, which opens no scope although its value may be a function.
    pub(super) has_variables: bool,
    /// True for a statement whose variables are visible after it.
    pub(super) ends_before_variables: bool,
    /// True if its variables are visible in the whole function around it.
    pub(super) is_hoisted: bool,
    /// True if it opens a scope of variables, whatever its rule.
    pub(super) is_scope: bool,
    /// True if it declares the name in its field `name` in the scope around it, whatever its rule.
    pub(super) declares: bool,
    /// True for a name with its qualifier.
    pub(super) is_path: bool,
    /// True for a symbol or string, which may name a function.
    pub(super) is_symbol: bool,
    /// True for a function or class without a name, which a statement may bind to one.
    pub(super) is_function_value: bool,
    /// True if the query decides whether it declares a function or a type, in a language without such values.
    pub(super) defines: bool,
    /// True for text with names that the grammar does not parse: the value of a macro.
    pub(super) has_words: bool,
    /// True if it contains names that an item defines.
    pub(super) is_pattern: bool,
    /// True if it may be an import, whatever its rule.
    pub(super) is_importing: bool,
    /// True if patterns of the query refine its rule.
    pub(super) is_refined: bool,
    /// True if names in lower case in it are built into the language.
    pub(super) has_intrinsics: bool,
    /// True if it adds nothing to the references, imports and exports, apart from its children.
    pub(super) is_inert: bool,
    /// The child that is called, if it is a call: a field, or none for its first child.
    pub(super) call: NodeFields,
    /// Children that bind names.
    pub(super) binds: NodeFields,
    /// The child that is the owner of the names in the others.
    pub(super) receiver: NodeFields,
    /// Children that are not called.
    pub(super) uncalled: NodeFields,
    /// True if it hides its names from other files if it has no name.
    pub(super) is_local: bool,
    /// Children that are keys: names of fields of the type of a literal.
    pub(super) keys: NodeFields,
    /// True if they are keys only where the type is stated.
    pub(super) keys_need_type: bool,
    /// True if only names before `=` or `:` are keys.
    pub(super) keys_are_given: bool,
    /// The child with the type of a literal, whose fields the keys in it name.
    pub(super) literal: NodeFields,
}

impl NodeRules {
    /// Returns true for a reference or an import.
    fn refers(&self) -> bool {
        self.is_name || self.is_importing || self.rule == Rule::Import
    }
}

/// Fields of a node; none means the children without a field.
type NodeFields = Vec<Option<NonZeroU16>>;

impl Grammar {
    pub(super) fn new(row: &'static LanguageRow) -> Self {
        let language = (row.grammar)();
        let query = OutlineQuery::of(row, &language);
        let injections = if query.has(Rule::Embedded) || query.has(Rule::Macro) {
            Query::new(&language, row.injections).ok()
        } else {
            None
        };
        let ids = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
        // One name may have several ids, so a lookup by name would miss some.
        let parts: Vec<NodeRules> = (0..ids)
            .map(|id| part(row, &query, &language, id))
            .collect();
        Self {
            row,
            name_field: language.field_id_for_name("name"),
            body_field: language.field_id_for_name("body"),
            condition_field: language.field_id_for_name("condition"),
            has_references: !row.importers.is_empty() || parts.iter().any(NodeRules::refers),
            keywords: row.keywords.split_whitespace().collect(),
            language,
            query,
            injections,
            parts,
            rewrites: OnceLock::new(),
        }
    }

    /// The row's table of rewrites, compiled on first use.
    pub(super) fn rewrites(&self) -> &Rewrites {
        self.rewrites.get_or_init(|| Rewrites::of(self.row))
    }

    /// The rule of a node in the walk. Error nodes are transparent.
    pub(super) fn rule(&self, node: Node<'_>) -> Rule {
        self.rule_of(node.kind_id())
    }

    /// The rule of a node kind.
    pub(super) fn rule_of(&self, kind: u16) -> Rule {
        match self.part(kind) {
            Some(part) => part.rule,
            None if kind == ERROR => Rule::Transparent,
            None => Rule::Statement,
        }
    }

    /// Returns true if a name is a keyword, given the text before it.
    pub(super) fn is_keyword(&self, name: &str, before: &str) -> bool {
        !name.starts_with('@') && self.keywords.contains(name)
            || before.ends_with('@') && self.keywords.contains(&*format!("@{name}"))
    }

    /// The grammar's name for a node's kind.
    pub(super) fn kind_name(&'static self, node: Node<'_>) -> &'static str {
        let name = self.language.node_kind_for_id(node.kind_id());
        name.unwrap_or_default()
    }

    /// Rules for a kind; none for an error node.
    pub(super) fn part(&self, kind: u16) -> Option<&NodeRules> {
        self.parts.get(usize::from(kind))
    }
}

/// Returns true if a space-separated list contains a kind. Tokens are enclosed in `'`.
fn lists(kinds: &str, kind: &str, is_named: bool) -> bool {
    kinds.split_whitespace().any(|listed| {
        if is_named {
            return listed == kind;
        }
        let token = listed.strip_prefix('\'');
        token.and_then(|word| word.strip_suffix('\'')) == Some(kind)
    })
}

/// Rules of a row and its query for a kind.
fn part(
    row: &LanguageRow,
    query: &OutlineQuery,
    language: &tree_sitter::Language,
    id: u16,
) -> NodeRules {
    let is_named = language.node_kind_is_named(id);
    let kind = language.node_kind_for_id(id).unwrap_or_default();
    let lists = |kinds: &str| lists(kinds, kind, is_named);
    let marks: Vec<&str> = query.marks(&lists).collect();
    let fields = |capture: &str| -> NodeFields {
        let marked = marks.iter().filter_map(|mark| mark.strip_prefix(capture));
        marked
            .filter_map(|field| match field.strip_prefix('.') {
                None => Some(None),
                // A language may lack fields of related languages.
                Some(name) => language.field_id_for_name(name).map(Some),
            })
            .collect()
    };
    let call = fields("call");
    let rule = match query.rule(lists) {
        Some(rule) => rule,
        None if !is_named => Rule::Silent,
        None => Rule::Statement,
    };
    let is_name = marks.iter().any(|mark| mark.starts_with("reference"));
    let is_importing = marks.contains(&"importing");
    let is_plain = matches!(rule, Rule::Silent | Rule::Statement);
    let has_variables = marks.contains(&"variables");
    NodeRules {
        rule,
        has_variables,
        is_hoisted: marks.contains(&"hoisted"),
        is_scope: marks.contains(&"scope"),
        ends_before_variables: row.variables_after
            && (kind.ends_with("declaration") || kind == "let_condition"),
        is_name,
        is_binder: kind == "declaration"
            || has_variables
            || BINDERS.split(' ').any(|part| kind.contains(part)),
        declares: marks.contains(&"declares"),
        is_inert: is_plain && !is_name && !is_importing && call.is_empty(),
        is_path: marks.contains(&"reference.path"),
        is_symbol: marks.contains(&"reference.symbol"),
        has_words: marks.contains(&"reference.words"),
        is_pattern: lists(row.patterns),
        is_importing,
        is_function_value: marks.contains(&"function value"),
        defines: marks.contains(&"defining") && !query.has_function_values(),
        is_local: marks.contains(&"local"),
        is_refined: marks.contains(&"refined"),
        has_intrinsics: marks.contains(&"intrinsic"),
        call,
        binds: fields("binding"),
        receiver: fields("receiver"),
        uncalled: fields("uncalled"),
        keys: [fields("key"), fields("named"), fields("given")].concat(),
        keys_need_type: !fields("named").is_empty(),
        keys_are_given: !fields("given").is_empty(),
        literal: fields("literal"),
    }
}
