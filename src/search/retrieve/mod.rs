//! Retrieval: the leaves that may answer a query.
//!
//! Principal type: [`Candidate`]. Invariant: everything that is found passes the filters, phrases and patterns of
//! the query. `candidates` serves the modes by words, `symbols` and `regex` the modes of these names; the ranking
//! orders candidates.

mod by_location;
pub(super) mod candidates;
mod declared;
pub(super) mod filter_conditions;
pub(super) mod location;
mod passing;
pub(super) mod regex;
mod retrievers;
pub(super) mod summaries;
pub(super) mod symbols;
pub(super) mod text_conditions;
mod verbatim;

pub(super) use candidates::Candidate;
pub(super) use passing::{Conditions, passing};
