//! An immutable vector file: keys and packed rows, read through a memory map.
//!
//! Layout, little-endian: magic (8 bytes), format (u32), dimension (u32), rows (u64), the key of each row in
//! ascending order (u64), zeros up to a cache line, the rows (half a byte for each component), crc32 of everything
//! before (u32).
//!
//! Principal type: [`VectorFile`]. Invariant: keys are in ascending order and distinct. [`write()`] and [`merge()`]
//! publish a complete file under its name, or nothing; their callers have the writer's lock.

use super::packed::{LINE, pack, row_len, unpack};
use crate::corpus::replace_file;
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::error::{IndexError, IndexPart, Result, expect_regular};
use crate::index::frame::{CHECKSUM, Frame, HEAD};
use std::io::{self, Write};
use std::path::Path;
use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};

pub(super) const FRAME: Frame = Frame {
    magic: b"smritvec",
    format: 4,
};
const HEADER: usize = HEAD + 12;
const KEY: usize = 8;

/// A verified vector file. Cloning shares the map.
#[derive(Clone, Debug)]
pub struct VectorFile {
    generation: u64,
    dimension: usize,
    rows: usize,
    checksum: u32,
    bytes: OwnedBytes,
}

impl VectorFile {
    /// File name of a generation's vector file.
    pub fn name(generation: u64) -> String {
        format!("{generation:016x}.vec")
    }

    /// Opens and verifies the file of a generation.
    pub fn open(directory: &Path, generation: u64) -> Result<Self> {
        let file = Self::open_unverified(directory, generation)?;
        if !file.is_intact() {
            let path = directory.join(Self::name(generation));
            return Err(damaged(&path, "checksum mismatch"));
        }
        Ok(file)
    }

    /// Opens the file of a generation without verifying its checksum.
    pub(crate) fn open_unverified(directory: &Path, generation: u64) -> Result<Self> {
        let path = directory.join(Self::name(generation));
        let bytes = map(directory, &path)?;
        Self::parse(generation, bytes).map_err(|what| damaged(&path, what))
    }

    /// Returns true if the content matches the checksum. Reads the whole file.
    pub(crate) fn is_intact(&self) -> bool {
        FRAME.content(&self.bytes).is_ok()
    }

    fn parse(generation: u64, bytes: OwnedBytes) -> Result<Self, &'static str> {
        let (content, checksum) = FRAME.split(&bytes)?;
        let (dimension, rest) = content.split_first_chunk().ok_or("it is truncated")?;
        let rows = rest.first_chunk().ok_or("it is truncated")?;
        let dimension = u32::from_le_bytes(*dimension) as usize;
        let rows = match u32::try_from(u64::from_le_bytes(*rows)) {
            Ok(rows) => rows as usize,
            Err(_) => return Err("it has too many rows"),
        };
        if file_len(rows, dimension) != Some(bytes.len()) {
            return Err("its length does not match its header");
        }
        Ok(Self {
            generation,
            dimension,
            rows,
            checksum,
            bytes,
        })
    }

    /// Generation that wrote it.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns true if both are the same file.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (self.generation, self.checksum) == (other.generation, other.checksum)
    }

    /// Number of components of a row.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Number of rows; an index fits a u32.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// crc32 of its content.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The key of a row.
    ///
    /// # Panics
    /// Beyond the last row, like an index.
    pub fn key(&self, row: usize) -> EmbeddingKey {
        EmbeddingKey(u64::from_le_bytes(self.keys()[row]))
    }

    /// The bytes of a row.
    ///
    /// # Panics
    /// Beyond the last row, like an index.
    pub fn row(&self, row: usize) -> &[u8] {
        let len = row_len(self.dimension);
        &self.row_bytes()[row * len..(row + 1) * len]
    }

    /// The row with a key.
    pub fn find(&self, key: EmbeddingKey) -> Option<usize> {
        self.keys()
            .binary_search_by_key(&key.0, |known| u64::from_le_bytes(*known))
            .ok()
    }

    /// The vector with a key, as it was rounded for its row.
    pub fn get(&self, key: EmbeddingKey) -> Option<Embedding> {
        Some(unpack(self.row(self.find(key)?), self.dimension))
    }

    fn keys(&self) -> &[[u8; KEY]] {
        let (keys, _) = self.bytes[HEADER..HEADER + self.rows * KEY].as_chunks();
        keys
    }

    /// The bytes of all rows.
    pub(super) fn row_bytes(&self) -> &[u8] {
        let start = first_row(self.rows).unwrap_or_default();
        &self.bytes[start..start + self.rows * row_len(self.dimension)]
    }
}

/// Length of a file with this many rows; none on overflow.
fn file_len(rows: usize, dimension: usize) -> Option<usize> {
    let bytes = rows.checked_mul(row_len(dimension))?;
    first_row(rows)?.checked_add(bytes)?.checked_add(CHECKSUM)
}

