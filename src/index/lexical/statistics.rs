//! BM25's statistics over live entries alone.
//!
//! tantivy counts deleted documents until their segment is merged and estimates token totals after
//! a merge; counted here from the live entries' own lengths, scores are those of a fresh index.

use super::postings::documents;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::TermInfo;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{
    DocAddress, DocId, DocSet, InvertedIndexReader, Searcher, SegmentReader, TantivyError,
};

/// In a segment with this many times fewer deletions than a term has postings, the deletions are
/// looked up among the postings; else all postings are looked at.
const WORTH_SEEKING: usize = 16;

/// Of one searcher.
#[cfg_attr(test, derive(Clone, PartialEq, Debug))]
pub(crate) struct Statistics {
    /// Number of tokens of all live entries, per field.
    tokens: Vec<(Field, u64)>,
    /// Number of live entries.
    entries: u64,
    /// The deleted documents of each segment, ascending.
    deleted: Vec<Vec<DocId>>,
}

impl Statistics {
    /// The statistics of `searcher`, from those of an earlier one whose entries `gone` are not there
    /// any more, and the entries that are `new`.
    pub(crate) fn after(
        before: Option<(&Self, &Searcher, &[DocAddress])>,
        searcher: &Searcher,
        fields: &[Field],
        new: &[DocAddress],
    ) -> tantivy::Result<Self> {
        let mut after = Self {
            tokens: fields.iter().map(|field| (*field, 0)).collect(),
            entries: new.len() as u64,
            deleted: searcher.segment_readers().iter().map(deleted).collect(),
        };
        for (field, total) in &mut after.tokens {
            *total = tokens(searcher, *field, new)?;
        }
        if let Some((before, earlier, gone)) = before {
            after.entries = before.entries + after.entries - gone.len() as u64;
            for ((field, total), (_, known)) in after.tokens.iter_mut().zip(&before.tokens) {
                *total = known + *total - tokens(earlier, *field, gone)?;
            }
        }
        Ok(after)
    }

    /// Live entries; 1 where there are none.
    pub(crate) fn entries(&self) -> u64 {
        self.entries.max(1)
    }

    /// Tokens of all live entries in one of the fields that are counted; 1 where there are none.
    pub(crate) fn tokens(&self, field: Field) -> tantivy::Result<u64> {
        let found = self.tokens.iter().find(|(known, _)| *known == field);
        found
            .map(|(_, total)| (*total).max(1))
            .ok_or_else(|| TantivyError::InvalidArgument("not a field with terms".to_owned()))
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
        let postings = index.read_postings_from_terminfo(term, IndexRecordOption::Basic)?;
        let gone = match deleted.len() * WORTH_SEEKING < term.doc_freq as usize {
            true => common_by_seeking(postings, deleted),
            false => documents(postings)
                .filter(|doc| segment.is_deleted(*doc))
                .count() as u64,
        };
        Ok(all.saturating_sub(gone))
    }
}

fn deleted(segment: &SegmentReader) -> Vec<DocId> {
    match segment.has_deletes() {
        true => (0..segment.max_doc())
            .filter(|doc| segment.is_deleted(*doc))
            .collect(),
        false => Vec::new(),
    }
}

/// Number of tokens of these documents in a field.
fn tokens(searcher: &Searcher, field: Field, documents: &[DocAddress]) -> tantivy::Result<u64> {
    if documents.is_empty() {
        return Ok(0);
    }
    let segments = searcher.segment_readers().iter();
    let norms: Vec<FieldNormReader> = segments
        .map(|segment| segment.get_fieldnorms_reader(field))
        .collect::<tantivy::Result<_>>()?;
    let lengths = documents.iter().map(|at| {
        let norms = &norms[at.segment_ord as usize];
        u64::from(norms.fieldnorm(at.doc_id))
    });
    Ok(lengths.sum())
}

/// Number of a term's postings that are among a few deletions.
fn common_by_seeking(mut postings: impl DocSet, deleted: &[DocId]) -> u64 {
    let is_there = |doc: &&DocId| {
        let at = match postings.doc() < **doc {
            true => postings.seek(**doc),
            false => postings.doc(),
        };
        at == **doc
    };
    deleted.iter().filter(is_there).count() as u64
}
