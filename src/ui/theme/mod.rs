//! Themes: what has which style. A theme is a TOML text; three are embedded.

mod role;
mod style;

pub(super) use role::Role;

use crate::syntax::HighlightRole;
use ratatui::style::{Modifier, Style};
use role::{CODE, UI};
use style::Palette;
use toml::{Table, Value};

/// The embedded themes by name; the first is the default.
const EMBEDDED: [(&str, &str); 3] = [
    ("terminal", include_str!("../../../themes/terminal.toml")),
    ("night", include_str!("../../../themes/night.toml")),
    ("day", include_str!("../../../themes/day.toml")),
];

/// A style for every role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theme {
    ui: [Style; UI.len()],
    code: [Style; CODE.len()],
}

/// Why a text is no theme.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ThemeError {
    /// It is not TOML.
    #[error("theme {name}: {cause}")]
    Syntax {
        /// The theme.
        name: String,
        /// What the parser said, with the line.
        cause: String,
    },
}

impl Theme {
    /// Names of the embedded themes, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        EMBEDDED.iter().map(|(name, _)| *name)
    }

    /// The text of an embedded theme, for [`Theme::parse`] and as an example to start from.
    pub fn embedded(name: &str) -> Option<&'static str> {
        EMBEDDED
            .iter()
            .find(|(embedded, _)| *embedded == name)
            .map(|(_, text)| *text)
    }

    /// Reads a theme. What it does not say comes from the theme it inherits, an embedded one, else
    /// from the default; what it says wrongly is left out and told in a warning that names the
    /// theme and the key.
    pub fn parse(name: &str, text: &str) -> Result<(Self, Vec<String>), ThemeError> {
        let mut warnings = Vec::new();
        let table = table(name, text)?;
        let mut theme = Self::plain();
        let (default, default_text) = EMBEDDED[0];
        theme.apply(default, &table_or_empty(default_text), &mut warnings);
        match table.get("inherits") {
            None => {}
            Some(Value::String(parent)) if Self::embedded(parent).is_some() => {
                let text = Self::embedded(parent).unwrap_or_default();
                theme.apply(parent, &table_or_empty(text), &mut warnings);
            }
            Some(other) => warnings.push(format!(
                "theme {name}: inherits: {other} is not one of {}",
                Self::names().collect::<Vec<_>>().join(", ")
            )),
        }
        theme.apply(name, &table, &mut warnings);
        Ok((theme, warnings))
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

    pub(super) fn style(&self, role: Role) -> Style {
        self.ui[role as usize]
    }

    pub(super) fn code(&self, role: HighlightRole) -> Style {
        let at = CODE.iter().position(|(known, _)| *known == role);
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

    fn plain() -> Self {
        Self {
            ui: [Style::new(); UI.len()],
            code: [Style::new(); CODE.len()],
        }
    }

    fn apply(&mut self, name: &str, table: &Table, warnings: &mut Vec<String>) {
        let mut palette = Palette::new();
        for (key, value) in section(table, "palette") {
            let color = value
                .as_str()
                .and_then(|word| style::color(word, &Palette::new()));
            match color {
                Some(color) => {
                    palette.insert(key.clone(), color);
                }
                None => warnings.push(format!("theme {name}: palette.{key}: {value} is no colour")),
            }
        }
        for key in table.keys() {
            if !["inherits", "palette", "ui", "code"].contains(&key.as_str()) {
                warnings.push(format!("theme {name}: {key}: there is no such section"));
            }
        }
        let ui: Vec<&str> = UI.iter().map(|(_, role)| *role).collect();
        let code: Vec<&str> = CODE.iter().map(|(_, role)| *role).collect();
        let sections = [
            ("ui", ui, &mut self.ui[..]),
            ("code", code, &mut self.code[..]),
        ];
        for (title, roles, styles) in sections {
            for (key, value) in section(table, title) {
                let at = roles.iter().position(|role| role == key);
                let Some(slot) = at.and_then(|at| styles.get_mut(at)) else {
                    warnings.push(format!(
                        "theme {name}: {title}.{key}: there is no such role"
                    ));
                    continue;
                };
                match value.as_str().map(|text| style::style(text, &palette)) {
                    Some(Ok(style)) => *slot = style,
                    Some(Err(word)) => warnings.push(format!(
                        "theme {name}: {title}.{key}: {word:?} is neither a colour nor a style"
                    )),
                    None => warnings.push(format!(
                        "theme {name}: {title}.{key}: a style is a text like \"bold red\""
                    )),
                }
            }
        }
    }
}

fn table(name: &str, text: &str) -> Result<Table, ThemeError> {
    text.parse()
        .map_err(|cause: toml::de::Error| ThemeError::Syntax {
            name: name.to_owned(),
            cause: cause.to_string(),
        })
}

/// An embedded theme; a test parses them all.
fn table_or_empty(text: &str) -> Table {
    text.parse().unwrap_or_default()
}

fn section<'a>(table: &'a Table, title: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    table
        .get(title)
        .and_then(Value::as_table)
        .into_iter()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Color;

    #[test]
    fn embedded_themes_are_complete_and_without_warnings() {
        for (name, text) in EMBEDDED {
            let (_, warnings) = Theme::parse(name, text).unwrap();
            assert_eq!(warnings, Vec::<String>::new());
            let table = table(name, text).unwrap();
            assert_eq!(section(&table, "ui").count(), UI.len(), "{name}");
            assert_eq!(section(&table, "code").count(), CODE.len(), "{name}");
        }
    }

    #[test]
    fn roles_are_numbered_as_they_are_listed() {
        for (at, (role, name)) in UI.iter().enumerate() {
            assert_eq!(*role as usize, at, "{name}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_by_theme_and_key() {
        let text = "inherits = \"dusk\"\n[ui]\ntext = \"blod red\"\nshadow = \"red\"\n[colors]\n";
        let (theme, warnings) = Theme::parse("mine", text).unwrap();
        assert_eq!(
            warnings,
            [
                "theme mine: inherits: \"dusk\" is not one of terminal, night, day",
                "theme mine: colors: there is no such section",
                "theme mine: ui.shadow: there is no such role",
                "theme mine: ui.text: \"blod\" is neither a colour nor a style",
            ]
        );
        let (default, _) = Theme::parse("terminal", EMBEDDED[0].1).unwrap();
        assert_eq!(theme, default);
    }

    #[test]
    fn a_broken_text_is_an_error_with_its_line() {
        let error = Theme::parse("mine", "[ui]\ntext = ")
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("theme mine: ") && error.contains("line 2"),
            "{error}"
        );
    }

    #[test]
    fn without_colour_a_selection_is_still_seen() {
        for (name, text) in EMBEDDED {
            let (theme, _) = Theme::parse(name, text).unwrap();
            let theme = theme.without_colour();
            let styles = theme.ui.iter().chain(&theme.code);
            assert!(
                styles
                    .clone()
                    .all(|style| style.fg.is_none() && style.bg.is_none())
            );
            for role in [Role::Selection, Role::Chip, Role::Match, Role::Escaped] {
                assert!(
                    !theme.style(role).add_modifier.is_empty(),
                    "{name} {role:?}"
                );
            }
        }
    }

    /// WCAG contrast of two colours, 1 to 21.
    fn contrast(one: Color, other: Color) -> f64 {
        let luminance = |color: Color| match color {
            Color::Rgb(red, green, blue) => {
                let part = |part: u8| match f64::from(part) / 255.0 {
                    low if low <= 0.03928 => low / 12.92,
                    high => ((high + 0.055) / 1.055).powf(2.4),
                };
                0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
            }
            other => panic!("{other} is not a true colour"),
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn true_colour_text_has_a_contrast_of_four_and_a_half() {
        for name in ["night", "day"] {
            let (theme, _) = Theme::parse(name, Theme::embedded(name).unwrap()).unwrap();
            let ground = theme.style(Role::Text).bg.unwrap();
            let raised = theme.style(Role::Selection).bg.unwrap();
            for (role, key) in UI {
                let style = theme.style(role);
                let decoration = [Role::Border, Role::BarRest, Role::CursorLine].contains(&role);
                if let (Some(color), false) = (style.fg, decoration) {
                    let found = contrast(color, style.bg.unwrap_or(ground));
                    assert!(found >= 4.5, "{name}: {key} has {found:.1}");
                }
            }
            for (role, key) in CODE {
                let color = theme.code(role).fg.unwrap();
                for ground in [ground, raised] {
                    let found = contrast(color, ground);
                    assert!(found >= 4.5, "{name}: {key} has {found:.1}");
                }
            }
        }
    }
}
