//! Expected panics of libraries that read damaged files.
//!
//! [`contain`] catches one and [`silence_contained`] keeps the panic hook quiet about it. The index contains
//! panics of its storage, the searcher panics of regular expressions; the terminal guard keeps the screen
//! meanwhile.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::thread;

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Runs work and catches a panic, about which the hook of [`silence_contained`] prints nothing.
pub fn contain<T>(work: impl FnOnce() -> T) -> thread::Result<T> {
    DEPTH.set(DEPTH.get() + 1);
    let done = catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    done
}

/// Returns true while this thread recovers from panics.
pub fn is_contained() -> bool {
    DEPTH.get() > 0
}

/// Makes the panic hook print nothing about contained panics.
pub fn silence_contained() {
    let print = take_hook();
    set_hook(Box::new(move |panic| {
        if !is_contained() {
            print(panic);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contained_panic_is_recognized() {
        let inside = contain(is_contained);
        assert!(inside.is_ok_and(|inside| inside) && !is_contained());
        let nested = contain(|| {
            assert!(contain(|| panic!("a fault on purpose")).is_err());
            is_contained()
        });
        assert!(nested.is_ok_and(|inside| inside) && !is_contained());
    }
}
