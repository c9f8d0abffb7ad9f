//! Connections over HTTP.
//!
//! Principal type: [`HttpAddress`]. Proxies come from the environment (`ALL_PROXY`, `HTTPS_PROXY`, `HTTP_PROXY`,
//! `NO_PROXY`), but are never used for an address on this machine. TLS is rustls with the system's certificates.

use std::io::ErrorKind;
use std::net::IpAddr;
use std::sync::Arc;
use ureq::config::ConfigBuilder;
use ureq::http::Uri;
use ureq::http::uri::Scheme;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::typestate::AgentScope;
use ureq::{Agent, Error, Proxy};

const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// The address of a server. Messages never show its query, which may be a secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HttpAddress {
    pub(crate) url: String,
    /// Host and port.
    pub(crate) host: String,
    /// True if the host is this machine.
    pub(super) is_local: bool,
    /// True if the connection is encrypted.
    pub(super) is_https: bool,
}

/// The reason that a text is not an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AddressError {
    /// Not an `http` or `https` URL with a host.
    NoAddress,
    /// It contains a name or password.
    Secret,
}

impl HttpAddress {
    pub(crate) fn parse(url: &str) -> Result<Self, AddressError> {
        let uri: Uri = url.parse().map_err(|_| AddressError::NoAddress)?;
        let authority = uri.authority().ok_or(AddressError::NoAddress)?;
        if authority.as_str().contains('@') {
            return Err(AddressError::Secret);
        }
        if !matches!(uri.scheme_str(), Some("http" | "https")) || authority.host().is_empty() {
            return Err(AddressError::NoAddress);
        }
        let host = authority.host().trim_matches(['[', ']']);
        let is_loopback = host
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback());
        Ok(Self {
            host: authority.as_str().to_owned(),
            is_local: is_loopback || host.eq_ignore_ascii_case("localhost"),
            is_https: uri.scheme() == Some(&Scheme::HTTPS),
            url: url.to_owned(),
        })
    }
}

/// Opens no connection yet; `configure` adds limits.
pub(crate) fn connect(
    address: &HttpAddress,
    configure: impl FnOnce(ConfigBuilder<AgentScope>) -> ConfigBuilder<AgentScope>,
) -> Agent {
    let proxy = if address.is_local {
        None
    } else {
        Proxy::try_from_env()
    };
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build();
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects_will_error(false)
        .proxy(proxy)
        .tls_config(tls)
        .user_agent(USER_AGENT);
    configure(config).build().new_agent()
}

/// A failure below the level of HTTP responses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// No connection, or a broken one.
    Unreachable,
    TimedOut,
    /// The certificate is not trusted, or client and server share no TLS version.
    Insecure,
    TooLong,
    /// The response is not HTTP.
    NotHttp,
}

/// The fault, and its cause with the same words on every system.
pub(crate) fn fault(error: &Error) -> (Fault, String) {
    match error {
        Error::Timeout(_) => (Fault::TimedOut, String::new()),
        Error::BodyExceedsLimit(_) => (Fault::TooLong, String::new()),
        Error::Tls(cause) => (Fault::Insecure, (*cause).to_owned()),
        Error::Rustls(cause) => (Fault::Insecure, cause.to_string()),
        Error::HostNotFound => (Fault::Unreachable, "no such host, or no network".to_owned()),
        Error::ConnectionFailed | Error::ConnectProxyFailed(_) | Error::InvalidProxyUrl => {
            (Fault::Unreachable, "no connection".to_owned())
        }
        Error::Io(error) => {
            let cause = error
                .get_ref()
                .and_then(|error| error.downcast_ref::<rustls::Error>());
            match (cause, error.kind()) {
                (Some(cause), _) => (Fault::Insecure, cause.to_string()),
                (None, ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
                    (Fault::TimedOut, String::new())
                }
                (None, kind) => (Fault::Unreachable, kind.to_string()),
            }
        }
        _ => (Fault::NotHttp, "a response that is not HTTP".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                HttpAddress::parse(url),
                Err(AddressError::NoAddress),
                "{url}"
            );
        }
        let secret = HttpAddress::parse("https://me:secret@x.org/v1");
        assert_eq!(secret, Err(AddressError::Secret));
    }

    #[test]
    fn this_machine_is_known() {
        let check = |url, expected| {
            assert_eq!(HttpAddress::parse(url).unwrap().is_local, expected, "{url}")
        };
        check("http://LOCALHOST:1", true);
        check("http://127.3.2.1/v1", true);
        check("http://[::1]/v1", true);
        check("http://localhost.x.org", false);
        check("http://10.0.0.1", false);
    }
}
