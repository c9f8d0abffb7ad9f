//! The repository's own tree.

use super::shown;
use crate::app::fixture::{self, listing};
use crate::app::keymap::Step;
use crate::app::results::{Listing, Results};
use crate::chunk::file_id;
use crate::corpus::SourcePath;
use crate::protocol::EntrySummary;
use crate::search::{DocumentOutline, Hit};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

fn browsing(height: usize) -> Results {
    let mut results = Results::default();
    results.set_height(height);
    results.set_listing(Listing::from_sorted(listing()));
    results
}

/// Adds the outline of each file that is open and in view.
fn load_children(results: &mut Results) {
    for path in results.missing_outlines() {
        let documents = [fixture::merger(), fixture::policy(), fixture::guide()];
        let document = documents.iter().find(|it| *it.tree.path() == path);
        let outline = document.map(|it| Arc::new(DocumentOutline::of(&it.tree)));
        results.add_outline(path, outline);
    }
}

fn walk(results: &mut Results, steps: &[Step]) {
    for step in steps {
        results.step(*step);
        load_children(results);
    }
}

/// Steps from the closed repository, and the rows after them.
fn check(steps: &[Step], expected: &[&str]) {
    let mut results = browsing(20);
    walk(&mut results, steps);
    assert_eq!(shown(&results), expected, "{steps:?}");
}

#[test]
fn directories_are_first_and_closed() {
    check(
        &[Step::Next],
        &["*+docs", "+src", "+tests", "+Cargo.toml", "+README.md"],
    );
}

#[test]
fn opening_a_branch_lists_its_contents() {
    check(
        &[Step::First, Step::Next, Step::Open, Step::Open],
        &[
            "+docs",
            "-src",
            "* +directory/mmap/cache",
            " +indexer",
            " +lib.rs",
            "+tests",
            "+Cargo.toml",
            "+README.md",
        ],
    );
}

#[test]
fn rebuilt_tree_equals_the_original() {
    let mut results = browsing(40);
    walk(&mut results, &[Step::First]);
    for _ in 0..30 {
        walk(&mut results, &[Step::Open, Step::Next]);
        let before = shown(&results);
        results.rebuild();
        assert_eq!(shown(&results), before);
    }
    assert!(results.tree.nodes.len() > listing().len() + 10);
}

#[test]
fn outline_of_a_changed_file_is_replaced() {
    let mut results = browsing(40);
    let path = SourcePath::new("src/indexer/merger.rs");
    results.go_to(file_id(&path), &path);
    walk(&mut results, &[Step::Open]);
    let before = results.tree.nodes.len();
    let emptied = DocumentOutline::of(&fixture::document("src/indexer/merger.rs", "", &[]).tree);
    results.add_outline(
        SourcePath::new("src/indexer/merger.rs"),
        Some(Arc::new(emptied)),
    );
    assert!(results.tree.nodes.len() < before);
}

#[test]
fn opening_a_file_lists_its_declarations() {
    let into_merger = [
        Step::First,
        Step::Next,
        Step::Open,
        Step::Open,
        Step::Next,
        Step::Open,
        Step::Open,
        Step::Next,
        Step::Open,
    ];
    check(
        &into_merger,
        &[
            "+docs",
            "-src",
            " +directory/mmap/cache",
            " -indexer",
            "  +merge_policy.rs",
            "*  -merger.rs",
            "   IndexMerger",
            "   estimate_total_num_tokens",
            "   +IndexMerger",
            "  +segment_updater.rs",
            " +lib.rs",
            "+tests",
            "+Cargo.toml",
            "+README.md",
        ],
    );
}

#[test]
fn opening_all_opens_directories_files_and_declarations() {
    let mut results = browsing(60);
    walk(&mut results, &[Step::First, Step::Next, Step::OpenAll]);
    while !results.missing_outlines().is_empty() {
        load_children(&mut results);
    }
    let rows = shown(&results);
    for row in ["  -merge_policy.rs", "  -merger.rs", "   -IndexMerger"] {
        assert!(rows.contains(&row.to_owned()), "{row} in {rows:?}");
    }
    assert!(
        !rows
            .iter()
            .any(|row| row.starts_with(" ") && row.contains('+')),
        "{rows:?}"
    );
    results.step(Step::CloseAll);
    assert_eq!(shown(&results).len(), 5);
    walk(&mut results, &[Step::Open]);
    assert!(shown(&results).contains(&" +indexer".to_owned()));
}

