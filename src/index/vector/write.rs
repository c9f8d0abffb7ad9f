//! Writes vector files.
//!
//! [`write()`] and [`merge()`] publish a complete file under its name, or nothing. Their callers have the
//! writer's lock.

use super::file::{FRAME, VectorFile, padding};
use super::packed::{pack, row_len};
use crate::corpus::replace_file;
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::damage::IndexPart;
use crate::index::error::{IndexError, Result};
use std::io::{self, Write};
use std::path::Path;

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
