//! Queries of a real index.

use crate::fixture::{MODES, PROGRAM, Repository, check_first, places};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use smriti_tui::chunk::Kind;
use smriti_tui::config::GraphMode;
use smriti_tui::index::IndexReader;
use smriti_tui::search::{Filter, Hit, Mode, Query, VectorSearch};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn program() -> Repository {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    repository
}

#[test]
fn defining_leaf_ranks_first() {
    let repository = program();
    for mode in MODES {
        check_first(
            &repository,
            "choose_for_merge",
            mode,
            "src/segment.rs choose_for_merge",
        );
        check_first(
            &repository,
            "garbage_ratio",
            mode,
            "src/segment.rs garbage_ratio",
        );
    }
    check_first(
        &repository,
        "parseCookie",
        Mode::Hybrid,
        "web/session.ts parseCookie",
    );
    check_first(
        &repository,
        "DEFAULT_CURRENCY",
        Mode::Keywords,
        "tools/report.py DEFAULT_CURRENCY",
    );
}

#[test]
fn imports_query_finds_the_import_block() {
    let auth = "\"\"\"Imports for auth are explained here.\"\"\"\n\nimport os\nfrom hashlib import sha256\n\n\ndef auth(name):\n    return sha256(os.environ[name])\n";
    let other = "import json\n\n\ndef imports_for_auth():\n    return json.loads(\"auth\")\n";
    let repository = Repository::of(&[("shop/auth.py", auth), ("shop/other.py", other)]);
    repository.index();
    for mode in [Mode::Hybrid, Mode::Keywords] {
        let hits = repository.search("imports for auth", mode).hits;
        let first = &hits[0].record;
        let found = (first.path.as_str(), first.kind);
        assert_eq!(found, ("shop/auth.py", Kind::Imports), "{mode:?}");
    }
}

#[test]
fn files_of_a_language_rank_above_embedded_pieces() {
    let block = "# Guide\n\nText.\n\n```python\ndef first():\n    return 1\n```\n";
    let repository = Repository::of(&[
        ("a/guide.md", block),
        ("b/guide.md", block),
        ("z/code.py", "def last():\n    return 2\n"),
    ]);
    repository.index();
    let hits = repository.search("lang:python", Mode::Hybrid).hits;
    assert_eq!(hits[0].record.path.as_str(), "z/code.py");
    assert_eq!(hits[1].record.path.as_str(), "a/guide.md");
}

#[test]
fn hit_reports_the_matched_name() {
    let repository = Repository::of(&[(
        "signals.py",
        "__all__ = ('a',)\n\ntask_retry = Signal()\ntask_sent = Signal()\n",
    )]);
    repository.index();
    for (query, mode) in [
        ("task_retry", Mode::Symbol),
        ("task_retry", Mode::Hybrid),
        ("sym:task_retry", Mode::Hybrid),
    ] {
        let hits = repository.search(query, mode).hits;
        let found = hits[0].explanation.found_as.as_deref();
        assert_eq!(found, Some("task_retry"), "{query} {mode:?}");
    }
    let hits = repository.search("__all__", Mode::Symbol).hits;
    assert_eq!(hits[0].explanation.found_as, None);
}

#[test]
fn semantic_search_finds_text_without_shared_words() {
    let repository = program();
    let answer = repository.search("send mail to a list of people", Mode::Semantic);
    let names: Vec<_> = answer
        .hits
        .iter()
        .take(3)
        .map(|hit| hit.record.name.as_str())
        .collect();
    assert!(names.contains(&"email_report"), "{names:?}");
}

fn signal(hit: &Hit, name: &str) -> f32 {
    let signals = hit.explanation.signals.iter();
    let named = signals.filter(|signal| signal.name == name);
    named.map(|signal| signal.value).sum()
}

