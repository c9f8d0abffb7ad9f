//! Sessions over one graph, one for each caller at a time.

use super::backend::Runtime;
use super::weights::Weights;
use ort::session::Session;
use std::sync::{Mutex, PoisonError};

/// Where a graph comes from. Sessions are made when callers meet, so it is read again later.
pub(super) enum Graph {
    /// Part of the binary.
    Bundled(&'static [u8]),
    /// Files of the user's.
    File(Weights),
}

/// `Session::run` takes the session exclusively, so callers that meet get one each; as many are
/// kept as ever ran at once.
pub(super) struct SessionPool {
    runtime: Runtime,
    graph: Graph,
    idle: Mutex<Vec<Session>>,
}

impl SessionPool {
    /// A pool with its first session, which shows that the graph loads.
    pub(super) fn new(runtime: Runtime, graph: Graph) -> Result<Self, String> {
        let pool = Self {
            runtime,
            graph,
            idle: Mutex::new(Vec::new()),
        };
        let session = pool.open()?;
        pool.put_back(session);
        Ok(pool)
    }

    /// Lends a session to `work`. A session whose run failed goes back: a failed run leaves the
    /// graph as it was.
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

    /// What it runs on.
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
            Graph::Bundled(bytes) => self.runtime.session_from_memory(bytes),
            Graph::File(weights) => {
                if !weights.are_the_same().map_err(|error| error.to_string())? {
                    return Err(format!(
                        "{} changed while it was in use; start smriti-tui again",
                        weights.graph().display()
                    ));
                }
                self.runtime.session_from_file(weights.graph())
            }
        }
        .map_err(|error| format!("cannot load its model.onnx: {error}"))
    }
}
