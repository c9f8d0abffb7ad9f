//! The panes: their focus and their layout.
//!
//! Principal types: [`Focus`] and [`Layout`]. The layout is a pure function of the size, the focus and
//! the user's share, used by the models and the view, so that they agree.

use ratatui::layout::Rect;

named! {
    /// The part of the screen that gets the keys.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
    pub(crate) enum Focus {
        #[default]
        Prompt = "prompt",
        Results = "results",
        /// Callers of the declaration in the code.
        Callers = "callers",
        Code = "code",
        /// Callees of that declaration.
        Callees = "callees",
    }
}

impl Focus {
    /// The panes with keys of their own, from left to right or from top to bottom.
    pub(crate) const PANES: [Self; 2] = [Self::Results, Self::Code];

    pub(crate) fn is_prompt(self) -> bool {
        self == Self::Prompt
    }

    /// Returns true if actions apply to the line of the cursor in the code, not to the selected row.
    pub(crate) fn is_code(self) -> bool {
        self == Self::Code || self.is_beside_code()
    }

    /// Returns true for a column of calls.
    pub(crate) fn is_beside_code(self) -> bool {
        matches!(self, Self::Callers | Self::Callees)
    }

    /// The next pane, on the right; the results follow the last one.
    pub(super) fn next(self, has_columns: bool) -> Self {
        match self {
            Self::Results | Self::Callers => Self::Code,
            Self::Code if has_columns => Self::Callees,
            Self::Prompt | Self::Code | Self::Callees => Self::Results,
        }
    }

    /// The previous pane, on the left; the code precedes the results.
    pub(super) fn previous(self, has_columns: bool) -> Self {
        match self {
            Self::Prompt | Self::Results | Self::Callees => Self::Code,
            Self::Code if has_columns => Self::Callers,
            Self::Code | Self::Callers => Self::Results,
        }
    }

    /// The part of the screen that Esc focuses.
    pub(super) fn above(self) -> Self {
        match self {
            Self::Callers | Self::Callees => Self::Code,
            Self::Code => Self::Results,
            Self::Results | Self::Prompt => Self::Prompt,
        }
    }
}

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

/// Share of the first pane: its cells, and the cells of all panes and the lines between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PaneShare(u16, u16);

impl PaneShare {
    /// Cells of the pane if `all` cells are shared; each pane keeps a minimum.
    fn cells(self, all: u16, minimum: u16) -> u16 {
        let cells = u32::from(all) * u32::from(self.0) / u32::from(self.1.max(1));
        let maximum = all.saturating_sub(minimum + 1);
        u16::try_from(cells).map_or(maximum, |cells| cells.min(maximum).max(minimum))
    }
}

/// A pane in view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pane {
    /// The focus of the pane, which identifies it.
    pub(crate) focus: Focus,
    pub(crate) area: Rect,
}

/// Areas of all parts of the screen. An area that does not fit is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) arrangement: Arrangement,
    pub(crate) screen: Rect,
    pub(crate) prompt: Rect,
    /// The panes in view, from left to right or from top to bottom.
    pub(crate) panes: Vec<Pane>,
    pub(crate) status: Rect,
}

/// Below this many columns, panes stack.
const COLUMNS: u16 = 80;
/// Minimum width at which the results have room for a line of source next to each name.
const WIDE_SCREEN: u16 = 140;
/// Minimum width for callers and callees beside the code, the width that the code keeps, and the limit of each column.
pub(super) const THREE_COLUMNS: u16 = 160;
const CODE_BETWEEN: u16 = 80;
const CALLS: u16 = 56;
/// Default width limits of the results pane, below and from [`WIDE_SCREEN`] on.
const RESULTS: (u16, u16) = (56, 96);
/// Rows of stacked results, if enough rows remain for the code.
const RESULT_ROWS: u16 = 8;
/// Columns of a popup that leaves the code in view.
const SIDE_POPUP_WIDTH: u16 = 36;
/// Maximum columns of a popup.
const POPUP: u16 = 84;
/// Maximum columns of a menu.
const MENU: u16 = 58;
/// Below this size, only the focused pane is shown.
const PANES: (u16, u16) = (44, 13);
/// Minimum columns of a pane next to the other one.
const MIN_PANE_WIDTH: u16 = 16;
/// Rows that a pane keeps above or below the other one.
const LOWEST: u16 = 2;
/// Columns that a key moves the line between the panes.
const STEP: u16 = 4;

