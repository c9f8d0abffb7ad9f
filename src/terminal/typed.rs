//! Conversion of bytes that were read along with a terminal's reply to key events.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// Converts bytes typed within a few milliseconds: letters and single keys. An escape sequence (such as
/// an arrow key) and everything after it is dropped rather than taken for text.
pub(super) fn keys(bytes: &[u8]) -> Vec<Event> {
    let text = String::from_utf8_lossy(bytes);
    let plain = text.split('\x1b').next().unwrap_or_default();
    let keys = plain.chars().filter_map(key);
    keys.map(Event::Key).collect()
}

fn key(letter: char) -> Option<KeyEvent> {
    let control = |letter: u8| {
        let code = KeyCode::Char(char::from(letter | 0x60));
        KeyEvent::new(code, KeyModifiers::CONTROL)
    };
    match letter {
        '\r' => Some(KeyCode::Enter.into()),
        '\t' => Some(KeyCode::Tab.into()),
        '\x7f' => Some(KeyCode::Backspace.into()),
        '\x01'..='\x1a' => u8::try_from(letter).ok().map(control),
        letter if letter.is_control() || letter == char::REPLACEMENT_CHARACTER => None,
        letter => Some(KeyCode::Char(letter).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_single_keys_are_converted() {
        let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        let expected: [KeyEvent; 5] = [
            KeyCode::Char('ö').into(),
            control('a'),
            KeyCode::Backspace.into(),
            KeyCode::Tab.into(),
            KeyCode::Enter.into(),
        ];
        let keys = keys("ö\x01\x7f\t\r\x1b[A".as_bytes());
        assert_eq!(keys, expected.map(Event::Key));
    }

    #[test]
    fn bytes_that_are_no_text_are_dropped() {
        assert_eq!(keys(b"\xff\x00"), []);
    }
}