#[test]
fn a_single_root_directory_is_open() {
    let mut results = Results::default();
    results.set_height(20);
    let files = |names: &[&str]| {
        let path = |name| SourcePath::new(&format!("lib/rails/{name}.rb"));
        Listing::from_sorted(names.iter().map(path).collect())
    };
    results.set_listing(files(&["a", "b"]));
    results.step(Step::Next);
    assert_eq!(shown(&results), ["*-lib/rails", " +a.rb", " +b.rb"]);
    results.step(Step::Close);
    results.set_listing(files(&["a", "b", "c"]));
    assert_eq!(shown(&results), ["*+lib/rails"], "it was closed by hand");
}

#[test]
fn a_file_without_declarations_is_not_a_branch() {
    let mut results = browsing(20);
    walk(&mut results, &[Step::Last, Step::Open]);
    assert_eq!(shown(&results).last().unwrap(), "*README.md");
    walk(&mut results, &[Step::Open, Step::Toggle, Step::Close]);
    assert_eq!(shown(&results).last().unwrap(), "*README.md");
}

#[test]
fn no_row_is_selected_before_the_first_movement() {
    let mut results = browsing(20);
    assert!(results.selected().is_none() && results.selected_hit().is_none());
    results.step(Step::Next);
    assert_eq!(results.selected().unwrap().name, "docs");
    assert!(results.selected_hit().unwrap().record.is_directory());
}

#[test]
fn open_branches_and_the_selection_survive_a_new_list() {
    let mut results = browsing(20);
    walk(
        &mut results,
        &[Step::First, Step::Next, Step::Open, Step::Open, Step::Next],
    );
    let mut files: Vec<SourcePath> = listing().to_vec();
    files.insert(0, SourcePath::new("AUTHORS"));
    files.retain(|path| path.as_str() != "docs/guide.pdf");
    results.set_listing(Listing::from_sorted(files.into()));
    assert_eq!(
        shown(&results),
        [
            "-src",
            " +directory/mmap/cache",
            "* +indexer",
            " +lib.rs",
            "+tests",
            "+AUTHORS",
            "+Cargo.toml",
            "+README.md",
        ]
    );
}

/// The qualified name of the selected row.
fn crumbs(results: &Results) -> String {
    let (node, hit) = (results.selected(), results.selected_hit());
    let (node, hit) = node.zip(hit).expect("a selected row");
    crate::app::text::qualified(&node.names(hit), &node.path)
}

#[test]
fn a_target_row_is_opened_and_selected_once_it_exists() {
    let mut results = browsing(20);
    let write = fixture::merger().tree.chunks[8].id;
    let path = SourcePath::new("src/indexer/merger.rs");
    assert!(!results.go_to(write, &path));
    assert_eq!(results.selected().unwrap().name, "merger.rs");
    load_children(&mut results);
    assert!(results.go_to(write, &path));
    assert_eq!(results.selected().unwrap().name, "write");
    assert_eq!(crumbs(&results), "IndexMerger › write");
}

#[test]
fn summaries_are_requested_once_and_only_in_view() {
    let mut results = browsing(3);
    let wanted = results.missing_summaries();
    let paths: Vec<&str> = wanted.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(paths, ["docs", "src", "tests"]);
    for entry in wanted {
        let lead = format!("about {}", entry.path);
        let summary = format!("All {lead}.");
        results.add_summary(entry, EntrySummary { lead, summary });
    }
    assert!(results.missing_summaries().is_empty());
    results.step(Step::First);
    assert_eq!(results.selected().unwrap().lead, "about docs");
    assert_eq!(
        results.selected_hit().unwrap().record.summary,
        "All about docs."
    );
    results.invalidate();
    assert_eq!(results.missing_summaries().len(), 3);
    assert_eq!(results.selected().unwrap().lead, "about docs", "until then");
    // A new file: the rows are rebuilt from the earlier replies.
    let mut more = listing().to_vec();
    more.push(SourcePath::new("zzz.rs"));
    results.set_listing(Listing::from_sorted(more.into()));
    assert_eq!(results.selected().unwrap().lead, "about docs", "then too");
    assert_eq!(
        results.selected_hit().unwrap().record.summary,
        "All about docs."
    );
}

