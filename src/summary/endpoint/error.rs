//! What can go wrong with an endpoint, as sentences for the person who configured it.

use super::answer::Nonsense;
use std::time::Duration;

/// Why an endpoint cannot be asked at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndpointError {
    /// Not an `http` or `https` URL with a host. Not quoted: it may hold a secret.
    #[error("summary.url is no http or https address; write it like http://localhost:11434/v1")]
    NoAddress,
    /// A user name or password within the URL, which would be shown wherever the URL is.
    #[error(
        "summary.url holds a name or password; take it out, and name the variable that has the key in summary.key_env"
    )]
    SecretInAddress,
    /// The key is empty or has characters that no header takes.
    #[error("the key for summaries is empty or has characters no key has; check summary.key_env")]
    Key,
    /// No model is named.
    #[error("no model for summaries is named; set summary.model")]
    NoModel,
}

/// Why one request brought no summary. Nothing in it is a key, a prompt or an unbounded text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AskError {
    /// There is no connection, so nothing was sent.
    #[error(
        "{place} cannot be reached: {cause}; see that the server runs and summary.url names it"
    )]
    Unreachable {
        /// Host and port.
        place: String,
        /// What the system said.
        cause: String,
    },
    /// The connection broke before the answer was whole.
    #[error("{place} broke the connection off: {cause}; see the server's log")]
    BrokenOff {
        /// Host and port.
        place: String,
        /// What the system said.
        cause: String,
    },
    /// No whole answer in time.
    #[error(
        "{place} did not answer within {} s; see how busy it is, or raise summary.seconds",
        limit.as_secs_f64()
    )]
    TimedOut {
        /// Host and port.
        place: String,
        /// What was allowed for one request.
        limit: Duration,
    },
    /// The server's certificate is not trusted, or there is no common TLS.
    #[error(
        "{place}: no secure connection: {cause}; check summary.url and the system's certificates"
    )]
    Insecure {
        /// Host and port.
        place: String,
        /// What was wrong.
        cause: String,
    },
    /// A status that says no.
    #[error("{place} answered {status}{}; {}", said(message), advice(*status))]
    Refused {
        /// Host and port.
        place: String,
        /// The HTTP status.
        status: u16,
        /// What the server said, in one short line; empty if nothing.
        message: String,
    },
    /// The account behind the key has nothing left.
    #[error(
        "{place}: the account's quota is used up{}; see its plan and billing",
        said(message)
    )]
    Quota {
        /// Host and port.
        place: String,
        /// What the server said, in one short line; empty if nothing.
        message: String,
    },
    /// Redirects are not followed: neither the key nor code goes where nobody sent it.
    #[error(
        "{place} redirects{}; set summary.url to the address that answers",
        to(target)
    )]
    Redirected {
        /// Host and port.
        place: String,
        /// Scheme, host and path it redirects to; empty if it does not say.
        target: String,
    },
    /// Something answered, but not with a chat completion.
    #[error(
        "{place} sent {what} instead of a chat completion; check summary.url, which mostly ends in /v1"
    )]
    Foreign {
        /// Host and port.
        place: String,
        /// What came.
        what: String,
    },
    /// A chat completion whose text is no summary.
    #[error("the model's answer is no summary: {0}; another summary.model may do better")]
    Nonsense(Nonsense),
}

/// Where the fault lies, and so how many requests in a row show that all will fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// In this request; the next may do well.
    Request,
    /// In the server or the way to it.
    Server,
    /// In what was configured: every request will fail the same way.
    Configuration,
}

impl AskError {
    /// Where the fault lies.
    pub(super) fn fault(&self) -> Fault {
        match self {
            Self::Nonsense(_) => Fault::Request,
            Self::Refused { status, .. } => match status {
                400 | 403 | 413 | 422 => Fault::Request,
                401 | 402 | 404 | 405 => Fault::Configuration,
                _ => Fault::Server,
            },
            Self::Unreachable { .. }
            | Self::BrokenOff { .. }
            | Self::TimedOut { .. }
            | Self::Foreign { .. } => Fault::Server,
            Self::Insecure { .. } | Self::Quota { .. } | Self::Redirected { .. } => {
                Fault::Configuration
            }
        }
    }

    /// Whether the same request may do better later.
    pub(super) fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::BrokenOff { .. } | Self::TimedOut { .. } => true,
            Self::Refused { status, .. } => matches!(status, 429 | 500 | 502 | 503 | 504),
            _ => false,
        }
    }

    /// Whether the server may have worked on the prompt, and counted it.
    pub(super) fn may_have_cost(&self) -> bool {
        matches!(self, Self::BrokenOff { .. } | Self::TimedOut { .. })
    }
}

fn said(message: &str) -> String {
    match message.trim_end_matches('.') {
        "" => String::new(),
        message => format!(": {message}"),
    }
}

fn to(target: &str) -> String {
    match target {
        "" => String::new(),
        target => format!(" to {target}"),
    }
}

fn advice(status: u16) -> &'static str {
    match status {
        400 | 422 => "the server does not take this request: check summary.model",
        401 => "check summary.key_env",
        402 => "see the account's plan and billing",
        403 => "the key may not use this model: check summary.key_env and summary.model",
        404 | 405 => "check summary.url, which mostly ends in /v1, and summary.model",
        413 => "the request is too long for it",
        429 => "lower summary.concurrency, or wait",
        500..=599 => "see the server's log",
        _ => "check summary.url",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(status: u16, message: &str, expected: &str) {
        let error = AskError::Refused {
            place: "x.org".to_owned(),
            status,
            message: message.to_owned(),
        };
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_refusal_says_what_and_what_to_do() {
        check(
            401,
            "Incorrect key.",
            "x.org answered 401: Incorrect key; check summary.key_env",
        );
        check(503, "", "x.org answered 503; see the server's log");
        check(
            404,
            "model 'm' not found",
            "x.org answered 404: model 'm' not found; check summary.url, which mostly ends in /v1, and summary.model",
        );
    }

    #[test]
    fn times_are_said_in_seconds() {
        let error = AskError::TimedOut {
            place: "x.org".to_owned(),
            limit: Duration::from_millis(1500),
        };
        assert_eq!(
            error.to_string(),
            "x.org did not answer within 1.5 s; see how busy it is, or raise summary.seconds"
        );
    }
}
