//! The terminal after a panic: the guard of the library, in a separate process.

use super::project::Project;
use super::session::Session;
use smriti_tui::terminal::TerminalGuard;
use std::thread;

#[test]
#[ignore = "started in a pseudo-terminal by the tests below"]
fn panic_while_drawing() {
    let _guard = TerminalGuard::enter().expect("a terminal");
    panic!("a panic on purpose");
}

#[test]
#[ignore = "started in a pseudo-terminal by the tests below"]
fn panic_in_a_worker() {
    let guard = TerminalGuard::enter().expect("a terminal");
    let worker = thread::Builder::new().name("worker".to_owned());
    let worker = worker
        .spawn(|| panic!("a panic on purpose"))
        .expect("a thread");
    assert!(worker.join().is_err());
    drop(guard);
}

/// Runs one of them. Checks that the terminal is restored and shows the message.
fn check(test: &str, code: u32) {
    let project = Project::new();
    let session = Session::start_test(&project, &format!("panics::{test}"), 30, 100);
    let (ended, contents) = session.end();
    assert_eq!(ended, code, "{contents}");
    assert!(contents.contains("a panic on purpose"), "{contents}");
}

#[test]
fn a_panic_is_printed_after_the_terminal_is_released() {
    // The exit code of the harness when a test fails.
    check("panic_while_drawing", 101);
}

#[test]
fn a_panic_of_a_worker_is_printed_at_the_end() {
    check("panic_in_a_worker", 0);
}
