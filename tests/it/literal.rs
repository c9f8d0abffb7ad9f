//! What is asked literally is answered completely: every byte of every indexed file can be found.

use crate::fixture::Repository;
use smriti_tui::corpus::Cancel;
use smriti_tui::search::{Mode, Query, SearchContext, Switches, for_each_line};
use std::ops::ControlFlow;

const ZIPLIST: &str = "/* ziplist.c\n *\n * The layout of the ziplist is as follows, from low to high.\n *\n \
    * Copyright (c) 2012, The Authors\n * All rights reserved.\n *\n \
    * Entries are prefixed by their encoded length.\n */\n\n#include \"ziplist.h\"\n\nint ziplistLen(void) { return 0; }\n";

fn repository() -> Repository {
    let long = format!("var data = \"{}\";\n", "Zebrafish0123".repeat(2_000));
    let repository = Repository::of(&[
        ("src/ziplist.c", ZIPLIST),
        ("src/C.java", "class C { void g(int x) { } }\n"),
        (
            "src/two.rs",
            "fn first() {\n    one();\n}\n\nfn second() {\n    two();\n}\n",
        ),
        ("src/data.min.js", long.as_str()),
        (
            "README.md",
            "# Tool\n\n![ci](https://ci.example/badge.svg)\n\n<!-- enhancement may already be reported -->\n\nText.\n",
        ),
        ("src/windows.txt", "a line\r\nanother one\r\n"),
        ("src/Mark.cs", "\u{feff}using System;\nclass Mark {}\n"),
    ]);
    repository.write("src/wide.txt", b"\xFF\xFEw\0i\0d\0e\0 \0t\0e\0x\0t\0\n\0");
    repository.write("src/latin.c", b"// gr\xF6\xDFe of a page\nint page;\n");
    repository.index();
    repository
}

/// All matching lines of a query, as `path:line`.
fn lines(repository: &Repository, query: &Query) -> Vec<String> {
    let snapshot = repository.snapshot();
    let context = SearchContext {
        snapshot: &snapshot,
        reader: &repository.reader(),
        query,
        limit: usize::MAX,
        cancel: &Cancel::new(),
    };
    let mut found = Vec::new();
    for_each_line(&context, |path, lines| {
        found.extend(lines.iter().map(|line| format!("{path}:{}", line.at.0)));
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

#[track_caller]
fn check(repository: &Repository, text: &str, mode: Mode, expected: &[&str]) {
    assert_eq!(
        lines(repository, &Query::parse(text, mode)),
        expected,
        "{text}"
    );
}

#[test]
fn files_that_cannot_be_read_are_counted_and_deleted_ones_are_not() {
    let repository = repository();
    for (path, expected) in [("src/C.java", 0), ("src/two.rs", 1)] {
        std::fs::remove_file(repository.path(path)).unwrap();
        if expected > 0 {
            std::fs::create_dir(repository.path(path)).unwrap();
        }
        let query = format!("path:{path} /./");
        let totals = repository.search(&query, Mode::Hybrid).totals.unwrap();
        assert_eq!((totals.files, totals.unread), (0, expected), "{path}");
    }
}

#[test]
fn every_byte_is_found_by_a_phrase() {
    let repository = repository();
    for (line, text) in ZIPLIST.lines().enumerate() {
        let query = Query::exactly(text, "", Switches::default());
        let place = format!("src/ziplist.c:{}", line + 1);
        if !text.is_empty() {
            assert!(lines(&repository, &query).contains(&place), "{text}");
        }
    }
    let check = |text: &str, expected: &[&str]| check(&repository, text, Mode::Hybrid, expected);
    check("\"all rights reserved\"", &["src/ziplist.c:6"]);
    check("\"enhancement may already\"", &["README.md:5"]);
    check("\"ci.example/badge\"", &["README.md:3"]);
    check("\"void g(\"", &["src/C.java:1"]);
    check("\"void g(\" lang:java in:code", &["src/C.java:1"]);
    check("\"0123Zebra\"", &["src/data.min.js:1"]);
    check("\"wide text\"", &["src/wide.txt:1"]);
    check("\"of a page\"", &["src/latin.c:1"]);
    check("\"another one\"", &["src/windows.txt:2"]);
    check("\"all rights\" -path:src", &[]);
}

#[test]
fn a_match_may_span_chunks() {
    let repository = repository();
    let check = |text: &str, expected: &[&str]| check(&repository, text, Mode::Regex, expected);
    check(
        "one.*\\n\\}\\s+fn second",
        &[
            "src/two.rs:2",
            "src/two.rs:3",
            "src/two.rs:4",
            "src/two.rs:5",
        ],
    );
    check("one.*\\s+\\}", &[]);
    check("^using", &["src/Mark.cs:1"]);
    let found = repository.search("one.*\\n\\}\\s+fn second", Mode::Regex);
    assert_eq!(found.hits[0].record.name, "first");
    assert_eq!(found.totals.unwrap().lines, 4);
}

#[test]
fn prose_beside_a_license_is_found_by_words_and_the_license_is_not() {
    let repository = repository();
    let first = |text: &str| {
        let answer = repository.search(text, Mode::Keywords);
        answer
            .hits
            .first()
            .map(|hit| hit.record.path.as_str().to_owned())
    };
    assert_eq!(
        first("layout of the ziplist").as_deref(),
        Some("src/ziplist.c")
    );
    assert_eq!(
        first("prefixed encoded length").as_deref(),
        Some("src/ziplist.c")
    );
    assert_eq!(first("copyright reserved"), None);
    let license = repository.search("\"rights reserved\"", Mode::Hybrid);
    assert_eq!(license.hits[0].explanation.located_at, Some((6, 8)));
}

#[test]
fn totals_count_all_matches() {
    let text: String = (0..40)
        .map(|at| format!("fn f{at}() {{\n    unwrap();\n    unwrap();\n}}\n\n"))
        .collect();
    let repository = Repository::of(&[("src/a.rs", &text)]);
    repository.index();
    let snapshot = repository.snapshot();
    let query = Query::parse("unwrap\\(\\)", Mode::Regex);
    let answer = repository.answer(&snapshot, &query, 10);
    let totals = answer.totals.unwrap();
    assert_eq!((totals.lines, totals.files), (80, 1));
    assert!(totals.chunks >= 40 && answer.hits.len() == 10, "{totals:?}");
}
