//! The help: the live keymap as a page, searched by typing.

use super::{Cell, PageRow};
use crate::app::glyph::cells;
use crate::app::keymap::{ACTIONS, Action, CodeAction, Context, Keymap, Step};
use crate::app::status::Tone;

/// Maximum cells of the column of keys.
const KEYS: usize = 30;

/// Cells of space beside the keys.
const PADDING: usize = 2;

/// The lines that contain the typed text, under their headings, with the descriptions in one
/// column.
pub(crate) fn help(keymap: &Keymap, typed: &str, width: usize) -> Vec<PageRow> {
    let lines = lines(keymap, typed.is_empty());
    let keys = lines.iter().map(|(_, keys, _)| cells(keys));
    let longest = keys.filter(|cells| *cells <= KEYS).max();
    let column = longest.unwrap_or_default() + 2 * PADDING;
    let is_narrow = width < column * 2;
    let wanted = typed.to_lowercase();
    let mut rows = Vec::new();
    let mut heading = "";
    for (title, keys, means) in &lines {
        let mut texts = [keys.as_str(), means, title].into_iter();
        if !texts.any(|text| text.to_lowercase().contains(&wanted)) {
            continue;
        }
        if heading != *title {
            heading = title;
            rows.push(vec![Cell::text(Tone::Accent, heading)]);
        }
        let (before, behind) = match is_narrow {
            true => (0, PADDING),
            false => (
                PADDING,
                column.saturating_sub(PADDING + cells(keys)).max(PADDING),
            ),
        };
        rows.push(vec![
            Cell::space(before),
            Cell::text(Tone::Key, keys),
            Cell::space(behind),
            Cell::text(Tone::Faint, *means),
        ]);
    }
    if rows.is_empty() {
        rows.push(vec![Cell::text(Tone::Faint, "No matching key")]);
    }
    rows
}

/// Signs on the screen and their descriptions.
const SIGNS: [(&str, &str); 5] = [
    ("▊ 3", "Confidence of a result, and its rank"),
    ("●  ○", "A result; another member"),
    ("✓  ◆", "Marked for export; bookmarked"),
    ("×2", "Number of identical copies"),
    ("≤ 40", "Estimated maximum number of matches"),
];

/// Keys to know first.
const FIRST: [Action; 10] = [
    Action::Edit,
    Action::FocusNext,
    Action::Escape,
    Action::FocusPrompt,
    Action::Results(Step::NextRank),
    Action::References,
    Action::Code(CodeAction::ZoomOut),
    Action::Explain,
    Action::Palette,
    Action::StopOrQuit,
];

/// A line for every action with keys, by context; then the signs.
fn lines(keymap: &Keymap, with_first: bool) -> Vec<(&'static str, String, &'static str)> {
    let mut lines = Vec::new();
    for action in FIRST.into_iter().filter(|_| with_first) {
        let mut contexts = Context::ALL.into_iter();
        let keys = contexts.find_map(|context| {
            let keys = keymap.keys_in(context, action);
            (!keys.is_empty()).then(|| keys.join("  "))
        });
        lines.extend(
            keys.zip(action.definition())
                .map(|(keys, row)| ("Keys to know", keys, row.help)),
        );
    }
    for context in Context::ALL {
        for row in ACTIONS.iter() {
            let keys = keymap.keys_in(context, row.action);
            if !keys.is_empty() {
                lines.push((context.title(), keys.join("  "), row.help));
            }
        }
    }
    lines.extend(SIGNS.map(|(sign, means)| ("Signs", sign.to_owned(), means)));
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
    fn signs_are_explained() {
        let rows = found("and its rank");
        assert_eq!(rows[0], "Signs");
        assert!(rows[1].contains("▊ 3"), "{rows:?}");
    }

    #[test]
    fn descriptions_are_in_one_column() {
        let keymap = Keymap::from_rows(&Preset::Default.rows()).unwrap();
        let mut columns = Vec::new();
        for row in help(&keymap, "", 80) {
            if let [Cell::Text(before), Cell::Text(keys), Cell::Text(behind), _] = &row[..] {
                let texts = [before, keys, behind].map(|part| cells(&part.text));
                columns.push(texts.iter().sum::<usize>());
            }
        }
        columns.dedup();
        assert_eq!(columns.len(), 1, "{columns:?}");
    }
}
