//! Screens: keys in, frame out.

mod clicks;
mod code;
mod looks;
mod prompt;
mod random;
mod small;
mod tree_pane;

use super::{Theme, draw};
use crate::app::{Activity, App, Event, IndexStatus, Stage, fixture};
use crate::chunk::{Kind, Role};
use crate::context::OpenDocument;
use crate::corpus::{Head, SourcePath};
use crate::protocol::Reply;
use insta::assert_snapshot;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use std::sync::Arc;
use unicode_width::UnicodeWidthStr;

/// A buffer as text, row by row; a wide character hides the cell after it.
pub(crate) fn rows(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut x = 0;
        let mut row = String::new();
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            row.push_str(symbol);
            x += u16::try_from(symbol.width()).unwrap_or(1).max(1);
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

fn drawn(app: &App, theme: &Theme) -> Buffer {
    let size = app.screen.layout.screen;
    let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
    terminal
        .draw(|frame| drop(draw(app, theme, frame)))
        .unwrap();
    terminal.backend().buffer().clone()
}

/// One of the embedded themes.
pub(crate) fn embedded(name: &str) -> Theme {
    let (theme, _) = Theme::load(name, &|_| Ok(None)).unwrap();
    theme
}

fn frame(app: &App) -> String {
    rows(&drawn(app, &embedded("terminal")))
}

/// Answers a query with the first chunk below a document's file, and opens the document.
fn find(app: &mut App, question: &str, document: OpenDocument) {
    let hit = fixture::hit(&document, 1, 0.9, fixture::ranks(Some(1), None));
    fixture::search_finds(app, question, vec![hit]);
    app.update(Event::Reply(
        fixture::first_ticket(),
        Reply::Opened(document.tree.path().clone(), Ok(Arc::new(document))),
    ));
}

/// The frame after keys.
fn after(width: u16, height: u16, keys: &str) -> String {
    let mut app = fixture::app(width, height);
    fixture::drive(&mut app, keys);
    frame(&app)
}

#[test]
fn before_anything_is_typed() {
    assert_snapshot!(after(120, 24, ""));
}

#[test]
fn other_members_in_the_file_of_the_best_hit() {
    assert_snapshot!(after(
        120,
        28,
        "how are segments merged lang:rust -path:tests"
    ));
}

#[test]
fn files_with_a_preview() {
    let mut app = fixture::browsing(140, 24);
    fixture::drive(&mut app, "<c-t>merger:12");
    assert_snapshot!(frame(&app));
}

#[test]
fn a_wide_screen_shows_the_best_line_of_each_result() {
    assert_snapshot!(after(160, 16, "how are segments merged"));
}

#[test]
fn the_first_frame() {
    let mut app = fixture::blank();
    app.update(Event::Resize(100, 20));
    assert_snapshot!(frame(&app));
}

#[test]
fn the_ranked_list() {
    assert_snapshot!(after(120, 20, "how are segments merged<tab>r"));
}

#[test]
fn zoomed_out_to_the_enclosing_scope() {
    assert_snapshot!(after(120, 36, "segment<tab><tab>z"));
}

#[test]
fn zoomed_out_to_the_whole_file() {
    assert_snapshot!(after(120, 30, "segment<tab><tab>zz"));
}

#[test]
fn the_parent_open_in_place() {
    assert_snapshot!(after(120, 24, "segment<tab><tab>P"));
}

#[test]
fn summary_of_a_directory() {
    assert_snapshot!(after(120, 16, "segment kind:module"));
}

#[test]
fn summary_of_a_file_above_its_text() {
    assert_snapshot!(after(120, 18, "segment kind:module<tab>j"));
}

#[test]
fn prose_is_wrapped_under_its_page() {
    assert_snapshot!(after(100, 16, "merge heading:guide"));
}

#[test]
fn a_file_selected_shows_the_file() {
    assert_snapshot!(after(120, 24, "segment<tab>[[[["));
}

#[test]
fn a_closed_file_shows_its_count() {
    assert_snapshot!(after(120, 14, "segment<tab>gH"));
}

#[test]
fn under_eighty_columns_panes_stack() {
    assert_snapshot!(after(72, 26, "segments merged lang:rust"));
}

#[test]
fn twenty_by_six_shows_something() {
    assert_snapshot!("results", after(20, 6, "segments merged"));
    assert_snapshot!("code", after(20, 6, "segments merged<tab><tab>"));
    assert_snapshot!("nothing_typed", after(20, 6, ""));
    assert_snapshot!("help", after(20, 6, "<f1>"));
}

#[test]
fn no_hits() {
    assert_snapshot!(after(100, 18, "zzz lang:rust"));
}

#[test]
fn no_hits_names_the_key_that_clears_the_prompt() {
    let frame = after(100, 18, "zzz");
    assert!(frame.contains("Ctrl-U clears the query."), "{frame}");
}

#[test]
fn an_empty_repository() {
    let mut app = fixture::app(100, 18);
    app.update(Event::Index(IndexStatus {
        leaves: 0,
        vectors: 0,
        skipped: 4,
        ..fixture::fresh()
    }));
    assert_snapshot!(frame(&app));
}

#[test]
fn without_an_index_the_results_pane_shows_the_reason() {
    for typed in ["", "merge"] {
        let mut app = fixture::blank();
        app.update(Event::Resize(100, 18));
        // No worker answers.
        app.update(Event::Paste(typed.to_owned()));
        let why = "index: permission denied";
        app.update(Event::Index(IndexStatus {
            stage: Activity::Failed(why.to_owned()),
            ..IndexStatus::default()
        }));
        let frame = frame(&app);
        for message in ["No index:", why, "tries again."] {
            assert!(frame.contains(message), "{frame}");
        }
    }
}

#[test]
fn semantic_search_follows() {
    let mut app = fixture::app(120, 16);
    app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Embedding),
        vectors: 12_480,
        skipped: 7,
        ..fixture::fresh()
    }));
    fixture::drive(&mut app, "merged<tab>");
    assert_snapshot!(frame(&app));
}

