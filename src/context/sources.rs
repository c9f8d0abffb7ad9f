//! Cache of recently used documents of the working tree and their trees.
//!
//! Principal type: [`Sources`]. Invariant: a document is returned only if its file is unchanged since it was
//! read.

use super::leaf::{CurrentLeaf, anchored, unmoved};
use crate::chunk::{ChunkTree, Limits};
use crate::corpus::{
    Cancel, Document, Fingerprint, ReadError, Root, SkipReason, SourcePath, is_unchanged, locked,
    now_ns, processors,
};
use crate::extract::DocumentReader;
use crate::index::Record;
use crate::syntax::start_parsing;
use lru::LruCache;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// Maximum size of the cached text, in bytes; the trees take several times as much.
const MAX_BYTES: usize = 32 << 20;
/// Maximum number of cached documents.
const MAX_DOCUMENTS: usize = 2_000;

/// Reads and cuts documents, each once until it changes. The only way to read the text of a chunk.
pub struct Sources {
    reader: DocumentReader,
    limits: Limits,
    recent: LruCache<SourcePath, CachedDocument>,
    /// Size of the text of all cached documents.
    bytes: usize,
    ahead: Option<ReadAhead>,
}

/// Documents that threads read and cut while others are used.
struct ReadAhead {
    work: Arc<ReadAheadWork>,
    threads: Vec<JoinHandle<()>>,
}

struct ReadAheadWork {
    reader: DocumentReader,
    limits: Limits,
    cancel: Cancel,
    paths: Vec<SourcePath>,
    /// Number of the next path.
    next: AtomicUsize,
    found: Mutex<Vec<CutDocument>>,
}

struct CutDocument {
    document: Document,
    fingerprint: Fingerprint,
    read_at_ns: i64,
    tree: Arc<ChunkTree>,
}

impl ReadAhead {
    fn of(sources: &Sources, paths: Vec<SourcePath>, cancel: &Cancel) -> Self {
        let work = ReadAheadWork {
            reader: sources.reader.clone(),
            limits: sources.limits,
            cancel: cancel.clone(),
            paths,
            next: AtomicUsize::new(0),
            found: Mutex::new(Vec::new()),
        };
        Self {
            work: Arc::new(work),
            threads: Vec::new(),
        }
    }

    /// Adds threads up to a number, but not more than there are paths left.
    fn add_threads(&mut self, most: usize) {
        let taken = self.work.next.load(Ordering::Relaxed);
        let left = self.work.paths.len().saturating_sub(taken);
        let most = most.min(self.threads.len() + left);
        for number in self.threads.len()..most {
            let work = Arc::clone(&self.work);
            // Without a thread, the documents are cut when they are requested.
            let thread = start_parsing(format!("cutter {number}"), move || work.run());
            self.threads.extend(thread);
        }
    }
}

impl Drop for ReadAhead {
    fn drop(&mut self) {
        self.work
            .next
            .store(self.work.paths.len(), Ordering::Relaxed);
    }
}

impl ReadAheadWork {
    fn run(&self) {
        while let Some(path) = self.paths.get(self.next.fetch_add(1, Ordering::Relaxed))
            && !self.cancel.is_cancelled()
        {
            let read_at_ns = now_ns();
            if let Ok((document, fingerprint)) = self.reader.read(path, &self.cancel) {
                let tree = Arc::new(ChunkTree::of(document.clone(), &self.limits));
                locked(&self.found).push(CutDocument {
                    document,
                    fingerprint,
                    read_at_ns,
                    tree,
                });
            }
        }
    }
}

/// A document, and its tree once it was requested.
struct CachedDocument {
    document: Document,
    fingerprint: Fingerprint,
    /// Time of the last read or comparison, in nanoseconds since the Unix epoch.
    read_at_ns: i64,
    tree: Option<Arc<ChunkTree>>,
}

impl Sources {
    /// Creates an empty cache.
    pub fn new(reader: DocumentReader, limits: Limits) -> Self {
        Self {
            reader,
            limits,
            recent: LruCache::unbounded(),
            bytes: 0,
            ahead: None,
        }
    }

