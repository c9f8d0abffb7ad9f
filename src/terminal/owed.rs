//! Filter for a late reply of the terminal, which would otherwise look like typed keys.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// Maximum number of keys of a reply.
const MAX_KEYS: usize = 64;

/// State of the filter, which removes one reply to OSC 11. (The reply to device attributes is not
/// delivered as an event.)
#[derive(Debug, Default)]
pub(super) enum Owed {
    /// No reply is expected.
    #[default]
    Nothing,
    /// A reply is expected.
    Waiting,
    /// A reply has begun, or similar keys were typed; the events so far.
    Begun(Vec<Event>),
}

impl Owed {
    /// Filters an event; returns the events to deliver now, in order.
    pub(super) fn pass(&mut self, event: Event) -> Vec<Event> {
        match std::mem::take(self) {
            Self::Nothing => vec![event],
            Self::Waiting if is(&event, KeyModifiers::ALT, ']') => {
                *self = Self::Begun(vec![event]);
                Vec::new()
            }
            Self::Waiting => {
                *self = Self::Waiting;
                vec![event]
            }
            Self::Begun(_) if ends(&event) => Vec::new(),
            Self::Begun(mut kept) => {
                let belongs = belongs(&event, kept.len()) && kept.len() < MAX_KEYS;
                kept.push(event);
                match belongs {
                    true => {
                        *self = Self::Begun(kept);
                        Vec::new()
                    }
                    // The keys were typed: deliver all of them.
                    false => kept,
                }
            }
        }
    }

    /// Returns true if events are held back that must be released unless others follow soon.
    pub(super) fn is_holding(&self) -> bool {
        matches!(self, Self::Begun(_))
    }

    /// Returns the held events after a timeout: they were typed.
    pub(super) fn release(&mut self) -> Vec<Event> {
        match std::mem::take(self) {
            Self::Begun(kept) => {
                *self = Self::Waiting;
                kept
            }
            other => {
                *self = other;
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

    /// Checks the events that pass while a reply is expected.
    fn check(comes: &str, passes: &str) {
        let mut owed = Owed::Waiting;
        let mut passed: Vec<Event> = typed(comes)
            .into_iter()
            .flat_map(|event| owed.pass(event))
            .collect();
        passed.extend(owed.release());
        assert_eq!(passed, typed(passes), "{comes:?}");
    }

    #[test]
    fn a_late_reply_is_removed_and_nothing_else() {
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
