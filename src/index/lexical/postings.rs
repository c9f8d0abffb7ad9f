//! The live documents that have a term.

use tantivy::schema::{IndexRecordOption, Term};
use tantivy::{DocAddress, DocSet, Searcher, SegmentReader, TERMINATED};

/// Calls `found` with each document, in order.
pub(crate) fn for_each_document(
    searcher: &Searcher,
    term: &Term,
    mut found: impl FnMut(DocAddress),
) -> tantivy::Result<()> {
    for (ordinal, segment) in (0u32..).zip(searcher.segment_readers()) {
        let found = |doc| found(DocAddress::new(ordinal, doc));
        for_each_in_segment(segment, term, found)?;
    }
    Ok(())
}

/// Calls `found` with each document of a segment, in order.
pub(crate) fn for_each_in_segment(
    segment: &SegmentReader,
    term: &Term,
    mut found: impl FnMut(u32),
) -> tantivy::Result<()> {
    let index = segment.inverted_index(term.field())?;
    let Some(mut postings) = index.read_postings(term, IndexRecordOption::Basic)? else {
        return Ok(());
    };
    while postings.doc() != TERMINATED {
        if !segment.is_deleted(postings.doc()) {
            found(postings.doc());
        }
        postings.advance();
    }
    Ok(())
}
