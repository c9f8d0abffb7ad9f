//! Table of characters that are invisible or change the appearance of others.
//!
//! With [`is_invisible()`] the screen, plain output and summaries escape or remove such characters of a
//! repository.

/// Returns true for a C1 control, a bidirectional override or isolate, a zero-width character, a
/// tag, a filler or a line separator. Variation selectors are not included.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
        | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
