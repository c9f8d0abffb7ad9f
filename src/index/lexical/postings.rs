//! Terms of segments and their documents.
//!
//! Principal type: [`SegmentTerm`]. Contract: documents are in ascending order; functions named for live
//! documents skip deleted ones.

use super::searcher::Searcher;
use tantivy::postings::{SegmentPostings, TermInfo};
use tantivy::schema::{Field, IndexRecordOption, Term};
use tantivy::{DocAddress, DocId, DocSet, InvertedIndexReader, SegmentReader, TERMINATED};

/// A term in the dictionary of a segment, which includes terms of deleted documents.
pub(crate) struct SegmentTerm<'t> {
    pub(crate) text: &'t str,
    info: &'t TermInfo,
    index: &'t InvertedIndexReader,
}

impl SegmentTerm<'_> {
    /// The documents with the term, in order, including deleted ones.
    pub(crate) fn documents(&self) -> tantivy::Result<impl Iterator<Item = DocId>> {
        let option = IndexRecordOption::Basic;
        let postings = self.index.read_postings_from_terminfo(self.info, option)?;
        Ok(documents(postings))
    }
}

/// Calls `found` with each term of a field that starts with `prefix`, in order.
pub(crate) fn for_each_term(
    segment: &SegmentReader,
    field: Field,
    prefix: &str,
    mut found: impl FnMut(SegmentTerm<'_>) -> tantivy::Result<()>,
) -> tantivy::Result<()> {
    let index = segment.inverted_index(field)?;
    let mut terms = index.terms().range().ge(prefix).into_stream()?;
    while terms.advance() && terms.key().starts_with(prefix.as_bytes()) {
        if let Ok(text) = std::str::from_utf8(terms.key()) {
            let (info, index) = (terms.value(), &*index);
            found(SegmentTerm { text, info, index })?;
        }
    }
    Ok(())
}

/// Calls `found` with each live document that has a term, in order.
pub(crate) fn for_each_document(
    searcher: &Searcher,
    term: &Term,
    mut found: impl FnMut(DocAddress),
) -> tantivy::Result<()> {
    for (ordinal, info) in &*searcher.segments_with(term)? {
        if let Some(index) = searcher.index(*ordinal, term.field())? {
            let segment = &searcher.segment_readers()[*ordinal];
            for doc in live(segment, index, info)? {
                found(DocAddress::new(*ordinal as u32, doc));
            }
        }
    }
    Ok(())
}

/// Calls `found` with each live document of a segment that has a term, in order.
pub(crate) fn for_each_in(
    searcher: &Searcher,
    ordinal: usize,
    term: &Term,
    found: impl FnMut(DocId),
) -> tantivy::Result<()> {
    if let Some(index) = searcher.index(ordinal, term.field())?
        && let Some(info) = index.get_term_info(term)?
    {
        let segment = &searcher.segment_readers()[ordinal];
        live(segment, index, &info)?.for_each(found);
    }
    Ok(())
}

/// The live documents of a segment with a term, in order.
fn live<'s>(
    segment: &'s SegmentReader,
    index: &InvertedIndexReader,
    info: &TermInfo,
) -> tantivy::Result<impl Iterator<Item = DocId> + use<'s>> {
    let postings = index.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    Ok(documents(postings).filter(|doc| !segment.is_deleted(*doc)))
}

/// Advances a list to the first document from `doc` on, unless it is there or beyond. Returns true if the
/// list has `doc`.
pub(crate) fn seek_to(postings: &mut impl DocSet, doc: DocId) -> bool {
    if postings.doc() < doc {
        postings.seek(doc);
    }
    postings.doc() == doc
}

/// The documents of a postings list, in order.
pub(super) fn documents(mut postings: SegmentPostings) -> impl Iterator<Item = DocId> {
    std::iter::from_fn(move || {
        let doc = postings.doc();
        if doc == TERMINATED {
            return None;
        }
        postings.advance();
        Some(doc)
    })
}
