//! Pool of sessions for one graph.

use super::backend::Runtime;
use super::weights::Weights;
use ort::session::Session;
use std::sync::{Mutex, PoisonError};
use twox_hash::XxHash3_64;

/// Source of a graph. It is read again whenever concurrent callers need another session.
pub(super) enum GraphSource {
    /// Bytes in the binary.
    Bundled(&'static [u8]),
    /// Files of the user.
    File(Weights),
}

impl GraphSource {
    /// Hash of everything in it.
    pub(super) fn hash(&self) -> u64 {
        match self {
            Self::Bundled(bytes) => XxHash3_64::oneshot(bytes),
            Self::File(weights) => weights.hash(),
        }
    }
}

/// Idle sessions. `Session::run` requires exclusive access, so each concurrent caller gets its own
/// session; the pool keeps as many as ever ran at once.
pub(super) struct SessionPool {
    runtime: Runtime,
    graph: GraphSource,
    idle: Mutex<Vec<Session>>,
}

impl SessionPool {
    /// Creates a pool with one session, to verify that the graph loads.
    pub(super) fn new(runtime: Runtime, graph: GraphSource) -> Result<Self, String> {
        let pool = Self {
            runtime,
            graph,
            idle: Mutex::new(Vec::new()),
        };
        let session = pool.open()?;
        pool.put_back(session);
        Ok(pool)
    }

    /// Lends a session to `work`. It returns to the pool even if a run fails, because that does not
    /// change the graph.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&mut Session) -> Result<T, String>,
    ) -> Result<T, String> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut session = match idle {
            Some(session) => session,
            None => self.open()?,
        };
        let result = work(&mut session);
        self.put_back(session);
        result
    }

    /// The backend of the sessions.
    pub(super) fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    fn put_back(&self, session: Session) {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(session);
    }

    fn open(&self) -> Result<Session, String> {
        match &self.graph {
            GraphSource::Bundled(bytes) => self.runtime.session_from_memory(bytes),
            GraphSource::File(weights) => {
                if !weights.are_unchanged().map_err(|error| error.to_string())? {
                    return Err(format!(
                        "{} changed while in use; restart smriti-tui",
                        weights.graph().display()
                    ));
                }
                self.runtime.session_from_file(weights.graph())
            }
        }
        .map_err(|error| format!("cannot load its model.onnx: {error}"))
    }
}