impl Layout {
    /// The layout of a screen; `share` is the user's choice for the first pane.
    pub(crate) fn for_screen(
        width: u16,
        height: u16,
        focus: Focus,
        share: Option<PaneShare>,
    ) -> Self {
        if width < PANES.0 || height < PANES.1 {
            Self::single_pane(width, height, focus)
        } else {
            Self::several_panes(width, height, share)
        }
    }

    /// The area of a pane; empty if it is not in view.
    pub(crate) fn area(&self, pane: Focus) -> Rect {
        let shown = self.panes.iter().find(|shown| shown.focus == pane);
        shown.map_or(Rect::default(), |shown| shown.area)
    }

    /// The pane at a cell.
    pub(crate) fn pane_at(&self, x: u16, y: u16) -> Option<Pane> {
        let mut panes = self.panes.iter();
        panes
            .find(|pane| pane.area.contains((x, y).into()))
            .copied()
    }

    /// The line after the first pane, which can be moved; empty if there is none.
    pub(crate) fn splitter(&self) -> Rect {
        let area = self.panes.first().map_or(Rect::default(), |pane| pane.area);
        match self.arrangement {
            Arrangement::Columns if self.panes.len() > Focus::PANES.len() => Rect::default(),
            Arrangement::Columns => Rect::new(area.right(), area.y, 1, area.height),
            Arrangement::Stacked => Rect::new(area.x, area.bottom(), area.width, 1),
            Arrangement::Over | Arrangement::Bare => Rect::default(),
        }
    }

    /// The share of the first pane if the line after it is at this cell.
    pub(crate) fn share_at(&self, x: u16, y: u16) -> Option<PaneShare> {
        let (first, last) = (self.panes.first()?.area, self.panes.last()?.area);
        match self.arrangement {
            Arrangement::Columns => {
                Some(PaneShare(x.saturating_sub(first.x), last.right() - first.x))
            }
            Arrangement::Stacked => Some(PaneShare(
                y.saturating_sub(first.y),
                last.bottom() - first.y,
            )),
            Arrangement::Over | Arrangement::Bare => None,
        }
    }

    /// The share of the first pane if the line after it moves by a step.
    pub(crate) fn share_moved(&self, wider: bool) -> Option<PaneShare> {
        let Rect { x, y, .. } = self.splitter();
        if wider {
            self.share_at(x.saturating_add(STEP), y.saturating_add(1))
        } else {
            self.share_at(x.saturating_sub(STEP), y.saturating_sub(1))
        }
    }

    /// Rows: prompt, titles of the panes, panes, status. Stacked panes have their titles above each.
    fn several_panes(width: u16, height: u16, share: Option<PaneShare>) -> Self {
        let body = Rect::new(0, 2, width, height - 3);
        let (arrangement, all, results) = if width >= COLUMNS {
            let results = match share {
                Some(share) => share.cells(width, MIN_PANE_WIDTH),
                None if width < WIDE_SCREEN => (width * 2 / 5).min(RESULTS.0),
                None => (width / 2).min(RESULTS.1),
            };
            (Arrangement::Columns, width, results)
        } else {
            let all = body.height;
            let results = match share {
                Some(share) => share.cells(all, LOWEST),
                None => (all * 2 / 5).max(RESULT_ROWS).min(all - 1 - LOWEST),
            };
            (Arrangement::Stacked, all, results)
        };
        Self {
            arrangement,
            screen: Rect::new(0, 0, width, height),
            prompt: Rect::new(1, 0, width - 2, 1),
            panes: line_up(
                body,
                arrangement,
                &[(Focus::Results, results), (Focus::Code, all - results - 1)],
            ),
            status: Rect::new(1, height - 1, width - 2, 1),
        }
    }

