//! Loading a theme: the chain of inherited themes, and styles for missing roles.
//!
//! Contract of [`Theme::load()`]: every role has a style, and a mistake in a style is a warning, not an
//! error.

use super::styles::{Role, Theme, ThemeError, code_name};
use crate::config::did_you_mean;
use crate::syntax::HighlightRole;
use ratatui::style::{Color, Modifier, Style};
use std::collections::HashMap;
use toml::{Table, Value};

/// The theme that a user theme inherits if it names none, so that every role has a style.
const BASE: &str = "terminal";

/// The sections of a theme.
const SECTIONS: [&str; 4] = ["inherits", "palette", "ui", "code"];

/// Texts of the user's themes by name, if they exist; `Err` is a sentence for people.
pub type UserThemes<'a> = dyn Fn(&str) -> Result<Option<String>, String> + 'a;

/// Colors of a theme by name.
type Palette = HashMap<String, Color>;

/// A theme of the chain.
struct ThemeSource {
    name: String,
    /// True for a theme of the user.
    is_own: bool,
    table: Table,
}

impl Theme {
    /// Loads a theme with the themes it inherits; a user theme precedes an embedded one of the same
    /// name. Invalid styles produce warnings that name theme and key; the inherited style is used for
    /// them.
    pub fn load(name: &str, own: &UserThemes<'_>) -> Result<(Self, Vec<String>), ThemeError> {
        let chain = chain(name, own)?;
        let mut warnings: Vec<String> = chain.iter().flat_map(unknown).collect();
        let palette = palette(&chain, &mut warnings);
        let (roles, code) = (Role::ALL.map(Role::name), HighlightRole::ALL.map(code_name));
        let theme = Self {
            ui: styles(&chain, "ui", roles, &palette, &mut warnings),
            code: styles(&chain, "code", code, &palette, &mut warnings),
            is_ascii: false,
        };
        Ok((theme, warnings))
    }
}

/// A theme and the themes it inherits, in this order.
fn chain(name: &str, own: &UserThemes<'_>) -> Result<Vec<ThemeSource>, ThemeError> {
    let mut chain: Vec<ThemeSource> = Vec::new();
    let mut next = Some(name.to_owned());
    while let Some(name) = next {
        let is_in_chain = |is_own| {
            let mut links = chain.iter();
            links.any(|link| link.is_own == is_own && link.name == name)
        };
        // A user theme that inherits its own name means the embedded one.
        let own_text = if is_in_chain(true) {
            None
        } else {
            own(&name).map_err(ThemeError)?
        };
        let is_own = own_text.is_some();
        let text = match own_text.or_else(|| Theme::embedded(&name).map(str::to_owned)) {
            Some(text) if !is_in_chain(is_own) => text,
            _ if is_in_chain(true) || is_in_chain(false) => return Err(cycle(&chain, name)),
            _ => return Err(unknown_theme(&chain, name)),
        };
        let table: Table = text
            .parse()
            .map_err(|cause: toml::de::Error| ThemeError(format!("theme {name}: {cause}")))?;
        next = match table.get("inherits").and_then(Value::as_str) {
            Some(inherited) => Some(inherited.to_owned()),
            None => is_own.then(|| BASE.to_owned()),
        };
        chain.push(ThemeSource {
            name,
            is_own,
            table,
        });
    }
    Ok(chain)
}

fn cycle(chain: &[ThemeSource], back: String) -> ThemeError {
    let mut names: String = chain
        .iter()
        .map(|link| format!("{} → ", link.name))
        .collect();
    names.push_str(&back);
    ThemeError(format!(
        "theme {names}: a theme cannot inherit itself; remove one `inherits`"
    ))
}

