//! Links of a graph: little-endian u32 words, used in mapped memory.
//!
//! Layout: checksum of the vector file, number of rows, entry, number of links of the lowest layer and of the
//! upper one; then, for each layer, the end position of each row's links, and the links.
//!
//! Principal type: [`Links`]. Links to missing rows are ignored: a file may be untrusted.

use super::VectorFile;
use super::build::LayerLinks;
use super::descent::Layers;
use tantivy::directory::OwnedBytes;

const HEADER: usize = 5;

type LinkWord = [u8; 4];

/// Links of an intact file.
pub(super) struct Links {
    bytes: OwnedBytes,
    entry: u32,
    rows: usize,
    /// First word of each layer.
    starts: [usize; 2],
}

/// Encodes the links over a file; none if there are too many for a u32.
pub(super) fn encode(file: &VectorFile, entry: u32, layers: &[LayerLinks; 2]) -> Option<Vec<u8>> {
    let count = |it: usize| u32::try_from(it).ok();
    let mut words = vec![file.checksum(), count(file.len())?, entry];
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
    /// Checks encoded links. The error is the reason to refuse them.
    pub(super) fn of(bytes: OwnedBytes, file: &VectorFile) -> Result<Self, &'static str> {
        let (words, rest) = bytes.as_chunks();
        let (header, layers) = words.split_at_checked(HEADER).ok_or("it is truncated")?;
        let header: Vec<u32> = header.iter().copied().map(u32::from_le_bytes).collect();
        let [checksum, rows, entry, lowest, upper] = &header[..] else {
            return Err("it is truncated");
        };
        let count = file.len();
        if *checksum != file.checksum() || *rows as usize != count {
            return Err("it belongs to another vector file");
        }
        let (lowest, upper) = (*lowest as usize, *upper as usize);
        if layers.len() != 2 * count + lowest + upper || !rest.is_empty() {
            return Err("its length does not match its header");
        }
        if count > 0 && *entry as usize >= count {
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

    fn of_row(&self, layer: usize, row: usize) -> Option<&[LinkWord]> {
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
        let links = links.iter().copied().map(u32::from_le_bytes);
        // A pack may contain a graph with a correct checksum and links to missing rows.
        to.extend(links.filter(|row| (*row as usize) < self.rows));
    }
}
