//! The syntax of queries: what a user types, as values.
//!
//! Principal types: [`Query`], [`Filter`], [`Pattern`], [`Switches`], [`Mode`] and [`QualifiedName`]. Invariant: parsing never
//! fails and touches no index, so the prompt parses each key stroke.

mod field;
mod filter;
mod foreign;
mod form;
mod listed;
mod long_text;
mod mode;
mod parser;
mod pattern;
mod purpose;
mod qualified_name;
mod switches;
mod tokens;
mod typed_filter;
mod typed_location;
mod unknown_value;

pub use field::{Field, FieldRow, FilterUsage};
pub(super) use field::{FilterCondition, Offered};
pub use filter::Filter;
pub use form::Form;
pub(super) use form::single_name;
pub use listed::Passing;
pub use mode::Mode;
pub(super) use parser::LEVELS;
pub use parser::{Excluded, Query};
pub use pattern::{Pattern, leading_flags};
pub(super) use qualified_name::{QualifiedName, SEPARATORS, compact, split_scopes};
pub use switches::{Case, Switches};
pub use typed_filter::{Offer, TypedFilter};
pub(super) use typed_location::{TypedLocation, is_trace, searched_text, starts_with_trace};
pub use unknown_value::UnknownValue;

#[cfg(test)]
mod tests;
