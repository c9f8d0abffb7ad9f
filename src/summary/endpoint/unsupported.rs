//! The endpoint of a build without the feature `summary-server`: none can be created.
//!
//! [`Endpoint`] replaces the one in `run.rs`, so callers compile in both builds.

use super::error::{EndpointError, RequestError};
use super::request::{EndpointConfig, RunOutcome, SummaryRequest};
use std::convert::Infallible;

/// A server that this build cannot use.
#[derive(Debug)]
pub struct Endpoint(Infallible);

impl Endpoint {
    /// Returns an error that names the missing feature.
    pub fn new(_: EndpointConfig) -> Result<Self, EndpointError> {
        Err(EndpointError::Unsupported)
    }

    /// Never called: no endpoint can be created.
    pub fn send_all<T>(
        &self,
        _: impl Iterator<Item = SummaryRequest<T>>,
        _: &dyn Fn() -> bool,
        _: impl FnMut(T, Result<String, RequestError>),
    ) -> RunOutcome {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_build_without_the_client_refuses_a_server() {
        let endpoint = Endpoint::new(EndpointConfig {
            url: "http://localhost:11434/v1".to_owned(),
            model: "small".to_owned(),
            key: None,
            concurrency: 1,
            timeout: Duration::from_secs(1),
            retries: 0,
            token_budget: 1_000,
        });
        assert_eq!(endpoint.unwrap_err(), EndpointError::Unsupported);
    }
}
