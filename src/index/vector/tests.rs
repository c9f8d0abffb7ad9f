//! Vectors for the tests of this module.

use crate::embed::{Embedding, EmbeddingKey};
use std::path::Path;
use twox_hash::XxHash3_64;

/// Rows with pseudo-random keys and components, determined by the seed. The components are stored unchanged.
pub(super) fn rows(count: usize, dimension: usize, seed: u64) -> Vec<(EmbeddingKey, Embedding)> {
    let number = |row: usize, column: usize| {
        let cell = (row as u64) << 32 | column as u64;
        XxHash3_64::oneshot_with_seed(seed, &cell.to_le_bytes())
    };
    (0..count)
        .map(|row| {
            let components =
                (0..dimension).map(|column| 6 * ((number(row, column) % 15) as i8 - 7));
            let key = EmbeddingKey(number(row, dimension) | 2);
            (key, Embedding(components.collect()))
        })
        .collect()
}

/// The names of the files in a directory.
pub(super) fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
