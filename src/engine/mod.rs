//! A PostgreSQL database as engine: the files of the leaves that may answer a query.
//!
//! Principal type: [`Engine`]. Invariants: statements only read, and take values as parameters; no message contains a
//! password. Without the feature `postgres` no [`Engine`] can be opened.
//!
//! `schema.sql` has the tables, `candidates.sql` the statement; `benches/postgres.py` loads and measures with both. The
//! command line indexes the files again and ranks them.

#[cfg(feature = "postgres")]
mod address;
#[cfg_attr(not(feature = "postgres"), path = "unsupported.rs")]
mod client;
mod error;
mod request;

pub use client::Engine;
pub use error::EngineError;
pub use request::{EngineFile, EngineQuery, EngineRepository};
