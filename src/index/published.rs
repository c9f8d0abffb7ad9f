//! Opens a published commit, and verifies its files.
//!
//! [`open_published()`] is called by the writer and by unpacking, [`open_vectors()`] also by readers. Invariant:
//! every file that an opened commit references is intact, and files that it does not reference are gone.

use super::error::{IndexError, IndexPart, Result};
use super::folder::IndexFolder;
use super::lexical::open;
use super::lexical::postings::for_each_term;
use super::lexical::schema::FIELDS;
use super::lexical::term_list;
use super::manifest::COMMIT;
use super::payload::{Identity, NamedFile, Payload};
use super::record::is_directory;
use super::staging::WRITTEN_FILES;
use super::vector::VectorFile;
use crate::corpus::SourcePath;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use tantivy::{Index, IndexMeta, ReloadPolicy, TantivyError};

/// Files of tantivy other than segment files.
const KEPT: [&str; 2] = [COMMIT, WRITTEN_FILES];

/// A verified index.
pub(super) struct PublishedIndex {
    pub(super) index: Index,
    pub(super) payload: Payload,
    /// Every path with live documents.
    pub(super) paths: HashSet<SourcePath>,
}

/// The index in the folder, if there is one. Its vectors may be another model's.
///
/// # Errors
/// [`IndexError::Outdated`] if its chunks differ from the chunks of `identity`; [`IndexError::Damaged`].
pub(super) fn open_published(
    folder: &IndexFolder,
    identity: &Identity,
) -> Result<Option<PublishedIndex>> {
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
        let is_intact = folder
            .verified
            .check_once(&folder.lexical().join(&file), || {
                index.directory().validate_checksum(&file)
            })
            .map_err(TantivyError::from)?;
        if !is_intact {
            let what = format!("{}: its checksum does not match", file.display());
            return Err(IndexError::damaged(IndexPart::Lexical, what));
        }
    }
    remove_leftovers(folder, &metas)?;
    let paths = indexed_paths(&index)?;
    Ok(Some(PublishedIndex {
        index,
        payload,
        paths,
    }))
}

/// Removes files that the commit does not reference. A killed writer leaves some, and tantivy never
/// overwrites a file: the next writer numbers its operations from the same commit, so it would fail at the
/// same name forever.
fn remove_leftovers(folder: &IndexFolder, metas: &IndexMeta) -> Result<()> {
    let named = metas.list_segment_files();
    let lexical = folder.lexical();
    let entries = fs::read_dir(&lexical).map_err(|cause| IndexError::folder(&lexical, cause))?;
    for entry in entries.flatten() {
        let name = PathBuf::from(entry.file_name());
        // The list of a segment's terms stays with them.
        let of_segment = match name.extension() {
            Some(extension) if extension == term_list::EXTENSION => name.with_extension("term"),
            _ => name.clone(),
        };
        if KEPT.iter().any(|kept| name == Path::new(kept)) || named.contains(&of_segment) {
            continue;
        }
        fs::remove_file(entry.path()).map_err(|cause| IndexError::folder(&entry.path(), cause))?;
    }
    Ok(())
}

/// The files of a commit, by name.
pub(super) fn segment_files(
    folder: &IndexFolder,
    index: &Index,
    metas: &IndexMeta,
) -> Vec<PathBuf> {
    // A segment may lack optional files, and the list of written files may be lost.
    let (written, lexical) = (index.directory().list_managed_files(), folder.lexical());
    let mut files: Vec<PathBuf> = metas
        .list_segment_files()
        .into_iter()
        .filter(|file| written.contains(file) || lexical.join(file).exists())
        .collect();
    files.sort_unstable();
    files
}

/// Every path with live documents, from the term dictionaries.
fn indexed_paths(index: &Index) -> Result<HashSet<SourcePath>> {
    let mut paths = HashSet::new();
    let builder = index.reader_builder().reload_policy(ReloadPolicy::Manual);
    for segment in builder.try_into()?.searcher().segment_readers() {
        for_each_term(segment, FIELDS.path, "", |path| {
            if !is_directory(path.text) && path.documents()?.any(|doc| !segment.is_deleted(doc)) {
                paths.insert(SourcePath::new(path.text));
            }
            Ok(())
        })?;
    }
    Ok(paths)
}

/// Opens the vector files of a commit, except those that are among the open files `known`. A damaged one is
/// omitted: its leaves count as without vectors, and the writer computes them again.
pub(super) fn open_vectors(
    folder: &IndexFolder,
    payload: &Payload,
    known: &[VectorFile],
) -> Result<Vec<VectorFile>> {
    let mut files = Vec::with_capacity(payload.vectors.len());
    for named in &payload.vectors {
        let file = match known.iter().find(|known| NamedFile::of(known) == *named) {
            Some(known) => Some(known.clone()),
            None => open_vector_file(folder, *named)?,
        };
        files.extend(file.filter(|file| file.dimension() == payload.identity.dimension));
    }
    Ok(files)
}

/// Opens a vector file; none if it is damaged or exchanged. If this process knows the file, only its ends are
/// read.
fn open_vector_file(folder: &IndexFolder, named: NamedFile) -> Result<Option<VectorFile>> {
    let vectors = folder.vectors();
    let file = match VectorFile::open_unverified(&vectors, named.generation) {
        Err(IndexError::Damaged { .. }) => return Ok(None),
        opened => opened?,
    };
    let is_intact = folder.verified.check_once(&named.path_in(&vectors), || {
        Ok::<_, IndexError>(file.is_intact())
    })?;
    Ok((is_intact && file.checksum() == named.checksum).then_some(file))
}
