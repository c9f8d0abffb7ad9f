//! Themes: a style for each role. A theme is a TOML text; fifteen are embedded.
//!
//! Principal type: [`Theme`]. Invariant: colors exist nowhere else; the rest of `ui` names roles.

mod depth;
mod load;
mod role;

#[cfg(test)]
mod tests;

pub use load::UserThemes;
pub(super) use role::Role;

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
    ui: [Style; Role::ALL.len()],
    code: [Style; HighlightRole::ALL.len()],
    /// True to replace non-ASCII characters in finished frames.
    pub is_ascii: bool,
}

/// Reason why a theme cannot be loaded: a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ThemeError(String);

impl Theme {
    /// Names of the embedded themes, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        EMBEDDED.iter().map(|(name, _)| *name)
    }

    /// The text of an embedded theme.
    pub fn embedded(name: &str) -> Option<&'static str> {
        let mut all = EMBEDDED.iter();
        Some(all.find(|(embedded, _)| *embedded == name)?.1)
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

    pub(super) fn style(&self, role: Role) -> Style {
        self.ui[role as usize]
    }

    pub(super) fn code(&self, role: HighlightRole) -> Style {
        self.code[role as usize]
    }

    /// A style on top of another one. On reverse video nothing else is set, so that a reversed row is one even
    /// bar.
    pub(super) fn over(under: Style, top: Style) -> Style {
        if under.add_modifier.contains(Modifier::REVERSED) {
            under
        } else {
            under.patch(top)
        }
    }
}
