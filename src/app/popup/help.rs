//! The help page: the active keymap, filtered by typing.
//!
//! [`help()`] makes its rows from the keymap, so a changed binding is never described wrongly.

use super::page::{Cell, PageRow};
use crate::app::glyph::cells;
use crate::app::keymap::{ACTIONS, Action, CodeAction, Context, Keymap, Step};
use crate::app::status::Tone;
use crate::search::Field;

/// Maximum width of the column of keys, in cells.
const MAX_KEYS_WIDTH: usize = 30;

/// Space on each side of the keys, in cells.
const PADDING: usize = 2;

/// Rows of the lines that contain the typed text, below their headings.
pub(crate) fn help(keymap: &Keymap, typed: &str, width: usize) -> Vec<PageRow> {
    let lines = lines(keymap, typed.is_empty());
    let keys = lines.iter().map(|(_, keys, _)| cells(keys));
    let longest = keys.filter(|cells| *cells <= MAX_KEYS_WIDTH).max();
    let column = longest.unwrap_or_default() + 2 * PADDING;
    let is_narrow = width < column * 2;
    let typed = typed.to_lowercase();
    let mut rows = Vec::new();
    let mut heading = "";
    for (title, keys, description) in &lines {
        let mut texts = [keys.as_str(), description, title].into_iter();
        if !texts.any(|text| text.to_lowercase().contains(&typed)) {
            continue;
        }
        if heading != *title {
            heading = title;
            rows.push(vec![Cell::text(Tone::Accent, heading)]);
        }
        let before = if is_narrow { 0 } else { PADDING };
        let mut after = PADDING;
        if !is_narrow {
            after = after.max(column.saturating_sub(PADDING + cells(keys)));
        }
        rows.push(vec![
            Cell::space(before),
            Cell::text(Tone::Key, keys),
            Cell::space(after),
            Cell::text(Tone::Faint, *description),
        ]);
    }
    if rows.is_empty() {
        rows.push(vec![Cell::text(Tone::Faint, "No matching key")]);
    }
    rows
}

/// Symbols on the screen and their descriptions.
const SYMBOLS: [(&str, &str); 5] = [
    ("▊ 3", "Confidence of a result, and its rank"),
    ("●  ○", "A result; another member"),
    ("✓  ◆", "Marked for export; bookmarked"),
    ("×2", "Number of identical copies"),
    ("≤ 40", "Estimated maximum number of matches"),
];

/// Example queries with descriptions: words, the first use of each filter, and other syntax.
fn examples() -> Vec<(&'static str, &'static str)> {
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

/// Actions of the section "Keys to know".
const KEYS_TO_KNOW: [Action; 10] = [
    Action::Edit,
    Action::FocusNext,
    Action::Escape,
    Action::FilterOrPrompt,
    Action::Results(Step::NextRank),
    Action::References,
    Action::Code(CodeAction::ZoomOut),
    Action::Explain,
    Action::Palette,
    Action::StopOrQuit,
];

/// Lines of heading, keys and description: for every action with keys, by context, then for the symbols.
fn lines(keymap: &Keymap, with_first: bool) -> Vec<(&'static str, String, &str)> {
    let mut lines = Vec::new();
    let first: &[Action] = if with_first { &KEYS_TO_KNOW } else { &[] };
    for action in first {
        let mut keys = Context::ALL.map(|context| keymap.keys_in(context, *action));
        let bound = keys.iter_mut().find(|keys| !keys.is_empty());
        if let (Some(keys), Some(row)) = (bound, action.definition()) {
            lines.push(("Keys to know", keys.join("  "), row.help));
        }
    }
    for context in Context::ALL {
        for row in ACTIONS.iter() {
            let keys = keymap.keys_in(context, row.action);
            if !keys.is_empty() {
                lines.push((context.title(), keys.join("  "), row.help));
            }
        }
    }
    for (number, name) in keymap.commands().iter().enumerate() {
        let keys = keymap.keys_in(Context::OutsidePrompt, Action::Own(number));
        lines.push(("Own commands", keys.join("  "), name));
    }
    let examples = examples().into_iter();
    lines.extend(examples.map(|(typed, about)| ("Search syntax", typed.to_owned(), about)));
    lines.extend(SYMBOLS.map(|(symbol, description)| ("Symbols", symbol.to_owned(), description)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::plain;
    use crate::config::Preset;

    fn found(typed: &str) -> Vec<String> {
        let keymap = Keymap::from_rows(&Preset::Default.rows()).unwrap();
        let rows = help(&keymap, typed, 80);
        rows.iter().map(|row| plain(row)).collect()
    }

    #[test]
    fn every_action_is_explained() {
        let rows = found("");
        for row in ACTIONS.iter().filter(|row| row.name != "capture-mouse") {
            assert!(rows.iter().any(|it| it.ends_with(row.help)), "{}", row.name);
        }
    }

    #[test]
    fn typing_filters_the_help_and_keeps_its_headings() {
        let rows = found("zoom out");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0], "Code");
    }

    #[test]
    fn symbols_are_explained() {
        let rows = found("and its rank");
        assert_eq!(rows[0], "Symbols");
        assert!(rows[1].contains("▊ 3"), "{rows:?}");
    }

    #[test]
    fn descriptions_are_in_one_column() {
        let keymap = Keymap::from_rows(&Preset::Default.rows()).unwrap();
        let mut columns = Vec::new();
        for row in help(&keymap, "", 80) {
            if let [Cell::Text(before), Cell::Text(keys), Cell::Text(after), _] = &row[..] {
                let texts = [before, keys, after].map(|part| cells(&part.text));
                columns.push(texts.iter().sum::<usize>());
            }
        }
        columns.dedup();
        assert_eq!(columns.len(), 1, "{columns:?}");
    }
}
