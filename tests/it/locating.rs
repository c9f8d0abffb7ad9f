//! Pasted locations in a real index.

use crate::fixture::Repository;
use smriti_tui::search::{Answer, Hit, Mode};

/// Two functions, on lines 1 to 3 and 5 to 7.
const TWO: &str = "fn first() {\n    one();\n}\n\nfn second() {\n    two();\n}\n";
/// The first of them.
const ONE: &str = "fn other() {\n    one();\n}\n";

fn repository() -> Repository {
    let repository = Repository::of(&[
        ("src/walk.rs", TWO),
        ("crates/core/main.rs", TWO),
        ("main.rs", ONE),
        ("web/Foo.js", "function foo() {\n  return 1;\n}\n"),
        ("web/foo.js", "function bar() {\n  return 2;\n}\n"),
        (
            "org/acme/Tool.java",
            "class Tool {\n    void run() {}\n    void stop() {}\n}\n",
        ),
        (
            "org/other/Tool.java",
            "class Tool {\n    void walk() {}\n    void rest() {}\n}\n",
        ),
    ]);
    repository.index();
    repository
}

/// `path name line:column` of the chunk at a location; empty if the query has none.
fn located(answer: &Answer) -> String {
    let is_typed = |hit: &&Hit| {
        let mut signals = hit.explanation.signals.iter();
        signals.any(|it| it.name == "location")
    };
    let hits = answer.hits.iter().enumerate();
    let hits = hits.filter(|(_, hit)| is_typed(hit));
    let mut located = hits.filter_map(|(at, hit)| Some((at, hit, hit.explanation.located_at?)));
    let Some((at, hit, (line, column))) = located.next() else {
        return String::new();
    };
    assert_eq!(at, 0, "it is first");
    let is_only = located.next().is_none();
    assert!(is_only || answer.ordered > 1, "there is one");
    let record = &hit.record;
    assert!(record.lines.0 <= line && line <= record.lines.1);
    format!("{} {} {line}:{column}", record.path, record.name)
}

#[track_caller]
fn check(repository: &Repository, query: &str, expected: &str) {
    let answer = repository.search(query, Mode::Keywords);
    assert_eq!(located(&answer), expected, "{query}");
}

#[test]
fn a_location_lists_the_chunk_at_its_line_first() {
    let repository = repository();
    for mode in [Mode::Hybrid, Mode::Keywords, Mode::Semantic, Mode::Symbol] {
        let answer = repository.search("src/walk.rs:6:5 one", mode);
        assert_eq!(located(&answer), "src/walk.rs second 6:5", "{mode:?}");
        let first = &answer.hits[0];
        let signals: Vec<_> = first.explanation.signals.iter().map(|it| it.name).collect();
        assert_eq!(signals, ["location"]);
        let others = || answer.hits.iter().skip(1);
        assert!(others().all(|hit| hit.record.id != first.record.id));
        assert!(others().all(|hit| hit.score() < first.score()), "{mode:?}");
    }
    assert_eq!(
        located(&repository.search("src/walk.rs:6", Mode::Regex)),
        ""
    );
}

#[test]
fn the_closest_path_with_the_line_is_located() {
    let repository = repository();
    let check = |query: &str, expected: &str| check(&repository, query, expected);
    check("/home/a/src/walk.rs:2", "src/walk.rs first 2:1");
    check(
        r"C:\a\crates\core\main.rs:2",
        "crates/core/main.rs first 2:1",
    );
    check("main.rs:2", "main.rs other 2:1");
    check("main.rs:6", "crates/core/main.rs second 6:1");
    check("src/walk.rs:99:7", "src/walk.rs second 7:1");
    check("Foo.js:2", "web/Foo.js foo 2:1");
    check("foo.js:2", "web/foo.js bar 2:1");
    check("SRC/WALK.RS:2", "src/walk.rs first 2:1");
    let frame = "at org.other.Tool.rest(Tool.java:3)";
    check(frame, "org/other/Tool.java rest 3:1");
}

#[test]
fn a_located_chunk_passes_the_filters() {
    let repository = repository();
    check(
        &repository,
        "src/walk.rs:6 lang:rust",
        "src/walk.rs second 6:1",
    );
    check(&repository, "src/walk.rs:6 lang:java", "");
    check(&repository, "src/walk.rs:6 -path:src", "");
    check(
        &repository,
        "main.rs:2 path:crates",
        "crates/core/main.rs first 2:1",
    );
    check(
        &repository,
        "Tool.java:3 path:other",
        "org/other/Tool.java rest 3:1",
    );
    check(&repository, "src/walk.rs:6 sym:first", "");
    let trace = "Error: cannot walk\n    at x (/usr/lib/node_modules/y/z.js:1:2)\n    \
        at y (src/walk.rs:6:5)";
    check(&repository, &format!("lang:java {trace}"), "");
}

