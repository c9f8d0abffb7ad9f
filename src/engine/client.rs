//! The connection to a database.
//!
//! Principal type: [`Engine`]. Each request is a transaction that can only read, with a time limit.

use super::address::parse;
use super::error::EngineError;
use super::request::{EngineFile, EngineQuery, EngineRepository};
use postgres::config::SslMode;
use postgres::error::SqlState;
use postgres::{Client, Config, Error, NoTls, Row, Transaction};
use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls_platform_verifier::BuilderVerifierExt;
use std::error::Error as _;
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Time limit of a statement, in seconds.
const TIMEOUT: u64 = 30;

/// Limits of a transaction. pgvector's index finds as many candidates as `candidates.sql` requests, also with a filter.
const LIMITS: &str = "SET LOCAL statement_timeout = '30s'; SET LOCAL hnsw.ef_search = 200; \
     SET LOCAL hnsw.iterative_scan = strict_order";

const REPOSITORIES: &str = "SELECT name, version, model FROM repository ORDER BY name";

const FILES: &str = concat!(include_str!("candidates.sql"), include_str!("files.sql"));

/// A database with the leaves of repositories.
pub struct Engine {
    client: Client,
    name: String,
    repositories: Vec<EngineRepository>,
}

impl Engine {
    /// Connects to the database at an address.
    ///
    /// # Errors
    /// The address is refused, the server does not answer, or it has no leaves.
    pub fn open(address: &str, password: Option<&str>) -> Result<Self, EngineError> {
        let (config, name) = parse(address, password)?;
        let client =
            connect(&config).map_err(|cause| EngineError::Unreachable(name.clone(), cause))?;
        let mut engine = Self {
            client,
            name,
            repositories: Vec::new(),
        };
        engine.repositories = engine.reading(|transaction| {
            let rows = transaction.query(REPOSITORIES, &[])?;
            let read = rows.iter().map(|row| {
                Ok(EngineRepository {
                    name: row.try_get(0)?,
                    version: row.try_get(1)?,
                    model: row.try_get(2)?,
                })
            });
            read.collect::<Result<Vec<_>, Error>>()
        })?;
        if engine.repositories.is_empty() {
            return Err(EngineError::Empty(engine.name));
        }
        Ok(engine)
    }

    /// Its host and database, without user and password.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The repositories that are loaded, by name.
    pub fn repositories(&self) -> &[EngineRepository] {
        &self.repositories
    }

    /// The files with candidates of a query.
    ///
    /// # Errors
    /// The statement fails, or takes too long.
    pub fn files(&mut self, query: EngineQuery<'_>) -> Result<Vec<EngineFile>, EngineError> {
        let vector = query.vector.map(literal);
        let rows = self.reading(|transaction| {
            let values = (query.words, vector, query.repositories);
            transaction.query(FILES, &[&values.0, &values.1, &values.2])
        })?;
        let files = rows.iter().map(file).collect::<Result<_, _>>();
        files.map_err(|error| failure(&self.name, &error))
    }

    /// Runs statements in a transaction that cannot write, and ends it.
    fn reading<T>(
        &mut self,
        read: impl FnOnce(&mut Transaction<'_>) -> Result<T, Error>,
    ) -> Result<T, EngineError> {
        let name = &self.name;
        let transaction = self.client.build_transaction().read_only(true).start();
        let mut transaction = transaction.map_err(|error| failure(name, &error))?;
        let done = transaction
            .batch_execute(LIMITS)
            .and_then(|()| read(&mut transaction));
        done.map_err(|error| failure(name, &error))
    }
}

/// The file of a row of `files.sql`.
fn file(row: &Row) -> Result<EngineFile, Error> {
    let lines = |at: usize| -> Result<Vec<i32>, Error> { row.try_get(at) };
    let line = |number: i32| u32::try_from(number).unwrap_or_default();
    let candidates = lines(2)?.into_iter().zip(lines(3)?);
    let candidates = candidates.map(|(first, last)| (line(first), line(last)));
    Ok(EngineFile::new(
        row.try_get(0)?,
        row.try_get(1)?,
        row.try_get(4)?,
        candidates.collect(),
    ))
}

/// Connects with TLS if the address requires it, which [`parse`] does for another machine. The certificate must be
/// valid for the host by the system's roots.
fn connect(config: &Config) -> Result<Client, String> {
    if config.get_ssl_mode() != SslMode::Require {
        return config.connect(NoTls).map_err(|error| cause(&error));
    }
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(BuilderVerifierExt::with_platform_verifier)
        .map_err(|error| error.to_string())?
        .with_no_client_auth();
    let connected = config.connect(MakeRustlsConnect::new(tls));
    connected.map_err(|error| cause(&error))
}

/// A failed request as an error for people.
fn failure(name: &str, error: &Error) -> EngineError {
    let name = name.to_owned();
    let missing = [
        SqlState::UNDEFINED_TABLE,
        SqlState::UNDEFINED_COLUMN,
        SqlState::UNDEFINED_FUNCTION,
        SqlState::UNDEFINED_OBJECT,
    ];
    match error.code() {
        Some(code) if missing.contains(code) => EngineError::Schema(name, cause(error)),
        Some(&SqlState::QUERY_CANCELED) => EngineError::TimedOut(name, TIMEOUT),
        _ => EngineError::Failed(name, cause(error)),
    }
}

/// The words of the database or of the system; an error of the client only names the step.
fn cause(error: &Error) -> String {
    match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => match error.source() {
            Some(source) => source.to_string(),
            None => error.to_string(),
        },
    }
}

/// A vector in the syntax of pgvector.
fn literal(vector: &[f32]) -> String {
    let parts: Vec<String> = vector.iter().map(f32::to_string).collect();
    format!("[{}]", parts.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_has_the_syntax_of_pgvector() {
        assert_eq!(literal(&[0.5, -1.0, 1e-9]), "[0.5,-1,0.000000001]");
    }

    #[test]
    fn statements_only_read_and_take_parameters() {
        assert!(LIMITS.contains(&format!("'{TIMEOUT}s'")));
        for statement in [REPOSITORIES, FILES] {
            let code: String = (statement.lines())
                .filter(|line| !line.starts_with("--"))
                .map(|line| format!("{line}\n"))
                .collect();
            let code = code.to_uppercase();
            assert!(
                code.starts_with("SELECT ") || code.starts_with("WITH "),
                "{code}"
            );
            for word in ["INSERT", "UPDATE", "DELETE", "CREATE", "DROP", ";"] {
                assert!(!code.contains(word), "{word}");
            }
        }
        for parameter in ["$1::text", "$2::text", "$3::text[]"] {
            assert!(FILES.contains(parameter), "{parameter}");
        }
    }
}
