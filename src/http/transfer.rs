//! Downloads and uploads of files.
//!
//! Principal type: [`Transfer`]. Redirects of a download are followed, but never with the token nor from `https` to
//! `http`; those of an upload are refused. The caller verifies what it gets.

use super::connection::{AddressError, Fault, HttpAddress, connect, fault};
use super::error::TransferError;
use super::key::ApiKey;
use crate::corpus::{ByteSize, Cancel};
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::time::Duration;
use ureq::config::RedirectAuthHeaders;
use ureq::http::header;
use ureq::{Agent, Error};

/// Maximum number of redirects of a download.
const MAX_REDIRECTS: u32 = 5;
/// Time limit for a connection, and for bytes to arrive.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);
/// Time limit of a transfer.
const TIMEOUT: Duration = Duration::from_secs(30 * 60);
/// Maximum size of a downloaded file.
const MAX_LEN: u64 = 8 << 30;
const BLOCK: usize = 1 << 16;

/// Connections to the server of an address.
pub struct Transfer {
    agent: Agent,
    address: HttpAddress,
    token: Option<ApiKey>,
    max_len: u64,
}

impl Transfer {
    /// Checks an address: of a file, or of a directory with a `/` at its end. Nothing is sent.
    pub fn new(address: &str, token: Option<ApiKey>) -> Result<Self, TransferError> {
        if token.as_ref().is_some_and(|token| !token.is_sendable()) {
            return Err(TransferError::Token);
        }
        let address = HttpAddress::parse(address).map_err(|error| match error {
            AddressError::NoAddress => TransferError::NoAddress,
            AddressError::Secret => TransferError::SecretInAddress,
        })?;
        if token.is_some() && !address.is_https && !address.is_local {
            return Err(TransferError::UnencryptedToken);
        }
        let agent = connect(&address, |config| {
            config
                .max_redirects(MAX_REDIRECTS)
                .redirect_auth_headers(RedirectAuthHeaders::Never)
                .https_only(address.is_https)
                .timeout_global(Some(TIMEOUT))
                .timeout_connect(Some(STALL_TIMEOUT))
                .timeout_per_read(Some(STALL_TIMEOUT))
                .timeout_per_write(Some(STALL_TIMEOUT))
        });
        Ok(Self {
            agent,
            address,
            token,
            max_len: MAX_LEN,
        })
    }

    /// Sets the maximum size of a downloaded file, in bytes.
    pub fn with_max_len(self, max_len: u64) -> Self {
        Self { max_len, ..self }
    }

    /// The address of a file, for messages: without a query, which may be a secret.
    pub fn shown(&self, name: &str) -> String {
        let url = self.address.url.as_str();
        let (path, _) = url.split_once(['?', '#']).unwrap_or((url, ""));
        format!("{path}{name}")
    }

