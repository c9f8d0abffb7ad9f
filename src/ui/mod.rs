//! Drawing of the app.
//!
//! Principal function: [`draw`], from an [`App`](crate::app::App) and a [`Theme`] to a frame. Invariant: it is
//! pure, without disk, clock or locks; it styles visible lines only; and text of a repository reaches
//! a cell only through a `pen::Pen`, which escapes it.

mod ascii;
mod canvas;
mod code;
mod columns;
mod empty;
mod frame;
mod old;
mod outline;
mod pen;
mod popup;
mod prompt;
mod results;
mod row_parts;
mod status;
#[cfg(test)]
mod tests;
mod theme;

pub use frame::draw;
pub use theme::{Theme, ThemeError, UserThemes};
