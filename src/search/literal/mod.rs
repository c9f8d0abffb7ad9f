//! Phrases and patterns: a literal query is answered completely.
//!
//! The index stores no positions. Its terms only narrow the files, which are then read and matched whole, as ripgrep
//! matches them; each match belongs to the leaf in which it begins, whether that leaf can be found by words or not.
//!
//! Principal types: [`LiteralConditions`], and [`FoundLine`], the unit of the answers. No other part of a search reads
//! documents.

mod conditions;
mod lines;
mod narrow;
mod ranked;
mod scan;

pub(super) use conditions::LiteralConditions;
pub use lines::{FoundLine, Totals, for_each_line};
pub(super) use narrow::narrow;
pub(super) use ranked::find;
