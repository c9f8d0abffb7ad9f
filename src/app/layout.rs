//! Which cells belong to which pane: one pure function, used by the models (viewports, clicks) and
//! by the drawing alike, so that the two cannot disagree.

use super::Focus;

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Area {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Area {
    fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    pub(crate) fn contains(&self, x: u16, y: u16) -> bool {
        (self.x..self.x.saturating_add(self.width)).contains(&x)
            && (self.y..self.y.saturating_add(self.height)).contains(&y)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// How the panes stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrangement {
    /// Results beside code, in a frame.
    Columns,
    /// Results above code, in a frame.
    Stacked,
    /// No frame, one pane at a time: the focused one.
    Bare,
}

/// Where everything is. An area that does not fit is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(crate) arrangement: Arrangement,
    pub(crate) screen: Area,
    pub(crate) title: Area,
    pub(crate) prompt: Area,
    pub(crate) results: Area,
    pub(crate) code: Area,
    pub(crate) status: Area,
}

/// Below this many columns, panes stack.
const COLUMNS: u16 = 80;
/// Columns of a popup that leaves the code in view.
const BESIDE: u16 = 34;
/// Below this, a frame would take more than it gives.
const FRAMED: (u16, u16) = (44, 13);

impl Layout {
    pub(crate) fn of(width: u16, height: u16, focus: Focus) -> Self {
        if width < FRAMED.0 || height < FRAMED.1 {
            Self::bare(width, height, focus)
        } else {
            Self::framed(width, height)
        }
    }

    /// Rows: title in the frame's top, prompt, rule, panes, rule, status, the frame's bottom.
    fn framed(width: u16, height: u16) -> Self {
        let body = height - 6;
        let inner = width - 2;
        let (arrangement, results, code) = if width >= COLUMNS {
            let left = (inner * 2 / 5).min(64);
            (
                Arrangement::Columns,
                Area::new(1, 3, left, body),
                Area::new(left + 2, 3, inner - left - 1, body),
            )
        } else {
            let above = body * 2 / 5;
            (
                Arrangement::Stacked,
                Area::new(1, 3, inner, above),
                Area::new(1, above + 4, inner, body - above - 1),
            )
        };
        Self {
            arrangement,
            screen: Area::new(0, 0, width, height),
            title: Area::new(1, 0, inner, 1),
            prompt: Area::new(2, 1, inner - 2, 1),
            results,
            code,
            status: Area::new(2, height - 2, inner - 2, 1),
        }
    }

    fn bare(width: u16, height: u16, focus: Focus) -> Self {
        let prompt = height.min(1);
        let status = u16::from(height >= 3);
        let body = Area::new(0, prompt, width, height - prompt - status);
        let (results, code) = match focus {
            Focus::Code => (Area::default(), body),
            Focus::Prompt | Focus::Results => (body, Area::default()),
        };
        Self {
            arrangement: Arrangement::Bare,
            screen: Area::new(0, 0, width, height),
            title: Area::default(),
            prompt: Area::new(0, 0, width, prompt),
            results,
            code,
            status: Area::new(0, height - status, width, status),
        }
    }

    /// The rows of a popup, inside its frame.
    pub(crate) fn popup(&self) -> Area {
        let screen = self.screen;
        if self.arrangement == Arrangement::Bare {
            return Area::new(0, 0, screen.width, screen.height.saturating_sub(1));
        }
        let width = (screen.width - 4).min(84);
        let height = screen.height - 6;
        Area::new((screen.width - width) / 2, 3, width, height)
    }

    /// The rows of a popup that leaves the code in view, inside its frame.
    pub(crate) fn popup_beside(&self) -> Area {
        let popup = self.popup();
        match self.arrangement {
            Arrangement::Columns => Area::new(3, popup.y, BESIDE.min(popup.width), popup.height),
            Arrangement::Stacked | Arrangement::Bare => popup,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn panes_stack_under_eighty_columns() {
        let arrangement = |width, height| Layout::of(width, height, Focus::Prompt).arrangement;
        assert_eq!(arrangement(80, 24), Arrangement::Columns);
        assert_eq!(arrangement(79, 24), Arrangement::Stacked);
        assert_eq!(arrangement(20, 6), Arrangement::Bare);
    }

    #[test]
    fn the_smallest_screen_keeps_prompt_pane_and_status() {
        let layout = Layout::of(20, 6, Focus::Results);
        assert_eq!(layout.prompt.height, 1);
        assert_eq!(layout.results.height, 4);
        assert_eq!(layout.status.y, 5);
    }

    proptest! {
        #[test]
        fn areas_lie_on_the_screen_and_do_not_overlap(
            width in 0u16..300, height in 0u16..120, code in any::<bool>(),
        ) {
            let focus = if code { Focus::Code } else { Focus::Results };
            let layout = Layout::of(width, height, focus);
            let areas = [layout.title, layout.prompt, layout.results, layout.code, layout.status];
            for area in areas.into_iter().filter(|area| !area.is_empty()) {
                prop_assert!(area.x + area.width <= width && area.y + area.height <= height);
            }
            for y in 0..height {
                for x in 0..width {
                    prop_assert!(areas.iter().filter(|area| area.contains(x, y)).count() <= 1);
                }
            }
        }
    }
}
