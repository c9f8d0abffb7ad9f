//! The library of ONNX Runtime that this process uses, and the pool of sessions for one graph.
//!
//! Principal types: [`Runtime`] and [`SessionPool`]. Invariants: a process uses one library, another is refused; a session
//! has one user at a time, and all sessions run the same bytes: a file that changed since the first is an error.

use super::library::OnnxRuntime;
use super::weights::Weights;
use crate::corpus::locked;
use crate::embed::error::{Cause, EmbedError};
use ort::LoadDynamicError;
use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::{GraphOptimizationLevel, SessionBuilder};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Environment variable without which ONNX Runtime 1.29 and later store an id of the device in the user's cache
/// directory and send data about each process and model to Microsoft, on Linux and macOS too. The setting of the
/// API comes too late: the first event is sent when the library is initialized.
pub const NO_TELEMETRY: &str = "ORT_DISABLE_TELEMETRY";

/// Returns true if the environment disables telemetry, or the user decided otherwise.
pub fn is_telemetry_decided() -> bool {
    std::env::var_os(NO_TELEMETRY).is_some_and(|value| !value.is_empty())
}

/// The loaded library. Cloning shares it.
#[derive(Clone)]
pub(super) struct Runtime {
    choice: OnnxRuntime,
    library: PathBuf,
    environment: Environment,
}

/// ort keeps its library in a static that can be set only once, so the choice is process-wide as well.
static RUNNING: Mutex<Option<Runtime>> = Mutex::new(None);

impl Runtime {
    /// Returns the running library, or loads one for a model. Another choice than the running one is refused.
    /// If no library loads, any can still be chosen.
    pub(super) fn start(choice: &OnnxRuntime, model: &str) -> Result<Self, EmbedError> {
        let mut running = locked(&RUNNING);
        if let Some(runtime) = running.as_ref() {
            if runtime.choice != *choice {
                return Err(EmbedError::LibraryChosen {
                    running: runtime.library.clone(),
                });
            }
            return Ok(runtime.clone());
        }
        let refused = |cause| EmbedError::Library {
            model: model.to_owned(),
            cause,
        };
        if *choice != OnnxRuntime::Disabled && !is_telemetry_decided() {
            let what = format!("without {NO_TELEMETRY}=1 it would send telemetry");
            return Err(refused(what.into()));
        }
        let (environment, library) = choice.first(load).map_err(refused)?;
        let runtime = Self {
            choice: choice.clone(),
            library,
            environment,
        };
        *running = Some(runtime.clone());
        Ok(runtime)
    }

    /// Path of the library.
    pub(super) fn library(&self) -> &Path {
        &self.library
    }

    /// Creates the builder of a session.
    pub(super) fn builder(&self) -> Result<SessionBuilder, ort::Error> {
        let builder = Session::builder(&self.environment)?
            .with_optimization_level(GraphOptimizationLevel::All)?;
        // Callers run in parallel: one thread per session, without a pool in each.
        Ok(builder.with_intra_threads(1)?)
    }
}

/// Reason why a library does not load, without its path.
fn reason(error: LoadDynamicError) -> Cause {
    match error {
        LoadDynamicError::Dlopen { error, .. } => match error.source() {
            // The loader's message is not part of the other one.
            Some(reason) => reason.to_string().into(),
            None => error.into(),
        },
        LoadDynamicError::MissingApi { .. } => "it is not ONNX Runtime".into(),
        LoadDynamicError::BadVersion { version_str, .. } => {
            format!("its version {version_str} is too old").into()
        }
        other => other.into(),
    }
}

/// Loads a library.
fn load(path: &Path) -> Result<Environment, Cause> {
    // Lazy loading would panic if the library fails to load; this returns the reason.
    let environment = ort::init_from(path)
        .map_err(reason)?
        .with_telemetry(false)
        // The default logger writes to standard error, which is the screen; errors are returned anyway.
        .with_logger(Arc::new(|_, _, _, _, _| {}))
        .build()?;
    environment.set_log_level(ort::logging::LogLevel::Fatal);
    Ok(environment)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_does_not_load_is_refused_with_the_reason() {
        let error = load(Path::new("/nowhere/libonnxruntime.so")).err().unwrap();
        assert!(
            error.to_string().contains("/nowhere/libonnxruntime.so"),
            "{error}"
        );
    }
}
