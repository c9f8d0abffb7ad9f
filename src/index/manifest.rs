//! The writer's last view of the working tree, for readers: if the tree is unchanged, a search needs no
//! writer.
//!
//! It is the last record of the writer's memory and says which commit it is of and how that commit's files
//! look; the memory before it says how each indexed file looked. Losing it costs time, not results:
//! whoever finds none that fits asks the writer.

use super::IndexFolder;
use super::damage::regular;
use super::payload::Payload;
use super::store::{self, FileState};
use super::verified::Stamp;
use crate::corpus::{Found, SourcePath, now_ns};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Time for which files with unchanged metadata are trusted after their checksums were verified, in
/// nanoseconds. Silent corruption is found within this time.
const TRUSTED_FOR: i64 = 24 * 3_600 * 1_000_000_000;
/// Name of tantivy's file that names a commit.
const COMMIT: &str = "meta.json";

/// The working tree and the index as a writer left them.
pub struct Manifest {
    noted: Noted,
    /// The indexed files and those that were refused.
    files: HashMap<SourcePath, FileState>,
}

/// A commit whose files on disk are those that a writer verified or wrote, and that has all files of the
/// writer's memory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Noted {
    /// The file that names the commit, byte for byte.
    commit: Vec<u8>,
    /// Tells the index, and the commit in it, as its payload does.
    index: u64,
    generation: u64,
    /// Time at which the checksums of `parts` were verified, in nanoseconds since the Unix epoch.
    verified_at_ns: i64,
    /// The files that the commit consists of, below the folder.
    pub(super) parts: Vec<(PathBuf, Stamp)>,
}

impl Manifest {
    /// The manifest of what is published in `folder`; none where there is none, it is of another commit,
    /// or a file of the commit is not the one that was verified.
    pub fn read(folder: &IndexFolder) -> Option<Self> {
        let (noted, files) = store::noted(&folder.store())?;
        let age = now_ns().checked_sub(noted.verified_at_ns)?;
        let is_published = || read_commit(folder).is_ok_and(|commit| commit == noted.commit);
        let mut parts = noted.parts.iter();
        let fits = (0..TRUSTED_FOR).contains(&age)
            && is_published()
            && parts.all(|(part, stamp)| Stamp::of(&folder.path().join(part)) == Some(*stamp));
        fits.then_some(Self { noted, files })
    }

    /// Returns true if these files, which are the whole working tree, are certainly the indexed ones,
    /// by [`crate::corpus::Fingerprint::unchanged`].
    pub fn covers(&self, found: &[Found]) -> bool {
        let is_unchanged = |found: &Found| {
            let state = self.files.get(&found.path);
            state.is_some_and(|state| {
                let (length, mtime_ns) = (found.length, found.mtime_ns);
                (state.fingerprint).unchanged(length, mtime_ns, state.indexed_at_ns)
            })
        };
        found.len() == self.files.len() && found.iter().all(is_unchanged)
    }

    /// Number of files that cannot be indexed.
    pub fn refused(&self) -> usize {
        self.files.values().filter(|file| file.is_refused).count()
    }

    pub(super) fn is_of(&self, payload: &Payload) -> bool {
        (self.noted.index, self.noted.generation) == (payload.index, payload.generation.0)
    }

    /// The commit's files, which need no second look at their checksums.
    pub(super) fn parts(&self, folder: &Path) -> impl Iterator<Item = (PathBuf, Stamp)> {
        let parts = self.noted.parts.iter();
        parts.map(|(part, stamp)| (folder.join(part), *stamp))
    }
}

impl Noted {
    /// Notes a commit with these files of terms; none where the commit is replaced meanwhile.
    pub(super) fn of(
        folder: &IndexFolder,
        payload: &Payload,
        lexical: Vec<PathBuf>,
        verified_at_ns: i64,
    ) -> Option<Self> {
        let commit = read_commit(folder).ok()?;
        let terms = lexical.iter().map(|file| folder.lexical().join(file));
        let vectors = folder.vectors();
        let rows = payload.vectors.iter().map(|file| file.path_in(&vectors));
        let stamped = |file: PathBuf| {
            let stamp = Stamp::of(&file)?;
            Some((file.strip_prefix(folder.path()).ok()?.to_owned(), stamp))
        };
        let parts = terms.chain(rows).map(stamped).collect::<Option<_>>()?;
        // Segments may have been merged while their files were looked at.
        (read_commit(folder).ok()? == commit).then_some(Self {
            commit,
            index: payload.index,
            generation: payload.generation.0,
            verified_at_ns,
            parts,
        })
    }
}

fn read_commit(folder: &IndexFolder) -> io::Result<Vec<u8>> {
    let path = folder.lexical().join(COMMIT);
    regular(&path)?;
    fs::read(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Fingerprint;

    const SECOND: i64 = 1_000_000_000;

    fn noted(path: &str, length: u64, mtime_s: i64) -> (SourcePath, Option<FileState>) {
        let state = FileState {
            fingerprint: Fingerprint {
                length,
                mtime_ns: mtime_s * SECOND,
                crc32: 7,
            },
            indexed_at_ns: 100 * SECOND,
            is_refused: false,
        };
        (SourcePath::new(path), Some(state))
    }

    fn manifest(files: Vec<(SourcePath, Option<FileState>)>) -> Manifest {
        let known = files.into_iter();
        Manifest {
            noted: Noted {
                commit: b"{}".to_vec(),
                index: 1,
                generation: 2,
                verified_at_ns: 3,
                parts: Vec::new(),
            },
            files: known
                .filter_map(|(path, state)| Some((path, state?)))
                .collect(),
        }
    }

    fn found(path: &str, length: u64, mtime_s: i64) -> Found {
        Found {
            path: SourcePath::new(path),
            length,
            mtime_ns: mtime_s * SECOND,
        }
    }

    #[test]
    fn a_tree_is_covered_while_every_file_looks_as_it_did() {
        let check = |files: &[Found], expected: bool| {
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
    fn what_proves_nothing_covers_nothing() {
        let check = |state, mtime_s: i64| {
            let manifest = manifest(vec![(SourcePath::new("a"), state)]);
            assert!(!manifest.covers(&[found("a", 1, mtime_s)]), "{mtime_s}");
        };
        check(None, 50);
        for racy in [98, 99, 100, 200] {
            check(noted("a", 1, racy).1, racy);
        }
    }
}
