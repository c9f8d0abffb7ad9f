//! The syntax of queries: what a user types, as values.
//!
//! Principal types: [`Query`], [`Filter`], [`Pattern`], [`Switches`], [`Mode`] and [`QualifiedName`]. Invariant: parsing never
//! fails and touches no index, so the prompt parses each key stroke.

mod field;
mod filter;
mod foreign;
mod listed;
mod long_text;
mod mode;
mod parser;
mod pattern;
mod purpose;
mod qualified_name;
mod tokens;
mod trace;
mod typed_filter;
mod typed_location;
mod unknown_value;

#[cfg(test)]
mod tests;

pub use field::{Field, FieldRow, FilterUsage};
pub use filter::Filter;
pub use listed::Passing;
pub use mode::{Form, Mode};
pub use parser::{Excluded, Query};
pub use pattern::{Case, Pattern, Switches, leading_flags};
pub use typed_filter::{Offer, TypedFilter};
pub use unknown_value::UnknownValue;

pub(super) use field::{FilterCondition, Offered};
pub(super) use mode::single_name;
pub(super) use parser::LEVELS;
pub(super) use qualified_name::{QualifiedName, SEPARATORS, compact, split_scopes};
pub(super) use trace::{is_trace, starts_with_trace};
pub(super) use typed_location::{TypedLocation, searched_text};
