//! Waiting on Unix: by poll(2), which a pipe ends.

use crossterm::event::Event;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::dup2_stdin;
use signal_hook::SigId;
use signal_hook::consts::SIGWINCH;
use signal_hook::low_level::{pipe, unregister};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// Byte written by a waker; signals write another one.
const WOKEN: u8 = 0;

/// Time for reading the end of a sequence from a pipe that has it.
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
    /// Returns true if input or a resize arrives within `longest`; false after a wake-up or the
    /// timeout.
    pub(crate) fn wait(&mut self, longest: Duration) -> io::Result<bool> {
        self.wait_for(&io::stdin(), longest)
    }

    fn wait_for(&mut self, input: &impl AsFd, longest: Duration) -> io::Result<bool> {
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
        let has_input = waited[0].revents() != Some(PollFlags::empty());
        Ok(has_input | self.has_new_size()?)
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

/// Ends the sequence that crossterm's parser holds: for a moment the parser reads the end of a paste from a
/// pipe in place of the terminal. Returns the paste; another sequence is dropped.
pub(crate) fn end_sequence() -> io::Result<Option<Event>> {
    let terminal = io::stdin().as_fd().try_clone_to_owned()?;
    let (end, mut pipe) = io::pipe()?;
    pipe.write_all(b"\x1b[201~")?;
    drop(pipe);
    dup2_stdin(&end)?;
    let mut paste = None;
    let read = loop {
        match crossterm::event::poll(END_TIMEOUT)
            .and_then(|is_one| is_one.then(crossterm::event::read).transpose())
        {
            Ok(Some(event @ Event::Paste(_))) => paste = Some(event),
            Ok(Some(_)) => {}
            Ok(None) => break Ok(paste),
            Err(error) => break Err(error),
        }
    };
    dup2_stdin(&terminal)?;
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::signal::{Signal, raise};

    const LONG: Duration = Duration::from_secs(60);

    /// Checks the result of a wait that ends after `happens`.
    fn check(happens: impl FnOnce(&Waker, &mut UnixStream), expected: bool) {
        let (waker, mut wait) = pair().unwrap();
        let (mut keyboard, input) = UnixStream::pair().unwrap();
        happens(&waker, &mut keyboard);
        assert_eq!(wait.wait_for(&input, LONG).unwrap(), expected);
    }

    #[test]
    fn input_and_resizes_are_reported_and_wake_ups_are_not() {
        check(|_, keyboard| keyboard.write_all(b"x").unwrap(), true);
        check(|_, _| raise(Signal::SIGWINCH).unwrap(), true);
        check(|waker, _| waker.wake(), false);
    }

    #[test]
    fn a_hang_up_counts_as_input() {
        let (_waker, mut wait) = pair().unwrap();
        let (keyboard, input) = UnixStream::pair().unwrap();
        drop(keyboard);
        assert!(wait.wait_for(&input, LONG).unwrap());
    }
}
