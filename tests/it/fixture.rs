//! A repository in a temporary folder, indexed and searched for real.

use smriti_tui::answers::ModelStatus;
use smriti_tui::chunk::Limits;
use smriti_tui::config::{Config, GraphMode};
use smriti_tui::corpus::{Cancel, Place, Root, SourcePath, find_root, walk};
use smriti_tui::embed::{Model, ModelSource, OnnxRuntime};
use smriti_tui::extract::DocumentReader;
use smriti_tui::index::{IndexFolder, IndexReader, Merging, Snapshot};
use smriti_tui::search::{Answer, Mode, Query, SearchContext, search};
use smriti_tui::workers::indexer::{Pipeline, Progress, UpdateSummary};
use smriti_tui::workers::{Resources, SharedModel, TypingFlag};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tempfile::TempDir;

/// All modes, for rules that apply to each.
pub(crate) const MODES: [Mode; 3] = [Mode::Hybrid, Mode::Keywords, Mode::Semantic];

/// The bundled model, loaded once for all tests.
pub(crate) fn model() -> SharedModel {
    static MODEL: OnceLock<SharedModel> = OnceLock::new();
    let load = || SharedModel::on_demand(ModelSource::Bundled, Box::new(|_| {}));
    let model = MODEL.get_or_init(load);
    model.begin().expect("a thread");
    model.clone()
}

/// A model that cannot run, so that only keywords are indexed.
pub(crate) fn no_model() -> SharedModel {
    let source = ModelSource::Folder {
        folder: "/nowhere".into(),
        runtime: OnnxRuntime::Disabled,
    };
    SharedModel::on_demand(source, Box::new(|_| {}))
}

pub(crate) fn loaded() -> Arc<Model> {
    match model().wait(&Cancel::new()) {
        ModelStatus::Ready(model) => model,
        _ => panic!("the bundled model loads"),
    }
}

/// Files and their index, deleted on drop.
pub(crate) struct Repository {
    _directory: TempDir,
    /// Directory of the repository.
    files: PathBuf,
    cache: TempDir,
    pub(crate) config: Config,
}

