//! Layout of the panes.
//!
//! Principal type: [`Layout`]. A pure function of the size, the focus and the user's share, used by the
//! models and the view, so that they agree.

use super::Focus;
use ratatui::layout::Rect;

/// The part of an area with these rows.
pub(crate) fn rows(area: Rect, from: u16, height: u16) -> Rect {
    Rect::new(area.x, area.y + from, area.width, height)
}

/// The part of an area with these columns.
pub(crate) fn columns(area: Rect, from: u16, width: u16) -> Rect {
    Rect::new(area.x + from, area.y, width, area.height)
}

/// Arrangement of the panes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Arrangement {
    /// Results next to the code.
    #[default]
    Columns,
    /// Results above code.
    Stacked,
    /// The code alone, over the results.
    Over,
    /// One pane at a time, the focused one, without a title.
    Bare,
}

/// Share of the results pane: its cells, and the cells of both panes and the line between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PaneShare(u16, u16);

impl PaneShare {
    /// Cells of the results if `all` cells are shared; each pane keeps a minimum.
    fn cells(self, all: u16, minimum: u16) -> u16 {
        let cells = u32::from(all) * u32::from(self.0) / u32::from(self.1.max(1));
        let maximum = all.saturating_sub(minimum + 1);
        u16::try_from(cells).map_or(maximum, |cells| cells.min(maximum).max(minimum))
    }
}

/// Areas of all parts of the screen. An area that does not fit is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) arrangement: Arrangement,
    pub(crate) screen: Rect,
    pub(crate) prompt: Rect,
    pub(crate) results: Rect,
    pub(crate) code: Rect,
    pub(crate) status: Rect,
}

/// Below this many columns, panes stack.
const COLUMNS: u16 = 80;
/// Minimum width at which the results have room for a line of source next to each name.
const WIDE_SCREEN: u16 = 140;
/// Default width limits of the results pane, below and from [`WIDE_SCREEN`] on.
const RESULTS: (u16, u16) = (56, 96);
/// Rows of stacked results, if enough rows remain for the code.
const RESULT_ROWS: u16 = 8;
/// Columns of a popup that leaves the code in view.
const SIDE_POPUP_WIDTH: u16 = 36;
/// Maximum columns of a popup.
const POPUP: u16 = 84;
/// Below this size, only the focused pane is shown.
const PANES: (u16, u16) = (44, 13);
/// Minimum columns of a pane next to the other one.
const MIN_PANE_WIDTH: u16 = 16;
/// Rows that a pane keeps above or below the other one.
const LOWEST: u16 = 2;
/// Columns that a key moves the line between the panes.
const STEP: u16 = 4;

impl Layout {
    /// The layout of a screen; `share` is the user's choice for the results pane.
    pub(crate) fn for_screen(
        width: u16,
        height: u16,
        focus: Focus,
        share: Option<PaneShare>,
    ) -> Self {
        if width < PANES.0 || height < PANES.1 {
            Self::single_pane(width, height, focus)
        } else {
            Self::panes(width, height, share)
        }
    }

    /// The line between the panes, which can be moved; empty if there is none.
    pub(crate) fn splitter(&self) -> Rect {
        let results = self.results;
        match self.arrangement {
            Arrangement::Columns => {
                Rect::new(results.x + results.width, results.y, 1, results.height)
            }
            Arrangement::Stacked => {
                Rect::new(results.x, results.y + results.height, results.width, 1)
            }
            Arrangement::Over | Arrangement::Bare => Rect::default(),
        }
    }

    /// The share of the results if the line between the panes is at this cell.
    pub(crate) fn share_at(&self, x: u16, y: u16) -> Option<PaneShare> {
        let (results, code) = (self.results, self.code);
        match self.arrangement {
            Arrangement::Columns => Some(PaneShare(
                x.saturating_sub(results.x),
                results.width + 1 + code.width,
            )),
            Arrangement::Stacked => Some(PaneShare(
                y.saturating_sub(results.y),
                results.height + 1 + code.height,
            )),
            Arrangement::Over | Arrangement::Bare => None,
        }
    }

    /// The share of the results if the line moves by a step.
    pub(crate) fn share_moved(&self, wider: bool) -> Option<PaneShare> {
        let splitter = self.splitter();
        let moved = |at: u16, step: u16| match wider {
            true => at.saturating_add(step),
            false => at.saturating_sub(step),
        };
        self.share_at(moved(splitter.x, STEP), moved(splitter.y, 1))
    }

    /// Rows: prompt, titles of the panes, panes, status. Stacked panes have their titles above each.
    fn panes(width: u16, height: u16, share: Option<PaneShare>) -> Self {
        let body = height - 3;
        let (arrangement, results, code) = if width >= COLUMNS {
            let left = match share {
                Some(share) => share.cells(width, MIN_PANE_WIDTH),
                None if width < WIDE_SCREEN => (width * 2 / 5).min(RESULTS.0),
                None => (width / 2).min(RESULTS.1),
            };
            (
                Arrangement::Columns,
                Rect::new(0, 2, left, body),
                Rect::new(left + 1, 2, width - left - 1, body),
            )
        } else {
            let above = match share {
                Some(share) => share.cells(body, LOWEST),
                None => (body * 2 / 5).max(RESULT_ROWS).min(body - 1 - LOWEST),
            };
            (
                Arrangement::Stacked,
                Rect::new(0, 2, width, above),
                Rect::new(0, above + 3, width, body - above - 1),
            )
        };
        Self {
            arrangement,
            screen: Rect::new(0, 0, width, height),
            prompt: Rect::new(1, 0, width - 2, 1),
            results,
            code,
            status: Rect::new(1, height - 1, width - 2, 1),
        }
    }

