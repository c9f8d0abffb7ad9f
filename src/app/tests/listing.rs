//! Requests for the list of files.

use crate::app::fixture::{blank, drive, fresh, listing, run_until_idle};
use crate::app::navigation::NavigationTarget;
use crate::app::{App, Effect, Event, IndexStatus, Stage};
use crate::chunk::file_id;
use crate::corpus::{Place, SourcePath};
use crate::protocol::{BrowseReply, FileSource, Reply, Request, Ticket};
use std::sync::Arc;

/// Ticket of the last request for the files; none if they were not requested.
fn list_request(effects: &[Effect]) -> Option<Ticket> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Send(ticket, Request::List(request)) => request.files.map(|_| *ticket),
        _ => None,
    })
}

fn reply(app: &mut App, ticket: Ticket, files: Result<Arc<[SourcePath]>, String>) {
    let answer = BrowseReply::Files(files);
    let effects = app.update(Event::Reply(ticket, Reply::Listed(answer)));
    assert_eq!(list_request(&effects), None, "not at once");
}

/// An app whose files could not be listed.
fn failed() -> App {
    let mut app = blank();
    let effects = app.update(Event::Index(fresh()));
    let ticket = list_request(&effects).expect("a listing");
    reply(&mut app, ticket, Err("src: permission denied".into()));
    assert_eq!(
        app.browsing.list_error.as_deref(),
        Some("src: permission denied")
    );
    app
}

#[test]
fn failed_listing_is_retried_by_a_rescan() {
    let mut app = failed();
    let effects = drive(&mut app, "<down>");
    assert_eq!(list_request(&effects), None);
    app.perform(crate::app::Action::Reindex);
    app.refresh();
    let effects = std::mem::take(&mut app.effects);
    run_until_idle(&mut app, effects);
    assert_eq!(app.browsing.list_error.as_deref(), None);
    let files = app.results.listing().map(|listing| listing.len());
    assert_eq!(files, Some(listing().len()));
}

#[test]
fn failed_listing_is_retried_with_a_new_index() {
    let mut app = failed();
    let effects = app.update(Event::Index(IndexStatus {
        generation: 4,
        ..fresh()
    }));
    assert!(list_request(&effects).is_some());
}

#[test]
fn failed_walk_is_not_a_listing() {
    let mut app = blank();
    let reading = IndexStatus {
        stage: crate::app::Activity::Running(Stage::Reading),
        ..fresh()
    };
    let effects = app.update(Event::Index(reading));
    let ticket = list_request(&effects).expect("a listing");
    reply(&mut app, ticket, Err("no".into()));
    app.browsing.list_error = None;
    assert_eq!(
        app.browsing.next_source(&app.index),
        Some(FileSource::Walked)
    );
}

#[test]
fn a_saved_path_is_shown_in_its_repository_once_files_are_listed() {
    let mut app = blank();
    app.update(Event::Resize(120, 30));
    let effects = app.update(Event::Index(fresh()));
    let ticket = list_request(&effects).expect("a listing");
    let saved = SourcePath::new("core/src/a.rs");
    app.visit_file(saved.clone(), None);
    let place = |place| Place::new(place).path(&SourcePath::new("src/a.rs"));
    let files = Arc::from([place("core"), place("shop")]);
    reply(&mut app, ticket, Ok(files));
    let selected = app.results.selected().expect("a row");
    assert_eq!(selected.path, saved);
    assert_eq!(selected.id, file_id(&place("core")));
    let Some(NavigationTarget::Row(row)) = &app.navigation.destination else {
        panic!("the document is still to be read");
    };
    assert_eq!((row.id, row.path.repository()), (selected.id, "core"));
}
