//! What workers saw of the index and of hits, as the app takes it.

use crate::app::{self, Inspection};
use crate::chunk::ChunkId;
use crate::config::GraphUse;
use crate::embed::Backend;
use crate::project::Project;
use crate::workers::{self, Fate};

/// A look at the index of this project.
pub(super) fn told(project: &Project, seen: &workers::Inspection) -> Inspection {
    let sizes = &seen.sizes;
    Inspection {
        folder: project.index.path().to_string_lossy().into_owned(),
        files: seen.held.as_ref().map_or(0, |held| held.files),
        has_graph: seen.held.as_ref().is_some_and(|held| held.has_graph),
        graph: match project.config.vector.graph {
            GraphUse::Auto => "auto",
            GraphUse::Always => "always",
            GraphUse::Never => "never",
        },
        model: seen.held.as_ref().map(|held| held.model.clone()),
        backend: match &project.backend {
            Backend::PureRust => "the built-in backend".to_owned(),
            Backend::OnnxRuntime(library) => library.to_string_lossy().into_owned(),
        },
        sizes: vec![
            ("terms", sizes.lexical),
            ("vectors", sizes.vectors),
            ("graph", sizes.graph),
            ("memory of the writer", sizes.store),
            ("extracted texts", sizes.texts),
        ],
        is_being_written: seen.is_being_written,
        skipped: seen.skipped.clone(),
    }
}

/// What became of a hit.
pub(super) fn fate((id, fate): (ChunkId, Fate)) -> (ChunkId, app::Fate) {
    let fate = match fate {
        Fate::Moved(line) => app::Fate::Moved(line),
        Fate::Changed(line) => app::Fate::Changed(line),
        Fate::Gone => app::Fate::Gone,
    };
    (id, fate)
}
