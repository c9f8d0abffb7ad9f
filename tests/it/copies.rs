//! Copies of one text in a real index.

use crate::fixture::Repository;
use smriti_tui::config::GraphMode;
use smriti_tui::index::Snapshot;
use smriti_tui::search::{Hit, Mode, VectorSearch};
use std::collections::BTreeSet;

const MODES: [Mode; 5] = [
    Mode::Hybrid,
    Mode::Keywords,
    Mode::Semantic,
    Mode::Symbol,
    Mode::Regex,
];
const COPY: &str = "def parse_invoice(text):\n    return text.split(\",\")\n";
/// More copies than a retriever returns.
const COPIES: usize = 150;

/// A function in one file and its copies in many, and ten other functions that match the same queries.
fn vendored() -> Repository {
    let mut files = vec![(
        "core/billing/formats/csv/reader.py".to_owned(),
        COPY.to_owned(),
    )];
    files.extend((0..COPIES).map(|nth| (format!("vendor/v{nth}.py"), COPY.to_owned())));
    files.extend((0..10).map(|nth| {
        let text = format!("def parse_invoice_{nth}(text):\n    \"\"\"Parses part {nth} of an invoice.\"\"\"\n    return text[{nth}]\n");
        (format!("other{nth}.py"), text)
    }));
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    let mut repository = Repository::of(&files);
    repository.config.vector.graph = GraphMode::Always;
    repository.index();
    repository
}

fn hits(repository: &Repository, snapshot: &Snapshot, text: &str, mode: Mode) -> Vec<Hit> {
    repository.search_limited(snapshot, text, mode, 10).hits
}

/// The hit that shows a text, and the paths of its other locations.
fn copied(hits: &[Hit]) -> (&Hit, BTreeSet<&str>) {
    let mut copied = hits.iter().filter(|hit| hit.record.name == "parse_invoice");
    let hit = copied.next().expect("the copied function");
    assert!(copied.next().is_none(), "it is shown once");
    let paths = hit.locations.iter().map(|(path, _)| path.as_str());
    let paths: BTreeSet<&str> = paths.collect();
    assert_eq!(
        paths.len(),
        hit.locations.len(),
        "each location is listed once"
    );
    (hit, paths)
}

#[test]
fn copies_leave_room_for_as_many_hits_as_requested() {
    let repository = vendored();
    let snapshot = repository.snapshot();
    for mode in MODES {
        let found = hits(&repository, &snapshot, "parse_invoice", mode);
        assert_eq!(found.len(), 10, "{mode:?}");
    }
    assert_eq!(
        hits(&repository, &snapshot, "lang:python", Mode::Hybrid).len(),
        10
    );
    let phrase = hits(&repository, &snapshot, "\"return text\"", Mode::Hybrid);
    assert_eq!(phrase.len(), 10);
}

#[test]
fn graph_and_scan_show_equal_copies() {
    let repository = vendored();
    let [by_graph, by_scan] = [GraphMode::Always, GraphMode::Never].map(|graph| {
        let snapshot = repository.snapshot_with(graph);
        repository.search_limited(&snapshot, "parse_invoice", Mode::Semantic, 10)
    });
    assert_eq!(by_graph.vectors, VectorSearch::Graph);
    assert_eq!(by_scan.vectors, VectorSearch::Exact);
    assert_eq!(by_graph.hits, by_scan.hits);
}

#[test]
fn the_original_is_shown_and_all_copies_are_its_locations() {
    let repository = vendored();
    let snapshot = repository.snapshot();
    for mode in MODES {
        let found = hits(&repository, &snapshot, "parse_invoice", mode);
        let (hit, others) = copied(&found);
        assert_eq!(
            hit.record.path.as_str(),
            "core/billing/formats/csv/reader.py",
            "{mode:?}"
        );
        assert_eq!(others.len(), COPIES, "{mode:?}");
    }
}

#[test]
fn filters_apply_to_locations() {
    let repository = vendored();
    let snapshot = repository.snapshot();
    for mode in MODES {
        let found = hits(
            &repository,
            &snapshot,
            "parse_invoice path:vendor/v1*",
            mode,
        );
        let (hit, mut paths) = copied(&found);
        paths.insert(hit.record.path.as_str());
        let expected = (0..COPIES).map(|nth| format!("vendor/v{nth}.py"));
        let expected: BTreeSet<String> = expected
            .filter(|path| path.starts_with("vendor/v1"))
            .collect();
        assert!(paths.iter().eq(expected.iter()), "{mode:?} {paths:?}");
    }
}

