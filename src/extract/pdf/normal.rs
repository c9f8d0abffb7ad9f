//! Characters as they are searched: ligatures and presentation forms taken apart, accents joined
//! with their letters, what is invisible dropped.

/// A hyphen that is only there because the line ends.
pub(super) const SOFT_HYPHEN: char = '\u{ad}';

/// The characters that stand for one of a PDF.
pub(super) fn characters(char: char) -> impl Iterator<Item = char> {
    let (one, string) = match char {
        '\u{fb00}' => (None, "ff"),
        '\u{fb01}' => (None, "fi"),
        '\u{fb02}' => (None, "fl"),
        '\u{fb03}' => (None, "ffi"),
        '\u{fb04}' => (None, "ffl"),
        '\u{fb05}' | '\u{fb06}' => (None, "st"),
        '\u{2010}' | '\u{2011}' => (None, "-"),
        '\u{f0b7}' | '\u{f0a8}' | '\u{f06c}' | '\u{f076}' => (None, "•"),
        '\u{f0a7}' | '\u{f06e}' => (None, "▪"),
        '\u{f0d8}' | '\u{f0e0}' => (None, "→"),
        '\u{f0fc}' => (None, "✓"),
        SOFT_HYPHEN => (Some(char), ""),
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' => (None, ""),
        super::font::UNKNOWN => (None, ""),
        _ if is_private(char) || char.is_control() => (None, ""),
        _ if char.is_whitespace() => (Some(' '), ""),
        _ => (Some(char), ""),
    };
    one.into_iter().chain(string.chars())
}

/// Whether a character means something only to the font it came from.
pub(super) fn is_private(char: char) -> bool {
    matches!(char, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Each accent with its letters, bare and composed.
const ACCENTS: &[(&str, &str)] = &[
    ("´", "AÁEÉIÍOÓUÚYÝaáeéiíıíoóuúyýCĆcćNŃnńSŚsśZŹzźLĹlĺRŔrŕ"),
    ("`", "AÀEÈIÌOÒUÙaàeèiìıìoòuù"),
    ("¨", "AÄEËIÏOÖUÜYŸaäeëiïıïoöuüyÿ"),
    ("ˆ", "AÂEÊIÎOÔUÛaâeêiîıîoôuûCĈcĉGĜgĝ"),
    ("^", "AÂEÊIÎOÔUÛaâeêiîıîoôuû"),
    ("˜", "AÃNÑOÕaãnñoõIĨiĩUŨuũ"),
    ("ˇ", "CČcčDĎdďEĚeěNŇnňRŘrřSŠsšTŤtťZŽzž"),
    ("˘", "AĂaăGĞgğ"),
    ("˝", "OŐoőUŰuű"),
    ("˚", "AÅaåUŮuů"),
    ("¯", "AĀaāEĒeēIĪiīıīOŌoōUŪuū"),
    ("˙", "ZŻzżEĖeėIİCĊcċ"),
    ("¸", "CÇcçSŞsşTŢtţ"),
];

/// Whether this is an accent standing by itself.
pub(super) fn is_accent(text: &str) -> bool {
    text != "^" && ACCENTS.iter().any(|(accent, _)| *accent == text)
}

/// A letter with an accent painted over it; both, where there is no such letter.
pub(super) fn composed(letter: &str, accent: &str) -> Vec<char> {
    let letters = ACCENTS
        .iter()
        .find(|(mark, _)| *mark == accent)
        .map_or("", |(_, letters)| letters);
    let pairs = letters
        .chars()
        .step_by(2)
        .zip(letters.chars().skip(1).step_by(2));
    let mut chars = letter.chars();
    let first = chars.next();
    match pairs.into_iter().find(|(bare, _)| Some(*bare) == first) {
        Some((_, whole)) => std::iter::once(whole).chain(chars).collect(),
        None => accent.chars().chain(letter.chars()).collect(),
    }
}

/// Whether no space is written beside this character where a line is broken.
pub(super) fn is_spaceless(char: char) -> bool {
    matches!(char, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: &str) {
        assert_eq!(
            input.chars().flat_map(characters).collect::<String>(),
            expected
        );
    }

    #[test]
    fn ligatures_and_invisible_characters() {
        check("\u{fb01}nd o\u{fb03}ce", "find office");
        check("a\u{200b}b\u{a0}c\u{feff}", "ab c");
        check("\u{f0b7} item", "• item");
    }

    #[test]
    fn accents_join_their_letters() {
        assert_eq!(composed("e", "´"), vec!['é']);
        assert_eq!(composed("ı", "¨"), vec!['ï']);
        assert_eq!(composed("q", "´"), vec!['´', 'q']);
    }
}
