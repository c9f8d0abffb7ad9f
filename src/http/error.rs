//! Errors of a transfer, as sentences for the user who named the address.
//!
//! Principal type: [`TransferError`].

use std::io;

/// The reason that a file is not transferred.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// Not an `http` or `https` URL with a host. Not quoted: it may contain a secret.
    #[error("the address is not an http or https URL; write it like https://host/packs/")]
    NoAddress,
    /// A name or password in the URL, which would be shown wherever the URL is.
    #[error(
        "the address contains a name or password, which history and logs would keep; remove it, and name the \
         variable that holds a token with --token-env"
    )]
    SecretInAddress,
    /// The token is empty or contains characters that are invalid in a header.
    #[error("the token is empty or has invalid characters; check the variable of --token-env")]
    Token,
    /// Everyone on the way could read the token.
    #[error("a token is not sent unencrypted; use an https address, or remove --token-env")]
    UnencryptedToken,
    /// Built without the feature `summary-server`.
    #[error(
        "this build has no HTTP client; name a local file, or build with the feature summary-server"
    )]
    Unsupported,
    /// The server failed or refused; a sentence with host and port.
    #[error("{0}")]
    Server(String),
    /// The local file cannot be read or written.
    #[error("cannot keep the file: {0}")]
    File(#[from] io::Error),
    /// The caller cancelled it.
    #[error("canceled")]
    Cancelled,
}
