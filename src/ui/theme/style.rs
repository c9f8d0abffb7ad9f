//! A style as one writes it: `bold amber on ink`.

use ratatui::style::{Color, Modifier, Style};
use std::collections::HashMap;

/// Names of a theme's own colours.
pub(super) type Palette = HashMap<String, Color>;

/// Reads a style; `Err` is the word that was not understood.
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

/// Reads a colour: of the palette, of the terminal by name or number, or by its red, green, blue.
pub(super) fn color(word: &str, palette: &Palette) -> Option<Color> {
    if let Some(color) = palette.get(word) {
        return Some(*color);
    }
    Some(match word {
        "default" => Color::Reset,
        "black" => Color::Black,
        "red" => Color::Red,
        "green" => Color::Green,
        "yellow" => Color::Yellow,
        "blue" => Color::Blue,
        "magenta" => Color::Magenta,
        "cyan" => Color::Cyan,
        "white" => Color::Gray,
        "bright-black" => Color::DarkGray,
        "bright-red" => Color::LightRed,
        "bright-green" => Color::LightGreen,
        "bright-yellow" => Color::LightYellow,
        "bright-blue" => Color::LightBlue,
        "bright-magenta" => Color::LightMagenta,
        "bright-cyan" => Color::LightCyan,
        "bright-white" => Color::White,
        word => match word.strip_prefix('#') {
            Some(digits) => hexadecimal(digits)?,
            None => Color::Indexed(word.parse().ok()?),
        },
    })
}

fn hexadecimal(digits: &str) -> Option<Color> {
    if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some(Color::Rgb(part(0)?, part(2)?, part(4)?))
}
