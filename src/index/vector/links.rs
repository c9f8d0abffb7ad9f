//! The links of a graph: one run of little-endian u32 words, the same on disk and in memory, so
//! that a dumped graph is used where it is mapped and nothing of it is copied.
//!
//! Layout: magic (2 words), format, checksum of the vector file, rows, entry, layers, copies; layer
//! by layer, the lowest first: nodes, links, the nodes' rows, ascending (not for the lowest layer,
//! whose nodes are all rows), where each node's links begin and the last one's end, the links;
//! then the copies: a row that is a node, and a row equal to it, ascending. On disk a crc32 of all
//! that follows.

use super::VectorFile;
use super::descent::Layers;
use std::ops::Range;
use tantivy::directory::OwnedBytes;

const MAGIC: [[u8; 4]; 2] = [*b"smri", *b"tgrf"];

/// Counted up when the layout, the parameters of the build or the distance change.
const FORMAT: u32 = 3;

type Word = [u8; 4];

/// Rows of a layer with the rows they are linked to, ascending.
pub(super) type LayerLinks = Vec<(u32, Vec<u32>)>;

/// Verified links: every row they name is one of the file's.
pub(super) struct Links {
    bytes: OwnedBytes,
    entry: u32,
    /// The lowest first.
    layers: Vec<Layer>,
    copies: Range<usize>,
}

/// Where the parts of a layer lie, in words.
struct Layer {
    /// None where all rows are nodes.
    nodes: Option<Range<usize>>,
    starts: Range<usize>,
    links: Range<usize>,
}

/// The words of links over a file. None where they are too many to be counted.
pub(super) fn encode(
    file: &VectorFile,
    entry: u32,
    layers: &[LayerLinks],
    copies: &[(u32, u32)],
) -> Option<Vec<u8>> {
    let count = |it: usize| u32::try_from(it).ok();
    let mut words = Words(MAGIC.as_flattened().to_vec());
    words.extend([FORMAT, file.checksum(), count(file.len())?, entry]);
    words.extend([count(layers.len())?, count(copies.len())?]);
    for (nth, layer) in layers.iter().enumerate() {
        let links = layer.iter().map(|(_, links)| links.len()).sum();
        let nodes = match nth {
            0 => file.len(),
            _ => layer.len(),
        };
        words.extend([count(nodes)?, count(links)?]);
        let mut end = 0;
        match nth {
            0 => {
                let mut listed = layer.iter().peekable();
                words.extend([0]);
                for row in 0..count(file.len())? {
                    if let Some((_, links)) = listed.next_if(|(node, _)| *node == row) {
                        end += count(links.len())?;
                    }
                    words.extend([end]);
                }
            }
            _ => {
                words.extend(layer.iter().map(|(node, _)| *node));
                words.extend([0]);
                for (_, links) in layer {
                    end += count(links.len())?;
                    words.extend([end]);
                }
            }
        }
        words.extend(layer.iter().flat_map(|(_, links)| links.iter().copied()));
    }
    words.extend(copies.iter().flat_map(|(of, copy)| [*of, *copy]));
    Some(words.0)
}

struct Words(Vec<u8>);

impl Words {
    fn extend(&mut self, words: impl IntoIterator<Item = u32>) {
        self.0.extend(words.into_iter().flat_map(u32::to_le_bytes));
    }
}

