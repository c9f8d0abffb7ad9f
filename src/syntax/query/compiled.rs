//! The compiled query of a language, and the rules of node kinds in it.
//!
//! Principal type: [`OutlineQuery`].

use crate::syntax::kind::Kind;
use crate::syntax::name::is_word;
use crate::syntax::row::{LanguageRow, Rule, lists};
use tree_sitter::Query;

/// The compiled query of a row.
#[derive(Default)]
pub(in crate::syntax) struct OutlineQuery {
    /// None if the query does not fit its grammar, which a test excludes.
    pub(super) query: Option<Query>,
    /// Node kinds that patterns begin with, separated by spaces, and their rules.
    rules: Vec<(String, Rule)>,
    /// Node kinds, and the additional captures on them.
    marks: Vec<(String, &'static str)>,
}

impl OutlineQuery {
    pub(in crate::syntax) fn of(row: &LanguageRow, language: &tree_sitter::Language) -> Self {
        let mut found = Self::default();
        let (text, _) = row.queries();
        let Ok(mut query) = Query::new(language, text) else {
            return found;
        };
        for index in 0..query.pattern_count() {
            let bytes = query.start_byte_for_pattern(index)..query.end_byte_for_pattern(index);
            let with_comments = text.get(bytes).unwrap_or_default();
            let pattern = with_comments.split("\n;").next().unwrap_or_default().trim();
            let (kinds, rest) = head(pattern);
            let capture = rest.strip_prefix('@').unwrap_or_default();
            if let Some(rule) = rule_of(capture) {
                // Otherwise it would decide before the patterns that refine it.
                if matches!(rule, Rule::Declaration(_) | Rule::Wrapper) {
                    query.disable_pattern(index);
                }
                found.rules.push((kinds, rule));
            } else if is_mark(capture) {
                query.disable_pattern(index);
                found.marks.push((kinds, capture));
            } else {
                found.refine(kinds, pattern, row);
            }
        }
        found.query = Some(query);
        found
    }

    /// Adds what a pattern with content means for the rules of its kinds.
    fn refine(&mut self, kinds: String, pattern: &str, row: &LanguageRow) {
        let (_, rest) = head(pattern);
        if rest.starts_with("body:") && rest.contains("@bound.") {
            self.marks.push((kinds.clone(), "function value"));
        }
        let has_role = has_role(pattern);
        if has_role && pattern.contains("@module") && row.importers.is_empty() {
            self.marks.push((kinds.clone(), "importing"));
        }
        match self.rule(|listed| lists(listed, &kinds)) {
            // Kinds that are always imports keep that rule.
            Some(Rule::Import) => {}
            Some(Rule::Declaration(_)) => self.marks.push((kinds, "refined")),
            Some(Rule::Wrapper) if has_role => self.marks.push((kinds, "refined")),
            _ if has_role => {
                if pattern.contains("@definition.") {
                    self.marks.push((kinds.clone(), "defining"));
                }
                self.rules.insert(0, (kinds, Rule::Special));
            }
            _ => {}
        }
    }

    /// The rule of the kind that `lists` finds.
    pub(in crate::syntax) fn rule(&self, lists: impl Fn(&str) -> bool) -> Option<Rule> {
        let mut rules = self.rules.iter();
        rules.find_map(|(kinds, rule)| lists(kinds).then_some(*rule))
    }

    /// Marks of the kind that `lists` finds.
    pub(in crate::syntax) fn marks(
        &self,
        lists: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = &'static str> {
        let marks = self.marks.iter();
        marks.filter_map(move |(kinds, mark)| lists(kinds).then_some(*mark))
    }

    /// Returns true if there are functions without a name that a statement may bind to one.
    pub(in crate::syntax) fn has_function_values(&self) -> bool {
        self.marks.iter().any(|(_, mark)| *mark == "function value")
    }

    /// Returns true if a kind has this rule.
    pub(in crate::syntax) fn has(&self, rule: Rule) -> bool {
        self.rules.iter().any(|(_, known)| *known == rule)
    }

    /// Returns true if a declaration extends to the next one in its scope.
    pub(in crate::syntax) fn has_sections(&self) -> bool {
        let query = self.query.as_ref();
        query.is_some_and(|query| query.capture_names().contains(&"section"))
    }
}

/// The kinds that a pattern begins with, as a list, and the rest of its text.
fn head(pattern: &str) -> (String, &str) {
    let end = if pattern.starts_with('[') {
        pattern.find(']')
    } else {
        pattern.find([' ', ')', '\n'])
    };
    let (kinds, rest) = pattern.split_at(end.unwrap_or(pattern.len()));
    let kinds = kinds.replace('"', "'").replace(['(', ')', '['], "");
    (kinds, rest.trim_start_matches([')', ']']).trim())
}

/// Returns true if a capture marks all nodes of a kind, in addition to their rule.
pub(in crate::syntax) fn is_mark(capture: &str) -> bool {
    let (name, _) = capture.split_once('.').unwrap_or((capture, ""));
    matches!(
        name,
        "reference"
            | "call"
            | "binding"
            | "uncalled"
            | "given"
            | "key"
            | "literal"
            | "local"
            | "named"
            | "intrinsic"
            | "importing"
            | "receiver"
            | "variables"
            | "hoisted"
            | "declares"
            | "scope"
    )
}

/// Rules that patterns give to kinds.
const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("preamble", Rule::Preamble),
    ("attribute", Rule::Attribute),
    ("label", Rule::Label),
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
pub(super) fn definition(capture: &str) -> Option<Kind> {
    let name = match capture {
        "section" => "module",
        capture => capture.strip_prefix("definition.")?,
    };
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// Returns true if a capture names the role of its pattern's node.
pub(in crate::syntax) fn is_role(capture: &str) -> bool {
    let is_part = matches!(capture, "body" | "special");
    matches!(capture, "binds" | "docs" | "wraps") || (!is_part && rule_of(capture).is_some())
}

/// The rule for kinds that have only this capture.
pub(in crate::syntax) fn rule_of(capture: &str) -> Option<Rule> {
    let mut rules = RULES.iter();
    let rule = rules.find_map(|(name, rule)| (*name == capture).then_some(*rule));
    rule.or_else(|| definition(capture).map(Rule::Declaration))
}

fn has_role(pattern: &str) -> bool {
    pattern.split('@').skip(1).any(|text| {
        let end = text.find(|letter: char| !is_word(letter) && letter != '.');
        is_role(text.get(..end.unwrap_or(text.len())).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::languages::table::LANGUAGES;

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
