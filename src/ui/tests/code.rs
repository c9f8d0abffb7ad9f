//! The code pane, its folds and zoom levels, and relations, at three sizes.

use super::{after, find, frame};
use crate::app::{Event, fixture};
use crate::chunk::{Format, Kind, Role, markup};
use crate::context::OpenDocument;
use crate::corpus::SourcePath;
use crate::protocol::Reply;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use insta::assert_snapshot;
use std::sync::Arc;

const SIZES: [(u16, u16); 3] = [(120, 30), (80, 24), (40, 12)];

/// Checks the frames after keys, at each size.
fn check(name: &str, keys: &str) {
    for (width, height) in SIZES {
        let name = format!("{name}_{width}");
        assert_snapshot!(name, after(width, height, keys));
    }
}

#[test]
fn relations() {
    check("references", "segment<tab>c");
    check("siblings", "segment<tab><tab>S");
}

#[test]
fn the_code_over_the_results() {
    check("peek", "segment<tab>p");
}

#[test]
fn folds() {
    check("folded_whole", "segment<tab><tab>fC");
    check("outline_of_a_file", "segment<tab>nn<tab>z");
}

#[test]
fn long_lines() {
    check("moved", "segment<tab><tab>fgglll");
    check("wrapped", "segment<tab><tab>fW");
}

#[test]
fn files_that_cannot_be_shown_have_a_reason() {
    for why in [
        "src/indexer/merger.rs: binary",
        "src/indexer/merger.rs: 12.0 MB, more than the 10.0 MB that are read",
    ] {
        let mut app = fixture::app(80, 16);
        fixture::drive(&mut app, "merge");
        app.update(Event::Reply(
            fixture::first_ticket(),
            Reply::Opened(
                SourcePath::new("src/indexer/merger.rs"),
                Err(why.to_owned()),
            ),
        ));
        let (_, reason) = why.split_at(10);
        assert!(frame(&app).contains(&reason[..12]), "{}", frame(&app));
    }
}

/// A page of Markdown.
fn page(text: &str) -> OpenDocument {
    let lines = text.lines().count() as u32;
    let mut document = fixture::document(
        "docs/install.md",
        text,
        &[
            (0, Kind::File, Role::Parent, "install.md", 1, lines),
            (1, Kind::Section, Role::Body, "Install", 1, lines),
        ],
    );
    Arc::make_mut(&mut document.tree).format = Some(Format::Markdown);
    document.markup = markup(&document.tree);
    document
}

#[test]
fn prose_is_shown_without_markup() {
    let text = "## Install\n\n* a **bold** [word](https://example.org/which/is/long), and more of \
                it than there is room for\n";
    let mut app = fixture::app(80, 14);
    find(&mut app, "install", page(text));
    assert_snapshot!("prose", frame(&app));
}

#[test]
fn the_old_text_is_shown_in_place_and_beside() {
    let wide = [("inline", "d"), ("beside", "pD")].map(|(name, keys)| (120, name, keys));
    let narrow = [("inline", "d"), ("too_narrow", "D")].map(|(name, keys)| (60, name, keys));
    for (width, name, keys) in wide.into_iter().chain(narrow) {
        let mut app = fixture::browsing(width, 18);
        fixture::drive(&mut app, "<tab>]c");
        fixture::drive(&mut app, keys);
        assert_snapshot!(format!("old_{name}_{width}"), frame(&app));
    }
}

#[test]
fn the_cells_of_a_wide_table_are_wrapped() {
    let text = "## Install\n\n\
        > | system | how to install | size |\n\
        > |---|:--|--:|\n\
        > | 🐧 👩‍👩‍👧‍👦 | Add [the repository](https://example.org) and run `apt install`, then \
        log in again so that **the path** is known | 12 MB |\n\
        > | macOS | brew | 9 MB |\n\
        > | 漢字 | https://example.org/a/very/long/address/that/has/no/spaces/at/all/in/it.tgz |\n";
    for (width, keys) in [
        (60, "<tab><tab>p"),
        (120, "<tab><tab>"),
        (120, "<tab><tab>W<s-right><s-right><s-right>"),
    ] {
        let mut app = fixture::app(width, 22);
        find(&mut app, "install", page(text));
        fixture::drive(&mut app, keys);
        assert_snapshot!(format!("table_{width}_{}", keys.len()), frame(&app));
    }
}

#[test]
fn callers_and_callees_beside_the_code() {
    assert_snapshot!("columns_180x40", after(180, 40, "segment<tab><tab><tab>"));
}

#[test]
fn labels_on_names_and_rows() {
    assert_snapshot!("labels_of_names", after(100, 20, "segment<tab><tab>;"));
    assert_snapshot!(
        "labels_after_a_letter",
        after(100, 20, "segment<tab><tab>;s")
    );
    assert_snapshot!("labels_of_rows", after(60, 15, "segment<tab>;"));
}

#[test]
fn the_menu_of_a_name() {
    for (width, height) in [(120, 30), (20, 6)] {
        let mut app = fixture::app(width, height);
        fixture::drive(&mut app, "segment<tab><tab>jjjjj");
        app.update(Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Right),
            column: width * 3 / 4,
            row: height / 3,
            modifiers: KeyModifiers::NONE,
        }));
        assert_snapshot!(format!("menu_{width}x{height}"), frame(&app));
    }
}
