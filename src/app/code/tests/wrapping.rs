//! Long prose: what is measured of it, and moving in it.

use crate::app::code::rows::{self, Row};
use crate::app::code::wraps::Wraps;
use crate::app::code::{Code, Opening, Page, Showing};
use crate::app::fixture;
use crate::app::keymap::Look;
use crate::chunk::{Format, Kind, Role};
use crate::search::{Mode, Query};
use proptest::prelude::*;
use std::sync::Arc;

/// The pane on all of a page of prose, in a window of so many rows.
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
    code.show(&hit, hit.record.id, &Query::parse("words", Mode::Hybrid));
    code.take(&Opening::Open(Arc::new(Page::new(Arc::new(document)))));
    code
}

/// All rows of what it shows, each of them measured.
fn all_rows(code: &Code) -> Vec<Row> {
    let Showing::Page(page, Some(leaf)) = &code.showing else {
        panic!("nothing is shown");
    };
    let mut wraps = Wraps::default();
    let rows = rows::rows(page, *leaf, &code.levels, &code.width);
    let rows = wraps.unwrapped(page, rows, code.cells(page));
    match wraps.near(page, &rows, 0, usize::MAX) {
        Some(near) => near.rows,
        None => rows,
    }
}

/// Which of all rows the cursor is on. What is in view are measured rows in their order.
fn cursor(code: &Code, all: &[Row]) -> usize {
    let visible: Vec<(Row, bool)> = code.visible().collect();
    let first = all.iter().position(|row| *row == visible[0].0).unwrap();
    let rows: Vec<Row> = visible.iter().map(|(row, _)| *row).collect();
    assert_eq!(rows, all[first..first + rows.len()]);
    first + visible.iter().position(|(_, cursor)| *cursor).unwrap()
}

#[test]
fn a_megabyte_is_opened_and_gone_through_without_being_measured() {
    for text in [
        "some words and more\n".repeat(50_000),
        "some words ".repeat(100_000),
    ] {
        let mut code = prose(&text, 40, 30);
        let unwrapped = |code: &Code| {
            let rows = code.rows.iter();
            rows.filter(|row| matches!(row, Row::Unwrapped { .. }))
                .count()
        };
        let before = unwrapped(&code);
        assert!(before > 200, "{before}");
        code.look(Look::Last);
        assert!(unwrapped(&code) > before * 9 / 10);
        let all = all_rows(&code);
        assert_eq!(cursor(&code, &all), all.len() - 1);
        let (top, rows) = code.position();
        let error = rows.abs_diff(all.len());
        assert!(error < all.len() / 3, "{rows} of {}", all.len());
        assert!(top < rows);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn one_moves_as_if_all_rows_were_measured(
        words in prop::collection::vec("[a-z]{1,12}[ \\n]", 1..150),
        times in 1..40_usize,
        cells in 12..60_usize,
        height in 1..20_usize,
        moves in prop::collection::vec(0..9_usize, 1..40),
    ) {
        let mut code = prose(&words.concat().repeat(times), cells, height);
        let all = all_rows(&code);
        let last = all.len() - 1;
        let (page, half) = (code.viewport.page(), code.viewport.half_page());
        let mut at = cursor(&code, &all);
        for step in moves {
            let (look, expected) = match step {
                0 => (Look::Down, at + 1),
                1 => (Look::Up, at.saturating_sub(1)),
                2 => (Look::HalfDown, at + half),
                3 => (Look::HalfUp, at.saturating_sub(half)),
                4 => (Look::PageDown, at + page),
                5 => (Look::PageUp, at.saturating_sub(page)),
                6 => (Look::First, 0),
                7 => (Look::Last, last),
                _ => {
                    code.scroll(3);
                    at = cursor(&code, &all);
                    continue;
                }
            };
            code.look(look);
            at = cursor(&code, &all);
            prop_assert_eq!(at, expected.min(last), "{:?}", look);
        }
    }
}
