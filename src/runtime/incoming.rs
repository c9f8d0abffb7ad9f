//! Terminal input with one event of lookahead.
//!
//! A terminal without bracketed paste types a paste: characters in quick succession, with Enter at the
//! ends of lines. In the prompt these become spaces, as in every paste.
//!
//! Principal types: [`Incoming`] and [`TypedRun`].

use crate::terminal::TerminalInput;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use std::io;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

/// Maximum time between characters of a paste: the reading thread delivers them one by one, and
/// people do not type that fast.
const PASTE_INTERVAL: Duration = Duration::from_millis(5);

/// Input in the order of arrival.
pub(super) struct Incoming {
    receiver: UnboundedReceiver<io::Result<TerminalInput>>,
    /// The lookahead.
    next: Option<io::Result<TerminalInput>>,
}

impl Incoming {
    pub(super) fn new(receiver: UnboundedReceiver<io::Result<TerminalInput>>) -> Self {
        let next = None;
        Self { receiver, next }
    }

    /// Returns the next input. May be dropped and called again.
    pub(super) async fn recv(&mut self) -> Option<io::Result<TerminalInput>> {
        match self.next.take() {
            Some(next) => Some(next),
            None => self.receiver.recv().await,
        }
    }

    pub(super) fn try_recv(&mut self) -> Option<io::Result<TerminalInput>> {
        self.next.take().or_else(|| self.receiver.try_recv().ok())
    }

    /// Returns true if another character follows immediately.
    async fn continues(&mut self) -> bool {
        if self.next.is_none() {
            let next = timeout(PASTE_INTERVAL, self.receiver.recv()).await;
            self.next = next.ok().flatten();
        }
        matches!(&self.next, Some(Ok(TerminalInput::Event(Event::Key(key)))) if is_text(key))
    }
}

/// Characters in quick succession.
#[derive(Default)]
pub(super) enum TypedRun {
    /// The last event is not part of a paste.
    #[default]
    None,
    /// One line.
    Line,
    /// Several lines: a paste.
    Lines,
}

impl TypedRun {
    /// Adds a key that is typed into the prompt. Returns true if it ends a line of a paste.
    pub(super) async fn breaks_at(&mut self, key: &KeyEvent, input: &mut Incoming) -> bool {
        let is_enter = key.code == KeyCode::Enter && key.modifiers.is_empty();
        *self = match std::mem::take(self) {
            Self::Lines if is_enter => Self::Lines,
            Self::Line if is_enter && input.continues().await => Self::Lines,
            Self::Lines if is_text(key) => Self::Lines,
            _ if is_text(key) => Self::Line,
            _ => Self::None,
        };
        is_enter && matches!(self, Self::Lines)
    }
}

fn is_text(key: &KeyEvent) -> bool {
    let is_plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
    is_plain && matches!(key.code, KeyCode::Char(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::unbounded_channel;

    /// Checks the detected paste, with `|` for each Enter that ends a pasted line.
    fn check(typed: &str, expected: &str) {
        let (sender, receiver) = unbounded_channel();
        for letter in typed.chars() {
            let code = match letter {
                '\r' => KeyCode::Enter,
                '\x1b' => KeyCode::Esc,
                letter => KeyCode::Char(letter),
            };
            let key = Event::Key(code.into());
            sender.send(Ok(TerminalInput::Event(key))).unwrap();
        }
        drop(sender);
        let mut input = Incoming::new(receiver);
        let mut run = TypedRun::default();
        let taken = async {
            let mut taken = String::new();
            let mut letters = typed.chars();
            while let Some(Ok(TerminalInput::Event(Event::Key(key)))) = input.try_recv() {
                let breaks = run.breaks_at(&key, &mut input).await;
                taken.extend(letters.next().map(|it| if breaks { '|' } else { it }));
            }
            taken
        };
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_time().build().unwrap();
        assert_eq!(runtime.block_on(taken), expected, "{typed:?}");
    }

    #[test]
    fn enter_within_quick_characters_is_a_line_break() {
        check("hello\rworld", "hello|world");
        check("hello\rworld\r", "hello|world|");
        check("a\rb\r\rc", "a|b||c");
    }

    #[test]
    fn enter_next_to_other_keys_is_enter() {
        check("hello\r", "hello\r");
        check("\rhello", "\rhello");
        check("hello\r\x1bj", "hello\r\x1bj");
        check("hello\x1b\rj", "hello\x1b\rj");
        check("a\rb\x1b\r", "a|b\x1b\r");
    }
}
