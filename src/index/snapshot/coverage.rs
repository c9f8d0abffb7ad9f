//! Which of a query's terms stand in which of a few entries.

use super::Snapshot;
use crate::index::IndexError;
use tantivy::postings::TermInfo;
use tantivy::schema::{IndexRecordOption, Term};
use tantivy::{DocAddress, DocSet, InvertedIndexReader, TantivyError};

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
            if let Some(entry) = self.leaves.entries.get(*entry as usize) {
                places.push((entry.document, at));
            }
        }
        places.sort_unstable();
        terms.iter().map(|term| self.cover(term, &places)).collect()
    }

    fn cover(&self, text: &str, places: &[(DocAddress, usize)]) -> Result<Coverage, IndexError> {
        let (mut most, mut present) = (0, Vec::new());
        for (field, _) in self.fields.weighted() {
            let term = Term::from_field_text(field, text);
            let mut documents = 0;
            for (ordinal, segment) in self.searcher.segment_readers().iter().enumerate() {
                let index = segment.inverted_index(field)?;
                let Some(info) = index.get_term_info(&term).map_err(TantivyError::from)? else {
                    continue;
                };
                let statistics = &self.statistics;
                documents += statistics.live(ordinal, segment, &index, &info)?;
                let within = places.partition_point(|(at, _)| (at.segment_ord as usize) < ordinal);
                let places = places[within..].iter();
                let places = places.take_while(|(at, _)| at.segment_ord as usize == ordinal);
                look_up(&index, &info, places, &mut present)?;
            }
            most = most.max(documents);
        }
        present.sort_unstable();
        present.dedup();
        let (all, most) = (self.statistics.entries() as f32, most as f32);
        let idf = match most > 0.0 {
            true => (1.0 + (all - most + 0.5) / (most + 0.5)).ln(),
            false => 0.0,
        };
        Ok(Coverage { idf, present })
    }
}

/// Skips through a term's postings from document to document.
fn look_up<'p>(
    index: &InvertedIndexReader,
    term: &TermInfo,
    places: impl Iterator<Item = &'p (DocAddress, usize)>,
    present: &mut Vec<usize>,
) -> Result<(), IndexError> {
    let postings = index.read_postings_from_terminfo(term, IndexRecordOption::Basic);
    let mut postings = postings.map_err(TantivyError::from)?;
    for (document, at) in places {
        if postings.doc() < document.doc_id {
            postings.seek(document.doc_id);
        }
        if postings.doc() == document.doc_id {
            present.push(*at);
        }
    }
    Ok(())
}
