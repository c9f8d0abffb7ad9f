//! Swallowing an answer of the terminal that came too late: to the reader it looks as if someone
//! typed it.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// Keys of an answer: longer ones are none.
const LONGEST: usize = 64;

/// Waits for the answer to OSC 11, once. (The answer to the question behind it is none of the
/// reader's events.)
#[derive(Debug, Default)]
pub(super) enum Owed {
    /// Nothing is to come.
    #[default]
    Nothing,
    /// The answer has not begun.
    Waiting,
    /// It has begun, or someone types what looks like it; what came of it so far.
    Begun(Vec<Event>),
}

impl Owed {
    /// Lets an event pass, or keeps it; what passes now, in order.
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
                let belongs = belongs(&event, kept.len()) && kept.len() < LONGEST;
                kept.push(event);
                match belongs {
                    true => {
                        *self = Self::Begun(kept);
                        Vec::new()
                    }
                    // Somebody typed it: nothing of it is lost.
                    false => kept,
                }
            }
        }
    }

    /// Whether something is kept that has to pass if nothing follows soon.
    pub(super) fn is_holding(&self) -> bool {
        matches!(self, Self::Begun(_))
    }

    /// What was kept, when nothing followed: a person pressed those keys.
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

/// Whether a key may stand there: `11;rgb:` and then digits and slashes.
fn belongs(event: &Event, at: usize) -> bool {
    const BEGINS: [char; 7] = ['1', '1', ';', 'r', 'g', 'b', ':'];
    let Some((modifiers, letter)) = key(event) else {
        return false;
    };
    let expected = at.checked_sub(1).and_then(|at| BEGINS.get(at));
    modifiers.is_empty()
        && match expected {
            // `rgba:` is one longer.
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

    /// What passes of what comes while an answer is owed.
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
    fn a_late_answer_is_swallowed_and_nothing_else() {
        check("\x1b]11;rgb:1e1e/1e1e/2e2e\x07", "");
        check("\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", "");
        check("\x1b]11;rgba:1e/1e/2e/ff\x1b\\", "");
        check("ab\x1b]11;rgb:0/0/0\x07cd", "abcd");
        check("1;rgb:", "1;rgb:");
    }

    #[test]
    fn it_comes_once() {
        let answer = "\x1b]11;rgb:0/0/0\x07";
        check(&format!("{answer}{answer}"), answer);
    }

    #[test]
    fn keys_that_only_begin_like_it_are_not_lost() {
        check("\x1b]", "\x1b]");
        check("\x1b]x", "\x1b]x");
        check("\x1b]11;rgb:xyz", "\x1b]11;rgb:xyz");
        let long = format!("\x1b]11;rgb:{}", "0".repeat(2 * LONGEST));
        check(&long, &long);
    }
}
