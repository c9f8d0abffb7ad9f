//! Keyword index: tantivy's schema, code-aware terms, conditions and top-k.
//!
//! Principal type: [`schema::Fields`]. Invariant: equal scores have one order, and deleted documents affect
//! no score, so an updated index answers like a new one.

pub(crate) mod bm25;
pub(crate) mod conditions;
mod directory;
pub(crate) mod document;
pub(crate) mod open;
pub(crate) mod postings;
pub(crate) mod schema;
pub(crate) mod searcher;
pub(crate) mod statistics;
pub(crate) mod term_list;
pub mod terms;
mod tokenizer;
