//! Waiting for input without using the processor: crossterm's timed wait spins during its last
//! millisecond, which took 2% of a core while idle.
//!
//! Principal types: [`Tty`], for the input thread, and [`Waker`], which ends a wait from another thread.

#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use portable::{Tty, Waker, pair};
#[cfg(unix)]
pub(super) use unix::{Tty, Waker, pair};
