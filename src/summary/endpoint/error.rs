//! Errors of a server, as sentences for the person who configured it.

use std::time::Duration;

/// Why a server cannot be asked at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndpointError {
    /// Not an `http` or `https` URL with a host. Not quoted: it may hold a secret.
    #[error("summary.url is no http or https address; write it like http://localhost:11434/v1")]
    NoAddress,
    /// A user name or password in the URL, which would be shown wherever the URL is.
    #[error(
        "summary.url contains a name or password; remove it, and name the variable that holds the key in summary.key_env"
    )]
    SecretInAddress,
    /// The key is empty or has characters that no header takes.
    #[error("the key for summaries is empty or has characters no key has; check summary.key_env")]
    Key,
    /// Built without the feature `summary-server`.
    #[error(
        "this build has no support for a summary server; remove summary.url, or build with the feature summary-server"
    )]
    Unsupported,
}

/// Why a request brought no summary. It contains no key, no prompt and no unbounded text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(
    missing_docs,
    reason = "the fields are named by the messages; `place` is host and port"
)]
pub enum AskError {
    /// No connection, or one that broke.
    #[error(
        "{place} cannot be reached: {cause}; check that the server runs and summary.url names it"
    )]
    Unreachable { place: String, cause: String },
    /// No whole answer in time.
    #[error(
        "{place} did not answer within {} s; check its load, or raise summary.seconds",
        limit.as_secs_f64()
    )]
    TimedOut { place: String, limit: Duration },
    /// The server's certificate is not trusted, or there is no common TLS.
    #[error(
        "{place}: no secure connection: {cause}; check summary.url and the system's certificates"
    )]
    Insecure { place: String, cause: String },
    /// A status that is no success.
    #[error("{place} answered {status}{}; {}", said(message), advice(*status))]
    Refused {
        place: String,
        status: u16,
        message: String,
    },
    /// A response that is no chat completion.
    #[error(
        "{place} sent {what} instead of a chat completion; check summary.url, which mostly ends in /v1"
    )]
    Foreign { place: String, what: String },
    /// A chat completion whose text is no summary.
    #[error("the model's answer is not a summary: {0}; try another summary.model")]
    Nonsense(Nonsense),
}

/// Why an answer is no summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Nonsense {
    /// It has no words besides reasoning, or ends within its first sentence.
    #[error("it is empty")]
    Empty,
    /// The model, or a filter behind it, refused.
    #[error("it is a refusal")]
    Refusal,
}

/// The location of a fault, which decides how many failures in a row end a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// This request; the next may succeed.
    Request,
    /// The server or the way to it.
    Server,
    /// The configuration: every request fails the same way.
    Configuration,
}

impl AskError {
    /// The location of the fault.
    pub(super) fn fault(&self) -> Fault {
        match self {
            Self::Nonsense(_) => Fault::Request,
            Self::Refused { status, .. } => match status {
                400 | 403 | 413 | 422 => Fault::Request,
                300..=399 | 401 | 402 | 404 | 405 => Fault::Configuration,
                _ => Fault::Server,
            },
            Self::Unreachable { .. } | Self::TimedOut { .. } | Self::Foreign { .. } => {
                Fault::Server
            }
            Self::Insecure { .. } => Fault::Configuration,
        }
    }

    /// Returns true where the same request may succeed later.
    pub(super) fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::TimedOut { .. } => true,
            Self::Refused { status, .. } => matches!(status, 429 | 500 | 502 | 503 | 504),
            _ => false,
        }
    }
}

fn said(message: &str) -> String {
    match message.trim_end_matches('.') {
        "" => String::new(),
        message => format!(": {message}"),
    }
}

fn advice(status: u16) -> &'static str {
    match status {
        300..=399 => "set summary.url to the address that it redirects to",
        400 | 422 => "the server does not take this request: check summary.model",
        401 => "check summary.key_env",
        402 => "check the account's plan and billing",
        403 => "the key may not use this model: check summary.key_env and summary.model",
        404 | 405 => "check summary.url, which mostly ends in /v1, and summary.model",
        413 => "the request is too long for it",
        429 => "lower summary.concurrency, or wait",
        500..=599 => "check the server's log",
        _ => "check summary.url",
    }
}
