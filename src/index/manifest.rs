//! State of the working tree at the last commit, for readers: if the tree is unchanged, a search needs
//! neither the writer nor its store.
//!
//! Principal type: [`Manifest`]. The writer writes it after its commit.
//!
//! A manifest is one file next to the index, in postcard format, replaced atomically. It identifies the
//! commit and its files, and contains the metadata of each indexed file. Losing it costs time, not results:
//! without a manifest, a reader uses the writer.

use super::error::expect_regular;
use super::folder::IndexFolder;
use super::frame::Frame;
use super::payload::Payload;
use super::store::{FileOutcome, FileState, IndexedFiles};
use super::verified::Stamp;
use crate::corpus::{Fingerprint, Skipped, SourcePath, WalkedFile, now_ns, replace_file};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A manifest of another format is ignored.
const FRAME: Frame = Frame {
    magic: b"smritman",
    format: 7,
};

/// Time for which files with unchanged metadata are trusted after verification, in nanoseconds. Silent
/// corruption is found within this time.
const TRUST_NS: i64 = 24 * 3_600 * 1_000_000_000;

/// Name of the file of tantivy that names a commit.
pub(super) const COMMIT: &str = "meta.json";

/// The working tree and the index as the writer left them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Content of the file that names the commit.
    commit: Vec<u8>,
    /// Identifies the index and its commit, as the payload does.
    index: u64,
    generation: u64,
    /// True if every entry had its vector.
    has_all_vectors: bool,
    /// Time at which the checksums of `parts` were verified, in nanoseconds since the Unix epoch.
    verified_at_ns: i64,
    /// The files of the commit, below the folder.
    parts: Vec<(PathBuf, Stamp)>,
    /// The indexed and refused files, by path.
    files: Vec<FileEntry>,
}

/// A file of the working tree at the time of indexing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct FileEntry {
    path: SourcePath,
    /// Fingerprint of the indexed content and outcome of reading it; none if unknown.
    state: Option<(Fingerprint, FileOutcome)>,
    /// True if an equal length and modification time prove that the file is unchanged; false if it had just
    /// changed when it was indexed.
    is_settled: bool,
}

impl Manifest {
    /// The manifest of the published commit in `folder`. None if there is none, if it belongs to another
    /// commit, or if a file of the commit changed since it was verified.
    pub fn read(folder: &IndexFolder) -> Option<Self> {
        let manifest = Self::read_unchecked(folder)?;
        let age = now_ns().checked_sub(manifest.verified_at_ns)?;
        if !(0..TRUST_NS).contains(&age) || read_commit(folder).ok()? != manifest.commit {
            return None;
        }
        for (part, stamp) in &manifest.parts {
            if Stamp::of(&folder.path().join(part)) != Some(*stamp) {
                return None;
            }
        }
        Some(manifest)
    }

    /// The last manifest in `folder`. Its commit may be replaced, and its files may be damaged or deleted.
    pub fn read_unchecked(folder: &IndexFolder) -> Option<Self> {
        Self::decode(&read_regular(&folder.manifest()).ok()?)
    }

    /// Returns true if every entry has its vector.
    pub fn has_all_vectors(&self) -> bool {
        self.has_all_vectors
    }

    /// Returns true if these files, the whole working tree in path order, are certainly the indexed ones, by
    /// [`crate::corpus::Fingerprint::unchanged`].
    pub fn covers(&self, found: &[WalkedFile]) -> bool {
        found.len() == self.files.len()
            && found.iter().zip(&self.files).all(|(found, indexed)| {
                found.path == indexed.path
                    && indexed.is_settled
                    && indexed.state.is_some_and(|(indexed, _)| {
                        (indexed.length, indexed.mtime_ns) == (found.length, found.mtime_ns)
                    })
            })
    }

    /// The outcome of a file that is certainly unchanged since, by [`crate::corpus::Fingerprint::unchanged`].
    pub fn outcome(&self, found: &WalkedFile) -> Option<FileOutcome> {
        let at = (self.files).binary_search_by(|indexed| indexed.path.cmp(&found.path));
        let file = &self.files[at.ok()?];
        let (indexed, outcome) = file.state?;
        let is_same = (indexed.length, indexed.mtime_ns) == (found.length, found.mtime_ns);
        (file.is_settled && is_same).then_some(outcome)
    }

