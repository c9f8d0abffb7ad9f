//! Backends that run the graphs: ort on tract, or ort on a libonnxruntime.
//!
//! Principal types: [`Backend`], the choice, and [`Runtime`], the running one. Invariant: a process runs one
//! backend; another is refused.

use super::EmbedError;
use super::error::Cause;
use crate::corpus::locked;
use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::{GraphOptimizationLevel, SessionBuilder};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Backend that runs the model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Backend {
    /// ort on tract, in pure Rust.
    PureRust,
    /// ort on this libonnxruntime.
    OnnxRuntime(PathBuf),
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PureRust => f.write_str("the built-in backend"),
            Self::OnnxRuntime(path) => write!(f, "ONNX Runtime from {}", path.display()),
        }
    }
}

/// The running backend of this process.
#[derive(Clone)]
pub(super) struct Runtime {
    backend: Backend,
    environment: Environment,
}

/// ort keeps its API in a static that can be set only once, so the choice is process-wide as well.
static RUNNING: Mutex<Option<Runtime>> = Mutex::new(None);

impl Runtime {
    /// Returns the running backend, or starts one. A backend other than the running one is refused. If a
    /// library fails to load, any backend can still be chosen.
    pub(super) fn start(backend: &Backend) -> Result<Self, EmbedError> {
        let mut running = locked(&RUNNING);
        if let Some(runtime) = running.as_ref() {
            return if runtime.backend == *backend {
                Ok(runtime.clone())
            } else {
                Err(EmbedError::BackendChosen {
                    running: runtime.backend.to_string(),
                    wanted: backend.to_string(),
                })
            };
        }
        let runtime = Self {
            backend: backend.clone(),
            environment: match backend {
                Backend::PureRust => pure_rust()?,
                Backend::OnnxRuntime(path) => onnx_runtime(path)?,
            },
        };
        *running = Some(runtime.clone());
        Ok(runtime)
    }

    /// Returns true if the backend reports invalid graph inputs as errors. tract panics on some, which
    /// unwinds through ort and ends the process.
    pub(super) fn returns_errors(&self) -> bool {
        matches!(self.backend, Backend::OnnxRuntime(_))
    }

    /// Advice for a graph that the backend cannot run, as the end of a sentence.
    pub(super) fn advice(&self) -> &'static str {
        match self.backend {
            Backend::PureRust => {
                "; the pure-Rust backend runs only some graphs; to use ONNX Runtime, which runs all, \
                 name its library in ORT_DYLIB_PATH, --model-backend or embed.onnxruntime"
            }
            Backend::OnnxRuntime(_) => "",
        }
    }

    /// Creates the builder of a session.
    pub(super) fn builder(&self) -> Result<SessionBuilder, ort::Error> {
        let builder = Session::builder(&self.environment)?
            .with_optimization_level(GraphOptimizationLevel::All)?;
        match self.backend {
            Backend::PureRust => Ok(builder),
            // Callers run in parallel: one thread per session, without a pool in each.
            Backend::OnnxRuntime(_) => Ok(builder.with_intra_threads(1)?),
        }
    }
}

fn pure_rust() -> Result<Environment, EmbedError> {
    ort::set_api(ort_tract::api());
    // The default logger is silent: tract reports errors by status only.
    ort::init()
        .with_telemetry(false)
        .build()
        .map_err(|error| EmbedError::Load {
            model: Backend::PureRust.to_string(),
            cause: error.into(),
        })
}

fn onnx_runtime(path: &Path) -> Result<Environment, EmbedError> {
    let refused = |cause: Cause| EmbedError::Library {
        path: path.to_path_buf(),
        cause,
    };
    // Lazy loading would panic if the library fails to load; this returns the reason.
    let environment = ort::init_from(path)
        .map_err(|error| refused(error.into()))?
        .with_telemetry(false)
        // The default logger writes to standard error, which is the screen; errors are returned anyway.
        .with_logger(Arc::new(|_, _, _, _, _| {}))
        .build()
        .map_err(|error| refused(error.into()))?;
    environment.set_log_level(ort::logging::LogLevel::Fatal);
    Ok(environment)
}
