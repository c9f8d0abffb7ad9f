//! The focus: the prompt or one of the panes.
//!
//! Principal type: [`Focus`]. Its order is the order on the screen.

/// The part of the screen that gets the keys.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Focus {
    #[default]
    Prompt,
    Results,
    Code,
}

impl Focus {
    /// The panes, from left to right or from top to bottom.
    pub(crate) const PANES: [Self; 2] = [Self::Results, Self::Code];

    /// Name of the pane in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Results => "results",
            Self::Code => "code",
        }
    }

    pub(crate) fn is_prompt(self) -> bool {
        self == Self::Prompt
    }

    /// Returns true if actions apply to the line of the cursor in the code, not to the selected row.
    pub(crate) fn is_code(self) -> bool {
        self == Self::Code
    }

    /// The next pane; the first one follows the last one.
    pub(super) fn next(self) -> Self {
        let mut panes = Self::PANES.into_iter();
        panes.find(|pane| *pane > self).unwrap_or(Self::Results)
    }

    /// The previous pane; the last one precedes the first one.
    pub(super) fn previous(self) -> Self {
        let mut panes = Self::PANES.into_iter();
        panes.rfind(|pane| *pane < self).unwrap_or(Self::Code)
    }

    /// The part of the screen that Esc focuses.
    pub(super) fn above(self) -> Self {
        match self {
            Self::Code => Self::Results,
            Self::Results | Self::Prompt => Self::Prompt,
        }
    }
}
