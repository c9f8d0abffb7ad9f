//! The styles of a theme, the roles that can be styled, and the texts of the embedded themes.
//!
//! Principal types: [`Theme`] and [`Role`]. The styles of a theme are in the order of the roles.

use crate::syntax::HighlightRole;
use ratatui::style::{Modifier, Style};

macro_rules! themes {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../../themes/", $name, ".toml")))),+]
    };
}

/// The embedded themes by name, the default first. All but the first need true color.
const EMBEDDED: &[(&str, &str)] = themes! {
    "terminal" "night" "day" "catppuccin-mocha"
    "catppuccin-latte" "dracula" "github-light" "gruvbox-dark"
    "gruvbox-light" "nord" "one-dark" "rose-pine"
    "solarized-dark" "solarized-light" "tokyo-night"
};

/// A style for every role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theme {
    pub(super) ui: [Style; Role::ALL.len()],
    pub(super) code: [Style; HighlightRole::ALL.len()],
    /// True to replace non-ASCII characters in finished frames.
    pub is_ascii: bool,
}

/// Reason why a theme cannot be loaded: a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ThemeError(pub(super) String);

impl Theme {
    /// Names of the embedded themes, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        EMBEDDED.iter().map(|(name, _)| *name)
    }

    /// The text of an embedded theme.
    pub fn embedded(name: &str) -> Option<&'static str> {
        let (_, text) = EMBEDDED.iter().find(|(embedded, _)| *embedded == name)?;
        Some(text)
    }

    /// The same theme for a terminal without color: reverse video replaces backgrounds.
    #[must_use]
    pub fn without_color(mut self) -> Self {
        let text = self.style(Role::Text).bg;
        for style in self.ui.iter_mut().chain(&mut self.code) {
            let has_ground = style.bg.is_some() && style.bg != text;
            style.fg = None;
            style.bg = None;
            if has_ground {
                *style = style.add_modifier(Modifier::REVERSED);
            }
        }
        self
    }

    pub(crate) fn style(&self, role: Role) -> Style {
        self.ui[role as usize]
    }

    pub(crate) fn code(&self, role: HighlightRole) -> Style {
        self.code[role as usize]
    }

    /// A style on top of another one. On reverse video nothing else is set, so that a reversed row is one even
    /// bar.
    pub(crate) fn over(under: Style, top: Style) -> Style {
        if under.add_modifier.contains(Modifier::REVERSED) {
            under
        } else {
            under.patch(top)
        }
    }
}

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
