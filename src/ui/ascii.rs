//! Frames for terminals that show only ASCII.
//!
//! [`replacement()`] is the last step of a frame, so it covers everything that is drawn.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

/// Replaces every cell by ASCII: signs by similar characters, other letters by question marks.
pub(super) fn replacement(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let sign = sign(cell.symbol());
            cell.set_char(sign);
        }
    }
}

/// The character for a letter with its marks. A wide letter takes two cells, of which the second is blank.
fn sign(symbol: &str) -> char {
    let letter = symbol.chars().next().unwrap_or(' ');
    match letter {
        ' '..='~' => letter,
        '─' | '╌' | '–' | '—' | '·' => '-',
        '│' | '╎' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        '█' | '▉' | '▊' | '▋' | '■' | '▪' => '#',
        '▌' | '▸' | '▶' | '›' | '»' | '→' | '⟩' => '>',
        '▍' | '▎' | '▏' => '-',
        '▾' | '▼' | '↓' => 'v',
        '↑' | '▴' => '^',
        '←' | '‹' | '«' | '⟨' | '◂' | '≤' => '<',
        '●' | '★' | '◆' | '•' => '*',
        '▁' => '_',
        '○' | '◦' | '☆' | '◇' => 'o',
        '✓' => '+',
        '✗' | '×' => 'x',
        '…' => '~',
        '⇄' => '/',
        '↵' | '⏎' => '<',
        '⠋' | '⠼' | '⠇' => '|',
        '⠙' | '⠴' | '⠏' => '/',
        '⠹' | '⠦' => '-',
        '⠸' | '⠧' => '\\',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        _ if symbol.width() == 0 => ' ',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::tests::rows;
    use proptest::prelude::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    fn check(text: &str, expected: &str) {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 1));
        buffer.set_string(0, 0, text, Style::new());
        replacement(&mut buffer);
        assert_eq!(rows(&buffer).trim_end(), expected);
    }

    #[test]
    fn signs_become_similar_characters() {
        check("┌─ tree ┬─┐", "+- tree +-+");
        check("│▌ ▾ ● ○ ▸ █▊ › …", "|> v * o > ## > ~");
        check("⟨lang:rust⟩ · 3 ×2", "<lang:rust> - 3 x2");
    }

    #[test]
    fn other_letters_become_question_marks() {
        check("größe", "gr??e");
        check("日本 x", "? ?  x");
        check("e\u{301}a", "ea");
    }

    #[test]
    fn frames_of_the_spinner_differ() {
        let frames = super::super::status::SPINNER.map(sign);
        assert!(
            frames.windows(2).all(|pair| pair[0] != pair[1]),
            "{frames:?}"
        );
    }

    proptest! {
        #[test]
        fn every_cell_is_ascii(text in any::<String>()) {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 1));
            buffer.set_string(0, 0, &text, Style::new());
            replacement(&mut buffer);
            for cell in &buffer.content {
                prop_assert!(cell.symbol().is_ascii(), "{:?}", cell.symbol());
            }
        }
    }
}
