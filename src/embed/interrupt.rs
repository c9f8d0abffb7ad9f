//! The end of embedding, asked for from another thread.

use ort::session::RunOptions;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Ends embedding before it is done: between two runs of the graph, and on ONNX Runtime within one,
/// for a run of a large model takes seconds.
#[derive(Default)]
pub struct Interrupt(Mutex<State>);

#[derive(Default)]
struct State {
    asked: bool,
    running: Vec<Weak<RunOptions>>,
}

impl Interrupt {
    /// Not asked for yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends whatever embeds under it, for good.
    pub fn ask(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.asked = true;
        for run in state.running.drain(..).filter_map(|run| run.upgrade()) {
            // A run that cannot be ended ends by itself.
            let _ = run.terminate();
        }
    }

    /// Whether it was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).asked
    }

    /// Runs with these options end when it is asked for, as long as the caller keeps them.
    pub(super) fn watch(&self, run: &Arc<RunOptions>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.retain(|run| run.strong_count() > 0);
        match state.asked {
            true => _ = run.terminate(),
            false => state.running.push(Arc::downgrade(run)),
        }
    }
}
