//! Review: from change to change over files, and the old text.

use super::Focus;
use crate::app::fixture::parse;
use crate::app::fixture::{self, app, browsing, drive, notice};
use crate::app::popup::PageSubject;
use crate::app::review::Review;
use crate::app::{App, Effect, Event, Row};
use crate::corpus::SourcePath;
use crate::protocol::{ChangedFile, FileState, Reply, Request, ReviewReply, ReviewRequest};
use std::sync::Arc;

/// File and line in the code pane.
fn at(app: &App) -> (String, u32) {
    let path = app.code.path().map_or(String::new(), ToString::to_string);
    (path, app.code.cursor_line().unwrap_or_default())
}

fn policy(line: u32) -> (String, u32) {
    ("src/indexer/merge_policy.rs".to_owned(), line)
}

#[test]
fn changes_are_visited_over_files_to_the_last_one() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>]c");
    assert_eq!((at(&app), app.screen.focus), (policy(3), Focus::Code));
    let text = "Change 1 of 2 in src/indexer/merge_policy.rs · file 1 of 2";
    assert_eq!(notice(&app), text);
    drive(&mut app, "]c");
    assert_eq!(at(&app), policy(10));
    drive(&mut app, "]c");
    assert_eq!(app.screen.page_subject(), Some(PageSubject::Deleted));
    let text = "src/indexer/old_policy.rs was deleted (2 lines) · file 2 of 2";
    assert_eq!(notice(&app), text);
    let (title, rows) = app.review.deleted_page().expect("a page");
    assert_eq!(title, "deleted: src/indexer/old_policy.rs");
    let rows: Vec<String> = rows.iter().map(|row| fixture::plain(row)).collect();
    assert_eq!(rows, ["- fn old() {", "- }"]);
    drive(&mut app, "]c");
    assert_eq!(notice(&app), "This was the last change");
    drive(&mut app, "[c");
    assert_eq!(at(&app), policy(10), "back before the deleted file");
    drive(&mut app, "[c[c");
    assert_eq!(at(&app), policy(3));
    assert_eq!(notice(&app), "This was the first change");
}

#[test]
fn steps_over_changes_add_up_while_git_is_read() {
    for (keys, line) in [("]c]c", 10), ("]cd", 3), ("]c]c[c", 3)] {
        let mut app = browsing(120, 30);
        app.review.invalidate();
        app.review = Review::default();
        let mut sent = Vec::new();
        for key in parse(&format!("<tab>{keys}")) {
            sent.extend(app.update(Event::Key(key)));
        }
        fixture::run_until_idle(&mut app, sent);
        assert_eq!(at(&app), policy(line), "{keys}");
    }
}

#[test]
fn keys_after_a_step_act_at_the_change() {
    let mut app = browsing(120, 30);
    app.review.invalidate();
    app.review = Review::default();
    let mut sent = Vec::new();
    for key in parse("<tab>]cjj") {
        sent.extend(app.update(Event::Key(key)));
    }
    assert!(notice(&app).starts_with("j waits for the keys before it"));
    fixture::run_until_idle(&mut app, sent);
    assert_eq!(at(&app), policy(5));
}

#[test]
fn a_change_outside_of_the_results_is_in_the_row_of_its_file() {
    let mut app = app(120, 30);
    let mut hits = fixture::hits();
    hits.truncate(3);
    let effects = fixture::search_finds(&mut app, "merged", hits);
    fixture::run_until_idle(&mut app, effects);
    drive(&mut app, "<tab>[c");
    assert_eq!(at(&app), policy(10));
    assert_eq!(app.describe_query(), "merged", "the results stay");
    let row = app.results.selected().unwrap();
    assert_eq!(row.name, "src/indexer/merge_policy.rs");
}

#[test]
fn changes_are_forgotten_when_git_is_gone() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>]c");
    let status = crate::app::IndexStatus {
        head: Some(crate::corpus::Head {
            branch: Some("other".to_owned()),
            commit: None,
        }),
        ..fixture::fresh()
    };
    let effects = app.update(Event::Index(status));
    assert_eq!(requests(&effects).len(), 1, "the files are compared again");
    let opened = fixture::ticket_of(&effects, |it| matches!(it, Request::Open(..)));
    assert!(opened.is_some(), "the marks of the code are read again");
    let ticket = fixture::ticket_of(&effects, |it| matches!(it, Request::Review(_)));
    let reply = ReviewReply::Files(Err("there is no git repository here".to_owned()));
    app.update(Event::Reply(
        ticket.expect("a request"),
        Reply::Reviewed(reply),
    ));
    drive(&mut app, "]c");
    assert_eq!(notice(&app), "There is no git repository here");
}

#[test]
fn a_change_in_results_selects_the_result_around_it() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>[c");
    assert_eq!(app.results.selected().unwrap().name, "no_merge");
    assert_eq!(at(&app), policy(10));
    assert_eq!(app.describe_query(), "merged", "the results stay");
    drive(&mut app, "[c");
    assert_eq!(
        app.results.selected().unwrap().name,
        "compute_merge_candidates"
    );
    assert_eq!(at(&app), policy(3));
}

