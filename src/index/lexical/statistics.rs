//! BM25's statistics over live entries alone.
//!
//! tantivy counts deleted documents until their segment is merged and estimates token totals after
//! a merge; counted here from the live entries' own lengths, scores are those of a fresh index.

use std::sync::Arc;
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::{Field, IndexRecordOption, Term};
use tantivy::{DocSet, Searcher, TERMINATED, TantivyError};

/// Counted once a snapshot.
pub(crate) struct Statistics {
    tokens: Vec<(Field, u64)>,
    entries: u64,
}

impl Statistics {
    /// Counts the tokens of every entry in each of `fields`; `entries` maps each segment's documents
    /// to entries.
    pub(crate) fn count(
        searcher: &Searcher,
        fields: impl IntoIterator<Item = Field>,
        entries: &[Arc<[u32]>],
    ) -> tantivy::Result<Self> {
        let mut tokens: Vec<(Field, u64)> = fields.into_iter().map(|field| (field, 0)).collect();
        let mut live = 0;
        for (segment, entries) in searcher.segment_readers().iter().zip(entries) {
            let docs = || {
                (0u32..)
                    .zip(entries.iter())
                    .filter(|(_, entry)| **entry != u32::MAX)
            };
            live += docs().count() as u64;
            for (field, total) in &mut tokens {
                let norms = segment.get_fieldnorms_reader(*field)?;
                *total += docs()
                    .map(|(doc, _)| u64::from(norms.fieldnorm(doc)))
                    .sum::<u64>();
            }
        }
        Ok(Self {
            tokens,
            entries: live,
        })
    }

    /// Pairs the counts with a searcher, which knows the document frequencies, and with what tells
    /// live entries from deleted ones.
    pub(crate) fn of<'a>(
        &'a self,
        searcher: &'a Searcher,
        entries: &'a [Arc<[u32]>],
    ) -> Provider<'a> {
        Provider {
            statistics: self,
            searcher,
            entries,
        }
    }
}

/// What tantivy asks.
pub(crate) struct Provider<'a> {
    statistics: &'a Statistics,
    searcher: &'a Searcher,
    entries: &'a [Arc<[u32]>],
}

impl Bm25StatisticsProvider for Provider<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let found = self
            .statistics
            .tokens
            .iter()
            .find(|(known, _)| *known == field);
        found
            .map(|(_, total)| (*total).max(1))
            .ok_or_else(|| TantivyError::InvalidArgument("not a field with terms".to_owned()))
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        Ok(self.statistics.entries.max(1))
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        let mut total = 0;
        for (segment, entries) in self.searcher.segment_readers().iter().zip(self.entries) {
            let index = segment.inverted_index(term.field())?;
            if !segment.has_deletes() {
                total += u64::from(index.doc_freq(term)?);
            } else if let Some(mut postings) =
                index.read_postings(term, IndexRecordOption::Basic)?
            {
                // The segment's own count has its deleted documents too.
                while postings.doc() != TERMINATED {
                    total += u64::from(entries[postings.doc() as usize] != u32::MAX);
                    postings.advance();
                }
            }
        }
        Ok(total)
    }
}