/// Offset of the first row in a file with this many rows; none on overflow.
fn first_row(rows: usize) -> Option<usize> {
    keys_end(rows)?.checked_next_multiple_of(LINE)
}

fn keys_end(rows: usize) -> Option<usize> {
    HEADER.checked_add(rows.checked_mul(KEY)?)
}

/// Number of padding bytes before the rows of a file with this many rows.
pub(super) fn padding(rows: usize) -> usize {
    match (keys_end(rows), first_row(rows)) {
        (Some(end), Some(first)) => first - end,
        _ => 0,
    }
}

/// Maps a file through tantivy, whose directory returns mapped bytes in a safe type.
pub(super) fn map(directory: &Path, path: &Path) -> Result<OwnedBytes> {
    map_file(directory, path)
        .map_err(|cause| IndexError::unreadable(IndexPart::Vectors, path, cause))
}

fn map_file(directory: &Path, path: &Path) -> io::Result<OwnedBytes> {
    expect_regular(path)?;
    // Errors of tantivy have no kind.
    path.metadata()?;
    let directory = MmapDirectory::open(directory).map_err(io::Error::other)?;
    directory
        .open_read(path)
        .map_err(io::Error::other)?
        .read_bytes()
}

/// Error for a damaged file of this folder.
pub(super) fn damaged(path: &Path, what: &str) -> IndexError {
    IndexError::damaged(IndexPart::Vectors, format!("{}: {what}", path.display()))
}

/// Writes the vector file of a generation. Of rows with the same key the last one counts.
pub fn write(
    directory: &Path,
    generation: u64,
    dimension: usize,
    rows: Vec<(EmbeddingKey, Embedding)>,
) -> Result<VectorFile> {
    let mut bytes = Vec::with_capacity(rows.len() * row_len(dimension));
    for (_, row) in &rows {
        if row.0.len() != dimension {
            let found = row.0.len();
            let what = format!("rows of {found} components among rows of {dimension}");
            return Err(IndexError::damaged(IndexPart::Vectors, what));
        }
        pack(&row.0, &mut bytes);
    }
    let keys = rows.iter().map(|(key, _)| *key);
    let packed = keys.zip(bytes.chunks_exact(row_len(dimension).max(1)));
    // Of equal keys the first one is kept.
    store(directory, generation, dimension, packed.rev().collect())
}

/// Writes the vector file of a generation from the accepted rows of other files, oldest first. Of rows with
/// the same key the newest one counts.
pub fn merge(
    directory: &Path,
    generation: u64,
    dimension: usize,
    files: &[VectorFile],
    keep: impl Fn(EmbeddingKey) -> bool,
) -> Result<VectorFile> {
    let mut rows: Vec<(EmbeddingKey, &[u8])> = Vec::new();
    for file in files.iter().rev() {
        for row in 0..file.len() {
            if keep(file.key(row)) {
                rows.push((file.key(row), file.row(row)));
            }
        }
    }
    store(directory, generation, dimension, rows)
}

/// Writes a vector file. Of rows with the same key the first one counts.
fn store(
    directory: &Path,
    generation: u64,
    dimension: usize,
    mut rows: Vec<(EmbeddingKey, &[u8])>,
) -> Result<VectorFile> {
    // The sort is stable, so the first of equal keys stays first.
    rows.sort_by_key(|(key, _)| *key);
    rows.dedup_by_key(|(key, _)| *key);
    let path = directory.join(VectorFile::name(generation));
    replace_file(&path, |out| {
        FRAME.write(out, |out| write_content(out, dimension, &rows))
    })
    .map_err(|cause| IndexError::folder(&path, cause))?;
    VectorFile::open(directory, generation)
}

fn write_content(
    out: &mut dyn Write,
    dimension: usize,
    rows: &[(EmbeddingKey, &[u8])],
) -> io::Result<()> {
    let dimension = u32::try_from(dimension).map_err(io::Error::other)?;
    out.write_all(&dimension.to_le_bytes())?;
    out.write_all(&(rows.len() as u64).to_le_bytes())?;
    for (key, _) in rows {
        out.write_all(&key.0.to_le_bytes())?;
    }
    out.write_all(&vec![0; padding(rows.len())])?;
    rows.iter().try_for_each(|(_, row)| out.write_all(row))
}

