//! Links of a graph: little-endian u32 words, used in mapped memory.
//!
//! Layout: checksum of the vector file, number of rows, entry, number of links of the lowest layer and of the
//! upper one; then, for each layer, the end position of each row's links, and the links.
//!
//! Principal type: [`Links`]. Links to missing rows are ignored: a file may be untrusted.

use super::descent::Layers;
use super::file::VectorFile;
use tantivy::directory::OwnedBytes;

const HEADER: usize = 5;

type LinkWord = [u8; 4];

/// The links of each row in a layer.
pub(super) type LayerLinks = Vec<Vec<u32>>;

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
    let mut words = vec![file.checksum(), u32::try_from(file.len()).ok()?, entry];
    for layer in layers {
        let links: usize = layer.iter().map(Vec::len).sum();
        words.push(u32::try_from(links).ok()?);
    }
    for layer in layers {
        let mut end = 0;
        for links in layer {
            end += links.len() as u32;
            words.push(end);
        }
        words.extend(layer.iter().flatten());
    }
    Some(words.into_iter().flat_map(u32::to_le_bytes).collect())
}

impl Links {
    /// Checks encoded links. The error is the reason to refuse them.
    pub(super) fn of(bytes: OwnedBytes, file: &VectorFile) -> Result<Self, &'static str> {
        let (words, rest) = bytes.as_chunks();
        let (header, layers) = words
            .split_first_chunk::<HEADER>()
            .ok_or("it is truncated")?;
        let [checksum, rows, entry, lowest, upper] = header.map(u32::from_le_bytes);
        let count = file.len();
        if checksum != file.checksum() || rows as usize != count {
            return Err("it belongs to another vector file");
        }
        let (lowest, upper) = (lowest as usize, upper as usize);
        if layers.len() != 2 * count + lowest + upper || !rest.is_empty() {
            return Err("its length does not match its header");
        }
        if count > 0 && entry as usize >= count {
            return Err("it refers to missing rows");
        }
        Ok(Self {
            entry,
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
        let layer = words.get(self.starts[layer]..)?;
        let (ends, links) = layer.split_at_checked(self.rows)?;
        let end = |row: usize| Some(u32::from_le_bytes(*ends.get(row)?) as usize);
        let start = if row == 0 { 0 } else { end(row - 1)? };
        links.get(start..end(row)?)
    }
}

impl Layers for Links {
    fn entry(&self) -> u32 {
        self.entry
    }

    fn links(&self, layer: usize, row: u32, to: &mut Vec<u32>) {
        for word in self.of_row(layer, row as usize).unwrap_or_default() {
            let linked = u32::from_le_bytes(*word);
            // A pack may contain a graph with a correct checksum and links to missing rows.
            if (linked as usize) < self.rows {
                to.push(linked);
            }
        }
    }
}