#[test]
fn the_first_indexed_file_of_a_stack_trace_is_located() {
    let repository = repository();
    let trace = "Error at /usr/lib/runner.js:9:1 \
        File \"/usr/lib/main.rs.d/node_modules/x/main.rs\", line 2 \
        at /home/a/src/walk.rs:6:5 at crates/core/main.rs:2";
    check(&repository, trace, "src/walk.rs second 6:5");
    check(
        &repository,
        "/x/node_modules/y/Foo.js:1",
        "web/Foo.js foo 1:1",
    );
}

#[test]
fn frames_in_an_installed_copy_of_a_package_are_located() {
    let repository = Repository::of(&[
        (
            "package.json",
            "{\n  \"name\": \"@acme/shop\",\n  \"author\": { \"name\": \"other\" }\n}\n",
        ),
        ("lib/walk.js", "function walk() {\n  return 1;\n}\n"),
        ("lib/tax.js", "function tax() {\n  return 2;\n}\n"),
        ("till/Cargo.toml", "[package]\nname = \"shop-till\"\n"),
        ("till/src/walk.rs", ONE),
        ("till/src/tax.rs", TWO),
        ("go/go.mod", "module a.org/shop\n"),
        (
            "go/walk.go",
            "package shop\n\nfunc Walk() int {\n\treturn 1\n}\n",
        ),
        (
            "go/tax.go",
            "package shop\n\nfunc Tax() int {\n\treturn 2\n}\n",
        ),
    ]);
    repository.index();
    let crates = "/usr/local/cargo/registry/src/index.crates.io-6f17d22bba15001f";
    for (trace, expected) in [
        (
            "at a (/app/node_modules/@acme/x/lib/walk.js:1:2) at b (/app/node_modules/@acme/shop/lib/tax.js:2:3)",
            "lib/tax.js tax 2:3",
        ),
        (
            &format!(
                "at {crates}/x-1.0.0/src/walk.rs:2:5 at {crates}/shop-till-0.3.1/src/tax.rs:6:5"
            ),
            "till/src/tax.rs second 6:5",
        ),
        (
            "/root/go/pkg/mod/a.org/x@v1.2.0/walk.go:4 +0x1d /root/go/pkg/mod/a.org/shop@v0.1.0/tax.go:4 +0x1d",
            "go/tax.go Tax 4:1",
        ),
    ] {
        check(&repository, trace, expected);
    }
}

/// The lines of a trace may be those of another release.
#[test]
fn a_frame_is_the_function_that_it_names() {
    let repository = Repository::of(&[
        (
            "src/smtp.js",
            "class Smtp {\n  reset() {\n    one();\n  }\n\n  _format() {\n    two();\n  }\n}\n",
        ),
        (
            "src/Parser.java",
            "class Parser {\n    Parser() {\n        one();\n    }\n\n    void check() {\n        two();\n    }\n}\n",
        ),
        (
            "src/mail.py",
            "def reset():\n    one()\n\n\ndef check():\n    two()\n",
        ),
        (
            "src/mail.rb",
            "def reset\n  one\nend\n\ndef check?\n  two\nend\n",
        ),
    ]);
    repository.index();
    let check = |trace: &str, expected: &str| check(&repository, trace, expected);
    let js = |name: &str| format!("Error: x\n    at {name} (/w/src/smtp.js:3:19)");
    check(&js("Smtp._format"), "src/smtp.js _format 6:1");
    check(&js("Smtp.reset"), "src/smtp.js reset 3:19");
    check(&js("Object.<anonymous>"), "src/smtp.js reset 3:19");
    check(&js("new Smtp"), "src/smtp.js reset 3:19");
    let java = |name: &str| format!("X: y\n\tat src.{name}(Parser.java:3)");
    check(&java("Parser.check"), "src/Parser.java check 6:1");
    check(&java("Parser.<init>"), "src/Parser.java Parser 3:1");
    check(&java("Parser$1.check"), "src/Parser.java Parser 3:1");
    check(
        "  File \"/w/src/mail.py\", line 2, in check\n    two()",
        "src/mail.py check 5:1",
    );
    check(
        "  File \"/w/src/mail.py\", line 2, in other\n    two()",
        "src/mail.py reset 2:1",
    );
    check(
        "/w/src/mail.rb:2:in `check?': x (E)",
        "src/mail.rb check? 5:1",
    );
    check(
        "/w/src/mail.rb:2:in 'M#check?': x (E)",
        "src/mail.rb check? 5:1",
    );
}

#[test]
fn files_that_a_pasted_text_names_are_raised() {
    let repository = Repository::of(&[
        ("src/walk.rs", "fn first() {\n    walk_one();\n}\n"),
        ("src/other.rs", "fn first() {\n    walk_two();\n}\n"),
    ]);
    repository.index();
    let check = |path: &str, first: &str| {
        let text = format!("The first walk fails.\nIt is in {path}: see there, and nowhere else.");
        let answer = repository.search(&text, Mode::Hybrid);
        assert_eq!(answer.hits[0].record.path.as_str(), first, "{text}");
        let mut signals = answer.hits[0].explanation.signals.iter();
        assert!(signals.any(|signal| signal.name == "named file"), "{text}");
    };
    check("`src/walk.rs`", "src/walk.rs");
    check("src/other.rs", "src/other.rs");
    check("/usr/lib/pkg/src/other.rs", "src/other.rs");
}

