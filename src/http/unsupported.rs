//! Transfers of a build without the feature `summary-server`: none can be created.
//!
//! [`Transfer`] replaces the one in `transfer.rs`, so callers compile in both builds.

use super::error::TransferError;
use super::key::ApiKey;
use crate::corpus::Cancel;
use std::convert::Infallible;
use std::fs::File;

/// Connections that this build does not have.
#[derive(Debug)]
pub struct Transfer(Infallible);

impl Transfer {
    /// Returns an error that names the missing feature.
    pub fn new(_: &str, _: Option<ApiKey>) -> Result<Self, TransferError> {
        Err(TransferError::Unsupported)
    }

    /// Sets nothing.
    pub fn with_max_len(self, _: u64) -> Self {
        self
    }

    /// Shows nothing.
    pub fn shown(&self, _: &str) -> String {
        match self.0 {}
    }

    /// Receives nothing.
    pub fn download(&self, _: &str, _: &mut File, _: &Cancel) -> Result<bool, TransferError> {
        match self.0 {}
    }

    /// Sends nothing.
    pub fn upload(&self, _: &str, _: &mut File) -> Result<(), TransferError> {
        match self.0 {}
    }
}
