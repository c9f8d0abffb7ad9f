//! The syntax of queries: what a user types, as values.
//!
//! Principal types: [`Query`], [`Filter`], [`Pattern`], [`Mode`] and [`QualifiedName`]. Invariant: parsing never
//! fails and touches no index, so the prompt parses each key stroke.

mod filter;
mod mode;
mod parser;
mod pattern;
mod purpose;
mod qualified_name;
mod tokens;
mod typed_filter;
mod typed_location;

pub(super) use filter::known;
pub use filter::{Field, Filter, UnknownValue};
pub use mode::Mode;
pub use parser::{Excluded, Query};
pub use pattern::Pattern;
pub use purpose::Purpose;
pub(super) use qualified_name::{QualifiedName, SEPARATORS, compact, split_scopes};
pub use typed_filter::TypedFilter;
pub(super) use typed_location::{TypedLocation, may_locate, searched_text};
