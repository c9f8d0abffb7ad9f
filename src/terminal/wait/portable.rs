//! Waiting elsewhere: relies on crossterm, which does not spin on other platforms.

use crate::terminal::input::{EventSource, TerminalInput};
use std::io;
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct Waker;

#[derive(Debug)]
pub(crate) struct Wait;

/// The input of the terminal.
#[derive(Debug)]
pub(crate) struct Tty;

pub(crate) fn pair() -> io::Result<(Waker, Wait)> {
    Ok((Waker, Wait))
}

impl Waker {
    pub(crate) fn wake(&self) {}
}

impl Tty {
    #[expect(clippy::unnecessary_wraps, reason = "it can fail on Unix")]
    pub(crate) fn new(_: Wait) -> io::Result<Self> {
        Ok(Self)
    }
}

impl EventSource for Tty {
    fn next(&mut self, _: Duration) -> io::Result<Vec<TerminalInput>> {
        /// A pause has to be noticed, too.
        const TIMEOUT: Duration = Duration::from_millis(50);
        let mut events = Vec::new();
        if crossterm::event::poll(TIMEOUT)? {
            events.push(TerminalInput::Event(crossterm::event::read()?));
        }
        Ok(events)
    }
}
