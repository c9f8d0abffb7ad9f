//! Queries in `queries/LANGUAGE.scm`, which define the declarations, imports and names of a language.
//!
//! Principal type: [`OutlineQuery`], a compiled query. `matches` applies it to declarations, `modules` to
//! imports and exports.
//!
//! A pattern begins with the node that it classifies. A pattern of only a kind, or of `[(a) (b)]`, gives these
//! kinds a rule of the walk; such an alternation contains only kinds. The rules:
//!
//! - `comment`, `preamble`, `attribute`, `closing`, `import`, `wrapper`, `silent`, `embedded`, `items`;
//! - `cross`: the children belong to the enclosing scope; `conditional`: only if they contain declarations;
//! - `macro`: the argument may be declarations;
//! - `definition.KIND`: a declaration; `body`: the type that contains the members of a declaration;
//! - `special`: a hook of the row decides.
//!
//! It may also have marks: `reference`, with the name at the end of a path `reference.path`, and
//! `reference.words` for the value of a macro, which is not parsed; `call` for a call of its first child, or
//! `call.FIELD` for a call of the child in a field; `binding.FIELD` for names bound in a field, or `binding`
//! for all; `uncalled.FIELD` for a field that is not called; `intrinsic` for built-in names; `importing` for
//! an import, in addition to its rule.
//!
//! Other patterns are tried on the nodes of their kind in a scope. The first match with a role decides. If
//! the kind has the rule of a declaration, patterns refine the declaration that its fields give; patterns for
//! a wrapper give the kind of the declaration in it. Roles are the rules above and
//!
//! - `definition.KIND`: a declaration with its `name`, displayed as in `(#set! name "…")`. Several names are
//!   joined with the text between them, or with `(#set! join "…")`. Alternatives are a `qualified` name, the
//!   `part`s of one, the `type` that names it, or a type in `of`, kept without its path and arguments.
//!   Optional captures: the `path` before the name; the `body`, if it is not the field `body`; the `head`
//!   that ends the signature; the `docstring`; the `parameters`, whose number distinguishes clauses of
//!   functions; `until`, a part of the node that belongs to the enclosing scope;
//! - `section`: a module that extends to the next one;
//! - `docs`: an attribute that documents the next element;
//! - `wraps`: the node that this one declares;
//! - `binds`: the value of a name, which makes it a function or a class. Patterns for a value capture the part
//!   that is the value, `bound`, or the body of the declaration, `bound.KIND`.
//!
//! Names of `base` types and defined names (`defines`) come from all matches of the deciding pattern and of
//! patterns without a role; with `(#set! reach deep)` from any depth. For an import, each match has the `module`,
//! the `imported` name, `(#set! imported "*")` for all, and an `alias`. Parts of a module are joined by a
//! point, or by the `separator` that is set; then the last part of the module is the imported name if no other
//! is captured. For an export, each match captures or sets the `local` and the `exported` name.

mod matches;
mod modules;

pub(super) use matches::{bound, declaration, shape, wrapped_kind};
pub(super) use modules::{exports, imports};

use super::kind::Kind;
use super::naming::unquoted;
use super::row::{LanguageRow, Rule, lists};
use super::shape::Walker;
use std::cell::RefCell;
use tree_sitter::{Node, Query, QueryCursor, StreamingIterator};