    fn single_pane(width: u16, height: u16, focus: Focus) -> Self {
        let prompt = height.min(1);
        let status = u16::from(height >= 3);
        let body = Rect::new(0, prompt, width, height - prompt - status);
        let (results, code) = match focus {
            Focus::Code => (Rect::default(), body),
            Focus::Prompt | Focus::Results => (body, Rect::default()),
        };
        Self {
            arrangement: Arrangement::Bare,
            screen: Rect::new(0, 0, width, height),
            prompt: Rect::new(0, 0, width, prompt),
            results,
            code,
            status: Rect::new(0, height - status, width, status),
        }
    }

    /// The layout with the code over the results.
    pub(crate) fn with_code_over_results(&self) -> Self {
        if self.arrangement == Arrangement::Bare {
            return self.clone();
        }
        let top = self.results.y;
        let height = self.code.y + self.code.height - top;
        Self {
            arrangement: Arrangement::Over,
            results: Rect::default(),
            code: Rect::new(0, top, self.screen.width, height),
            ..self.clone()
        }
    }

    /// The largest area of a popup, inside its frame.
    pub(crate) fn popup(&self) -> Rect {
        let screen = self.screen;
        if self.arrangement == Arrangement::Bare {
            return Rect::new(0, 0, screen.width, screen.height.saturating_sub(1));
        }
        let width = (screen.width - 4).min(POPUP);
        Rect::new((screen.width - width) / 2, 3, width, screen.height - 5)
    }

    /// The largest area of a popup with a preview, inside its frame.
    pub(crate) fn popup_wide(&self) -> Rect {
        let popup = self.popup();
        match popup.width == POPUP {
            true => Rect::new(2, popup.y, self.screen.width - 4, popup.height),
            false => popup,
        }
    }

    /// The largest area of a popup that leaves the code in view, inside its frame.
    pub(crate) fn popup_beside(&self) -> Rect {
        let popup = self.popup();
        match self.arrangement {
            Arrangement::Columns => {
                Rect::new(3, popup.y, SIDE_POPUP_WIDTH.min(popup.width), popup.height)
            }
            Arrangement::Stacked | Arrangement::Over | Arrangement::Bare => popup,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn panes_stack_under_eighty_columns() {
        let arrangement =
            |width, height| Layout::for_screen(width, height, Focus::Prompt, None).arrangement;
        assert_eq!(arrangement(80, 24), Arrangement::Columns);
        assert_eq!(arrangement(79, 24), Arrangement::Stacked);
        assert_eq!(arrangement(20, 6), Arrangement::Bare);
    }

    #[test]
    fn a_small_screen_shows_eight_results() {
        assert_eq!(
            Layout::for_screen(60, 15, Focus::Prompt, None)
                .results
                .height,
            8
        );
        assert_eq!(
            Layout::for_screen(79, 40, Focus::Prompt, None)
                .results
                .height,
            14
        );
    }

    #[test]
    fn the_smallest_screen_keeps_prompt_pane_and_status() {
        let layout = Layout::for_screen(20, 6, Focus::Results, None);
        assert_eq!(layout.prompt.height, 1);
        assert_eq!(layout.results.height, 4);
        assert_eq!(layout.status.y, 5);
    }

    #[test]
    fn splitter_is_placed_by_its_share() {
        let chosen = |width, height, x, y| {
            let layout = Layout::for_screen(width, height, Focus::Results, None);
            let share = layout.share_at(x, y);
            Layout::for_screen(width, height, Focus::Results, share).splitter()
        };
        for x in 20..100 {
            assert_eq!(chosen(120, 30, x, 5).x, x);
        }
        for y in 5..17 {
            assert_eq!(chosen(60, 24, 5, y).y, y);
        }
        assert_eq!(chosen(120, 30, 0, 5).x, MIN_PANE_WIDTH);
        assert_eq!(chosen(120, 30, 119, 5).x, 119 - MIN_PANE_WIDTH);
    }

    #[test]
    fn splitter_moves_by_a_step_per_key() {
        let layout = Layout::for_screen(120, 30, Focus::Results, None);
        let wider = Layout::for_screen(120, 30, Focus::Results, layout.share_moved(true));
        assert_eq!(wider.splitter().x, layout.splitter().x + STEP);
        let back = Layout::for_screen(120, 30, Focus::Results, wider.share_moved(false));
        assert_eq!(back.splitter(), layout.splitter());
    }

    proptest! {
        #[test]
        fn areas_lie_on_the_screen_and_do_not_overlap(
            width in 0u16..300, height in 0u16..120, code in any::<bool>(),
            share in prop::option::of((0u16..2_000, 0u16..2_000)),
        ) {
            let focus = if code { Focus::Code } else { Focus::Results };
            let layout = Layout::for_screen(width, height, focus, share.map(|(cells, all)| PaneShare(cells, all)));
            let areas = [layout.prompt, layout.results, layout.code, layout.status];
            for area in areas.into_iter().filter(|area| !area.is_empty()) {
                prop_assert!(area.x + area.width <= width && area.y + area.height <= height);
            }
            for y in 0..height {
                for x in 0..width {
                    prop_assert!(areas.iter().filter(|area| area.contains((x, y).into())).count() <= 1);
                }
            }
        }
    }
}
