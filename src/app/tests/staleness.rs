//! Results that differ from the working tree.

use super::*;
use crate::app::fixture::{self, drive};
use crate::app::{Effect, Event};
use crate::context::Staleness;
use crate::protocol::{Reply, Ticket};

/// An app with hits, and a ticket of their check.
fn app_and_ticket() -> (App, Ticket) {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "merged");
    let ticket = app.staleness.tickets.issue();
    (app, ticket)
}

fn checked(app: &mut App, ticket: Ticket, staleness: Staleness) {
    let checked = fixture::checked(&app.results.hits()[0], Some(staleness), "");
    app.update(Event::Reply(ticket, Reply::Checked(vec![checked])));
}

#[test]
fn an_answer_is_checked() {
    let mut app = fixture::app(120, 30);
    let effects = fixture::search_finds(&mut app, "x", fixture::hits());
    let check = fixture::ticket_of(&effects, |it| matches!(it, Request::Check(_)));
    assert!(check.is_some(), "{effects:?}");
}

#[test]
fn changed_and_deleted_results_are_stale_but_moved_ones_are_not() {
    let (mut app, ticket) = app_and_ticket();
    assert_eq!(app.staleness.count_changed(app.results.hits()), 0);
    for (staleness, count) in [
        (Staleness::Changed, 1),
        (Staleness::Gone, 1),
        (Staleness::Moved, 0),
    ] {
        checked(&mut app, ticket, staleness);
        assert_eq!(app.staleness.of(&app.results.hits()[0]), Some(staleness));
        assert_eq!(
            app.staleness.count_changed(app.results.hits()),
            count,
            "{staleness:?}"
        );
    }
}

#[test]
fn reply_to_an_earlier_check_is_dropped() {
    let (mut app, ticket) = app_and_ticket();
    drive(&mut app, "x");
    checked(&mut app, ticket, Staleness::Gone);
    assert_eq!(app.staleness.count_changed(app.results.hits()), 0);
}

#[test]
fn references_are_compared_with_the_working_tree() {
    let (mut app, _) = app_and_ticket();
    app.search_related(crate::context::RelationKind::Callers(None));
    let effects = std::mem::take(&mut app.effects);
    let ticket = fixture::ticket_of(&effects, |it| matches!(it, Request::Relate(_)));
    let effects = app.update(Event::Reply(
        ticket.expect("a request"),
        Reply::Related(Ok(fixture::related())),
    ));
    let is_checked = effects
        .iter()
        .any(|it| matches!(it, Effect::Send(_, Request::Check(_))));
    assert!(is_checked, "{effects:?}");
}

#[test]
fn staleness_is_forgotten_with_the_answer() {
    let (mut app, ticket) = app_and_ticket();
    checked(&mut app, ticket, Staleness::Gone);
    assert_eq!(app.staleness.count_changed(app.results.hits()), 1);
    drive(&mut app, "x");
    assert_eq!(app.staleness.count_changed(app.results.hits()), 0);
}

#[test]
fn files_are_compared_with_head_until_answered_and_again_for_a_newer_index() {
    let compares = |effects: &[Effect]| {
        effects.iter().any(
            |it| matches!(it, Effect::Send(_, crate::protocol::Request::List(it)) if it.changed),
        )
    };
    let mut app = fixture::app(120, 30);
    let mut status = fixture::fresh();
    status.generation += 1;
    assert!(compares(&app.update(Event::Index(status.clone()))));
    let mut app = fixture::browsing(120, 30);
    let path = crate::corpus::SourcePath::new("src/indexer/merge_policy.rs");
    assert!(app.browsing.is_changed(&path));
    assert!(!compares(&app.update(Event::Index(fixture::fresh()))));
    assert!(compares(&app.update(Event::Index(status))));
}

#[test]
fn results_are_checked_again_after_an_update_that_failed_or_was_stopped() {
    for stage in [Activity::Failed("b: no space".into()), Activity::Cancelled] {
        let (mut app, _) = app_and_ticket();
        let status = |stage| IndexStatus {
            stage,
            generation: 4,
            ..fixture::fresh()
        };
        app.update(Event::Index(status(Activity::Running(Stage::Reading))));
        let effects = app.update(Event::Index(status(stage)));
        let check = fixture::ticket_of(&effects, |it| matches!(it, Request::Check(_)));
        assert!(check.is_some(), "{effects:?}");
    }
}
