//! Signature and docs of the declaration of a name.

use crate::fixture::Repository;
use crate::relating::{put_in, request, workers_of};
use smriti_tui::chunk::{NamePosition, Symbol};
use smriti_tui::context::RelationKind;
use smriti_tui::corpus::SourcePath;
use smriti_tui::protocol::{Reply, Request, Tickets};

/// Checks name, line, signature and docs of the declaration of a name at a line and column of a file.
#[track_caller]
fn check_docs(
    path: &str,
    name: &str,
    (line, column): (u32, u32),
    expected: (&str, u32, &str, &str),
) {
    let repository = Repository::of(&[
        ("src/main.rs", "mod prices;\nmod store;\n"),
        (
            "src/prices.rs",
            "/// Adds up the prices of a row.\n///\n/// Slow.\npub fn total(row: u8) -> u8 {\n    row\n}\n",
        ),
        (
            "src/store.rs",
            "use crate::prices::total;\n\n/// Puts a row.\n\
             pub fn put(row: u8, by: impl Fn(u8, u8) -> u8) -> u8 {\n    \
             let sum = total(row);\n    by(sum, row)\n}\n",
        ),
        ("app.js", "/** Puts. */\napp.put = function put(row) {}\n"),
    ]);
    repository.update();
    let (workers, answers) = workers_of(&repository);
    let ticket = Tickets::default().issue();
    let at = NamePosition {
        name: name.to_owned(),
        line,
        column,
    };
    let kind = RelationKind::Definitions(Some(Symbol::At(at)));
    let path = SourcePath::new(path);
    let mut request = request(put_in(&repository, &path), kind);
    (request.target.path, request.with_docs) = (path, true);
    workers.send(ticket, Request::Relate(request));
    let docs = match answers.recv() {
        Ok((of, Reply::Documented(docs))) if of == ticket => docs.expect("docs"),
        other => panic!("{other:?}"),
    };
    let docs: Vec<_> = docs
        .iter()
        .map(|it| (&*it.name, it.line, &*it.signature, &*it.docs))
        .collect();
    assert_eq!(docs, [expected]);
}

#[test]
fn docs_of_a_name_have_its_signature_and_comment() {
    let (signature, docs) = (
        "pub fn total(row: u8) -> u8",
        "Adds up the prices of a row.\n\nSlow.",
    );
    check_docs(
        "src/store.rs",
        "total",
        (5, 15),
        ("total", 4, signature, docs),
    );
}

#[test]
fn docs_of_a_parameter_are_those_of_its_function() {
    let check = |name, at, written| {
        let title = format!("{name}, a parameter of put");
        check_docs(
            "src/store.rs",
            name,
            at,
            (&title, 4, written, "Puts a row."),
        );
    };
    check("row", (5, 21), "row: u8");
    check("by", (6, 5), "by: impl Fn(u8, u8) -> u8");
}

#[test]
fn docs_of_a_named_function_expression_are_its_own() {
    let expected = ("app.put", 2, "app.put = function put(row)", "Puts.");
    check_docs("app.js", "put", (2, 20), expected);
}

#[test]
fn docs_of_a_variable_are_its_line() {
    let line = "let sum = total(row);";
    check_docs("src/store.rs", "sum", (6, 8), ("sum", 5, line, ""));
}
