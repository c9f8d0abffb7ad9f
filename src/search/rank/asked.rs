//! A query that is a name and nothing else.

use super::found::is_run;
use crate::chunk::{Kind, whole_name};
use crate::corpus::place::is_not_code;
use crate::index::Record;
use crate::index::terms::name_term;
use std::borrow::Cow;

/// What joins a name to what it is in, as in `Rails::Engine`, `session.request`, `Array#flatten` and
/// `node->next`.
pub(super) const JOINTS: [&str; 4] = ["::", ".", "#", "->"];

/// The name that a query is, perhaps with its kind beside it: `scrapeLoop`, `struct window_pane`,
/// `Session.request`.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Asked {
    /// As [`name_term`] has it.
    pub(super) name: String,
    /// As it was typed.
    written: String,
    /// What it should be in, likewise.
    above: Vec<String>,
    /// What it should be.
    kind: Option<Kind>,
}

impl Asked {
    /// None for a query of several words.
    pub(super) fn of(words: &str) -> Option<Self> {
        let (name, kind) = name_in(words)?;
        let (above, written) = split_name(uncalled(name));
        let name = name_term(written);
        (!name.is_empty()).then(|| Self {
            name,
            written: written.to_owned(),
            above,
            kind,
        })
    }

    /// The name by which a leaf declares it, where that stands in what it should be in.
    pub(super) fn declared_by<'r>(&self, record: &'r Record, holds_name: bool) -> Option<&'r str> {
        let own = whole_name(&record.name, record.role);
        let name = declared_name(record, &self.name).filter(|name| holds_name || *name != own)?;
        let is_within = self.above.iter().all(|above| stands_in(record, above));
        is_within.then_some(name)
    }

    /// 1 for the name as it was typed; less for one that differs in case or underscores, and least for
    /// one that lacks signs which were typed: `operator>>` is not `operator=`.
    pub(super) fn spelt(&self, name: &str) -> f32 {
        let has_signs =
            || signs(&self.written).next().is_none() || signs(&self.written).eq(signs(name));
        match tight(name) == tight(&self.written) {
            true => 1.0,
            false if has_signs() => OTHER_SPELLING,
            false => OTHER_SIGNS,
        }
    }

    /// 1 where nothing is said of its kind or this is what was said; less for another.
    pub(super) fn fits(&self, kind: Kind) -> f32 {
        match self.kind {
            Some(asked) if sort(asked) != sort(kind) => OTHER_KIND,
            _ => 1.0,
        }
    }
}

/// The name by which a leaf of code declares `name`, which is as [`name_term`] has it. Fields and the
/// keys of settings bear names too; nobody means one by that alone.
pub(in crate::search) fn declared_name<'r>(record: &'r Record, name: &str) -> Option<&'r str> {
    let is_code = !matches!(
        record.kind,
        Kind::File | Kind::Section | Kind::Code | Kind::Lines
    );
    if !is_code || is_not_code(&record.path) {
        return None;
    }
    let own = whole_name(&record.name, record.role);
    let defined = record.definitions.iter().filter(|_| is_run(record));
    let mut names = [own].into_iter().chain(defined.map(|it| it.name.as_str()));
    names.find(|it| name_term(it) == name)
}

/// The one word of a query that says no kind, as it was typed, and the kind that the other one says; none
/// for a query of more.
pub(in crate::search) fn name_in(words: &str) -> Option<(&str, Option<Kind>)> {
    let (kinds, others): (Vec<&str>, Vec<&str>) = words
        .split_whitespace()
        .partition(|word| declared_kind(word).is_some());
    match (others.as_slice(), kinds.as_slice()) {
        ([name], []) => Some((name, None)),
        ([name], [kind]) => Some((name, declared_kind(kind))),
        // Nothing but `type` is a name.
        ([], [name]) => Some((name, None)),
        _ => None,
    }
}

/// A name without the brackets of a call behind it; those of an operator are its name.
pub(in crate::search) fn uncalled(name: &str) -> &str {
    let called = name.strip_suffix("()");
    let called = called.filter(|it| !it.ends_with("operator"));
    called.unwrap_or(name)
}

/// What is neither a letter or digit nor between words.
fn signs(name: &str) -> impl Iterator<Item = char> + '_ {
    let joins = |it: &char| matches!(it, '_' | '-' | ' ');
    name.chars()
        .filter(move |it| !it.is_alphanumeric() && !joins(it))
}

/// A name without the spaces beside signs: `operator ==` is `operator==`.
pub(in crate::search) fn tight(name: &str) -> Cow<'_, str> {
    if !name.contains(' ') {
        return name.into();
    }
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let mut tight = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        let both = tight.ends_with(is_word) && word.starts_with(is_word);
        tight.push_str(if both { " " } else { "" });
        tight.push_str(word);
    }
    tight.into()
}

