//! After any history of a repository and its writers, no text is embedded twice while its index exists.

use crate::fixture::{PROGRAM, Repository, no_model};
use crate::models;
use smriti_tui::answers::ModelStatus;
use smriti_tui::chunk::{ChunkTree, embedded_text};
use smriti_tui::config::GraphMode;
use smriti_tui::corpus::{Cancel, SourcePath};
use smriti_tui::embed::{EmbeddingKey, Model, ModelSource};
use smriti_tui::index::{IndexWriter, Merging, OpenMode};
use smriti_tui::workers::SharedModel;
use smriti_tui::workers::indexer::{Pipeline, UpdateError, chunk_limits};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A repository, its own model, and every text that was embedded.
struct Watched {
    repository: Repository,
    shared: SharedModel,
    model: Arc<Model>,
    seen: HashSet<EmbeddingKey>,
}

impl Watched {
    fn of(files: &[(&str, &str)]) -> Self {
        let shared = SharedModel::on_demand(ModelSource::Bundled, Box::new(|_| {}));
        Self {
            repository: Repository::of(files),
            model: ready(&shared),
            shared,
            seen: HashSet::new(),
        }
    }

    /// A new writer, as after a start of the program.
    fn indexing(&self) -> Pipeline {
        self.repository.indexing_with(self.shared.clone())
    }

    /// Keys of the embedded texts: of the current leaves, and of the summaries in the index.
    fn keys(&self) -> Vec<EmbeddingKey> {
        let (reader, limits) = (
            self.repository.reader(),
            chunk_limits(&self.repository.config),
        );
        let files = self.repository.files();
        let of_file = |(path, _): &(String, String)| {
            let read = reader.read(&SourcePath::new(path), &Cancel::new());
            let tree = ChunkTree::of(read.unwrap().0, &limits);
            let leaves = tree.leaves().filter(|(_, leaf)| !leaf.silent);
            leaves
                .map(|(leaf, _)| EmbeddingKey::of(&embedded_text(&tree, leaf)))
                .collect::<Vec<_>>()
        };
        let summaries = self.repository.snapshot().all_summaries().unwrap();
        let summaries = summaries.into_iter().filter_map(|(record, _)| record.key);
        files.iter().flat_map(of_file).chain(summaries).collect()
    }

    /// Updates the index and checks the number of embedded texts, as counted by the model and the summary.
    #[track_caller]
    fn check(&mut self, what: &str) {
        let mut indexing = self.indexing();
        let before = self.model.embedded();
        let cancel = Cancel::new();
        let mut summary = indexing.update(&cancel, &|_| {}).unwrap();
        indexing
            .maintain(&mut summary, Merging::All, &cancel)
            .unwrap();
        indexing.finish_graph().unwrap();
        drop(indexing);
        assert_eq!(summary.vectors, summary.leaves, "{what}");
        assert_eq!(summary.embedded, self.model.embedded() - before, "{what}");
        let keys = self.keys();
        assert!(keys.len() > summary.leaves, "{what}: leaves and summaries");
        self.seen.extend(keys);
        assert_eq!(self.model.embedded(), self.seen.len(), "{what}");
    }

    /// Checks that an update embeds no new text.
    #[track_caller]
    fn check_nothing_new(&mut self, what: &str) {
        let before = self.model.embedded();
        self.check(what);
        assert_eq!(self.model.embedded(), before, "{what}");
    }

    /// Indexes keywords, like a process that is killed before it embeds.
    fn kill_before_it_embeds(&self) {
        let mut indexing = self.repository.indexing_with(no_model());
        let summary = indexing.update(&Cancel::new(), &|_| {}).unwrap();
        assert!(summary.vectors < summary.leaves, "keywords alone");
    }

    /// Indexes until something is embedded; then the process is killed. On a busy machine everything may be
    /// embedded by then; each text is embedded once in any case.
    fn kill_while_it_embeds(&self) {
        let (cancel, over) = (Cancel::new(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while self.model.embedded() == 0 && !over.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                cancel.cancel();
            });
            let ended = self.indexing().update(&cancel, &|_| {});
            over.store(true, Ordering::Relaxed);
            assert!(
                matches!(ended, Ok(_) | Err(UpdateError::Cancelled)),
                "{ended:?}"
            );
        });
    }

    fn remove_from_cache(&self, part: &str) {
        std::fs::remove_dir_all(self.repository.cache().join(part)).unwrap();
    }
}

fn ready(shared: &SharedModel) -> Arc<Model> {
    match shared.wait(&Cancel::new()) {
        ModelStatus::Ready(model) => model,
        ModelStatus::Failed(cause) => panic!("{cause}"),
        ModelStatus::Loading => unreachable!("never cancelled"),
    }
}

