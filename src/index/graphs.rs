//! Loads the graph of the largest vector file beside the searches that would use it.

use super::payload::NamedFile;
use super::vector::{Graph, VectorFile};
use crate::config::GraphUse;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A graph that is there once it is loaded, none in it where it did not load; until then, and then,
/// an exact scan answers.
pub(super) type LoadingGraph = Arc<OnceLock<Option<Graph>>>;

/// Keeps one graph over the snapshots that share its file.
pub(super) struct Graphs {
    folder: PathBuf,
    wanted: GraphUse,
    current: Option<(NamedFile, LoadingGraph)>,
}

impl Graphs {
    pub(super) fn new(folder: &Path, wanted: GraphUse) -> Self {
        Self {
            folder: folder.to_owned(),
            wanted,
            current: None,
        }
    }

    /// The graph over the largest of these files, being loaded; none where none is dumped or
    /// wanted. With [`GraphUse::Always`] it is loaded before this returns.
    pub(super) fn over(&mut self, files: &[VectorFile]) -> Option<LoadingGraph> {
        let file = files.iter().max_by_key(|file| file.len())?;
        let name = NamedFile::of(file);
        if let Some((current, graph)) = &self.current
            && *current == name
            && !matches!(graph.get(), Some(None))
        {
            return Some(graph.clone());
        }
        let dumped = || {
            Graph::names(file.generation())
                .iter()
                .all(|name| self.folder.join(name).is_file())
        };
        if self.wanted == GraphUse::Never || !dumped() {
            return None;
        }
        let graph = LoadingGraph::default();
        let (slot, folder, file) = (graph.clone(), self.folder.clone(), file.clone());
        let load = move || {
            // One that does not load is built again by the writer, and tried again.
            let _ = slot.set(Graph::open(&folder, &file).ok());
        };
        match self.wanted {
            GraphUse::Always => load(),
            _ => in_background("graph-loader", load),
        }
        self.current = Some((name, graph.clone()));
        Some(graph)
    }
}

/// Without a thread to be had, the work is left undone: a scan answers instead.
pub(super) fn in_background(name: &str, work: impl FnOnce() + Send + 'static) {
    let _ = std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(work);
}
