//! Retrieval: the leaves that may answer a query.
//!
//! Principal type: [`Candidate`]. Invariant: everything that is found passes the filters, phrases and patterns of
//! the query. `candidates` serves the modes by words, `symbols` the mode of this name; the ranking orders
//! candidates.

mod by_location;
pub(super) mod candidates;
mod declared;
pub(super) mod filter_conditions;
pub(super) mod listed;
pub(super) mod location;
mod passing;
mod retrievers;
pub(super) mod summaries;
pub(super) mod symbols;
mod verbatim;

pub(super) use candidates::Candidate;
pub(super) use passing::{Conditions, excluded_words, passing};
