//! Errors of an engine, as sentences for the user who named its address.
//!
//! Principal type: [`EngineError`].

/// The reason that a database does not answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// Built without the feature `postgres`.
    #[error(
        "this program was built without the feature postgres, which --engine needs; build it with \
         `cargo install --path . --locked --features postgres` in a clone"
    )]
    Unsupported,
    /// Not the address of a server. Not quoted: it may contain a password.
    #[error(
        "--engine takes the address of a PostgreSQL server with a host and a database, like \
         postgres://name@host/database; its options are those of libpq, `sslmode` only disable, prefer or require"
    )]
    NoAddress,
    /// A password in the address, which would be shown wherever the address is.
    #[error(
        "the address contains a password, which history and process lists would show; remove it, and set the variable \
         PGPASSWORD"
    )]
    PasswordInAddress,
    /// Everyone on the way could read code and passwords.
    #[error(
        "{0}: only a server on this machine is asked without TLS; remove `sslmode` from the address"
    )]
    Unencrypted(String),
    /// No connection to the server, with the cause.
    #[error("cannot connect to {0}: {1}")]
    Unreachable(String, String),
    /// A table, a column or a function is missing, with the database's own words.
    #[error(
        "{0} has no leaves of an export ({1}); load them with `benches/postgres.py --load`, see docs/scale.md"
    )]
    Schema(String, String),
    /// No repository is loaded.
    #[error("{0} has no repository; load one with `benches/postgres.py --load`, see docs/scale.md")]
    Empty(String),
    /// The statement took too long.
    #[error(
        "{0} gave no candidates within {1} s; name a repository with `repo:`, or use fewer words"
    )]
    TimedOut(String, u64),
    /// Another failure, with the database's own words.
    #[error("{0}: {1}")]
    Failed(String, String),
}
