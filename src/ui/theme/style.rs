//! Styles as text: `bold amber on ink`.
//!
//! [`style()`] is the parser.

use ratatui::style::{Color, Modifier, Style};
use std::collections::HashMap;

/// Colors of a theme by name.
pub(super) type Palette = HashMap<String, Color>;

/// Parses a style; `Err` is the unknown word.
pub(super) fn style(text: &str, palette: &Palette) -> Result<Style, String> {
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
                style.bg(color(word, palette).ok_or(word)?)
            }
            word => style.fg(color(word, palette).ok_or(word)?),
        };
    }
    Ok(style)
}

/// Parses a color: of the palette, of the terminal by name or number, or by its red, green and blue.
pub(super) fn color(word: &str, palette: &Palette) -> Option<Color> {
    let own = palette.get(word).copied();
    own.or_else(|| match word {
        "default" => Some(Color::Reset),
        "white" => Some(Color::Gray),
        word => word.parse().ok(),
    })
}
