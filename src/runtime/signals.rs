//! Signals, and the exit of a program that received one.
//!
//! Principal types: [`SignalStream`], [`FatalSignal`] and [`ExitReason`]. Invariant: a signal only sends a
//! request to the loop; the process ends by it after the screen is released.

use crate::corpus::Location;
use std::io;
#[cfg(unix)]
use std::{future::poll_fn, task::Poll};
#[cfg(unix)]
use tokio::signal::unix::{self, SignalKind};

/// End of a run.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExitReason {
    /// The user quit.
    Left,
    /// The user chose these locations, in an explorer that was started to choose.
    Picked(Vec<Location>),
    /// A signal requested it; the process still has to end by this signal.
    Signal(FatalSignal),
}

/// A signal that ends programs, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FatalSignal(i32);

impl FatalSignal {
    /// SIGHUP, which has this number everywhere: the terminal is gone.
    pub(super) const HANGUP: Self = Self(1);

    /// Ends the process by the signal, so that its parent (a shell, a supervisor, `make`) sees the signal. Returns
    /// only if that is impossible, with the exit status that shells use for it.
    pub fn end(self) -> u8 {
        // The first process of a container has no default actions: the signal would do nothing.
        #[cfg(unix)]
        if std::process::id() != 1 {
            // Fails for an unknown signal.
            let _ = signal_hook::low_level::emulate_default_handler(self.0);
        }
        u8::try_from(self.0).map_or(u8::MAX, |number| number.saturating_add(128))
    }

    /// Sends the signal on to a child that was not reaped yet.
    pub(super) fn forward(self, process: u32) {
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, kill};
            use nix::unistd::Pid;

            let signal = Signal::try_from(self.0);
            if let (Ok(signal), Ok(process)) = (signal, i32::try_from(process)) {
                // It may have ended already.
                let _ = kill(Pid::from_raw(process), signal);
            }
        }
        // There are no such signals on this platform.
        #[cfg(not(unix))]
        let _ = process;
    }
}

/// Request of a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SignalEvent {
    /// SIGTERM or SIGHUP: quit.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal"))]
    End(FatalSignal),
    /// SIGINT or SIGQUIT: quit, unless it was typed at an editor, which is in the same process group.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal"))]
    Interrupt(FatalSignal),
    /// SIGCONT: the process continues after a stop.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal"))]
    Continued,
}

/// Listens for signals.
#[cfg(unix)]
pub(super) struct SignalStream(Vec<(unix::Signal, SignalEvent)>);

#[cfg(unix)]
impl SignalStream {
    /// Installs handlers for the signals.
    pub(super) fn new() -> io::Result<Self> {
        let deadly = |kind: SignalKind| FatalSignal(kind.as_raw_value());
        let [terminate, hangup] = [SignalKind::terminate(), SignalKind::hangup()];
        let [interrupt, quit] = [SignalKind::interrupt(), SignalKind::quit()];
        let continued = SignalKind::from_raw(nix::sys::signal::Signal::SIGCONT as i32);
        let signals = [
            (terminate, SignalEvent::End(deadly(terminate))),
            (hangup, SignalEvent::End(deadly(hangup))),
            (interrupt, SignalEvent::Interrupt(deadly(interrupt))),
            (quit, SignalEvent::Interrupt(deadly(quit))),
            (continued, SignalEvent::Continued),
        ];
        let mut listeners = Vec::new();
        for (kind, signal) in signals {
            listeners.push((unix::signal(kind)?, signal));
        }
        Ok(Self(listeners))
    }

    /// Waits for the next signal. May be dropped and called again without losing any.
    pub(super) async fn next(&mut self) -> SignalEvent {
        poll_fn(|context| {
            for (listener, signal) in &mut self.0 {
                if let Poll::Ready(Some(())) = listener.poll_recv(context) {
                    return Poll::Ready(*signal);
                }
            }
            Poll::Pending
        })
        .await
    }
}

/// No signals: Ctrl-C is a key, and closing the window ends the process.
#[cfg(not(unix))]
pub(super) struct SignalStream;

#[cfg(not(unix))]
impl SignalStream {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    pub(super) async fn next(&mut self) -> SignalEvent {
        std::future::pending().await
    }
}
