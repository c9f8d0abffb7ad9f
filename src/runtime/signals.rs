//! Signals, and the exit of a program that received one.

use std::io;
#[cfg(unix)]
use tokio::signal::unix::{self, SignalKind};

/// End of a run.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Somebody left.
    Left,
    /// A signal asked for it. Everything is in order by now; what is left is to end by it.
    Told(Deadly),
}

/// A signal that ends programs, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadly(i32);

impl Deadly {
    /// SIGHUP, which has this number everywhere: the terminal is gone.
    pub(super) const HANGUP: Self = Self(1);

    /// Ends the process by the signal, as it would have ended without us: who started it (a shell, a
    /// supervisor, `make`) sees that it was told to, and not that it was done. Returns only where
    /// that cannot be, with the exit code that shells show for such an end.
    pub fn end(self) -> u8 {
        // The first process of a container has no default actions: the signal would do nothing.
        #[cfg(unix)]
        if std::process::id() != 1 {
            // Fails for numbers that are no signal.
            let _ = signal_hook::low_level::emulate_default_handler(self.0);
        }
        u8::try_from(self.0).map_or(u8::MAX, |number| number.saturating_add(128))
    }

    /// Sends the signal on to a child that was not reaped yet.
    pub(super) fn tell(self, process: u32) {
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, kill};
            use nix::unistd::Pid;

            let signal = Signal::try_from(self.0);
            if let (Ok(signal), Ok(process)) = (signal, i32::try_from(process)) {
                // It may have ended meanwhile, which is as well.
                let _ = kill(Pid::from_raw(process), signal);
            }
        }
        // No signal comes here that could be sent on.
        #[cfg(not(unix))]
        let _ = process;
    }
}

/// Request of a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Signal {
    /// SIGTERM or SIGHUP: leave, in good order.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal"))]
    End(Deadly),
    /// SIGINT or SIGQUIT: leave too, unless it was typed at an editor, whose process group is ours.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal"))]
    Interrupt(Deadly),
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
            Some(()) = self.terminate.recv() => Signal::End(deadly(SignalKind::terminate())),
            Some(()) = self.hangup.recv() => Signal::End(deadly(SignalKind::hangup())),
            Some(()) = self.interrupt.recv() => Signal::Interrupt(deadly(SignalKind::interrupt())),
            Some(()) = self.quit.recv() => Signal::Interrupt(deadly(SignalKind::quit())),
            Some(()) = self.continued.recv() => Signal::Continued,
            else => std::future::pending().await,
        }
    }
}

#[cfg(unix)]
fn deadly(kind: SignalKind) -> Deadly {
    Deadly(kind.as_raw_value())
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
