//! The results pane: the repository, answers, and what is said of them.

use super::frame;
use crate::app::{App, Asker, Effect, Event, fixture};
use crate::context::Connection;
use insta::assert_snapshot;
use std::sync::Arc;

/// The frame after keys in front of a repository whose files are listed, at each size.
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
at_each_size!(an_answer_as_a_tree, "how are segments merged");
at_each_size!(what_stands_beside_hits, "how are segments merged<tab>S");
at_each_size!(the_answer_by_rank, "how are segments merged<tab>r");
at_each_size!(more_like_a_method, "merged<tab>m");
at_each_size!(who_touches_a_method, "merged<tab>Nc");
at_each_size!(only_methods_and_marks, "merged<tab>xgxGs");
at_each_size!(forms_of_an_export, "merged<tab>X");

/// An answer of hits in many files, cut at as many as were asked for.
fn cut(width: u16, height: u16) -> App {
    use crate::chunk::{Kind, Role};
    let mut app = fixture::browsing(width, height);
    let effects = app.update(Event::Paste("run".into()));
    let Some(crate::app::Effect::Search { ticket, query, .. }) = effects.first() else {
        panic!("nothing asked");
    };
    let hits = (0..50).map(|number| {
        let path = format!("src/module{}/file{number}.rs", number % 6);
        let cuts = [
            (0, Kind::File, Role::Parent, path.as_str(), 1, 1),
            (1, Kind::Function, Role::Body, "run", 1, 1),
        ];
        let document = fixture::document(&path, "fn run() {}\n", &cuts);
        fixture::hit(
            &document,
            1,
            -(number as f32),
            fixture::ranks(Some(number + 1), None),
        )
    });
    app.update(Event::Answered {
        ticket: *ticket,
        answer: Ok(fixture::answer(query, hits.collect())),
    });
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
fn a_question_about_a_row_without_an_answer_names_the_row() {
    let check = |keys: &str, asks: char, says: &str| {
        let mut app = fixture::browsing(120, 30);
        fixture::drive(&mut app, keys);
        let key = crossterm::event::KeyCode::Char(asks).into();
        let effects = app.update(Event::Key(key));
        let nothing = |effect: &Effect| match effect {
            Effect::Relate { ticket, .. } => Some(Event::Related {
                ticket: *ticket,
                asker: Asker::Results,
                connection: Connection::Callers,
                relations: Ok(Arc::default()),
                hits: Vec::new(),
            }),
            Effect::Like { ticket, query, .. } => Some(Event::Answered {
                ticket: *ticket,
                answer: Ok(fixture::answer(query, Vec::new())),
            }),
            _ => None,
        };
        app.update(effects.iter().find_map(nothing).expect("a question"));
        let frame = frame(&app);
        assert!(frame.contains(says), "{frame}");
        assert!(frame.contains("Esc goes back."), "{frame}");
        assert!(!frame.contains("What you can type"), "{frame}");
        fixture::drive(&mut app, "<esc>");
        assert!(!app.results().is_empty());
    };
    check("merged<tab>", 'c', "Nobody touches IndexMerger › write.");
    check("merged<tab>", 'm', "Nothing is like IndexMerger › write.");
    // Without a query in the prompt, too.
    check(
        "<tab>jljjlj",
        'm',
        "Nothing is like src/indexer/merge_policy.rs.",
    );
}
