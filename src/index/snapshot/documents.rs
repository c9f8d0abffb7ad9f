//! The documents of a commit, numbered across its segments.
//!
//! Principal type: [`SnapshotDocuments`]. The number of a document that can be found is its entry. It is
//! valid only for snapshots of the same commit.

use super::segment::Segment;
use crate::chunk::ChunkId;
use crate::corpus::{Place, SourcePath};
use crate::index::entry_set::EntrySet;
use crate::index::error::Result;
use crate::index::lexical::conditions::Condition;
use crate::index::lexical::schema::FIELDS;
use crate::index::lexical::searcher::Searcher;
use crate::index::lexical::statistics::TermStatistics;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use tantivy::DocAddress;

/// Maximum number of cached conditions: many more than a query has.
const MAX_CONDITIONS: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");
/// Segments begin at multiples of this, so that sets of their entries can be joined by words.
const ALIGNMENT: u32 = 64;

/// Data that depends only on the documents: snapshots that differ only in vectors share it.
pub(super) struct SnapshotDocuments {
    pub(super) segments: Vec<Arc<Segment>>,
    /// Entry of the first document of each segment.
    pub(super) starts: Vec<u32>,
    /// Live leaves that are entries.
    pub(super) leaves: EntrySet,
    /// All live leaves, silent ones included: they tile the files.
    pub(super) tiles: EntrySet,
    /// Live files, directories and the repository.
    pub(super) summaries: EntrySet,
    pub(super) statistics: TermStatistics,
    /// The indexed files, read on first use.
    pub(super) paths: OnceLock<Arc<[SourcePath]>>,
    /// The documents that meet each of the last conditions; none for a condition without terms.
    pub(super) met: Mutex<LruCache<Condition, Option<Arc<EntrySet>>>>,
}

impl SnapshotDocuments {
    /// Reads the segments that are not in `before`, of the index in the folder `lexical`.
    pub(super) fn read(
        before: Option<&Self>,
        searcher: &Searcher,
        lexical: &Arc<Path>,
    ) -> Result<Self> {
        let readers = searcher.segment_readers();
        let known = before.map_or(&[][..], |before| &before.segments);
        let mut segments = Vec::with_capacity(readers.len());
        for reader in readers {
            let id = reader.segment_id();
            segments.push(match known.iter().find(|segment| segment.id == id) {
                Some(known) => known.clone(),
                None => Arc::new(Segment::read(reader, lexical)?),
            });
        }
        Self::of(segments, searcher)
    }

    /// The documents of placed segments of several indexes.
    pub(super) fn joined<'p>(
        before: Option<&Self>,
        parts: impl Iterator<Item = (&'p Place, &'p Self)>,
        searcher: &Searcher,
    ) -> Result<Self> {
        let known = before.map_or(&[][..], |before| &before.segments);
        let mut segments = Vec::new();
        for (place, part) in parts {
            for segment in &part.segments {
                let is_same =
                    |known: &&Arc<Segment>| known.id == segment.id && known.place == *place;
                segments.push(match known.iter().find(is_same) {
                    Some(known) => known.clone(),
                    None => Arc::new(segment.placed(place)),
                });
            }
        }
        Self::of(segments, searcher)
    }

    fn of(segments: Vec<Arc<Segment>>, searcher: &Searcher) -> Result<Self> {
        let readers = searcher.segment_readers();
        let tokens = segments.iter().map(|segment| &*segment.tokens);
        let statistics = TermStatistics::of(readers.iter().zip(tokens), &FIELDS.scored())?;
        let (mut leaves, mut summaries) = (EntrySet::default(), EntrySet::default());
        let mut tiles = EntrySet::default();
        let (mut starts, mut start) = (Vec::with_capacity(segments.len()), 0);
        for (segment, deleted) in segments.iter().zip(&statistics.deleted) {
            leaves.add(&segment.leaves, start);
            tiles.add(&segment.leaves, start);
            tiles.add(&segment.silent, start);
            summaries.add(&segment.summaries, start);
            for document in deleted {
                leaves.remove(start + document);
                tiles.remove(start + document);
                summaries.remove(start + document);
            }
            starts.push(start);
            start = (start + segment.len).next_multiple_of(ALIGNMENT);
        }
        Ok(Self {
            segments,
            starts,
            leaves,
            tiles,
            summaries,
            statistics,
            paths: OnceLock::new(),
            met: Mutex::new(LruCache::new(MAX_CONDITIONS)),
        })
    }

    /// Address of an entry's document; none for an entry of another snapshot.
    pub(super) fn address(&self, entry: u32) -> Option<DocAddress> {
        let after = self.starts.partition_point(|start| *start <= entry);
        let ordinal = after.checked_sub(1)?;
        let document = entry - self.starts[ordinal];
        if document >= self.segments[ordinal].len {
            return None;
        }
        Some(DocAddress::new(ordinal as u32, document))
    }

    /// The entry of a document.
    pub(super) fn entry(&self, at: DocAddress) -> u32 {
        self.starts[at.segment_ord as usize] + at.doc_id
    }

    /// The segment of an entry, and its document there.
    pub(super) fn locate(&self, entry: u32) -> Option<(&Segment, u32)> {
        let at = self.address(entry)?;
        Some((&self.segments[at.segment_ord as usize], at.doc_id))
    }

    /// The chunk of an entry.
    pub(super) fn chunk(&self, entry: u32) -> ChunkId {
        self.locate(entry)
            .map_or(ChunkId(0), |(segment, document)| segment.chunk(document))
    }

    /// Segments with their first entries.
    pub(super) fn segments(&self) -> impl Iterator<Item = (&Arc<Segment>, u32)> {
        self.segments.iter().zip(self.starts.iter().copied())
    }
}
