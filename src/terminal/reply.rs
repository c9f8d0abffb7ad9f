//! The terminal's reply to the request for its background, which arrives as typed keys.
//!
//! Principal types: [`ReplyFilter`] and [`TerminalInput`]. Invariant: no typed key is lost or reordered; keys
//! that only resemble a reply are delivered.

use super::background::{Background, from_color};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// Maximum number of keys of a reply.
const MAX_KEYS: usize = 64;

/// Input of the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalInput {
    /// A key, a paste, a mouse event or a resize.
    Event(Event),
    /// The reply to [`super::request_background`].
    Background(Background),
}

/// Filter that takes one reply to OSC 11 out of the events.
#[derive(Debug, Default)]
pub(super) enum ReplyFilter {
    /// No reply is expected.
    #[default]
    Idle,
    /// A reply is expected.
    Waiting,
    /// A reply has begun, or similar keys were typed; the events so far.
    Begun(Vec<Event>),
}

impl ReplyFilter {
    /// Filters an event; returns the input to deliver now, in order.
    pub(super) fn pass(&mut self, event: Event) -> Vec<TerminalInput> {
        match std::mem::take(self) {
            Self::Waiting if is(&event, KeyModifiers::ALT, ']') => {
                *self = Self::Begun(vec![event]);
                Vec::new()
            }
            Self::Begun(kept) if ends(&event) => {
                let text: String = kept.iter().filter_map(key).map(|(_, it)| it).collect();
                let color = text.split_once("rgb").map(|(_, color)| color);
                let background = color.and_then(from_color);
                background
                    .map(TerminalInput::Background)
                    .into_iter()
                    .collect()
            }
            Self::Begun(mut kept) => {
                let belongs = belongs(&event, kept.len()) && kept.len() < MAX_KEYS;
                kept.push(event);
                if belongs {
                    *self = Self::Begun(kept);
                    return Vec::new();
                }
                // The keys were typed: deliver all of them.
                kept.into_iter().map(TerminalInput::Event).collect()
            }
            state @ (Self::Idle | Self::Waiting) => {
                *self = state;
                vec![TerminalInput::Event(event)]
            }
        }
    }

    /// Returns the events that were held back, after a timeout: they were typed.
    pub(super) fn release(&mut self) -> Vec<TerminalInput> {
        match std::mem::take(self) {
            Self::Begun(kept) => {
                *self = Self::Waiting;
                kept.into_iter().map(TerminalInput::Event).collect()
            }
            state => {
                *self = state;
                Vec::new()
            }
        }
    }
}

fn key(event: &Event) -> Option<(KeyModifiers, char)> {
    match event {
        Event::Key(KeyEvent {
            code: KeyCode::Char(letter),
            modifiers,
            ..
        }) => Some((*modifiers, *letter)),
        _ => None,
    }
}

fn is(event: &Event, modifiers: KeyModifiers, letter: char) -> bool {
    key(event) == Some((modifiers, letter))
}

/// BEL or ST.
fn ends(event: &Event) -> bool {
    is(event, KeyModifiers::CONTROL, 'g') || is(event, KeyModifiers::ALT, '\\')
}

/// Returns true if a key may follow at this position: `11;rgb:`, then digits and slashes.
fn belongs(event: &Event, at: usize) -> bool {
    const PREFIX: [char; 7] = ['1', '1', ';', 'r', 'g', 'b', ':'];
    let Some((modifiers, letter)) = key(event) else {
        return false;
    };
    let expected = at.checked_sub(1).and_then(|at| PREFIX.get(at));
    modifiers.is_empty()
        && match expected {
            // `rgba:` has one more letter.
            Some(':') => matches!(letter, ':' | 'a'),
            Some(expected) => letter == *expected,
            None => letter.is_ascii_hexdigit() || matches!(letter, '/' | ':'),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Vec<Event> {
        let mut events = Vec::new();
        let mut modifiers = KeyModifiers::NONE;
        for letter in text.chars() {
            let (code, with) = match letter {
                '\x1b' => {
                    modifiers = KeyModifiers::ALT;
                    continue;
                }
                '\x07' => ('g', KeyModifiers::CONTROL),
                letter => (
                    letter,
                    std::mem::replace(&mut modifiers, KeyModifiers::NONE),
                ),
            };
            events.push(Event::Key(KeyEvent::new(KeyCode::Char(code), with)));
        }
        events
    }

    /// Input that passes while a reply is expected.
    fn pass(comes: &str) -> Vec<TerminalInput> {
        let mut filter = ReplyFilter::Waiting;
        let events = typed(comes).into_iter();
        let mut passed: Vec<TerminalInput> = events.flat_map(|event| filter.pass(event)).collect();
        passed.extend(filter.release());
        passed
    }

    /// Checks the keys that pass, without a background.
    fn check(comes: &str, passes: &str) {
        let mut passed = pass(comes);
        passed.retain(|input| matches!(input, TerminalInput::Event(_)));
        let expected: Vec<TerminalInput> = typed(passes)
            .into_iter()
            .map(TerminalInput::Event)
            .collect();
        assert_eq!(passed, expected, "{comes:?}");
    }

    #[test]
    fn color_reply_is_parsed() {
        let light = vec![TerminalInput::Background(Background::Light)];
        assert_eq!(pass("\x1b]11;rgb:ffff/ffff/ffff\x07"), light);
        assert_eq!(pass("\x1b]11;rgba:fd/f6/e3/ff\x1b\\"), light);
        let dark = vec![TerminalInput::Background(Background::Dark)];
        assert_eq!(pass("\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\"), dark);
        assert!(pass("\x1b]11;\x07").is_empty(), "it names no color");
    }

    #[test]
    fn only_the_late_reply_is_removed_from_input() {
        check("\x1b]11;rgb:1e1e/1e1e/2e2e\x07", "");
        check("\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", "");
        check("\x1b]11;rgba:1e/1e/2e/ff\x1b\\", "");
        check("ab\x1b]11;rgb:0/0/0\x07cd", "abcd");
        check("1;rgb:", "1;rgb:");
    }

    #[test]
    fn only_one_reply_is_removed() {
        let answer = "\x1b]11;rgb:0/0/0\x07";
        check(&format!("{answer}{answer}"), answer);
    }

    #[test]
    fn keys_that_resemble_a_reply_are_delivered() {
        check("\x1b]", "\x1b]");
        check("\x1b]x", "\x1b]x");
        check("\x1b]11;rgb:xyz", "\x1b]11;rgb:xyz");
        let long = format!("\x1b]11;rgb:{}", "0".repeat(2 * MAX_KEYS));
        check(&long, &long);
    }
}
