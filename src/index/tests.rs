//! Fault injection for tests.

use std::cell::Cell;

thread_local! {
    /// Number of the access to the store that panics, counted from 1.
    pub(crate) static PANIC_AT: Cell<usize> = const { Cell::new(0) };
    /// Error that every read of a segment fails with.
    pub(super) static REFUSAL: Cell<Option<i32>> = const { Cell::new(None) };
}

/// Counts an access to the store, and panics as sled does if it is the one.
pub(super) fn count_down() {
    let at = PANIC_AT.get();
    PANIC_AT.set(at.saturating_sub(1));
    assert_ne!(at, 1, "a fault on purpose");
}
