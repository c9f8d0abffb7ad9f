//! Errors of a server, as sentences for the user who configured it.
//!
//! Principal types: [`EndpointError`], which prevents a run, and [`RequestError`], of one request. Invariant:
//! no message contains the key, the prompt or unbounded text.

/// Reasons that no request can be sent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndpointError {
    /// Not an `http` or `https` URL with a host. Not quoted: it may contain a secret.
    #[error("summary.url is not an http or https address; write it like http://localhost:11434/v1")]
    NoAddress,
    /// A user name or password in the URL, which would be shown wherever the URL is.
    #[error(
        "summary.url contains a name or password; remove it, and name the variable that holds the key in summary.key_env"
    )]
    SecretInAddress,
    /// The key is empty or contains characters that are invalid in a header.
    #[error("the key for summaries is empty or has invalid characters; check summary.key_env")]
    Key,
    /// Built without the feature `summary-server`.
    #[error(
        "this build has no support for a summary server; remove summary.url, or build with the feature summary-server"
    )]
    Unsupported,
}

/// The reason that a request returned no summary: a sentence without key, prompt or unbounded text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct RequestError {
    /// Kind of the failure.
    pub failure: Failure,
    message: String,
}

/// Kind of a failed request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// No connection, or a broken one.
    Unreachable,
    /// No complete answer in time.
    TimedOut,
    /// The server's certificate is not trusted, or client and server share no TLS version.
    Insecure,
    /// An unsuccessful status.
    Refused(u16),
    /// A response that is not a chat completion.
    NotCompletion,
    /// A chat completion whose text is not a summary.
    NotSummary,
}

impl RequestError {
    /// `host` is host and port; `cause` quotes the system or the server, and is a time in seconds
    /// after a timeout.
    pub(super) fn new(failure: Failure, host: &str, cause: &str) -> Self {
        let message = match (failure, cause.trim_end_matches('.')) {
            (Failure::Unreachable, _) => format!(
                "{host} cannot be reached: {cause}; check that the server runs and summary.url names it"
            ),
            (Failure::TimedOut, _) => format!(
                "{host} did not answer within {cause} s; check its load, or set summary.model to a faster model"
            ),
            (Failure::Insecure, _) => format!(
                "{host}: no secure connection: {cause}; check summary.url and the system's certificates"
            ),
            (Failure::Refused(status), "") => {
                format!("{host} answered {status}; {}", advice(status))
            }
            (Failure::Refused(status), detail) => {
                format!("{host} answered {status}: {detail}; {}", advice(status))
            }
            (Failure::NotCompletion, _) => format!(
                "{host} sent {cause} instead of a chat completion; check summary.url, which usually ends in /v1"
            ),
            (Failure::NotSummary, _) => {
                format!("the model's answer is not a summary: {cause}; try another summary.model")
            }
        };
        Self { failure, message }
    }

    /// Number of consecutive failures, ending with this one, that end a run.
    pub(super) fn allowed_failures(&self) -> u32 {
        match self.failure {
            // A small model may answer nonsense three times by chance.
            Failure::NotSummary | Failure::Refused(400 | 403 | 413 | 422) => 8,
            // Every request fails the same way.
            Failure::Insecure | Failure::Refused(300..=399 | 401 | 402 | 404 | 405) => 1,
            _ => 3,
        }
    }

    /// Returns true if the same request may succeed later.
    pub(super) fn is_temporary(&self) -> bool {
        matches!(
            self.failure,
            Failure::Unreachable | Failure::TimedOut | Failure::Refused(429 | 500 | 502..=504)
        )
    }
}

fn advice(status: u16) -> &'static str {
    match status {
        300..=399 => "set summary.url to the address that it redirects to",
        400 | 422 => "the server does not accept this request: check summary.model",
        401 => "check summary.key_env",
        402 => "check the account's plan and billing",
        403 => "the key may not use this model: check summary.key_env and summary.model",
        404 | 405 => "check summary.url, which usually ends in /v1, and summary.model",
        413 => "the request is too long for this server",
        429 => "wait, or check the limits of the account",
        500..=599 => "check the server's log",
        _ => "check summary.url",
    }
}
