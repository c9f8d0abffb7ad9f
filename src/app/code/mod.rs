//! The code pane: the selected hit in its current document, with adjustable context, and a cursor line.
//!
//! Principal type: [`Code`]. Invariant: its rows are derived from the document, the zoom level and the open
//! folds, and are rebuilt when one of them changes.
//!
//! `ui::code` draws the rows in view.

mod build;
mod cursor;
mod find;
mod location;
mod model;
mod movement;
mod old;
mod page;
mod rows;
#[cfg(test)]
mod tests;
mod wrap;

pub(crate) use model::{Code, CodeContent};
pub(crate) use old::OldText;
pub(crate) use page::{DocumentState, Page};
pub(crate) use rows::Row;
pub(crate) use wrap::{RowSegment, SegmentText, table_rows};