    fn single_pane(width: u16, height: u16, focus: Focus) -> Self {
        let prompt = height.min(1);
        let status = u16::from(height >= 3);
        Self {
            arrangement: Arrangement::Bare,
            screen: Rect::new(0, 0, width, height),
            prompt: Rect::new(0, 0, width, prompt),
            panes: vec![Pane {
                focus: focus.max(Focus::Results),
                area: Rect::new(0, prompt, width, height - prompt - status),
            }],
            status: Rect::new(0, height - status, width, status),
        }
    }

    /// The layout with one pane over all others.
    pub(crate) fn covered_by(self, focus: Focus) -> Self {
        if self.arrangement == Arrangement::Bare {
            return self;
        }
        let areas = self.panes.iter().map(|pane| pane.area);
        let area = areas.reduce(Rect::union).unwrap_or_default();
        Self {
            arrangement: Arrangement::Over,
            panes: vec![Pane { focus, area }],
            ..self
        }
    }

    /// The layout with callers and callees beside the code, in place of the results, if there is room.
    pub(crate) fn with_columns(mut self) -> Self {
        let width = self.screen.width;
        if width >= THREE_COLUMNS && self.arrangement == Arrangement::Columns {
            let body = self.area(Focus::Results).union(self.area(Focus::Code));
            let side = ((width - 2 - CODE_BETWEEN) / 2).min(width / 4).min(CALLS);
            let sizes = [
                (Focus::Callers, side),
                (Focus::Code, width - 2 - 2 * side),
                (Focus::Callees, side),
            ];
            self.panes = line_up(body, self.arrangement, &sizes);
        }
        self
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

    /// The area of a menu of this many rows below a cell, inside its frame.
    pub(crate) fn menu(&self, (x, y): (u16, u16), rows: u16) -> Rect {
        let most = self.popup();
        let (width, height) = (most.width.min(MENU), most.height.min(rows));
        Rect {
            x: (x + 2).min(most.right().max(width) - width).max(most.x),
            y: (y + 2).min(most.bottom() - height).max(most.y),
            width,
            height,
        }
    }

    /// The largest area of a popup with a preview, inside its frame.
    pub(crate) fn popup_wide(&self) -> Rect {
        let popup = self.popup();
        if popup.width < POPUP {
            return popup;
        }
        Rect::new(2, popup.y, self.screen.width - 4, popup.height)
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

/// Puts panes of these sizes next to each other or on top of each other, one cell apart.
fn line_up(body: Rect, arrangement: Arrangement, sizes: &[(Focus, u16)]) -> Vec<Pane> {
    let mut panes = Vec::new();
    let mut at = 0;
    for (focus, size) in sizes.iter().copied() {
        let area = match arrangement {
            Arrangement::Stacked => rows(body, at, size),
            _ => columns(body, at, size),
        };
        panes.push(Pane { focus, area });
        at += size + 1;
    }
    panes
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
                .area(Focus::Results)
                .height,
            8
        );
        assert_eq!(
            Layout::for_screen(79, 40, Focus::Prompt, None)
                .area(Focus::Results)
                .height,
            14
        );
    }

    #[test]
    fn the_smallest_screen_keeps_prompt_pane_and_status() {
        let layout = Layout::for_screen(20, 6, Focus::Results, None);
        assert_eq!(layout.prompt.height, 1);
        assert_eq!(layout.area(Focus::Results).height, 4);
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
            let mut areas = vec![layout.prompt, layout.status];
            areas.extend(layout.panes.iter().map(|pane| pane.area));
            for area in areas.iter().filter(|area| !area.is_empty()) {
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