/// Each listed copy is read, and generated code may contain very many.
#[test]
fn the_number_of_listed_copies_is_limited() {
    let text = COPY.repeat(1_200);
    let repository = Repository::of(&[("generated.py", &text)]);
    repository.index();
    let snapshot = repository.snapshot();
    let found = hits(&repository, &snapshot, "parse_invoice", Mode::Keywords);
    let others = found[0].locations.len();
    assert!((1_000..1_010).contains(&others), "{others}");
}

/// `class Meta:` opens many classes.
#[test]
fn equal_headers_of_different_classes_are_not_copies() {
    let class = |nth: usize| {
        let methods = ["first", "second"]
            .map(|name| format!("    def {name}_{nth}(self):\n        return {nth}\n\n"));
        (
            format!("m{nth}.py"),
            format!("class Meta:\n{}", methods.concat()),
        )
    };
    let files: Vec<(String, String)> = (0..120).map(class).collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    let repository = Repository::of(&files);
    repository.index();
    let snapshot = repository.snapshot();
    for (query, mode) in [
        ("Meta kind:class", Mode::Keywords),
        ("sym:Meta", Mode::Keywords),
        ("class Meta", Mode::Regex),
    ] {
        let found = repository.search_limited(&snapshot, query, mode, 50).hits;
        assert_eq!(found.len(), 50, "{query}");
        let others = found.iter().map(|hit| hit.locations.len());
        assert_eq!(others.sum::<usize>(), 0, "{query}");
    }
}

#[test]
fn a_function_in_pieces_is_one_result_at_its_best_piece() {
    let mut long = String::from("fn import_everything() {\n");
    for number in 0..150 {
        long += &format!("    import_table(\"table_{number}\", {number});\n");
    }
    long += "    refresh_the_statistics();\n}\n";
    let repository = Repository::of(&[("src/long.rs", &long), ("src/copy.rs", &long)]);
    repository.index();
    let check = |query: &str, mode: Mode, expected: &[(Option<(u32, u32)>, bool)]| {
        let answer = repository.search(query, mode);
        let hits = answer.hits.iter();
        let hits =
            hits.filter(|hit| !hit.record.is_summary() && hit.record.name.contains("import"));
        let hits = hits.map(|hit| {
            let whole = hit.whole.as_ref().map(|whole| whole.lines);
            (
                whole,
                (hit.record.lines.0..=hit.record.lines.1).contains(&152),
            )
        });
        assert_eq!(hits.collect::<Vec<_>>(), expected, "{query} {mode:?}");
    };
    let whole = Some((1, 153));
    check("import table", Mode::Keywords, &[(whole, false)]);
    check(
        "refresh statistics of import",
        Mode::Hybrid,
        &[(whole, true)],
    );
    // Every line that matches is a result.
    check(
        "\"refresh_the_statistics\"",
        Mode::Keywords,
        &[(None, true)],
    );
    let lines = repository.search("\"import_table\"", Mode::Keywords).hits;
    assert!(lines.len() > 1 && lines.iter().all(|hit| hit.whole.is_none()));
}

#[test]
fn a_limit_counts_functions_and_not_their_pieces() {
    let steps: String = (0..150)
        .map(|n| format!("    add_to_total({n})\n"))
        .collect();
    let texts = (0..12).map(|n| (format!("f{n:02}.py"), format!("def big_{n}():\n{steps}")));
    let texts: Vec<(String, String)> = texts.collect();
    let files: Vec<(&str, &str)> = texts
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    let repository = Repository::of(&files);
    repository.index();
    let snapshot = repository.snapshot();
    for limit in [1, 7, 11] {
        let answer = repository.search_limited(&snapshot, "kind:function", Mode::Hybrid, limit);
        assert_eq!((answer.hits.len(), answer.has_more), (limit, true));
    }
    for limit in [12, 100] {
        let all = repository.search_limited(&snapshot, "kind:function", Mode::Hybrid, limit);
        assert_eq!((all.hits.len(), all.has_more), (12, false), "{limit}");
    }
}