/// What [`split_name`] says, of a method that may be called by signs alone as well: `Range#<=>`.
pub(in crate::search) fn split_method(name: &str) -> (Vec<String>, &str) {
    let joints = JOINTS.iter().flat_map(|joint| {
        let found = name.match_indices(joint);
        found.map(|(at, joint)| (at, at + joint.len()))
    });
    let is_signs = |text: &str| !text.is_empty() && !text.contains(char::is_alphanumeric);
    let first = joints
        .filter(|(at, end)| {
            let before = name.get(..*at).unwrap_or_default();
            let is_owner = before.ends_with(|it: char| it.is_alphanumeric() || it == '_');
            is_owner && !before.ends_with("operator") && name.get(*end..).is_some_and(is_signs)
        })
        .min();
    match first {
        Some((at, end)) => (names_above(&name[..at]), &name[end..]),
        None => split_name(name),
    }
}

/// What a name is in, as [`name_term`] has it, and the name itself as it is written. Signs with no
/// name behind them join nothing: `operator->` is a name.
fn split_name(name: &str) -> (Vec<String>, &str) {
    let is_name = |text: &str| text.contains(char::is_alphanumeric);
    let joints = JOINTS.iter().flat_map(|joint| {
        let found = name.match_indices(joint);
        found.map(|(at, joint)| (at, at + joint.len()))
    });
    let last = joints
        .filter(|(at, end)| {
            let (before, behind) = (name.get(..*at), name.get(*end..));
            before.is_some_and(is_name) && behind.is_some_and(is_name)
        })
        .max();
    let Some((at, end)) = last else {
        return (Vec::new(), name);
    };
    (names_above(&name[..at]), &name[end..])
}

/// The names that stand before the last one.
fn names_above(before: &str) -> Vec<String> {
    let joined = JOINTS
        .iter()
        .fold(before.to_owned(), |name, joint| name.replace(joint, "\n"));
    let above = joined.split('\n').map(name_term);
    above.filter(|term| !term.is_empty()).collect()
}

/// What a declaration is worth whose name is spelt in another way.
const OTHER_SPELLING: f32 = 0.8;
/// What one is worth whose name has not the signs that were typed.
const OTHER_SIGNS: f32 = 0.3;
/// What a declaration is worth that is of another kind than was asked for.
const OTHER_KIND: f32 = 0.7;

/// How much a declaration of a kind is what a name leads to: a type before the function of its name,
/// and either before prototypes, and what is written for a type elsewhere.
pub(in crate::search) fn worth(kind: Kind) -> f32 {
    match (kind, sort(kind)) {
        (Kind::Impl | Kind::Constructor | Kind::Accessor, _) => 0.5,
        (Kind::Module, _) | (_, Sort::Type) => 1.0,
        (_, Sort::Callable | Sort::Macro) => 0.9,
        (_, Sort::Other) => 0.5,
    }
}

/// Whether something has a name above it, or lies in a directory or file of that name.
pub(in crate::search) fn stands_in(record: &Record, above: &str) -> bool {
    let path = &record.path;
    let directories = path.directory().split('/').chain([path.stem()]);
    let names = record.names.iter().map(String::as_str);
    names
        .chain(directories)
        .any(|name| name_term(name) == above)
}

/// The kind of declaration that a word is the name of.
fn declared_kind(word: &str) -> Option<Kind> {
    Kind::named(word).filter(|kind| sort(*kind) != Sort::Other)
}

/// Kinds that one word stands for in one language and another in the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Type,
    Callable,
    Macro,
    Other,
}

fn sort(kind: Kind) -> Sort {
    match kind {
        Kind::Class
        | Kind::Struct
        | Kind::Enum
        | Kind::Interface
        | Kind::Trait
        | Kind::Type
        | Kind::Impl => Sort::Type,
        Kind::Function | Kind::Method | Kind::Constructor | Kind::Accessor => Sort::Callable,
        Kind::Macro => Sort::Macro,
        _ => Sort::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is above the name, the name and its kind; empty for what is no name.
    fn check(query: &str, expected: &str) {
        let found = Asked::of(query).map(|asked| {
            let above = asked.above.iter().map(|above| format!("{above}/"));
            let kind = asked.kind.map(|kind| format!(" {}", kind.name()));
            above.collect::<String>() + &asked.name + &kind.unwrap_or_default()
        });
        assert_eq!(found.unwrap_or_default(), expected, "{query:?}");
    }

    #[test]
    fn a_name_may_have_its_kind_beside_it_and_what_it_is_in_before_it() {
        check("scrapeLoop", "scrapeloop");
        check("struct window_pane", "windowpane struct");
        check("Celery class", "celery class");
        check("fn absl::Mutex::Lock()", "absl/mutex/lock function");
        check("Session.request", "session/request");
        check("Array#flatten", "array/flatten");
        check("node->next", "node/next");
        check("Node::operator->", "node/operator");
        check("flat-hash-map", "flathashmap");
        check("class", "class");
    }

    #[track_caller]
    fn check_spelt(asked: &str, name: &str, expected: f32) {
        let asked = Asked::of(asked).unwrap();
        assert_eq!(asked.spelt(name), expected, "{asked:?} {name:?}");
    }

    #[test]
    fn signs_that_were_typed_belong_to_the_name() {
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
    fn several_words_are_no_name() {
        check("retry policy", "");
        check("class of retries", "");
        check("method type", "");
        check("", "");
        check("::", "");
        check("==", "");
    }
}