/// The compiled query of a row.
#[derive(Default)]
pub(super) struct OutlineQuery {
    /// None if the query does not fit its grammar, which a test excludes.
    query: Option<Query>,
    /// Node kinds that patterns begin with, separated by spaces, and their rules.
    rules: Vec<(String, Rule)>,
    /// Node kinds, and the additional captures on them.
    marks: Vec<(String, &'static str)>,
}

/// Maximum number of matches of one node; lists written by hand have fewer.
const MAX_MATCHES: usize = 1024;
/// Maximum number of matches in progress: each is tried on each following node.
const MAX_STATES: u32 = 256;

impl OutlineQuery {
    pub(super) fn of(row: &LanguageRow, language: &tree_sitter::Language) -> Self {
        let mut found = Self::default();
        let (text, _) = row.queries();
        let Ok(mut query) = Query::new(language, text) else {
            return found;
        };
        for index in 0..query.pattern_count() {
            let bytes = query.start_byte_for_pattern(index)..query.end_byte_for_pattern(index);
            let pattern = text.get(bytes).unwrap_or_default();
            let pattern = pattern.split("\n;").next().unwrap_or_default().trim();
            let (kinds, capture) = head(pattern);
            match capture.strip_prefix('@') {
                Some(capture) if let Some(rule) = rule_of(capture) => {
                    // Otherwise it would decide before the patterns that refine it.
                    if matches!(rule, Rule::Declaration(_) | Rule::Wrapper) {
                        query.disable_pattern(index);
                    }
                    found.rules.push((kinds, rule));
                }
                Some(mark) if is_mark(mark) => {
                    query.disable_pattern(index);
                    found.marks.push((kinds, mark));
                }
                _ => {
                    let has_role = has_role(pattern);
                    if has_role
                        && pattern.contains("@module")
                        && row.references.importers.is_empty()
                    {
                        found.marks.push((kinds.clone(), "importing"));
                    }
                    match found.rule(|listed| lists(listed, &kinds)) {
                        // Kinds that are always imports keep that rule.
                        Some(Rule::Import) => {}
                        Some(Rule::Declaration(_)) => found.marks.push((kinds, "refined")),
                        Some(Rule::Wrapper) if has_role => found.marks.push((kinds, "refined")),
                        _ if has_role => found.rules.insert(0, (kinds, Rule::Special)),
                        _ => {}
                    }
                }
            }
        }
        found.query = Some(query);
        found
    }

    /// The rule of the kind that `lists` finds.
    pub(super) fn rule(&self, lists: impl Fn(&str) -> bool) -> Option<Rule> {
        let mut rules = self.rules.iter();
        rules.find_map(|(kinds, rule)| lists(kinds).then_some(*rule))
    }

    /// Marks of the kind that `lists` finds.
    pub(super) fn marks(&self, lists: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
        let marks = self.marks.iter();
        marks.filter_map(move |(kinds, mark)| lists(kinds).then_some(*mark))
    }

    /// Returns true if a kind has this rule.
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.rules.iter().any(|(_, known)| *known == rule)
    }

    /// Returns true if a declaration extends to the next one in its scope.
    pub(super) fn has_sections(&self) -> bool {
        let query = self.query.as_ref();
        query.is_some_and(|query| query.capture_names().contains(&"section"))
    }
}

/// The kinds that a pattern begins with, as a list, and the rest of its text.
fn head(pattern: &str) -> (String, &str) {
    let end = match pattern.starts_with('[') {
        true => pattern.find(']'),
        false => pattern.find([' ', ')', '\n']),
    };
    let (kinds, rest) = pattern.split_at(end.unwrap_or(pattern.len()));
    let kinds = kinds.replace('"', "'").replace(['(', ')', '['], "");
    (kinds, rest.trim_start_matches([')', ']']).trim())
}

/// Returns true if a capture marks all nodes of a kind, in addition to their rule.
pub(super) fn is_mark(capture: &str) -> bool {
    let (name, _) = capture.split_once('.').unwrap_or((capture, ""));
    matches!(
        name,
        "reference" | "call" | "binding" | "uncalled" | "intrinsic" | "importing"
    )
}

/// Rules that patterns give to kinds.
const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("preamble", Rule::Preamble),
    ("attribute", Rule::Attribute),
    ("closing", Rule::Closing),
    ("import", Rule::Import),
    ("wrapper", Rule::Wrapper),
    ("cross", Rule::Transparent),
    ("conditional", Rule::Conditional),
    ("silent", Rule::Silent),
    ("embedded", Rule::Embedded),
    ("macro", Rule::Macro),
    ("body", Rule::Body),
    ("items", Rule::Items),
    ("special", Rule::Special),
];

