use super::*;
use crate::app::fixture;

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
    results.take(fixture::answer(&Default::default(), fixture::hits()), false);
    results
}

/// Steps from the first answer, and what is shown then.
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
fn the_best_hit_is_selected_and_what_fits_is_open() {
    check(20, &[], &ALL);
}

#[test]
fn where_not_all_fits_only_the_best_file_is_open() {
    check(
        6,
        &[],
        &[
            "-src/indexer/merger.rs",
            " estimate_total_num_tokens",
            " -IndexMerger",
            "  write_postings",
            "*  write",
            "+src/indexer/merge_policy.rs",
        ],
    );
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
    check(6, &[Step::NextHit], &expected);
}

#[test]
fn siblings_and_parents() {
    let selected = |steps: &[Step]| {
        let mut results = results(20);
        steps.iter().for_each(|step| results.step(*step));
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
        &[Step::NextHit, Step::ToggleView],
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
        &[Step::NextHit, Step::ToggleView, Step::ToggleView],
        &expected,
    );
}

#[test]
fn the_selection_follows_its_chunk_into_the_next_answer() {
    let mut results = results(20);
    results.step(Step::NextHit);
    let mut hits = fixture::hits();
    hits.swap(0, 2);
    results.take(fixture::answer(&Default::default(), hits), false);
    assert_eq!(
        shown(&results)[..3],
        [
            "-src/indexer/merge_policy.rs",
            "* compute_merge_candidates",
            " no_merge"
        ]
    );
}

#[test]
fn an_untouched_selection_is_the_best_hit_of_a_new_question() {
    let mut hits = fixture::hits();
    hits.swap(0, 2);
    let mut results = results(20);
    results.take(fixture::answer(&Default::default(), hits.clone()), true);
    assert_eq!(
        results.selected().unwrap().name,
        "write",
        "the same question"
    );
    results.take(fixture::answer(&Default::default(), hits), false);
    assert_eq!(results.selected().unwrap().name, "compute_merge_candidates");
}

#[test]
fn a_branch_closed_by_hand_stays_closed_while_the_index_moves_on() {
    let mut results = results(20);
    results.step(Step::Last);
    results.step(Step::Close);
    results.step(Step::Close);
    assert_eq!(
        shown(&results).last().unwrap(),
        "*+src/indexer/merge_policy.rs"
    );
    results.take(fixture::answer(&Default::default(), fixture::hits()), true);
    assert_eq!(
        shown(&results).last().unwrap(),
        "*+src/indexer/merge_policy.rs"
    );
}

#[test]
fn a_hit_that_is_gone_gives_the_selection_to_the_best() {
    let mut results = results(20);
    results.step(Step::Last);
    let hits = fixture::hits()[..2].to_vec();
    results.take(fixture::answer(&Default::default(), hits), true);
    assert_eq!(results.selected().unwrap().name, "write");
    results.take(fixture::answer(&Default::default(), Vec::new()), true);
    assert!(results.selected().is_none());
    results.step(Step::Next);
}
