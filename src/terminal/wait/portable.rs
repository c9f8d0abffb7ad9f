//! Waiting elsewhere: relies on crossterm, which does not spin on other platforms.

use crossterm::event::Event;
use std::io;
use std::time::Duration;

/// Does nothing: crossterm reads no sequences here.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Unix")]
pub(crate) fn end_sequence() -> io::Result<Option<Event>> {
    Ok(None)
}

#[derive(Debug)]
pub(crate) struct Waker;

#[derive(Debug)]
pub(crate) struct Wait;

pub(crate) fn pair() -> io::Result<(Waker, Wait)> {
    Ok((Waker, Wait))
}

impl Waker {
    pub(crate) fn wake(&self) {}
}

impl Wait {
    #[expect(clippy::unnecessary_wraps, reason = "it can fail on Unix")]
    pub(crate) fn wait(&mut self, _: Duration) -> io::Result<bool> {
        Ok(true)
    }
}
