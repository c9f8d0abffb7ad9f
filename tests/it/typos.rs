//! Typos in queries of a real index, and how the searcher answers them.

use crate::fixture::Repository;
use smriti_tui::corpus::Cancel;
use smriti_tui::protocol::{Reply, Search, Ticket, Tickets};
use smriti_tui::search::{
    Answer, Mode, Query, SearchContext, SearchError, highlighted_words, search_corrected,
};
use smriti_tui::workers::{Worker, searcher as start_searcher};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const WALK: &str = "/// Rules of one directory.\npub struct Gitignore {\n    rules: Vec<String>,\n}\n\n\
    /// Reads the rules.\npub fn parser(text: &str) -> Gitignore {\n    parse_lines(text)\n}\n\n\
    pub fn retryPolicy(limit: u32) -> u32 {\n    limit\n}\n";

/// Declares names that are close to each other.
const NAMES: &str = "fn batch() {\n    first();\n}\n\nfn bathe() {\n    second();\n}\n\n\
    mod more {\n    fn bathe() {\n        third();\n    }\n}\n";

fn repository() -> Repository {
    let repository = Repository::of(&[
        ("src/walk.rs", WALK),
        ("src/names.rs", NAMES),
        ("parserr/notes.md", "# Notes\n\nRules are merged.\n"),
    ]);
    repository.index();
    repository
}

/// The corrected answer to a query.
fn corrected(
    repository: &Repository,
    text: &str,
    mode: Mode,
    cancel: &Cancel,
) -> Result<Option<Answer>, SearchError> {
    let context = SearchContext {
        snapshot: &repository.snapshot(),
        reader: &repository.reader(),
        query: &Query::parse(text, mode),
        limit: 10,
        cancel,
    };
    search_corrected(&context, None)
}

/// Checks the names that are searched in place of typos.
#[track_caller]
fn check(repository: &Repository, text: &str, expected: &[&str]) {
    let answer = corrected(repository, text, Mode::Hybrid, &Cancel::new()).expect("no error");
    let also = answer.map(|answer| answer.also).unwrap_or_default();
    assert_eq!(also, expected, "{text}");
}

#[test]
fn a_typo_finds_the_declaration_of_the_closest_name() {
    let repository = repository();
    for mode in [Mode::Hybrid, Mode::Keywords] {
        let answer = corrected(&repository, "gitingore parser", mode, &Cancel::new());
        let answer = answer.expect("no error").expect("a correction");
        assert_eq!(answer.also, ["gitignore"]);
        assert_eq!(answer.query.text, "gitingore parser", "as typed");
        assert!(highlighted_words(&answer.query).contains(&"gitignore".to_owned()));
        let names: Vec<_> = answer.hits.iter().map(|hit| &*hit.record.name).collect();
        assert!(names.contains(&"Gitignore"), "{mode:?} {names:?}");
    }
    check(&repository, "gitingore", &["gitignore"]);
    check(&repository, "Gitingore", &["Gitignore"]);
    check(&repository, "retry_polcy", &["retryPolicy"]);
    check(&repository, "Walk::gitingore() lang:rust", &["gitignore"]);
    check(
        &repository,
        "gitingore parsre gitingore",
        &["gitignore", "parser"],
    );
}

#[test]
fn a_corrected_typo_has_the_closest_declared_spelling() {
    let repository = Repository::of(&[
        (
            "src/body.rs",
            "pub struct MultipartBody {\n    parts: u32,\n}\n",
        ),
        ("src/make.rs", "fn multipartBody() {\n    make();\n}\n"),
        ("src/limit.rs", "fn retrypolicy() {\n    wait();\n}\n"),
        (
            "tests/limit.rs",
            "struct RetryPolicy {\n    limit: u32,\n}\n",
        ),
    ]);
    repository.index();
    check(&repository, "MultpartBody", &["MultipartBody"]);
    check(&repository, "multpartBody", &["multipartBody"]);
    // Two edits each.
    check(&repository, "Retrypolicx", &["retrypolicy"]);
}

#[test]
fn most_declared_name_is_the_correction() {
    check(&repository(), "bathh", &["bathe"]);
}

#[test]
fn indexed_word_is_never_corrected() {
    let repository = repository();
    for text in [
        // In a text, an inflected form, a path and a name above.
        "rules of the parser",
        "what is bathed",
        "parserr",
        "notes more",
    ] {
        check(&repository, text, &[]);
    }
}

