mod browse;

use super::*;
use crate::app::fixture;
use crate::app::keymap::Step;
use crate::chunk::{Definition, Kind, Role};
use crate::corpus::SourcePath;
use crate::search::Hit;
use std::sync::Arc;

/// The rows as text: `*` before the selected one, indentation, `+` closed, `-` open.
fn shown(results: &Results) -> Vec<String> {
    results
        .rows
        .iter()
        .enumerate()
        .map(|(row, node)| {
            let node = &results.tree.nodes[*node];
            let sign = match (node.is_branch(), node.open) {
                (true, true) => "-",
                (true, false) => "+",
                (false, _) => "",
            };
            let here = if row == results.selected { "*" } else { "" };
            format!("{here}{}{sign}{}", " ".repeat(node.depth), node.name)
        })
        .collect()
}

fn results(height: usize) -> Results {
    let mut results = Results::default();
    results.set_height(height);
    results.set_answer(
        fixture::answer(&Default::default(), fixture::hits()),
        false,
        false,
    );
    results
}

/// Steps from the first answer, and the rows after them.
fn check(height: usize, steps: &[Step], expected: &[&str]) {
    let mut results = results(height);
    for step in steps {
        results.step(*step);
        let seen = results.viewport.range(results.rows.len());
        assert!(
            seen.contains(&results.selected),
            "{step:?} hides the selection"
        );
    }
    assert_eq!(shown(&results), expected);
}

const ALL: [&str; 8] = [
    "-src/indexer/merger.rs",
    " estimate_total_num_tokens",
    " -IndexMerger",
    "  write_postings",
    "*  write",
    "-src/indexer/merge_policy.rs",
    " compute_merge_candidates",
    " no_merge",
];

#[test]
fn best_hit_is_selected_and_fitting_branches_are_open() {
    check(20, &[], &ALL);
}

#[test]
fn in_a_low_pane_the_best_results_are_open() {
    check(6, &[], &ALL);
}

#[test]
fn pieces_of_a_run_of_declarations_are_not_below_its_first() {
    let cuts = [
        (0, Kind::File, Role::Parent, "a.h", 1, 3),
        (1, Kind::Items, Role::Parent, "one", 1, 3),
        (2, Kind::Items, Role::Piece, "one#1", 1, 1),
        (2, Kind::Items, Role::Piece, "one#2", 2, 2),
        (2, Kind::Items, Role::Piece, "one#3", 3, 3),
    ];
    let document = fixture::document("a.h", "int one;\nint two;\n// Three.\n", &cuts);
    let hit = |leaf| fixture::hit(&document, leaf, 1.0, fixture::ranks(Some(1), None));
    let mut hits = vec![hit(2), hit(3), hit(4)];
    let two = Definition {
        name: "two".to_owned(),
        line: 2,
    };
    hits[1].record.definitions.push(two);
    hits[1].explanation.found_as = Some("two".to_owned());
    let mut results = Results::default();
    results.set_height(20);
    let answer = fixture::answer(&Default::default(), hits);
    results.set_answer(answer, false, false);
    let expected = ["-a.h", " -one", "*  one 1", "  one 3", " two"];
    assert_eq!(shown(&results), expected);
}

#[test]
fn the_best_piece_of_a_function_is_the_row_of_the_function() {
    let cuts = [
        (0, Kind::File, Role::Parent, "task.py", 1, 4),
        (1, Kind::Function, Role::Parent, "retry", 1, 4),
        (2, Kind::Function, Role::Piece, "retry#2", 3, 4),
    ];
    let document = fixture::document("task.py", "def\n  a\n  b\n  c\n", &cuts);
    let mut hit = fixture::hit(&document, 2, 1.0, fixture::ranks(Some(1), None));
    let check = |hit: &Hit, expected: &[&str]| {
        let mut results = Results::default();
        results.set_height(20);
        let answer = fixture::answer(&Default::default(), vec![hit.clone()]);
        results.set_answer(answer, false, false);
        assert_eq!(shown(&results), expected);
    };
    check(&hit, &["-task.py", " -retry", "*  retry 3–4"]);
    hit.whole = Some(fixture::hit(&document, 1, 1.0, Default::default()).record);
    check(&hit, &["-task.py", "* retry"]);
}

