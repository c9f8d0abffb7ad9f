//! Tests of waiting for the terminal.

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
