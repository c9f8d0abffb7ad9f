//! Requests over HTTP, each on its own thread, with retries after temporary failures.
//!
//! Principal type: [`Client`], the connections of one [`run`](super::run).
//!
//! Every text of a server or library passes through [`quoted()`] before it becomes part of a message.
//!
//! Redirects are not followed: neither the key nor code is sent to an address that is not configured.

use super::error::{EndpointError, Failure, RequestError};
use super::request::EndpointConfig;
use super::wire::{self, ChatCompletion};
use crate::corpus::spawn;
use crate::http::{AddressError, ApiKey, Fault, HttpAddress, connect, fault};
use crate::summary::line::{cut, one_line};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;
use ureq::http::{Response, header};
use ureq::{Agent, Body};

/// Poll interval for cancellation.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Path of the operation.
const OPERATION: &str = "/chat/completions";
/// Maximum size of a response, in bytes.
const MAX_BODY_LEN: u64 = 1 << 20;
/// Delay before the first retry; each further one is twice as long.
const FIRST_RETRY_DELAY: Duration = Duration::from_millis(500);
/// Maximum delay if the server requests none.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(30);
/// Maximum delay that a server may request.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

/// The URL of chat completions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EndpointUrl(HttpAddress);

impl EndpointUrl {
    /// Parses a base URL, with or without the path of the operation; a query string is kept.
    pub(super) fn parse(url: &str) -> Result<Self, EndpointError> {
        let (base, query) = match url.trim().split_once('?') {
            Some((base, query)) => (base, format!("?{query}")),
            None => (url.trim(), String::new()),
        };
        let base = base.trim_end_matches('/');
        let base = base.strip_suffix(OPERATION).unwrap_or(base);
        let url = format!("{}{OPERATION}{query}", base.trim_end_matches('/'));
        HttpAddress::parse(&url)
            .map(Self)
            .map_err(|error| match error {
                AddressError::NoAddress => EndpointError::NoAddress,
                AddressError::Secret => EndpointError::SecretInAddress,
            })
    }
}

/// Sleeps between retries; tests replace it.
pub(super) type SleepFn = Arc<dyn Fn(Duration) + Send + Sync>;

/// The reply to a request.
pub(super) struct SummaryReply {
    pub(super) ticket: usize,
    pub(super) result: Result<ChatCompletion, RequestError>,
    /// Number of attempts that timed out.
    pub(super) timed_out: u64,
}

/// Connections of one run.
pub(super) struct Client {
    agent: Agent,
    address: HttpAddress,
    config: EndpointConfig,
    sleep: SleepFn,
    is_stopped: AtomicBool,
}

impl Client {
    /// Creates a client without connections.
    pub(super) fn new(address: &EndpointUrl, config: &EndpointConfig, sleep: &SleepFn) -> Self {
        let agent = connect(&address.0, |agent| {
            agent.max_redirects(0).timeout_global(Some(config.timeout))
        });
        Self {
            agent,
            address: address.0.clone(),
            config: config.clone(),
            sleep: Arc::clone(sleep),
            is_stopped: AtomicBool::new(false),
        }
    }

    /// Starts a request. A reply always arrives, even if the thread cannot start or panics. The thread is not
    /// joined, because the system may take long to resolve a name.
    pub(super) fn start(
        self: &Arc<Self>,
        ticket: usize,
        body: String,
        replies: &Sender<SummaryReply>,
    ) {
        let (client, sender) = (Arc::clone(self), replies.clone());
        let reply = move |(result, timed_out)| SummaryReply {
            ticket,
            result,
            timed_out,
        };
        let started = spawn("summary", move || {
            let sent = catch_unwind(AssertUnwindSafe(|| client.send(&body)))
                .unwrap_or_else(|_| client.unsent("the client panicked"));
            // The receiver is gone after the run.
            let _ = sender.send(reply(sent));
        });
        if let Err(error) = started {
            let _ = replies.send(reply(self.unsent(&error.to_string())));
        }
    }

    /// The result of a request that could not be sent.
    fn unsent(&self, why: &str) -> (Result<ChatCompletion, RequestError>, u64) {
        (Err(self.error(Failure::Unreachable, why)), 0)
    }

