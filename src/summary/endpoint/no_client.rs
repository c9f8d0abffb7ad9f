//! The client of a build without the feature `summary-server`: no address can be made.

use super::error::EndpointError;
use super::{EndpointConfig, Reply, Sleep};
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// An address that nothing has.
pub(super) enum Address {}

impl Address {
    pub(super) fn parse(_: &str) -> Result<Self, EndpointError> {
        Err(EndpointError::Unsupported)
    }
}

/// A client that nobody has.
pub(super) enum Client {}

impl Client {
    pub(super) fn new(address: &Address, _: &EndpointConfig, _: &Sleep) -> Self {
        match *address {}
    }

    pub(super) fn start(self: &Arc<Self>, _: usize, _: String, _: &Sender<Reply>) {
        match **self {}
    }

    pub(super) fn stop(&self) {
        match *self {}
    }
}
