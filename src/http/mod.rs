//! HTTP: addresses, connections, and transfers of files.
//!
//! Principal types: [`Transfer`] and [`ApiKey`]. Invariants: requests are sent only to an address that the user
//! named; no message contains a key, or the query of an address, which may be a secret. Without the
//! feature `summary-server` no [`Transfer`] can be created.
//!
//! `summary::endpoint` sends its requests through a connection of this module; commands transfer packs.

#[cfg(feature = "summary-server")]
mod connection;
mod error;
mod key;
#[cfg_attr(not(feature = "summary-server"), path = "unsupported.rs")]
mod transfer;

#[cfg(feature = "summary-server")]
pub(crate) use connection::{AddressError, Fault, HttpAddress, connect, fault};
pub use error::TransferError;
pub use key::ApiKey;
pub use transfer::Transfer;