fn numbered(functions: std::ops::Range<usize>) -> String {
    functions
        .map(|n| format!("/// Number {n}.\npub fn number_{n}() -> usize {{\n    {n} + {n}\n}}\n\n"))
        .collect()
}

#[test]
fn edits_renames_and_copies() {
    let mut watched = Watched::of(&PROGRAM);
    watched.check("new");
    watched.check_nothing_new("unchanged");
    let (path, text) = PROGRAM[1];
    let edited = text.replace("pub fn recover", "pub fn replay_journal");
    watched.repository.write(path, &edited);
    watched.check("edited");
    let below = format!("// Moved down by a line.\n\n{edited}");
    watched.repository.write(path, below);
    watched.check("moved within its file");
    watched.repository.write(path, text);
    watched.check_nothing_new("changed back");
    watched.repository.remove(path);
    watched.check("removed");
    watched.repository.write("src/journal.rs", text);
    watched.check("renamed");
    watched.repository.write(path, text);
    watched.check("copied");
    watched.repository.remove("src/journal.rs");
    watched.check_nothing_new("the copy is gone");
    watched.repository.write("src/journal.rs", text);
    watched.check_nothing_new("and there again");
}

#[test]
fn switching_a_branch_and_back() {
    let mut watched = Watched::of(&PROGRAM);
    watched.repository.config.vector.graph = GraphMode::Always;
    watched.repository.write("src/many.rs", numbered(0..300));
    watched.check("main");
    // Little of it remains: most vectors are no longer referenced.
    watched.repository.write("src/many.rs", numbered(295..305));
    watched.repository.remove(PROGRAM[0].0);
    watched.check("topic");
    watched.repository.write("src/many.rs", numbered(0..300));
    watched.repository.write(PROGRAM[0].0, PROGRAM[0].1);
    watched.check_nothing_new("main again");
    watched.repository.remove("src/many.rs");
    watched.check("with less");
    watched.repository.write("src/many.rs", numbered(295..305));
    watched.repository.remove(PROGRAM[0].0);
    watched.check_nothing_new("topic again");
}

#[test]
fn kills() {
    let mut watched = Watched::of(&PROGRAM);
    watched.repository.write("src/many.rs", numbered(0..3_000));
    watched.kill_before_it_embeds();
    watched.kill_while_it_embeds();
    watched.check("what was embedded before it was killed is kept");
    watched
        .repository
        .write("src/many.rs", numbered(1_000..4_000));
    watched.kill_before_it_embeds();
    watched.check("killed between keywords and vectors");
}

#[test]
fn rebuilds() {
    let mut watched = Watched::of(&PROGRAM);
    watched.check("new");
    watched.remove_from_cache("store");
    watched.check_nothing_new("the store was lost");
    let leaf_limit = watched.repository.config.chunk.leaf_limit;
    watched.repository.config.chunk.leaf_limit = 200;
    watched.check("smaller leaves");
    watched.repository.config.chunk.leaf_limit = leaf_limit;
    watched.check_nothing_new("leaves as before");
    let identity = watched.repository.snapshot().identity().clone();
    drop(IndexWriter::begin(&watched.repository.folder(), identity, OpenMode::Empty).unwrap());
    watched.check_nothing_new("rebuilt on request");
}

#[test]
fn changing_the_model_and_back() {
    let Some(tiny) = models::tiny_source() else {
        return;
    };
    let mut watched = Watched::of(&PROGRAM);
    watched.check("bundled");
    let lexical = watched.repository.cache().join("lexical");
    let before = segments(&lexical);
    let shared = SharedModel::on_demand(tiny, Box::new(|_| {}));
    let tiny = ready(&shared);
    let mut indexing = watched.repository.indexing_with(shared.clone());
    let summary = indexing.update(&Cancel::new(), &|_| {}).unwrap();
    drop(indexing);
    assert_eq!(summary.vectors, summary.leaves);
    assert_eq!(
        tiny.embedded(),
        watched.seen.len(),
        "each text once by this model too"
    );
    assert_eq!(segments(&lexical), before, "keywords stay");
    let summary = watched.indexing().update(&Cancel::new(), &|_| {}).unwrap();
    assert_eq!(
        summary.embedded,
        watched.seen.len(),
        "an index has vectors of one model"
    );
    assert_eq!(segments(&lexical), before, "keywords stay");
}

/// The files of segments.
fn segments(lexical: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(lexical).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|it| it == "store"))
        .collect()
}
