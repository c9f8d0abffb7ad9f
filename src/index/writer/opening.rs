//! Opens an existing index for the writer, and verifies it.
//!
//! Principal type: [`Opened`]. Invariant: every file that the commit references is intact, and files that it
//! does not reference are gone. Unpacking verifies a pack in the same way.

use crate::corpus::{SourcePath, now_ns};
use crate::index::IndexError;
use crate::index::damage::IndexPart;
use crate::index::folder::IndexFolder;
use crate::index::lexical::open;
use crate::index::lexical::postings::for_each_term;
use crate::index::lexical::schema::FIELDS;
use crate::index::payload::{FORMAT, Generation, Identity, Payload};
use crate::index::record::is_directory;
use crate::index::store::Store;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use tantivy::indexer::LogMergePolicy;
use tantivy::{Index, IndexMeta, IndexWriter as LexicalWriter, ReloadPolicy, TantivyError};

/// Files of tantivy other than segment files.
const KEPT: [&str; 2] = ["meta.json", ".managed.json"];
/// Size of tantivy's arena in bytes; one thread fills it, while parsing uses the other core.
const ARENA: usize = 32 << 20;
/// Number of segments of similar size that tantivy merges immediately; fewer wait for maintenance. Merging
/// writes data twice, and the next snapshot reads it again.
pub(super) const SEGMENTS_PER_MERGE: usize = 24;

/// A verified index.
pub(in crate::index) struct Opened {
    pub(super) index: Index,
    pub(in crate::index) payload: Payload,
    /// Every path with live documents.
    pub(super) paths: HashSet<SourcePath>,
}

/// The index in the folder, if there is one. Its vectors may be another model's.
///
/// # Errors
/// [`IndexError::Outdated`] if its chunks differ from the chunks of `identity`; [`IndexError::Damaged`].
pub(in crate::index) fn open_published(
    folder: &IndexFolder,
    identity: &Identity,
) -> Result<Option<Opened>, IndexError> {
    let Some(index) = open::open(folder)? else {
        return Ok(None);
    };
    let metas = index.load_metas()?;
    let Some(payload) = Payload::decode(metas.payload.as_deref()) else {
        return match metas.opstamp {
            0 => Ok(None),
            _ => Err(IndexError::Outdated("it has another format")),
        };
    };
    if !payload.identity.has_chunks_of(identity) {
        return Err(IndexError::Outdated("the chunking rules changed"));
    }
    // tantivy trusts its files on opening, so their checksums are verified first.
    for file in segment_files(folder, &index, &metas) {
        let check = || index.directory().validate_checksum(&file);
        let fits = folder
            .verified
            .check_once(&folder.lexical().join(&file), check);
        if !fits.map_err(TantivyError::from)? {
            let what = format!("{}: its checksum does not match", file.display());
            return Err(IndexError::damaged(IndexPart::Lexical, what));
        }
    }
    remove_leftovers(folder, &metas)?;
    let paths = indexed_paths(&index)?;
    Ok(Some(Opened {
        index,
        payload,
        paths,
    }))
}

/// Removes files that the commit does not reference. A killed writer leaves some, and tantivy never
/// overwrites a file: the next writer numbers its operations from the same commit, so it would fail at the
/// same name forever.
fn remove_leftovers(folder: &IndexFolder, metas: &IndexMeta) -> Result<(), IndexError> {
    let named = metas.list_segment_files();
    let lexical = folder.lexical();
    let entries = fs::read_dir(&lexical).map_err(|cause| IndexError::folder(&lexical, cause))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_kept = KEPT.iter().any(|kept| name == *kept) || named.contains(Path::new(&name));
        if !is_kept {
            fs::remove_file(entry.path())
                .map_err(|cause| IndexError::folder(&entry.path(), cause))?;
        }
    }
    Ok(())
}

/// The files of a commit, by name.
pub(in crate::index) fn segment_files(
    folder: &IndexFolder,
    index: &Index,
    metas: &IndexMeta,
) -> Vec<PathBuf> {
    // A segment may lack optional files, and the list of written files may be lost.
    let (written, lexical) = (index.directory().list_managed_files(), folder.lexical());
    let is_there = |file: &PathBuf| written.contains(file) || lexical.join(file).exists();
    let named = metas.list_segment_files().into_iter();
    let mut files: Vec<PathBuf> = named.filter(is_there).collect();
    files.sort_unstable();
    files
}

/// tantivy's writer of an index.
pub(super) fn open_lexical(index: &Index) -> Result<LexicalWriter, IndexError> {
    let writer: LexicalWriter = index.writer_with_num_threads(1, ARENA)?;
    let mut merging = LogMergePolicy::default();
    merging.set_min_num_segments(SEGMENTS_PER_MERGE);
    writer.set_merge_policy(Box::new(merging));
    Ok(writer)
}

/// The store, and a notice if it was damaged and is rebuilt.
pub(super) fn open_store(folder: &IndexFolder) -> Result<(Store, Option<String>), IndexError> {
    match Store::open(&folder.store()) {
        Err(IndexError::Damaged { part, what }) => {
            folder.clear_store()?;
            let notice = format!("{part} was damaged and is rebuilt ({what})");
            Ok((Store::open(&folder.store())?, Some(notice)))
        }
        opened => Ok((opened?, None)),
    }
}

/// Payload of the newest commit, whatever the state of its other files.
pub(super) fn newest_payload(folder: &IndexFolder) -> Option<Payload> {
    let index = open::open(folder).ok()??;
    Payload::decode(index.load_metas().ok()?.payload.as_deref())
}

/// Payload before the first commit of a new index. It adopts vectors of the same model from the earlier
/// index, because a slow model may take hours.
pub(super) fn first_payload(identity: Identity, earlier: Option<Payload>) -> Payload {
    let has_vectors = |earlier: &Payload| earlier.identity.has_vectors_of(&identity);
    let (generation, vectors) = match earlier.filter(has_vectors) {
        Some(earlier) => (earlier.generation, earlier.vectors),
        None => (Generation(0), Vec::new()),
    };
    // Only has to differ from the previous index in this folder.
    let index = now_ns().cast_unsigned() ^ u64::from(std::process::id()).rotate_left(48);
    Payload {
        format: FORMAT,
        generation,
        identity,
        vectors,
        index,
        summaries_due: false,
    }
}

/// Every path with live documents, from the term dictionaries.
fn indexed_paths(index: &Index) -> Result<HashSet<SourcePath>, IndexError> {
    let mut paths = HashSet::new();
    let builder = index.reader_builder().reload_policy(ReloadPolicy::Manual);
    for segment in builder.try_into()?.searcher().segment_readers() {
        for_each_term(segment, FIELDS.path, "", |path| {
            let is_live = |doc| !segment.is_deleted(doc);
            if !is_directory(path.text) && path.documents()?.any(is_live) {
                paths.insert(SourcePath::new(path.text));
            }
            Ok(())
        })?;
    }
    Ok(paths)
}
