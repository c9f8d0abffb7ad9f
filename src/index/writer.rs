//! The only writer of an index.
//!
//! Principal type: [`IndexWriter`]. Invariant: staged changes become visible together or not at all, and
//! after an error no writer is left.

use super::IndexError;
use super::damage::{IndexPart, catch_panic};
use super::folder::IndexFolder;
use super::lexical::document;
use super::lexical::open;
use super::lexical::schema::FIELDS;
use super::lock::WriterLock;
use super::manifest::Manifest;
use super::payload::{Identity, Payload};
use super::record::{Record, Summary, path_term};
use super::store::{FileOutcome, FileState, Store};
use super::vector::VectorFile;
use crate::chunk::ChunkTree;
use crate::corpus::file_class::purpose;
use crate::corpus::{Fingerprint, Scope, SourcePath, WalkedFile, now_ns};
use crate::embed::{Embedding, EmbeddingKey};
use std::collections::{HashMap, HashSet};
use std::ops::Bound;
use tantivy::query::{BooleanQuery, Occur, Query, RangeQuery, TermQuery};
use tantivy::schema::{IndexRecordOption, Term};
use tantivy::{Index, IndexWriter as LexicalWriter};

mod maintenance;
mod opening;
#[cfg(test)]
mod tests;
mod vectors;

pub use maintenance::Merging;
use opening::{first_payload, newest_payload, open_lexical, open_store};
pub(super) use opening::{open_published, segment_files};

/// Writes an index; has its lock.
///
/// Changes are staged by [`IndexWriter::replace`], [`IndexWriter::remove`] and [`IndexWriter::add_vectors`],
/// and become visible together by [`IndexWriter::commit`]. Fallible methods take the writer and return it, so
/// that after an error no writer is left that could publish half of the changes.
pub struct IndexWriter {
    folder: IndexFolder,
    writer: LexicalWriter,
    index: Index,
    store: Store,
    payload: Payload,
    /// The vector files of the newest commit, and vector files already written for the next one.
    vectors: Vec<VectorFile>,
    /// Files with documents in the index; others need no deletion before they are added.
    indexed: HashSet<SourcePath>,
    staged: Staged,
    notice: Option<String>,
    /// Time of opening, in nanoseconds since the Unix epoch: existing files were verified after it.
    opened_at_ns: i64,
    /// Checksum of the last manifest.
    manifest: Option<u32>,
    /// Declared last so that it is dropped last: the lock outlives everything above.
    _lock: WriterLock,
}

/// Notice for an index whose embedding model changed.
const MODEL_CHANGED: &str = "the embedding model changed: vectors are rebuilt, keywords stay";

/// Changes of the next commit.
#[derive(Default)]
struct Staged {
    documents: bool,
    /// True for the first commit of an index, or with vectors of another model.
    is_renewed: bool,
    /// New value of the flag that directory summaries are outdated, if it changes.
    summaries_due: Option<bool>,
    files: HashMap<SourcePath, Option<FileState>>,
    rows: HashMap<EmbeddingKey, Embedding>,
}

/// Mode of opening an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OpenMode {
    /// Open the existing index. A damaged one, or one with another identity, is rebuilt, which
    /// [`IndexWriter::notice`] reports. If only the embedding model differs, only the vectors are rebuilt.
    #[default]
    Existing,
    /// Start with an empty index. Vectors of the same model and server-written summaries are kept: they would
    /// be the same.
    Empty,
    /// Open the existing index without this part, which was found to be damaged in use.
    Without(IndexPart),
}