#[test]
fn score_is_the_sum_of_its_explanation() {
    let repository = program();
    for mode in MODES {
        for query in [
            "merge segments",
            "session",
            "log -merge",
            "lang:rust",
            "\"the log is replayed\"",
        ] {
            let hits = repository.search(query, mode).hits;
            assert!(
                hits.windows(2)
                    .all(|pair| pair[0].score() >= pair[1].score() - 1e-4),
                "{query} {mode:?}"
            );
            // The keyword signal is proportional to the keyword score; a half-typed name has only the signal
            // of its quality.
            let is_scored = |hit: &&Hit| signal(hit, "name prefix") == 0.0;
            let keywords = |hit: &Hit| hit.explanation.keyword_score.unwrap_or_default();
            let scored = hits.iter().filter(is_scored);
            let best = scored.map(keywords).fold(0.0, f32::max);
            // For some kinds of queries, the weight is negative.
            let signals = hits.iter().map(|hit| signal(hit, "keywords"));
            let most = signals.max_by(|left, right| left.abs().total_cmp(&right.abs()));
            let most = most.unwrap_or_default();
            for hit in &hits {
                let what = format!("{query} {mode:?} {}", hit.record.name);
                assert!(
                    hit.explanation
                        .signals
                        .iter()
                        .all(|signal| signal.value != 0.0),
                    "{what}"
                );
                if best > 0.0 && is_scored(&hit) {
                    let expected = most * keywords(hit) / best;
                    assert!((signal(hit, "keywords") - expected).abs() < 1e-4, "{what}");
                }
            }
        }
    }
}

#[test]
fn narrow_filter_finds_all_its_leaves_in_every_mode() {
    let mut files = Vec::new();
    for file in 0..60 {
        let mut text = String::new();
        for function in 0..50 {
            writeln!(text, "/// Merges the segments of part {function}.\npub fn merge_{file}_{function}() {{\n    merge_segments({function});\n}}\n").unwrap();
        }
        files.push((format!("src/part{file}.rs"), text));
    }
    let rare =
        "def one():\n    return 1\n\n\ndef two():\n    return 2\n\n\ndef three():\n    return 3\n";
    files.push(("odd/rare.py".to_owned(), rare.to_owned()));
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let repository = Repository::of(&files);
    let summary = repository.index();
    assert!(summary.leaves >= 3000, "{summary:?}");
    for filter in ["lang:python", "path:rare", "path:odd/*.py", "-lang:rust"] {
        for mode in MODES {
            // The words are in every other leaf, but not in these three.
            let query = format!("merge segments {filter}");
            let mut found = places(&repository.search(&query, mode));
            found.sort();
            let expected: &[&str] = match mode {
                Mode::Keywords => &[],
                _ => &["odd/rare.py:1", "odd/rare.py:5", "odd/rare.py:9"],
            };
            assert_eq!(found, expected, "{query} {mode:?}");
            let mut found = places(&repository.search(&format!("return {filter}"), mode));
            found.sort();
            assert_eq!(
                found,
                ["odd/rare.py:1", "odd/rare.py:5", "odd/rare.py:9"],
                "return {filter} {mode:?}"
            );
        }
    }
}

/// Any part of a line is found, also within words.
#[test]
fn phrase_finds_any_literal_text() {
    let repository = program();
    let snapshot = repository.snapshot();
    for (path, text) in PROGRAM.iter().take(3) {
        for (line, number) in text.lines().zip(1u32..) {
            // A quote ends a phrase; brackets alone are not specific to a leaf.
            if line.contains('"') || line.chars().filter(|c| c.is_alphabetic()).count() < 12 {
                continue;
            }
            let characters: Vec<char> = line.trim().chars().collect();
            let (from, to) = (number as usize % 5, characters.len() - number as usize % 4);
            let phrase: String = characters[from..to].iter().collect();
            let answer = repository.search_in(&snapshot, &format!("\"{phrase}\""), Mode::Keywords);
            let found = answer.hits.iter().any(|hit| {
                let (first, last) = hit.record.lines;
                hit.record.path.as_str() == *path && (first..=last).contains(&number)
            });
            assert!(found, "{path}:{number} {phrase:?}");
        }
    }
}

