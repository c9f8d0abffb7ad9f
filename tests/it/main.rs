//! Tests of all parts together: files, index, model. One binary, so that the crate is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod browsing;
mod changed;
mod context;
mod copies;
mod docs;
mod documented;
mod documents;
#[cfg(feature = "summary-server")]
mod endpoint;
mod engine;
mod export;
mod fixture;
mod history;
mod indexing;
mod languages;
mod layering;
mod literal;
mod live;
mod locating;
mod mcp;
mod mcp_pages;
mod models;
mod modes;
mod naming;
mod once;
mod pack;
#[cfg(feature = "summary-server")]
mod pack_addresses;
mod partial_names;
mod purpose;
mod relating;
mod relations;
mod rows;
mod rust_source;
mod searching;
#[cfg(feature = "summary-server")]
mod server;
mod siblings;
mod similar;
mod strings;
#[cfg(feature = "summary-server")]
mod summaries;
mod typos;
mod vectors;
mod workflow;
mod workspaces;
