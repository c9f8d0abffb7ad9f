use super::page::{MAX_LISTED, contents, skipped};
use crate::app::fixture::{self, drive, plain};
use crate::app::{
    Activity, App, Effect, Event, GraphBuild, IndexStatus, Stage, StagePace, StageProgress,
};
use crate::corpus::{GitUnavailable, SkipReason, Skipped, SourcePath};
use crate::index::Sizes;
use crate::protocol::{BrowseReply, Contents, Inspection, Reply, Request, WatchMethod};
use std::sync::Arc;

fn inspection() -> Arc<Inspection> {
    let skipped = |path: &str, reason| Skipped {
        path: SourcePath::new(path),
        reason,
    };
    Arc::new(Inspection {
        sizes: Sizes {
            lexical: 3_400_000,
            vectors: 52_000,
            ..Sizes::default()
        },
        contents: Some(Contents {
            files: 350,
            parents: 7,
            has_graph: false,
            model: "static-256".to_owned(),
        }),
        is_being_written: Some(true),
        skipped: vec![
            skipped("a.png", SkipReason::Binary),
            skipped(".env", SkipReason::Secret),
            skipped("b.png", SkipReason::Binary),
            skipped(
                "c.rs",
                SkipReason::Unreadable("permission denied".to_owned()),
            ),
            skipped("d.rs", SkipReason::Unreadable("no such device".to_owned())),
        ],
    })
}

/// The page as text, after the reply of the inspector.
fn page(app: &mut App) -> Vec<String> {
    let ticket = app.panel.tickets.issue();
    app.update(Event::Reply(ticket, Reply::Inspected(Ok(inspection()))));
    let (_, rows) = app.index_page();
    rows.iter().map(|row| plain(row)).collect()
}

fn check(lines: &[String], expected: &str) {
    assert!(
        lines.iter().any(|line| line == expected),
        "{expected}: {lines:#?}"
    );
}

#[test]
fn opening_the_page_requests_one_inspection() {
    let mut app = fixture::app(120, 30);
    let effects = drive(&mut app, "<tab>I");
    let [Effect::Send(_, Request::Inspect { reads: true })] = effects[..] else {
        panic!("not one inspection: {effects:?}");
    };
    assert_eq!(drive(&mut app, "jk"), []);
    page(&mut app);
    assert_eq!(drive(&mut app, "j"), []);
    let moved = IndexStatus {
        generation: 4,
        ..fixture::fresh()
    };
    let effects = app.update(Event::Index(moved));
    let is_look =
        |effect: &Effect| matches!(effect, Effect::Send(_, Request::Inspect { reads: true }));
    assert!(effects.iter().any(is_look), "{effects:?}");
}

#[test]
fn commits_within_a_stage_request_no_inspection() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "<tab>I");
    page(&mut app);
    let mut looks = |stage: &Activity, generation| {
        let effects = app.update(Event::Index(IndexStatus {
            stage: stage.clone(),
            generation,
            ..fixture::fresh()
        }));
        page(&mut app);
        let is_look =
            |effect: &&Effect| matches!(effect, Effect::Send(_, Request::Inspect { reads: _ }));
        effects.iter().filter(is_look).count()
    };
    let reading = (4..9)
        .map(|it| looks(&Activity::Running(Stage::Reading), it))
        .sum::<usize>();
    let embedding = (9..14)
        .map(|it| looks(&Activity::Running(Stage::Embedding), it))
        .sum::<usize>();
    let fresh = (14..16)
        .map(|it| looks(&Activity::UpToDate, it))
        .sum::<usize>();
    assert_eq!((reading, embedding, fresh), (1, 1, 2));
}

#[test]
fn the_page_lists_contents_and_skipped_files() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "<tab>I");
    let lines = page(&mut app);
    check(
        &lines,
        "contents 350 files · 20,310 leaves · 20,310 vectors",
    );
    check(&lines, "on disk keyword index 3.4 MB · vectors 52.0 kB");
    check(&lines, "model static-256 on the built-in backend");
    check(&lines, "writer this process");
    check(&lines, "skipped 5");
    check(&lines, "> binary: NUL bytes   2");
    check(&lines, ">> a.png");
    check(&lines, "> cannot be read   2");
    check(&lines, ">> c.rs   cannot be read: permission denied");
}

#[test]
fn stages_show_progress_and_duration() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "<tab>I");
    let work = |stage, count: (usize, usize), pace: Option<StagePace>| StageProgress {
        stage,
        done: count.0,
        all: count.1,
        seconds: 2,
        is_running: pace.is_some(),
        pace,
    };
    let pace = Some(StagePace {
        per_minute: 60_000,
        seconds_left: 8,
    });
    app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Embedding),
        works: vec![
            work(Stage::Walking, (0, 0), None),
            work(Stage::Reading, (350, 350), None),
            work(Stage::Embedding, (12_480, 20_310), pace),
        ],
        ..fixture::fresh()
    }));
    let lines = page(&mut app);
    check(&lines, "this run");
    check(&lines, "done scanned 2 s");
    check(&lines, "done keywords 350/350 files 2 s");
    check(
        &lines,
        "runs vectors 12,480/20,310 leaves 1,000/s, 8 s left",
    );
}

#[test]
fn the_walk_lists_its_files() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "<tab>I");
    let work = |stage, is_running| StageProgress {
        stage,
        done: 120,
        all: 350,
        seconds: 2,
        is_running,
        pace: None,
    };
    app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Reading),
        works: vec![work(Stage::Walking, false), work(Stage::Reading, true)],
        walked: 350,
        ..fixture::fresh()
    }));
    let lines = page(&mut app);
    check(&lines, "done scanned 350 files 2 s");
    check(&lines, "runs keywords 120/350 files 2 s");
}