#[test]
fn a_test_with_a_long_name_is_found_by_its_words() {
    let name = "testStaticMemberRejoinsWithUnknownMemberIdAndKeepsTheSelectedProtocolOfItsGroup";
    let code = format!(
        "class GroupTest {{\n    void {name}() {{ check(1); }}\n    void other() {{}}\n}}\n"
    );
    let repository = Repository::of(&[("GroupTest.java", &code)]);
    repository.index();
    let place = format!("GroupTest.java {name}");
    for query in [
        "keeps selected protocol",
        &format!("sym:{name}"),
        "sym:rejoins",
    ] {
        check_first(&repository, query, Mode::Keywords, &place);
    }
}

#[test]
fn unknown_excluded_word_excludes_nothing() {
    let repository = program();
    let all = repository.search("merge", Mode::Keywords).hits.len();
    for filter in ["-sym:\"--\"", &format!("-{}", "x".repeat(130))] {
        let found = repository
            .search(&format!("merge {filter}"), Mode::Keywords)
            .hits
            .len();
        assert_eq!(found, all, "{filter}");
    }
}

#[test]
fn filters_combine() {
    let repository = program();
    let check = |query: &str, expected: &[&str]| {
        let mut found = places(&repository.search(query, Mode::Hybrid));
        found.sort();
        assert_eq!(found, expected, "{query}");
    };
    check(
        "sym:merge lang:rs",
        &["src/segment.rs:20", "src/segment.rs:35"],
    );
    check("sym:merge kind:fn", &["src/segment.rs:35"]);
    check("sym:flush", &["src/writer.rs:18"]);
    check("\"waits for the disk\"", &["src/writer.rs:18"]);
    check("\"Waits For The Disk\"", &[]);
    check("lang:python -csv kind:method", &["tools/report.py:16"]);
    check("ext:py -csv kind:method", &["tools/report.py:16"]);
    check("ext:.py ext:toml -csv kind:method", &["tools/report.py:16"]);
    check("nothingatall lang:java", &[]);
}

#[test]
fn kind_filter_selects_kinds() {
    let repository = program();
    let answer = repository.search("kind:interface", Mode::Hybrid);
    assert!(
        answer
            .hits
            .iter()
            .all(|hit| hit.record.kind == Kind::Interface),
        "{:?}",
        places(&answer)
    );
    assert_eq!(answer.hits.len(), 1);
}

#[test]
fn hits_carry_path_lines_and_parents() {
    let repository = program();
    let answer = repository.search("garbage_ratio", Mode::Hybrid);
    let hit = &answer.hits[0];
    let above: Vec<_> = hit
        .ancestors
        .iter()
        .map(|above| (above.name.as_str(), above.kind))
        .collect();
    assert_eq!(above, [("segment.rs", Kind::File), ("Segment", Kind::Impl)]);
    assert_eq!(hit.record.name_at, (30, 12));
}

#[test]
fn copies_do_not_displace_other_hits() {
    let copy = "def parse_invoice(text):\n    return text.split(\",\")\n";
    let mut files: Vec<(String, String)> = (0..150)
        .map(|nth| (format!("p{nth}/setup.py"), copy.to_owned()))
        .collect();
    files.extend((0..12).map(|nth| {
        let text = format!("def read_{nth}(text):\n    \"\"\"Reads invoice {nth} and parses it.\"\"\"\n    return parse(text, {nth})\n");
        (format!("other{nth}.py"), text)
    }));
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    let repository = Repository::of(&files);
    repository.index();
    for mode in [Mode::Hybrid, Mode::Keywords, Mode::Semantic, Mode::Regex] {
        let hits = repository.search("invoice", mode).hits;
        assert_eq!(hits.len(), 13, "{mode:?}");
    }
}

#[test]
fn identical_text_is_one_hit_with_locations() {
    let copy = "pub fn the_same_everywhere() -> u32 {\n    7\n}\n";
    let repository = Repository::of(&[("a/one.rs", copy), ("b/two.rs", copy)]);
    repository.index();
    let answer = repository.search("the_same_everywhere", Mode::Hybrid);
    assert_eq!(answer.hits.len(), 1);
    assert_eq!(answer.hits[0].locations.len(), 1);
}

