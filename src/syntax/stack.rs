//! Stack space for parsing hostile text.
//!
//! [`on_large_stack()`] runs the parser where its recursion cannot overflow the stack and end the process.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// A shorter text has no more levels than fit on any thread's stack.
const SHALLOW: usize = 12_000;
/// Stack bytes per level: with an ambiguous grammar the parser recurses when it releases trees.
const LEVEL: usize = 160;
/// Stack bytes for everything else.
const BASE: usize = 2 * 1024 * 1024;

/// Runs a parser of a text on a stack with room for a level of nesting per byte. None if the system refuses a
/// stack of that size.
pub(super) fn on_large_stack<T: Send>(text: &str, run: impl FnOnce() -> T + Send) -> Option<T> {
    if text.len() < SHALLOW {
        return Some(run());
    }
    let size = text.len().saturating_mul(LEVEL).saturating_add(BASE);
    // The memory of a stack is allocated only where it is used.
    scope(|threads| {
        let thread = Builder::new().stack_size(size).spawn_scoped(threads, run);
        match thread.ok()?.join() {
            Ok(found) => Some(found),
            Err(panic) => resume_unwind(panic),
        }
    })
}
