//! What can be asked for, by a key, by the palette or by the mouse: a closed list.

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    StopOrQuit,
    Quit,
    Suspend,
    Redraw,
    FocusNext,
    FocusPrevious,
    FocusPrompt,
    Climb,
    Help,
    Palette,
    Themes,
    CaptureMouse,
    WidenResults,
    NarrowResults,
    Reindex,
    CancelIndexing,
    Rebuild,
    Index,
    Edit,
    CopyPlace,
    CopyCode,
    Why,
    Like,
    Touching,
    SameKind,
    MoreHits,
    Mark,
    Export,
    Back,
    Forward,
    Files,
    History,
    Bookmark,
    Bookmarks,
    Peek,
    NextMode,
    /// What is selected in a list.
    Choose,
    /// What is offered for a filter.
    Complete,
    Prompt(Editing),
    Results(Step),
    Code(Look),
}

impl Action {
    /// Whether it is of use while something lies over the panes: others would happen behind it,
    /// where nobody sees them.
    pub(crate) fn is_seen_anywhere(self) -> bool {
        matches!(
            self,
            Self::StopOrQuit
                | Self::Quit
                | Self::Suspend
                | Self::Redraw
                | Self::Help
                | Self::Palette
                | Self::CaptureMouse
        )
    }
}

/// What changes the prompt's text or cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Editing {
    Left,
    Right,
    WordLeft,
    WordRight,
    Start,
    End,
    Backspace,
    Delete,
    DeleteWordLeft,
    DeleteWordRight,
    DeleteToStart,
    DeleteToEnd,
}

/// What moves in the results or changes their shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Next,
    Previous,
    PageDown,
    PageUp,
    First,
    Last,
    Open,
    Close,
    OpenAll,
    CloseAll,
    Siblings,
    Toggle,
    NextSibling,
    PreviousSibling,
    Parent,
    NextParent,
    NextHit,
    PreviousHit,
    ToggleView,
}

/// What moves in the code or changes how much of it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    Down,
    Up,
    HalfDown,
    HalfUp,
    PageDown,
    PageUp,
    First,
    Last,
    ZoomOut,
    ZoomIn,
    Wider,
    Narrower,
    Parent,
    WholeFile,
    Fold,
    OpenFold,
    CloseFold,
    OpenFolds,
    CloseFolds,
    Siblings,
    Imports,
    Callers,
    /// To the place that this digit stands beside.
    Jump(u8),
    Left,
    Right,
    Wrap,
}

impl Look {
    /// Whether it only goes somewhere else in what is shown.
    pub(crate) fn only_moves(self) -> bool {
        matches!(
            self,
            Self::Down
                | Self::Up
                | Self::HalfDown
                | Self::HalfUp
                | Self::PageDown
                | Self::PageUp
                | Self::First
                | Self::Last
                | Self::Left
                | Self::Right
        )
    }
}
