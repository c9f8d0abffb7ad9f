//! A pasted stack trace, listed frame by frame.

use crate::app::fixture::{self, app, press};
use crate::app::{App, Effect, Event};
use crate::protocol::{Reply, Request};
use std::sync::Arc;

/// Answers the query of a pasted trace with three frames, two of them in one method, and another result.
fn traced() -> App {
    let mut app = app(120, 30);
    let effects = app.update(Event::Paste("at merger.rs:45\nat merger.rs:40".to_owned()));
    let search = effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Search(search)) => Some((*ticket, search.query.clone())),
        _ => None,
    });
    let (ticket, query) = search.expect("a search");
    let mut hits = fixture::hits();
    hits.truncate(3);
    hits.insert(1, hits[0].clone());
    for (hit, line) in hits.iter_mut().zip([45, 40, 30]) {
        hit.explanation.located_at = Some((line, 1));
    }
    let mut answer = fixture::answer(&query, hits);
    Arc::make_mut(&mut answer).ordered = 3;
    let effects = app.update(Event::Reply(ticket, Reply::Answered(Ok(answer))));
    fixture::run_until_idle(&mut app, effects);
    app
}

/// Rank of the selected row, and the line of the code pane.
fn selected(app: &App) -> (Option<usize>, Option<u32>) {
    (
        app.results.selected().and_then(|node| node.hit),
        app.code.cursor_line(),
    )
}

#[test]
fn frames_are_listed_in_order_and_walked() {
    let mut app = traced();
    assert!(app.results.is_ranked(), "not in the tree of files");
    assert_eq!(selected(&app), (Some(0), Some(45)), "the innermost frame");
    press(&mut app, "<tab>n");
    assert_eq!(
        selected(&app),
        (Some(1), Some(40)),
        "another line of the same method"
    );
    press(&mut app, "n");
    assert_eq!(selected(&app), (Some(2), Some(30)));
    press(&mut app, "NN");
    assert_eq!(selected(&app), (Some(0), Some(45)));
    press(&mut app, "r");
    assert_eq!(fixture::notice(&app), "This list keeps its order");
}
