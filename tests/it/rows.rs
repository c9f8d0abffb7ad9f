//! Lists of the explorer: a row and an exported line for each place.

use crate::fixture::Repository;
use crate::relating::{FILES, next, put, relater_of, request, workers_of};
use smriti_tui::context::RelationKind;
use smriti_tui::export::{ExportFormat, ExportTarget, Exported};
use smriti_tui::protocol::{ExportRequest, Reply, Request, Tickets};
use smriti_tui::search::{Mode, Query};

/// A row for each, though their texts are equal.
#[test]
fn callers_with_equal_texts_are_rows_of_their_own() {
    let test = "use crate::store::put;\n\n#[test]\nfn same() {\n    put(1);\n}\n";
    let repository = Repository::of(&[
        FILES[0],
        ("tests/a.rs", test),
        ("tests/b.rs", test),
        ("tests/c.rs", test),
    ]);
    repository.update();
    let (relater, answers) = relater_of(&repository);
    let ticket = Tickets::default().issue();
    let callers = RelationKind::Callers(None);
    relater.send((ticket, request(put(&repository), callers)));
    let found = next(&answers, ticket).expect("callers");
    let mut paths: Vec<&str> = found
        .hits
        .iter()
        .map(|hit| hit.record.path.as_str())
        .collect();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths, ["tests/a.rs", "tests/b.rs", "tests/c.rs"]);
}

/// Two are in one chunk, and two chunks are equal.
#[test]
fn every_line_of_an_exact_search_is_exported() {
    let repository = Repository::of(&[
        ("a.py", "def f():\n    needle = 1\n    return needle\n"),
        ("b.py", "def g():\n    return needle\n"),
        ("c.py", "def g():\n    return needle\n"),
    ]);
    repository.update();
    let (workers, answers) = workers_of(&repository);
    let target = ExportTarget::Text {
        format: ExportFormat::Quickfix,
        query: "\"needle\"".to_owned(),
        file: None,
    };
    let export = ExportRequest {
        marks: Vec::new(),
        lines_of: Some(Box::new(Query::parse("\"needle\"", Mode::Hybrid))),
        target,
    };
    workers.send(Tickets::default().issue(), Request::Export(export));
    let (_, reply) = answers.recv().expect("a reply");
    let Reply::Exported(Ok(Exported::Text(text, 4))) = reply else {
        panic!("{reply:?}");
    };
    let lines = text.lines().filter_map(|line| line.rsplit_once('/'));
    let lines: Vec<&str> = lines.map(|(_, line)| line).collect();
    assert_eq!(
        lines,
        [
            "a.py:2:5: needle = 1",
            "a.py:3:12: return needle",
            "b.py:2:12: return needle",
            "c.py:2:12: return needle",
        ]
    );
}
