//! The results pane: the repository, answers, and messages about them.

use super::{after, frame};
use crate::app::{Activity, App, Effect, Event, IndexStatus, fixture};
use crate::chunk::{Kind, Role};
use crate::context::Relations;
use crate::protocol::{RelatedHits, Reply, Request, Search};
use crate::search::Hit;
use insta::assert_snapshot;

/// Checks the frame after keys without a query, with the list of files, at each size.
macro_rules! at_each_size {
    ($name:ident, $keys:expr) => {
        #[test]
        fn $name() {
            for (width, height) in [(120, 30), (80, 24), (40, 12)] {
                let mut app = fixture::browsing(width, height);
                fixture::drive(&mut app, $keys);
                let name = format!("{}_{width}x{height}", stringify!($name));
                assert_snapshot!(name, frame(&app));
            }
        }
    };
}

at_each_size!(the_repository, "");
at_each_size!(a_directory_open, "<tab>jljjlj");
at_each_size!(a_file_open, "<tab>jljjljljjl");
at_each_size!(results_as_a_tree, "how are segments merged");
at_each_size!(other_members_of_hits, "how are segments merged<tab>S");
at_each_size!(results_by_rank, "how are segments merged<tab>r");
at_each_size!(similar_to_a_method, "merged<tab>m");
at_each_size!(references_to_a_method, "merged<tab>Nc");
at_each_size!(same_kind_and_marks, "merged<tab>xgxGs");
at_each_size!(export_formats, "merged<tab>X");

#[test]
fn an_uncertain_reference_is_marked_at_every_width() {
    let mut has_sign = false;
    for width in 80..=140 {
        let mut app = fixture::browsing(width, 20);
        fixture::drive(&mut app, "merged<tab>Nc");
        let frame = frame(&app);
        let rows = pane(&frame);
        let row = rows.iter().find(|row| row.contains("fn com"));
        let row = row.expect("a reference");
        assert!(row.contains("likely ") || row.contains("~ "), "{frame}");
        has_sign |= row.contains("~ ");
    }
    assert!(has_sign, "where there is no room");
}

#[test]
fn the_map_has_a_title_and_the_last_line_says_how_to_reach_it() {
    let mut app = fixture::browsing(120, 20);
    assert!(frame(&app).contains(" Shift-Tab map"), "{}", frame(&app));
    fixture::drive(&mut app, "<backtab>");
    assert!(frame(&app).contains("▸ map"), "{}", frame(&app));
    fixture::drive(&mut app, "<tab>");
    assert!(frame(&app).contains(" gm map"), "{}", frame(&app));
}

#[test]
fn the_title_of_a_path_counts_steps_not_declarations() {
    let mut app = fixture::app(120, 30);
    fixture::drive(&mut app, "merged<tab>Ggpk");
    fixture::drive(&mut app, "gP");
    assert_eq!(app.results.hits().len(), 2);
    let frame = frame(&app);
    assert!(frame.contains("1 step · path from "), "{frame}");
}

/// The only function of a file; `better` is the number of better hits.
fn only_function(path: &str, name: &str, better: u32) -> Hit {
    let cuts = [
        (0, Kind::File, Role::Parent, path, 1, 1),
        (1, Kind::Function, Role::Body, name, 1, 1),
    ];
    let document = fixture::document(path, &format!("fn {name}() {{}}\n"), &cuts);
    let ranks = fixture::ranks(Some(better + 1), None);
    fixture::hit(&document, 1, -(better as f32), ranks)
}

/// The results pane of a frame, row by row.
fn pane(frame: &str) -> Vec<&str> {
    let rows = frame
        .lines()
        .map(|row| row.split('│').next().unwrap_or(row));
    rows.collect()
}