#[test]
fn parts_of_a_section_are_labeled_by_their_words() {
    let guide = fixture::guide();
    let hit = |leaf| fixture::hit(&guide, leaf, 1.0, fixture::ranks(Some(1), None));
    let mut results = Results::default();
    results.set_height(20);
    let answer = fixture::answer(&Default::default(), vec![hit(2), hit(3)]);
    results.set_answer(answer, false, false);
    let nodes = results
        .rows
        .iter()
        .map(|row| results.tree.nodes[*row].title());
    let words = "A segment is never changed once it is written: what is deleted is only marked";
    let titles = nodes.map(|(title, _)| title.get(..words.len()).unwrap_or(title));
    let expected = ["docs/guide.pdf", "Guide", "Guide · header", words];
    assert_eq!(titles.collect::<Vec<_>>(), expected);
}

#[test]
fn branches_open_and_close() {
    check(
        20,
        &[Step::Close, Step::Close],
        &[
            "-src/indexer/merger.rs",
            " estimate_total_num_tokens",
            "* +IndexMerger",
            "-src/indexer/merge_policy.rs",
            " compute_merge_candidates",
            " no_merge",
        ],
    );
    check(
        20,
        &[Step::First, Step::CloseAll],
        &[
            "*+src/indexer/merger.rs",
            "-src/indexer/merge_policy.rs",
            " compute_merge_candidates",
            " no_merge",
        ],
    );
    let mut expected = ALL;
    expected[0] = "*-src/indexer/merger.rs";
    expected[4] = "  write";
    check(20, &[Step::First, Step::CloseAll, Step::OpenAll], &expected);
}

#[test]
fn the_next_hit_is_found_in_a_closed_branch() {
    let mut expected = ALL.to_vec();
    expected[4] = "  write";
    expected[6] = "* compute_merge_candidates";
    let close = [
        Step::First,
        Step::NextSibling,
        Step::Close,
        Step::PreviousSibling,
    ];
    check(
        20,
        &[&close[..], &[Step::NextByPosition; 4]].concat(),
        &expected,
    );
}

#[test]
fn siblings_and_parents() {
    let selected = |steps: &[Step]| {
        let mut results = results(20);
        for step in steps {
            results.step(*step);
        }
        results.selected().map(|node| node.name.clone()).unwrap()
    };
    assert_eq!(selected(&[Step::PreviousSibling]), "write_postings");
    assert_eq!(selected(&[Step::Parent]), "IndexMerger");
    assert_eq!(
        selected(&[Step::Parent, Step::Parent]),
        "src/indexer/merger.rs"
    );
    assert_eq!(
        selected(&[Step::Parent, Step::NextParent]),
        "src/indexer/merge_policy.rs"
    );
    assert_eq!(selected(&[Step::NextSibling]), "write");
}

#[test]
fn the_ranked_list_is_the_same_set_by_rank() {
    check(
        20,
        &[Step::NextByPosition, Step::ToggleView],
        &[
            "  write",
            "  write_postings",
            "* compute_merge_candidates",
            " estimate_total_num_tokens",
            " no_merge",
        ],
    );
    let mut expected = ALL;
    expected[4] = "  write";
    expected[6] = "* compute_merge_candidates";
    check(
        20,
        &[Step::NextByPosition, Step::ToggleView, Step::ToggleView],
        &expected,
    );
}

/// The hits with the third one before all others.
fn better() -> Vec<crate::search::Hit> {
    let mut hits = fixture::hits();
    hits.swap(0, 2);
    hits
}

