//! Cancellation of embedding from another thread.

use ort::session::RunOptions;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Ends embedding early: between runs of the graph, and with ONNX Runtime also within a run, which
/// takes seconds with a large model.
#[derive(Default)]
pub struct Interrupt(Mutex<RunningGraphs>);

#[derive(Default)]
struct RunningGraphs {
    requested: bool,
    running: Vec<Weak<RunOptions>>,
}

impl Interrupt {
    /// Creates an interrupt that has not been requested.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends all current and future embedding under this interrupt.
    pub fn ask(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.requested = true;
        for run in state.running.drain(..).filter_map(|run| run.upgrade()) {
            // On failure the run merely completes.
            let _ = run.terminate();
        }
    }

    /// Returns true once the interrupt was requested.
    pub fn is_asked(&self) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .requested
    }

    /// Ends runs with these options on request, while the caller keeps the options alive.
    pub(super) fn watch(&self, run: &Arc<RunOptions>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.retain(|run| run.strong_count() > 0);
        match state.requested {
            true => _ = run.terminate(),
            false => state.running.push(Arc::downgrade(run)),
        }
    }
}
