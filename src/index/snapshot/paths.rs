//! The paths of many documents, from the term dictionaries: reading their records would take much
//! longer.

use super::table::NONE;
use crate::corpus::SourcePath;
use crate::index::IndexError;
use std::collections::BTreeMap;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{
    DocAddress, DocSet, Searcher, SegmentOrdinal, SegmentReader, TERMINATED, TantivyError,
};

/// The path of each of these documents, files or directories. Costs what the segments hold that
/// they are in.
pub(super) fn paths_of(
    searcher: &Searcher,
    field: Field,
    documents: &[DocAddress],
) -> Result<Vec<SourcePath>, IndexError> {
    let mut by_segment: BTreeMap<SegmentOrdinal, Vec<u32>> = BTreeMap::new();
    for (number, at) in (0u32..).zip(documents) {
        let numbers = by_segment.entry(at.segment_ord).or_insert_with(|| {
            vec![NONE; searcher.segment_reader(at.segment_ord).max_doc() as usize]
        });
        numbers[at.doc_id as usize] = number;
    }
    let mut paths = vec![SourcePath::new(""); documents.len()];
    for (ordinal, numbers) in by_segment {
        let segment = searcher.segment_reader(ordinal);
        for_each_path(segment, field, &numbers, |number, path| {
            if let Some(place) = paths.get_mut(number as usize) {
                *place = path.clone();
            }
        })?;
    }
    Ok(paths)
}

fn for_each_path(
    segment: &SegmentReader,
    field: Field,
    numbers: &[u32],
    mut found: impl FnMut(u32, &SourcePath),
) -> Result<(), IndexError> {
    let index = segment.inverted_index(field)?;
    let mut terms = index.terms().stream().map_err(TantivyError::from)?;
    while terms.advance() {
        let option = IndexRecordOption::Basic;
        let mut postings = index
            .read_postings_from_terminfo(terms.value(), option)
            .map_err(TantivyError::from)?;
        let mut path = None;
        while postings.doc() != TERMINATED {
            let number = numbers.get(postings.doc() as usize).copied();
            if let Some(number) = number.filter(|number| *number != NONE)
                && let Ok(term) = std::str::from_utf8(terms.key())
            {
                let term = term.strip_suffix('/').unwrap_or(term);
                let path = path.get_or_insert_with(|| SourcePath::new(term));
                found(number, path);
            }
            postings.advance();
        }
    }
    Ok(())
}
