//! From what somebody wrote as the endpoint's address to the one that is asked.

use super::error::EndpointError;
use std::fmt;
use std::net::IpAddr;
use ureq::http::Uri;

const OPERATION: &str = "/chat/completions";

/// Where chat completions are asked. Shown, it is host and port only: a path or query may be
/// nobody else's business.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    url: String,
    place: String,
    is_local: bool,
}

impl Address {
    /// Understands a base URL, with or without the operation at its end; a query stays.
    pub(super) fn of(url: &str) -> Result<Self, EndpointError> {
        let url = url.trim();
        let (base, query) = match url.split_once('?') {
            Some((base, query)) => (base, format!("?{query}")),
            None => (url, String::new()),
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
        Ok(Self {
            place: authority.as_str().to_owned(),
            is_local: is_loopback(authority.host()),
            url,
        })
    }

    /// The whole URL, to be sent to.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Whether it is on this machine.
    pub(super) fn is_local(&self) -> bool {
        self.is_local
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.place)
    }
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    match bare.parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => bare.eq_ignore_ascii_case("localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(url: &str, asked: &str, place: &str) {
        let address = Address::of(url).unwrap();
        assert_eq!(
            (address.url(), address.to_string().as_str()),
            (asked, place)
        );
    }

    #[test]
    fn a_base_is_completed() {
        let asked = "http://localhost:11434/v1/chat/completions";
        check("http://localhost:11434/v1", asked, "localhost:11434");
        check("http://localhost:11434/v1//", asked, "localhost:11434");
        check(asked, asked, "localhost:11434");
        check(
            " http://localhost:11434/v1/chat/completions/\n",
            asked,
            "localhost:11434",
        );
        check("https://x.org", "https://x.org/chat/completions", "x.org");
        check(
            "https://x.org/d/m/?api-version=1",
            "https://x.org/d/m/chat/completions?api-version=1",
            "x.org",
        );
        check(
            "http://[::1]:8080/v1",
            "http://[::1]:8080/v1/chat/completions",
            "[::1]:8080",
        );
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for url in [
            "",
            "localhost:11434/v1",
            "ftp://x.org",
            "/v1",
            "http://",
            "http://a b/",
            "http:///v1",
        ] {
            assert!(
                matches!(Address::of(url), Err(EndpointError::NoAddress)),
                "{url}"
            );
        }
        let secret = Address::of("https://me:secret@x.org/v1");
        assert!(matches!(secret, Err(EndpointError::SecretInAddress)));
    }

    #[test]
    fn this_machine_is_known() {
        let check =
            |url, expected| assert_eq!(Address::of(url).unwrap().is_local(), expected, "{url}");
        check("http://localhost:1", true);
        check("http://LOCALHOST", true);
        check("http://127.3.2.1/v1", true);
        check("http://[::1]/v1", true);
        check("http://localhost.x.org", false);
        check("http://10.0.0.1", false);
    }

    proptest! {
        #[test]
        fn any_text_is_understood_or_refused(url in any::<String>(), tail in "\\PC{0,30}") {
            for url in [url, format!("http://{tail}")] {
                if let Ok(address) = Address::of(&url) {
                    prop_assert!(address.url().contains(OPERATION));
                    prop_assert!(!address.to_string().contains(['@', '/']));
                }
            }
        }
    }
}
