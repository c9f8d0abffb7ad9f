//! Statistics of BM25 over live entries only.
//!
//! Principal type: [`TermStatistics`], made once per snapshot.
//!
//! tantivy counts deleted documents until their segment is merged, and estimates token totals after a merge.
//! With statistics counted from the lengths of live entries, scores equal the scores of a new index.

use super::postings::{documents, seek_to};
use tantivy::postings::TermInfo;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, InvertedIndexReader, SegmentReader, TantivyError};

/// If a segment has this many times fewer deletions than a term has postings, the deletions are searched for in
/// the postings; otherwise all postings are read.
const SEEK_RATIO: usize = 16;

/// Statistics for one searcher.
#[derive(Default)]
#[cfg_attr(test, derive(Clone, PartialEq, Debug))]
pub(crate) struct TermStatistics {
    /// Number of tokens of all live entries, per field.
    tokens: Vec<(Field, u64)>,
    /// The deleted documents of each segment, ascending.
    pub(crate) deleted: Vec<Vec<DocId>>,
}

impl TermStatistics {
    /// The statistics of some fields; each segment comes with the number of tokens of all its documents.
    pub(crate) fn of<'s>(
        segments: impl Iterator<Item = (&'s SegmentReader, &'s [u64])>,
        fields: &[Field],
    ) -> tantivy::Result<Self> {
        let mut statistics = Self {
            tokens: fields.iter().map(|field| (*field, 0)).collect(),
            deleted: Vec::new(),
        };
        for (segment, all) in segments {
            let deleted: Vec<DocId> = (0..segment.max_doc())
                .filter(|document| segment.is_deleted(*document))
                .collect();
            let gone = tokens(segment, fields, deleted.iter().copied())?;
            for (((_, total), all), gone) in statistics.tokens.iter_mut().zip(all).zip(gone) {
                *total += all - gone;
            }
            statistics.deleted.push(deleted);
        }
        Ok(statistics)
    }

    /// Number of tokens of all live entries in a counted field; at least 1.
    pub(crate) fn tokens(&self, field: Field) -> tantivy::Result<u64> {
        match self.tokens.iter().find(|(known, _)| *known == field) {
            Some((_, total)) => Ok((*total).max(1)),
            None => Err(TantivyError::InvalidArgument(
                "not a field with terms".to_owned(),
            )),
        }
    }

    /// Number of live documents of a segment that contain a term. Only entries have terms in scored
    /// fields, so every live document is an entry.
    pub(crate) fn live(
        &self,
        ordinal: usize,
        segment: &SegmentReader,
        index: &InvertedIndexReader,
        term: &TermInfo,
    ) -> tantivy::Result<u64> {
        let all = u64::from(term.doc_freq);
        let deleted = self.deleted.get(ordinal).map_or(&[][..], Vec::as_slice);
        if deleted.is_empty() {
            return Ok(all);
        }
        let mut postings = index.read_postings_from_terminfo(term, IndexRecordOption::Basic)?;
        let gone = if deleted.len() * SEEK_RATIO < term.doc_freq as usize {
            deleted
                .iter()
                .filter(|document| seek_to(&mut postings, **document))
                .count()
        } else {
            documents(postings)
                .filter(|document| segment.is_deleted(*document))
                .count()
        };
        Ok(all.saturating_sub(gone as u64))
    }
}

/// Number of tokens of these documents in each field.
pub(crate) fn tokens(
    segment: &SegmentReader,
    fields: &[Field],
    documents: impl Iterator<Item = DocId> + Clone,
) -> tantivy::Result<Vec<u64>> {
    let mut tokens = Vec::with_capacity(fields.len());
    for field in fields {
        let norms = segment.get_fieldnorms_reader(*field)?;
        let lengths = documents.clone().map(|doc| u64::from(norms.fieldnorm(doc)));
        tokens.push(lengths.sum());
    }
    Ok(tokens)
}