    /// The root of the repository.
    pub fn root(&self) -> &Root {
        self.reader.root()
    }

    /// Returns the current document. When cancelled, the error is not about the file.
    pub fn tree(
        &mut self,
        path: &SourcePath,
        cancel: &Cancel,
    ) -> Result<Arc<ChunkTree>, ReadError> {
        Ok(self.cut(path, cancel)?.0)
    }

    /// The same, with the fingerprint of its file.
    pub fn cut(
        &mut self,
        path: &SourcePath,
        cancel: &Cancel,
    ) -> Result<(Arc<ChunkTree>, Fingerprint), ReadError> {
        let limits = self.limits;
        let source = self.source(path, cancel)?;
        Ok((source.tree(&limits), source.fingerprint))
    }

    /// Returns the current document, which is not cut.
    pub(super) fn document(
        &mut self,
        path: &SourcePath,
        cancel: &Cancel,
    ) -> Result<Document, ReadError> {
        Ok(self.source(path, cancel)?.document.clone())
    }

    /// Returns the text of a file without a byte order mark; none if it cannot be read.
    pub(super) fn current_text(&self, path: &str, cancel: &Cancel) -> Option<String> {
        let (document, _) = self.reader.read(&SourcePath::new(path), cancel).ok()?;
        let text = document.text.slice(0..document.text.len());
        Some(text.trim_start_matches('\u{feff}').to_owned())
    }

    /// Reads and cuts documents with all processors, so that [`Self::tree`] need not, and begins with those that are
    /// prepared `next`, on all processors but one. One that cannot be read is an error when its tree is requested.
    pub fn prepare<'p>(
        &mut self,
        paths: impl Iterator<Item = &'p SourcePath>,
        next: impl Iterator<Item = &'p SourcePath>,
        cancel: &Cancel,
    ) {
        self.finish_reading();
        let unknown = self.unknown(paths);
        // A single one is cut as quickly without a thread.
        if unknown.len() > 1 {
            self.ahead = Some(ReadAhead::of(self, unknown, cancel));
            self.finish_reading();
        }
        let mut ahead = ReadAhead::of(self, self.unknown(next), cancel);
        ahead.add_threads(processors() - 1);
        self.ahead = Some(ahead);
    }

    fn unknown<'p>(&self, paths: impl Iterator<Item = &'p SourcePath>) -> Vec<SourcePath> {
        let unknown = paths.filter(|path| !self.is_known(path));
        unknown.cloned().collect()
    }

    /// Reads the rest of the documents that are read ahead, with all processors.
    fn finish_reading(&mut self) {
        let Some(mut ahead) = self.ahead.take() else {
            return;
        };
        ahead.add_threads(processors());
        for thread in ahead.threads.drain(..) {
            // After a panic of a thread, its documents are cut when they are requested.
            _ = thread.join();
        }
        for cut in locked(&ahead.work.found).drain(..) {
            let path = cut.document.path.clone();
            self.keep(cut.document, cut.fingerprint, cut.read_at_ns);
            if let Some(kept) = self.recent.peek_mut(&path) {
                kept.tree.get_or_insert(cut.tree);
            }
        }
    }

    /// Returns the leaf of a record; none if it or its document is gone, or when cancelled. The document is
    /// cut only if the leaf is not where it was indexed.
    pub fn leaf(&mut self, record: &Record, cancel: &Cancel) -> Option<CurrentLeaf> {
        let limits = self.limits;
        let source = self.source(&record.path, cancel).ok()?;
        unmoved(&source.document, record).or_else(|| anchored(&source.tree(&limits), record))
    }

    /// Returns the first lines of a document; none if it is gone.
    pub fn first_lines(
        &mut self,
        path: &SourcePath,
        lines: u32,
        cancel: &Cancel,
    ) -> Option<String> {
        let text = &self.source(path, cancel).ok()?.document.text;
        Some(text.slice(text.lines(1, lines)).into_owned())
    }

    fn source(
        &mut self,
        path: &SourcePath,
        cancel: &Cancel,
    ) -> Result<&mut CachedDocument, ReadError> {
        if !self.is_known(path) {
            let read_at_ns = now_ns();
            match self.reader.read(path, cancel) {
                Ok((document, fingerprint)) => self.keep(document, fingerprint, read_at_ns),
                Err(error) => {
                    self.forget(path);
                    return Err(error);
                }
            }
        }
        self.recent.get_mut(path).ok_or_else(|| ReadError {
            path: path.clone(),
            reason: SkipReason::Gone,
            fingerprint: None,
        })
    }

    /// Returns true if a document is cached and its file is certainly unchanged.
    fn is_known(&self, path: &SourcePath) -> bool {
        let root = self.root();
        let known = self.recent.peek(path);
        known.is_some_and(|file| is_unchanged(root, path, &file.fingerprint, file.read_at_ns))
    }

    fn keep(&mut self, document: Document, fingerprint: Fingerprint, read_at_ns: i64) {
        if let Some(known) = self.recent.get_mut(&document.path)
            && (known.fingerprint.length, known.fingerprint.crc32)
                == (fingerprint.length, fingerprint.crc32)
        {
            known.fingerprint = fingerprint;
            known.read_at_ns = read_at_ns;
            return;
        }
        self.forget(&document.path);
        self.bytes += document.text.len();
        let path = document.path.clone();
        let source = CachedDocument {
            document,
            fingerprint,
            read_at_ns,
            tree: None,
        };
        self.recent.put(path, source);
        while self.recent.len() > 1
            && (self.bytes > MAX_BYTES || self.recent.len() > MAX_DOCUMENTS)
            && let Some((_, oldest)) = self.recent.pop_lru()
        {
            self.bytes -= oldest.document.text.len();
        }
    }

    fn forget(&mut self, path: &SourcePath) {
        if let Some(known) = self.recent.pop(path) {
            self.bytes -= known.document.text.len();
        }
    }
}

