//! The documents of a segment, and its names.
//!
//! Principal types: [`Segment`], [`NameList`] and [`LetterSet`]. A letter set may let a wrong name pass but never rejects
//! a match, so callers compare the remaining names. Apart from deletions a segment never changes, so all snapshots with it share
//! the data read from it.

use super::segment_paths::SegmentPaths;
use crate::chunk::ChunkId;
use crate::corpus::Place;
use crate::embed::EmbeddingKey;
use crate::index::entry_set::EntrySet;
use crate::index::error::Result;
use crate::index::lexical::postings::for_each_term;
use crate::index::lexical::schema::{DIRECTORY, ENTRY, FIELDS, FILE, SILENT};
use crate::index::lexical::statistics::tokens;
use crate::index::lexical::term_list::TermList;
use crate::index::lexical::terms::name_term;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tantivy::fastfield::Column;
use tantivy::index::SegmentId;
use tantivy::{DocId, SegmentReader};

/// Digests of files.
type Digests = Vec<(DocId, Arc<[u8]>)>;

/// Columns of a segment, and data that is read on first use. Clones share the data.
#[derive(Clone)]
pub(super) struct Segment {
    pub(super) id: SegmentId,
    /// Of its repository.
    pub(super) place: Place,
    /// Difference (xor) between the ids of its chunks and those in a lone repository.
    ids_differ_by: u64,
    /// Reader of its terms; its deletions date from the first snapshot.
    reader: SegmentReader,
    /// Folder of the index.
    lexical: Arc<Path>,
    /// Number of documents, including deleted ones.
    pub(super) len: u32,
    ids: Column,
    keys: Column,
    hashes: Column,
    declaration_hashes: Column,
    entry_kinds: Column,
    starts: Column,
    /// Leaves that are entries.
    pub(super) leaves: EntrySet,
    /// Leaves that are not.
    pub(super) silent: EntrySet,
    /// Files, directories and the repository.
    pub(super) summaries: EntrySet,
    /// Number of tokens of all documents in each scored field.
    pub(super) tokens: Vec<u64>,
    by_id: Arc<OnceLock<Vec<(u64, DocId)>>>,
    by_content: Arc<OnceLock<Vec<(u64, DocId)>>>,
    paths: Arc<OnceLock<SegmentPaths>>,
    names: Arc<OnceLock<NameList>>,
    words: Arc<OnceLock<TermList>>,
    pub(super) digests: Arc<OnceLock<Digests>>,
}

impl Segment {
    /// Reads a segment of the index in the folder `lexical`.
    pub(super) fn read(segment: &SegmentReader, lexical: &Arc<Path>) -> Result<Self> {
        let columns = segment.fast_fields();
        let entry_kinds = columns.u64("entry")?;
        let (mut leaves, mut summaries) = (EntrySet::default(), EntrySet::default());
        let mut silent = EntrySet::default();
        for document in 0..segment.max_doc() {
            match entry_kinds.first(document) {
                Some(ENTRY) => _ = leaves.insert(document),
                Some(SILENT) => _ = silent.insert(document),
                Some(FILE | DIRECTORY) => _ = summaries.insert(document),
                _ => {}
            }
        }
        Ok(Self {
            id: segment.segment_id(),
            place: Place::default(),
            ids_differ_by: 0,
            reader: segment.clone(),
            lexical: Arc::clone(lexical),
            len: segment.max_doc(),
            ids: columns.u64("id")?,
            keys: columns.u64("key")?,
            hashes: columns.u64("hash")?,
            declaration_hashes: columns.u64("declaration_hash")?,
            entry_kinds,
            starts: columns.u64("start")?,
            leaves,
            silent,
            summaries,
            tokens: tokens(segment, &FIELDS.scored(), 0..segment.max_doc())?,
            by_id: Arc::default(),
            by_content: Arc::default(),
            paths: Arc::default(),
            names: Arc::default(),
            words: Arc::default(),
            digests: Arc::default(),
        })
    }

    /// The segment as one of the repository at a place among several.
    pub(super) fn placed(&self, place: &Place) -> Self {
        Self {
            place: place.clone(),
            ids_differ_by: ChunkId(0).among(place.as_str()).0,
            paths: Arc::default(),
            ..self.clone()
        }
    }

    pub(super) fn chunk(&self, document: DocId) -> ChunkId {
        ChunkId(self.ids.first(document).unwrap_or_default() ^ self.ids_differ_by)
    }

    /// The key of a document's vector; none if it is not embedded.
    pub(super) fn key(&self, document: DocId) -> Option<EmbeddingKey> {
        self.keys.first(document).map(EmbeddingKey)
    }

    /// The hash of a chunk's text; 0 for a directory.
    pub(super) fn hash(&self, document: DocId) -> u64 {
        self.hashes.first(document).unwrap_or_default()
    }

