//! The code pane: what can be opened in it, in three sizes.

use super::{after, find, frame};
use crate::app::{Effect, Event, fixture};
use crate::chunk::{Format, Kind, Mark, Role};
use crate::context::{Connection, Relations};
use crate::corpus::SourcePath;
use crate::protocol::{Asker, Relate, Related, Reply, Request};
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
fn sections() {
    check("callers", "segment<tab><tab>c");
    check("imports", "segment<tab><tab>i");
    check("siblings", "segment<tab><tab>S");
}

#[test]
fn a_long_name_leaves_room_for_how_sure_it_is() {
    for (width, height) in SIZES {
        let mut app = fixture::app(width, height);
        fixture::drive(&mut app, "segment<tab><tab>");
        fixture::press(&mut app, "c");
        let mut callers = fixture::related::related(Connection::Callers);
        for caller in &mut callers.found {
            caller.names = vec!["file.rs".into(), "a_name_of_some_length_".repeat(4)];
        }
        app.update(answer(callers));
        let frame = frame(&app);
        let row = frame.lines().find(|line| line.contains(":142"));
        let row = row.expect("a caller").trim_end_matches(['│', ' ']);
        assert!(row.ends_with("…  possible"), "{row}");
    }
}

/// What the code pane is told of callers.
fn answer(callers: Relations) -> Event {
    Event::Reply(
        fixture::first_ticket(),
        Reply::Related(
            Asker::Code,
            Related {
                connection: Connection::Callers,
                relations: Ok(Arc::new(callers)),
                hits: Vec::new(),
            },
        ),
    )
}

/// More callers than are listed: the last row says so, and Enter there asks for them and opens no
/// editor.
#[test]
fn more_callers_than_are_listed() {
    let mut app = fixture::app(100, 28);
    fixture::drive(&mut app, "segment<tab><tab>");
    fixture::press(&mut app, "c");
    let mut callers = fixture::related::related(Connection::Callers);
    let one = callers.found.remove(0);
    callers.found = vec![one; 50];
    callers.total = 91;
    app.update(answer(callers));
    fixture::press(&mut app, "G");
    assert_snapshot!("more_callers", frame(&app));
    let keys = fixture::parse("<enter>").into_iter();
    let effects: Vec<Effect> = keys.flat_map(|key| app.update(Event::Key(key))).collect();
    let asks = effects.iter().filter_map(|effect| match effect {
        Effect::Ask(_, Request::Relate(_, Relate { limit, .. })) => Some(*limit),
        _ => None,
    });
    assert_eq!(asks.collect::<Vec<_>>(), [150]);
    assert!(!effects.iter().any(|it| matches!(it, Effect::Edit(_))));
    assert!(frame(&app).contains("looking …"));
}

#[test]
fn a_place_that_was_jumped_to() {
    check("jumped", "segment<tab><tab>c1");
}

#[test]
fn the_code_over_the_results() {
    check("peek", "segment<tab>p");
}

#[test]
fn folds() {
    check("folded_whole", "segment<tab><tab>fC");
    check("outline_of_a_file", "segment<tab><tab>nnz");
}

#[test]
fn long_lines() {
    check("moved", "segment<tab><tab>fglll");
    check("wrapped", "segment<tab><tab>fW");
}

#[test]
fn a_section_that_waits_and_one_that_fails() {
    let mut app = fixture::app(100, 28);
    fixture::drive(&mut app, "segment<tab><tab>");
    fixture::press(&mut app, "c");
    assert_snapshot!("looking", frame(&app));
    app.update(Event::Reply(
        fixture::first_ticket(),
        Reply::Related(
            Asker::Code,
            Related {
                connection: Connection::Callers,
                relations: Err("nothing is indexed yet; ask again in a moment".to_owned()),
                hits: Vec::new(),
            },
        ),
    ));
    assert_snapshot!("failed", frame(&app));
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
        Mark { bytes, shown }
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
