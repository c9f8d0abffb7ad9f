//! The only writer of an index.

use super::IndexError;
use super::damage::{Part, contained};
use super::folder::IndexFolder;
use super::lexical::document;
use super::lexical::open;
use super::lexical::schema::Fields;
use super::lock::WriterLock;
use super::manifest::{Manifest, Noting};
use super::payload::{Identity, Payload};
use super::record::{Record, Summary, path_term};
use super::store::{FileOutcome, FileState, Store};
use super::vector::VectorFile;
use crate::chunk::ChunkTree;
use crate::corpus::{Fingerprint, Found, Scope, SourcePath, now_ns};
use crate::embed::{Embedding, EmbeddingKey};
use std::collections::{HashMap, HashSet};
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, Term};
use tantivy::{Index, IndexWriter as LexicalWriter};

mod opening;
#[cfg(test)]
mod tests;
mod tidy;
mod vectors;

pub(super) use opening::segment_files;
use opening::{
    Opened, Published, first_payload, newest_payload, open_lexical, open_published, open_store,
};

/// Writes an index; holds its lock while it lives.
///
/// Changes are staged by [`IndexWriter::replace`], [`IndexWriter::remove`] and
/// [`IndexWriter::add_vectors`] and become visible, all at once, by [`IndexWriter::commit`]. What may
/// fail takes the writer and gives it back: after an error there is none that could publish half of it.
pub struct IndexWriter {
    folder: IndexFolder,
    writer: LexicalWriter,
    index: Index,
    store: Store,
    fields: Fields,
    payload: Payload,
    /// The vector files of the newest commit, and of the next one those that are written.
    vectors: Vec<VectorFile>,
    /// Files with documents in the index; the others need no deletion before they are added.
    indexed: HashSet<SourcePath>,
    staged: Staged,
    notice: Option<String>,
    /// Time of opening, in nanoseconds since the Unix epoch: existing files were verified after it.
    opened_at_ns: i64,
    /// Checksum of the last manifest.
    told: Option<u32>,
    /// The last to be given up.
    _lock: WriterLock,
}

/// Notice for an index whose embedding model changed.
const MODEL_CHANGED: &str = "the embedding model changed: vectors are rebuilt, keywords stay";

/// Changes of the next commit.
#[derive(Default)]
struct Staged {
    documents: bool,
    /// It is the first commit of an index, or of another model's vectors.
    is_renewed: bool,
    /// New value of the flag that directory summaries are outdated, if it changes.
    summaries_due: Option<bool>,
    files: HashMap<SourcePath, Option<FileState>>,
    rows: HashMap<EmbeddingKey, Embedding>,
}

/// Initial state of a writer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Begin {
    /// The index in its folder. One that is damaged, or was made with another identity, is made anew,
    /// and [`IndexWriter::notice`] says so. Of one that differs in the embedding model its vectors
    /// alone are.
    #[default]
    WithWhatIsThere,
    /// An empty index. What is known of files is forgotten; vectors of the same model and what a
    /// server wrote stay: they would come out the same.
    FromNothing,
    /// The index in its folder without this part, which was found to be damaged while it was used.
    Without(Part),
}

impl IndexWriter {
    /// Opens or creates the index in `folder`.
    ///
    /// # Errors
    /// [`IndexError::Locked`] while another process writes; [`IndexError::Folder`] where the
    /// folder cannot be used. Then everything stays as it was.
    pub fn open(folder: &IndexFolder, identity: Identity) -> Result<Self, IndexError> {
        Self::begin(folder, identity, Begin::WithWhatIsThere)
    }