    /// The hash that copies of a leaf share: of its text, or for a one-line header of its declaration.
    pub(super) fn content(&self, document: DocId) -> Option<u64> {
        if !self.leaves.contains(document) && !self.silent.contains(document) {
            return None;
        }
        let of_declaration = self.declaration_hashes.first(document);
        Some(of_declaration.unwrap_or_else(|| self.hash(document)))
    }

    /// The first byte of a leaf in its file.
    pub(super) fn start(&self, document: DocId) -> u64 {
        self.starts.first(document).unwrap_or_default()
    }

    /// The value of the field `entry`.
    pub(super) fn entry_kind(&self, document: DocId) -> Option<u64> {
        self.entry_kinds.first(document)
    }

    /// The documents of a chunk; at most one of them is live.
    pub(super) fn with_id(&self, id: ChunkId) -> impl Iterator<Item = DocId> {
        let by_id = self
            .by_id
            .get_or_init(|| sorted(self.len, |document| self.ids.first(document)));
        equal_range(by_id, id.0 ^ self.ids_differ_by)
    }

    /// The leaves with a content.
    pub(super) fn with_content(&self, content: u64) -> impl Iterator<Item = DocId> {
        let by_content = self
            .by_content
            .get_or_init(|| sorted(self.len, |document| self.content(document)));
        equal_range(by_content, content)
    }

    pub(super) fn paths(&self) -> Result<&SegmentPaths> {
        get_or_try_init(&self.paths, || {
            SegmentPaths::read(&self.reader, &self.place)
        })
    }

    pub(super) fn names(&self) -> Result<&NameList> {
        get_or_try_init(&self.names, || NameList::read(&self.reader))
    }

    /// The terms of the texts.
    pub(super) fn words(&self) -> Result<&TermList> {
        get_or_try_init(&self.words, || {
            Ok(TermList::of(&self.reader, &self.lexical)?)
        })
    }
}

/// Pairs of a value and its document, ascending.
fn sorted(len: u32, value: impl Fn(DocId) -> Option<u64>) -> Vec<(u64, DocId)> {
    let mut pairs: Vec<_> = (0..len)
        .filter_map(|document| Some((value(document)?, document)))
        .collect();
    pairs.sort_unstable();
    pairs
}

/// The documents with a value among ascending pairs.
pub(super) fn equal_range<T: Ord>(sorted: &[(T, DocId)], value: T) -> impl Iterator<Item = DocId> {
    let first = sorted.partition_point(|(known, _)| *known < value);
    sorted[first..]
        .iter()
        .take_while(move |(known, _)| *known == value)
        .map(|(_, document)| *document)
}

/// The value of a cell, initialized by `read` on first use. Two threads may read concurrently; the first
/// value stays.
pub(super) fn get_or_try_init<T>(
    cell: &OnceLock<T>,
    read: impl FnOnce() -> Result<T>,
) -> Result<&T> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let value = read()?;
    Ok(cell.get_or_init(|| value))
}

/// Names as written, each with the set of its letters.
#[derive(Default)]
pub(super) struct NameList {
    text: String,
    /// End offset of each name in the text.
    ends: Vec<usize>,
    letters: Vec<LetterSet>,
}

/// A set of letters and digits, ignoring case: a cheap test that rejects most names before a comparison.
/// Different characters may share a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LetterSet(u64);

impl LetterSet {
    /// The letters and digits of a name.
    pub fn of(name: &str) -> Self {
        let mut set = 0;
        for byte in name_term(name).bytes() {
            set |= 1 << (byte % 64);
        }
        Self(set)
    }

    /// Returns true if this set contains all members of the other.
    pub fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Number of members that are in only one of two sets.
    pub fn difference(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

impl NameList {
    /// Reads the names of a segment.
    pub(super) fn read(segment: &SegmentReader) -> Result<Self> {
        let mut list = Self::default();
        for_each_term(segment, FIELDS.name, "", |name| {
            list.push(name.text);
            Ok(())
        })?;
        Ok(list)
    }

    /// The names, sorted.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, LetterSet)> {
        let mut start = 0;
        self.ends
            .iter()
            .zip(&self.letters)
            .map(move |(end, letters)| {
                let name = &self.text[start..*end];
                start = *end;
                (name, *letters)
            })
    }

    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
        self.letters.push(LetterSet::of(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_with_their_letters() {
        let mut list = NameList::default();
        let names = ["WalkParallel", "größe", ""];
        names.iter().for_each(|name| list.push(name));
        let listed: Vec<_> = list.iter().collect();
        assert_eq!(listed, names.map(|name| (name, LetterSet::of(name))));
    }

    #[test]
    fn a_set_contains_the_letters_of_an_abbreviation() {
        let name = LetterSet::of("IndexMerger");
        assert!(name.contains(LetterSet::of("idx_mrg")));
        assert!(!name.contains(LetterSet::of("idxwrt")));
        assert_eq!(LetterSet::of("abc").difference(LetterSet::of("aBd")), 2);
    }
}
