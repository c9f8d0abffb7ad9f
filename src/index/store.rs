//! The writer's memory (sled): which files were indexed how, every vector that was computed, by
//! whichever model, and every summary that a server wrote.
//!
//! Opened by the writer alone; its lock is the writer's lock. Nothing on the way to an answer
//! reads it, and losing it costs time, not results.

use super::IndexError;
use super::payload::{Generation, Identity, Payload};
use crate::corpus::{Fingerprint, SourcePath};
use crate::embed::{Embedding, EmbeddingKey};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use twox_hash::XxHash3_64;

/// sled's page cache, in bytes.
const CACHE: u64 = 32 << 20;

/// What is remembered of an indexed file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileState {
    /// As it was when indexed.
    pub fingerprint: Fingerprint,
    /// Nanoseconds since the Unix epoch.
    pub indexed_at_ns: i64,
    /// It was read and cannot be indexed.
    pub is_refused: bool,
}

/// The vectors of one model among those of all.
#[derive(Clone, Copy)]
pub(super) struct Space {
    model: u64,
    dimension: usize,
}

impl Space {
    /// Of the model that an index is made with.
    pub(super) fn of(identity: &Identity) -> Self {
        Self {
            model: XxHash3_64::oneshot(identity.model.0.as_bytes()),
            dimension: identity.dimension,
        }
    }

    /// Where the vector of a text lies: the model seeds the hash of the key.
    fn place(self, key: EmbeddingKey) -> [u8; 8] {
        XxHash3_64::oneshot_with_seed(self.model, &key.0.to_le_bytes()).to_be_bytes()
    }
}

/// The open store.
pub(super) struct Store {
    db: sled::Db,
    files: sled::Tree,
    embeddings: sled::Tree,
    summaries: sled::Tree,
    /// How often vectors were looked up.
    #[cfg(test)]
    pub(super) lookups: Cell<usize>,
}

impl Store {
    /// Opens it, or fails with [`IndexError::Locked`] while another process has it.
    pub(super) fn open(folder: &Path) -> Result<Self, IndexError> {
        let opened = sled::Config::new()
            .path(folder)
            .cache_capacity(CACHE)
            .flush_every_ms(None)
            .mode(sled::Mode::LowSpace)
            .open();
        let db = match opened {
            Ok(db) => db,
            // sled has no kind of its own for a held lock.
            Err(sled::Error::Io(error)) if error.to_string().contains("could not acquire lock") => {
                return Err(IndexError::Locked);
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Self {
            files: db.open_tree("files")?,
            embeddings: db.open_tree("embeddings")?,
            summaries: db.open_tree("summaries")?,
            #[cfg(test)]
            lookups: Cell::new(0),
            db,
        })
    }

    /// The index these files were indexed into; none before the first commit.
    pub(super) fn index(&self) -> Result<Option<u64>, IndexError> {
        let stored = self.db.get("index")?;
        Ok(stored
            .and_then(|bytes| bytes.as_ref().try_into().ok())
            .map(u64::from_be_bytes))
    }

    /// Forgets all files, for a new index; vectors stay.
    pub(super) fn begin(&self, index: u64) -> Result<(), IndexError> {
        self.files.clear()?;
        self.db.remove("generation")?;
        self.db.insert("index", &index.to_be_bytes())?;
        self.db.flush()?;
        Ok(())
    }

    /// The commit of this index up to which it remembers all vectors.
    pub(super) fn generation(&self, payload: &Payload) -> Result<Generation, IndexError> {
        if self.index()? != Some(payload.index) {
            return Ok(Generation(0));
        }
        let stored = self.db.get("generation")?;
        let generation = stored.and_then(|bytes| bytes.as_ref().try_into().ok());
        Ok(Generation(generation.map_or(0, u64::from_be_bytes)))
    }

    /// It remembers all vectors up to this commit. Reaches the disk with what is remembered next:
    /// until then the vectors of one commit more are looked at when it is opened.
    pub(super) fn reached(&self, payload: &Payload) -> Result<(), IndexError> {
        if self.generation(payload)? < payload.generation {
            let generation = payload.generation.0.to_be_bytes();
            self.db.insert("generation", &generation)?;
        }
        Ok(())
    }

    /// Every indexed file.
    pub(super) fn files(&self) -> Result<Vec<(SourcePath, FileState)>, IndexError> {
        let mut files = Vec::new();
        for entry in &self.files {
            let (path, state) = entry?;
            // What cannot be read is indexed again.
            if let (Ok(path), Ok(state)) =
                (std::str::from_utf8(&path), postcard::from_bytes(&state))
            {
                files.push((SourcePath::new(path), state));
            }
        }
        Ok(files)
    }

    /// What is remembered of a file.
    pub(super) fn file(&self, path: &SourcePath) -> Result<Option<FileState>, IndexError> {
        let stored = self.files.get(path.as_str())?;
        Ok(stored.and_then(|state| postcard::from_bytes(&state).ok()))
    }

    /// Forgets what is known of files, for a commit that changes them.
    pub(super) fn forget<'p>(
        &self,
        paths: impl Iterator<Item = &'p SourcePath>,
    ) -> Result<(), IndexError> {
        let mut batch = sled::Batch::default();
        let mut known = false;
        for path in paths {
            if self.files.contains_key(path.as_str())? {
                batch.remove(path.as_str());
                known = true;
            }
        }
        if known {
            self.files.apply_batch(batch)?;
            self.db.flush()?;
        }
        Ok(())
    }

