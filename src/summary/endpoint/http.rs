//! One exchange with the server, over HTTP.
//!
//! Redirects are not followed: neither the key nor anybody's code goes where nobody sent it.
//! Proxies are those of the environment (`ALL_PROXY`, `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), but
//! never for an address on this machine. TLS is rustls with the system's certificates.

use super::address::Address;
use super::backoff;
use super::error::AskError;
use super::key::{Key, quoted};
use super::wire::{self, Completion, Refusal};
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use ureq::http::{Response, Uri, header};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, Proxy};

/// The longest body that is read, in bytes.
const LONGEST_BODY: u64 = 1 << 20;

/// The longest quotation of a server or a library in a message, in characters.
const LONGEST_QUOTE: usize = 200;

const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// The connections to one endpoint.
pub(super) struct Client {
    agent: Agent,
    address: Address,
    authorization: Option<String>,
    key: Option<Key>,
    limit: Duration,
    /// Said of a failed connection: by which way it was tried, if not straight.
    way: &'static str,
}

/// Why an exchange brought no completion.
#[derive(Debug)]
pub(super) struct Failure {
    /// What to say of it.
    pub(super) error: AskError,
    /// How long the server asks to be left alone.
    pub(super) retry_after: Option<Duration>,
    /// What the server said of the request.
    pub(super) refusal: Refusal,
}

impl From<AskError> for Box<Failure> {
    fn from(error: AskError) -> Self {
        Self::new(Failure {
            error,
            retry_after: None,
            refusal: Refusal::default(),
        })
    }
}

impl Client {
    /// A client without connections yet; each exchange may take so long, all in.
    pub(super) fn new(address: Address, key: Option<Key>, limit: Duration) -> Self {
        let proxy = match address.is_local() {
            true => None,
            false => Proxy::try_from_env(),
        };
        let is_direct = |proxy: &Proxy| {
            let uri = address.url().parse::<Uri>();
            uri.is_ok_and(|uri| proxy.is_no_proxy(&uri))
        };
        let way = match &proxy {
            Some(proxy) if !is_direct(proxy) => " (by way of the environment's proxy)",
            _ => "",
        };
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build();
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(proxy)
            .tls_config(tls)
            .timeout_global(Some(limit))
            .user_agent(USER_AGENT)
            .build();
        Self {
            agent: config.new_agent(),
            authorization: key.as_ref().map(Key::bearer),
            address,
            key,
            limit,
            way,
        }
    }