#[cfg(test)]
mod tests {
    use super::super::tests as samples;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let directory = tempfile::tempdir().unwrap();
        let rows = samples::rows(100, 64, 1);
        let written = super::super::write(directory.path(), 7, 64, rows.clone()).unwrap();
        let file = VectorFile::open(directory.path(), 7).unwrap();
        assert_eq!(file.len(), 100);
        assert_eq!(file.checksum(), written.checksum());
        for (key, embedding) in &rows {
            let row = file.find(*key).unwrap();
            assert_eq!(file.key(row), *key);
            assert_eq!(file.get(*key).as_ref(), Some(embedding));
        }
        assert_eq!(file.find(EmbeddingKey(u64::MAX)), None);
    }

    proptest! {
        #[test]
        fn keys_are_found_at_every_position(
            keys in prop::collection::btree_set(prop_oneof![any::<u64>(), 0..400_u64], 0..200),
        ) {
            let directory = tempfile::tempdir().unwrap();
            let rows = keys.iter().map(|key| (EmbeddingKey(*key), Embedding(vec![1; 8].into())));
            let file = super::super::write(directory.path(), 1, 8, rows.collect()).unwrap();
            let beside = keys.iter().flat_map(|key| [key.wrapping_sub(1), *key, key.wrapping_add(1)]);
            for key in beside.chain([0, u64::MAX]) {
                let found = file.find(EmbeddingKey(key)).map(|row| file.key(row).0);
                prop_assert_eq!(found, keys.get(&key).copied());
            }
        }
    }

    #[test]
    fn a_file_without_rows_is_a_file() {
        let directory = tempfile::tempdir().unwrap();
        let file = super::super::write(directory.path(), 1, 256, Vec::new()).unwrap();
        assert!(file.is_empty());
        assert_eq!(file.find(EmbeddingKey(3)), None);
    }

    #[test]
    fn a_missing_file_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let error = VectorFile::open(directory.path(), 0xab).unwrap_err();
        assert_eq!(error.damaged_part(), Some(IndexPart::Vectors), "{error}");
        assert!(error.to_string().contains("00000000000000ab.vec"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_damage_is_refused(cut in 0usize..400, flip in any::<(prop::sample::Index, u8)>()) {
            let directory = tempfile::tempdir().unwrap();
            super::super::write(directory.path(), 1, 8, samples::rows(20, 8, 1)).unwrap();
            let path = directory.path().join(VectorFile::name(1));
            let mut bytes = std::fs::read(&path).unwrap();
            let whole = bytes.clone();
            bytes.truncate(bytes.len().saturating_sub(cut));
            if !bytes.is_empty() {
                let at = flip.0.index(bytes.len());
                bytes[at] ^= flip.1;
            }
            std::fs::write(&path, &bytes).unwrap();
            match VectorFile::open(directory.path(), 1) {
                Ok(_) => prop_assert_eq!(bytes, whole),
                Err(error) => {
                    prop_assert_eq!(error.damaged_part(), Some(IndexPart::Vectors), "{}", error);
                }
            }
        }

        #[test]
        fn garbage_is_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..200), named: bool) {
            if named && bytes.len() > HEADER {
                bytes[..8].copy_from_slice(FRAME.magic);
                bytes[8..12].copy_from_slice(&FRAME.format.to_le_bytes());
            }
            let directory = tempfile::tempdir().unwrap();
            std::fs::write(directory.path().join(VectorFile::name(1)), &bytes).unwrap();
            prop_assert!(VectorFile::open(directory.path(), 1).is_err());
        }
    }
}

#[cfg(test)]
mod write_tests {
    use super::super::tests as samples;
    use super::*;

    #[test]
    fn merge_keeps_the_newest_live_rows() {
        let directory = tempfile::tempdir().unwrap();
        let key = |n: u64| EmbeddingKey(n);
        let row = |n: i8| Embedding(vec![6 * n; 8].into());
        let old = vec![(key(3), row(1)), (key(1), row(1)), (key(9), row(1))];
        let new = vec![(key(3), row(2)), (key(4), row(2))];
        let old = write(directory.path(), 1, 8, old).unwrap();
        let new = write(directory.path(), 2, 8, new).unwrap();
        let merged = merge(directory.path(), 3, 8, &[old, new], |known| known != key(1)).unwrap();
        let found: Vec<_> = (0..merged.len())
            .map(|i| (merged.key(i).0, merged.get(merged.key(i)).unwrap().0[0] / 6))
            .collect();
        assert_eq!(found, [(3, 2), (4, 2), (9, 1)]);
        assert!(
            samples::names(directory.path())
                .iter()
                .all(|name| name.ends_with(".vec"))
        );
    }

    #[test]
    fn of_equal_keys_the_last_counts() {
        let directory = tempfile::tempdir().unwrap();
        let row = |n: i8| (EmbeddingKey(5), Embedding(vec![6 * n; 8].into()));
        let file = write(directory.path(), 1, 8, vec![row(1), row(2), row(3)]).unwrap();
        assert_eq!(file.len(), 1);
        assert_eq!(file.get(EmbeddingKey(5)), Some(row(3).1));
    }

    #[test]
    fn rows_of_another_dimension_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let error = write(directory.path(), 1, 64, samples::rows(3, 8, 1)).unwrap_err();
        assert!(error.to_string().contains("components among"), "{error}");
    }

    #[test]
    fn a_directory_that_cannot_be_written_is_named() {
        let error = write("/nowhere/at/all".as_ref(), 1, 8, Vec::new()).unwrap_err();
        assert!(matches!(error, IndexError::Folder { .. }), "{error}");
    }
}
