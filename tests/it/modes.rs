//! Names and patterns in a real index.

use crate::fixture::{PROGRAM, Repository};
use smriti_tui::corpus::Cancel;
use smriti_tui::search::{
    Answer, Mode, Pattern, Query, SearchContext, Switches, TypedFilter, chip_counts,
    match_position, offers, search,
};

/// Hits of a query as `path:line name`, best first.
fn listed(repository: &Repository, query: &str, mode: Mode) -> Vec<String> {
    let answer = repository.search(query, mode);
    let line = |answer: &Answer, hit: usize| {
        let record = &answer.hits[hit].record;
        let bytes = std::fs::read(repository.path(record.path.as_str())).unwrap();
        let leaf = &bytes[record.bytes.0 as usize..record.bytes.1 as usize];
        let leaf = String::from_utf8_lossy(leaf);
        let at = match_position(&leaf, (record.lines.0, 1), &answer.query);
        format!(
            "{}:{} {}",
            record.path,
            at.unwrap_or(record.name_at).0,
            record.name
        )
    };
    (0..answer.hits.len())
        .map(|hit| line(&answer, hit))
        .collect()
}

#[track_caller]
fn check(repository: &Repository, query: &str, mode: Mode, expected: &[&str]) {
    assert_eq!(
        listed(repository, query, mode),
        expected,
        "{query} {mode:?}"
    );
}

const SOURCES: [(&str, &str); 5] = [
    (
        "src/merger.rs",
        "pub const MAX_DOCS: u32 = 1;\npub const MAX_LEAVES: u32 = 2;\n\n\
         /// Merges.\npub struct IndexMerger {\n    limit: u32,\n}\n\n\
         impl IndexMerger {\n    pub fn write(&self) -> u32 {\n        merge_all(self.limit)\n    }\n\n\
         \x20   pub fn open() -> Self {\n        Self { limit: MAX_DOCS }\n    }\n}\n",
    ),
    (
        "src/store.rs",
        "pub struct Store;\n\nimpl Store {\n    pub fn write(&self) {\n        merge_all(1);\n    }\n}\n",
    ),
    ("tests/merging.rs", "fn merges() {\n    merge_all(9);\n}\n"),
    (
        "src/key.rs",
        concat!(
            "pub fn key() -> &'static str {\n    \"",
            "AAAAB3NzaC1yc2EAAAADAQABAAABgQC7vyPzMergeQhLsomethingLongerThanAnyTermMayBe0123456789",
            "AAAAB3NzaC1yc2EAAAADAQABAAABgQC7vyPzMergeQhL0123456789",
            "\"\n}\n",
        ),
    ),
    (
        "README.md",
        "# Store\n\n## How to install\n\nCall merge_all.\n",
    ),
];

fn sources() -> Repository {
    let repository = Repository::of(&SOURCES);
    repository.index();
    repository
}

#[test]
fn names_are_matched_fuzzily() {
    let repository = sources();
    let first = |query: &str| listed(&repository, query, Mode::Symbol).into_iter().next();
    let check = |query: &str, expected: &str| {
        assert_eq!(first(query).as_deref(), Some(expected), "{query}");
    };
    check("idxmrg", "src/merger.rs:5 IndexMerger");
    check("merger write", "src/merger.rs:10 write");
    check("Store::write", "src/store.rs:4 write");
    check("Store->write()", "src/store.rs:4 write");
    check("maxleav", "src/merger.rs:2 MAX_DOCS");
    check("write path:store", "src/store.rs:4 write");
    check("install", "README.md:3 How to install");
    assert_eq!(first("zzqqx"), None);
    assert_eq!(first("write lang:python"), None);
}

#[test]
fn a_path_may_be_written_as_a_shell_or_windows_writes_it() {
    let repository = sources();
    for path in ["src/key.rs", "./src/key.rs", "src\\key.rs", ".\\src\\k*.rs"] {
        let query = format!("path:{path}");
        check(&repository, &query, Mode::Hybrid, &["src/key.rs:1 key"]);
    }
}

#[test]
fn a_pattern_of_paths_that_is_too_large_is_named() {
    let repository = sources();
    let query = Query::parse("merge f:^(a{1000}){1000}", Mode::Hybrid);
    let error = in_context(&repository, &query, |context| search(context, None));
    let error = error.map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("is too large to search for"), "{error}");
}

