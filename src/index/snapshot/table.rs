//! Entries in ChunkId order, and where each of them lies. A table is made from the one of the
//! snapshot before: segments never change but for their deletions, so only new segments are read.

use crate::chunk::ChunkId;
use crate::embed::EmbeddingKey;
use crate::index::lexical::schema::{DIRECTORY, ENTRY, FILE};
use std::collections::HashMap;
use std::sync::Arc;
use tantivy::{DocAddress, DocId, Searcher, SegmentReader};

/// Stands for no entry.
pub(super) const NONE: u32 = u32::MAX;

/// A document that takes part in retrieval.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) id: ChunkId,
    pub(super) key: EmbeddingKey,
    /// Hash of the text that is shown for a leaf; 0 for everything else.
    pub(super) content: u64,
    pub(super) document: DocAddress,
}

/// Entries of one sort. The number of an entry is its place in ChunkId order. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Table {
    pub(super) entries: Arc<Vec<Entry>>,
    /// For each segment, document to entry; [`NONE`] where it is none.
    pub(super) of_document: Vec<Arc<[u32]>>,
}

/// New numbers of a table's entries in the next table. By default none changed.
#[derive(Default)]
pub(super) struct Moves {
    /// The number now of each earlier entry, ascending; [`NONE`] for one that is gone. None where all
    /// stayed.
    now: Option<Vec<u32>>,
    /// The numbers of those that are new, ascending.
    pub(super) new: Vec<u32>,
}

impl Moves {
    /// The number now of an earlier entry; [`NONE`] for one that is gone.
    pub(super) fn now(&self, earlier: u32) -> u32 {
        let now = self.now.as_ref();
        now.map_or(earlier, |now| now[earlier as usize])
    }

    /// Combines values known for the earlier entries with those of new entries.
    pub(super) fn carry<T: Clone>(&self, known: &[T], new: Vec<T>) -> Vec<T> {
        let mut all = Vec::with_capacity(known.len() + new.len());
        let mut new = self.new.iter().zip(new).peekable();
        let kept = known.iter().zip(0u32..);
        let kept = kept.map(|(of, earlier)| (self.now(earlier), of));
        for (now, of) in kept.filter(|(now, _)| *now != NONE) {
            while let Some((_, first)) = new.next_if(|(new, _)| **new < now) {
                all.push(first);
            }
            all.push(of.clone());
        }
        all.extend(new.map(|(_, of)| of));
        all
    }
}

impl Table {
    /// The table of a searcher: entries of `before` that still live, and `new` ones in any order.
    pub(super) fn after(
        before: &Self,
        kept: &Segments,
        searcher: &Searcher,
        new: Vec<Entry>,
    ) -> (Self, Moves) {
        if kept.are_same {
            return (before.clone(), Moves::default());
        }
        let (entries, moves) = merged(&before.entries, kept, searcher, new);
        let of_document = by_document(searcher, &entries);
        let table = Self {
            entries: Arc::new(entries),
            of_document,
        };
        (table, moves)
    }

    /// The entry of a chunk, if it is one of these.
    pub(super) fn find(&self, id: ChunkId) -> Option<&Entry> {
        find(&self.entries, id)
    }

    /// The documents of these entries.
    pub(super) fn documents(&self, entries: &[u32]) -> Vec<DocAddress> {
        let entries = entries
            .iter()
            .filter_map(|it| self.entries.get(*it as usize));
        entries.map(|entry| entry.document).collect()
    }

    /// The entry that a document is, if it is one.
    pub(super) fn entry_at(&self, at: DocAddress) -> Option<u32> {
        let segment = self.of_document.get(at.segment_ord as usize)?;
        let entry = segment.get(at.doc_id as usize).copied()?;
        (entry != NONE).then_some(entry)
    }
}

/// Surviving entries of `before` and `new` entries in any order, sorted by ChunkId.
pub(super) fn merged(
    before: &[Entry],
    kept: &Segments,
    searcher: &Searcher,
    mut new: Vec<Entry>,
) -> (Vec<Entry>, Moves) {
    new.sort_unstable_by_key(|entry| entry.id);
    let mut now = Vec::with_capacity(before.len());
    let mut moves = Moves {
        now: None,
        new: Vec::with_capacity(new.len()),
    };
    let mut entries: Vec<Entry> = Vec::with_capacity(before.len() + new.len());
    let mut new = new.into_iter().peekable();
    for entry in before {
        let Some(document) = kept.address(searcher, entry.document) else {
            now.push(NONE);
            continue;
        };
        while let Some(first) = new.next_if(|new| new.id < entry.id) {
            moves.new.push(entries.len() as u32);
            entries.push(first);
        }
        now.push(entries.len() as u32);
        entries.push(Entry { document, ..*entry });
    }
    for entry in new {
        moves.new.push(entries.len() as u32);
        entries.push(entry);
    }
    moves.now = Some(now);
    (entries, moves)
}

