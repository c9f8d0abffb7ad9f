//! Pool of sessions for one graph.
//!
//! Principal type: [`SessionPool`]. Invariant: a session has one user at a time, and all sessions run the
//! same bytes: a file that changed since the first is an error.

use super::runtime::Runtime;
use super::weights::Weights;
use crate::corpus::locked;
use crate::embed::error::Cause;
use ort::session::Session;
use std::sync::Mutex;

/// Idle sessions. `Session::run` requires exclusive access, so each concurrent caller gets its own session;
/// the pool grows to the maximum number of concurrent callers.
pub(super) struct SessionPool {
    pub(super) runtime: Runtime,
    weights: Weights,
    idle: Mutex<Vec<Session>>,
}

impl SessionPool {
    /// Creates a pool with one session, to verify that the graph loads.
    pub(super) fn new(runtime: Runtime, weights: Weights) -> Result<Self, Cause> {
        let pool = Self {
            runtime,
            weights,
            idle: Mutex::new(Vec::new()),
        };
        let session = pool.open()?;
        locked(&pool.idle).push(session);
        Ok(pool)
    }

    /// Lends a session to `work`. It returns to the pool even if a run fails, because that does not
    /// change the graph.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&mut Session) -> Result<T, Cause>,
    ) -> Result<T, Cause> {
        let idle = locked(&self.idle).pop();
        let mut session = match idle {
            Some(session) => session,
            None => self.open()?,
        };
        let result = work(&mut session);
        locked(&self.idle).push(session);
        result
    }

    fn open(&self) -> Result<Session, Cause> {
        let graph = self.weights.graph();
        if !self.weights.are_unchanged()? {
            let graph = graph.display();
            return Err(format!("{graph} changed while in use; restart smriti-tui").into());
        }
        let session = self.runtime.builder()?.commit_from_file(graph);
        session.map_err(|error| format!("cannot load its model.onnx: {error}").into())
    }
}