/// The kind of a declaration that a capture states: `definition.class`.
fn definition(capture: &str) -> Option<Kind> {
    let name = match capture {
        "section" => "module",
        capture => capture.strip_prefix("definition.")?,
    };
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// Returns true if a capture names the role of its pattern's node.
pub(super) fn is_role(capture: &str) -> bool {
    let is_part = matches!(capture, "body" | "special");
    matches!(capture, "binds" | "docs" | "wraps") || (!is_part && rule_of(capture).is_some())
}

/// The rule for kinds that have only this capture.
pub(super) fn rule_of(capture: &str) -> Option<Rule> {
    let mut rules = RULES.iter();
    let rule = rules.find_map(|(name, rule)| (*name == capture).then_some(*rule));
    rule.or_else(|| definition(capture).map(Rule::Declaration))
}

fn has_role(pattern: &str) -> bool {
    let mut captures = pattern.split('@').skip(1);
    let ends = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '.' | '_'));
    captures.any(|capture| is_role(capture.split(ends).next().unwrap_or_default()))
}

/// A match of a pattern.
pub(super) struct QueryMatch<'q, 't> {
    query: &'q Query,
    pattern: usize,
    captures: Vec<(&'q str, Node<'t>)>,
}

impl<'q, 't> QueryMatch<'q, 't> {
    /// The value that the pattern sets.
    pub(super) fn setting(&self, key: &str) -> Option<&'q str> {
        let mut settings = self.query.property_settings(self.pattern).iter();
        settings.find(|it| &*it.key == key)?.value.as_deref()
    }

    /// The nodes of a capture.
    pub(super) fn all(&self, wanted: &str) -> impl Iterator<Item = Node<'t>> {
        captured(&self.captures, wanted)
    }
}

/// The nodes of a capture.
fn captured<'t>(captures: &[(&str, Node<'t>)], wanted: &str) -> impl Iterator<Item = Node<'t>> {
    let captures = captures.iter().filter(move |(name, _)| *name == wanted);
    captures.map(|(_, node)| *node)
}

/// Matches of a query in a node, up to a depth.
pub(super) fn matches_in<'q, 't>(
    query: Option<&'q Query>,
    node: Node<'t>,
    depth: Option<u32>,
    walker: &Walker<'_>,
) -> Vec<QueryMatch<'q, 't>> {
    thread_local! {
        static CURSOR: RefCell<QueryCursor> = RefCell::new(QueryCursor::new());
    }
    let mut found = Vec::new();
    let Some(query) = query else { return found };
    CURSOR.with_borrow_mut(|cursor| {
        cursor.set_max_start_depth(depth);
        cursor.set_match_limit(MAX_STATES);
        let mut matches = cursor.matches(query, node, walker.text.as_bytes());
        while let Some(matched) = matches.next().filter(|_| found.len() < MAX_MATCHES) {
            let names = query.capture_names();
            let captures = matched.captures().iter();
            let named = captures.filter_map(|it| Some((*names.get(it.index as usize)?, it.node)));
            found.push(QueryMatch {
                query,
                pattern: matched.pattern_index,
                captures: named.collect(),
            });
        }
    });
    found
}

/// The name in a node, without quotes, brackets and the colons of symbols, and its start offset.
fn word(walker: &Walker<'_>, node: Node<'_>) -> (String, usize) {
    const AROUND: [(&str, &str); 4] = [("[[", "]]"), ("[", "]"), ("(", ")"), ("@", "")];
    let text = walker.words(node);
    let mut name = unquoted(&text);
    if name == text {
        let inside = AROUND
            .iter()
            .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
        name = inside.unwrap_or(name).trim();
        let bare = name.trim_matches([':', '=']);
        if bare.starts_with(|first: char| first.is_alphanumeric() || first == '_') {
            name = bare;
        }
    }
    let at = node.start_byte() + text.find(name).unwrap_or_default();
    (name.to_owned(), at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::languages::LANGUAGES;

    #[test]
    fn an_alternation_with_a_rule_lists_kinds_alone() {
        for row in &LANGUAGES {
            let query = OutlineQuery::of(row, &(row.grammar)());
            let kinds = query.rules.iter().map(|(kinds, _)| kinds);
            let marked = query.marks.iter().map(|(kinds, _)| kinds);
            for kinds in kinds.chain(marked) {
                let has_more = kinds.contains([':', '@']) && !kinds.contains('\'');
                let advice = "write a pattern for each kind";
                assert!(!has_more, "{}: [{kinds}]: {advice}", row.name);
            }
        }
    }
}