/// Checks the answers with the graph, and with the scan only.
fn check_graph_and_scan(repository: &Repository, queries: &[&str], by: VectorSearch) {
    let (graph, scan) = (
        repository.snapshot_with(GraphMode::Always),
        repository.snapshot_with(GraphMode::Never),
    );
    for query in queries {
        let by_graph = repository.search_in(&graph, query, Mode::Semantic);
        let by_scan = repository.search_in(&scan, query, Mode::Semantic);
        assert_eq!(by_graph.vectors, by, "{query}");
        assert_eq!(by_scan.vectors, VectorSearch::Exact);
        assert_eq!(places(&by_graph), places(&by_scan), "{query}");
    }
}

const MEANT: [&str; 4] = [
    "merge segments",
    "write to disk",
    "expired login",
    "weekly totals",
];

#[test]
fn graph_and_scan_give_equal_results() {
    let mut repository = Repository::of(&PROGRAM);
    repository.config.vector.graph = GraphMode::Always;
    repository.index();
    check_graph_and_scan(&repository, &MEANT, VectorSearch::Graph);
    let narrowed = MEANT.map(|query| format!("{query} path:src/*.rs"));
    check_graph_and_scan(
        &repository,
        &narrowed.each_ref().map(String::as_str),
        VectorSearch::Graph,
    );
    // Changes that are not in the graph, before maintenance.
    repository.remove("src/segment.rs");
    repository.write(
        "src/later.rs",
        "/// Writes totals to disk.\nfn later() {}\n",
    );
    repository.update();
    check_graph_and_scan(&repository, &MEANT, VectorSearch::Graph);
}

#[test]
fn a_graph_joins_the_snapshot_that_waits_for_it() {
    let mut repository = Repository::of(&PROGRAM);
    repository.config.vector.graph = GraphMode::Always;
    repository.index();
    let vectors = repository.folder().path().join("vectors");
    let dumps = std::fs::read_dir(vectors).unwrap().flatten();
    let is_dump = |path: &PathBuf| path.extension().is_some_and(|it| it == "graph");
    let dumps: Vec<PathBuf> = dumps.map(|entry| entry.path()).filter(is_dump).collect();
    dumps
        .iter()
        .for_each(|path| std::fs::remove_file(path).unwrap());
    assert_eq!(dumps.len(), 1);
    let reader = IndexReader::new(&repository.folder(), GraphMode::Always);
    let before = reader.refresh().unwrap().unwrap();
    assert!(!before.has_graph());
    repository.index();
    let after = reader.refresh().unwrap().unwrap();
    assert!(Arc::ptr_eq(&before, &after), "no new snapshot");
    assert!(before.has_graph());
    let answer = repository.search_in(&before, "merge segments", Mode::Semantic);
    assert_eq!(answer.vectors, VectorSearch::Graph);
}

#[test]
fn any_query_is_answered() {
    let repository = program();
    for query in [
        "",
        "   ",
        "-x",
        "\"",
        "lang:",
        "path:**",
        "sym:::",
        "a\u{0}b",
        "ß漢\u{202e}",
        "-lang:rust -path:x",
    ] {
        for mode in MODES {
            let answer = repository.search(query, mode);
            assert_eq!(answer.query.text, query, "{mode:?}");
            assert!(!query.trim().is_empty() || answer.hits.is_empty());
        }
    }
    let many = repository.search(&"word ".repeat(5000), Mode::Hybrid);
    assert_eq!(many.query.words.split(' ').count(), 4096);
}

