//! The graph of the newest snapshot, loaded in the background; until then searches scan.
//!
//! Principal types: [`LazyGraph`], shared by the snapshots of one vector file, and [`GraphCache`]. Contract:
//! a missing or damaged graph costs time, not results.

use super::error::{IndexPart, Result, catch_panic};
use super::payload::NamedFile;
use super::vector::{Graph, VectorFile};
use super::verified::Stamp;
use crate::config::GraphMode;
use crate::corpus::{locked, spawn};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A graph that may still be loading. Snapshots of one vector file share it, so that none is rebuilt when the
/// graph is loaded.
pub(crate) struct LazyGraph {
    loading: Mutex<Loading>,
    /// Configured use of graphs.
    pub(super) mode: GraphMode,
}

#[derive(Default)]
struct Loading {
    graph: Option<Arc<Graph>>,
    is_running: bool,
    /// Metadata of a damaged dump, which is read again only if it changes.
    refused: Option<Stamp>,
}

impl LazyGraph {
    fn new(mode: GraphMode) -> Self {
        Self {
            loading: Mutex::default(),
            mode,
        }
    }

    /// The graph, once it is loaded.
    pub(super) fn get(&self) -> Option<Arc<Graph>> {
        locked(&self.loading).graph.clone()
    }

    /// Returns true if the graph is loaded or loading.
    pub(super) fn is_started(&self) -> bool {
        let loading = locked(&self.loading);
        loading.graph.is_some() || loading.is_running
    }

    /// Returns true if the caller must load this dump: no thread has started to, and it is not known to be
    /// damaged.
    fn start_loading(&self, dump: &Path) -> bool {
        let mut loading = locked(&self.loading);
        let is_refused = loading.refused.is_some() && loading.refused == Stamp::of(dump);
        if loading.graph.is_some() || loading.is_running || is_refused {
            return false;
        }
        loading.is_running = true;
        true
    }

    fn load(&self, dump: &Path, open: impl FnOnce() -> Result<Graph>) {
        // Taken before reading, so that a later write is noticed.
        let stamp = Stamp::of(dump);
        let opened = catch_panic(IndexPart::Vectors, open);
        let mut loading = locked(&self.loading);
        loading.is_running = false;
        match opened {
            Ok(graph) => loading.graph = Some(Arc::new(graph)),
            Err(error) if error.damaged_part().is_some() => loading.refused = stamp,
            Err(_) => {}
        }
    }
}

/// Shares one graph among the snapshots of its file.
pub(super) struct GraphCache {
    folder: PathBuf,
    pub(super) mode: GraphMode,
    current: Option<(NamedFile, Arc<LazyGraph>)>,
}

impl GraphCache {
    pub(super) fn new(folder: &Path, mode: GraphMode) -> Self {
        Self {
            folder: folder.to_owned(),
            mode,
            current: None,
        }
    }

    /// The graph of one of these files: of the largest file that has one, or else of the largest file. Starts
    /// loading a new dump; with [`GraphMode::Always`] it is loaded before this returns.
    pub(super) fn graph_of(&mut self, files: &[VectorFile]) -> Option<Arc<LazyGraph>> {
        if self.mode == GraphMode::Never {
            return None;
        }
        let file = files
            .iter()
            .max_by_key(|file| (Graph::has_dump(&self.folder, file), file.len()))?;
        let name = NamedFile::of(file);
        let graph = match &self.current {
            Some((current, graph)) if *current == name => graph.clone(),
            _ => Arc::new(LazyGraph::new(self.mode)),
        };
        self.current = Some((name, graph.clone()));
        let dump = Graph::path(&self.folder, file);
        if dump.is_file() && graph.start_loading(&dump) {
            self.load(graph.clone(), dump, file.clone());
        }
        Some(graph)
    }

    fn load(&self, graph: Arc<LazyGraph>, dump: PathBuf, file: VectorFile) {
        let folder = self.folder.clone();
        if self.mode == GraphMode::Always {
            return graph.load(&dump, || Graph::open(&folder, &file));
        }
        let loading = graph.clone();
        let started = spawn("graph-loader", move || {
            loading.load(&dump, || Graph::open(&folder, &file));
        });
        if started.is_err() {
            locked(&graph.loading).is_running = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::vector::write;
    use super::*;
    use crate::corpus::Cancel;
    use crate::embed::{Embedding, EmbeddingKey};
    use std::fs::File;
    use std::sync::atomic::AtomicUsize;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_damaged_dump_is_read_again_once_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let row = |n: u64| (EmbeddingKey(n), Embedding(vec![n as i8; 16].into()));
        let file = write(folder.path(), 1, 16, (1..50).map(row).collect()).unwrap();
        let graph = Graph::build(&file, &AtomicUsize::new(0), &Cancel::new()).unwrap();
        graph.dump(folder.path()).unwrap();
        let dump = folder.path().join(Graph::name(1));
        let whole = std::fs::read(&dump).unwrap();
        let damaged: Vec<u8> = whole.iter().map(|byte| !byte).collect();
        let earlier = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let put = |bytes: &[u8], modified| {
            std::fs::write(&dump, bytes).unwrap();
            let dump = File::options().write(true).open(&dump).unwrap();
            dump.set_modified(modified).unwrap();
        };
        let mut graphs = GraphCache::new(folder.path(), GraphMode::Always);
        let mut refreshed = || {
            let graph = graphs.graph_of(std::slice::from_ref(&file)).unwrap();
            (graph.is_started(), graph.get().is_some())
        };
        put(&damaged, earlier);
        assert_eq!(refreshed(), (false, false));
        // The metadata is that of the damaged dump, so it is not read.
        put(&whole, earlier);
        assert_eq!(refreshed(), (false, false));
        put(&whole, earlier + Duration::from_secs(1));
        assert_eq!(refreshed(), (true, true));
    }

    #[test]
    fn a_panic_while_a_graph_is_read_ends_its_loading() {
        let graph = LazyGraph::new(GraphMode::Auto);
        let dump = Path::new("0.graph");
        assert!(graph.start_loading(dump));
        graph.load(dump, || panic!("a bug"));
        assert!(!graph.is_started());
    }
}
