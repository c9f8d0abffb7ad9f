//! Stack space for parsing hostile text.
//!
//! [`on_large_stack()`] runs the parser where its recursion cannot overflow the stack and end the process.

use crate::corpus::{continue_work, work_so_far};
use std::cell::Cell;
use std::io;
use std::panic::resume_unwind;
use std::thread::{Builder, JoinHandle, Scope, scope};

/// A shorter text has no more levels than fit on any thread's stack.
const SHALLOW: usize = 12_000;
/// A shorter text has no more levels than fit on the stack of a parsing thread. Few files are longer.
const PREPARED: usize = 256 * 1024;
/// Stack bytes per level: with an ambiguous grammar the parser recurses when it releases trees.
const LEVEL: usize = 160;
/// Stack bytes for everything else.
const BASE: usize = 2 * 1024 * 1024;

thread_local! {
    /// A shorter text is parsed on the thread's own stack.
    static ROOM: Cell<usize> = const { Cell::new(SHALLOW) };
}

/// Starts a thread for parsing many texts: texts of usual length are parsed on its own stack, without a
/// thread for each.
pub fn spawn_parsing<'s>(
    scope: &'s Scope<'s, '_>,
    name: String,
    work: impl FnOnce() + Send + 's,
) -> io::Result<()> {
    let thread = Builder::new().name(name).stack_size(stack_size(PREPARED));
    thread.spawn_scoped(scope, || {
        ROOM.set(PREPARED);
        work();
    })?;
    Ok(())
}

/// The same without a scope, for work that goes on while its starter does something else.
pub fn start_parsing(
    name: String,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    let thread = Builder::new().name(name).stack_size(stack_size(PREPARED));
    thread.spawn(|| {
        ROOM.set(PREPARED);
        work();
    })
}

/// Runs a parser of a text on a stack with room for a level of nesting per byte. None if the system refuses a
/// stack of that size.
pub(super) fn on_large_stack<T: Send>(text: &str, run: impl FnOnce() -> T + Send) -> Option<T> {
    if text.len() < ROOM.get() {
        return Some(run());
    }
    let so_far = work_so_far();
    scope(|threads| {
        let thread = Builder::new().stack_size(stack_size(text.len()));
        let thread = thread.spawn_scoped(threads, move || {
            continue_work(so_far);
            (run(), work_so_far())
        });
        match thread.ok()?.join() {
            Ok((found, so_far)) => {
                continue_work(so_far);
                Some(found)
            }
            Err(panic) => resume_unwind(panic),
        }
    })
}

/// Stack for a level of nesting per byte of a text. Its memory is allocated only where it is used.
fn stack_size(text_len: usize) -> usize {
    text_len.saturating_mul(LEVEL).saturating_add(BASE)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::corpus::Deadline;
    use std::time::Duration;

    #[test]
    fn the_time_on_a_large_stack_counts() {
        let text = "x".repeat(SHALLOW);
        let deadline = Deadline::after(Duration::from_millis(20));
        let mut rounds = 0;
        while !deadline.has_passed() {
            let late = on_large_stack(&text, || {
                let own = Deadline::after(Duration::from_millis(5));
                while !own.has_passed() {}
                deadline.has_passed()
            });
            rounds += 1;
            assert!(late == Some(false) || deadline.has_passed());
        }
        assert!(rounds > 1 && rounds < 20, "{rounds}");
    }
}