/// Checks the selection after some steps and another answer, to the same query or another.
fn check_refresh(steps: &[Step], same_query: bool, expected: &str) {
    let mut results = results(20);
    for step in steps {
        results.step(*step);
    }
    let answer = fixture::answer(&Default::default(), better());
    results.set_answer(answer, same_query, false);
    let selected = results.selected().map(|node| node.name.as_str());
    assert_eq!(selected, Some(expected), "{steps:?} {same_query}");
}

#[test]
fn the_selection_stays_for_the_same_query_only() {
    check_refresh(&[], true, "compute_merge_candidates");
    check_refresh(&[], false, "compute_merge_candidates");
    check_refresh(&[Step::Previous], true, "write_postings");
    check_refresh(&[Step::Previous], false, "compute_merge_candidates");
    check_refresh(&[Step::First], false, "compute_merge_candidates");
}

#[test]
fn a_visited_row_stays_selected() {
    let check = |step: fn(&mut Results), expected: &str| {
        let mut results = results(4);
        step(&mut results);
        let top = results.position().0;
        results.set_answer(
            fixture::answer(&Default::default(), fixture::hits()),
            true,
            false,
        );
        assert_eq!(results.position().0, top, "{expected}");
        results.set_answer(fixture::answer(&Default::default(), better()), true, false);
        let selected = results.selected().map(|node| node.name.as_str());
        assert_eq!(selected, Some(expected));
    };
    check(|_| {}, "compute_merge_candidates");
    check(Results::pin_selection, "write");
    check(|results| results.scroll(-9), "write");
}

#[test]
fn a_closed_branch_stays_closed_when_the_index_changes() {
    let mut results = results(20);
    results.step(Step::Last);
    results.step(Step::Close);
    results.step(Step::Close);
    assert_eq!(
        shown(&results).last().unwrap(),
        "*+src/indexer/merge_policy.rs"
    );
    results.set_answer(
        fixture::answer(&Default::default(), fixture::hits()),
        true,
        false,
    );
    assert_eq!(
        shown(&results).last().unwrap(),
        "*+src/indexer/merge_policy.rs"
    );
}

#[test]
fn best_hit_is_selected_when_the_selected_one_disappears() {
    let mut results = results(20);
    results.step(Step::Last);
    let hits = fixture::hits()[..2].to_vec();
    results.set_answer(fixture::answer(&Default::default(), hits), true, false);
    assert_eq!(results.selected().unwrap().name, "write");
    results.set_answer(
        fixture::answer(&Default::default(), Vec::new()),
        true,
        false,
    );
    assert!(results.selected().is_none());
    results.step(Step::Next);
}

/// Checks the selection after the selected hit disappeared from the index, this step, and the return of the
/// hit.
fn check_lost(step: impl FnOnce(&mut Results), expected: &str) {
    let mut results = results(20);
    results.step(Step::Last);
    assert_eq!(results.selected().unwrap().name, "no_merge");
    let take = |results: &mut Results, hits: &[Hit]| {
        let answer = fixture::answer(&Default::default(), hits.to_vec());
        results.set_answer(answer, true, false);
    };
    let hits = fixture::hits();
    for few in [&hits[..2], &[], &hits[..1]] {
        take(&mut results, few);
    }
    step(&mut results);
    take(&mut results, &hits);
    assert_eq!(results.selected().unwrap().name, expected);
}

#[test]
fn a_hit_that_reappears_is_selected_again() {
    check_lost(|_| {}, "no_merge");
}

#[test]
fn a_new_selection_replaces_a_lost_one() {
    check_lost(Results::keep_selection, "write");
    let back = |results: &mut Results| {
        results.step(Step::Previous);
    };
    check_lost(back, "IndexMerger");
    let select = |results: &mut Results| {
        let hits = fixture::hits()[..1].to_vec();
        let answer = fixture::answer(&Default::default(), hits);
        results.set_answer(answer, false, false);
    };
    check_lost(select, "write");
}

