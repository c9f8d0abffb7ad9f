//! Moving in long prose.

use crate::app::code::{Code, DocumentState, Page, Row};
use crate::app::fixture;
use crate::app::keymap::CodeAction;
use crate::chunk::{Format, Kind, Role};
use crate::search::{Mode, Query};
use proptest::prelude::*;
use std::sync::Arc;

/// The pane on all of a page of prose, in a window of `height` rows.
fn prose(text: &str, cells: usize, height: usize) -> Code {
    let lines = text.lines().count().max(1) as u32;
    let cuts = [
        (0, Kind::File, Role::Parent, "a.md", 1, lines),
        (1, Kind::Section, Role::Body, "", 1, lines),
    ];
    let mut document = fixture::document("a.md", text, &cuts);
    Arc::make_mut(&mut document.tree).format = Some(Format::Markdown);
    let hit = fixture::hit(&document, 1, 0.9, fixture::ranks(Some(1), None));
    let mut code = Code::default();
    code.set_size(cells, height);
    code.show(
        &hit,
        hit.record.id,
        &Query::parse("words", Mode::Hybrid),
        None,
    );
    code.take(&DocumentState::Read(Page::new(Arc::new(document))));
    code
}

/// Index of the cursor's row among the visible rows.
fn cursor(code: &Code) -> usize {
    let visible: Vec<(Row, bool)> = code.visible().collect();
    let at = code.viewport.top();
    let rows: Vec<Row> = visible.iter().map(|(row, _)| *row).collect();
    assert_eq!(rows, code.rows[at..at + rows.len()]);
    at + visible.iter().position(|(_, cursor)| *cursor).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn the_cursor_moves_by_rows(
        words in prop::collection::vec("[a-z]{1,12}[ \\n]", 1..150),
        times in 1..40_usize,
        cells in 12..60_usize,
        height in 1..20_usize,
        moves in prop::collection::vec(0..9_usize, 1..40),
    ) {
        let mut code = prose(&words.concat().repeat(times), cells, height);
        let last = code.rows.len() - 1;
        let (page, half) = (code.viewport.page(), code.viewport.half_page());
        let mut at = cursor(&code);
        for step in moves {
            let (action, expected) = match step {
                0 => (CodeAction::Down, at + 1),
                1 => (CodeAction::Up, at.saturating_sub(1)),
                2 => (CodeAction::HalfDown, at + half),
                3 => (CodeAction::HalfUp, at.saturating_sub(half)),
                4 => (CodeAction::PageDown, at + page),
                5 => (CodeAction::PageUp, at.saturating_sub(page)),
                6 => (CodeAction::First, 0),
                7 => (CodeAction::Last, last),
                _ => {
                    code.scroll(3);
                    at = cursor(&code);
                    continue;
                }
            };
            code.perform(action);
            at = cursor(&code);
            prop_assert_eq!(at, expected.min(last), "{:?}", action);
        }
    }
}
