//! Queries of the results pane, and the way back.

use super::{edit, press, sent_query};
use crate::app::fixture::{self, app, browsing, drive, fresh, hits, run_until_idle};
use crate::app::*;
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use crate::export::{ExportFormat, ExportTarget, Exported};
use crate::protocol::{BrowseRequest, FileSource, Reply, Request, Search};
use crate::search::{Field, Filter, Query};

fn names(app: &App) -> Vec<&str> {
    let rows = app.results.visible();
    rows.map(|(node, _)| node.name.as_str()).collect()
}

fn selected(app: &App) -> &str {
    app.results.selected().map_or("", |node| &node.name)
}

fn wanted(effects: &[Effect]) -> Option<&BrowseRequest> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(_, Request::List(request)) => Some(request),
        _ => None,
    })
}

fn like(effects: &[Effect]) -> Option<(ChunkId, &Query, usize)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(
            _,
            Request::Search(Search {
                like: Some(id),
                query,
                limit,
            }),
        ) => Some((*id, query, *limit)),
        _ => None,
    })
}

fn key(c: char) -> Event {
    Event::Key(crossterm::event::KeyEvent::from(
        crossterm::event::KeyCode::Char(c),
    ))
}

#[test]
fn files_are_requested_once_from_the_complete_source() {
    let mut app = fixture::blank();
    let files = |effects: Vec<Effect>| wanted(&effects).and_then(|wanted| wanted.files);
    let resize = Event::Resize(120, 30);
    assert_eq!(files(app.update(resize.clone())), Some(FileSource::Indexed));
    assert_eq!(files(app.update(resize)), None, "it is on its way");
    let status = |stage, generation| {
        Event::Index(IndexStatus {
            stage,
            generation,
            ..fresh()
        })
    };
    // During indexing only a walk knows all files.
    let effects = app.update(status(Activity::Running(Stage::Reading), 0));
    assert_eq!(wanted(&effects).unwrap().files, Some(FileSource::Walked));
    run_until_idle(&mut app, effects);
    assert_eq!(
        files(app.update(status(Activity::Running(Stage::Reading), 1))),
        None
    );
    let effects = app.update(status(Activity::Running(Stage::Embedding), 2));
    assert_eq!(wanted(&effects).unwrap().files, Some(FileSource::Indexed));
    run_until_idle(&mut app, effects);
    assert_eq!(files(app.update(status(Activity::UpToDate, 2))), None);
    assert_eq!(
        files(app.update(status(Activity::Running(Stage::Reading), 3))),
        Some(FileSource::Indexed)
    );
}

#[test]
fn replies_from_before_a_change_are_dropped() {
    let mut app = fixture::blank();
    let effects = app.update(Event::Index(fresh()));
    app.update(Event::EditorReturned(Ok(())));
    run_until_idle(&mut app, effects);
    assert!(app.results.listing().is_none());
    let effects = app.update(Event::Index(fresh()));
    assert!(wanted(&effects).is_none(), "it was requested again already");
}

#[test]
fn the_repository_is_browsed_without_a_query() {
    let mut app = browsing(120, 30);
    assert_eq!(names(&app)[..2], ["docs", "src"]);
    assert!(app.code.path().is_none(), "no row was opened yet");
    drive(&mut app, "<down><down>");
    assert_eq!(app.code.path().unwrap().as_str(), "src");
    // Enter opens a directory, a file's line is edited.
    drive(&mut app, "<enter><down><down><enter><down><down><tab>l");
    assert_eq!(selected(&app), "merger.rs");
    assert!(matches!(app.code.content, CodeContent::Page(..)));
    let effects = drive(&mut app, "jjjll<enter>");
    assert_eq!(selected(&app), "open");
    let path = SourcePath::new("src/indexer/merger.rs");
    assert_eq!(app.results.selected().unwrap().path, path);
    let [Effect::Edit(location)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!((&location.path, location.line), (&path, 19));
}

#[test]
fn a_directory_is_copied_by_its_path() {
    let mut app = browsing(120, 30);
    let effects = drive(&mut app, "<tab>jy");
    assert_eq!(effects, [Effect::Copy("src".into())]);
}

#[test]
fn repository_keeps_its_state_after_a_query() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>jlj/merge");
    assert_eq!(app.results.hits().len(), 5);
    drive(&mut app, "<c-u>");
    assert!(app.is_browsing());
    assert_eq!(selected(&app), "directory/mmap/cache");
    assert_eq!(
        app.code.path().unwrap().as_str(),
        "src/directory/mmap/cache"
    );
}

#[test]
fn repository_stays_until_the_first_answer_arrives() {
    let mut app = browsing(120, 30);
    let effects = press(&mut app, 'm');
    assert_eq!(names(&app)[..2], ["docs", "src"]);
    run_until_idle(&mut app, effects);
    assert_eq!(app.results.hits().len(), 5);
}

