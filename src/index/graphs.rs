//! Graphs of a reader. They are loaded in the background; until then searches scan.
//!
//! Principal types: [`GraphSlot`], shared by the snapshots of one vector file, and [`GraphCache`]. Contract:
//! a missing or damaged graph costs time, not results.

mod builder;

pub use builder::{GraphBuilder, GraphProgress};

use super::IndexError;
use super::damage::{IndexPart, catch_panic};
use super::payload::NamedFile;
use super::vector::{Graph, VectorFile};
use super::verified::Stamp;
use crate::config::GraphMode;
use crate::corpus::locked;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A graph that may still be loading. Snapshots of one vector file share it, so that none is rebuilt when the
/// graph is loaded.
pub(super) struct GraphSlot {
    loading: Mutex<Loading>,
    /// Configured use of graphs.
    pub(super) use_of_graph: GraphMode,
}

#[derive(Default)]
struct Loading {
    graph: Option<Arc<Graph>>,
    is_running: bool,
    /// Metadata of a damaged dump, which is read again only if it changes.
    refused: Option<Stamp>,
}

impl GraphSlot {
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
        let begins = loading.graph.is_none() && !loading.is_running && !is_refused;
        loading.is_running |= begins;
        begins
    }

    fn load(&self, dump: &Path, open: impl FnOnce() -> Result<Graph, IndexError>) {
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
    pub(super) use_of_graph: GraphMode,
    current: Option<(NamedFile, Arc<GraphSlot>)>,
}

impl GraphCache {
    pub(super) fn new(folder: &Path, use_of_graph: GraphMode) -> Self {
        Self {
            folder: folder.to_owned(),
            use_of_graph,
            current: None,
        }
    }

    /// The graph of one of these files: of the largest file that has one, or else of the largest file. Starts
    /// loading a new dump; with [`GraphMode::Always`] it is loaded before this returns.
    pub(super) fn slot_for(&mut self, files: &[VectorFile]) -> Option<Arc<GraphSlot>> {
        if self.use_of_graph == GraphMode::Never {
            return None;
        }
        let named = |file: &&VectorFile| has_dump(&self.folder, file);
        let (file, dumped) = match files.iter().filter(named).max_by_key(|file| file.len()) {
            Some(file) => (file, true),
            None => (files.iter().max_by_key(|file| file.len())?, false),
        };
        let name = NamedFile::of(file);
        let slot = match &self.current {
            Some((current, slot)) if *current == name => slot.clone(),
            _ => Arc::new(GraphSlot {
                loading: Mutex::default(),
                use_of_graph: self.use_of_graph,
            }),
        };
        let dump = self.folder.join(Graph::name(file.generation()));
        if dumped && slot.start_loading(&dump) {
            let (loading, folder, file) = (slot.clone(), self.folder.clone(), file.clone());
            let load = move || loading.load(&dump, || Graph::open(&folder, &file));
            match self.use_of_graph {
                GraphMode::Always => load(),
                _ if spawn("graph-loader", load) => {}
                _ => locked(&slot.loading).is_running = false,
            }
        }
        self.current = Some((name, slot.clone()));
        Some(slot)
    }
}

/// Returns true if a dump of a file exists; it may be damaged.
pub(super) fn has_dump(folder: &Path, file: &VectorFile) -> bool {
    folder.join(Graph::name(file.generation())).is_file()
}

/// Runs work on a new thread. Returns false if the system refuses; then searches scan.
pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> bool {
    let thread = std::thread::Builder::new().name(name.to_owned());
    thread.spawn(work).is_ok()
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
            let slot = graphs.slot_for(std::slice::from_ref(&file)).unwrap();
            (slot.is_started(), slot.get().is_some())
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
        let slot = GraphSlot {
            loading: Mutex::default(),
            use_of_graph: GraphMode::Auto,
        };
        let dump = Path::new("0.graph");
        assert!(slot.start_loading(dump));
        slot.load(dump, || panic!("a bug"));
        assert!(!slot.is_started());
    }
}