#[test]
fn summaries_survive_the_next_answer() {
    let mut results = browsing(3);
    for entry in results.missing_summaries() {
        let lead = format!("about {}", entry.path);
        let summary = String::new();
        results.add_summary(entry, EntrySummary { lead, summary });
    }
    results.clear();
    results.set_listing(Listing::from_sorted(listing()));
    assert!(results.missing_summaries().is_empty());
    results.step(Step::First);
    assert_eq!(results.selected().unwrap().lead, "about docs");
}

#[test]
fn stale_outline_is_shown_until_the_new_one_arrives() {
    let mut results = browsing(20);
    let path = SourcePath::new("src/indexer/merger.rs");
    let write = fixture::merger().tree.chunks[8].id;
    results.go_to(write, &path);
    load_children(&mut results);
    results.go_to(write, &path);
    results.invalidate();
    assert_eq!(results.missing_outlines(), std::slice::from_ref(&path));
    assert_eq!(results.selected().unwrap().name, "write");
    results.add_outline(path, Some(Arc::new(DocumentOutline::default())));
    assert_eq!(
        results.selected().unwrap().path.as_str(),
        "src/indexer/merger.rs"
    );
    assert!(results.missing_outlines().is_empty());
}

fn step() -> impl Strategy<Value = Step> {
    prop::sample::select(vec![
        Step::Next,
        Step::Next,
        Step::Previous,
        Step::PageDown,
        Step::First,
        Step::Last,
        Step::Open,
        Step::Open,
        Step::Close,
        Step::OpenAll,
        Step::CloseAll,
        Step::Siblings,
        Step::Toggle,
        Step::NextSibling,
        Step::PreviousSibling,
        Step::Parent,
        Step::NextParent,
        Step::NextByPosition,
        Step::PreviousByPosition,
        Step::ToggleView,
    ])
}

proptest! {
    /// After any keys and replies there is a selection, it is in view, and every row appears once.
    #[test]
    fn no_step_loses_the_selection(
        height in 0usize..12,
        moves in prop::collection::vec((step(), any::<bool>(), 0u8..12), 0..60),
        answers in any::<bool>(),
    ) {
        let mut results = browsing(height);
        if answers {
            results.set_answer(fixture::answer(&Default::default(), fixture::hits()), false, true);
        }
        for (step, loads, other) in moves {
            results.step(step);
            if loads {
                load_children(&mut results);
            }
            match other {
                0 => results.invalidate(),
                1 if !answers => {
                    let files = listing().iter().skip(1).cloned().collect();
                    results.set_listing(Listing::from_sorted(files));
                }
                2 => results.click(0, 1),
                3 => results.set_height(height + 3),
                _ => {}
            }
            prop_assert!(results.selected().is_some());
            let seen = results.viewport.range(results.rows.len());
            prop_assert!(seen.is_empty() || seen.contains(&results.selected));
            let rows: BTreeSet<usize> = results.rows.iter().copied().collect();
            prop_assert_eq!(rows.len(), results.rows.len());
        }
    }
}

#[test]
fn a_class_with_a_header_in_pieces_is_named_once() {
    use crate::chunk::{ChunkTree, Limits, Role};
    use crate::corpus::{Document, Text};
    let field = |at: usize| format!("    field_{at} = \"{}\"\n", "x".repeat(60));
    let fields: String = (0..90).map(field).collect();
    let text = format!("class Task:\n{fields}\n    def run(self):\n        pass\n");
    let path = SourcePath::new("task.py");
    let document = Document::new(path, Text::from(text.as_str()));
    let tree = ChunkTree::of(document, &Limits::default());
    let pieces = tree.chunks.iter().enumerate();
    let pieces = pieces.filter(|(_, chunk)| chunk.role == Role::Piece && chunk.name == "Task#2");
    let hits: Vec<Hit> = pieces
        .filter_map(|(at, _)| Hit::of_chunk(&tree, at))
        .collect();
    let mut results = Results::default();
    results.set_height(20);
    results.set_answer(fixture::answer(&Default::default(), hits), false, false);
    let fields = "*  field_22, field_23, field_24, field_25, …";
    assert_eq!(shown(&results), ["-task.py", " -Task", fields]);
    assert_eq!(crumbs(&results), "Task");
    results.step(Step::Parent);
    assert_eq!(crumbs(&results), "Task");
}