    /// Number of files that both have with the same path and length.
    pub(super) fn shared_files(&self, found: &[WalkedFile]) -> usize {
        let mut shared = 0;
        for found in found {
            let at = (self.files).binary_search_by(|indexed| indexed.path.cmp(&found.path));
            if let Ok(at) = at
                && let Some((indexed, _)) = self.files[at].state
            {
                shared += usize::from(indexed.length == found.length);
            }
        }
        shared
    }

    /// Number of files.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Content of tantivy's file that names the commit.
    pub(super) fn commit(&self) -> &[u8] {
        &self.commit
    }

    /// The files whose indexed content is known.
    pub(super) fn into_indexed_files(self) -> IndexedFiles {
        let mut known = Vec::new();
        for file in self.files {
            if let Some((fingerprint, outcome)) = file.state {
                known.push((file.path, fingerprint, outcome));
            }
        }
        known
    }

    /// Files that cannot be indexed, in path order.
    pub fn refused(&self) -> impl Iterator<Item = Skipped> {
        self.files.iter().filter_map(|file| {
            let reason = file.state?.1.skip_reason(&file.path)?;
            let path = file.path.clone();
            Some(Skipped { path, reason })
        })
    }

    /// Files that are indexed by lines because cutting them took too long.
    pub fn timed_out(&self) -> impl Iterator<Item = &SourcePath> {
        let timed_out = |file: &&FileEntry| matches!(file.state, Some((_, FileOutcome::TimedOut)));
        self.files.iter().filter(timed_out).map(|file| &file.path)
    }

    pub(super) fn is_for(&self, payload: &Payload) -> bool {
        (self.index, self.generation) == (payload.index, payload.generation.0)
    }

    /// The verified files of the commit.
    pub(super) fn parts(&self, folder: &Path) -> impl Iterator<Item = (PathBuf, Stamp)> {
        self.parts
            .iter()
            .map(|(part, stamp)| (folder.join(part), *stamp))
    }

    /// Creates the manifest of a commit; none if the commit is replaced in the meantime. The writer verified
    /// or wrote the files on disk; `lexical` names the files of the keyword index.
    pub(super) fn of(
        folder: &IndexFolder,
        payload: &Payload,
        has_all_vectors: bool,
        lexical: &[PathBuf],
        verified_at_ns: i64,
        files: HashMap<SourcePath, Option<FileState>>,
    ) -> Option<Self> {
        let commit = read_commit(folder).ok()?;
        let vectors = folder.vectors();
        let lexical = lexical.iter().map(|file| folder.lexical().join(file));
        let rows = payload.vectors.iter().map(|file| file.path_in(&vectors));
        let mut parts = Vec::new();
        for file in lexical.chain(rows) {
            let part = file.strip_prefix(folder.path()).ok()?;
            parts.push((part.to_owned(), Stamp::of(&file)?));
        }
        let mut files: Vec<FileEntry> = files.into_iter().map(FileEntry::of).collect();
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        let manifest = Self {
            index: payload.index,
            generation: payload.generation.0,
            has_all_vectors,
            verified_at_ns,
            parts,
            files,
            commit,
        };
        // Segments may have been merged in the meantime.
        (read_commit(folder).ok()? == manifest.commit).then_some(manifest)
    }

    /// Replaces the previous manifest unless its checksum is the same; returns the new checksum.
    pub(super) fn write(&self, folder: &IndexFolder, before: Option<u32>) -> io::Result<u32> {
        let content = postcard::to_stdvec(self).map_err(io::Error::other)?;
        let checksum = crc32fast::hash(&content);
        if before != Some(checksum) {
            replace_file(&folder.manifest(), |out| {
                FRAME.write(out, |out| out.write_all(&content))
            })?;
        }
        Ok(checksum)
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(FRAME.content(bytes).ok()?).ok()
    }
}

impl FileEntry {
    fn of((path, state): (SourcePath, Option<FileState>)) -> Self {
        Self {
            path,
            state: state.map(|state| (state.fingerprint, state.outcome)),
            is_settled: state.is_some_and(|state| {
                let indexed = state.fingerprint;
                indexed.unchanged(indexed.length, indexed.mtime_ns, state.indexed_at_ns)
            }),
        }
    }
}