impl Links {
    /// Takes words apart; the error says what does not fit.
    pub(super) fn of(bytes: OwnedBytes, file: &VectorFile) -> Result<Self, &'static str> {
        let (words, rest) = bytes.as_chunks();
        let mut reader = Reader { words, at: 0 };
        let cut_off = "it is cut off";
        if reader.take(2).and_then(|it| words.get(it)) != Some(&MAGIC) {
            return Err("it is not a graph");
        }
        if reader.next() != Some(FORMAT) {
            return Err("it has another format");
        }
        if reader.next() != Some(file.checksum()) || reader.count() != Some(file.len()) {
            return Err("it is over other vectors");
        }
        let entry = reader.next().ok_or(cut_off)?;
        let layers = reader.count().ok_or(cut_off)?;
        let copies = reader.count().ok_or(cut_off)?;
        let rows = file.len();
        let layers = (0..layers).map(|nth| reader.layer(nth == 0, rows));
        let layers: Option<Vec<Layer>> = layers.collect();
        let layers = layers.ok_or(cut_off)?;
        let copies = copies.checked_mul(2).and_then(|it| reader.take(it));
        let copies = copies.ok_or(cut_off)?;
        if reader.at != words.len() || !rest.is_empty() {
            return Err("it is longer than it says");
        }
        let links = layers.iter().map(|layer| layer.links.clone());
        let mut named = links.chain([copies.clone()]);
        let is_row = |word: &Word| (u32::from_le_bytes(*word) as usize) < rows;
        let are_rows = |run: Range<usize>| words.get(run).is_some_and(|it| it.iter().all(is_row));
        if !named.all(are_rows) || (rows > 0 && entry as usize >= rows) {
            return Err("it names rows that are not there");
        }
        Ok(Self {
            entry,
            layers,
            copies,
            bytes,
        })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn links(&self, layer: usize, row: u32) -> Option<&[Word]> {
        let layer = self.layers.get(layer)?;
        let node = match &layer.nodes {
            None => row as usize,
            Some(nodes) => {
                let nodes = self.run(nodes)?;
                nodes
                    .binary_search_by_key(&row, |node| u32::from_le_bytes(*node))
                    .ok()?
            }
        };
        let starts = self.run(&layer.starts)?.get(node..)?;
        let (from, to) = (starts.first()?, starts.get(1)?);
        let [from, to] = [from, to].map(|it| u32::from_le_bytes(*it) as usize);
        self.run(&layer.links)?.get(from..to)
    }

    /// The rows equal to this one, which are no nodes themselves.
    pub(super) fn copies(&self, row: u32) -> impl Iterator<Item = u32> + '_ {
        let pairs = self.run(&self.copies).unwrap_or_default();
        let (pairs, _) = pairs.as_chunks::<2>();
        let of = |[of, _]: &[Word; 2]| u32::from_le_bytes(*of);
        let from = pairs.partition_point(|pair| of(pair) < row);
        let pairs = pairs.iter().skip(from);
        pairs
            .take_while(move |pair| of(pair) == row)
            .map(|[_, copy]| u32::from_le_bytes(*copy))
    }

    fn run(&self, run: &Range<usize>) -> Option<&[Word]> {
        self.bytes.as_chunks().0.get(run.clone())
    }
}

impl Layers for Links {
    fn entry(&self) -> u32 {
        self.entry
    }

    fn upper(&self) -> usize {
        self.layers.len().saturating_sub(1)
    }

    fn linked(&self, layer: usize, row: u32, rows: &mut Vec<u32>) {
        let links = self.links(layer, row).unwrap_or_default();
        rows.extend(links.iter().copied().map(u32::from_le_bytes));
    }
}

/// Reads words from the first to the last.
struct Reader<'a> {
    words: &'a [Word],
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<u32> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(u32::from_le_bytes(*word))
    }

    fn count(&mut self) -> Option<usize> {
        self.next().map(|it| it as usize)
    }

    /// The next words, if there are as many.
    fn take(&mut self, count: usize) -> Option<Range<usize>> {
        let end = self.at.checked_add(count)?;
        let run = self.at..end;
        self.words.get(run.clone())?;
        self.at = end;
        Some(run)
    }

    fn layer(&mut self, lowest: bool, rows: usize) -> Option<Layer> {
        let (nodes, links) = (self.count()?, self.count()?);
        if lowest && nodes != rows {
            return None;
        }
        Some(Layer {
            nodes: match lowest {
                true => None,
                false => Some(self.take(nodes)?),
            },
            starts: self.take(nodes.checked_add(1)?)?,
            links: self.take(links)?,
        })
    }
}