#[test]
fn last_row_of_a_truncated_answer_offers_more() {
    let mut results = results(20);
    results.set_answer(
        fixture::answer(&Default::default(), fixture::hits()),
        true,
        true,
    );
    results.step(Step::Last);
    assert_eq!(results.selected().unwrap().what, RowKind::More);
    assert!(results.selected_hit().is_none());
    results.step(Step::ToggleView);
    results.step(Step::Last);
    assert_eq!(results.selected().unwrap().what, RowKind::More);
}

#[test]
fn other_members_are_shown_on_request() {
    let mut results = results(20);
    results.step(Step::Siblings);
    let wanted = results.missing_outlines();
    assert_eq!(wanted, [SourcePath::new("src/indexer/merger.rs")]);
    let outline = crate::search::DocumentOutline::of(&fixture::merger().tree);
    results.add_outline(wanted[0].clone(), Some(Arc::new(outline)));
    let with_siblings = [
        "-src/indexer/merger.rs",
        " IndexMerger",
        " estimate_total_num_tokens",
        " -IndexMerger",
        "  open",
        "  write_postings",
        "*  write",
        "-src/indexer/merge_policy.rs",
        " compute_merge_candidates",
        " no_merge",
    ];
    assert_eq!(shown(&results), with_siblings);
    // The keys for hits skip them; other keys select them.
    results.step(Step::PreviousByPosition);
    results.step(Step::PreviousByPosition);
    assert_eq!(
        results.selected().unwrap().name,
        "estimate_total_num_tokens"
    );
    results.step(Step::Previous);
    assert!(results.selected().unwrap().is_other_member());
    assert_eq!(results.selected_hit().unwrap().record.name, "IndexMerger");
    results.step(Step::Siblings);
    let mut expected = ALL;
    expected[0] = "*-src/indexer/merger.rs";
    expected[4] = "  write";
    assert_eq!(shown(&results), expected);
}

#[test]
fn opening_all_twice_shows_other_members() {
    let mut results = results(20);
    results.step(Step::First);
    results.step(Step::OpenAll);
    let wanted = results.missing_outlines();
    assert_eq!(wanted, [SourcePath::new("src/indexer/merger.rs")]);
}

#[test]
fn a_row_of_an_unnamed_parent_has_a_label() {
    let cuts = [
        (0, Kind::File, Role::Parent, "a.spec.ts", 1, 2),
        (1, Kind::Items, Role::Parent, "", 1, 2),
        (2, Kind::Items, Role::Piece, "items#1", 1, 1),
    ];
    let document = fixture::document("a.spec.ts", "it()\nit()\n", &cuts);
    let hit = fixture::hit(&document, 2, 1.0, Default::default());
    let row = TreeNode::ancestor(&hit, &hit.ancestors[1], 0);
    assert_eq!(row.name, "constants");
}

#[test]
fn a_row_that_contains_pieces_has_its_own_names() {
    let cuts = [
        (0, Kind::File, Role::Parent, "task.py", 1, 4),
        (1, Kind::Class, Role::Parent, "Task", 1, 4),
        (2, Kind::Method, Role::Parent, "retry", 1, 4),
        (3, Kind::Method, Role::Piece, "retry#2", 3, 4),
    ];
    let document = fixture::document("task.py", "class\ndef\n  a\n  b\n", &cuts);
    let mut hit = fixture::hit(&document, 3, 1.0, Default::default());
    // The names of an indexed piece.
    hit.record.names = ["task.py", "Task", "retry#2"].map(Into::into).to_vec();
    let names = |above: usize| {
        let row = TreeNode::ancestor(&hit, &hit.ancestors[above], 0);
        row.names(&hit)
    };
    assert_eq!(names(0), ["task.py"]);
    assert_eq!(names(1), ["task.py", "Task"]);
    assert_eq!(names(2), ["task.py", "Task", "retry"]);
}
