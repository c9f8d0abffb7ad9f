//! The open writer, its staged changes, and the state of the indexed files.
//!
//! Principal types: [`IndexWriter`] and [`Staged`].

use crate::corpus::{Scope, SourcePath, WalkedFile};
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::error::Result;
use crate::index::folder::IndexFolder;
use crate::index::lock::WriterLock;
use crate::index::payload::Payload;
use crate::index::store::{FileState, Store};
use crate::index::vector::VectorFile;
use std::collections::{HashMap, HashSet};
use tantivy::{Index, IndexWriter as LexicalWriter};

/// Writes an index; has its lock.
///
/// Changes are staged by [`IndexWriter::replace`], [`IndexWriter::remove`] and [`IndexWriter::add_vectors`],
/// and become visible together by [`IndexWriter::commit`]. Fallible methods take the writer and return it, so
/// that after an error no writer is left that could publish half of the changes.
pub struct IndexWriter {
    pub(super) folder: IndexFolder,
    pub(super) writer: LexicalWriter,
    pub(super) index: Index,
    pub(super) store: Store,
    pub(super) payload: Payload,
    /// The vector files of the newest commit, and vector files already written for the next one.
    pub(super) vectors: Vec<VectorFile>,
    /// Files with documents in the index; others need no deletion before they are added.
    pub(super) indexed: HashSet<SourcePath>,
    pub(super) staged: Staged,
    pub(super) notice: Option<String>,
    /// Time of opening, in nanoseconds since the Unix epoch: existing files were verified after it.
    pub(super) opened_at_ns: i64,
    /// Checksum of the last manifest.
    pub(super) manifest: Option<u32>,
    /// Declared last so that it is dropped last: the lock outlives everything above.
    pub(super) _lock: WriterLock,
}

/// Changes of the next commit.
#[derive(Default)]
pub(super) struct Staged {
    pub(super) documents: bool,
    /// True for the first commit of an index, or with vectors of another model.
    pub(super) is_renewed: bool,
    /// New value of the flag that directory summaries are outdated, if it changes.
    pub(super) summaries_due: Option<bool>,
    pub(super) files: HashMap<SourcePath, Option<FileState>>,
    pub(super) rows: HashMap<EmbeddingKey, Embedding>,
}

impl IndexWriter {
    /// Returns true if the index is still in the directory: a user may have deleted it, and writes to deleted
    /// files would be lost.
    pub fn is_in_place(&self) -> bool {
        // Sled keeps the store in a file called `db`.
        let has_store = self.folder.store().join("db").exists();
        if self.folder.is_being_written() == Some(false) || !has_store {
            return false;
        }
        self.staged.is_renewed || self.is_published()
    }

    /// Returns true if the newest commit on disk is the one of this writer.
    fn is_published(&self) -> bool {
        let Ok(metas) = self.index.load_metas() else {
            return false;
        };
        let published = Payload::decode(metas.payload.as_deref());
        published.is_some_and(|published| published.is_commit_of(&self.payload))
    }

    /// Id of the index; a rebuilt index has another.
    pub fn index_id(&self) -> u64 {
        self.payload.index
    }

    /// Message for users: rebuilt parts and the reason, or maintenance that failed.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Every known file with its fingerprint at the time of indexing, including staged changes. The
    /// fingerprint is none if unknown (after a kill, or if the store was lost).
    pub fn files(&self) -> Result<HashMap<SourcePath, Option<FileState>>> {
        let indexed = self.indexed.iter().map(|path| (path.clone(), None));
        let mut files: HashMap<_, _> = indexed.collect();
        for (path, state) in self.store.files()? {
            files.insert(path, Some(state));
        }
        for (path, state) in &self.staged.files {
            match state {
                Some(_) => files.insert(path.clone(), *state),
                None => files.remove(path),
            };
        }
        Ok(files)
    }

    /// As [`Self::files`] for a part of the repository: the indexed files in `scope`, and the known states of
    /// the files `found` in it.
    pub fn files_in(
        &self,
        scope: &Scope,
        found: &[WalkedFile],
    ) -> Result<HashMap<SourcePath, Option<FileState>>> {
        if *scope == Scope::Everything {
            return self.files();
        }
        let indexed = self.indexed.iter().filter(|path| scope.covers(path));
        let mut files: HashMap<_, _> = indexed.map(|path| (path.clone(), None)).collect();
        let known: HashSet<SourcePath> = files.keys().cloned().collect();
        for path in known.iter().chain(found.iter().map(|found| &found.path)) {
            let state = match self.staged.files.get(path) {
                Some(staged) => *staged,
                None => self.store.file(path)?,
            };
            if state.is_some() {
                files.insert(path.clone(), state);
            }
        }
        Ok(files)
    }

    /// A server-written summary, by the hash of its request.
    pub fn written(&self, key: u64) -> Result<Option<String>> {
        self.store.summary(key)
    }

    /// Stores a server-written summary. It survives a rebuild.
    pub fn keep_written(self, key: u64, text: &str) -> Result<Self> {
        self.store.keep_summary(key, text)?;
        Ok(self)
    }

    /// The author of the server-written summaries; none without a server.
    pub fn author(&self) -> Option<&str> {
        self.payload.identity.author.as_deref()
    }

    /// Returns true if files changed since the summaries of their directories were made.
    pub fn summaries_are_due(&self) -> bool {
        self.staged
            .summaries_due
            .unwrap_or(self.payload.summaries_due)
    }
}
