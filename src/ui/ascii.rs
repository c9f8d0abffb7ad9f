//! Frames for terminals that show nothing but ASCII.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

/// Spells every cell in ASCII: signs of ours by what looks like them, other letters as question
/// marks. It is the last step of a frame, so that whatever is drawn comes by here.
pub(super) fn spell(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let sign = sign(cell.symbol());
            cell.set_char(sign);
        }
    }
}

/// One character for a letter with its marks. A wide one takes two cells, and the second is blank
/// already.
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
        spell(&mut buffer);
        assert_eq!(rows(&buffer).trim_end(), expected);
    }

    #[test]
    fn signs_are_spelled_by_what_looks_like_them() {
        check("┌─ tree ┬─┐", "+- tree +-+");
        check("│▌ ▾ ● ○ ▸ █▊ › …", "|> v * o > ## > ~");
        check("⟨lang:rust⟩ · 3 ×2", "<lang:rust> - 3 x2");
    }

    #[test]
    fn other_letters_are_question_marks_in_their_cells() {
        check("größe", "gr??e");
        check("日本 x", "? ?  x");
        check("e\u{301}a", "ea");
    }

    #[test]
    fn a_spinner_spins() {
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
            spell(&mut buffer);
            for cell in &buffer.content {
                prop_assert!(cell.symbol().is_ascii(), "{:?}", cell.symbol());
            }
        }
    }
}