#[test]
fn the_number_at_the_end_of_a_row_is_a_rank() {
    let mut app = fixture::browsing(120, 20);
    fixture::drive(&mut app, "how are segments merged<tab>");
    let rows = |app: &App| -> Vec<String> {
        let frame = frame(app);
        pane(&frame)
            .into_iter()
            .map(|row| row.trim_end().to_owned())
            .collect()
    };
    let open = rows(&app);
    let ranks = |rows: &[String]| -> Vec<String> {
        let last = rows.iter().filter_map(|row| row.rsplit(' ').next());
        last.filter(|last| last.parse::<u32>().is_ok())
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(ranks(&open), ["4", "2", "1", "3", "5"]);
    assert!(
        open.iter()
            .any(|row| row.ends_with("src/indexer/merger.rs (3)")),
        "{open:?}"
    );
    fixture::drive(&mut app, "hhhh");
    let closed = rows(&app);
    assert_eq!(
        ranks(&closed),
        ["1", "3", "5"],
        "of the best result: {closed:?}"
    );
}

#[test]
fn a_row_has_its_best_line_also_below_140_columns() {
    for (width, keys) in [
        (120, "merged<tab>"),
        (120, "merged<tab>r"),
        (110, "merged<tab>r"),
    ] {
        let mut app = fixture::browsing(width, 20);
        fixture::drive(&mut app, keys);
        let frame = frame(&app);
        let row = pane(&frame)
            .into_iter()
            .find(|row| row.contains("no_merge"));
        assert!(
            row.is_some_and(|row| row.contains("pub fn no_merge")),
            "{frame}"
        );
    }
}

#[test]
fn the_file_of_the_selected_row_stays_in_view() {
    let mut app = fixture::browsing(60, 13);
    fixture::drive(&mut app, "merged<tab>SG");
    for _ in 0..12 {
        fixture::drive(&mut app, "k");
        let node = app.results.selected().expect("a row");
        let file = node.path.file_name().to_owned();
        let frame = frame(&app);
        assert!(
            frame.lines().take(10).any(|row| row.contains(&file)),
            "{file}: {frame}"
        );
    }
}

/// An answer with hits in many files, limited to the requested number.
fn cut(width: u16, height: u16) -> App {
    let mut app = fixture::browsing(width, height);
    let hits = (0..50).map(|number| {
        let path = format!("src/module{}/file{number}.rs", number % 6);
        only_function(&path, "run", number)
    });
    fixture::search_finds(&mut app, "run", hits.collect());
    app
}

#[test]
fn hits_in_many_files_that_were_cut() {
    for (width, height) in [(120, 30), (80, 24), (40, 12)] {
        let mut app = cut(width, height);
        let name = format!("many_files_{width}x{height}");
        assert_snapshot!(name, frame(&app));
        fixture::drive(&mut app, "<tab>G");
        let name = format!("many_files_end_{width}x{height}");
        assert_snapshot!(name, frame(&app));
    }
}

#[test]
fn results_are_empty_until_a_related_query_is_answered() {
    for (key, title) in [("c", "references to"), ("m", "code similar to")] {
        let mut app = fixture::browsing(120, 30);
        fixture::drive(&mut app, "merged<tab>");
        fixture::press(&mut app, key);
        let searching = frame(&app);
        assert!(searching.contains(&format!("{title} IndexMerger › write")));
        assert!(searching.contains("Searching …"), "{searching}");
        assert!(!searching.contains("write_postings  "), "{searching}");
        assert!(searching.contains("pub fn write("), "{searching}");
        fixture::drive(&mut app, "<esc>");
        let selected = app.results.selected().map(|node| node.name.as_str());
        assert_eq!(selected, Some("write"));
    }
}

#[test]
fn a_long_name_does_not_hide_the_number_of_results() {
    let mut app = fixture::app(80, 24);
    fixture::drive(&mut app, "merged<tab>c");
    let frame = frame(&app);
    assert!(frame.contains("1 result · references to write"), "{frame}");
}

#[test]
fn the_row_of_a_deleted_file_says_so() {
    let document = fixture::policy();
    let mut hit = fixture::hit(&document, 0, 1.0, fixture::ranks(None, None));
    hit.deleted = Some("//! Docs\n".into());
    let mut app = fixture::app(120, 30);
    fixture::search_finds(&mut app, "gone", vec![hit]);
    let frame = frame(&app);
    assert!(frame.contains("merge_policy.rs deleted"), "{frame}");
}

#[test]
fn a_review_without_results_says_that_nothing_changed() {
    for (query, title) in [
        ("in:changed ", "No changes since HEAD."),
        ("in:changed:main ", "No changes since main."),
        ("zzz in:changed ", "No results."),
    ] {
        let mut app = fixture::app(120, 30);
        fixture::search_finds(&mut app, query, Vec::new());
        let frame = frame(&app);
        assert!(frame.contains(title), "{query}: {frame}");
    }
}

#[test]
fn a_related_query_that_finds_nothing_keeps_the_results() {
    let check_at = |stage: Activity, keys: &str, key: char, message: &str| {
        let mut app = fixture::browsing(120, 30);
        app.update(Event::Index(IndexStatus {
            stage,
            ..fixture::fresh()
        }));
        fixture::drive(&mut app, keys);
        let key = crossterm::event::KeyCode::Char(key).into();
        let effects = app.update(Event::Key(key));
        let nothing = |effect: &Effect| match effect {
            Effect::Send(ticket, Request::Relate(_)) => Some(Event::Reply(
                *ticket,
                Reply::Related(Ok(RelatedHits {
                    relations: Relations::default(),
                    hits: Vec::new(),
                    is_wider: false,
                    is_ordered: false,
                    is_partial: false,
                })),
            )),
            Effect::Send(
                ticket,
                Request::Search(Search {
                    like: Some(_),
                    query,
                    ..
                }),
            ) => Some(Event::Reply(
                *ticket,
                Reply::Answered(Ok(fixture::answer(query, Vec::new()))),
            )),
            _ => None,
        };
        let effects = app.update(effects.iter().find_map(nothing).expect("a question"));
        fixture::run_until_idle(&mut app, effects);
        let frame = frame(&app);
        assert!(!app.results.is_empty(), "{frame}");
        assert!(frame.contains(message), "{frame}");
        assert!(!frame.contains("Search syntax"), "{frame}");
    };
    let message = "No references to IndexMerger › write so far; another smriti-tui process updates";
    check_at(Activity::Following, "merged<tab>", 'c', message);
    let check = |keys: &str, key: char, message: &str| {
        check_at(Activity::UpToDate, keys, key, message);
    };
    check("merged<tab>", 'c', "No references to IndexMerger › write");
    check("merged<tab>", 'm', "No code similar to IndexMerger › write");
    // Also from the code pane.
    check(
        "merged<tab><tab>",
        'c',
        "No references to IndexMerger › write",
    );
    let message = "src/indexer/merger.rs is not imported; its declarations may have references";
    check("merged<tab>[[[[", 'c', message);
    // Also without a query in the prompt.
    check("<tab>jljjlj", 'm', "No code similar to");
}

#[test]
fn percentages_and_certainties_give_way_to_names_and_calls() {
    let check = |width, keys: &str, row: &str| {
        let mut app = fixture::browsing(width, 24);
        fixture::drive(&mut app, keys);
        let frame = frame(&app);
        assert!(frame.contains(row), "{row}: {frame}");
    };
    check(
        120,
        "merged<tab>m",
        "● fn compute_merge_candidates  same text  1",
    );
    check(
        120,
        "merged<tab>m",
        "● fn no_merge   pub fn no_merge(_s…  81%  2",
    );
    let name = "▸ fn compute_merge_candidates";
    check(120, "merged<tab>Nc", &format!("{name}    likely   2"));
    // The word leaves no cells for the line of the call; a sign does.
    check(
        135,
        "merged<tab>Nc",
        "▸ fn compute_merge_candid…  pub fn compute… ~   2",
    );
    check(80, "merged<tab>Nc", "▸ fn compute_merge_c… ~   2");
}

#[test]
fn a_filter_of_a_list_that_is_still_searched_does_not_say_that_nothing_matches() {
    let mut app = fixture::browsing(120, 20);
    fixture::drive(&mut app, "merged<tab>");
    for key in fixture::parse("c") {
        app.update(Event::Key(key));
    }
    for _ in 0..20 {
        app.update(Event::Tick);
    }
    for key in fixture::parse("/zzz") {
        app.update(Event::Key(key));
    }
    let frame = frame(&app);
    assert!(app.filter.is_active(), "{frame}");
    assert!(frame.contains("Searching …"), "{frame}");
    assert!(!frame.contains("Nothing matches"), "{frame}");
}

#[test]
fn a_narrowed_list_is_titled_with_its_filter() {
    for (width, height) in [(120, 16), (40, 13)] {
        let frame = after(width, height, "merged<tab>&policy");
        assert_snapshot!(format!("narrowed_while_typing_{width}x{height}"), frame);
        let frame = after(width, height, "merged<tab>&policy no<enter>");
        assert_snapshot!(format!("narrowed_{width}x{height}"), frame);
        let frame = after(width, height, "merged<tab>&zzz");
        assert_snapshot!(format!("narrowed_to_nothing_{width}x{height}"), frame);
    }
}
