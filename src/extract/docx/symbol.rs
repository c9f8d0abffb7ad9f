//! Characters of fonts that have signs where others have letters.

/// The font Symbol from 0x20 (Adobe's Symbol encoding, Unicode's `VENDORS/ADOBE/symbol.txt`).
const SYMBOL_LOW: &str = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/// The same from 0xA0.
const SYMBOL_HIGH: &str =
    "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪";
/// The same from 0xF1.
const SYMBOL_LAST: &str = "⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";
/// The signs of Wingdings that stand in texts: bullets, boxes, ticks, arrows, faces.
const WINGDINGS: &[(u32, char)] = &[
    (0x22, '✂'),
    (0x28, '☎'),
    (0x2A, '✉'),
    (0x46, '☞'),
    (0x4A, '☺'),
    (0x4B, '😐'),
    (0x4C, '☹'),
    (0x6C, '●'),
    (0x6E, '■'),
    (0x6F, '□'),
    (0x71, '❑'),
    (0x72, '❒'),
    (0x75, '◆'),
    (0x76, '❖'),
    (0x9F, '•'),
    (0xA7, '▪'),
    (0xA8, '◻'),
    (0xAB, '★'),
    (0xD8, '➢'),
    (0xDF, '←'),
    (0xE0, '→'),
    (0xE1, '↑'),
    (0xE2, '↓'),
    (0xE7, '⇐'),
    (0xE8, '➔'),
    (0xF0, '⇨'),
    (0xFB, '✗'),
    (0xFC, '✓'),
    (0xFD, '☒'),
    (0xFE, '☑'),
];

/// A font whose characters are signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SignFont {
    Symbol,
    Wingdings,
}

impl SignFont {
    /// The font of this name, if it is one of signs.
    pub(super) fn of(name: &str) -> Option<Self> {
        match name.to_lowercase().as_str() {
            "symbol" | "standardsymbolsl" | "opensymbol" => Some(Self::Symbol),
            "wingdings" => Some(Self::Wingdings),
            _ => None,
        }
    }

    /// The sign at a place of the font. Word adds 0xF000 to it.
    pub(super) fn sign(self, code: u32) -> Option<char> {
        let code = match code {
            0xF000..=0xF0FF => code - 0xF000,
            code => code,
        };
        match self {
            Self::Symbol => match code {
                0x20..=0x7E => SYMBOL_LOW.chars().nth(code as usize - 0x20),
                0xA0..=0xEF => SYMBOL_HIGH.chars().nth(code as usize - 0xA0),
                0xF1..=0xFE => SYMBOL_LAST.chars().nth(code as usize - 0xF1),
                _ => None,
            },
            Self::Wingdings => WINGDINGS
                .iter()
                .find_map(|(place, sign)| (*place == code).then_some(*sign)),
        }
    }
}

/// The character of a `sym` element: a sign of its font, or the character itself; none where it is
/// one that only its font knows.
pub(super) fn character(font: &str, code: u32) -> Option<char> {
    match SignFont::of(font) {
        Some(font) => font.sign(code),
        None => char::from_u32(code).filter(|character| !is_private(*character)),
    }
}

/// Whether only a font knows what a character is.
pub(super) fn is_private(character: char) -> bool {
    matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(font: &str, code: u32, expected: Option<char>) {
        assert_eq!(character(font, code), expected, "{font} {code:X}");
    }

    #[test]
    fn signs() {
        check("Symbol", 0xF061, Some('α'));
        check("Symbol", 0x7E, Some('∼'));
        check("Symbol", 0xF0B7, Some('•'));
        check("Symbol", 0xF0EF, Some('⎪'));
        check("Symbol", 0xF0FE, Some('⎭'));
        check("Symbol", 0xF0FF, None);
        check("Wingdings", 0xF0FC, Some('✓'));
        check("Wingdings", 0xF0E0, Some('→'));
        check("Arial", 0x2022, Some('•'));
        check("Icons", 0xF101, None);
        check("Arial", 0xD800, None);
    }
}
