//! Replies that arrive late, in another order or not at all: every request is answered in the end, and a late
//! reply never moves the user.

use crate::app::fixture::{browsing, fresh, parse, serve};
use crate::app::navigation::NavigationTarget;
use crate::app::*;
use crate::context::Staleness;
use crate::protocol::{Reply, Request, Search};
use crate::session::{Bookmark, Change};
use proptest::prelude::*;

/// A step of a random run.
#[derive(Clone, Debug)]
enum Step {
    /// Presses these keys.
    Keys(&'static str),
    /// Opens the bookmark with this number.
    Visit(u64),
    /// A commit is published.
    Commit,
    /// The files may have changed.
    Edited,
    /// Time passes.
    Tick,
    /// Answers the held request with this index.
    Answer(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let keys = [
        "j",
        "k",
        "G",
        "<a-/>q",
        "<a-/>merge",
        "<tab>",
        "<esc>",
        "<c-o>",
        "<a-o>",
        "m",
        "z",
        "c",
        "/<c-u>",
        "<c-c>",
    ];
    prop_oneof![
        5 => prop::sample::select(keys.to_vec()).prop_map(Step::Keys),
        1 => (0u64..3).prop_map(Step::Visit),
        1 => Just(Step::Commit),
        1 => Just(Step::Edited),
        1 => Just(Step::Tick),
        6 => (0usize..9).prop_map(Step::Answer),
    ]
}

/// Worker of an effect: the two that answer the results pane count as one.
fn worker(effect: &Effect) -> Option<u8> {
    Some(match effect {
        Effect::Send(_, Request::Search(Search { like: None, .. }))
        | Effect::Send(
            _,
            Request::Search(Search {
                like: Some(_),
                query: _,
                ..
            }),
        )
        | Effect::CancelSearch => 0,
        Effect::Send(_, Request::Relate(_)) => 0,
        Effect::Send(_, Request::Open(_, _)) => 2,
        Effect::Send(_, Request::List(_)) => 3,
        Effect::Send(_, Request::Count(_, _)) => 4,
        Effect::Send(_, Request::Check(_)) => 5,
        _ => return None,
    })
}

/// Requests without a reply. A worker handles only the newest one; a superseded one may be answered or not.
struct HeldRequests {
    requests: Vec<(Effect, bool)>,
}

impl HeldRequests {
    fn hold(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let Some(by) = worker(&effect) else {
                continue;
            };
            for (request, is_superseded) in &mut self.requests {
                *is_superseded |= worker(request) == Some(by);
            }
            if effect != Effect::CancelSearch {
                self.requests.push((effect, false));
            }
        }
    }

    /// Answers one of them.
    fn answer(&mut self, app: &mut App, at: usize) {
        let (request, _) = self.requests.remove(at);
        // All files are deleted, so that a reply about other hits than the displayed ones is detected.
        if let Effect::Send(ticket, Request::Check(answer)) = request {
            let hits = answer.hits.iter();
            let checked = hits.map(|hit| fixture::checked(hit, Some(Staleness::Gone), ""));
            let reply = Reply::Checked(checked.collect());
            return self.hold(app.update(Event::Reply(ticket, reply)));
        }
        if let Ok(effects) = serve(app, request) {
            self.hold(effects);
        }
    }

    /// Answers all requests that were not superseded.
    fn answer_all(&mut self, app: &mut App) {
        for _ in 0..1_000 {
            self.requests.retain(|(_, is_superseded)| !is_superseded);
            if self.requests.is_empty() {
                return;
            }
            self.answer(app, 0);
        }
        panic!("requests without end: {:?}", self.requests);
    }
}

/// Bookmarks of a method, of a function and of a missing file.
fn marks() -> Vec<Bookmark> {
    let documents = [fixture::merger(), fixture::policy()];
    let places = documents.iter().zip([8, 2]);
    let mut marks: Vec<Bookmark> = places
        .zip(0..)
        .map(|((document, at), chunk)| {
            let it = &document.tree.chunks[at];
            Bookmark {
                path: document.tree.path().clone(),
                chunk,
                names: it.names.clone(),
                line: it.name_at.0,
                hash: it.hash,
                body: 0,
                note: String::new(),
            }
        })
        .collect();
    marks.push(Bookmark {
        path: crate::corpus::SourcePath::new("src/gone.rs"),
        chunk: 2,
        ..marks[0].clone()
    });
    marks
}

/// The current query and selection.
fn place(app: &App) -> (ResultsContent, Option<crate::chunk::ChunkId>) {
    let selected = app.results.selected().map(|node| node.id);
    (app.search.content.clone(), selected)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn late_replies_end_all_waiting_and_never_move_the_user(
        steps in prop::collection::vec(step(), 0..40),
    ) {
        let mut app = browsing(120, 30);
        for mark in marks() {
            app.apply_change(Change::BookmarkAdded(mark));
        }
        let mut held = HeldRequests { requests: Vec::new() };
        let mut generation = fresh().generation;
        let mut visits = false;
        for happens in steps {
            match happens {
                Step::Keys(keys) => {
                    for key in parse(keys) {
                        let effects = app.update(Event::Key(key));
                        held.hold(effects);
                    }
                    // Keys that wait have not moved the user yet, and `q`, which interrupts them, moves nothing.
                    visits &= match keys {
                        "j" | "k" | "G" => !app.search.waiting.is_empty(),
                        "<a-/>q" | "<a-/>merge" => !app.screen.focus.is_prompt(),
                        _ => true,
                    };
                }
                Step::Visit(mark) => {
                    let marks = &app.session.stored.bookmarks;
                    if let Some(mark) = marks.get(mark as usize).map(|mark| mark.chunk) {
                        app.visit_bookmark(mark);
                        visits = true;
                    }
                    held.hold(std::mem::take(&mut app.effects));
                }
                Step::Commit => {
                    generation += 1;
                    held.hold(app.update(Event::Index(IndexStatus { generation, ..fresh() })));
                }
                Step::Edited => held.hold(app.update(Event::EditorReturned(Ok(())))),
                Step::Tick => held.hold(app.update(Event::Tick)),
                Step::Answer(at) if at < held.requests.len() => {
                    let is_document = matches!(held.requests[at].0, Effect::Send(_, Request::Open(_, _)));
                    let before = place(&app);
                    // An action that waits for the reply moves the user as requested.
                    let waits = !app.search.waiting.is_empty();
                    held.answer(&mut app, at);
                    let after = place(&app);
                    if !visits && !waits {
                        prop_assert_eq!(&before.0, &after.0, "it was not requested");
                        prop_assert!(!is_document || before.1 == after.1, "it was not opened");
                    }
                    // An action may wait for another answer.
                    visits &= app.navigation.destination.is_some() || !app.search.waiting.is_empty();
                }
                Step::Answer(_) => {}
            }
            let hits = app.results.hits();
            let is_shown = |id| hits.iter().any(|hit| hit.record.id == id);
            prop_assert!(app.staleness.checked.keys().all(|(id, _)| is_shown(*id)));
        }
        held.answer_all(&mut app);
        prop_assert!(!app.search.is_running(), "{:?}", &app.search.content);
        // Ticks alone leave the app idle.
        for _ in 0..10 {
            held.hold(app.update(Event::Tick));
        }
        prop_assert!(!app.is_busy());
        let is_visit = matches!(app.navigation.destination, Some(NavigationTarget::Bookmark(_)));
        prop_assert!(!is_visit);
        prop_assert!(!matches!(app.code.content, CodeContent::Opening), "{:?}", app.code.path());
    }
}
