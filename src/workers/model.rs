//! The embedding model, loaded once on a thread and shared.
//!
//! Principal type: [`SharedModel`]. Invariant: it is loaded at most once per process, and no caller but
//! [`SharedModel::wait`] and [`SharedModel::is`] waits for it.

use super::threads::{PAUSE, Sink, attempt};
use crate::answers::{ModelMissing, ModelStatus, UsableModel};
use crate::corpus::{Cancel, locked, spawn};
use crate::embed::{Model, ModelId, ModelSource};
use crate::search::Mode;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::sleep;

/// The model of this process. Cloning shares it.
#[derive(Clone)]
pub struct SharedModel(Arc<ModelSlot>);

struct ModelSlot {
    source: ModelSource,
    /// The result; none while loading.
    load: OnceLock<ModelStatus>,
    /// Receives the result; taken when loading begins.
    sink: Mutex<Option<Sink<ModelStatus>>>,
}

impl SharedModel {
    /// Returns a model, which is loaded on first use.
    pub fn on_demand(source: ModelSource, sink: Sink<ModelStatus>) -> Self {
        Self(Arc::new(ModelSlot {
            source,
            load: OnceLock::new(),
            sink: Mutex::new(Some(sink)),
        }))
    }

    /// Starts loading, unless that has begun. If no thread can be started, loading has failed.
    pub fn begin(&self) -> std::io::Result<()> {
        let mut sink = locked(&self.0.sink);
        let Some(sink) = sink.take() else {
            return Ok(());
        };
        let shared = self.clone();
        let started = spawn("model", move || {
            let load = match attempt("loading the model", || Ok(Model::load(&shared.0.source)?)) {
                Ok(model) => ModelStatus::Ready(Arc::new(model)),
                Err(why) => ModelStatus::Failed(why),
            };
            _ = shared.0.load.set(load);
            sink(shared.now());
        });
        started.map(drop).inspect_err(|error| {
            let why = format!("cannot start a thread: {error}");
            _ = self.0.load.set(ModelStatus::Failed(why));
        })
    }

    /// Returns true once loading has begun: vectors will be searched.
    pub fn has_begun(&self) -> bool {
        locked(&self.0.sink).is_none()
    }

    /// Returns true if vectors with this id belong to this model. For the bundled model that is
    /// known without loading it; any other is waited for. A model that cannot run keeps its
    /// vectors. False if cancelled.
    pub fn is(&self, id: &ModelId, cancel: &Cancel) -> bool {
        if self.0.source == ModelSource::Bundled {
            return Model::is_bundled(id);
        }
        match self.wait(cancel) {
            ModelStatus::Ready(model) => model.id() == id,
            ModelStatus::Failed(_) => true,
            ModelStatus::Loading => false,
        }
    }

    /// Current state; `Loading` also before loading was requested.
    pub fn now(&self) -> ModelStatus {
        match self.0.load.get() {
            Some(load) => load.clone(),
            None => ModelStatus::Loading,
        }
    }

    /// Waits until the model is ready or failed, and starts loading if necessary;
    /// [`ModelStatus::Loading`] only when cancelled.
    pub fn wait(&self, cancel: &Cancel) -> ModelStatus {
        // A failure to start is a result too.
        _ = self.begin();
        while self.0.load.get().is_none() && !cancel.is_cancelled() {
            sleep(PAUSE);
        }
        self.now()
    }

    /// Waits for the model if a mode uses vectors.
    ///
    /// # Errors
    /// [`ModelMissing`] for a semantic search without the model.
    pub fn usable(&self, mode: Mode, cancel: &Cancel) -> Result<UsableModel, ModelMissing> {
        if !mode.uses_vectors() {
            return Ok(UsableModel::default());
        }
        UsableModel::of(self.wait(cancel), mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::OnnxRuntime;
    use std::sync::mpsc::channel;

    #[test]
    fn the_model_is_loaded_once_on_first_use() {
        let (sender, states) = channel();
        let sink = Box::new(move |load| drop(sender.send(load)));
        let model = SharedModel::on_demand(ModelSource::Bundled, sink);
        assert!(!model.is(&ModelId("another".to_owned()), &Cancel::new()));
        assert!(states.try_recv().is_err(), "its id is known without it");
        let ModelStatus::Ready(loaded) = model.wait(&Cancel::new()) else {
            panic!("the bundled model loads");
        };
        assert!(model.is(loaded.id(), &Cancel::new()));
        model.begin().unwrap();
        assert!(matches!(states.recv(), Ok(ModelStatus::Ready(_))));
        assert!(states.recv().is_err(), "it says so once");
    }

    #[test]
    fn a_model_that_cannot_run_keeps_its_vectors() {
        let nowhere = ModelSource::Folder {
            folder: "/nowhere/at/all".into(),
            runtime: OnnxRuntime::Disabled,
        };
        let model = SharedModel::on_demand(nowhere, Box::new(|_| {}));
        let id = ModelId("any".to_owned());
        assert!(model.is(&id, &Cancel::new()));
        assert!(matches!(model.now(), ModelStatus::Failed(_)));
    }
}