impl IndexWriter {
    /// Opens or creates the index in `folder`.
    ///
    /// # Errors
    /// [`IndexError::Locked`] while another process writes; [`IndexError::Folder`] if the folder cannot be
    /// used. Then nothing is changed.
    pub fn begin(
        folder: &IndexFolder,
        identity: Identity,
        begin: OpenMode,
    ) -> Result<Self, IndexError> {
        let opened_at_ns = now_ns();
        folder.create()?;
        let lock = WriterLock::acquire(folder)?;
        folder.remove_unfinished()?;
        if begin == OpenMode::Without(IndexPart::Store) {
            folder.clear_store()?;
        }
        let (store, mut notice) = open_store(folder)?;
        // sled makes its files readable by everyone.
        folder.make_private()?;
        let earlier = newest_payload(folder);
        let found = match begin {
            OpenMode::Empty | OpenMode::Without(IndexPart::Lexical) => Ok(None),
            _ => catch_panic(IndexPart::Lexical, || open_published(folder, &identity)),
        };
        let published = match found {
            Ok(published) => published,
            Err(IndexError::Outdated(why)) => {
                notice.get_or_insert(format!("index rebuilt: {why}"));
                None
            }
            Err(IndexError::Damaged { what, .. }) => {
                notice.get_or_insert(format!("index rebuilt: it was damaged ({what})"));
                None
            }
            Err(error) => return Err(error),
        };
        let mut staged = Staged::default();
        let (index, mut payload, indexed) = match published {
            Some(opened) => (opened.index, opened.payload, opened.paths),
            None => {
                folder.clear()?;
                let index = open::create(folder)?;
                staged.is_renewed = true;
                let payload = first_payload(identity.clone(), earlier);
                (index, payload, HashSet::new())
            }
        };
        if !payload.identity.has_vectors_of(&identity) && !payload.vectors.is_empty() {
            notice.get_or_insert(MODEL_CHANGED.to_owned());
            payload.vectors.clear();
        }
        if payload.identity.author != identity.author {
            staged.summaries_due = Some(true);
        }
        if payload.identity != identity {
            payload.identity = identity;
            staged.is_renewed = true;
        }
        if store.index()? != Some(payload.index) {
            store.begin(payload.index)?;
        }
        let writer = open_lexical(&index)?;
        let mut opened = Self {
            folder: folder.clone(),
            writer,
            index,
            store,
            payload,
            vectors: Vec::new(),
            indexed,
            staged,
            notice,
            opened_at_ns,
            manifest: None,
            _lock: lock,
        };
        opened.open_vectors()?;
        if opened.staged.is_renewed && !opened.vectors.is_empty() {
            // A kill before the first files are indexed loses no vector.
            opened = opened.commit()?;
        }
        Ok(opened)
    }

