//! Search: query syntax → candidates → fusion → ranking → hits with explanations.
//!
//! Principal types: [`Query`], [`SearchContext`], [`Answer`] and [`Hit`]. Invariant: filters are applied
//! before the top-k cut, and the addends of every hit's explanation sum to its score. Everything reads
//! one immutable [`Snapshot`](crate::index::Snapshot); workers and the command line call [`search()`] and
//! [`similar()`].

mod answer;
mod by_words;
mod changed;
mod context;
mod deleted;
mod engine;
mod explanation;
mod highlight;
mod hit;
mod listing;
mod literal;
mod names;
mod offers;
mod outline;
mod query;
mod rank;
mod ranking;
mod repositories;
mod retrieve;
mod similar;
mod text;

pub use answer::{Answer, VectorSearch};
pub use context::{SearchContext, SearchError};
pub use deleted::documents_before;
pub use engine::{search, search_corrected, signals};
pub use explanation::{Explanation, Signal};
pub use highlight::{highlighted_words, match_position, matching_lines, words_in};
pub use hit::{Ancestor, Hit};
pub use listing::listed;
pub use literal::{FoundLine, Totals, for_each_line};
pub use offers::{chip_counts, offers, passing_count};
pub use outline::{DocumentOutline, Member};
pub use query::{
    Case, Excluded, Field, FieldRow, Filter, FilterUsage, Form, Mode, Offer, Passing, Pattern,
    Query, Switches, TypedFilter, UnknownValue, leading_flags,
};
pub use rank::Signals;
pub use repositories::take_repositories;
pub use retrieve::listed::passing_of;
pub use similar::similar;

pub(crate) use retrieve::filter_conditions::FileFilters;