/// The rows of the code pane: numbers of lines, with a minus those of old lines.
fn rows(app: &App) -> Vec<i64> {
    let rows = app.code.visible().map(|(row, _)| match row {
        Row::Line(line) => i64::from(line),
        Row::Old(line, _) => -i64::from(line),
        _ => 0,
    });
    rows.collect()
}

#[test]
fn removed_lines_are_shown_in_place() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>]c");
    assert!(rows(&app).iter().all(|row| *row > 0));
    drive(&mut app, "d");
    assert_eq!(rows(&app)[..5], [1, 2, -3, 3, 4]);
    assert_eq!(rows(&app)[8..], [8, 9, 10, -11, 11]);
    assert_eq!(
        app.code.old_line(3).trim(),
        "let by_size = segments.iter().sorted_by_key(|meta| meta.max_doc);"
    );
    let words = |line: &str, ranges: &[std::ops::Range<u32>]| {
        let word = |it: &std::ops::Range<u32>| line[it.start as usize..it.end as usize].to_owned();
        ranges.iter().map(word).collect::<Vec<_>>()
    };
    let old = app.code.old_line(3).into_owned();
    assert_eq!(words(&old, app.code.removed_words(3)), ["max_doc"]);
    let new = fixture::POLICY.lines().nth(2).expect("a line");
    assert_eq!(words(new, app.code.added_words(3)), ["num_docs", "(", ")"]);
    // The cursor passes over removed lines, which are no lines of the file.
    drive(&mut app, "k");
    assert_eq!(app.code.cursor_line(), Some(3));
    drive(&mut app, "k");
    assert_eq!(app.code.cursor_line(), Some(2));
    drive(&mut app, "d");
    assert!(rows(&app).iter().all(|row| *row > 0));
}

#[test]
fn before_and_after_need_a_wide_pane() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>]cD");
    assert!(
        notice(&app).starts_with("Two texts need a code pane of 80 columns"),
        "{}",
        notice(&app)
    );
    assert!(!app.code.is_beside());
    drive(&mut app, "pD");
    assert!(app.code.is_beside());
    assert_eq!(rows(&app)[8..], [9, 10, -11, 11]);
    let old: Vec<Option<u32>> = [2, 3, 4, 10, 11]
        .map(|line| app.code.old_number(line))
        .to_vec();
    assert_eq!(old, [Some(2), Some(3), Some(4), Some(10), Some(12)]);
}

/// The requests of a review among effects.
fn requests(effects: &[Effect]) -> Vec<ReviewRequest> {
    let sent = effects.iter().filter_map(|effect| match effect {
        Effect::Send(_, Request::Review(request)) => Some(request.clone()),
        _ => None,
    });
    sent.collect()
}

#[test]
fn the_base_of_the_query_is_the_base_of_the_review() {
    let mut app = app(120, 30);
    let effects = app.update(Event::Paste("in:changed:main merged".to_owned()));
    let requested = requests(&effects);
    assert_eq!(requested[0].base.as_deref(), Some("main"));
    let ticket = fixture::ticket_of(&effects, |it| matches!(it, Request::Review(_)));
    let error = "no branch is called main".to_owned();
    let reply = ReviewReply::Files(Err(error));
    app.update(Event::Reply(
        ticket.expect("a request"),
        Reply::Reviewed(reply),
    ));
    drive(&mut app, "<tab>]c");
    assert_eq!(notice(&app), "No branch is called main");
}

#[test]
fn a_step_passes_more_files_than_old_texts_are_kept() {
    let mut app = browsing(120, 30);
    let files: Arc<[ChangedFile]> = (10..30)
        .map(|number| ChangedFile {
            path: SourcePath::new(&format!("src/{number}.rs")),
            state: FileState::Modified,
            lines: None,
        })
        .collect();
    app.review.invalidate();
    app.reviewed(ReviewReply::Files(Ok(Arc::clone(&files))));
    let mut sent = Vec::new();
    for key in parse("<tab>]c") {
        sent.extend(app.update(Event::Key(key)));
    }
    let mut replies = 0;
    while let Some(effect) = sent.pop() {
        let Effect::Send(ticket, Request::Review(request)) = effect else {
            continue;
        };
        let reply = match request.path {
            None => ReviewReply::Files(Ok(Arc::clone(&files))),
            Some(path) => ReviewReply::File(path, Ok(None)),
        };
        sent.extend(app.update(Event::Reply(ticket, Reply::Reviewed(reply))));
        replies += 1;
        assert!(replies <= 2 * files.len(), "each file is read once");
    }
    assert_eq!(notice(&app), "This was the last change");
}

#[test]
fn a_deleted_declaration_is_shown_with_its_text() {
    let document = fixture::policy();
    let mut hit = fixture::hit(&document, 1, 1.0, fixture::ranks(None, None));
    hit.deleted = Some("fn gone() {\n    1\n}\n".into());
    hit.record.lines = (7, 9);
    let mut app = app(120, 30);
    let effects = fixture::search_finds(&mut app, "gone", vec![hit]);
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Send(_, Request::Open(..))))
    );
    assert_eq!(rows(&app), [-7, -8, -9]);
    assert_eq!(app.code.old_line(8), "    1");
}