    /// Sends a request and reads what comes back.
    pub(super) fn exchange(&self, body: &str) -> Result<Completion, Box<Failure>> {
        let mut request = self
            .agent
            .post(self.address.url())
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json");
        if let Some(authorization) = &self.authorization {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        let response = request.send(body).map_err(|error| self.broken(error))?;
        let status = response.status();
        let target = redirect_target(&response);
        let retry_after = retry_after(&response);
        let body = self.read(response)?;
        if status.is_success() {
            return Ok(wire::completion(&body).map_err(|what| self.foreign(&what))?);
        }
        if status.is_redirection() {
            return Err(Box::from(AskError::Redirected {
                place: self.place(),
                target: self.quoted(&target),
            }));
        }
        let refusal = Refusal::read(&body);
        Err(Box::new(Failure {
            error: self.refused(status.as_u16(), &refusal),
            retry_after,
            refusal,
        }))
    }

    /// Closes every connection, those in use too: an exchange under way fails at once.
    pub(super) fn close(&self) {
        self.agent.clone().shutdown();
    }

    /// An exchange that ended without saying how.
    pub(super) fn lost(&self, cause: &str) -> Box<Failure> {
        Box::from(AskError::BrokenOff {
            place: self.place(),
            cause: self.quoted(cause),
        })
    }

    fn refused(&self, status: u16, refusal: &Refusal) -> AskError {
        let message = self.quoted(&refusal.message);
        let place = self.place();
        match refusal.code.as_str() {
            "insufficient_quota" => AskError::Quota { place, message },
            _ => AskError::Refused {
                place,
                status,
                message,
            },
        }
    }

    fn read(&self, response: Response<Body>) -> Result<Vec<u8>, AskError> {
        let mut body = Vec::new();
        let mut reader = response.into_body().into_reader().take(LONGEST_BODY + 1);
        match reader.read_to_end(&mut body) {
            Err(error) => Err(self.broken(ureq::Error::from(error))),
            Ok(_) if body.len() as u64 > LONGEST_BODY => Err(self.foreign("more than 1 MB")),
            Ok(_) => Ok(body),
        }
    }

    fn broken(&self, error: ureq::Error) -> AskError {
        use ureq::Error as E;
        let place = self.place();
        match error {
            E::Timeout(_) => AskError::TimedOut {
                place,
                limit: self.limit,
            },
            E::HostNotFound => self.unreachable("no such host, or no network"),
            E::Io(error) => self.unconnected(&error),
            E::ConnectionFailed | E::ConnectProxyFailed(_) | E::InvalidProxyUrl => {
                self.unreachable("no connection")
            }
            E::Tls(cause) => AskError::Insecure {
                place,
                cause: cause.to_owned(),
            },
            E::Rustls(cause) => AskError::Insecure {
                place,
                cause: self.quoted(&cause.to_string()),
            },
            _ => self.foreign("something that is no HTTP"),
        }
    }

    fn unconnected(&self, error: &io::Error) -> AskError {
        let place = self.place();
        let insecure = error
            .get_ref()
            .and_then(|cause| cause.downcast_ref::<rustls::Error>());
        if let Some(cause) = insecure {
            return AskError::Insecure {
                place,
                cause: self.quoted(&cause.to_string()),
            };
        }
        let cause =
            said(error.kind()).map_or_else(|| self.quoted(&error.to_string()), str::to_owned);
        match error.kind() {
            ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
            | ErrorKind::NotConnected
            | ErrorKind::UnexpectedEof => AskError::BrokenOff { place, cause },
            ErrorKind::TimedOut | ErrorKind::WouldBlock => AskError::TimedOut {
                place,
                limit: self.limit,
            },
            _ => self.unreachable(&cause),
        }
    }

    fn unreachable(&self, cause: &str) -> AskError {
        AskError::Unreachable {
            place: self.place(),
            cause: format!("{cause}{}", self.way),
        }
    }

    fn foreign(&self, what: &str) -> AskError {
        AskError::Foreign {
            place: self.place(),
            what: self.quoted(what),
        }
    }

    fn place(&self) -> String {
        self.address.to_string()
    }

    fn quoted(&self, text: &str) -> String {
        quoted(text, self.key.as_ref(), LONGEST_QUOTE)
    }
}

/// The kinds that are said the same on every system.
fn said(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::ConnectionRefused => "connection refused",
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => "no way to that host",
        ErrorKind::PermissionDenied => "the system does not permit the connection",
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => {
            "connection reset"
        }
        ErrorKind::UnexpectedEof => "the answer is not whole",
        _ => return None,
    })
}

fn text(response: &Response<Body>, name: header::HeaderName) -> Option<&str> {
    response.headers().get(name)?.to_str().ok()
}

fn retry_after(response: &Response<Body>) -> Option<Duration> {
    let value = text(response, header::RETRY_AFTER)?;
    backoff::retry_after(value, text(response, header::DATE), SystemTime::now())
}

/// Where a response redirects to, without what may be a secret in it.
fn redirect_target(response: &Response<Body>) -> String {
    let Some(Ok(target)) = text(response, header::LOCATION).map(str::parse::<Uri>) else {
        return String::new();
    };
    match (target.scheme_str(), target.authority()) {
        (Some(scheme), Some(authority)) => {
            let host = authority.as_str().rsplit('@').next().unwrap_or_default();
            format!("{scheme}://{host}{}", target.path())
        }
        _ => target.path().to_owned(),
    }
}
