//! Waiting on Unix: by poll(2), which a pipe ends.

use crate::terminal::input::{EventSource, TerminalInput};
use crate::terminal::reply::{REST_TIMEOUT, ReportFilter};
use crossterm::event::Event;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::dup2_stdin;
use signal_hook::SigId;
use signal_hook::consts::SIGWINCH;
use signal_hook::low_level::{pipe, unregister};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// Byte written by a waker; signals write another one.
const WOKEN: u8 = 0;

/// Time for reading keys from a socket that has them.
const END_TIMEOUT: Duration = Duration::from_millis(1);

/// Ends a [`Wait`] from another thread.
#[derive(Debug)]
pub(crate) struct Waker(UnixStream);

/// Waits for the terminal.
#[derive(Debug)]
pub(crate) struct Wait {
    woken: UnixStream,
    size_changed: SigId,
}

/// Reason for the end of a wait; none after a wake-up or the timeout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Arrived {
    /// Input, or the end of it.
    input: bool,
    /// Another size of the terminal.
    size: bool,
}

pub(crate) fn pair() -> io::Result<(Waker, Wait)> {
    let (writer, woken) = UnixStream::pair()?;
    writer.set_nonblocking(true)?;
    woken.set_nonblocking(true)?;
    let size_changed = pipe::register(SIGWINCH, writer.try_clone()?)?;
    let wait = Wait {
        woken,
        size_changed,
    };
    Ok((Waker(writer), wait))
}

impl Waker {
    /// Ends the current wait, or else the next one.
    pub(crate) fn wake(&self) {
        // The pipe is full or closed: a wake-up is pending, or nothing waits any more.
        let _ = (&self.0).write(&[WOKEN]);
    }
}

impl Wait {
    /// Waits up to `longest`.
    fn wait_for(&mut self, input: &impl AsFd, longest: Duration) -> io::Result<Arrived> {
        let mut waited = [
            PollFd::new(input.as_fd(), PollFlags::POLLIN),
            PollFd::new(self.woken.as_fd(), PollFlags::POLLIN),
        ];
        let longest = PollTimeout::try_from(longest).unwrap_or(PollTimeout::MAX);
        match poll(&mut waited, longest) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        // Errors count as input too: reading them detects a hang-up.
        let input = waited[0].revents() != Some(PollFlags::empty());
        let size = self.has_new_size()?;
        Ok(Arrived { input, size })
    }

    /// Empties the pipe; returns true if a signal wrote to it.
    fn has_new_size(&mut self) -> io::Result<bool> {
        let mut bytes = [0; 64];
        match self.woken.read(&mut bytes) {
            Ok(count) => Ok(bytes.iter().take(count).any(|byte| *byte != WOKEN)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        unregister(self.size_changed);
    }
}

/// The input of the terminal. crossterm reads its keys from a socket that is standard input for a moment, because it
/// would swallow the keys after a report that it does not know.
#[derive(Debug)]
pub(crate) struct Tty {
    wait: Wait,
    terminal: File,
    filter: ReportFilter,
    /// Time since which crossterm may hold the beginning of a sequence.
    unfinished: Option<Instant>,
}

impl Tty {
    pub(crate) fn new(wait: Wait) -> io::Result<Self> {
        // crossterm takes standard input, which must be the terminal at this moment.
        crossterm::event::poll(Duration::ZERO)?;
        Ok(Self {
            wait,
            terminal: io::stdin().as_fd().try_clone_to_owned()?.into(),
            filter: ReportFilter::default(),
            unfinished: None,
        })
    }

    /// Returns the events of these keys, and resizes.
    fn events(&mut self, keys: &[u8]) -> io::Result<Vec<Event>> {
        let (input, mut keyboard) = UnixStream::pair()?;
        input.set_nonblocking(true)?;
        keyboard.write_all(keys)?;
        dup2_stdin(&input)?;
        let mut events = Vec::new();
        let read = loop {
            match crossterm::event::poll(END_TIMEOUT)
                .and_then(|is_one| is_one.then(crossterm::event::read).transpose())
            {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break Ok(events),
                Err(error) => break Err(error),
            }
        };
        dup2_stdin(&self.terminal)?;
        self.unfinished = Some(Instant::now());
        read
    }

    /// Ends the sequence that crossterm holds, by the end of a paste. Returns the paste; another sequence is dropped.
    fn end_sequence(&mut self) -> io::Result<Vec<Event>> {
        let end = self.filter.end_paste();
        let mut events = self.events(&end)?;
        events.retain(|event| matches!(event, Event::Paste(_)));
        self.unfinished = None;
        Ok(events)
    }
}

impl EventSource for Tty {
    fn next(&mut self, timeout: Duration) -> io::Result<Vec<TerminalInput>> {
        let mut background = None;
        let is_holding = self.filter.is_holding();
        let longest = if is_holding { REST_TIMEOUT } else { timeout };
        let arrived = self.wait.wait_for(&io::stdin(), longest)?;
        let mut events = if arrived.input {
            let mut bytes = [0; 4_096];
            let count = self.terminal.read(&mut bytes)?;
            let (keys, reported) = self.filter.pass(&bytes[..count]);
            background = reported;
            self.events(&keys)?
        } else if arrived.size {
            Vec::new()
        } else if is_holding {
            let keys = self.filter.release();
            self.events(&keys)?
        } else if self
            .unfinished
            .is_some_and(|since| since.elapsed() >= timeout)
        {
            self.end_sequence()?
        } else {
            Vec::new()
        };
        if arrived.size {
            // crossterm reports a new size only when it reads keys.
            let (columns, rows) = crossterm::terminal::size()?;
            events.push(Event::Resize(columns, rows));
        }
        let background = background.map(TerminalInput::Background);
        Ok(events
            .into_iter()
            .map(TerminalInput::Event)
            .chain(background)
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::signal::{Signal, raise};

    const LONG: Duration = Duration::from_secs(60);

    /// Checks the result of a wait that ends after `happens`.
    fn check(happens: impl FnOnce(&Waker, &mut UnixStream), (input, size): (bool, bool)) {
        let (waker, mut wait) = pair().unwrap();
        let (mut keyboard, typed) = UnixStream::pair().unwrap();
        happens(&waker, &mut keyboard);
        let arrived = wait.wait_for(&typed, LONG).unwrap();
        assert_eq!(arrived, Arrived { input, size });
    }

    #[test]
    fn input_and_resizes_are_reported_and_wake_ups_are_not() {
        let typed = |_: &Waker, keyboard: &mut UnixStream| keyboard.write_all(b"x").unwrap();
        check(typed, (true, false));
        check(|_, _| raise(Signal::SIGWINCH).unwrap(), (false, true));
        check(|waker, _| waker.wake(), (false, false));
    }

    #[test]
    fn a_hang_up_counts_as_input() {
        let (_waker, mut wait) = pair().unwrap();
        let (keyboard, input) = UnixStream::pair().unwrap();
        drop(keyboard);
        assert!(wait.wait_for(&input, LONG).unwrap().input);
    }
}
