//! The embedding model, loaded once on a thread of its own and shared by who needs it.

use super::{Sink, caught, spawn};
use crate::corpus::Cancel;
use crate::embed::{Backend, EmbedError, Model, ModelId};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// State of the model.
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
    choice: Choice,
    backend: Backend,
    load: Mutex<ModelLoad>,
    ended: Condvar,
    /// Told once how it ended; gone when loading began.
    sink: Mutex<Option<Sink<ModelLoad>>>,
}

/// The model to load.
enum Choice {
    Bundled,
    Folder(PathBuf),
}

impl SharedModel {
    /// Starts loading the bundled model; the sink hears once how it ended.
    pub fn load(backend: Backend, sink: Sink<ModelLoad>) -> std::io::Result<Self> {
        let shared = Self::when_asked(None, backend, sink);
        shared.begin()?;
        Ok(shared)
    }

    /// The model in a folder, or the bundled one, which is loaded when somebody asks for it first.
    pub fn when_asked(folder: Option<PathBuf>, backend: Backend, sink: Sink<ModelLoad>) -> Self {
        Self(Arc::new(Slot {
            choice: folder.map_or(Choice::Bundled, Choice::Folder),
            backend,
            load: Mutex::new(ModelLoad::Loading),
            ended: Condvar::new(),
            sink: Mutex::new(Some(sink)),
        }))
    }

    /// Starts loading, unless that was begun.
    ///
    /// # Errors
    /// The system gives no thread; then it is as good as begun, and failed.
    pub fn begin(&self) -> std::io::Result<()> {
        let mut sink = self.0.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(sink) = sink.take() else {
            return Ok(());
        };
        let shared = self.clone();
        let started = spawn("model", move || {
            // Who waits for the model must hear of its end, whatever it is.
            let load = match caught("loading the model", || Ok(shared.0.load()?)) {
                Ok(model) => ModelLoad::Ready(Arc::new(model)),
                Err(error) => ModelLoad::Failed(error.into()),
            };
            shared.finish(load.clone());
            sink(load);
        });
        started.map(drop).inspect_err(|error| {
            self.finish(ModelLoad::Failed(format!("cannot start a thread: {error}")));
        })
    }

    fn finish(&self, load: ModelLoad) {
        *self.lock() = load;
        self.0.ended.notify_all();
    }

    /// Returns true if vectors with this id belong to this model. For the bundled model that is
    /// known without loading it; any other is waited for. A model that cannot run keeps its
    /// vectors. False if cancelled.
    pub fn is(&self, id: &ModelId, cancel: &Cancel) -> bool {
        if let Choice::Bundled = self.0.choice {
            return Model::is_bundled(id);
        }
        match self.wait(cancel) {
            ModelLoad::Ready(model) => model.id() == id,
            ModelLoad::Failed(_) => true,
            ModelLoad::Loading => false,
        }
    }

    /// Current state; `Loading` also before loading was requested.
    pub fn now(&self) -> ModelLoad {
        self.lock().clone()
    }

    /// Loads it where nobody asked before, and waits until it is ready or failed;
    /// [`ModelLoad::Loading`] only when cancelled meanwhile.
    pub fn wait(&self, cancel: &Cancel) -> ModelLoad {
        // What cannot begin has failed, and says so below.
        _ = self.begin();
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

impl Slot {
    fn load(&self) -> Result<Model, EmbedError> {
        match &self.choice {
            Choice::Bundled => Model::bundled(&self.backend),
            Choice::Folder(folder) => Model::folder(folder, &self.backend),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn it_is_loaded_once_and_when_asked() {
        let (sender, said) = channel();
        let sink = Box::new(move |load| drop(sender.send(load)));
        let model = SharedModel::when_asked(None, Backend::PureRust, sink);
        assert!(!model.is(&ModelId("another".to_owned()), &Cancel::new()));
        assert!(said.try_recv().is_err(), "its id is known without it");
        let ModelLoad::Ready(loaded) = model.wait(&Cancel::new()) else {
            panic!("the bundled model loads");
        };
        assert!(model.is(loaded.id(), &Cancel::new()));
        model.begin().unwrap();
        assert!(matches!(said.recv(), Ok(ModelLoad::Ready(_))));
        assert!(said.recv().is_err(), "it says so once");
    }

    #[test]
    fn of_a_model_that_cannot_run_vectors_stay_what_they_are() {
        let nowhere = PathBuf::from("/nowhere/at/all");
        let sink = Box::new(|_| {});
        let model = SharedModel::when_asked(Some(nowhere), Backend::PureRust, sink);
        let id = ModelId("any".to_owned());
        assert!(model.is(&id, &Cancel::new()));
        assert!(matches!(model.now(), ModelLoad::Failed(_)));
    }
}
