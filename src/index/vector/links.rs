//! The links of a graph: little-endian u32 words, used where they are mapped.
//!
//! Layout: magic (2 words), format, checksum of the vector file, rows, entry, links of the lowest
//! layer, links of the upper one; then, layer by layer, the position behind the last link of each row,
//! and the links. On disk a crc32 follows.

use super::VectorFile;
use super::build::Layer;
use super::descent::Layers;
use tantivy::directory::OwnedBytes;

const MAGIC: [u32; 2] = [u32::from_le_bytes(*b"smri"), u32::from_le_bytes(*b"tgrf")];
/// Raised when the layout, the parameters of the build or the distance change.
const FORMAT: u32 = 5;
const HEADER: usize = 8;

type Word = [u8; 4];

/// Verified links: each one leads to a row of the file.
pub(super) struct Links {
    bytes: OwnedBytes,
    entry: u32,
    rows: usize,
    /// The first word of each layer.
    starts: [usize; 2],
}

/// Encodes the links over a file. None where there are too many to count.
pub(super) fn encode(file: &VectorFile, entry: u32, layers: &[Layer; 2]) -> Option<Vec<u8>> {
    let count = |it: usize| u32::try_from(it).ok();
    let mut words = MAGIC.to_vec();
    words.extend([FORMAT, file.checksum(), count(file.len())?, entry]);
    for layer in layers {
        words.push(count(layer.iter().map(Vec::len).sum())?);
    }
    for layer in layers {
        let mut end = 0;
        words.extend(layer.iter().map(|links| {
            end += links.len() as u32;
            end
        }));
        words.extend(layer.iter().flatten());
    }
    Some(words.into_iter().flat_map(u32::to_le_bytes).collect())
}

impl Links {
    /// Checks encoded links; the error is the reason to refuse them.
    pub(super) fn of(bytes: OwnedBytes, file: &VectorFile) -> Result<Self, &'static str> {
        let (words, rest) = bytes.as_chunks();
        let (header, layers) = words.split_at_checked(HEADER).ok_or("it is truncated")?;
        let header: Vec<u32> = header.iter().copied().map(u32::from_le_bytes).collect();
        let [magic @ .., format, checksum, rows, entry, lowest, upper] = &header[..] else {
            return Err("it is truncated");
        };
        let count = file.len();
        if *magic != MAGIC {
            return Err("it is not a graph");
        }
        if *format != FORMAT {
            return Err("it has another format");
        }
        if *checksum != file.checksum() || *rows as usize != count {
            return Err("it belongs to other vectors");
        }
        let (lowest, upper) = (*lowest as usize, *upper as usize);
        if layers.len() != 2 * count + lowest + upper || !rest.is_empty() {
            return Err("its length does not match its header");
        }
        let (lowest_links, upper_links) = layers.split_at(count + lowest);
        let is_row = |word: &Word| (u32::from_le_bytes(*word) as usize) < count;
        let mut links = lowest_links
            .iter()
            .skip(count)
            .chain(upper_links.iter().skip(count));
        if !links.all(is_row) || (count > 0 && *entry as usize >= count) {
            return Err("it refers to missing rows");
        }
        Ok(Self {
            entry: *entry,
            rows: count,
            starts: [HEADER, HEADER + count + lowest],
            bytes,
        })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn of_row(&self, layer: usize, row: usize) -> Option<&[Word]> {
        let (words, _) = self.bytes.as_chunks();
        let (ends, links) = words
            .get(self.starts[layer]..)?
            .split_at_checked(self.rows)?;
        let end = |row: usize| ends.get(row).map(|end| u32::from_le_bytes(*end) as usize);
        let start = row.checked_sub(1).map_or(Some(0), end)?;
        links.get(start..end(row)?)
    }
}

impl Layers for Links {
    fn entry(&self) -> u32 {
        self.entry
    }

    fn links(&self, layer: usize, row: u32, to: &mut Vec<u32>) {
        let links = self.of_row(layer, row as usize).unwrap_or_default();
        to.extend(links.iter().copied().map(u32::from_le_bytes));
    }
}
