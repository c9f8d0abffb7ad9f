//! The page about the index, and the line between the panes.

use super::popup;
use super::{Script, scripts};
use crate::app::{App, Effect, Popup};

pub(super) const SCRIPTS: &[Script] = scripts! {
    "index": "<tab>", "I" => popup, "index";
    "rebuild": "<tab>", "<a-r>" => asks,
        "Alt-r again throws the index away and reads every file again";
    "cancel-indexing": "<tab>", "<a-c>" => notice, "nothing runs that could be stopped";
    "widen-results": "merge<tab>", "<c-right>" => splitter, "44";
    "narrow-results": "merge<tab>", "<c-left>" => splitter, "36";
};

/// The second row of the page that is shown.
fn asks(app: &App, _: &[Effect]) -> String {
    let Some(Popup::Sheet(sheet)) = app.popup() else {
        return "no page".to_owned();
    };
    let row = sheet.visible().get(1).map_or(&[][..], Vec::as_slice);
    row.iter().map(|part| part.text.as_str()).collect()
}

fn notice(app: &App, _: &[Effect]) -> String {
    app.notice().map_or_else(String::new, |it| it.text.clone())
}

/// The column of the line between the panes.
fn splitter(app: &App, _: &[Effect]) -> String {
    app.layout().splitter().x.to_string()
}
