//! Names: which rule serves which query.
//!
//! | query | rule | file |
//! | --- | --- | --- |
//! | one name, perhaps with its kind: `spawn`, `struct Session`, `Session.get` | its declarations precede all mentions | `name_query`, `declared` |
//! | a name among words: `where is RetryPolicy used`, `retry policy` | the likelihood that the query means a name | `meant`, `notation` |
//! | the only or last word, half-typed: `retry_po` | names that start with it | `partial` |
//! | the same, if no name starts with it: `rtrypol` | names with its letters | `partial`, `fuzzy` |
//! | symbol mode: `rtrypol`, `session get` | names with its letters, in these scopes | `fuzzy` |
//! | a filter: `sym:get`, `-sym:Session.get`, `sym:<=>` | leaves that declare it, or do not | `symbol_filter`, `name_query` |
//! | a word that is nowhere: `RetryPolcy` | the closest declared name | `typos` |
//! | words that are no names: `retries`, `the` | inflections; stop words are ignored | `words`, `inflections`, `stop_words` |
//! | words of a name, in the name of a file: `merging segments` | common stems | `stems` |
//!
//! `retrieve::verbatim` finds a compound token that names no declaration, such as `max.poll.interval.ms`.
//!
//! Principal type: [`QualifiedName`](super::query::QualifiedName), a name as typed. Invariant: names are compared
//! by [`name_term`](crate::index::terms::name_term), as the index normalizes them.

mod declared;
mod fuzzy;
mod inflections;
mod meant;
mod name_query;
mod notation;
pub(super) mod partial;
pub(super) mod symbol_filter;
mod typos;
mod words;

pub(super) use declared::{NAMESAKES, all_names, demotions};
pub(super) use fuzzy::{SymbolQuery, best_word};
pub(super) use meant::{MeantNames, requests_imports};
pub(super) use notation::is_identifier;
pub(super) use typos::corrected;
pub(super) use words::{is_stop_word, query_terms, query_words};