impl CachedDocument {
    fn tree(&mut self, limits: &Limits) -> Arc<ChunkTree> {
        let tree = self
            .tree
            .get_or_insert_with(|| Arc::new(ChunkTree::of(self.document.clone(), limits)));
        tree.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use std::fs::{self, File};
    use std::path::PathBuf;
    use std::time::Duration;
    use std::time::SystemTime;

    struct Repository {
        directory: tempfile::TempDir,
        sources: Sources,
    }

    impl Repository {
        fn new() -> Self {
            let directory = tempfile::tempdir().unwrap();
            let root = Root::exactly(directory.path()).unwrap();
            let config = Config::load(None).unwrap();
            let texts = directory.path().join("texts");
            let reader = DocumentReader::new(root, &config, PathBuf::new(), &texts).unwrap();
            Self {
                directory,
                sources: Sources::new(reader, Limits::default()),
            }
        }

        /// Writes a file with a modification time `age` ago.
        fn write(&self, path: &str, text: &str, age: Duration) {
            let file = self.directory.path().join(path);
            fs::write(&file, text).unwrap();
            let modified = SystemTime::now() - age;
            let file = File::options().write(true).open(file).unwrap();
            file.set_modified(modified).unwrap();
        }

        fn names(&mut self, path: &str) -> Vec<String> {
            let tree = self.tree(path);
            tree.leaves().map(|(_, leaf)| leaf.name.clone()).collect()
        }

        fn tree(&mut self, path: &str) -> Arc<ChunkTree> {
            let path = SourcePath::new(path);
            self.sources.tree(&path, &Cancel::new()).unwrap()
        }
    }

    const LONG_AGO: Duration = Duration::from_secs(3_600);

    #[test]
    fn a_quiet_document_is_cut_once() {
        let mut repository = Repository::new();
        repository.write("a.rs", "fn one() {}\n", LONG_AGO);
        let first = repository.tree("a.rs");
        assert!(Arc::ptr_eq(&first, &repository.tree("a.rs")));
    }

    #[test]
    fn documents_that_are_prepared_next_are_cut_once_and_their_changes_are_seen() {
        let mut repository = Repository::new();
        let paths = ["a.rs", "b.rs", "c.rs", "d.rs"].map(SourcePath::new);
        for path in &paths {
            repository.write(path.as_str(), "fn one() {}\n", LONG_AGO);
        }
        let (now, next) = paths.split_at(2);
        let mut prepare = |now: &[SourcePath], next: &[SourcePath]| {
            let cancel = Cancel::new();
            repository.sources.prepare(now.iter(), next.iter(), &cancel);
        };
        prepare(now, next);
        prepare(next, &[]);
        let mut cut = |path: &SourcePath| repository.sources.recent.peek(path)?.tree.clone();
        let trees: Vec<_> = paths.iter().map(&mut cut).collect();
        assert!(trees.iter().all(Option::is_some));
        for (path, tree) in paths.iter().zip(trees) {
            assert!(Arc::ptr_eq(&repository.tree(path.as_str()), &tree.unwrap()));
        }
        repository.write("c.rs", "fn two() {}\n", LONG_AGO / 2);
        assert_eq!(repository.names("c.rs"), ["two"]);
    }

    #[test]
    fn a_changed_document_is_cut_again() {
        let mut repository = Repository::new();
        repository.write("a.rs", "fn one() {}\n", LONG_AGO);
        assert_eq!(repository.names("a.rs"), ["one"]);
        repository.write("a.rs", "fn two() {}\n", LONG_AGO / 2);
        assert_eq!(repository.names("a.rs"), ["two"]);
    }

    /// Files of the same length and time are compared by their bytes.
    fn check_a_time_that_is_not_trusted(modified: SystemTime) {
        let mut repository = Repository::new();
        let write = |repository: &Repository, text: &str| {
            repository.write("a.rs", text, Duration::ZERO);
            let file = repository.directory.path().join("a.rs");
            let file = File::options().write(true).open(file).unwrap();
            file.set_modified(modified).unwrap();
        };
        write(&repository, "fn one() {}\n");
        let first = repository.tree("a.rs");
        // The same bytes need not be cut again; other bytes of the same length and time must be.
        assert!(Arc::ptr_eq(&first, &repository.tree("a.rs")));
        write(&repository, "fn two() {}\n");
        assert_eq!(repository.names("a.rs"), ["two"]);
    }

    #[test]
    fn contents_are_compared_if_the_time_is_racy() {
        check_a_time_that_is_not_trusted(SystemTime::now());
    }

    #[cfg(unix)]
    #[test]
    fn contents_are_compared_if_the_time_was_set_back() {
        check_a_time_that_is_not_trusted(SystemTime::now() - LONG_AGO);
    }

    #[test]
    fn missing_documents_are_reported() {
        let mut repository = Repository::new();
        repository.write("a.rs", "fn one() {}\n", LONG_AGO);
        repository.tree("a.rs");
        fs::remove_file(repository.directory.path().join("a.rs")).unwrap();
        let path = SourcePath::new("a.rs");
        let gone = repository.sources.tree(&path, &Cancel::new());
        let error = gone.unwrap_err().to_string();
        assert_eq!(error, "a.rs: it no longer exists");
        assert_eq!(repository.sources.bytes, 0);
    }

    #[test]
    fn oldest_documents_are_evicted() {
        let mut repository = Repository::new();
        let text = "x".repeat(MAX_BYTES / 4);
        for name in ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"] {
            repository.write(name, &text, LONG_AGO);
            let path = SourcePath::new(name);
            let read = repository.sources.source(&path, &Cancel::new());
            assert_eq!(read.unwrap().document.text.len(), text.len());
        }
        let kept = |name: &str| repository.sources.recent.contains(&SourcePath::new(name));
        assert!(!kept("a.txt") && kept("b.txt") && kept("e.txt"));
        assert_eq!(repository.sources.bytes, MAX_BYTES);
    }
}
