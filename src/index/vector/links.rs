//! The links of a graph: one run of little-endian u32 words, the same on disk and in memory, so
//! that a dumped graph is used where it is mapped and nothing of it is copied.
//!
//! Layout: magic (2 words), format, checksum of the vector file, rows, entry, layers; layer by layer,
//! the lowest first: nodes, links, the nodes' rows, ascending (not for the lowest layer, whose nodes
//! are all rows), where each node's links begin and the last one's end, the links. In the lowest layer
//! links may have [`COPY`], which lead to rows that the node stands for, or [`CROWD`]. On disk a
//! crc32 of all that follows.

use super::VectorFile;
use super::descent::{Layers, Linked, TOGETHER};
use super::dot::LINE;
use std::hint::black_box;
use std::ops::Range;
use tantivy::directory::OwnedBytes;

const MAGIC: [[u8; 4]; 2] = [*b"smri", *b"tgrf"];

/// Counted up when the layout, the parameters of the build or the distance change.
const FORMAT: u32 = 4;

/// Set in links to near copies.
pub(super) const COPY: u32 = 1 << 31;
/// Set in links within a crowd: between rows that are nearly the same, and both nodes.
pub(super) const CROWD: u32 = 1 << 30;
/// The row of a link.
const ROW: u32 = CROWD - 1;

/// Bytes of a word.
const WORD: usize = 4;
type Word = [u8; WORD];

/// Rows of a layer with the rows they are linked to, ascending.
pub(super) type LayerLinks = Vec<(u32, Vec<u32>)>;

/// Verified links: every row they name is one of the file's.
pub(super) struct Links {
    bytes: OwnedBytes,
    entry: u32,
    /// The lowest first.
    layers: Vec<Layer>,
}

/// Where the parts of a layer lie, in words.
struct Layer {
    /// None where all rows are nodes.
    nodes: Option<Range<usize>>,
    starts: Range<usize>,
    links: Range<usize>,
}

/// The words of links over a file. None where they are too many to be counted.
pub(super) fn encode(file: &VectorFile, entry: u32, layers: &[LayerLinks]) -> Option<Vec<u8>> {
    let count = |it: usize| u32::try_from(it).ok();
    if file.len() > ROW as usize {
        return None;
    }
    let mut words = Words(MAGIC.as_flattened().to_vec());
    words.extend([FORMAT, file.checksum(), count(file.len())?, entry]);
    words.extend([count(layers.len())?]);
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
        let rows = file.len();
        let layers = (0..layers).map(|nth| reader.layer(nth == 0, rows));
        let layers: Option<Vec<Layer>> = layers.collect();
        let layers = layers.ok_or(cut_off)?;
        if reader.at != words.len() || !rest.is_empty() {
            return Err("it is longer than it says");
        }
        let mut named = layers.iter().map(|layer| layer.links.clone());
        let is_row = |word: &Word| ((u32::from_le_bytes(*word) & ROW) as usize) < rows;
        let are_rows = |run: Range<usize>| words.get(run).is_some_and(|it| it.iter().all(is_row));
        if !named.all(are_rows) || (rows > 0 && entry as usize >= rows) {
            return Err("it names rows that are not there");
        }
        Ok(Self {
            entry,
            layers,
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

    fn linked(&self, layer: usize, rows: &[u32], linked: &mut Linked) {
        for rows in rows.chunks(TOGETHER) {
            let mut runs: [&[Word]; TOGETHER] = [&[]; TOGETHER];
            for (run, row) in runs.iter_mut().zip(rows) {
                *run = self.links(layer, *row).unwrap_or_default();
            }
            // Read once before they are sorted out, so that memory is asked for all at once.
            let lines = runs.iter().flat_map(|run| run.iter().step_by(LINE / WORD));
            black_box(lines.fold(0, |read, word| read ^ word[0]));
            for link in runs.iter().copied().flatten() {
                let link = u32::from_le_bytes(*link);
                let kind = match link & !ROW {
                    0 => &mut linked.rows,
                    CROWD => &mut linked.crowd,
                    _ => &mut linked.copies,
                };
                kind.push(link & ROW);
            }
        }
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
