//! Lists to choose from: actions, themes, history, copies, bookmarks, formats of an export.
//!
//! Pure functions from the state to items. `app::perform` opens the lists and performs the chosen items.

use super::keymap::{ACTIONS, Action, Keymap};
use super::layout::Focus;
use super::popup::{ExportSource, ItemAction, ListItem};
use super::text::{counted, qualified};
use crate::export::ExportFormat;
use crate::search::Hit;
use crate::session::{Bookmark, HistoryEntry, Mark};

/// Every action: first those with a key here, then the others with their key and its context.
pub(super) fn actions(keymap: &Keymap, focus: Focus) -> Vec<ListItem> {
    let (mut here, mut elsewhere) = (Vec::new(), Vec::new());
    for row in ACTIONS.iter().filter(|row| row.action != Action::Palette) {
        let text = format!("{}: {}", row.name, row.help);
        let choice = ItemAction::Action(row.action);
        match keymap.find_key(focus, row.action) {
            Some((None, key)) => here.push(ListItem::new(text, key, choice)),
            Some((Some(context), key)) => {
                let note = format!("{} {key}", context.description());
                elsewhere.push(ListItem::new(text, note, choice));
            }
            None => elsewhere.push(ListItem::new(text, "", choice)),
        }
    }
    here.append(&mut elsewhere);
    for (number, name) in keymap.commands().iter().enumerate() {
        let action = Action::Own(number);
        let key = keymap.find_key(Focus::Results, action);
        let key = key.map_or(String::new(), |(_, key)| key);
        let text = format!("{name}: own command");
        here.push(ListItem::new(text, key, ItemAction::Action(action)));
    }
    here
}

/// The themes, with a note at the current one.
pub(super) fn themes(names: &[String], current: &str) -> Vec<ListItem> {
    let mut items = Vec::new();
    for name in names {
        let note = if name == current { "now" } else { "" };
        items.push(ListItem::new(name, note, ItemAction::Theme(name.clone())));
    }
    items
}

/// The search history, the latest query first.
pub(super) fn history(history: &[HistoryEntry]) -> Vec<ListItem> {
    let mut items = Vec::new();
    for entry in history.iter().rev() {
        let choice = ItemAction::Query(entry.clone());
        items.push(ListItem::new(&entry.text, &entry.mode, choice));
    }
    items
}

/// The locations of identical copies of a hit.
pub(super) fn copies(hit: Option<&Hit>) -> Vec<ListItem> {
    let mut items = Vec::new();
    for (path, line) in hit.map_or(&[][..], |hit| &hit.locations) {
        let choice = ItemAction::File(path.clone(), Some((*line, 1)));
        items.push(ListItem::new(format!("{path}:{line}"), "", choice));
    }
    items
}

/// The bookmarks, the newest first.
pub(super) fn bookmarks(bookmarks: &[Bookmark]) -> Vec<ListItem> {
    let mut items = Vec::new();
    for bookmark in bookmarks.iter().rev() {
        let name = qualified(&bookmark.names, &bookmark.path);
        let text = format!("{name}  {}", bookmark.note);
        let location = format!("{}:{}", bookmark.path, bookmark.line);
        let choice = ItemAction::Bookmark(bookmark.chunk);
        items.push(ListItem::new(text.trim_end(), location, choice));
    }
    items
}

/// The marks, the newest first.
pub(super) fn marks(marks: &[Mark]) -> Vec<ListItem> {
    let mut items = Vec::new();
    for mark in marks.iter().rev() {
        let text = mark.names.join(" › ");
        let text = if text.is_empty() {
            mark.path.to_string()
        } else {
            text
        };
        let location = format!("{}:{}", mark.path, mark.line);
        items.push(ListItem::new(text, location, ItemAction::Mark(mark.chunk)));
    }
    items
}

/// The formats of an export of marks or results: first to the clipboard, then to a file.
pub(super) fn formats(marks: usize, results: usize) -> Vec<ListItem> {
    let mut sources = Vec::new();
    if marks > 0 {
        sources.push((ExportSource::Marks, format!("{marks} marked")));
    }
    if results > 0 {
        let count = counted(results, "result", "results");
        sources.push((ExportSource::Results, count));
    }
    let (mut copied, mut written) = (Vec::new(), Vec::new());
    for format in ExportFormat::ALL {
        for (source, note) in &sources {
            let text = format!("Copy {}", format.name());
            let choice = ItemAction::Export(format, *source, None);
            copied.push(ListItem::new(text, note, choice));
            let text = format!("Write {}: {}", format.file_name(), format.name());
            let choice = ItemAction::Name(format, *source);
            written.push(ListItem::new(text, note, choice));
        }
    }
    copied.append(&mut written);
    copied
}