fn unknown_theme(chain: &[ThemeSource], name: String) -> ThemeError {
    let mut hint = did_you_mean(&name, Theme::names());
    if hint.is_empty() {
        let all: Vec<&str> = Theme::names().collect();
        hint = format!(". Available: {} and your own", all.join(", "));
    }
    let by = match chain.last() {
        Some(link) => format!(", which {} inherits", link.name),
        None => String::new(),
    };
    ThemeError(format!("unknown theme \"{name}\"{by}{hint}"))
}

/// Warnings about unknown sections and values of the wrong type.
fn unknown(link: &ThemeSource) -> Vec<String> {
    let mut warnings = Vec::new();
    for (key, value) in &link.table {
        let (is_fine, wanted) = match key.as_str() {
            "inherits" => (value.is_str(), "the name of a theme"),
            _ => (value.is_table(), "a section"),
        };
        if !SECTIONS.contains(&key.as_str()) {
            let near = did_you_mean(key, SECTIONS);
            warnings.push(format!("theme {}: {key}: unknown section{near}", link.name));
        } else if !is_fine {
            warnings.push(format!("theme {}: {key}: expected {wanted}", link.name));
        }
    }
    warnings
}

/// Colors by name; a theme's own colors precede inherited ones.
fn palette(chain: &[ThemeSource], warnings: &mut Vec<String>) -> Palette {
    let mut palette = Palette::new();
    for link in chain.iter().rev() {
        for (key, value) in section(&link.table, "palette") {
            if let Some(word) = value.as_str()
                && let Some(color) = parse_color(word, &Palette::new())
            {
                palette.insert(key.clone(), color);
            } else {
                let theme = &link.name;
                warnings.push(format!(
                    "theme {theme}: palette.{key}: {value} is not a color"
                ));
            }
        }
    }
    palette
}

/// The styles of a section, in the order of its roles.
fn styles<const N: usize>(
    chain: &[ThemeSource],
    title: &str,
    roles: [&str; N],
    palette: &Palette,
    warnings: &mut Vec<String>,
) -> [Style; N] {
    let mut styles = [Style::new(); N];
    for link in chain.iter().rev() {
        for (key, value) in section(&link.table, title) {
            let message = |what: &str| format!("theme {}: {title}.{key}: {what}", link.name);
            let Some(at) = roles.iter().position(|role| role == key) else {
                let near = did_you_mean(key, roles);
                warnings.push(message(&format!("unknown role{near}")));
                continue;
            };
            match value.as_str().map(|text| parse_style(text, palette)) {
                Some(Ok(style)) => styles[at] = style,
                Some(Err(word)) => {
                    warnings.push(message(&format!("{word:?} is neither a color nor a style")));
                }
                None => warnings.push(message("expected a style, such as \"bold red\"")),
            }
        }
    }
    styles
}

fn section<'a>(table: &'a Table, title: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    let section = table.get(title).and_then(Value::as_table);
    section.into_iter().flatten()
}

/// Parses a style; `Err` is the unknown word.
fn parse_style(text: &str, palette: &Palette) -> Result<Style, String> {
    let mut style = Style::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        style = match word {
            "bold" => style.add_modifier(Modifier::BOLD),
            "dim" => style.add_modifier(Modifier::DIM),
            "italic" => style.add_modifier(Modifier::ITALIC),
            "underline" => style.add_modifier(Modifier::UNDERLINED),
            "reverse" => style.add_modifier(Modifier::REVERSED),
            "on" => {
                let word = words.next().unwrap_or("on");
                style.bg(parse_color(word, palette).ok_or(word)?)
            }
            word => style.fg(parse_color(word, palette).ok_or(word)?),
        };
    }
    Ok(style)
}

/// Parses a color: of the palette, of the terminal by name or number, or by its red, green and blue.
fn parse_color(word: &str, palette: &Palette) -> Option<Color> {
    if let Some(color) = palette.get(word) {
        return Some(*color);
    }
    match word {
        "default" => Some(Color::Reset),
        "white" => Some(Color::Gray),
        word => word.parse().ok(),
    }
}