#[test]
fn filters_of_a_text_that_match_nothing_are_text() {
    let repository = program();
    let text = "how are segments chosen\nfor a merge";
    let words = repository.search(text, Mode::Hybrid);
    let check = |typed: &str, kept: &str, warning: bool| {
        let answer = repository.search(&format!("{typed} {text}"), Mode::Hybrid);
        let filters: Vec<String> = answer.query.filters.iter().map(Filter::written).collect();
        assert_eq!(filters.join(" "), kept, "{typed}");
        let hint = answer.query.hint.unwrap_or_default();
        assert_eq!(
            hint.contains("searched as text"),
            warning,
            "{typed}: {hint}"
        );
        assert!(!answer.hits.is_empty(), "{typed}");
        assert!(
            !kept.is_empty() || answer.hits.len() >= words.hits.len(),
            "{typed}"
        );
    };
    check("lang:rust", "lang:rust", false);
    check("path:src -lang:python", "path:src -lang:python", false);
    check("lang:klingon", "", true);
    check("in:the kind:bar lang:rust", "lang:rust", true);
    check("path:nowhere", "", true);
    check("-path:nowhere", "", true);
    check("lang:rust path:web", "", true);
    check("in:changed", "", true);
    // A short query stays restricted.
    let short = repository.search("merge path:nowhere", Mode::Hybrid);
    assert!(short.hits.is_empty() && short.query.hint.is_none());
    let as_text = Query::as_text("merge path:nowhere");
    let found = repository.answer(&repository.snapshot(), &as_text, 50);
    assert!(!found.hits.is_empty());
}

#[test]
fn a_text_has_at_least_the_results_of_its_words() {
    let repository = program();
    let snapshot = repository.snapshot();
    let words = "how are segments chosen for a merge";
    let alone = repository.search(words, Mode::Hybrid).hits.len();
    let fragment = prop::sample::select(vec![
        "\"",
        "\"x y\"",
        "/usr/lib/",
        "/fn (/",
        "-x",
        "-\"",
        "*",
        "lang:python3",
        "in:the",
        "kind:bar",
        "path:",
        "src/segment.rs:3",
        "File \"a.py\", line 2",
        "`merge_all`",
        "```",
        "<!-- x -->",
        "\n",
        "漢",
        "\u{0}",
    ]);
    let texts = prop::collection::vec(fragment, 0..12);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(40));
    runner
        .run(&texts, |fragments| {
            let text = format!("{words}\n{}", fragments.join(" "));
            let answer = repository.search_in(&snapshot, &text, Mode::Hybrid);
            prop_assert!(answer.hits.len() >= alone, "{text:?}");
            Ok(())
        })
        .expect("enough results");
}

/// The program with a DOCX, a PDF, and a document without text.
fn documented() -> Repository {
    let repository = Repository::of(&PROGRAM);
    for file in ["guide.docx", "libreoffice-report.pdf", "scanned.pdf"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/documents");
        let raw = std::fs::read(folder.join(file)).expect("a fixture");
        repository.write(&format!("docs/{file}"), raw);
    }
    let summary = repository.index();
    assert_eq!(summary.skipped, 1);
    repository
}

#[test]
fn extracted_documents_are_found_under_their_headings_and_pages() {
    let repository = documented();
    let under = |query: &str| {
        let answer = repository.search(query, Mode::Hybrid);
        let hits = answer.hits.iter();
        hits.map(|hit| {
            let record = &hit.record;
            format!(
                "{} {} | {}",
                record.path.file_name(),
                record.page,
                record.heading_context()
            )
        })
        .collect::<Vec<_>>()
    };
    assert_eq!(
        under("heading:electrics voltage"),
        ["guide.docx 0 | H1: Installation > H2: Electrics"]
    );
    assert_eq!(
        under("heading:electrics heading:install voltage"),
        under("heading:electrics voltage"),
        "a word that is begun will do"
    );
    let autumn = "libreoffice-report.pdf 1 | H1: Yearly report > H2: What we did > H3: In autumn";
    assert!(
        under("heading:autumn beans")
            .iter()
            .all(|hit| hit == autumn)
    );
    assert_eq!(under("heading:autumn -heading:\"what we did\""), [""; 0]);
    // A phrase is searched in the extracted text, not in the file's bytes.
    let phrase = under("\"sowed the seeds\"");
    assert_eq!(phrase.len(), 1, "{phrase:?}");
    assert!(
        under("lang:docx pump")
            .iter()
            .all(|hit| hit.starts_with("guide.docx"))
    );
    assert!(!under("lang:pdf").is_empty());
}
