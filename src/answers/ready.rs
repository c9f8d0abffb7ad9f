//! The model that a search needs.
//!
//! Principal types: [`ModelStatus`] and [`UsableModel`]. Contract: without the model, only a semantic search
//! fails; a hybrid one uses keywords alone.

use crate::embed::Model;
use crate::search::Mode;
use std::sync::Arc;

/// State of the model.
#[derive(Clone)]
pub enum ModelStatus {
    /// Loading, or not requested yet; only keywords are searched.
    Loading,
    /// Loaded.
    Ready(Arc<Model>),
    /// Cannot run; a sentence for the user.
    Failed(String),
}

/// A semantic search without the model.
#[derive(PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelMissing {
    /// It is still loading.
    #[error("semantic search needs the embedding model, which is still loading")]
    Loading,
    /// It cannot run; with the reason.
    #[error("semantic search needs the embedding model: {0}")]
    Failed(String),
}

/// The model for a search, if there is one.
#[derive(Default)]
pub struct UsableModel {
    /// The model; none for a search of keywords alone.
    pub loaded: Option<Arc<Model>>,
    /// Reason why a hybrid search uses keywords only.
    pub caveat: Option<String>,
}

impl UsableModel {
    /// Returns the model for a mode that uses vectors.
    ///
    /// # Errors
    /// [`ModelMissing`] for a semantic search without the model.
    pub fn of(status: ModelStatus, mode: Mode) -> Result<Self, ModelMissing> {
        let mut usable = Self::default();
        match status {
            ModelStatus::Ready(model) => usable.loaded = Some(model),
            ModelStatus::Loading if mode == Mode::Semantic => return Err(ModelMissing::Loading),
            ModelStatus::Loading => {}
            ModelStatus::Failed(why) if mode == Mode::Semantic => {
                return Err(ModelMissing::Failed(why));
            }
            ModelStatus::Failed(why) => usable.caveat = Some(format!("keywords only: {why}")),
        }
        Ok(usable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_semantic_search_needs_the_model() {
        let usable = |status, mode| UsableModel::of(status, mode).map(|usable| usable.caveat);
        let failed = || ModelStatus::Failed("no library".to_owned());
        let caveat = Some("keywords only: no library".to_owned());
        assert_eq!(usable(failed(), Mode::Hybrid), Ok(caveat));
        assert_eq!(usable(ModelStatus::Loading, Mode::Hybrid), Ok(None));
        let missing = Err(ModelMissing::Loading);
        assert_eq!(usable(ModelStatus::Loading, Mode::Semantic), missing);
        let missing = Err(ModelMissing::Failed("no library".to_owned()));
        assert_eq!(usable(failed(), Mode::Semantic), missing);
    }
}
