//! The engine of a build without the feature `postgres`: none can be opened.
//!
//! [`Engine`] replaces the one in `client.rs`, so callers compile in both builds.

use super::error::EngineError;
use super::request::{EngineFile, EngineQuery, EngineRepository};
use std::convert::Infallible;

/// A database that this build cannot ask.
#[derive(Debug)]
pub struct Engine(Infallible);

impl Engine {
    /// Returns an error that names the missing feature.
    pub fn open(_: &str, _: Option<&str>) -> Result<Self, EngineError> {
        Err(EngineError::Unsupported)
    }

    /// Names nothing.
    pub fn name(&self) -> &str {
        match self.0 {}
    }

    /// Lists nothing.
    pub fn repositories(&self) -> &[EngineRepository] {
        match self.0 {}
    }

    /// Finds nothing.
    pub fn files(&mut self, _: EngineQuery<'_>) -> Result<Vec<EngineFile>, EngineError> {
        match self.0 {}
    }
}
