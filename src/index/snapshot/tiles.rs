//! The leaves of files in their order, and the files that may contain texts, as methods of [`Snapshot`].
//!
//! Principal type: [`FileTiles`]. Invariant: the tiles of a file cover it, silent leaves included, so every byte
//! of an indexed file is in one tile.

use super::view::Snapshot;
use crate::corpus::SourcePath;
use crate::index::entry_set::EntrySet;
use crate::index::error::Result;
use crate::index::lexical::conditions::{Condition, required};
use crate::index::lexical::postings::for_each_document;
use std::collections::{BTreeMap, HashMap};
use tantivy::schema::Term;

/// Maximum number of groups of terms that narrow the files: one bit each.
const MAX_GROUPS: usize = 64;

/// The leaves of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileTiles {
    /// The file.
    pub path: SourcePath,
    /// First byte and entry of each leaf, in order.
    tiles: Vec<(u64, u32)>,
}

impl FileTiles {
    /// Returns the entry of the leaf that contains a byte, and the end of the leaf; the last leaf has none
    /// (`usize::MAX`).
    pub fn at(&self, byte: usize) -> Option<(u32, usize)> {
        let after = self
            .tiles
            .partition_point(|(start, _)| *start <= byte as u64);
        let (_, entry) = self.tiles.get(after.checked_sub(1)?)?;
        let end = self.tiles.get(after).map(|(next, _)| *next as usize);
        Some((*entry, end.unwrap_or(usize::MAX)))
    }

    /// Returns the byte range of a leaf in a text with this length.
    pub fn bytes(&self, entry: u32, length: usize) -> std::ops::Range<usize> {
        let Some(at) = self.tiles.iter().position(|tile| tile.1 == entry) else {
            return 0..0;
        };
        let start = (self.tiles[at].0 as usize).min(length);
        let next = self.tiles.get(at + 1).map(|(next, _)| *next as usize);
        start..next.unwrap_or(length).clamp(start, length)
    }
}

impl Snapshot {
    /// The files with a passing leaf that may contain all texts, by path, with all of their leaves. Only terms are
    /// compared: the caller reads the files.
    pub fn files_with(&self, texts: &[&str], passing: &EntrySet) -> Result<Vec<FileTiles>> {
        let likely = self.likely_files(texts)?;
        let mut files: BTreeMap<&SourcePath, Vec<(u64, u32)>> = BTreeMap::new();
        for ((segment, start), (paths, _)) in self.documents.segments().zip(self.segment_paths()?) {
            let mut accepted = vec![false; paths.paths.len()];
            for (document, at) in paths.documents() {
                accepted[at] |= passing.contains(start + document);
            }
            for (is_accepted, path) in accepted.iter_mut().zip(&paths.paths) {
                *is_accepted &= likely
                    .as_ref()
                    .is_none_or(|likely| likely.contains_key(path));
            }
            for (document, at) in paths.documents() {
                if accepted[at] && self.documents.tiles.contains(start + document) {
                    let tiles = files.entry(&paths.paths[at]).or_default();
                    tiles.push((segment.start(document), start + document));
                }
            }
        }
        let mut found = Vec::with_capacity(files.len());
        for (path, mut tiles) in files {
            tiles.sort_unstable();
            let path = path.clone();
            found.push(FileTiles { path, tiles });
        }
        Ok(found)
    }

    /// The terms of documents that meet a condition.
    pub(super) fn required(&self, condition: &Condition) -> Result<Vec<Vec<Term>>> {
        required(condition, &self.searcher, || {
            let segments = self.documents.segments();
            segments.map(|(segment, _)| segment.words()).collect()
        })
    }

    /// The files whose leaves together have the terms of all texts; none if the texts have no terms.
    fn likely_files(&self, texts: &[&str]) -> Result<Option<HashMap<&SourcePath, u64>>> {
        let mut groups = Vec::new();
        for text in texts {
            let condition = Condition::Phrase((*text).to_owned());
            groups.extend(self.required(&condition)?);
        }
        groups.truncate(MAX_GROUPS);
        if groups.is_empty() {
            return Ok(None);
        }
        let all = u64::MAX >> (MAX_GROUPS - groups.len());
        let mut met: Vec<Vec<u64>> = Vec::new();
        let segments = self.segment_paths()?;
        for (paths, _) in &segments {
            met.push(vec![0; paths.paths.len()]);
        }
        for (group, terms) in groups.iter().enumerate() {
            for term in terms {
                for_each_document(&self.searcher, term, |at| {
                    let segment = at.segment_ord as usize;
                    if let Some(path) = segments[segment].0.position(at.doc_id) {
                        met[segment][path] |= 1 << group;
                    }
                })?;
            }
        }
        // The leaves of one file may be in several segments.
        let mut files: HashMap<&SourcePath, u64> = HashMap::new();
        for ((paths, _), met) in segments.iter().zip(met) {
            for (path, groups) in paths.paths.iter().zip(met) {
                if groups != 0 {
                    *files.entry(path).or_default() |= groups;
                }
            }
        }
        files.retain(|_, groups| *groups == all);
        Ok(Some(files))
    }
}
