//! What the system tells us to do.

use std::io;
#[cfg(unix)]
use tokio::signal::unix::{self, SignalKind};

/// What a signal asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Signal {
    /// SIGTERM or SIGHUP: leave, in good order.
    End,
    /// SIGINT or SIGQUIT: leave too, unless it was typed at an editor, whose process group is ours.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal"))]
    Interrupt,
    /// SIGCONT: the process was stopped and goes on.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal"))]
    Continued,
}

/// Listens for signals.
pub(super) struct Signals {
    #[cfg(unix)]
    terminate: unix::Signal,
    #[cfg(unix)]
    hangup: unix::Signal,
    #[cfg(unix)]
    interrupt: unix::Signal,
    #[cfg(unix)]
    quit: unix::Signal,
    #[cfg(unix)]
    continued: unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// From now on these signals are ours.
    pub(super) fn new() -> io::Result<Self> {
        let continued = SignalKind::from_raw(nix::sys::signal::Signal::SIGCONT as i32);
        Ok(Self {
            terminate: unix::signal(SignalKind::terminate())?,
            hangup: unix::signal(SignalKind::hangup())?,
            interrupt: unix::signal(SignalKind::interrupt())?,
            quit: unix::signal(SignalKind::quit())?,
            continued: unix::signal(continued)?,
        })
    }

    /// The next one. May be dropped and called again without losing any.
    pub(super) async fn next(&mut self) -> Signal {
        tokio::select! {
            Some(()) = self.terminate.recv() => Signal::End,
            Some(()) = self.hangup.recv() => Signal::End,
            Some(()) = self.interrupt.recv() => Signal::Interrupt,
            Some(()) = self.quit.recv() => Signal::Interrupt,
            Some(()) = self.continued.recv() => Signal::Continued,
            else => std::future::pending().await,
        }
    }
}

#[cfg(not(unix))]
impl Signals {
    /// Ctrl-C is a key here, and closing the window ends the process.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Never comes.
    pub(super) async fn next(&mut self) -> Signal {
        std::future::pending().await
    }
}