    /// Writes a file of the server to `to`; `name` follows the address. Returns false if there is no such file;
    /// in a directory also if it is forbidden without a token.
    pub fn download(
        &self,
        name: &str,
        to: &mut File,
        cancel: &Cancel,
    ) -> Result<bool, TransferError> {
        let mut request = self.agent.get(self.url_of(name));
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, token.bearer());
        }
        let response = request.call().map_err(|error| self.broken(&error))?;
        let status = response.status().as_u16();
        // S3 answers 403 for a missing file to everyone who may not list the others.
        let may_be_hidden = status == 403 && self.token.is_none() && !name.is_empty();
        if matches!(status, 404 | 410) || may_be_hidden {
            return Ok(false);
        }
        if !response.status().is_success() {
            return Err(self.refused(status));
        }
        if response.body().content_length() > Some(self.max_len) {
            return Err(self.too_long());
        }
        let body = response.into_body().into_with_config();
        let mut body = body.limit(self.max_len + 1).reader();
        let (mut block, mut length) = (vec![0; BLOCK], 0);
        loop {
            if cancel.is_cancelled() {
                return Err(TransferError::Cancelled);
            }
            let read = body
                .read(&mut block)
                .map_err(|error| self.broken(&Error::from(error)))?;
            if read == 0 {
                break;
            }
            length += read as u64;
            if length > self.max_len {
                return Err(self.too_long());
            }
            to.write_all(&block[..read])?;
        }
        to.rewind()?;
        Ok(true)
    }

    /// Sends a file to the server by `PUT`; `name` follows the address.
    pub fn upload(&self, name: &str, from: &mut File) -> Result<(), TransferError> {
        from.rewind()?;
        let request = self.agent.put(self.url_of(name)).config();
        let mut request = request.max_redirects(0).build();
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, token.bearer());
        }
        let response = request
            .header(header::CONTENT_TYPE, "application/gzip")
            .send(&*from)
            .map_err(|error| self.broken(&error))?;
        if response.status().is_success() {
            Ok(())
        } else {
            Err(self.refused(response.status().as_u16()))
        }
    }

    /// The name follows the path, before a query.
    fn url_of(&self, name: &str) -> String {
        let url = self.address.url.as_str();
        let at = url.find(['?', '#']).unwrap_or(url.len());
        let (path, query) = url.split_at(at);
        format!("{path}{name}{query}")
    }

    fn refused(&self, status: u16) -> TransferError {
        let advice = match status {
            300..=399 => "name the address that it redirects to",
            401 | 403 => "check the token of --token-env and what it may read or write",
            404 | 405 | 501 => "check the address, and that the server accepts PUT",
            413 | 507 => "the server does not take a file of this size",
            429 => "wait, and try again",
            500..=599 => "check the server's log, and try again",
            _ => "check the address",
        };
        TransferError::Server(format!("{} answered {status}; {advice}", self.address.host))
    }

    fn too_long(&self) -> TransferError {
        let (host, limit) = (&self.address.host, ByteSize(self.max_len));
        TransferError::Server(format!("{host} sent more than {limit}; check the address"))
    }

    fn broken(&self, error: &Error) -> TransferError {
        let host = &self.address.host;
        if let Error::RequireHttpsOnly(_) = error {
            let message = "redirects to an http address, which is not followed; check the address";
            return TransferError::Server(format!("{host} {message}"));
        }
        TransferError::Server(match fault(error) {
            (Fault::TimedOut, _) => format!(
                "{host} sent nothing for {} s, or took longer than {} min; try again",
                STALL_TIMEOUT.as_secs(),
                TIMEOUT.as_secs() / 60
            ),
            (Fault::Insecure, cause) => {
                format!("{host}: no secure connection: {cause}; check the system's certificates")
            }
            (Fault::TooLong, _) => return self.too_long(),
            (Fault::Unreachable | Fault::NotHttp, cause) => {
                format!("{host} cannot be reached: {cause}; check the address and the network")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_sent_encrypted_or_to_this_machine() {
        let check = |address: &str, is_sent: bool| {
            let transfer = Transfer::new(address, Some(ApiKey::new("t0p-s3cret")));
            let refused = matches!(transfer, Err(TransferError::UnencryptedToken));
            assert_eq!(
                (transfer.is_ok(), refused),
                (is_sent, !is_sent),
                "{address}"
            );
        };
        check("https://x.org/packs/", true);
        check("http://localhost:8080/packs/", true);
        check("http://[::1]/packs/", true);
        check("http://x.org/packs/", false);
        check("HTTP://10.0.0.1/packs/", false);
    }

    #[test]
    fn an_encrypted_download_stays_encrypted() {
        let check = |address: &str, expected: bool| {
            let transfer = Transfer::new(address, None).unwrap();
            let config = transfer.agent.config();
            assert_eq!(config.https_only(), expected, "{address}");
            assert_eq!(config.redirect_auth_headers(), RedirectAuthHeaders::Never);
        };
        check("https://x.org/a.pack", true);
        check("HTTPS://x.org/a.pack", true);
        check("http://x.org/a.pack", false);
        let transfer = Transfer::new("https://x.org/a.pack", None).unwrap();
        let error = transfer.broken(&Error::RequireHttpsOnly("http://y.org/secret".to_owned()));
        let expected =
            "x.org redirects to an http address, which is not followed; check the address";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_query_stays_at_the_end_and_is_not_shown() {
        let check = |address: &str, name: &str, url: &str, shown: &str| {
            let transfer = Transfer::new(address, None).unwrap();
            assert_eq!(transfer.url_of(name), url);
            assert_eq!(transfer.shown(name), shown);
        };
        let pack = "https://x.org/packs/1.pack";
        check("https://x.org/packs/", "1.pack", pack, pack);
        check(pack, "", pack, pack);
        let signed = "https://x.org/packs/1.pack?signature=secret";
        check(
            "https://x.org/packs/?signature=secret",
            "1.pack",
            signed,
            pack,
        );
    }
}