#[test]
fn frames_of_a_pasted_trace_are_raised_and_the_rest_stays() {
    let repository = repository();
    let message = "It stops while a tool walks";
    let trace = "Error: cannot walk\n    at x (/usr/lib/node_modules/y/z.js:1:2)\n    \
        at second (/home/a/src/walk.rs:6:5)\n    at foo (web/Foo.js:2:1)";
    let answer = repository.search(&format!("{message}\n{trace}"), Mode::Hybrid);
    let mut located = Vec::new();
    for hit in &answer.hits {
        let sum: f32 = hit.explanation.signals.iter().map(|it| it.value).sum();
        assert_eq!(sum, hit.score());
        if hit.explanation.is_requested_location() {
            let (line, _) = hit.explanation.located_at.expect("a position");
            located.push(format!("{} {line}", hit.record.name));
        }
    }
    assert_eq!(located, ["second 6", "foo 2"]);
    let first = &repository.search(trace, Mode::Hybrid).hits[0];
    assert_eq!(
        first.record.name, "second",
        "the text begins with the trace"
    );
    let words = repository.search(message, Mode::Hybrid);
    assert!(answer.hits.len() >= words.hits.len());
}

#[test]
fn a_trace_with_one_own_frame_is_a_trace() {
    let repository = repository();
    let trace = "Error: cannot walk\n    at x (/usr/lib/node_modules/y/z.js:1:2)\n    \
        at second (/home/a/src/walk.rs:6:5)\n    at w (/usr/lib/node_modules/y/w.js:3:2)";
    let answer = repository.search(trace, Mode::Hybrid);
    assert_eq!(answer.ordered, 1);
    let first = &answer.hits[0];
    assert_eq!(first.record.name, "second");
    assert_eq!(first.explanation.located_at, Some((6, 5)));
    assert!(answer.hits.len() > 1, "other results follow");
    let elsewhere = repository.search(&trace.replace("walk.rs", "run.rs"), Mode::Hybrid);
    assert_eq!(elsewhere.ordered, 0);
}

#[test]
fn a_trace_lists_all_its_own_frames_from_the_innermost() {
    let repository = repository();
    let trace = "Traceback (most recent call last):\n  File \"/usr/lib/python3/site-packages/click/core.py\", line 9\n  \
        File \"/home/a/src/walk.rs\", line 2, in first\n  File \"/home/a/src/walk.rs\", line 3, in first\n  \
        File \"/home/a/web/Foo.js\", line 2, in foo\n  File \"/usr/lib/x/y.py\", line 2, in z\nKeyError: one";
    for text in [trace.to_owned(), trace.replace('\n', " ")] {
        let answer = repository.search(&text, Mode::Hybrid);
        assert_eq!(answer.ordered, 3);
        let frames = answer.hits[..3].iter().map(|hit| {
            let (line, _) = hit.explanation.located_at.expect("a position");
            format!("{} {} {line}", hit.record.path, hit.record.name)
        });
        let expected = [
            "web/Foo.js foo 2",
            "src/walk.rs first 3",
            "src/walk.rs first 2",
        ];
        assert_eq!(frames.collect::<Vec<_>>(), expected, "{text}");
        let scores: Vec<f32> = answer.hits.iter().map(Hit::score).collect();
        assert!(
            scores[..4].is_sorted_by(|one, next| one > next),
            "{scores:?}"
        );
        let others = answer.hits.iter().skip(3);
        assert!(others.clone().count() > 0 && others.clone().all(|hit| hit.record.name != "first"));
    }
}

#[test]
fn a_chunk_that_is_not_searched_is_located() {
    let license = "// Copyright 2026 Acme. All rights reserved.\n\
        // Licensed under the Apache License, Version 2.0.\n\nfn work() {\n    run();\n}\n";
    let repository = Repository::of(&[("a.rs", license)]);
    repository.index();
    let answer = repository.search("a.rs:2", Mode::Hybrid);
    assert_eq!(located(&answer), "a.rs a.rs 2:1");
    assert_eq!(answer.hits[0].record.key, None);
}

#[test]
fn a_query_without_an_indexed_file_has_no_location() {
    let repository = repository();
    for query in [
        "foo:12",
        "12:30",
        "nowhere.rs:2",
        "walk:2",
        "walk.rs",
        "one path:src/walk.rs:2",
    ] {
        check(&repository, query, "");
    }
}

#[test]
fn a_deleted_file_has_no_location() {
    let repository = repository();
    repository.remove("main.rs");
    repository.update();
    check(&repository, "main.rs:2", "crates/core/main.rs first 2:1");
}