    /// Closes all connections, including those in use, and ends all delays.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.agent.clone().shutdown();
    }

    /// Sends a request until it is answered or fails permanently. Also returns the number of attempts that
    /// timed out, which may have used tokens.
    fn send(&self, body: &str) -> (Result<ChatCompletion, RequestError>, u64) {
        let mut retries = self.config.retries;
        let mut delay = FIRST_RETRY_DELAY;
        let mut timed_out = 0;
        loop {
            let (error, retry_after) = match self.exchange(body) {
                Ok(completion) => return (Ok(completion), timed_out),
                Err(failure) => failure,
            };
            timed_out += u64::from(error.failure == Failure::TimedOut);
            let pause = match retry_after {
                Some(requested) => requested.clamp(FIRST_RETRY_DELAY, MAX_RETRY_AFTER),
                None => delay,
            };
            if retries == 0 || !error.is_temporary() || !self.pause(pause) {
                return (Err(error), timed_out);
            }
            retries -= 1;
            delay = (delay * 2).min(MAX_RETRY_DELAY);
        }
    }

    /// Waits; returns false if the run ends in the meantime.
    fn pause(&self, time: Duration) -> bool {
        let mut left = time;
        while !left.is_zero() && !self.is_stopped.load(Ordering::Relaxed) {
            let part = left.min(POLL_INTERVAL);
            (self.sleep)(part);
            left -= part;
        }
        !self.is_stopped.load(Ordering::Relaxed)
    }

    /// Sends a request once. A failure includes the delay that the server requests.
    fn exchange(&self, body: &str) -> Result<ChatCompletion, (RequestError, Option<Duration>)> {
        let mut request = self
            .agent
            .post(&self.address.url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json");
        if let Some(key) = &self.config.key {
            request = request.header(header::AUTHORIZATION, key.bearer());
        }
        let response = request
            .send(body)
            .map_err(|error| (self.broken(&error), None))?;
        let status = response.status();
        let retry_after = retry_after(&response);
        let body = response
            .into_body()
            .into_with_config()
            .limit(MAX_BODY_LEN)
            .read_to_vec()
            .map_err(|error| (self.broken(&error), None))?;
        if !status.is_success() {
            let failure = Failure::Refused(status.as_u16());
            return Err((self.error(failure, &wire::refusal(&body)), retry_after));
        }
        wire::completion(&body).map_err(|what| (self.error(Failure::NotCompletion, &what), None))
    }

    fn broken(&self, error: &ureq::Error) -> RequestError {
        let (fault, cause) = fault(error);
        match fault {
            Fault::Unreachable => self.error(Failure::Unreachable, &cause),
            Fault::TimedOut => self.error(Failure::TimedOut, ""),
            Fault::Insecure => self.error(Failure::Insecure, &cause),
            Fault::TooLong => self.error(Failure::NotCompletion, "more than 1 MB"),
            Fault::NotHttp => self.error(Failure::NotCompletion, &cause),
        }
    }

    fn error(&self, failure: Failure, cause: &str) -> RequestError {
        let cause = match failure {
            Failure::TimedOut => self.config.timeout.as_secs_f64().to_string(),
            _ => quoted(cause, self.config.key.as_ref()),
        };
        RequestError::new(failure, &self.address.host, &cause)
    }
}

/// Number of seconds in a `Retry-After` header.
fn retry_after(response: &Response<Body>) -> Option<Duration> {
    let value = response.headers().get(header::RETRY_AFTER)?.to_str().ok()?;
    value.trim().parse().ok().map(Duration::from_secs)
}

/// Maximum length of a quotation of a server or library, in characters.
const MAX_QUOTE_LEN: usize = 200;

/// A short line of foreign text without the key: servers quote a key that they refuse.
pub(super) fn quoted(text: &str, key: Option<&ApiKey>) -> String {
    let line = one_line(text);
    // Before truncation, so that no part of the key remains.
    let line = match key {
        Some(key) => key.hide_in(line),
        None => line,
    };
    cut(&line, MAX_QUOTE_LEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_is_completed() {
        let check = |url: &str, full: &str, host: &str| {
            let EndpointUrl(address) = EndpointUrl::parse(url).unwrap();
            assert_eq!((address.url.as_str(), address.host.as_str()), (full, host));
        };
        let full = "http://localhost:11434/v1/chat/completions";
        check("http://localhost:11434/v1", full, "localhost:11434");
        check(" http://localhost:11434/v1//\n", full, "localhost:11434");
        check(full, full, "localhost:11434");
        check("https://x.org", "https://x.org/chat/completions", "x.org");
        check(
            "https://x.org/d/m/?api-version=1",
            "https://x.org/d/m/chat/completions?api-version=1",
            "x.org",
        );
    }

    #[test]
    fn keys_are_never_shown() {
        let key = ApiKey::new(" sk-1\r\n");
        assert_eq!(format!("{:?}", Some(&key)), "Some(Key(…))");
        assert_eq!(quoted("no\nsk-1.", Some(&key)), "no (key).");
        let long = quoted(&format!("{} sk-1", "x".repeat(194)), Some(&key));
        assert!(!long.contains("sk"), "{long}");
    }
}
