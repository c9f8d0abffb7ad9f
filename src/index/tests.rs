//! Faults that tests inject.

use std::cell::Cell;

thread_local! {
    /// The number of the next access to the store that panics, counted from 1.
    pub(crate) static PANIC_AT: Cell<usize> = const { Cell::new(0) };
    /// The refusal that every read of a segment meets.
    pub(super) static REFUSAL: Cell<Option<i32>> = const { Cell::new(None) };
}

/// Counts an access to the store, and panics as sled does if that is due.
pub(super) fn count_down() {
    let at = PANIC_AT.get();
    PANIC_AT.set(at.saturating_sub(1));
    assert_ne!(at, 1, "a fault on purpose");
}
