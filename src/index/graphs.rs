//! The graphs of a reader: loaded beside the searches that would use them.

mod builder;

pub use builder::GraphBuilder;

use super::payload::NamedFile;
use super::vector::{Graph, VectorFile};
use crate::config::GraphUse;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Where a graph will be once it is built and loaded. Until then an exact scan answers. Snapshots
/// of one file share it, so none of them is made anew when its graph comes.
#[derive(Default)]
pub(super) struct GraphSlot {
    graph: OnceLock<Graph>,
    /// Whether it is loaded or being loaded.
    begun: AtomicBool,
}

impl GraphSlot {
    /// The graph, once it is loaded.
    pub(super) fn get(&self) -> Option<&Graph> {
        self.graph.get()
    }

    /// Whether the graph is there or being loaded.
    pub(super) fn is_begun(&self) -> bool {
        self.begun.load(Ordering::Acquire)
    }

    fn load(&self, folder: &Path, file: &VectorFile) {
        match Graph::open(folder, file) {
            Ok(graph) => _ = self.graph.set(graph),
            // The writer makes it again; then it is tried again.
            Err(_) => self.begun.store(false, Ordering::Release),
        }
    }
}

/// Keeps one graph over the snapshots that share its file.
pub(super) struct Graphs {
    folder: PathBuf,
    wanted: GraphUse,
    current: Option<(NamedFile, Arc<GraphSlot>)>,
}

impl Graphs {
    pub(super) fn new(folder: &Path, wanted: GraphUse) -> Self {
        Self {
            folder: folder.to_owned(),
            wanted,
            current: None,
        }
    }

    /// Where the graph over one of these files is or will be: the largest that has one, else the
    /// largest. One that was dumped meanwhile begins to be loaded; with [`GraphUse::Always`] it is
    /// loaded before this returns.
    pub(super) fn over(&mut self, files: &[VectorFile]) -> Option<Arc<GraphSlot>> {
        if self.wanted == GraphUse::Never {
            return None;
        }
        let named = |file: &&VectorFile| is_named(&self.folder, file);
        let (file, dumped) = match files.iter().filter(named).max_by_key(|file| file.len()) {
            Some(file) => (file, true),
            None => (files.iter().max_by_key(|file| file.len())?, false),
        };
        let name = NamedFile::of(file);
        let slot = match &self.current {
            Some((current, slot)) if *current == name => slot.clone(),
            _ => Arc::default(),
        };
        if dumped && !slot.begun.swap(true, Ordering::AcqRel) {
            let (loading, folder, file) = (slot.clone(), self.folder.clone(), file.clone());
            let load = move || loading.load(&folder, &file);
            match self.wanted {
                GraphUse::Always => load(),
                _ => in_background("graph-loader", load),
            }
        }
        self.current = Some((name, slot.clone()));
        Some(slot)
    }
}

/// Whether a dump for a file is there; it may be damaged.
pub(super) fn is_named(folder: &Path, file: &VectorFile) -> bool {
    folder.join(Graph::name(file.generation())).is_file()
}

/// Without a thread to be had, the work is left undone: a scan answers instead.
pub(super) fn in_background(name: &str, work: impl FnOnce() + Send + 'static) {
    let _ = std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(work);
}