    /// Returns true if the index is still in the directory: a user may have deleted it, and writes to deleted
    /// files would be lost.
    pub fn is_in_place(&self) -> bool {
        let published = || {
            let metas = self.index.load_metas().ok()?;
            Payload::decode(metas.payload.as_deref())
        };
        // Sled keeps the store in a file called `db`.
        self.folder.is_being_written() != Some(false)
            && self.folder.store().join("db").exists()
            && (self.staged.is_renewed
                || published().is_some_and(|it| it.is_commit_of(&self.payload)))
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
    pub fn files(&self) -> Result<HashMap<SourcePath, Option<FileState>>, IndexError> {
        let indexed = self.indexed.iter().map(|path| (path.clone(), None));
        let known = self.store.files()?.into_iter();
        let known = known.map(|(path, state)| (path, Some(state)));
        let mut files: HashMap<_, _> = indexed.chain(known).collect();
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
    ) -> Result<HashMap<SourcePath, Option<FileState>>, IndexError> {
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

    /// Replaces a file's chunks; `keys` are the leaves that are entries, by index in the tree. The summaries
    /// of its directories become outdated.
    pub fn replace(
        mut self,
        tree: &ChunkTree,
        fingerprint: Fingerprint,
        summary: &Summary,
        keys: &HashMap<usize, EmbeddingKey>,
    ) -> Result<Self, IndexError> {
        self.delete_documents(tree.path());
        let purpose = purpose(tree.path(), &[]);
        for (at, chunk) in tree.chunks.iter().enumerate() {
            let document = match chunk.parent {
                None => {
                    let record = Record::of(tree, chunk, None).with_summary(summary);
                    document::summary_document(&record, &summary.digest)
                }
                Some(_) => document::document(tree, purpose, chunk, keys.get(&at).copied()),
            };
            self.writer.add_document(document?)?;
        }
        self.staged.documents = true;
        self.staged.summaries_due = Some(true);
        self.indexed.insert(tree.path().clone());
        let outcome = match tree.timed_out {
            true => FileOutcome::TimedOut,
            false => FileOutcome::Indexed,
        };
        self.keep_state(tree.path(), fingerprint, outcome);
        Ok(self)
    }

    /// Records a new modification time of a file with unchanged content.
    pub fn touch(&mut self, path: &SourcePath, fingerprint: Fingerprint) {
        self.keep_state(path, fingerprint, FileOutcome::Indexed);
    }

    /// Removes a file's chunks, if it has any, and records that this state of it cannot be indexed.
    pub fn refuse(&mut self, path: &SourcePath, fingerprint: Fingerprint) {
        if self.indexed.contains(path) {
            self.remove(path);
        }
        self.keep_state(path, fingerprint, FileOutcome::Refused);
    }

    fn keep_state(&mut self, path: &SourcePath, fingerprint: Fingerprint, outcome: FileOutcome) {
        let state = FileState {
            fingerprint,
            indexed_at_ns: now_ns(),
            outcome,
        };
        self.staged.files.insert(path.clone(), Some(state));
    }

    /// Removes a file's chunks.
    pub fn remove(&mut self, path: &SourcePath) {
        self.delete_documents(path);
        self.staged.documents = true;
        self.staged.summaries_due = Some(true);
        self.staged.files.insert(path.clone(), None);
    }

    /// Replaces the summary of a directory called `name`; none removes it. [`super::ROOT`] is the repository.
    pub fn summarize(
        mut self,
        directory: &SourcePath,
        name: &str,
        summary: Option<&Summary>,
    ) -> Result<Self, IndexError> {
        let term = path_term(directory);
        self.writer
            .delete_term(Term::from_field_text(FIELDS.path, &term));
        if let Some(summary) = summary {
            let record = Record {
                hash: summary.hash,
                name: name.to_owned(),
                names: vec![name.to_owned()],
                ..Record::of_directory(directory).with_summary(summary)
            };
            let document = document::summary_document(&record, &summary.digest)?;
            self.writer.add_document(document)?;
        }
        self.staged.documents = true;
        Ok(self)
    }

    /// Replaces the record of a file, a directory or a declaration with children, for another summary.
    /// Declarations have no digest.
    pub fn rewrite(mut self, record: &Record, digest: &[u8]) -> Result<Self, IndexError> {
        let path = Term::from_field_text(FIELDS.path, &record.path_term());
        let path: Box<dyn Query> = Box::new(TermQuery::new(path, IndexRecordOption::Basic));
        let id = Bound::Included(Term::from_field_u64(FIELDS.id, record.id.0));
        let id: Box<dyn Query> = Box::new(RangeQuery::new(id.clone(), id));
        let document = match record.is_summary() {
            true => document::summary_document(record, digest)?,
            false => document::declaration_document(record)?,
        };
        let both = BooleanQuery::new(vec![(Occur::Must, path), (Occur::Must, id)]);
        self.writer.delete_query(Box::new(both))?;
        self.writer.add_document(document)?;
        self.staged.documents = true;
        Ok(self)
    }

    /// A server-written summary, by the hash of its request.
    pub fn written(&self, key: u64) -> Result<Option<String>, IndexError> {
        self.store.summary(key)
    }

    /// Stores a server-written summary. It survives a rebuild.
    pub fn keep_written(self, key: u64, text: &str) -> Result<Self, IndexError> {
        self.store.keep_summary(key, text)?;
        Ok(self)
    }

    /// The author of the server-written summaries; none without a server.
    pub fn author(&self) -> Option<&str> {
        self.payload.identity.author.as_deref()
    }

    /// Returns true if files changed since the summaries of their directories were made.
    pub fn summaries_are_due(&self) -> bool {
        let staged = self.staged.summaries_due;
        staged.unwrap_or(self.payload.summaries_due)
    }

    /// Records that the next commit contains all summaries of directories.
    pub fn summaries_are_made(&mut self) {
        self.staged.summaries_due = Some(false);
    }

    fn delete_documents(&mut self, path: &SourcePath) {
        if self.indexed.remove(path) {
            self.writer
                .delete_term(Term::from_field_text(FIELDS.path, path.as_str()));
        }
    }

    /// Publishes the staged changes, if there are any.
    pub fn commit(mut self) -> Result<Self, IndexError> {
        let staged = self.publish_staged()?;
        if !staged.files.is_empty() {
            self.store.remember(staged.files.into_iter())?;
        }
        Ok(self)
    }

    /// Writes the manifest of the working tree, if everything is published: while the tree is unchanged,
    /// readers need no writer.
    pub fn write_manifest(mut self) -> Result<Self, IndexError> {
        let is_published = !self.staged.documents && self.staged.files.is_empty();
        if !is_published || !self.staged.rows.is_empty() || self.summaries_are_due() {
            return Ok(self);
        }
        let metas = self.index.load_metas()?;
        // This payload may lack a damaged vector file that the commit still references.
        if Payload::decode(metas.payload.as_deref()).as_ref() != Some(&self.payload) {
            return Ok(self);
        }
        let lexical = segment_files(&self.folder, &self.index, &metas);
        let (folder, verified) = (&self.folder, self.opened_at_ns);
        let manifest = Manifest::of(folder, &self.payload, &lexical, verified, self.files()?);
        if let Some(manifest) = manifest {
            // Without it readers use the writer, which takes longer and has the same result.
            self.manifest = manifest.write(&self.folder, self.manifest).ok();
        }
        Ok(self)
    }

    /// Publishes the staged changes, and returns the changes that must be stored.
    fn publish_staged(&mut self) -> Result<Staged, IndexError> {
        let mut staged = std::mem::take(&mut self.staged);
        let due = staged.summaries_due.unwrap_or(self.payload.summaries_due);
        let turns = staged.is_renewed || due != self.payload.summaries_due;
        if staged.documents || !staged.rows.is_empty() || turns {
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
    fn publish(&mut self, payload: Payload) -> Result<(), IndexError> {
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
