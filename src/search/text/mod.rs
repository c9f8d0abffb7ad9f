//! Pasted text: its title and the whole text are ranked apart and joined.
//!
//! [`find()`] answers a query of [`Form::LongText`](super::query::Form::LongText); [`without_unmatched()`] turns
//! filters of such a query that match nothing into words. Invariant: a text has at least the results of its words.

mod informative;
mod join;
mod named_files;
mod restrictions;

pub(super) use join::find;
pub(super) use restrictions::without_unmatched;
