//! Writing vector files: under a temporary name, synced, renamed, the directory synced.

use super::VectorError;
use super::file::{FORMAT, MAGIC, VectorFile, padding};
use crate::corpus::private_file;
use crate::embed::{Embedding, EmbeddingKey};
use crc32fast::Hasher;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Marks the name of a file that is still being written.
pub(super) const TEMPORARY: &str = "tmp";

/// Writes the vector file of a generation. Of rows with the same key the last counts.
pub fn write(
    directory: &Path,
    generation: u64,
    dimension: usize,
    rows: Vec<(EmbeddingKey, Embedding)>,
) -> Result<VectorFile, VectorError> {
    if let Some((_, other)) = rows.iter().find(|(_, row)| row.0.len() != dimension) {
        return Err(VectorError::Dimension {
            expected: dimension,
            found: other.0.len(),
        });
    }
    let mut bytes = Vec::with_capacity(rows.len() * dimension);
    for (_, row) in &rows {
        bytes.extend(row.0.iter().map(|component| component.cast_unsigned()));
    }
    let rows = rows.iter().map(|(key, _)| *key);
    let rows = rows.zip(bytes.chunks_exact(dimension.max(1)));
    // Of equal keys the first is kept.
    store(directory, generation, dimension, rows.rev().collect())
}

/// Writes the vector file of a generation from the rows of others, the oldest first, that are
/// worth keeping. Of rows with the same key the newest counts.
pub fn merge(
    directory: &Path,
    generation: u64,
    dimension: usize,
    files: &[VectorFile],
    keep: impl Fn(EmbeddingKey) -> bool,
) -> Result<VectorFile, VectorError> {
    if let Some(other) = files.iter().find(|file| file.dimension() != dimension) {
        return Err(VectorError::Dimension {
            expected: dimension,
            found: other.dimension(),
        });
    }
    let mut rows: Vec<(EmbeddingKey, &[u8])> = Vec::new();
    for file in files.iter().rev() {
        let all = (0..file.len()).map(|row| (file.key(row), file.row(row)));
        rows.extend(all.filter(|(key, _)| keep(*key)));
    }
    store(directory, generation, dimension, rows)
}

/// Writes a vector file. Of rows with the same key the first counts.
fn store(
    directory: &Path,
    generation: u64,
    dimension: usize,
    mut rows: Vec<(EmbeddingKey, &[u8])>,
) -> Result<VectorFile, VectorError> {
    // Stable: the first stays the first.
    rows.sort_by_key(|(key, _)| *key);
    rows.dedup_by_key(|(key, _)| *key);
    let name = VectorFile::name(generation);
    // Whoever writes it holds the writer's lock.
    let temporary = format!("{name}.{TEMPORARY}");
    replace(directory, &name, &temporary, |out| {
        let dimension = u32::try_from(dimension).map_err(io::Error::other)?;
        out.write_all(MAGIC)?;
        out.write_all(&FORMAT.to_le_bytes())?;
        out.write_all(&dimension.to_le_bytes())?;
        out.write_all(&(rows.len() as u64).to_le_bytes())?;
        for (key, _) in &rows {
            out.write_all(&key.0.to_le_bytes())?;
        }
        out.write_all(&vec![0; padding(rows.len())])?;
        rows.iter().try_for_each(|(_, row)| out.write_all(row))
    })?;
    VectorFile::open(directory, generation)
}

/// Writes a file and the crc32 of its content behind it, under a temporary name that nobody else
/// uses. The name appears whole or not at all, and has reached the disk when this returns.
pub(super) fn replace(
    directory: &Path,
    name: &str,
    temporary: &str,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), VectorError> {
    let path = directory.join(name);
    let temporary = directory.join(temporary);
    let written = (|| {
        let mut out = Checksummed {
            out: BufWriter::with_capacity(
                1 << 18,
                private_file()
                    .create(true)
                    .truncate(true)
                    .open(&temporary)?,
            ),
            checksum: Hasher::new(),
        };
        content(&mut out)?;
        let Checksummed { mut out, checksum } = out;
        out.write_all(&checksum.finalize().to_le_bytes())?;
        out.into_inner()?.sync_all()?;
        std::fs::rename(&temporary, &path)?;
        sync_directory(directory)
    })();
    written.map_err(|cause| {
        // The next attempt would overwrite it; until then it only takes space.
        let _ = std::fs::remove_file(&temporary);
        VectorError::Write { path, cause }
    })
}

/// Makes the names in a directory durable.
pub(super) fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}

/// Counts a checksum over what passes through.
struct Checksummed {
    out: BufWriter<File>,
    checksum: Hasher,
}

impl Write for Checksummed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.out.write(bytes)?;
        self.checksum.update(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn a_merge_keeps_the_newest_of_what_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let key = |n: u64| EmbeddingKey(n);
        let row = |n: i8| Embedding(vec![n; 8].into());
        let old = vec![(key(3), row(1)), (key(1), row(1)), (key(9), row(1))];
        let new = vec![(key(3), row(2)), (key(4), row(2))];
        let old = write(directory.path(), 1, 8, old).unwrap();
        let new = write(directory.path(), 2, 8, new).unwrap();
        let merged = merge(directory.path(), 3, 8, &[old, new], |it| it != key(1)).unwrap();
        let found: Vec<_> = (0..merged.len())
            .map(|i| (merged.key(i).0, merged.row(i)[0]))
            .collect();
        assert_eq!(found, [(3, 2), (4, 2), (9, 1)]);
        assert!(
            samples::names(directory.path())
                .iter()
                .all(|it| it.ends_with(".vec"))
        );
    }

    #[test]
    fn of_equal_keys_the_last_counts() {
        let directory = tempfile::tempdir().unwrap();
        let row = |n: i8| (EmbeddingKey(5), Embedding(vec![n; 8].into()));
        let file = write(directory.path(), 1, 8, vec![row(1), row(2), row(3)]).unwrap();
        assert_eq!((file.len(), file.row(0)[0]), (1, 3));
    }

    #[test]
    fn rows_of_another_dimension_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let error = write(directory.path(), 1, 64, samples::rows(3, 8, 1)).unwrap_err();
        assert!(matches!(error, VectorError::Dimension { .. }), "{error}");
        let file = write(directory.path(), 1, 8, samples::rows(3, 8, 1)).unwrap();
        let error = merge(directory.path(), 2, 64, &[file], |_| true).unwrap_err();
        assert!(matches!(error, VectorError::Dimension { .. }), "{error}");
    }

    #[test]
    fn a_directory_that_cannot_be_written_is_named() {
        let error = write("/nowhere/at/all".as_ref(), 1, 8, Vec::new()).unwrap_err();
        assert!(matches!(error, VectorError::Write { .. }), "{error}");
        assert!(error.to_string().contains("/nowhere/at/all"));
    }
}