/// The entry of a chunk among these, which are by ChunkId.
pub(super) fn find(entries: &[Entry], id: ChunkId) -> Option<&Entry> {
    let place = entries.binary_search_by_key(&id, |entry| entry.id).ok()?;
    entries.get(place)
}

fn by_document(searcher: &Searcher, entries: &[Entry]) -> Vec<Arc<[u32]>> {
    let readers = searcher.segment_readers().iter();
    let mut tables: Vec<Vec<u32>> = readers
        .map(|segment| vec![NONE; segment.max_doc() as usize])
        .collect();
    for (number, entry) in (0u32..).zip(entries) {
        tables[entry.document.segment_ord as usize][entry.document.doc_id as usize] = number;
    }
    tables.into_iter().map(Arc::from).collect()
}

/// Mapping between the segments of a searcher and those of an earlier one.
#[derive(Default)]
pub(super) struct Segments {
    /// For each earlier segment, its ordinal now; none for one that was merged away.
    now: Vec<Option<u32>>,
    /// The ordinals of those that are new.
    new: Vec<u32>,
    /// Both have the same documents, in the same places: the commit added vectors, or nothing.
    pub(super) are_same: bool,
}

impl Segments {
    pub(super) fn between(before: Option<&Searcher>, searcher: &Searcher) -> Self {
        let ids = searcher.segment_readers().iter();
        let mut ordinals: HashMap<_, u32> =
            ids.map(|segment| segment.segment_id()).zip(0..).collect();
        let earlier = before.map_or(&[][..], Searcher::segment_readers);
        let now: Vec<Option<u32>> = earlier
            .iter()
            .map(|segment| ordinals.remove(&segment.segment_id()))
            .collect();
        let mut new: Vec<u32> = ordinals.into_values().collect();
        new.sort_unstable();
        let is_same = |(at, earlier): (usize, &SegmentReader)| {
            let deleted = |at: u32| searcher.segment_reader(at).num_deleted_docs();
            let now = now[at].filter(|now| *now as usize == at);
            now.is_some_and(|now| deleted(now) == earlier.num_deleted_docs())
        };
        let are_same = before.is_some() && new.is_empty();
        Self {
            are_same: are_same && earlier.iter().enumerate().all(is_same),
            now,
            new,
        }
    }

    /// For each earlier segment its ordinal now; none for one that was merged away.
    pub(super) fn now(&self) -> impl Iterator<Item = Option<u32>> {
        self.now.iter().copied()
    }

    /// Current address of a document of the earlier searcher. None if it was deleted or lies in
    /// another segment, which counts as new.
    fn address(&self, searcher: &Searcher, earlier: DocAddress) -> Option<DocAddress> {
        let ordinal = self
            .now
            .get(earlier.segment_ord as usize)
            .copied()
            .flatten()?;
        let is_deleted = searcher.segment_reader(ordinal).is_deleted(earlier.doc_id);
        (!is_deleted).then(|| DocAddress::new(ordinal, earlier.doc_id))
    }

    /// Contents of the new segments.
    pub(super) fn read_new(&self, searcher: &Searcher) -> tantivy::Result<Read> {
        let mut read = Read::default();
        for &ordinal in &self.new {
            let segment = searcher.segment_reader(ordinal);
            let fast = segment.fast_fields();
            let ids = fast.u64("id")?.first_or_default_col(0);
            let keys = fast.u64("key")?.first_or_default_col(0);
            let contents = fast.u64("content")?.first_or_default_col(0);
            let flags = fast.u64("entry")?.first_or_default_col(0);
            for doc in segment.doc_ids_alive() {
                let of_its_sort = match flags.get_val(doc) {
                    ENTRY => &mut read.leaves,
                    FILE | DIRECTORY => &mut read.summaries,
                    _ => &mut read.others,
                };
                of_its_sort.push(Entry {
                    id: ChunkId(ids.get_val(doc)),
                    key: EmbeddingKey(keys.get_val(doc)),
                    content: contents.get_val(doc),
                    document: DocAddress::new(ordinal, doc),
                });
            }
        }
        Ok(read)
    }
}

/// Documents of segments, by their sort.
#[derive(Default)]
pub(super) struct Read {
    pub(super) leaves: Vec<Entry>,
    /// Summaries of files and directories.
    pub(super) summaries: Vec<Entry>,
    /// Parents, and leaves that take no part in retrieval.
    pub(super) others: Vec<Entry>,
}

/// Number of these summaries that are of files.
pub(super) fn count_files(searcher: &Searcher, summaries: &Table) -> tantivy::Result<usize> {
    let mut files = 0;
    for (segment, entries) in searcher
        .segment_readers()
        .iter()
        .zip(&summaries.of_document)
    {
        let flags = segment.fast_fields().u64("entry")?.first_or_default_col(0);
        let is_file = |doc: DocId| flags.get_val(doc) == FILE;
        let documents = (0u32..)
            .zip(entries.iter())
            .filter(|(_, entry)| **entry != NONE);
        files += documents.filter(|(doc, _)| is_file(*doc)).count();
    }
    Ok(files)
}
