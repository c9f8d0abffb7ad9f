//! Half-typed names, declarations with one-line headers, and weak matches in a real index.

use crate::fixture::{PROGRAM, Repository, check_first};
use smriti_tui::chunk::{Kind, Role};
use smriti_tui::search::Mode;

const THROTTLE: &str = "/// Limits requests.\npub struct Throttle {\n    limit: usize,\n}\n\n\
    /// Options of a throttle.\npub struct ThrottleOptions {\n    limit: usize,\n}\n\n\
    impl Throttle {\n    /// Allows a request.\n    pub fn allow(&self) -> bool {\n        self.limit > 0\n    }\n}\n\n\
    const MAXIMUM_LIMIT: usize = 9;\nconst MINIMUM_LIMIT: usize = 1;\n";
const TEST: &str = "fn throttle_test() {\n    throttle(1);\n}\n";

fn repository() -> Repository {
    let repository = Repository::of(&[
        ("src/throttle.rs", THROTTLE),
        ("tests/throttle.rs", TEST),
        ("src/other.rs", "fn other() {\n    walk();\n}\n"),
    ]);
    repository.index();
    repository
}

/// Checks the name of a query's first hit.
fn check(query: &str, expected: &str) {
    let repository = repository();
    for mode in [Mode::Hybrid, Mode::Keywords] {
        let answer = repository.search(query, mode);
        let name = answer.hits.first().map(|hit| {
            let found_as = hit.explanation.found_as.clone();
            found_as.unwrap_or_else(|| hit.record.name.clone())
        });
        assert_eq!(name.as_deref(), Some(expected), "{query} {mode:?}");
    }
}

#[test]
fn a_half_typed_name_finds_its_declaration() {
    check("throttleOp", "ThrottleOptions");
    check("ThrottleO", "ThrottleOptions");
    check("throttle_t", "throttle_test");
}

/// More names begin with the word than are looked up without a filter.
#[test]
fn a_half_typed_name_within_filters_finds_its_declaration() {
    let files: Vec<(String, String)> = (0..60)
        .map(|at| {
            let text = format!("fn handler_{at}() {{}}\n");
            (format!("c{at}/a.rs"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = (files.iter())
        .map(|(path, text)| (&**path, &**text))
        .collect();
    let repository = Repository::of(&files);
    repository.index();
    for at in [5, 59] {
        let query = format!("handl path:c{at}/");
        check_first(
            &repository,
            &query,
            Mode::Keywords,
            &format!("c{at}/a.rs handler_{at}"),
        );
    }
}

#[test]
fn name_ranks_above_names_it_is_a_prefix_of() {
    check("Thro", "Throttle");
    check("Throttl", "Throttle");
    check("Throttle", "Throttle");
}

#[test]
fn a_half_typed_constant_is_named_and_its_line_is_the_match() {
    check("MINIMUM_L", "MINIMUM_LIMIT");
    let answer = repository().search("MINIMUM_L", Mode::Hybrid);
    assert_eq!(answer.hits[0].explanation.located_at, Some((19, 1)));
}

#[test]
fn a_declaration_is_shown_at_its_name() {
    let text = "/// Like zebra_one, which is faster.\npub fn zebra_twofold() {}\n\npub fn zebra_one() {}\n";
    let repository = Repository::of(&[("src/zebra.rs", text)]);
    repository.index();
    for query in ["zebra_twofold", "zebra_twofo", "zebraTwofo"] {
        let first = &repository.search(query, Mode::Hybrid).hits[0];
        assert_eq!(first.explanation.located_at, Some((2, 8)), "{query}");
    }
    let phrase = repository.search("\"zebra_one\"", Mode::Hybrid);
    assert_eq!(phrase.hits[0].explanation.located_at, Some((4, 8)));
}

#[test]
fn subsequence_finds_a_name_without_prefix_match() {
    check("thrtlopt", "ThrottleOptions");
}

#[test]
fn the_last_word_is_completed_while_it_is_typed() {
    let repository = repository();
    check_first(
        &repository,
        "limit of throttleopti",
        Mode::Hybrid,
        "src/throttle.rs ThrottleOptions",
    );
}

#[test]
fn a_one_line_header_is_listed_as_its_declaration_or_its_best_member() {
    let files = [(
        "queue.py",
        "class Queue:\n    def push(self, task):\n        self.tasks.append(task)\n\n    \
         def pull(self):\n        return self.tasks.pop()\n",
    )];
    let repository = Repository::of(&files);
    repository.index();
    let first = |query: &str| repository.search(query, Mode::Hybrid).hits.remove(0).record;
    let named = first("Queue");
    assert_eq!((named.kind, named.role), (Kind::Class, Role::Parent));
    assert_eq!(named.lines, (1, 6));
    assert_eq!(first("push a task to the queue").name, "push");
    for query in ["Queue", "queue of tasks", "class"] {
        let hits = repository.search(query, Mode::Hybrid).hits;
        let is_header = |record: &smriti_tui::index::Record| record.role == Role::Header;
        assert!(!hits.iter().any(|hit| is_header(&hit.record)), "{query}");
    }
}

#[test]
fn random_text_has_only_weak_matches() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    let is_weak = |query: &str| repository.search(query, Mode::Hybrid).is_weak();
    assert!(is_weak("asdf qwer zxcv"));
    assert!(is_weak("the"));
    assert!(is_weak("how is it used"));
    assert!(!is_weak("merge segments"));
    assert!(!is_weak("SessionStore"));
}