#[test]
fn prefix_of_a_declared_name_is_never_corrected() {
    let repository = repository();
    check(&repository, "gitignor", &[]);
    check(&repository, "pars", &[]);
    check(&repository, "how is retryPolic", &[]);
}

#[test]
fn only_searched_words_are_corrected() {
    let repository = repository();
    check(&repository, "parser -gitingore", &[]);
    check(&repository, "parser sym:gitingore", &[]);
    check(&repository, "\"gitingore rules\" rules", &[]);
    check(&repository, "/gitingore/ rules", &[]);
    check(&repository, "gitingore /(/", &[]);
    for mode in [Mode::Symbol, Mode::Regex] {
        let answer = corrected(&repository, "gitingore", mode, &Cancel::new());
        assert!(matches!(answer, Ok(None)));
    }
}

#[test]
fn indexed_part_of_a_name_is_kept() {
    let repository = repository();
    check(&repository, "batch_e", &["batch"]);
    repository.write("src/e.rs", "fn e() {\n    work();\n}\n");
    repository.update();
    check(&repository, "batch_e", &[]);
}

#[test]
fn a_query_with_many_unknown_words_is_not_corrected() {
    let repository = repository();
    check(
        &repository,
        "gitingore quux1 frobnicate xyzzy",
        &["gitignore"],
    );
    check(&repository, "gitingore quuux frobnicate xyzzy plugh", &[]);
}

#[test]
fn deleted_name_is_not_suggested() {
    let repository = repository();
    check(&repository, "bathh", &["bathe"]);
    repository.write("src/names.rs", "fn batch() {\n    first();\n}\n");
    repository.update();
    check(&repository, "bathh", &["batch"]);
    repository.remove("src/names.rs");
    repository.update();
    check(&repository, "bathh", &[]);
}

#[test]
fn a_cancelled_correction_has_no_answer() {
    let repository = repository();
    let cancel = Cancel::new();
    cancel.cancel();
    let answer = corrected(&repository, "gitingore", Mode::Keywords, &cancel);
    assert!(matches!(answer, Err(SearchError::Cancelled)));
}

type Answers = Receiver<(Ticket, Reply)>;

/// A searcher of a repository that corrects typos after a pause, and its answers.
fn searcher(repository: &Repository, pause: Duration) -> (Worker<(Ticket, Search)>, Answers) {
    let (sender, answers) = channel();
    let searcher = start_searcher(
        repository.resources(),
        pause,
        Box::new(move |answered| drop(sender.send(answered))),
    );
    (searcher.expect("a thread"), answers)
}

fn search(query: Query, limit: usize) -> Search {
    let like = None;
    Search { query, like, limit }
}

/// The corrected names of the next answer, with its ticket.
fn next(answers: &Receiver<(Ticket, Reply)>) -> (Ticket, Vec<String>) {
    let Ok((ticket, Reply::Answered(answer))) = answers.recv() else {
        panic!("an answer");
    };
    (ticket, answer.expect("hits").also.clone())
}

#[test]
fn a_typo_is_answered_as_typed_and_corrected_under_the_same_ticket() {
    let repository = repository();
    let (searcher, answers) = searcher(&repository, Duration::ZERO);
    let mut tickets = Tickets::default();
    let (typed, repeated, known) = (tickets.issue(), tickets.issue(), tickets.issue());
    let query = |text| Query::parse(text, Mode::Keywords);
    let also = || vec!["gitignore".to_owned()];
    searcher.send((typed, search(query("gitingore"), 10)));
    assert_eq!(next(&answers), (typed, Vec::new()));
    assert_eq!(next(&answers), (typed, also()));
    searcher.send((repeated, search(query("gitingore"), 20)));
    assert_eq!(next(&answers), (repeated, also()), "at once");
    searcher.send((known, search(query("gitignore"), 10)));
    assert_eq!(next(&answers), (known, Vec::new()));
    drop(searcher);
    assert!(answers.recv().is_err(), "nothing else was answered");
}

#[test]
fn a_newer_query_during_the_pause_is_answered_at_once() {
    let repository = repository();
    let (searcher, answers) = searcher(&repository, Duration::from_secs(3_600));
    let mut tickets = Tickets::default();
    let (first, second) = (tickets.issue(), tickets.issue());
    searcher.send((first, search(Query::parse("gitingore", Mode::Keywords), 10)));
    assert_eq!(next(&answers), (first, Vec::new()));
    searcher.send((second, search(Query::parse("parser", Mode::Keywords), 10)));
    assert_eq!(next(&answers), (second, Vec::new()));
    drop(searcher);
    assert!(answers.recv().is_err(), "the first was not corrected");
}