#[test]
fn long_errors_are_wrapped() {
    let why = "index: /home/somebody/.cache/smriti-tui: permission denied; check its permissions, or \
               set XDG_CACHE_HOME to a folder that can be written";
    let mut app = fixture::app(60, 30);
    drive(&mut app, "<tab>I");
    app.update(Event::Index(IndexStatus {
        stage: Activity::Failed(why.to_owned()),
        ..fixture::fresh()
    }));
    let shown = |app: &App| {
        let width = usize::from(app.screen.layout.popup().width);
        let (_, rows) = app.index_page();
        let rows = rows.iter().take_while(|row| !row.is_empty());
        let rows = rows.map(|row| plain(row)).collect::<Vec<_>>();
        assert!(rows.iter().all(|row| row.len() <= width), "{rows:#?}");
        rows.concat()
    };
    assert!(shown(&app).contains(why), "{}", shown(&app));
    app.update(Event::Resize(100, 30));
    let is_shown = |app: &App| match app.screen.popup.as_ref() {
        Some(popup) => popup.visible_rows().concat() == app.index_page().1.concat(),
        _ => false,
    };
    assert!(is_shown(&app), "it is laid out for the new width");
}

#[test]
fn failed_indexing_is_not_shown_as_idle() {
    let message = |stage| {
        let mut app = fixture::app(120, 30);
        drive(&mut app, "<tab>I");
        app.update(Event::Index(IndexStatus {
            stage,
            ..fixture::fresh()
        }));
        let seen = Inspection {
            is_being_written: Some(false),
            ..(*inspection()).clone()
        };
        let rows = contents(&app.index, &app.options.index, Some(&seen));
        rows.iter().map(|row| plain(row)).collect::<Vec<_>>()
    };
    check(
        &message(Activity::UpToDate),
        "writer none: nothing changed recently",
    );
    let full = Activity::Failed("index: no storage space".to_owned());
    check(&message(full), "writer none: indexing failed");
}

#[test]
fn the_page_shows_the_progress_of_the_graph() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "<tab>I");
    assert!(!app.is_busy());
    app.update(Event::Index(IndexStatus {
        graph: Some(Box::new(GraphBuild {
            linked: 5_077,
            rows: 20_310,
            pace: Some(StagePace {
                per_minute: 60_000,
                seconds_left: 16,
            }),
        })),
        ..fixture::fresh()
    }));
    let lines = page(&mut app);
    check(&lines, "runs graph 5,077/20,310 rows 1,000/s, 16 s left");
    assert!(app.is_busy(), "its count is polled");
    // The reply to the second request.
    page(&mut app);
    let effects = app.update(Event::Index(fixture::fresh()));
    assert!(!app.is_busy());
    let is_look =
        |effect: &Effect| matches!(effect, Effect::Send(_, Request::Inspect { reads: _ }));
    assert!(effects.iter().any(is_look), "it is there: {effects:?}");
}

#[test]
fn polling_shows_its_reason() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "<tab>I");
    app.update(Event::Index(IndexStatus {
        watching: WatchMethod::Polling("no more watches".to_owned()),
        ..fixture::fresh()
    }));
    check(
        &page(&mut app),
        "changes polling every few seconds: no more watches",
    );
}

#[test]
fn rebuilding_needs_a_second_press() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "<tab>I");
    assert_eq!(drive(&mut app, "<a-r>"), []);
    check(
        &page(&mut app),
        "Press Alt-r again to delete the index and index every file",
    );
    // After leaving the page it must be confirmed twice again.
    assert_eq!(drive(&mut app, "<esc>I")[1..], []);
    assert_eq!(drive(&mut app, "<a-r>"), []);
    assert_eq!(drive(&mut app, "<a-r>"), [Effect::Rebuild]);
}

#[test]
fn keys_of_the_page_rescan_and_stop_indexing() {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "<tab>I");
    assert_eq!(drive(&mut app, "R"), [Effect::Reindex]);
    assert_eq!(
        drive(&mut app, "R"),
        [Effect::Reindex],
        "and never more than that"
    );
    check(
        &page(&mut app),
        "R rescan · Alt-c stop · Alt-r delete and rebuild",
    );
    assert_eq!(drive(&mut app, "<a-c>"), [], "nothing runs");
    app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Reading),
        ..fixture::fresh()
    }));
    page(&mut app);
    let effects = drive(&mut app, "<a-c>");
    assert!(effects.contains(&Effect::CancelIndexing), "{effects:?}");
    assert!(app.screen.popup.as_ref().is_some(), "it stays");
}

#[test]
fn a_long_list_is_cut_with_a_note() {
    let many: Vec<Skipped> = (0..MAX_LISTED + 7)
        .map(|number| Skipped {
            path: SourcePath::new(&format!("{number}.png")),
            reason: SkipReason::Binary,
        })
        .collect();
    let rows = skipped(&many);
    assert_eq!(rows.len(), 1 + 1 + MAX_LISTED + 1);
    let last = plain(&rows[rows.len() - 1]);
    assert_eq!(last, ">> and 7 more: smriti-tui status --skipped");
}

#[test]
fn unknown_git_changes_are_reported_where_there_is_a_commit() {
    let mut app = fixture::browsing(120, 30);
    for (why, is_reported) in [
        (GitUnavailable::NoCommit, false),
        (GitUnavailable::Borrowed, true),
    ] {
        let ticket = app.browsing.tickets.issue();
        let reply = Reply::Listed(BrowseReply::Changed(Err(why)));
        app.update(Event::Reply(ticket, reply));
        let message = app.status_line().pop().expect("a state").text;
        assert_eq!(
            message.starts_with("Git changes unavailable: objects"),
            is_reported
        );
    }
}