#[test]
fn similar_code_and_back() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>K");
    let id = app.results.selected().unwrap().id;
    let effects = app.update(key('m'));
    let (similar_to, query, _) = like(&effects).expect("a query");
    assert_eq!((similar_to, query), (id, &Query::default()));
    assert_eq!(
        app.describe_query(),
        "code similar to IndexMerger › write_postings"
    );
    run_until_idle(&mut app, effects);
    assert_eq!(selected(&app), "compute_merge_candidates", "the best one");
    drive(&mut app, "<esc>");
    assert_eq!(
        app.search.content,
        ResultsContent::Query(Query::parse("merge", Default::default()))
    );
    assert_eq!(selected(&app), "write_postings");
    // Typed text is a new query, whatever came before.
    drive(&mut app, "m<a-/>d");
    assert_eq!(app.describe_query(), "merged");
}

#[test]
fn references_and_back() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>c");
    assert_eq!(app.describe_query(), "references to IndexMerger › write");
    assert_eq!(app.results.hits().len(), 1, "not itself");
    let certainty = app
        .relation_of(&app.results.hits()[0])
        .map(|used| used.certainty);
    assert_eq!(certainty, Some(crate::context::Certainty::Likely));
    drive(&mut app, "<esc>");
    assert_eq!(app.results.hits().len(), 5);
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>c");
    assert!(app.is_browsing());
    assert!(fixture::notice(&app).contains("Select a file"));
}

#[test]
fn a_reference_is_shown_at_its_line() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>c");
    let path = "src/indexer/merge_policy.rs";
    assert_eq!(app.code.matched_line(), Some(3));
    assert_eq!(app.code.cursor_location().unwrap().line, 3);
    assert_eq!(drive(&mut app, "<enter>"), edit(path, 3, 5));
    // For the same hit of another query, the match is shown again.
    drive(&mut app, "<esc>J");
    assert_eq!(app.code.path().unwrap().as_str(), path);
    assert_ne!(drive(&mut app, "<enter>"), edit(path, 3, 5));
    // Another query for references shows the reference in its hit.
    drive(&mut app, "c");
    assert_eq!(
        drive(&mut app, "<enter>"),
        edit("src/indexer/merger.rs", 45, 9)
    );
}

#[test]
fn explanation_of_a_reference_shows_certainty_and_line() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>cw");
    let Some(sheet) = app.screen.popup.as_ref() else {
        panic!("a page is shown");
    };
    let rows = sheet.visible_rows().iter();
    let rows: Vec<String> = rows.map(|row| crate::app::fixture::plain(row)).collect();
    let expected = [
        "uses write",
        "likely no other visible declaration has this name",
        "line 3 let by_size = segments.iter().sorted_by_key(|meta| meta.num_docs());",
    ];
    assert_eq!(rows[2..], expected);
    assert_eq!(sheet.title, "why src/indexer/merge_policy.rs:3");
}

#[test]
fn answer_to_another_request_is_dropped() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>");
    let effects = app.update(key('c'));
    let other = app.update(Event::Key(crossterm::event::KeyCode::Esc.into()));
    run_until_idle(&mut app, effects);
    assert!(app.results.hits().is_empty());
    run_until_idle(&mut app, other);
    assert_eq!(app.describe_query(), "merge");
    assert_eq!(app.results.hits().len(), 5);
}

#[test]
fn same_kind_filter_toggles() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>");
    let effects = app.update(key('s'));
    let method = Filter {
        field: Field::Kind,
        value: "method".into(),
        negated: false,
    };
    assert_eq!(sent_query(&effects).unwrap().1.filters, [method]);
    run_until_idle(&mut app, effects);
    let effects = app.update(key('s'));
    assert!(sent_query(&effects).unwrap().1.filters.is_empty());
    run_until_idle(&mut app, effects);
    drive(&mut app, "s/x");
    assert_eq!(app.search.only, None, "another query");
    drive(&mut app, "<tab>Gs");
    assert_eq!(selected(&app), "no_merge", "what was chosen stays");
    drive(&mut app, "s");
    assert_eq!(selected(&app), "no_merge");
    let mut app = browsing(120, 30);
    assert_eq!(drive(&mut app, "<tab>s"), []);
    assert!(app.screen.notice.as_ref().is_some());
}

