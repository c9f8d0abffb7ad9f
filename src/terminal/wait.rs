//! Waiting for input without using the processor. crossterm, given a time, asks again and again for
//! the last millisecond of it: an explorer that nobody touched took 2 % of a core.

pub(super) use os::{Wait, Waker, pair};

#[cfg(unix)]
mod os {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use signal_hook::SigId;
    use signal_hook::consts::SIGWINCH;
    use signal_hook::low_level::{pipe, unregister};
    use std::io::{self, ErrorKind, Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    /// What a waker writes; what a signal does is another byte.
    const WOKEN: u8 = 0;

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
        /// Ends the wait that runs, or else the next one.
        pub(crate) fn wake(&self) {
            // Where it is full, or the other end gone, nobody waits any more.
            let _ = (&self.0).write(&[WOKEN]);
        }
    }

    impl Wait {
        /// Whether there is something to read within `longest`: input, or that the size changed.
        /// False when it was woken.
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
            // Anything but silence is for the reader: it tells when the terminal hung up.
            let has_input = waited[0].revents() != Some(PollFlags::empty());
            Ok(has_input | self.has_new_size()?)
        }

        /// Empties the pipe; whether a signal wrote to it.
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

    #[cfg(test)]
    mod tests {
        use super::*;
        use nix::sys::signal::{Signal, raise};

        const LONG: Duration = Duration::from_secs(60);

        /// What ends a wait, and whether there is something to read then.
        fn check(happens: impl FnOnce(&Waker, &mut UnixStream), expected: bool) {
            let (waker, mut wait) = pair().unwrap();
            let (mut keyboard, input) = UnixStream::pair().unwrap();
            happens(&waker, &mut keyboard);
            assert_eq!(wait.wait_for(&input, LONG).unwrap(), expected);
        }

        #[test]
        fn input_and_a_new_size_are_for_the_reader_and_a_call_is_not() {
            check(|_, keyboard| keyboard.write_all(b"x").unwrap(), true);
            check(|_, _| raise(Signal::SIGWINCH).unwrap(), true);
            check(|waker, _| waker.wake(), false);
        }

        #[test]
        fn a_terminal_that_hung_up_is_for_the_reader() {
            let (_waker, mut wait) = pair().unwrap();
            let (keyboard, input) = UnixStream::pair().unwrap();
            drop(keyboard);
            assert!(wait.wait_for(&input, LONG).unwrap());
        }
    }
}

/// Elsewhere crossterm waits, without spinning.
#[cfg(not(unix))]
mod os {
    use std::io;
    use std::time::Duration;

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
}
