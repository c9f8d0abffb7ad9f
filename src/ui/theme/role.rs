//! The roles that can be styled, with their names in themes.
//!
//! Principal type: [`Role`]. The styles of a theme are in the order of the roles.

use crate::syntax::HighlightRole;

named! {
    /// Role of a cell outside of code, by its name in themes.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Role {
        Text = "text",
        Faint = "faint",
        Accent = "accent",
        Border = "border",
        BorderFocused = "border-focused",
        PaneTitle = "pane-title",
        PaneTitleFocused = "pane-title-focused",
        Title = "title",
        Selection = "selection",
        SelectionUnfocused = "selection-unfocused",
        File = "file",
        Directory = "directory",
        Kind = "kind",
        Name = "name",
        Hit = "hit",
        Count = "count",
        Chip = "chip",
        ChipNegated = "chip-negated",
        LineNumber = "line-number",
        LineNumberHit = "line-number-hit",
        CursorLine = "cursor-line",
        Match = "match",
        Fold = "fold",
        Good = "good",
        Warning = "warning",
        Error = "error",
        Key = "key",
        Escaped = "escaped",
    }
}

/// The name of a role of code in themes: its first capture.
pub(super) fn code_name(role: HighlightRole) -> &'static str {
    role.name().split(' ').next().unwrap_or_default()
}
