//! Which of a query's terms stand in which of a few entries.

use super::Snapshot;
use crate::index::IndexError;
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::{Field, IndexRecordOption, Term};
use tantivy::{DocSet, TantivyError};

/// A term of a query, as the index knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Coverage {
    /// Its inverse document frequency, by the field that has it most often; 0 where none has it.
    pub idf: f32,
    /// Where in the list of entries those stand that have it, ascending.
    pub present: Vec<usize>,
}

impl Snapshot {
    /// For each term, how rare it is and which of `entries` have it in any field.
    pub fn coverage(&self, terms: &[String], entries: &[u32]) -> Result<Vec<Coverage>, IndexError> {
        let mut places = Vec::with_capacity(entries.len());
        for (at, entry) in entries.iter().enumerate() {
            // Summaries have a field of their own.
            if let Some(entry) = self.entries.get(*entry as usize) {
                let document = entry.document;
                places.push((document.segment_ord, document.doc_id, at));
            }
        }
        places.sort_unstable();
        terms.iter().map(|term| self.cover(term, &places)).collect()
    }

    fn cover(&self, text: &str, places: &[(u32, u32, usize)]) -> Result<Coverage, IndexError> {
        let statistics = self.statistics.of(&self.searcher, &self.of_document);
        let (mut most, mut present) = (0, Vec::new());
        for (field, _) in self.fields.weighted() {
            let term = Term::from_field_text(field, text);
            let frequency = statistics.doc_freq(&term)?;
            most = most.max(frequency);
            if frequency > 0 {
                self.look_up(field, &term, places, &mut present)?;
            }
        }
        present.sort_unstable();
        present.dedup();
        let (all, most) = (statistics.total_num_docs()? as f32, most as f32);
        let idf = match most > 0.0 {
            true => (1.0 + (all - most + 0.5) / (most + 0.5)).ln(),
            false => 0.0,
        };
        Ok(Coverage { idf, present })
    }

    /// Skips through a term's postings from document to document.
    fn look_up(
        &self,
        field: Field,
        term: &Term,
        places: &[(u32, u32, usize)],
        present: &mut Vec<usize>,
    ) -> Result<(), IndexError> {
        for group in places.chunk_by(|left, right| left.0 == right.0) {
            let Some(&(segment, ..)) = group.first() else {
                continue;
            };
            let inverted = self
                .searcher
                .segment_reader(segment)
                .inverted_index(field)?;
            let postings = inverted.read_postings(term, IndexRecordOption::Basic);
            let Some(mut postings) = postings.map_err(TantivyError::from)? else {
                continue;
            };
            for &(_, document, at) in group {
                if postings.doc() < document {
                    postings.seek(document);
                }
                if postings.doc() == document {
                    present.push(at);
                }
            }
        }
        Ok(())
    }
}