impl Repository {
    /// A repository of these files, not indexed yet.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self::within("", files)
    }

    /// The same in a directory of this name, so that others can be next to it.
    pub(crate) fn within(name: &str, files: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().expect("a folder");
        let repository = Self {
            files: directory.path().join(name),
            _directory: directory,
            cache: tempfile::tempdir().expect("a folder"),
            config: Config::load(None).expect("the defaults"),
        };
        repository.write(".git/HEAD", "ref: refs/heads/main\n");
        for (path, text) in files {
            repository.write(path, text);
        }
        repository
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.files.join(relative)
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }

    pub(crate) fn remove(&self, path: &str) {
        std::fs::remove_file(self.path(path)).expect("a file to remove");
    }

    /// Every file with its text, as walked.
    pub(crate) fn files(&self) -> Vec<(String, String)> {
        let found = walk(&self.root(), self.reader().limits(), &Cancel::new()).files;
        let read = |path: &SourcePath| std::fs::read_to_string(self.path(path.as_str())).unwrap();
        found
            .iter()
            .map(|file| (file.path.to_string(), read(&file.path)))
            .collect()
    }

    pub(crate) fn root(&self) -> Root {
        find_root(&self.files, &self.files, None, true).expect("a root")
    }

    /// Its documents, as the program reads them.
    pub(crate) fn reader(&self) -> DocumentReader {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_smriti-tui"));
        DocumentReader::new(self.root(), &self.config, program, &self.folder().texts())
            .expect("rules")
    }

    /// Directory of the index.
    pub(crate) fn cache(&self) -> &Path {
        self.cache.path()
    }

    pub(crate) fn folder(&self) -> IndexFolder {
        IndexFolder::new(self.cache.path())
    }

    /// A separate writer, as each process has one.
    pub(crate) fn indexing(&self) -> Pipeline {
        self.indexing_with(model())
    }

    /// The same with a separate model.
    pub(crate) fn indexing_with(&self, model: SharedModel) -> Pipeline {
        Pipeline::new(
            self.reader(),
            self.folder(),
            self.config.clone(),
            model,
            TypingFlag::default(),
            GraphMode::Never,
        )
    }

    /// Indexes all changes without maintenance, as `smriti-tui search` does.
    pub(crate) fn update(&self) -> UpdateSummary {
        let updated = self.indexing().update(&Cancel::new(), &|_| {});
        updated.expect("an index")
    }

    /// Indexes all changes, as `smriti-tui index` does.
    pub(crate) fn index(&self) -> UpdateSummary {
        self.index_watched(&|_| {})
    }

    /// The same, reporting its progress.
    pub(crate) fn index_watched(&self, progress: &dyn Fn(Progress)) -> UpdateSummary {
        let (mut indexing, cancel) = (self.indexing(), Cancel::new());
        let mut summary = indexing.update(&cancel, progress).expect("an index");
        indexing
            .maintain(&mut summary, Merging::All, &cancel)
            .expect("a maintained index");
        indexing.finish_graph().expect("a graph");
        summary
    }

    /// Resources of the workers.
    pub(crate) fn resources(&self) -> Resources {
        Resources {
            reader: self.reader(),
            limits: Limits::default(),
            snapshots: self.snapshots(),
            model: model(),
            folders: vec![(Place::default(), self.folder())],
            typing: TypingFlag::default(),
        }
    }

    /// Snapshots of the index, as any process reads them.
    pub(crate) fn snapshots(&self) -> IndexReader {
        IndexReader::new(&self.folder(), self.config.vector.graph)
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot_with(self.config.vector.graph)
    }

    pub(crate) fn snapshot_with(&self, graph: GraphMode) -> Arc<Snapshot> {
        let reader = IndexReader::new(&self.folder(), graph);
        reader
            .latest()
            .expect("a readable index")
            .expect("a commit")
    }

    /// Answers from the newest snapshot.
    pub(crate) fn search(&self, text: &str, mode: Mode) -> Answer {
        self.search_in(&self.snapshot(), text, mode)
    }

    /// Answers from a snapshot.
    pub(crate) fn search_in(&self, snapshot: &Snapshot, text: &str, mode: Mode) -> Answer {
        self.search_limited(snapshot, text, mode, 50)
    }

    /// Answers from a snapshot with at most `limit` hits.
    pub(crate) fn search_limited(
        &self,
        snapshot: &Snapshot,
        text: &str,
        mode: Mode,
        limit: usize,
    ) -> Answer {
        self.answer(snapshot, &Query::parse(text, mode), limit)
    }

    /// Answers a query from a snapshot with at most `limit` hits.
    pub(crate) fn answer(&self, snapshot: &Snapshot, query: &Query, limit: usize) -> Answer {
        let context = SearchContext {
            snapshot,
            reader: &self.reader(),
            query,
            limit,
            cancel: &Cancel::new(),
        };
        search(&context, Some(&loaded())).expect("an answer")
    }
}

/// `path:first line` of every hit, best first.
pub(crate) fn places(answer: &Answer) -> Vec<String> {
    let place =
        |hit: &smriti_tui::search::Hit| format!("{}:{}", hit.record.path, hit.record.lines.0);
    answer.hits.iter().map(place).collect()
}

/// A small program in three languages, with a document.
pub(crate) const PROGRAM: [(&str, &str); 5] = [
    (
        "src/segment.rs",
        include_str!("../fixtures/program/segment.rs"),
    ),
    (
        "src/writer.rs",
        include_str!("../fixtures/program/writer.rs"),
    ),
    (
        "tools/report.py",
        include_str!("../fixtures/program/report.py"),
    ),
    (
        "web/session.ts",
        include_str!("../fixtures/program/session.ts"),
    ),
    ("README.md", include_str!("../fixtures/program/README.md")),
];

/// The first hit of a query in a mode, as `path name`.
pub(crate) fn check_first(repository: &Repository, query: &str, mode: Mode, expected: &str) {
    let answer = repository.search(query, mode);
    let first = answer
        .hits
        .first()
        .map(|hit| format!("{} {}", hit.record.path, hit.record.name));
    assert_eq!(first.as_deref(), Some(expected), "{query} {mode:?}");
}