    /// The same, beginning with `begin`.
    pub fn begin(
        folder: &IndexFolder,
        identity: Identity,
        begin: Begin,
    ) -> Result<Self, IndexError> {
        let opened_at_ns = now_ns();
        folder.create()?;
        let lock = WriterLock::take(folder)?;
        if begin == Begin::Without(Part::Store) {
            folder.clear_store()?;
        }
        let (store, mut notice) = open_store(folder, &lock)?;
        // sled makes its files readable for everybody.
        folder.make_private()?;
        let earlier = newest_payload(folder);
        let found = match begin {
            Begin::FromNothing | Begin::Without(Part::Lexical) => Ok(Published::None),
            _ => contained(Part::Lexical, || open_published(folder, &identity)),
        };
        let published = match found {
            Ok(Published::Usable(published)) => Some(*published),
            Ok(Published::None) => None,
            Ok(Published::Different(why)) => {
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
        let (index, fields, mut payload, indexed) = match published {
            Some(Opened {
                index,
                fields,
                payload,
                paths,
            }) => (index, fields, payload, paths),
            None => {
                folder.clear()?;
                let (index, fields) = open::create(folder)?;
                staged.is_renewed = true;
                let payload = first_payload(identity.clone(), earlier);
                (index, fields, payload, HashSet::new())
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
        let writer = lock.open(|| open_lexical(&index))?;
        let mut opened = Self {
            folder: folder.clone(),
            writer,
            index,
            store,
            fields,
            payload,
            vectors: Vec::new(),
            indexed,
            staged,
            notice,
            opened_at_ns,
            told: None,
            _lock: lock,
        };
        opened.open_vectors()?;
        if opened.staged.is_renewed && !opened.vectors.is_empty() {
            // A kill before the first files are indexed loses no vector.
            opened = opened.commit()?;
        }
        Ok(opened)
    }

    /// Returns true if the index is still in the directory: a user may have deleted it, and writes
    /// to deleted files are lost.
    pub fn is_in_place(&self) -> bool {
        let published = || {
            let metas = self.index.load_metas().ok()?;
            Payload::decode(metas.payload.as_deref())
        };
        self.folder.is_being_written() != Some(false)
            && self.folder.has_store()
            && (self.staged.is_renewed
                || published().is_some_and(|it| it.is_commit_of(&self.payload)))
    }

    /// Identity of the index; a rebuilt index has another.
    pub fn index_id(&self) -> u64 {
        self.payload.index
    }

    /// Message for people: parts rebuilt on opening and why, or work that tidying could not do.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Every file that has documents in the index or is remembered, as it was when indexed, what is
    /// staged included; none where that is not known (after a kill, or when the store was lost).
    pub fn files(&self) -> Result<HashMap<SourcePath, Option<FileState>>, IndexError> {
        let mut files: HashMap<_, _> = self
            .indexed
            .iter()
            .map(|path| (path.clone(), None))
            .collect();
        files.extend(
            self.store
                .files()?
                .into_iter()
                .map(|(path, state)| (path, Some(state))),
        );
        for (path, state) in &self.staged.files {
            match state {
                Some(_) => files.insert(path.clone(), *state),
                None => files.remove(path),
            };
        }
        Ok(files)
    }

    /// The same of a part of the repository: the indexed files that are in `scope`, and what is
    /// remembered of those that were `found` in it.
    pub fn files_in(
        &self,
        scope: &Scope,
        found: &[Found],
    ) -> Result<HashMap<SourcePath, Option<FileState>>, IndexError> {
        if *scope == Scope::Everything {
            return self.files();
        }
        let indexed = self.indexed.iter().filter(|path| scope.covers(path));
        let mut files: HashMap<_, _> = indexed.map(|path| (path.clone(), None)).collect();
        let asked: HashSet<SourcePath> = files
            .keys()
            .chain(found.iter().map(|found| &found.path))
            .cloned()
            .collect();
        for path in asked {
            let state = match self.staged.files.get(&path) {
                Some(staged) => *staged,
                None => self.store.file(&path)?,
            };
            if state.is_some() {
                files.insert(path, state);
            }
        }
        Ok(files)
    }

    /// Replaces a file's chunks; `keys` gives the leaves that are entries, by their index in the
    /// tree. The summaries of its directories are due from now on.
    pub fn replace(
        mut self,
        tree: &ChunkTree,
        fingerprint: Fingerprint,
        summary: &Summary,
        keys: &HashMap<usize, EmbeddingKey>,
    ) -> Result<Self, IndexError> {
        self.delete_documents(tree.path());
        for (at, chunk) in tree.chunks.iter().enumerate() {
            let document = match chunk.parent {
                None => document::file(&self.fields, tree, chunk, summary),
                Some(_) => document::document(&self.fields, tree, chunk, keys.get(&at).copied()),
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

    /// Remembers a file whose content is what it was under a new modification time.
    pub fn touch(&mut self, path: &SourcePath, fingerprint: Fingerprint) {
        self.keep_state(path, fingerprint, FileOutcome::Indexed);
    }

    /// Drops a file's chunks, if it has any, and remembers that this state of it cannot be indexed.
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

    /// Drops a file's chunks.
    pub fn remove(&mut self, path: &SourcePath) {
        self.delete_documents(path);
        self.staged.documents = true;
        self.staged.summaries_due = Some(true);
        self.staged.files.insert(path.clone(), None);
    }

    /// Replaces the summary of a directory called `name`; none removes it. [`super::ROOT`] is the
    /// repository.
    pub fn summarize(
        mut self,
        directory: &SourcePath,
        name: &str,
        summary: Option<&Summary>,
    ) -> Result<Self, IndexError> {
        let term = path_term(directory);
        self.writer
            .delete_term(Term::from_field_text(self.fields.path, &term));
        if let Some(summary) = summary {
            let document = document::directory(&self.fields, directory, name, summary)?;
            self.writer.add_document(document)?;
        }
        self.staged.documents = true;
        Ok(self)
    }

    /// Replaces the text of a summary; the record is that of a file or a directory.
    pub fn rewrite(mut self, record: &Record, digest: &[u8]) -> Result<Self, IndexError> {
        let fields = &self.fields;
        let exactly = |field, text: &str| -> Box<dyn Query> {
            let term = Term::from_field_text(field, text);
            Box::new(TermQuery::new(term, IndexRecordOption::Basic))
        };
        let path = match record.is_directory() {
            true => exactly(fields.path, &path_term(&record.path)),
            false => exactly(fields.path, record.path.as_str()),
        };
        // A file shares its path with its chunks, none of which is of this kind.
        let kind = exactly(fields.kind, record.kind.name());
        let document = match record.is_directory() {
            true => document::directory_of(fields, record, digest)?,
            false => document::file_of(fields, record, digest)?,
        };
        let both = BooleanQuery::new(vec![(Occur::Must, path), (Occur::Must, kind)]);
        self.writer.delete_query(Box::new(both))?;
        self.writer.add_document(document)?;
        self.staged.documents = true;
        Ok(self)
    }

    /// A summary that was written before, by the hash of all that it was asked with.
    pub fn written(&self, key: u64) -> Result<Option<String>, IndexError> {
        self.store.summary(key)
    }

    /// Keeps summaries that were written, whatever becomes of the index.
    pub fn keep_written(&self, written: &[(u64, String)]) -> Result<(), IndexError> {
        self.store.keep_summaries(written)
    }

    /// The author of the summaries that a server wrote; none where no server does.
    pub fn author(&self) -> Option<&str> {
        self.payload.identity.author.as_deref()
    }

    /// Returns true if files changed since the summaries of their directories were made.
    pub fn summaries_are_due(&self) -> bool {
        let staged = self.staged.summaries_due;
        staged.unwrap_or(self.payload.summaries_due)
    }

    /// The next commit holds all summaries of directories.
    pub fn summaries_are_made(&mut self) {
        self.staged.summaries_due = Some(false);
    }

    fn delete_documents(&mut self, path: &SourcePath) {
        if self.indexed.remove(path) {
            self.writer
                .delete_term(Term::from_field_text(self.fields.path, path.as_str()));
        }
    }

    /// Publishes what was staged, if anything was.
    pub fn commit(mut self) -> Result<Self, IndexError> {
        let staged = self.publish_staged()?;
        if !staged.files.is_empty() {
            self.store.remember(staged.files.into_iter())?;
        }
        Ok(self)
    }

    /// Tells readers how the working tree looks that the index holds, where everything of it is
    /// published: until it looks otherwise, they need no writer.
    pub fn tell_readers(mut self) -> Result<Self, IndexError> {
        let is_published = !self.staged.documents && self.staged.files.is_empty();
        if !is_published || !self.staged.rows.is_empty() || self.summaries_are_due() {
            return Ok(self);
        }
        let metas = self.index.load_metas()?;
        // A damaged vector file is left out here, and not yet there.
        if Payload::decode(metas.payload.as_deref()).as_ref() != Some(&self.payload) {
            return Ok(self);
        }
        let noting = Noting {
            folder: &self.folder,
            payload: &self.payload,
            lexical: segment_files(&self.folder, &self.index, &metas),
            verified_at_ns: self.opened_at_ns,
        };
        if let Some(manifest) = Manifest::of(noting, self.files()?) {
            let told = manifest.write(&self.folder, self.told);
            // Without it they ask the writer, which takes longer and comes to the same.
            self.told = told.ok();
        }
        Ok(self)
    }

    /// Makes what was staged visible, and gives back what the store has to remember of it.
    fn publish_staged(&mut self) -> Result<Staged, IndexError> {
        let mut staged = std::mem::take(&mut self.staged);
        let due = staged.summaries_due.unwrap_or(self.payload.summaries_due);
        let turns = due != self.payload.summaries_due;
        let turns = turns || staged.is_renewed;
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
        self.folder.verified().forget_removed(self.folder.path());
        Ok(())
    }
}
