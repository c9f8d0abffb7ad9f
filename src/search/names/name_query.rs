//! Queries that are a single name, optionally with its kind.
//!
//! [`QualifiedName::of_query()`] decides. For such a query the declarations of the name rank before all
//! mentions.

use super::declared::declared_name;
use crate::chunk::{Kind, whole_name};
use crate::index::Record;
use crate::search::query::{QualifiedName, compact};

// Halving one of these constants, or a number in `name_worth`, changes no figure in `docs/ranking.md` by more
// than 0.002. Equal numbers in `name_worth` lower the figure of questions over hits by 0.0026.

/// Factor of a declaration whose name is spelled differently.
const OTHER_SPELLING: f32 = 0.8;
/// Factor of a declaration whose name lacks signs that were typed.
const OTHER_SIGNS: f32 = 0.3;

impl QualifiedName {
    /// The name that a query is, optionally with its kind: `scrapeLoop`, `struct window_pane`,
    /// `Session.request`. None for a query of several words.
    pub(super) fn of_query(words: &str) -> Option<Self> {
        let name = Self::parse(name_in(words)?);
        (!name.term().is_empty()).then_some(name)
    }

    /// Returns the name in a leaf's own spelling if it declares the name, in any scope.
    pub(super) fn declared_spelling<'r>(
        &self,
        record: &'r Record,
        holds_name: bool,
    ) -> Option<&'r str> {
        let own = whole_name(&record.name, record.role);
        let name = declared_name(record, &self.term())?;
        (holds_name || name != own).then_some(name)
    }

    /// Rates the spelling of a name: 1 as typed; less with other case or underscores; least without
    /// signs that were typed: `operator>>` is not `operator=`.
    pub(super) fn spelling(&self, name: &str) -> f32 {
        let typed = signs(&self.last);
        match compact(name) == compact(&self.last) {
            true => 1.0,
            false if typed.is_empty() || typed == signs(name) => OTHER_SPELLING,
            false => OTHER_SIGNS,
        }
    }
}

/// Returns the one word of a query besides the name of a kind; none for a query of more words.
pub(crate) fn name_in(words: &str) -> Option<&str> {
    let is_kind = |word: &&str| Kind::named(word).is_some_and(is_declaration);
    let (kinds, others): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(is_kind);
    match (others.as_slice(), kinds.as_slice()) {
        // `type` alone is a name.
        ([name], [] | [_]) | ([], [name]) => Some(name),
        _ => None,
    }
}

fn is_declaration(kind: Kind) -> bool {
    kind.is_type() || kind == Kind::Impl || kind.has_code()
}

/// Characters of a name that are neither alphanumeric nor join words.
fn signs(name: &str) -> String {
    let is_sign = |it: char| !it.is_alphanumeric() && !matches!(it, '_' | '-' | ' ');
    name.chars().filter(|it| is_sign(*it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the scopes and the name of a query; empty for a query that is not a name.
    fn check(query: &str, expected: &str) {
        let found = QualifiedName::of_query(query).map(|name| {
            let scopes = name.scopes.iter().map(|scope| format!("{scope}/"));
            scopes.collect::<String>() + &name.term()
        });
        assert_eq!(found.unwrap_or_default(), expected, "{query:?}");
    }

    #[test]
    fn a_name_may_have_a_kind_and_scopes() {
        check("scrapeLoop", "scrapeloop");
        check("struct window_pane", "windowpane");
        check("Celery class", "celery");
        check("fn absl::Mutex::Lock()", "absl/Mutex/lock");
        check("Session.request", "Session/request");
        check("Array#flatten", "Array/flatten");
        check("node->next", "node/next");
        check("Node::operator->", "Node/operator");
        check("flat-hash-map", "flathashmap");
        check("class", "class");
    }

    #[track_caller]
    fn check_spelt(typed: &str, name: &str, expected: f32) {
        let typed = QualifiedName::of_query(typed).unwrap();
        assert_eq!(typed.spelling(name), expected, "{typed:?} {name:?}");
    }

    #[test]
    fn a_name_as_typed_precedes_other_spellings() {
        check_spelt("operator>>", "operator>>", 1.0);
        check_spelt("operator>>", "operator=", OTHER_SIGNS);
        check_spelt("operator==", "operator ==", 1.0);
        check_spelt("operator()", "operator()", 1.0);
        check_spelt("save!", "save", OTHER_SIGNS);
        check_spelt("save", "save!", OTHER_SPELLING);
        check_spelt("Mutex::Lock()", "Lock", 1.0);
        check_spelt("flat-hash-map", "flat_hash_map", OTHER_SPELLING);
    }

    #[track_caller]
    fn check_within(typed: &str, expected: f32) {
        let names = ["base.py", "Celery", "Task", "start"];
        let record = Record {
            names: names.map(str::to_owned).to_vec(),
            ..Record::of_file(&crate::corpus::SourcePath::new("celery/app/base.py"))
        };
        let typed = QualifiedName::of_query(typed).unwrap();
        assert_eq!(typed.within(&record), expected, "{typed:?}");
    }

    #[test]
    fn an_owner_as_typed_precedes_other_case_and_directories() {
        check_within("start", 1.0);
        check_within("Celery.start", 1.0);
        check_within("Celery::Task#start", 1.0);
        check_within("task.start", 0.8);
        check_within("app.start", 0.8);
        check_within("base.Task.start", 0.8);
        check_within("Base.start", 0.8 * 0.8);
        check_within("Base.task.start", 0.8 * 0.8);
        check_within("Worker.start", 0.0);
        check_within("Worker.Task.start", 0.0);
    }

    #[test]
    fn several_words_are_not_a_name() {
        check("retry policy", "");
        check("class of retries", "");
        check("method type", "");
        check("", "");
        check("::", "");
        check("==", "");
    }
}
