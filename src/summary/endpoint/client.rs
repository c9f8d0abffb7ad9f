//! Requests over HTTP, each on its own thread, with retries after temporary failures.
//!
//! Principal type: [`Client`], the connections of one [`run`](super::run).
//!
//! Redirects are not followed: neither the key nor code is sent to an address that is not configured. Proxies
//! come from the environment (`ALL_PROXY`, `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), but are never used for
//! an address on this machine. TLS is rustls with the system's certificates.

use super::error::{EndpointError, Failure, RequestError};
use super::key::quoted;
use super::request::EndpointConfig;
use super::wire::{self, ChatCompletion};
use std::io::ErrorKind;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;
use ureq::http::{Response, Uri, header};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, Proxy};

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

const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// The URL of chat completions. Messages show only host and port: the rest may be a secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EndpointUrl {
    url: String,
    host: String,
    is_local: bool,
}

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
        let uri: Uri = url.parse().map_err(|_| EndpointError::NoAddress)?;
        let authority = uri.authority().ok_or(EndpointError::NoAddress)?;
        if authority.as_str().contains('@') {
            return Err(EndpointError::SecretInAddress);
        }
        if !matches!(uri.scheme_str(), Some("http" | "https")) || authority.host().is_empty() {
            return Err(EndpointError::NoAddress);
        }
        let host = authority.host().trim_matches(['[', ']']);
        let is_loopback = host
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback());
        Ok(Self {
            host: authority.as_str().to_owned(),
            is_local: is_loopback || host.eq_ignore_ascii_case("localhost"),
            url,
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
    address: EndpointUrl,
    config: EndpointConfig,
    sleep: SleepFn,
    is_stopped: AtomicBool,
}

impl Client {
    /// Creates a client without connections.
    pub(super) fn new(address: &EndpointUrl, config: &EndpointConfig, sleep: &SleepFn) -> Self {
        let proxy = if address.is_local {
            None
        } else {
            Proxy::try_from_env()
        };
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build();
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(proxy)
            .tls_config(tls)
            .timeout_global(Some(config.timeout))
            .user_agent(USER_AGENT)
            .build();
        Self {
            agent: agent.new_agent(),
            address: address.clone(),
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
        let started = thread::Builder::new()
            .name("summary".to_owned())
            .spawn(move || {
                let sent = catch_unwind(AssertUnwindSafe(|| client.send(&body)))
                    .unwrap_or_else(|_| client.unsent("the client panicked"));
                // After the run there is no receiver.
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
            .map_err(|error| (self.broken(error), None))?;
        let status = response.status();
        let retry_after = retry_after(&response);
        let body = response
            .into_body()
            .into_with_config()
            .limit(MAX_BODY_LEN)
            .read_to_vec()
            .map_err(|error| (self.broken(error), None))?;
        if !status.is_success() {
            let failure = Failure::Refused(status.as_u16());
            return Err((self.error(failure, &wire::refusal(&body)), retry_after));
        }
        wire::completion(&body).map_err(|what| (self.error(Failure::NotCompletion, &what), None))
    }

    fn broken(&self, error: ureq::Error) -> RequestError {
        use ureq::Error as E;
        let (failure, cause) = match error {
            E::Timeout(_) => (Failure::TimedOut, String::new()),
            E::BodyExceedsLimit(_) => (Failure::NotCompletion, "more than 1 MB".to_owned()),
            E::Tls(cause) => (Failure::Insecure, cause.to_owned()),
            E::Rustls(cause) => (Failure::Insecure, cause.to_string()),
            E::HostNotFound => (
                Failure::Unreachable,
                "no such host, or no network".to_owned(),
            ),
            E::ConnectionFailed | E::ConnectProxyFailed(_) | E::InvalidProxyUrl => {
                (Failure::Unreachable, "no connection".to_owned())
            }
            E::Io(error) => {
                let cause = error
                    .get_ref()
                    .and_then(|error| error.downcast_ref::<rustls::Error>());
                match (cause, error.kind()) {
                    (Some(cause), _) => (Failure::Insecure, cause.to_string()),
                    (None, ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
                        (Failure::TimedOut, String::new())
                    }
                    // The same message on every system.
                    (None, kind) => (Failure::Unreachable, kind.to_string()),
                }
            }
            _ => (
                Failure::NotCompletion,
                "a response that is not HTTP".to_owned(),
            ),
        };
        self.error(failure, &cause)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_is_completed() {
        let check = |url: &str, full: &str, host: &str| {
            let address = EndpointUrl::parse(url).unwrap();
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
    fn other_addresses_are_refused() {
        for url in [
            "",
            "localhost:11434/v1",
            "ftp://x.org",
            "/v1",
            "http://",
            "http://a b/",
        ] {
            assert_eq!(
                EndpointUrl::parse(url),
                Err(EndpointError::NoAddress),
                "{url}"
            );
        }
        let secret = EndpointUrl::parse("https://me:secret@x.org/v1");
        assert_eq!(secret, Err(EndpointError::SecretInAddress));
    }

    #[test]
    fn this_machine_is_known() {
        let check = |url, expected| {
            assert_eq!(EndpointUrl::parse(url).unwrap().is_local, expected, "{url}")
        };
        check("http://LOCALHOST:1", true);
        check("http://127.3.2.1/v1", true);
        check("http://[::1]/v1", true);
        check("http://localhost.x.org", false);
        check("http://10.0.0.1", false);
    }
}