    /// Applies what became part of a commit: `None` for a removed file.
    pub(super) fn remember(
        &self,
        files: impl Iterator<Item = (SourcePath, Option<FileState>)>,
        space: Space,
        vectors: &[(EmbeddingKey, Embedding)],
    ) -> Result<(), IndexError> {
        let mut batch = sled::Batch::default();
        for (path, state) in files {
            match state.and_then(|state| postcard::to_stdvec(&state).ok()) {
                Some(state) => batch.insert(path.as_str(), state),
                None => batch.remove(path.as_str()),
            }
        }
        self.files.apply_batch(batch)?;
        let mut batch = sled::Batch::default();
        for (key, vector) in vectors {
            let bytes: Vec<u8> = vector
                .0
                .iter()
                .map(|&component| component.cast_unsigned())
                .collect();
            batch.insert(&space.place(*key), bytes);
        }
        self.embeddings.apply_batch(batch)?;
        self.db.flush()?;
        Ok(())
    }

    /// Those of these vectors that were computed before, in one pass through the keys as they lie,
    /// so that what lies together is read once.
    pub(super) fn embeddings(
        &self,
        space: Space,
        keys: &[EmbeddingKey],
    ) -> Result<HashMap<EmbeddingKey, Embedding>, IndexError> {
        let mut known = HashMap::new();
        if keys.is_empty() || self.embeddings.is_empty() {
            return Ok(known);
        }
        #[cfg(test)]
        self.lookups.set(self.lookups.get() + 1);
        let mut places: Vec<_> = keys.iter().map(|key| (space.place(*key), *key)).collect();
        places.sort_unstable();
        for (place, key) in places {
            let stored = self.embeddings.get(place)?;
            if let Some(row) = stored.filter(|row| row.len() == space.dimension) {
                let components = row.iter().map(|component| component.cast_signed());
                known.insert(key, Embedding(components.collect()));
            }
        }
        Ok(known)
    }

    /// A summary that was written before, by the hash of all that it was asked with.
    pub(super) fn summary(&self, key: u64) -> Result<Option<String>, IndexError> {
        let stored = self.summaries.get(key.to_be_bytes())?;
        Ok(stored.and_then(|text| String::from_utf8(text.to_vec()).ok()))
    }

    /// Keeps summaries that were written.
    pub(super) fn keep_summaries(&self, written: &[(u64, String)]) -> Result<(), IndexError> {
        let mut batch = sled::Batch::default();
        for (key, text) in written {
            batch.insert(&key.to_be_bytes(), text.as_str());
        }
        self.summaries.apply_batch(batch)?;
        self.db.flush()?;
        Ok(())
    }

    /// Drops vectors nothing refers to, once they are more than those that something does and all
    /// of them take more than `spare` bytes: a branch or a model may come back.
    pub(super) fn prune(
        &self,
        space: Space,
        live: &HashSet<EmbeddingKey>,
        spare: usize,
    ) -> Result<(), IndexError> {
        // With nothing live, more likely the files are away for a while than for good.
        if live.is_empty() {
            return Ok(());
        }
        let rows = self.embeddings.len();
        let is_little = rows.saturating_mul(space.dimension) <= spare;
        if is_little || rows <= live.len().saturating_mul(2) {
            return Ok(());
        }
        let live: HashSet<[u8; 8]> = live.iter().map(|key| space.place(*key)).collect();
        let mut batch = sled::Batch::default();
        for place in self.embeddings.iter().keys() {
            let place = place?;
            if !live.contains(place.as_ref()) {
                batch.remove(place);
            }
        }
        self.embeddings.apply_batch(batch)?;
        self.db.flush()?;
        Ok(())
    }
}
