//! Opens an index for writing, or creates it, as a function of [`IndexWriter`].
//!
//! Principal type: [`OpenMode`].

use super::index_writer::{IndexWriter, Staged};
use crate::corpus::now_ns;
use crate::index::error::{IndexError, IndexPart, Result, catch_panic};
use crate::index::folder::IndexFolder;
use crate::index::lexical::open;
use crate::index::lock::WriterLock;
use crate::index::payload::{FORMAT, Generation, Identity, Payload, new_index_id};
use crate::index::published::{PublishedIndex, open_published};
use crate::index::store::Store;
use std::collections::HashSet;
use tantivy::indexer::LogMergePolicy;
use tantivy::{Index, IndexWriter as LexicalWriter};

/// Size of tantivy's arena in bytes; one thread fills it, while parsing uses the other core.
const ARENA: usize = 32 << 20;
/// Number of segments of similar size that tantivy merges immediately; fewer wait for maintenance. Merging
/// writes data twice, and the next snapshot reads it again.
pub(super) const SEGMENTS_PER_MERGE: usize = 24;
/// Notice for an index whose embedding model changed.
pub(super) const MODEL_CHANGED: &str =
    "the embedding model changed: vectors are rebuilt, keywords stay";

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
    pub fn begin(folder: &IndexFolder, identity: Identity, mode: OpenMode) -> Result<Self> {
        let opened_at_ns = now_ns();
        folder.create()?;
        let lock = WriterLock::acquire(folder)?;
        folder.remove_unfinished()?;
        if mode == OpenMode::Without(IndexPart::Store) {
            folder.clear_store()?;
        }
        let (store, mut notice) = open_store(folder)?;
        // sled makes its files readable by everyone.
        folder.make_private()?;
        let mut staged = Staged::default();
        let PublishedIndex {
            index,
            mut payload,
            paths,
        } = match open_existing(folder, &identity, mode, &mut notice)? {
            Some(published) => published,
            None => {
                staged.is_renewed = true;
                create_empty(folder, &identity)?
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
        let mut opened = Self {
            folder: folder.clone(),
            writer: open_lexical(&index)?,
            index,
            store,
            payload,
            vectors: Vec::new(),
            indexed: paths,
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
}

/// The store, and a notice if it was damaged and is rebuilt.
fn open_store(folder: &IndexFolder) -> Result<(Store, Option<String>)> {
    match Store::open(&folder.store()) {
        Err(IndexError::Damaged { part, what }) => {
            folder.clear_store()?;
            let notice = format!("{part} was damaged and is rebuilt ({what})");
            Ok((Store::open(&folder.store())?, Some(notice)))
        }
        opened => Ok((opened?, None)),
    }
}

/// The index in the folder; none, with a notice, if it cannot be used.
fn open_existing(
    folder: &IndexFolder,
    identity: &Identity,
    mode: OpenMode,
    notice: &mut Option<String>,
) -> Result<Option<PublishedIndex>> {
    if matches!(
        mode,
        OpenMode::Empty | OpenMode::Without(IndexPart::Lexical)
    ) {
        return Ok(None);
    }
    let reason = match catch_panic(IndexPart::Lexical, || open_published(folder, identity)) {
        Err(IndexError::Outdated(why)) => why.to_owned(),
        Err(IndexError::Damaged { what, .. }) => format!("it was damaged ({what})"),
        opened => return opened,
    };
    notice.get_or_insert(format!("index rebuilt: {reason}"));
    Ok(None)
}

/// Creates an empty index in place of an earlier one. It adopts vectors of the same model, because a slow model
/// may take hours.
fn create_empty(folder: &IndexFolder, identity: &Identity) -> Result<PublishedIndex> {
    let (generation, vectors) = match newest_payload(folder) {
        Some(earlier) if earlier.identity.has_vectors_of(identity) => {
            (earlier.generation, earlier.vectors)
        }
        _ => (Generation(0), Vec::new()),
    };
    folder.clear()?;
    let payload = Payload {
        format: FORMAT,
        generation,
        identity: identity.clone(),
        vectors,
        index: new_index_id(),
        summaries_due: false,
    };
    Ok(PublishedIndex {
        index: open::create(folder)?,
        payload,
        paths: HashSet::new(),
    })
}

/// Payload of the newest commit, whatever the state of its other files.
fn newest_payload(folder: &IndexFolder) -> Option<Payload> {
    let index = open::open(folder).ok()??;
    Payload::decode(index.load_metas().ok()?.payload.as_deref())
}

/// tantivy's writer of an index.
pub(super) fn open_lexical(index: &Index) -> Result<LexicalWriter> {
    let writer: LexicalWriter = index.writer_with_num_threads(1, ARENA)?;
    let mut merging = LogMergePolicy::default();
    merging.set_min_num_segments(SEGMENTS_PER_MERGE);
    writer.set_merge_policy(Box::new(merging));
    Ok(writer)
}
