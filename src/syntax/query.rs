//! Queries in `queries/LANGUAGE.scm` that state the declarations, imports and names of a language.
//!
//! Principal types: [`OutlineQuery`], a compiled query. `matches` applies it to declarations, `modules` to
//! imports and exports.
//!
//! A pattern begins with the node that it is about. A kind alone, or `[(a) (b)]`, has a rule of the walk; such an
//! alternation lists kinds and nothing else. The rules:
//!
//! - `comment`, `preamble`, `attribute`, `closing`, `import`, `wrapper`, `silent`, `embedded`, `items`;
//! - `cross`: its children belong to the scope around it; `conditional`: so if it holds declarations;
//! - `macro`: its argument may be declarations;
//! - `definition.KIND`: a declaration; `body`: the type that has a declaration's members;
//! - `special`: a hook of the row decides.
//!
//! It may also have marks: `reference`, with the name at the end of a path `reference.path`; `call`, of its
//! first child or of that in the field `call.FIELD`; `binding.FIELD` for the names it binds in a field, or
//! `binding` for all; `uncalled.FIELD` for a field that is not called; `intrinsic` for names of the language
//! itself; `importing` for an import, whatever its rule.
//!
//! Other patterns are tried on the nodes of their kind in a scope. The first match with a role decides. If the
//! kind has the rule of a declaration, they only add to what its fields tell; those of a wrapper state the kind
//! of the declaration in it. Roles are the rules above and
//!
//! - `definition.KIND`: a declaration with its `name`, displayed as `(#set! name "…")` states; several names
//!   are one, with all between them or what `(#set! join "…")` puts there. Instead it may have a `qualified`
//!   name, the `part`s of one, or the `type` that names it, `of` which only the path and the arguments are left
//!   out. It also has the `path` before its name; its `body`, if that is not its field `body`; the `head` that
//!   its signature ends with; its `docstring`; the `parameters` whose number distinguishes clauses of functions;
//!   `until` a part of its node that belongs to the scope around it;
//! - `section`: a module that extends to the next one;
//! - `docs`: an attribute that documents what follows;
//! - `wraps`: the node that this one declares;
//! - `binds`: the value of a name, which makes it a function or a class. Of a value, patterns capture the part
//!   that is the value, `bound`, or the body of what it declares, `bound.KIND`.
//!
//! Names of `base` types and names that it `defines` come from all matches of the deciding pattern and of
//! those without a role; with `(#set! reach deep)` from any depth. Of an import, each match has the `module`,
//! the `imported` name, `(#set! imported "*")` for all, and an `alias`. Parts of a module are joined by a
//! point, or by the `separator` that is set; then the last part of the module is the imported name if there
//! is no other. Of an export, each match has the `local` name and the `exported` one, or sets them.

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

/// A row's query, compiled.
pub(super) struct OutlineQuery {
    /// Nothing where the query does not fit its grammar, which a test excludes.
    query: Option<Query>,
    /// Kinds that patterns begin with, separated by spaces, and their rules.
    rules: Vec<(String, Rule)>,
    /// The same, and what else a capture says of them.
    marks: Vec<(String, &'static str)>,
}

/// Maximum number of matches of one node, more than lists written by hand have.
const MAX_MATCHES: usize = 1024;
/// Matches in progress, each of which is tried on each node that follows.
const MAX_STATES: u32 = 256;

impl OutlineQuery {
    pub(super) fn of(row: &LanguageRow, language: &tree_sitter::Language) -> Self {
        let mut found = Self {
            query: None,
            rules: Vec::new(),
            marks: Vec::new(),
        };
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
                    // It would decide before the patterns that add to it.
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
                        // Kinds that are imports alone stay that.
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

    /// Returns true if a declaration contains everything that follows in its scope, up to the next
    /// one.
    pub(super) fn has_sections(&self) -> bool {
        let query = self.query.as_ref();
        query.is_some_and(|query| query.capture_names().contains(&"section"))
    }
}

/// The kinds that a pattern begins with, as a list, and the text after them.
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

/// The rule of kinds that a capture alone is of.
pub(super) fn rule_of(capture: &str) -> Option<Rule> {
    let mut rules = RULES.iter();
    let rule = rules.find_map(|(name, rule)| (*name == capture).then_some(*rule));
    rule.or_else(|| definition(capture).map(Rule::Declaration))
}

fn has_role(pattern: &str) -> bool {
    let captures = pattern.split('@').skip(1);
    let ends = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '.' | '_'));
    captures
        .into_iter()
        .any(|capture| is_role(capture.split(ends).next().unwrap_or_default()))
}

/// The value that a pattern sets.
fn setting<'q>(query: &'q Query, pattern: usize, key: &str) -> Option<&'q str> {
    let mut settings = query.property_settings(pattern).iter();
    settings.find(|it| &*it.key == key)?.value.as_deref()
}

/// Calls `found` with the pattern and the captures of each match in a node.
pub(super) fn each_match<'q, 't>(
    query: &'q Query,
    node: Node<'t>,
    depth: Option<u32>,
    walker: &Walker<'_>,
    mut found: impl FnMut(usize, &[(&'q str, Node<'t>)]),
) {
    thread_local! {
        static CURSOR: RefCell<QueryCursor> = RefCell::new(QueryCursor::new());
    }
    CURSOR.with_borrow_mut(|cursor| {
        cursor.set_max_start_depth(depth);
        cursor.set_match_limit(MAX_STATES);
        let mut matches = cursor.matches(query, node, walker.text.as_bytes());
        let mut count = 0;
        while let Some(matched) = matches.next().filter(|_| count < MAX_MATCHES) {
            count += 1;
            let names = query.capture_names();
            let captures: Vec<(&str, Node<'t>)> = matched
                .captures()
                .iter()
                .filter_map(|capture| Some((*names.get(capture.index as usize)?, capture.node)))
                .collect();
            found(matched.pattern_index, &captures);
        }
    });
}

/// The name that a node says, without quotes, brackets and the colons of symbols, and where it
/// begins.
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
