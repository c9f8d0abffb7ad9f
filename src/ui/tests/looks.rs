//! Every pane and popup at three sizes, with the styles of three kinds of terminal: with 16 colors, with true
//! color, and without color.

use super::{Theme, drawn, rows};
use crate::app::{
    Activity, App, Effect, Event, GraphBuild, IndexStatus, Stage, StagePace, StageProgress, fixture,
};
use crate::corpus::{SkipReason, Skipped, SourcePath};
use crate::index::Sizes;
use crate::protocol::{Contents, Inspection, Reply, Request};
use insta::assert_snapshot;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Modifier;
use std::fmt::Write;
use std::sync::Arc;

const SIZES: [(u16, u16); 3] = [(120, 30), (80, 24), (40, 12)];

/// Checks the frame after keys, at each size: its text and the styles of its cells.
fn check(name: &str, keys: &str) {
    check_from(name, fixture::app, keys);
}

/// The same, from an app made by `make`.
fn check_from(name: &str, make: fn(u16, u16) -> App, keys: &str) {
    for (width, height) in SIZES {
        let mut app = make(width, height);
        fixture::drive(&mut app, keys);
        assert_snapshot!(format!("{name}_{width}x{height}"), looks(&app));
    }
}

fn theme(name: &str) -> Theme {
    let (theme, _) = Theme::load(name, &|_| Ok(None)).expect("an embedded theme");
    theme
}

fn looks(app: &App) -> String {
    let themes = [
        theme("terminal"),
        theme("night"),
        theme("night").without_color(),
    ];
    let frames = themes.map(|theme| drawn(app, &theme));
    let texts = frames.each_ref().map(rows);
    assert!(
        texts.iter().all(|text| *text == texts[0]),
        "a theme has no say in the text"
    );
    format!("{}{}", texts[0], digest(&frames))
}

/// Runs of cells with the same styles in all frames, a letter for each style, and the meaning of the letters.
/// Rows equal to the one above are omitted.
fn digest(frames: &[Buffer; 3]) -> String {
    let mut looks: Vec<String> = Vec::new();
    let mut digest = String::new();
    let mut above = String::new();
    let area = *frames[0].area();
    for y in 0..area.height {
        let mut row = String::new();
        let mut runs: Vec<(usize, u16)> = Vec::new();
        for x in 0..area.width {
            let look = frames
                .each_ref()
                .map(|frame| look(&frame[(x, y)]))
                .join(" | ");
            let known = looks.iter().position(|known| *known == look);
            let at = known.unwrap_or_else(|| {
                looks.push(look);
                looks.len() - 1
            });
            match runs.last_mut() {
                Some((last, cells)) if *last == at => *cells += 1,
                _ => runs.push((at, 1)),
            }
        }
        for (at, cells) in runs {
            let _ = write!(row, " {}{cells}", letter(at));
        }
        if row != above {
            let _ = writeln!(digest, "{y:>2}{row}");
        }
        above = row;
    }
    for (at, look) in looks.iter().enumerate() {
        let _ = writeln!(digest, "{} = {look}", letter(at));
    }
    digest
}

fn letter(at: usize) -> char {
    let letters = ('a'..='z').chain('A'..='Z');
    letters.chain('α'..='ω').nth(at).unwrap_or('?')
}

/// `bold cyan on black`, as in a theme.
fn look(cell: &Cell) -> String {
    let mut words: Vec<String> = Vec::new();
    let modifiers = [
        (Modifier::BOLD, "bold"),
        (Modifier::DIM, "dim"),
        (Modifier::ITALIC, "italic"),
        (Modifier::UNDERLINED, "underline"),
        (Modifier::REVERSED, "reverse"),
    ];
    for (modifier, word) in modifiers {
        if cell.modifier.contains(modifier) {
            words.push(word.to_owned());
        }
    }
    words.push(cell.fg.to_string().to_lowercase());
    words.push(format!("on {}", cell.bg.to_string().to_lowercase()));
    words
        .join(" ")
        .replace("reset on reset", "default")
        .replace(" on reset", "")
}

#[test]
fn panes() {
    check("start", "");
    check("prompt", "segment lang:rust -path:tests \"merged\"");
    check("results", "segment<tab>");
    check("ranked", "segment<tab>r");
    check("code", "segment<tab><tab>z");
    check("nothing", "zzz lang:rust");
}

#[test]
fn popups() {
    check("help", "<tab>?");
    check("palette", "segment<c-p>zo");
    check("themes", "segment<tab>t<down>");
    check("why", "segment<tab>w");
    check("keys", "segment<tab>[");
    check("export", "segment<tab>X<down>");
    check("history", "merge<tab>/segment<tab>/<c-u><c-r><down>");
    check("bookmarks", "segment<tab>bjbB");
    check("completion", "merge lang:<down><down>");
}

#[test]
fn the_repository_and_its_files() {
    check_from("browsing", fixture::browsing, "<tab>");
    check_from("files", fixture::browsing, "<c-t>merge");
}

#[test]
fn rows_and_code() {
    check("marks", "segment<tab>xjjx");
    check("peek", "segment<tab>p");
    check("callers", "segment<tab><tab>c");
    check("folds", "segment<tab><tab>fC");
}

#[test]
fn the_page_about_the_index() {
    check_from("index", inspected, "");
}

#[test]
fn the_page_while_indexing() {
    check_from("indexing", indexing, "");
}

/// The index page while files are read and a graph is built, after a failure.
fn indexing(width: u16, height: u16) -> App {
    let work = |stage, done, seconds, is_running, pace| StageProgress {
        stage,
        done,
        all: 350,
        seconds,
        is_running,
        pace,
    };
    let pace = |per_minute, seconds_left| {
        Some(StagePace {
            per_minute,
            seconds_left,
        })
    };
    let mut app = inspected(width, height);
    app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Reading),
        files: (120, 350),
        works: vec![
            work(Stage::Walking, 0, 2, false, None),
            work(Stage::Reading, 120, 3, true, pace(2_400, 6)),
        ],
        walked: 350,
        graph: Some(Box::new(GraphBuild {
            linked: 5_077,
            rows: 20_310,
            pace: pace(60_000, 16),
        })),
        ..fixture::fresh()
    }));
    app
}

/// The index page with the reply of the inspector.
fn inspected(width: u16, height: u16) -> App {
    let mut app = fixture::app(width, height);
    let effects = fixture::drive(&mut app, "<tab>I");
    let [Effect::Send(ticket, Request::Inspect { reads: _ })] = effects[..] else {
        panic!("no inspection is requested: {effects:?}");
    };
    let skipped = |path: &str| Skipped {
        path: SourcePath::new(path),
        reason: SkipReason::Binary,
    };
    app.update(Event::Reply(
        ticket,
        Reply::Inspected(Ok(Arc::new(Inspection {
            sizes: Sizes {
                lexical: 3_400_000,
                vectors: 5_200_000,
                ..Sizes::default()
            },
            contents: Some(Contents {
                files: 350,
                parents: 7,
                has_graph: false,
                model: "static-256".to_owned(),
            }),
            is_being_written: Some(true),
            skipped: vec![skipped("logo.png"), skipped("photo.jpg")],
        }))),
    ));
    app
}
