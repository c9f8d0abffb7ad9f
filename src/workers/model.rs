//! The embedding model, loaded once on a thread of its own and shared by who needs it.

use super::{Sink, caught, spawn};
use crate::corpus::Cancel;
use crate::embed::{Backend, EmbedError, Model};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How far the model is.
#[derive(Clone)]
pub enum ModelLoad {
    /// On its way; keywords answer alone.
    Loading,
    /// Loaded.
    Ready(Arc<Model>),
    /// Cannot run; a sentence for people.
    Failed(String),
}

/// The model of this process. Cloning shares it.
#[derive(Clone)]
pub struct SharedModel(Arc<Slot>);

struct Slot {
    load: Mutex<ModelLoad>,
    ended: Condvar,
}

impl SharedModel {
    /// Starts loading the bundled model; the sink hears once how it ended.
    pub fn load(backend: Backend, sink: Sink<ModelLoad>) -> std::io::Result<Self> {
        Self::start(move || Model::bundled(&backend), sink)
    }

    /// The same with the model in a folder.
    pub fn load_folder(
        folder: PathBuf,
        backend: Backend,
        sink: Sink<ModelLoad>,
    ) -> std::io::Result<Self> {
        Self::start(move || Model::folder(&folder, &backend), sink)
    }

    fn start(
        load: impl FnOnce() -> Result<Model, EmbedError> + Send + 'static,
        sink: Sink<ModelLoad>,
    ) -> std::io::Result<Self> {
        let shared = Self(Arc::new(Slot {
            load: Mutex::new(ModelLoad::Loading),
            ended: Condvar::new(),
        }));
        let slot = shared.clone();
        spawn("model", move || {
            // Who waits for the model must hear of its end, whatever it is.
            let load = match caught("loading the model", || {
                load().map_err(|error| error.to_string())
            }) {
                Ok(model) => ModelLoad::Ready(Arc::new(model)),
                Err(sentence) => ModelLoad::Failed(sentence),
            };
            *slot.lock() = load.clone();
            slot.0.ended.notify_all();
            sink(load);
        })?;
        Ok(shared)
    }

    /// How far it is now.
    pub fn now(&self) -> ModelLoad {
        self.lock().clone()
    }

    /// Waits until it is ready or failed; [`ModelLoad::Loading`] only when cancelled meanwhile.
    pub fn wait(&self, cancel: &Cancel) -> ModelLoad {
        let mut load = self.lock();
        while matches!(*load, ModelLoad::Loading) && !cancel.is_cancelled() {
            // A cancel does not notify, so it is looked for.
            let (guard, _) = self
                .0
                .ended
                .wait_timeout(load, Duration::from_millis(20))
                .unwrap_or_else(PoisonError::into_inner);
            load = guard;
        }
        load.clone()
    }

    fn lock(&self) -> MutexGuard<'_, ModelLoad> {
        self.0.load.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
