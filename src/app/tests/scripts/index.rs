//! Scripts of the index page and of the line between the panes.

use super::{Script, effects, popup, scripts};
use crate::app::fixture::plain;
use crate::app::{Activity, App, Effect, Event, IndexStatus, Stage, fixture};

pub(super) const SCRIPTS: &[Script] = scripts! {
    "index": "<tab>", "I" => popup, "index";
    "rebuild": "<tab>", "<a-r>" => second_row,
        "Press Alt-r again to delete the index and index every file";
    "cancel-indexing": in indexing, "<tab>", "<a-c>" => effects, "CancelIndexing";
    "widen-results": "merge<tab>", "<c-right>" => splitter, "44";
    "narrow-results": "merge<tab>", "<c-left>" => splitter, "36";
};

/// The second row of the page.
fn second_row(app: &App, _: &[Effect]) -> String {
    let Some(sheet) = app.screen.popup.as_ref() else {
        return "no page".to_owned();
    };
    plain(sheet.visible_rows().get(1).map_or(&[][..], Vec::as_slice))
}

/// An app whose index is being written.
fn indexing() -> App {
    let mut app = fixture::app(100, 18);
    app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Reading),
        ..fixture::fresh()
    }));
    app
}

/// The column of the line between the panes.
fn splitter(app: &App, _: &[Effect]) -> String {
    app.screen.layout.splitter().x.to_string()
}