#[test]
fn more_results_are_requested_only_from_a_truncated_answer() {
    let limit = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Send(_, Request::Search(Search { limit, .. })) => Some(*limit),
            _ => None,
        })
    };
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>");
    assert_eq!(limit(&app.update(key('+'))), None, "there are five");
    app.options.limit = 5;
    drive(&mut app, "/s<tab>");
    assert!(app.results.has_more());
    let selected = app.results.selected().map(|node| node.id);
    let effects = app.update(key('+'));
    assert_eq!(limit(&effects), Some(105));
    run_until_idle(&mut app, effects);
    assert!(!app.results.has_more());
    assert_eq!(app.results.selected().map(|node| node.id), selected);
    // The same for the last row.
    drive(&mut app, "/s<tab>G");
    let enter = crossterm::event::KeyCode::Enter.into();
    assert_eq!(limit(&app.update(Event::Key(enter))), Some(105));
}

#[test]
fn an_answer_of_fewer_results_than_the_limit_may_have_more() {
    let mut app = app(120, 30);
    app.search.limit = hits().len() + 1;
    let mut answer_with = |has_more| {
        let mut answer = fixture::answer(&Query::default(), hits());
        std::sync::Arc::make_mut(&mut answer).has_more = has_more;
        app.answered(fixture::first_ticket(), Ok(answer));
        app.results.has_more()
    };
    assert!(!answer_with(false));
    assert!(answer_with(true), "some of the candidates were copies");
}

#[test]
fn data_requested_by_another_tree_is_requested_again() {
    let mut app = browsing(120, 30);
    let follow = |app: &mut App| {
        app.results.invalidate();
        app.refresh();
        let effects = std::mem::take(&mut app.effects);
        wanted(&effects).map_or(0, |wanted| wanted.about.len())
    };
    assert_eq!(follow(&mut app), 0, "it is on its way");
    app.show(true);
    app.show(false);
    assert!(follow(&mut app) > 0, "it went to the hits");
}

/// Format, query and file of an export as a text.
#[track_caller]
fn text_of(export: &crate::protocol::ExportRequest) -> (ExportFormat, &str, Option<&str>) {
    match &export.target {
        ExportTarget::Text {
            format,
            query,
            file,
        } => (*format, query, file.as_deref()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn marks_are_kept_across_queries_and_exported() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>xggx/d<tab>");
    assert_eq!(app.session.marks().len(), 2);
    drive(&mut app, "Gxx");
    assert_eq!(app.session.marks().len(), 2, "made and taken off");
    let effects = drive(&mut app, "X<enter>");
    let [Effect::Send(ticket, Request::Export(export))] = &effects[..] else {
        panic!("{effects:?}");
    };
    let expected = (ExportFormat::Markdown, "marked in tantivy", None);
    assert_eq!(text_of(export), expected);
    let file = &fixture::merger().tree.chunks[0];
    let ids: Vec<ChunkId> = export
        .marks
        .iter()
        .map(|mark| ChunkId(mark.chunk))
        .collect();
    assert_eq!(ids, [fixture::merger().tree.chunks[8].id, file.id]);
    let written = Exported::Text("# merge".into(), 2);
    let effects = app.update(Event::Reply(*ticket, Reply::Exported(Ok(written))));
    assert_eq!(effects, [Effect::Copy("# merge".into())]);
    assert_eq!(fixture::notice(&app), "Copied 2 locations");
}

#[test]
fn marks_and_results_are_exported_separately() {
    let check = |keys: &str, number: usize, query: &str| {
        let mut app = app(120, 30);
        drive(&mut app, "merge<tab>x");
        let effects = drive(&mut app, keys);
        let [Effect::Send(_, Request::Export(export))] = &effects[..] else {
            panic!("{effects:?}");
        };
        assert_eq!((export.marks.len(), text_of(export).1), (number, query));
    };
    check("Xcopy paths<enter>", 1, "marked in tantivy");
    check("Xcopy paths<down><enter>", hits().len(), "merge");
    check("Xwrite paths<down><enter><enter>", hits().len(), "merge");
}

/// Checks the file name of an export after these keys.
fn check_name(keys: &str, expected: Option<&str>) {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>Xwrite paths<enter>");
    assert_eq!(
        app.screen.popup.as_ref().map(|it| &*it.title),
        Some("write to")
    );
    let effects = drive(&mut app, keys);
    let named = effects.iter().find_map(|effect| match effect {
        Effect::Send(_, Request::Export(export)) => text_of(export).2,
        _ => None,
    });
    assert_eq!(named, expected, "{keys}");
    assert_eq!(
        app.screen.popup.as_ref().is_some(),
        keys.ends_with("<c-u><enter>")
    );
}

#[test]
fn export_is_written_under_the_typed_name() {
    check_name("<enter>", Some("smriti-export.txt"));
    check_name("<c-u>../notes/q?.txt<enter>", Some("../notes/q?.txt"));
    check_name("<c-a>my-<enter>", Some("my-smriti-export.txt"));
    check_name("<c-u><enter>", None);
    check_name("<esc>", None);
}

#[test]
fn without_marks_all_results_are_exported() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>");
    let effects = drive(&mut app, "Xwrite paths<enter><enter>");
    let [Effect::Send(ticket, Request::Export(export))] = &effects[..] else {
        panic!("{effects:?}");
    };
    let offered = Some("smriti-export.txt");
    assert_eq!(text_of(export), (ExportFormat::Paths, "merge", offered));
    assert_eq!(export.marks.len(), hits().len());
    let failed = Err("export: the file cannot be written".to_owned());
    app.update(Event::Reply(*ticket, Reply::Exported(failed)));
    assert_eq!(app.screen.notice.as_ref().unwrap().tone, Tone::Error);
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>X");
    assert!(app.screen.popup.as_ref().is_none() && app.screen.notice.as_ref().is_some());
}

#[test]
fn results_are_exported_with_their_matches() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>");
    let mut checked = fixture::checked(&hits()[0], None, "");
    checked.at = Some((4, 9));
    let ticket = fixture::last_check(&mut app);
    app.update(Event::Reply(ticket, Reply::Checked(vec![checked])));
    let effects = drive(&mut app, "X<enter>");
    let [Effect::Send(_, Request::Export(export))] = &effects[..] else {
        panic!("{effects:?}");
    };
    let at: Vec<_> = export.marks.iter().map(|mark| mark.at).collect();
    assert_eq!(at[..2], [Some((4, 9)), None]);
    drive(&mut app, "x");
    assert_eq!(app.session.marks()[0].at, Some((4, 9)));
}