/// More declarations have the name than are scored without a filter.
#[test]
fn every_declaration_of_a_name_that_passes_the_filters_is_found() {
    let files: Vec<(String, String)> = (0..520)
        .map(|at| {
            (
                format!("c{at:03}/a.py"),
                format!("def start():\n    return {at}\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    let repository = Repository::of(&files);
    repository.index();
    for (path, _) in &files {
        let expected = format!("{path}:1 start");
        check(
            &repository,
            &format!("start path:{path}"),
            Mode::Symbol,
            &[&expected],
        );
    }
}

#[test]
fn a_pattern_finds_the_leaves_it_matches_in() {
    let repository = sources();
    let check = |query, expected: &[&str]| check(&repository, query, Mode::Regex, expected);
    check(
        "merge_all\\(\\w",
        &[
            "src/merger.rs:11 write",
            "src/store.rs:5 write",
            "tests/merging.rs:2 merges",
        ],
    );
    check("merge_all lang:md", &["README.md:5 How to install"]);
    check("^pub const \\w+_LEAVES", &["src/merger.rs:2 MAX_DOCS"]);
    // Inside words, also in words that are too long to be terms.
    check(
        "exMerg",
        &["src/merger.rs:5 IndexMerger", "src/merger.rs:9 IndexMerger"],
    );
    check("yPzMergeQhL", &["src/key.rs:2 key"]);
    check("nowhere at all", &[]);
}

fn in_context<T>(
    repository: &Repository,
    query: &Query,
    work: impl FnOnce(&SearchContext<'_>) -> T,
) -> T {
    work(&SearchContext {
        snapshot: &repository.snapshot(),
        reader: &repository.reader(),
        query,
        limit: 0,
        cancel: &Cancel::new(),
    })
}

#[test]
fn completions_count_matching_chunks() {
    let repository = sources();
    let check = |text: &str, expected: &[(&str, usize)]| {
        let query = Query::parse(text, Mode::Hybrid);
        let typing = TypedFilter::at(text, text.len()).expect("a filter is typed");
        let offered = in_context(&repository, &query, |context| offers(context, &typing));
        let offered = offered.unwrap();
        let offered: Vec<_> = offered
            .iter()
            .map(|it| (it.value.as_str(), it.count))
            .collect();
        assert_eq!(offered, expected, "{text}");
        // A count is the number of chunks that the whole query matches, if it has no alternatives.
        let alone = query.filters.len() == 1 || !text.contains("lang:rust lang:");
        // Without git, a search for changed files fails.
        let searched = offered.into_iter().filter(|it| alone && it.0 != "changed");
        for (value, count) in searched {
            let whole = format!("{}{value}", &text[..=text.rfind(':').unwrap()]);
            let answer = repository.search(&whole, Mode::Hybrid);
            let leaves = answer
                .hits
                .iter()
                .map(|hit| 1 + hit.locations.len())
                .sum::<usize>();
            assert_eq!(leaves, count, "{whole}");
        }
    };
    check("lang:", &[("rust", 10), ("markdown", 2)]);
    check("lang:mark", &[("markdown", 2)]);
    check("path:src lang:", &[("rust", 9)]);
    check("lang:rust lang:m", &[("markdown", 2)]);
    check(
        "in:",
        &[
            ("api", 9),
            ("code", 9),
            ("docs", 2),
            ("tests", 1),
            ("changed", 0),
            ("config", 0),
            ("signature", 0),
            ("unparsed", 0),
        ],
    );
    check(
        "path:src/",
        &[
            ("src/", 9),
            ("src/merger.rs", 5),
            ("src/store.rs", 3),
            ("src/key.rs", 1),
        ],
    );
    check("sym:wri", &[("write", 2)]);
    check("path:store sym:wri", &[("write", 1)]);
    check("heading:inst", &[("How to install", 1)]);
    check("kind:meth", &[("method", 3)]);
    check("path:src kind:fil", &[("file", 3)]);
    check("kind:repo", &[("repository", 1)]);
    check("lang:zzz", &[]);
    // Corrections, if the typed text is part of no value.
    check("lang:rsut", &[("rust", 10)]);
    check("path:src kind:metod", &[("method", 3)]);
    check("in:tset", &[("tests", 1)]);
    let query = Query::parse("lang:rust -in:tests x", Mode::Hybrid);
    let counts = in_context(&repository, &query, chip_counts).unwrap();
    assert_eq!(counts, [9, 9]);
    // A chip shows the count of the completion.
    for (text, expected) in [
        ("kind:file path:src", vec![3, 3]),
        ("kind:repository", vec![1]),
        ("\"nowhere at all\"", vec![0]),
        // Upper limits: the query has a word that is too long to be a term.
        ("\"merge_all\" lang:rust", vec![4, 4]),
    ] {
        let query = Query::parse(text, Mode::Hybrid);
        let counts = in_context(&repository, &query, chip_counts).unwrap();
        assert_eq!(counts, expected, "{text}");
    }
}

#[test]
fn filters_that_cannot_match_are_refused() {
    let repository = sources();
    let refusal = |text: &str| {
        let query = Query::parse(text, Mode::Hybrid);
        let answer = in_context(&repository, &query, |context| search(context, None));
        answer.err().map(|why| why.to_string())
    };
    let languages = "Unknown language \"foo\". Valid languages: markdown, rust";
    assert_eq!(refusal("lang:foo").as_deref(), Some(languages));
    assert_eq!(refusal("merge -lang:foo").as_deref(), Some(languages));
    let near = "Unknown language \"rsut\". Did you mean rust?";
    assert_eq!(refusal("lang:rsut").as_deref(), Some(near));
    let kinds = "Unknown kind \"foo\". Valid kinds: ";
    assert!(refusal("kind:foo").is_some_and(|why| why.starts_with(kinds)));
    let git = "Git changes unavailable: the root directory has no git repository with a commit";
    assert_eq!(refusal("in:changed").as_deref(), Some(git));
    repository.write("main.bicep", "param name string\n");
    repository.index();
    for valid in [
        "lang:bicep",
        "lang:notebook",
        "lang:java",
        "ext:rs",
        "kind:enum",
        "in:docs",
        "path:foo",
    ] {
        assert_eq!(refusal(valid), None, "{valid}");
    }
}

#[test]
fn a_pattern_narrows_a_query_of_words() {
    let repository = sources();
    for mode in [Mode::Hybrid, Mode::Keywords, Mode::Symbol] {
        let found = listed(&repository, "write /merge_all\\(self/", mode);
        assert_eq!(found, ["src/merger.rs:11 write"], "{mode:?}");
    }
}

#[test]
fn minus_excludes_phrases_and_patterns() {
    let repository = sources();
    let check = |query: &str, expected: &[&str]| {
        for mode in [Mode::Hybrid, Mode::Keywords, Mode::Symbol] {
            let mut found = listed(&repository, query, mode);
            found.sort();
            assert_eq!(found, expected, "{query} {mode:?}");
        }
    };
    let (merger, store) = ("src/merger.rs:10 write", "src/store.rs:4 write");
    check("write sym:write", &[merger, store]);
    check("write sym:write -\"merge_all(1)\"", &[merger]);
    check("write sym:write -\"Merge_all(1)\"", &[merger, store]);
    check("write sym:write -/merge_all\\(self/", &[store]);
    check("write sym:write -/merge_all\\(\\d/ -\"self.limit\"", &[]);
    // The file contains all of these terms, but not as one text.
    check("write sym:write -\"limit self\"", &[merger, store]);
    // The pattern has no term that limits the search.
    check("write sym:write -/[0-9]\\)/", &[merger]);
    check("kind:struct -\"Store;\"", &["src/merger.rs:5 IndexMerger"]);
    check("/merge_all/ lang:rust -\"self\" -in:tests", &[]);
    check(
        "/merge_all/ -/self|How/ -\"(1)\"",
        &["tests/merging.rs:2 merges"],
    );
}

#[test]
fn every_line_that_matches_is_in_a_hit() {
    let repository = Repository::of(&PROGRAM);
    repository.index();
    for source in [
        "merge",
        "fn \\w+\\(",
        "[0-9]{2,}",
        "return|self",
        "(?i)ERROR",
        "\\bis_",
        "e$",
    ] {
        let pattern = Pattern::new(source, Switches::default()).unwrap();
        let answer = repository.search(source, Mode::Regex);
        let hits = |path: &str, line: u32| {
            answer.hits.iter().any(|hit| {
                let same = hit.record.path.as_str() == path && {
                    let (first, last) = hit.record.lines;
                    first <= line && line <= last
                };
                let mut copies = hit.locations.iter();
                same || copies.any(|(copy, first)| copy.as_str() == path && *first <= line)
            })
        };
        for (path, text) in repository.files() {
            for (line, number) in text.lines().zip(1u32..) {
                if pattern.matches_in(line.as_bytes()) {
                    assert!(hits(&path, number), "{source} {path}:{number} {line}");
                }
            }
        }
    }
}

#[test]
fn a_variant_is_located_on_its_own_line() {
    let text = "/// Colors.\npub enum Color {\n    Red,\n\n    /// As grass.\n    Greenish,\n}\n";
    let repository = Repository::of(&[("src/color.rs", text)]);
    repository.update();
    let answer = repository.search("sym:Greenish", Mode::Hybrid);
    let located = answer
        .hits
        .first()
        .and_then(|hit| hit.explanation.located_at);
    assert_eq!(located, Some((6, 1)), "{:?}", answer.hits);
}

#[test]
fn impl_is_named_by_its_signature() {
    let text = "pub struct LocalSet;\n\nimpl Drop for LocalSet {\n    fn drop(&mut self) {\n        \
                release_everything(self);\n    }\n}\n";
    let repository = Repository::of(&[("src/local.rs", text)]);
    repository.update();
    let answer = repository.search("sym:drop", Mode::Hybrid);
    let above = answer.hits.first().and_then(|hit| hit.ancestors.last());
    let lead = above.map(|above| above.lead.as_str());
    assert_eq!(lead, Some("impl Drop for LocalSet"), "{:?}", answer.hits);
}
