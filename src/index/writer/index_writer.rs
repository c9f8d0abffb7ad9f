//! The open writer, its staged changes, the state of the indexed files, and commits.
//!
//! Principal types: [`IndexWriter`] and [`Staged`].

use crate::corpus::{Scope, SourcePath, WalkedFile, locked};
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::error::Result;
use crate::index::folder::IndexFolder;
use crate::index::lexical::term_list;
use crate::index::lock::WriterLock;
use crate::index::manifest::Manifest;
use crate::index::payload::Payload;
use crate::index::published::segment_files;
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
        let asked = || known.iter().chain(found.iter().map(|found| &found.path));
        let stored = self.store.files_beside(asked())?;
        for path in asked() {
            let state = match self.staged.files.get(path) {
                Some(staged) => *staged,
                None => stored.get(path).copied(),
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

impl IndexWriter {
    /// Publishes the staged changes, if there are any.
    pub fn commit(mut self) -> Result<Self> {
        let staged = self.publish_staged()?;
        self.share_vectors();
        if !staged.files.is_empty() {
            self.store.remember(staged.files.into_iter())?;
        }
        Ok(self)
    }

    /// Leaves the vector files of the newest commit to the reader of this process.
    pub(super) fn share_vectors(&self) {
        *locked(&self.folder.written) = self.vectors.clone();
    }

    /// Writes the manifest of the working tree, if everything is published: while the tree is unchanged,
    /// readers need no writer. `has_all_vectors` is true if every entry of the newest snapshot has its vector.
    pub fn write_manifest(mut self, has_all_vectors: bool) -> Result<Self> {
        if self.staged.documents
            || !self.staged.files.is_empty()
            || !self.staged.rows.is_empty()
            || self.summaries_are_due()
        {
            return Ok(self);
        }
        let metas = self.index.load_metas()?;
        // This payload may lack a damaged vector file that the commit still references.
        if Payload::decode(metas.payload.as_deref()).as_ref() != Some(&self.payload) {
            return Ok(self);
        }
        term_list::keep(&self.index, &metas, &self.folder.lexical());
        let manifest = Manifest::of(
            &self.folder,
            &self.payload,
            has_all_vectors,
            &segment_files(&self.folder, &self.index, &metas),
            self.opened_at_ns,
            self.files()?,
        );
        if let Some(manifest) = manifest {
            // Without it readers use the writer, which takes longer and has the same result.
            self.manifest = manifest.write(&self.folder, self.manifest).ok();
        }
        Ok(self)
    }

    /// Publishes the staged changes, and returns the changes that must be stored.
    pub(super) fn publish_staged(&mut self) -> Result<Staged> {
        let mut staged = std::mem::take(&mut self.staged);
        let due = staged.summaries_due.unwrap_or(self.payload.summaries_due);
        let payload_changes = staged.is_renewed || due != self.payload.summaries_due;
        if staged.documents || !staged.rows.is_empty() || payload_changes {
            if staged.documents {
                self.store.forget(staged.files.keys())?;
            }
            let mut payload = self.payload.clone();
            payload.generation.0 += 1;
            payload.summaries_due = due;
            if !staged.rows.is_empty() {
                self.write_rows(&mut payload, std::mem::take(&mut staged.rows))?;
            }
            self.publish(payload)?;
        }
        Ok(staged)
    }

    /// The commit point.
    pub(super) fn publish(&mut self, payload: Payload) -> Result<()> {
        let text = payload.encode()?;
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(&text);
        prepared.commit()?;
        self.payload = payload;
        self.remove_unnamed_files();
        self.folder.verified.forget_removed(self.folder.path());
        Ok(())
    }
}
