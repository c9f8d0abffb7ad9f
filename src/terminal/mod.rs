//! The tty: taking the screen and giving it back, reading input, running editors, the clipboard.
//!
//! Principal type: [`Guard`], which owns the screen from its creation to its drop. Invariant: no
//! way out of the process (end, panic, suspension, a child's turn) leaves the terminal raw, on the
//! alternate screen or with the cursor hidden, and the reader never touches standard input while
//! a child does.

mod background;
mod clicks;
pub mod clipboard;
pub mod editor;
mod guard;
mod input;
mod installed;
mod owed;
mod sequences;
mod surface;
mod typed;
mod usable;
mod wait;

pub use background::{Background, Probe, background};
pub use clicks::Clicks;
pub use guard::{Guard, Loan, TerminalError};
pub use input::{Pause, Reader, Sink};
pub use installed::is_found;
pub use surface::{Shows, Surface, shows, surface};
pub use usable::{is_gone, usable};
