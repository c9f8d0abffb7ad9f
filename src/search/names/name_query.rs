//! Queries that are a single name, optionally with its kind, and the scopes of a name: `Session` of `Session.request`.
//!
//! [`QualifiedName::of_query()`] decides. For such a query the declarations of the name rank before all
//! mentions.

use crate::index::Record;
use crate::index::terms::name_term;
use crate::search::query::{QualifiedName, compact, single_name};
use crate::syntax::Language;

// Halving one of these constants, or a number in `name_worth`, changes no figure in `docs/ranking.md` by more
// than 0.002. Equal numbers in `name_worth` lower the figure of questions over hits by 0.0026.

/// Factor of a declaration whose name is spelled differently.
const OTHER_SPELLING: f32 = 0.8;
/// Factor of a declaration whose name lacks signs that were typed.
const OTHER_SIGNS: f32 = 0.3;
/// Likelihood of a scope whose name differs in case or in separators of words.
const OTHER_SCOPE: f32 = 0.8;
/// Likelihood of a scope that only a directory or the file is named after.
const DIRECTORY: f32 = 0.8;

impl QualifiedName {
    /// The name that a query is, optionally with its kind: `scrapeLoop`, `struct window_pane`,
    /// `Session.request`. None for a query of several words.
    pub(super) fn of_query(words: &str) -> Option<Self> {
        let name = Self::parse(single_name(words)?);
        (!name.term().is_empty()).then_some(name)
    }

    /// Rates the spelling of a name: 1 as typed; less with other case or underscores; least without
    /// signs that were typed: `operator>>` is not `operator=`.
    pub(super) fn spelling(&self, name: &str) -> f32 {
        let typed = signs(&self.last);
        if compact(name) == compact(&self.last) {
            1.0
        } else if typed.is_empty() || typed == signs(name) {
            OTHER_SPELLING
        } else {
            OTHER_SIGNS
        }
    }

    /// The name without its scopes, normalized by [`name_term`].
    pub(crate) fn term(&self) -> String {
        name_term(&self.last)
    }

    /// Likelihood that the scopes enclose a leaf, 0 to 1: the likelihood of the least likely scope. Directories
    /// and the file are scopes, too.
    pub(crate) fn within(&self, record: &Record) -> f32 {
        let mut least = 1.0f32;
        let language = record.language.as_deref().and_then(Language::named);
        let named = self.scopes.iter();
        let named = named.filter(|scope| !language.is_some_and(|language| language.omits(scope)));
        for scope in named {
            let mut likelihood = 0.0f32;
            for name in &record.names {
                likelihood = likelihood.max(fit(scope, name));
            }
            for directory in record
                .path
                .directory()
                .split('/')
                .chain([record.path.stem()])
            {
                likelihood = likelihood.max(DIRECTORY * fit(scope, directory));
            }
            least = least.min(likelihood);
        }
        least
    }
}

/// Characters of a name that are neither alphanumeric nor join words.
fn signs(name: &str) -> String {
    name.chars()
        .filter(|sign| !sign.is_alphanumeric() && !matches!(sign, '_' | '-' | ' '))
        .collect()
}

/// Likelihood that a typed scope means a name, 0 to 1.
fn fit(scope: &str, name: &str) -> f32 {
    if name == scope {
        1.0
    } else if name_term(name) == name_term(scope) {
        OTHER_SCOPE
    } else {
        0.0
    }
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

    #[test]
    fn several_words_are_not_a_name() {
        check("retry policy", "");
        check("class of retries", "");
        check("method type", "");
        check("", "");
        check("::", "");
        check("==", "");
    }

    #[track_caller]
    fn check_scopes(typed: &str, expected: f32) {
        let names = ["base.py", "Celery", "Task", "start"];
        let record = Record {
            names: names.map(str::to_owned).to_vec(),
            language: Some("javascript".to_owned()),
            ..Record::of_file(&crate::corpus::SourcePath::new("celery/app/base.py"))
        };
        let typed = QualifiedName::parse(typed);
        assert_eq!(typed.within(&record), expected, "{typed:?}");
    }

    #[test]
    fn an_owner_as_typed_precedes_other_case_and_directories() {
        check_scopes("start", 1.0);
        check_scopes("Celery.start", 1.0);
        check_scopes("Celery::Task#start", 1.0);
        check_scopes("Task.prototype.start", 1.0);
        check_scopes("task.start", 0.8);
        check_scopes("app.start", 0.8);
        check_scopes("base.Task.start", 0.8);
        check_scopes("Base.start", 0.8 * 0.8);
        check_scopes("Base.task.start", 0.8 * 0.8);
        check_scopes("Worker.start", 0.0);
        check_scopes("Worker.Task.start", 0.0);
    }
}