fn read_commit(folder: &IndexFolder) -> io::Result<Vec<u8>> {
    read_regular(&folder.lexical().join(COMMIT))
}

fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    expect_regular(path)?;
    fs::read(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::SkipReason;
    use proptest::prelude::*;

    const SECOND: i64 = 1_000_000_000;

    fn noted(path: &str, length: u64, mtime_s: i64) -> (SourcePath, Option<FileState>) {
        let state = FileState {
            fingerprint: Fingerprint {
                length,
                mtime_ns: mtime_s * SECOND,
                crc32: 7,
            },
            indexed_at_ns: 100 * SECOND,
            outcome: FileOutcome::Indexed,
        };
        (SourcePath::new(path), Some(state))
    }

    fn manifest(files: Vec<(SourcePath, Option<FileState>)>) -> Manifest {
        Manifest {
            commit: b"{}".to_vec(),
            index: 1,
            generation: 2,
            has_all_vectors: true,
            verified_at_ns: 3,
            parts: Vec::new(),
            files: files.into_iter().map(FileEntry::of).collect(),
        }
    }

    fn found(path: &str, length: u64, mtime_s: i64) -> WalkedFile {
        WalkedFile {
            path: SourcePath::new(path),
            length,
            mtime_ns: mtime_s * SECOND,
        }
    }

    #[test]
    fn a_tree_is_covered_while_the_metadata_of_every_file_is_unchanged() {
        let check = |files: &[WalkedFile], expected: bool| {
            let manifest = manifest(vec![noted("a", 1, 50), noted("b", 2, 60)]);
            assert_eq!(manifest.covers(files), expected, "{files:?}");
        };
        let (a, b) = (|| found("a", 1, 50), || found("b", 2, 60));
        check(&[a(), b()], true);
        check(&[a()], false);
        check(&[a(), b(), found("c", 1, 1)], false);
        check(&[a(), found("c", 2, 60)], false);
        check(&[a(), found("b", 3, 60)], false);
        check(&[a(), found("b", 2, 61)], false);
        check(&[a(), found("b", 2, 59)], false);
    }

    #[test]
    fn files_that_cannot_be_indexed_are_listed() {
        let (logo, state) = noted("logo.png", 1, 50);
        let refused = state.map(|state| FileState {
            outcome: FileOutcome::Binary,
            ..state
        });
        let manifest = manifest(vec![noted("a", 1, 50), (logo, refused)]);
        let refused: Vec<Skipped> = manifest.refused().collect();
        let (path, reason) = (SourcePath::new("logo.png"), SkipReason::Binary);
        assert_eq!(refused, [Skipped { path, reason }]);
    }

    #[test]
    fn a_racy_or_unknown_file_is_never_covered() {
        let check = |state, mtime_s: i64| {
            let manifest = manifest(vec![(SourcePath::new("a"), state)]);
            assert!(!manifest.covers(&[found("a", 1, mtime_s)]), "{mtime_s}");
        };
        check(None, 50);
        for racy in [98, 99, 100, 200] {
            check(noted("a", 1, racy).1, racy);
        }
    }

    proptest! {
        #[test]
        fn only_an_undamaged_manifest_is_read(at: prop::sample::Index, by in 1..=u8::MAX) {
            let manifest = manifest(vec![noted("src/a.rs", 1, 50)]);
            let directory = tempfile::tempdir().unwrap();
            let folder = IndexFolder::new(directory.path());
            manifest.write(&folder, None).unwrap();
            let mut bytes = fs::read(folder.manifest()).unwrap();
            prop_assert_eq!(Manifest::decode(&bytes), Some(manifest));
            let at = at.index(bytes.len());
            prop_assert_eq!(Manifest::decode(&bytes[..at]), None);
            bytes[at] ^= by;
            prop_assert_eq!(Manifest::decode(&bytes), None);
        }

        #[test]
        fn garbage_is_not_a_manifest(bytes: Vec<u8>) {
            prop_assert_eq!(Manifest::decode(&bytes), None);
        }
    }
}
