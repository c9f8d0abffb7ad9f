//! Lists to choose from: actions, themes, history, copies, bookmarks, formats of an export.
//!
//! Pure functions from the state to items. `app::perform` opens the lists and performs the chosen items.

use super::keymap::{ACTIONS, Action, CodeAction, Keymap, NamedAction, Step};
use super::layout::Focus;
use super::popup::{ExportSource, ItemAction, ListItem};
use super::prompt::one_line;
use super::text::{counted, qualified, unnumbered};
use crate::export::ExportFormat;
use crate::search::{Field, Hit};
use crate::session::{Bookmark, HistoryEntry, Mark};

/// Title of the list of keys and actions.
pub(super) const HELP: &str = "keys and actions";

/// Actions that the list of keys begins with.
const KEYS_TO_KNOW: [Action; 10] = [
    Action::Edit,
    Action::FocusNext,
    Action::Escape,
    Action::FilterOrPrompt,
    Action::Results(Step::NextRank),
    Action::References,
    Action::Code(CodeAction::ZoomOut),
    Action::Explain,
    Action::Files,
    Action::StopOrQuit,
];

/// Words by which users of other programs look for an action.
const SYNONYMS: &[(&str, &str)] = &[
    ("references", "callers, calls, usages"),
    ("definition", "declaration, jump"),
    ("next-change", "git, diff, hunk"),
    ("previous-change", "git, diff, hunk"),
    ("old-text", "git, diff, blame"),
    ("side-by-side", "git, diff"),
    ("tests", "coverage"),
    ("map", "overview, architecture"),
    ("edit", "open"),
    ("files", "open, quick open"),
    ("history", "recent queries"),
    ("explain", "why, score"),
    ("export", "quickfix, save"),
    ("mark", "select, tag"),
    ("themes", "colors"),
    ("reindex", "refresh, reload"),
    ("peek", "maximize, full screen"),
    ("toggle-view", "flat, sort"),
    ("open-all", "unfold tree"),
    ("close-all", "fold tree"),
    ("quit", "exit, close"),
    ("labels", "jump, hop, hints"),
    ("back", "previous location"),
    ("callees", "calls, call tree"),
    ("path", "call path, route"),
];

/// Symbols on the screen and their descriptions.
const SYMBOLS: [(&str, &str); 6] = [
    ("3", "Rank of a result, or of the best one in a closed row"),
    ("(8)", "Number of results or files in a row"),
    ("●  ○", "A result; another member"),
    ("✓  ◆", "Marked for export; bookmarked"),
    ("×2", "Number of identical copies"),
    ("≤ 40", "Estimated maximum number of matches"),
];

/// Every action with its keys: those to know, those with a key here, the others with their context, and the user's
/// commands; then the search syntax, and the symbols of the screen.
pub(super) fn actions(keymap: &Keymap, focus: Focus) -> Vec<ListItem> {
    let item = |row: &NamedAction| {
        let mut text = format!("{}: {}", row.name, row.help);
        if let Some((_, words)) = SYNONYMS.iter().find(|(name, _)| *name == row.name) {
            text.push_str(&format!(" ({words})"));
        }
        let keys = keymap.all_keys(focus, row.action);
        ListItem::new(text, keys, ItemAction::Action(row.action))
    };
    let mut items: Vec<ListItem> = Vec::new();
    let known = KEYS_TO_KNOW.iter().filter_map(|action| action.definition());
    items.extend(known.map(item));
    let is_other =
        |row: &&NamedAction| row.action != Action::Palette && !KEYS_TO_KNOW.contains(&row.action);
    let others = ACTIONS.iter().filter(is_other);
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        others.partition(|row| keymap.key_for(focus, row.action).is_some());
    items.extend(here.into_iter().chain(elsewhere).map(item));
    for (number, name) in keymap.commands().iter().enumerate() {
        let action = Action::Own(number);
        let keys = keymap.all_keys(focus, action);
        let text = format!("{name}: own command");
        items.push(ListItem::new(text, keys, ItemAction::Action(action)));
    }
    for (typed, about) in syntax() {
        let choice = ItemAction::Type(format!("{typed} "));
        items.push(ListItem::new(
            format!("{typed}  {about}"),
            "search syntax",
            choice,
        ));
    }
    for (symbol, about) in SYMBOLS {
        let text = format!("{symbol}  {about}");
        items.push(ListItem::new(
            text,
            "symbol",
            ItemAction::Type(String::new()),
        ));
    }
    items
}

/// Example queries with descriptions: words, the first use of each filter, and other syntax.
fn syntax() -> Vec<(&'static str, &'static str)> {
    let mut examples = vec![("how are errors handled", "describe the code")];
    for field in Field::all() {
        let usage = &field.row().usages[0];
        if let Some(brief) = usage.brief {
            examples.push((usage.typed[0], brief));
        }
    }
    examples.extend([
        ("\"exact phrase\"", "exact phrase"),
        ("-path:tests", "prefix with - to exclude"),
        ("-word", "exclude a word"),
    ]);
    examples
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
        items.push(ListItem::new(one_line(&entry.text), &entry.mode, choice));
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
        let names: Vec<&str> = mark.names.iter().map(|name| unnumbered(name)).collect();
        let text = names.join(" › ");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Preset;

    #[test]
    fn every_action_is_listed_once_and_every_synonym_names_one() {
        let keymap = Keymap::from_parts(&Preset::Default.rows(), &[]).unwrap();
        let items = actions(&keymap, Focus::Results);
        for row in ACTIONS.iter().filter(|row| row.action != Action::Palette) {
            let is_own = |item: &&ListItem| item.choice == ItemAction::Action(row.action);
            assert_eq!(items.iter().filter(is_own).count(), 1, "{}", row.name);
        }
        for (name, _) in SYNONYMS {
            assert!(ACTIONS.iter().any(|row| row.name == *name), "{name}");
        }
    }
}
