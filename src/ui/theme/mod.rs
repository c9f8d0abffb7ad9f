//! Themes: what has which style. A theme is a TOML text; fifteen are embedded.

mod depth;
mod embedded;
mod load;
mod role;
mod style;

#[cfg(test)]
mod tests;

pub use load::Own;
pub(super) use role::Role;

use crate::syntax::HighlightRole;
use ratatui::style::{Modifier, Style};
use role::{CODE, UI};

/// A style for every role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theme {
    ui: [Style; UI.len()],
    code: [Style; CODE.len()],
    /// True to replace non-ASCII characters in the end.
    is_ascii: bool,
}

/// Why there is no such theme.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ThemeError {
    /// Nobody wrote it.
    #[error("unknown theme \"{name}\"{by}{hint}")]
    Unknown {
        /// The theme.
        name: String,
        /// The theme that wants it, where one does.
        by: String,
        /// Suggestion.
        hint: String,
    },
    /// It inherits itself.
    #[error("theme {0}: a theme cannot inherit itself; take one `inherits` away")]
    Round(String),
    /// It is there but cannot be read; a sentence for people.
    #[error("{0}")]
    Unreadable(String),
    /// It is not TOML.
    #[error("theme {name}: {cause}")]
    Syntax {
        /// The theme.
        name: String,
        /// Error of the parser, with the line.
        cause: String,
    },
}

impl Theme {
    /// Names of the embedded themes, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        embedded::names()
    }

    /// The text of an embedded theme, as an example to start from.
    pub fn embedded(name: &str) -> Option<&'static str> {
        embedded::embedded(name)
    }

    /// The same theme for a terminal without colour: what was told by a background is told by
    /// reverse video.
    #[must_use]
    pub fn without_colour(mut self) -> Self {
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

    /// The same theme for a terminal that shows nothing but ASCII.
    #[must_use]
    pub fn in_ascii(mut self) -> Self {
        self.is_ascii = true;
        self
    }

    /// Returns true if non-ASCII characters are replaced in the end.
    pub(super) fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    pub(super) fn style(&self, role: Role) -> Style {
        self.ui[role as usize]
    }

    pub(super) fn code(&self, role: HighlightRole) -> Style {
        let at = CODE.iter().position(|(known, ..)| *known == role);
        at.map_or_else(Style::new, |at| self.code[at])
    }

    /// A style on top of another one. Reverse video swallows colours: on it nothing else is set,
    /// so that a reversed row stays one even bar.
    pub(super) fn over(under: Style, top: Style) -> Style {
        if under.add_modifier.contains(Modifier::REVERSED) {
            under
        } else {
            under.patch(top)
        }
    }
}
