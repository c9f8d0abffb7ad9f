//! The code pane: what can be opened in it, in three sizes.

use super::{after, find, frame};
use crate::app::{Event, fixture};
use crate::chunk::{Format, HiddenRange, Kind, Role};
use crate::corpus::SourcePath;
use crate::protocol::Reply;
use insta::assert_snapshot;
use std::sync::Arc;

const SIZES: [(u16, u16); 3] = [(120, 30), (80, 24), (40, 12)];

/// The frames after keys, in each size.
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
fn files_that_cannot_be_shown_say_why() {
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
        let (_, said) = why.split_at(10);
        assert!(frame(&app).contains(&said[..12]), "{}", frame(&app));
    }
}

/// A page of Markdown with its marks, as they are found in it.
#[test]
fn prose_is_read_without_its_marks() {
    let text = "## Install\n\n* a **bold** [word](https://example.org/which/is/long), and more of \
                it than there is room for\n";
    let mut document = fixture::document(
        "docs/install.md",
        text,
        &[
            (0, Kind::File, Role::Parent, "install.md", 1, 3),
            (1, Kind::Section, Role::Body, "Install", 1, 3),
        ],
    );
    let mark = |from: &str, length: usize, shown| {
        let start = text.find(from).unwrap();
        let bytes = start as u32..(start + length) as u32;
        HiddenRange { bytes, shown }
    };
    document.marks = vec![
        mark("## ", 3, ""),
        mark("* a", 1, "•"),
        mark("**bold", 2, ""),
        mark("** [", 2, ""),
        mark("[word", 1, ""),
        mark("](h", 36, ""),
    ];
    Arc::make_mut(&mut document.tree).format = Some(Format::Markdown);
    let mut app = fixture::app(80, 14);
    find(&mut app, "install", document);
    assert_snapshot!("prose", frame(&app));
}
