//! Room on the stack for parsers of hostile text.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// A text with fewer bytes has no more levels than any thread's stack has room for.
const SHALLOW: usize = 12_000;
/// Stack bytes per level: for an ambiguous grammar the parser recurses when it releases trees.
const LEVEL: usize = 160;
/// Stack bytes for everything else.
const BASE: usize = 2 * 1024 * 1024;

/// Runs what parses a text, on a stack on which each byte may be a level of nesting. Nothing where
/// the system refuses a stack of that size.
pub(super) fn on_large_stack<T: Send>(text: &str, run: impl FnOnce() -> T + Send) -> Option<T> {
    if text.len() < SHALLOW {
        return Some(run());
    }
    let size = text.len().saturating_mul(LEVEL).saturating_add(BASE);
    // Memory of a stack is taken where it is used, and only there.
    scope(|threads| {
        let thread = Builder::new().stack_size(size).spawn_scoped(threads, run);
        match thread.ok()?.join() {
            Ok(found) => Some(found),
            Err(panic) => resume_unwind(panic),
        }
    })
}