#[test]
fn back_and_forward_restore_query_row_and_zoom() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>K<tab>z");
    assert_eq!((selected(&app), app.code.level()), ("write_postings", 1));
    let words = |app: &App| (app.describe_query(), app.prompt.text().to_owned());
    // Another letter, and a query about a row.
    drive(&mut app, "<esc>/d<tab>m");
    let now = words(&app);
    drive(&mut app, "<c-o>");
    assert_eq!(words(&app), ("merged".into(), "merged".into()));
    drive(&mut app, "<c-o>");
    assert_eq!(words(&app), ("merge".into(), "merge".into()));
    assert_eq!((selected(&app), app.code.level()), ("write_postings", 1));
    drive(&mut app, "<c-o>");
    assert!(
        app.screen.notice.as_ref().is_some(),
        "queries passed while typing are not in the history"
    );
    drive(&mut app, "<a-o><a-o>");
    assert_eq!(words(&app), now);
    drive(&mut app, "<a-o>");
    assert!(app.screen.notice.as_ref().is_some());
}

#[test]
fn keys_without_effect_on_a_directory_show_a_message() {
    let check = |keys: &str, message: &str| {
        let mut app = browsing(120, 30);
        drive(&mut app, keys);
        let notice = fixture::notice(&app);
        assert!(notice.contains(message), "{keys}: {notice:?}");
    };
    for key in ["i", "c", "gd"] {
        check(&format!("<tab>j{key}"), "Select a file or a declaration");
    }
    for key in ["P", "+", "-", "W", "z", "f", "<space>"] {
        check(&format!("<tab>j<tab>{key}"), "A directory has no code");
    }
    check("<tab>jS", "No results");
    check("<backtab>z", "Nothing is selected");
}

#[test]
fn back_to_a_row_of_the_repository() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>jljl");
    let before = app.results.selected().map(|node| node.id);
    drive(&mut app, "/merge<c-o>");
    assert!(app.is_browsing());
    assert_eq!(app.results.selected().map(|node| node.id), before);
    assert_eq!(app.prompt.text(), "");
}

#[test]
fn position_history_is_bounded() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>");
    for _ in 0..80 {
        drive(&mut app, "jmkm");
    }
    drive(&mut app, "j");
    let mut steps = 0;
    while app.screen.notice.as_ref().is_none() {
        drive(&mut app, "<c-o>");
        steps += 1;
    }
    assert_eq!(steps, 101);
}

#[test]
fn footer_lists_the_keys_of_the_selected_row() {
    let footer = |app: &App| {
        let keys = app.footer().into_iter();
        keys.take(2)
            .map(|(_, key, word)| format!("{key} {word}"))
            .collect::<Vec<_>>()
    };
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>gg");
    assert_eq!(footer(&app), ["Enter open", "Tab code"]);
    drive(&mut app, "<enter>");
    assert_eq!(footer(&app), ["Enter close", "Tab code"]);
    drive(&mut app, "<tab>");
    assert_eq!(
        footer(&app),
        ["Tab results", "Ctrl-C quit"],
        "A directory has no code"
    );
    drive(&mut app, "/merge<tab>gg");
    assert_eq!(footer(&app), ["Enter edit", "Tab code"]);
}
