//! The smallest screens, the strangest names and the simplest terminals.

use super::{Theme, drawn, embedded, frame, rows};
use crate::app::{App, Event, fixture};
use crate::config::Preset;
use crate::ui::canvas::Canvas;
use crate::ui::theme::Role;
use insta::assert_snapshot;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

/// Keys that open each popup, in its loading state and after it.
const POPUPS: [&str; 5] = [
    "<tab>?",
    "<f2>",
    "segment<tab>t",
    "segment<tab>w",
    "segment<tab>[",
];

fn after(width: u16, height: u16, keys: &str) -> App {
    let mut app = fixture::app(width, height);
    fixture::drive(&mut app, keys);
    app
}

#[test]
fn popups_on_twenty_by_six() {
    let frames = POPUPS.map(|keys| frame(&after(20, 6, keys)));
    assert_snapshot!(
        "popups_on_twenty_by_six",
        frames.join("--------------------\n")
    );
}

#[test]
fn possible_keys_after_a_vim_prefix() {
    let mut app = fixture::with_keys(Preset::Vim);
    app.update(Event::Resize(100, 16));
    app.update(Event::Index(fixture::fresh()));
    fixture::drive(&mut app, "segment<tab><tab>z");
    assert_snapshot!("possible_keys_after_a_vim_prefix", frame(&app));
    app.update(Event::Resize(30, 5));
    assert_snapshot!("possible_keys_in_five_rows", frame(&app));
}

#[test]
fn a_match_is_visible_while_the_text_to_find_is_typed() {
    for opens in ["<tab>/", ":find: Find in<enter>"] {
        let frame = frame(&after(40, 10, &format!("segment<tab>{opens}fieldnorms")));
        let is_visible = frame.contains("> fieldnorms") && frame.contains("write-fieldnorm");
        assert!(is_visible, "{opens}: {frame}");
    }
}

#[test]
fn wide_characters_do_not_cover_the_border_of_a_popup() {
    let theme = embedded("terminal");
    for (x, expected) in [(2, "日┌─┐ 文\n日└─┘ 文\n"), (3, "日 ┌─┐文\n日 └─┘文\n")]
    {
        let mut buffer = Buffer::with_lines(["日本語文", "日本語文"]);
        let mut canvas = Canvas {
            buffer: &mut buffer,
            theme: &theme,
            targets: Vec::new(),
        };
        canvas.frame(Rect::new(x, 0, 3, 2), Borders::ALL, Role::Border);
        assert_eq!(rows(&buffer), expected);
    }
}

/// The frames at all sizes.
fn drawn_at_all_sizes(app: &mut App) -> Vec<String> {
    let sizes = [
        (120, 30),
        (80, 24),
        (40, 12),
        (20, 6),
        (9, 3),
        (2, 2),
        (1, 1),
        (0, 0),
    ];
    let at = |(width, height)| {
        app.update(Event::Resize(width, height));
        frame(app)
    };
    sizes.map(at).into()
}

/// A name with control sequences, invisible and right-to-left characters, and characters of two cells.
const HOSTILE: &str = "\u{1b}[31m\u{9b}2J\u{202e}\u{200b}日本語👩\u{200d}💻e\u{301}\t\u{7}";

fn check_harmless(mut app: App) {
    for frame in drawn_at_all_sizes(&mut app) {
        let steers = |c: char| c.is_control() && c != '\n';
        // In an emoji the joiner hides nothing.
        let frame = frame.replace("👩\u{200d}💻", "");
        assert!(!frame.contains(steers), "{frame:?}");
        assert!(
            !frame.contains(['\u{202e}', '\u{200b}', '\u{200d}']),
            "{frame:?}"
        );
    }
}

#[test]
fn popups_escape_what_is_listed_and_typed() {
    let mut app = fixture::with_themes(&[HOSTILE, "night", &HOSTILE.repeat(40)]);
    app.update(Event::Index(fixture::fresh()));
    fixture::drive(&mut app, "<tab>t");
    app.update(Event::Resize(60, 14));
    assert_snapshot!("hostile_names_in_a_list", frame(&app));
    check_harmless(app);
    for keys in POPUPS {
        let mut app = after(80, 24, keys);
        for c in HOSTILE.chars() {
            let key = crossterm::event::KeyCode::Char(c);
            app.update(Event::Key(key.into()));
        }
        check_harmless(app);
        let mut app = after(80, 24, keys);
        app.update(Event::Paste(HOSTILE.repeat(9)));
        check_harmless(app);
    }
}

#[test]
fn a_page_about_a_hostile_path_is_harmless() {
    let path = format!("src/{HOSTILE}.rs");
    let cuts = [(
        0,
        crate::chunk::Kind::File,
        crate::chunk::Role::Parent,
        HOSTILE,
        1,
        1,
    )];
    let document = fixture::document(&path, "fn a() {}\n", &cuts);
    let hit = fixture::hit(&document, 0, 0.9, fixture::ranks(Some(1), None));
    let mut app = fixture::app(80, 24);
    fixture::search_finds(&mut app, "x", vec![hit]);
    fixture::drive(&mut app, "<tab>w");
    assert!(app.screen.popup.as_ref().is_some());
    check_harmless(app);
}

#[test]
fn in_ascii_every_cell_is_ascii() {
    let (mut theme, _) = Theme::load("terminal", &|_| Ok(None)).expect("the default");
    theme.is_ascii = true;
    let keys = ["", "segment<tab>", "segment lang:rust -path:tests", "zzz"];
    for keys in keys.iter().chain(&POPUPS) {
        let text = rows(&drawn(&after(100, 16, keys), &theme));
        assert!(text.is_ascii(), "{text}");
    }
    let frame = rows(&drawn(
        &after(100, 16, "segment lang:rust -path:tests"),
        &theme,
    ));
    assert_snapshot!("in_ascii", frame);
    let frame = rows(&drawn(&after(100, 12, "<tab>?"), &theme));
    assert_snapshot!("help_in_ascii", frame);
}