#[test]
fn a_document_that_cannot_be_opened() {
    let mut app = fixture::app(100, 16);
    fixture::drive(&mut app, "merge");
    app.update(Event::Reply(
        fixture::first_ticket(),
        Reply::Opened(
            SourcePath::new("src/indexer/merger.rs"),
            Err("src/indexer/merger.rs: permission denied; fix it and press R".into()),
        ),
    ));
    assert_snapshot!(frame(&app));
}

#[test]
fn help_is_made_from_the_keymap() {
    assert_snapshot!("top", after(100, 30, "<tab>?"));
    assert_snapshot!("searched", after(100, 16, "<tab>?zoom"));
}

/// Untrusted text everywhere: in a path, a name, the code and the query.
#[test]
fn control_sequences_are_escaped() {
    let text =
        "fn a\u{202e}b() {\n\tlet \x1b]52;c;QQ==\x07 = \"日本語 👩‍💻\";\n\tstd\u{200b}::exit\r\n}\n";
    let path = "src/e\x1b[31mvil.rs";
    let document = fixture::document(
        path,
        text,
        &[
            (0, Kind::File, Role::Parent, "evil.rs", 1, 4),
            (1, Kind::Function, Role::Body, "a\u{202e}b", 1, 4),
        ],
    );
    let mut app = fixture::app(100, 16);
    find(&mut app, "x\u{9b}x \u{202e}x", document);
    let frame = frame(&app);
    assert!(
        !frame.chars().any(|c| c.is_control() && c != '\n'),
        "{frame:?}"
    );
    assert!(!frame.contains(['\u{202e}', '\u{200b}']), "{frame:?}");
    assert_snapshot!(frame);
}

/// Every size is drawn in every state, and a larger size shows the query again.
#[test]
fn any_size_is_drawn() {
    for keys in [
        "",
        "merge",
        "merge lang:rust -x",
        "merge<tab>r",
        "merge<tab><tab>z",
        "zzz",
        "<f1>",
    ] {
        for (width, height) in (0..50)
            .map(|n| (n * 3, n))
            .chain((0..50).map(|n| (n, 50 - n)))
        {
            let mut app = fixture::app(120, 40);
            fixture::drive(&mut app, keys);
            app.update(Event::Resize(width, height));
            let query = keys.split('<').next().unwrap_or_default();
            let end = query.rsplit(' ').next().unwrap_or_default();
            let is_shown = width < 20 || height == 0 || frame(&app).contains(end);
            assert!(is_shown, "{keys} {width} {height}");
            // A small size does not lose the query.
            app.update(Event::Resize(120, 40));
            assert!(frame(&app).contains(query), "{keys} {width} {height}");
        }
    }
}

/// Color is never the only distinction: without it, the selection, the match and the chips still differ.
#[test]
fn selection_is_reversed_without_color() {
    let mut app = fixture::app(120, 20);
    fixture::drive(&mut app, "merged");
    for name in Theme::names() {
        let buffer = drawn(&app, &embedded(name).without_color());
        let cells = buffer.content();
        assert!(
            cells
                .iter()
                .all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
        );
        let reversed = cells
            .iter()
            .any(|cell| cell.modifier.contains(Modifier::REVERSED));
        assert!(reversed, "{name}");
    }
}

#[test]
fn prompt_shows_the_current_branch() {
    let mut app = fixture::app(100, 16);
    let title = |app: &App| frame(app).lines().next().unwrap_or_default().to_owned();
    assert!(title(&app).contains("main"));
    let head = Head {
        branch: Some("topic".into()),
        commit: None,
    };
    app.update(Event::Index(IndexStatus {
        head: Some(head),
        ..fixture::fresh()
    }));
    let title = title(&app);
    assert!(
        title.contains("topic") && !title.contains("main"),
        "{title}"
    );
}

#[test]
fn the_palette_finds_actions_by_their_words() {
    assert_snapshot!("palette", after(100, 20, "segment<tab>:zoom"));
    assert_snapshot!("palette_small", after(30, 8, "<f2>zoom"));
}

#[test]
fn explanation_of_a_result() {
    assert_snapshot!("why", after(100, 20, "segment<tab>w"));
}
