//! What runs the graphs: ort on tract, or ort on a libonnxruntime; chosen once per process.

use super::EmbedError;
use ort::environment::Environment;
use ort::session::builder::{GraphOptimizationLevel, SessionBuilder};
use ort::session::{RunOptions, Session};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Where the model runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Backend {
    /// ort on tract, pure Rust.
    PureRust,
    /// ort on this libonnxruntime.
    OnnxRuntime(PathBuf),
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PureRust => f.write_str("the pure-Rust backend"),
            Self::OnnxRuntime(path) => write!(f, "ONNX Runtime from {}", path.display()),
        }
    }
}

/// A backend that this process runs.
#[derive(Clone)]
pub(super) struct Runtime {
    backend: Backend,
    environment: Environment,
}

/// ort keeps its API in a static of its own that cannot be set twice, so what it was set to has to
/// be known process-wide as well.
static RUNNING: Mutex<Option<Runtime>> = Mutex::new(None);

impl Runtime {
    /// The running backend, started where none runs yet. Another one than the running one is
    /// refused; a library that does not load leaves the choice open.
    pub(super) fn start(backend: &Backend) -> Result<Self, EmbedError> {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// What a run is ended with from another thread; none where a run cannot be.
    pub(super) fn options(&self) -> Result<Option<Arc<RunOptions>>, String> {
        match self.backend {
            Backend::PureRust => Ok(None),
            Backend::OnnxRuntime(_) => RunOptions::new()
                .map(|options| Some(Arc::new(options)))
                .map_err(|error| error.to_string()),
        }
    }

    /// Whether feeding a graph what it cannot take is an error. tract panics at some of it, which
    /// ends the process on its way through ort.
    pub(super) fn returns_faults(&self) -> bool {
        matches!(self.backend, Backend::OnnxRuntime(_))
    }

    /// What to do about a graph that it cannot run, to end a sentence with.
    pub(super) fn advice(&self) -> &'static str {
        match self.backend {
            Backend::PureRust => {
                "; the pure-Rust backend runs only some graphs, ONNX Runtime runs them all: name \
                 its library in ORT_DYLIB_PATH, --model-backend or embed.onnxruntime"
            }
            Backend::OnnxRuntime(_) => "",
        }
    }

    /// A session over a graph held in memory.
    pub(super) fn session_from_memory(&self, graph: &[u8]) -> Result<Session, ort::Error> {
        self.builder()?.commit_from_memory(graph)
    }

    /// A session over a graph in a file, beside which further weights may lie.
    pub(super) fn session_from_file(&self, graph: &Path) -> Result<Session, ort::Error> {
        self.builder()?.commit_from_file(graph)
    }

    fn builder(&self) -> Result<SessionBuilder, ort::Error> {
        let builder = Session::builder(&self.environment)?
            .with_optimization_level(GraphOptimizationLevel::All)?;
        match self.backend {
            Backend::PureRust => Ok(builder),
            // Parallelism is the callers': one session a thread, and no pool of threads in each.
            Backend::OnnxRuntime(_) => Ok(builder.with_intra_threads(1)?),
        }
    }
}

fn pure_rust() -> Result<Environment, EmbedError> {
    ort::set_api(ort_tract::api());
    // Its logger is the standard one, which says nothing: tract reports by status alone.
    ort::init()
        .with_telemetry(false)
        .build()
        .map_err(|error| EmbedError::Load {
            model: Backend::PureRust.to_string(),
            cause: error.to_string(),
        })
}

fn onnx_runtime(path: &Path) -> Result<Environment, EmbedError> {
    let refused = |cause: String| EmbedError::Library {
        path: path.to_path_buf(),
        cause,
    };
    // Loading lazily would panic on a library that does not load; this returns its reason.
    let environment = ort::init_from(path)
        .map_err(|error| refused(error.to_string()))?
        .with_telemetry(false)
        // It logs to standard error, which is the screen; failures come back as errors anyway.
        .with_logger(Arc::new(|_, _, _, _, _| {}))
        .build()
        .map_err(|error| refused(error.to_string()))?;
    environment.set_log_level(ort::logging::LogLevel::Fatal);
    Ok(environment)
}
