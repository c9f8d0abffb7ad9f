//! Labels of leaves by rules of the caller, kept with the snapshot, so that a filter by label compares bytes.

use super::Snapshot;
use super::segment::known_or;
use crate::corpus::SourcePath;
use crate::index::lexical::postings::for_each_in_segment;
use crate::index::{IndexError, Record};
use std::collections::BTreeSet;
use tantivy::DocAddress;
use tantivy::schema::Term;

/// Labels leaves. A program uses one labelling for every snapshot: a snapshot keeps the first
/// labels it computed.
#[derive(Clone, Copy, Debug)]
pub struct Labelling {
    /// The label of all leaves of a file.
    pub of_file: fn(&SourcePath) -> u8,
    /// The label that a leaf's names may change.
    pub doubtful: u8,
    /// Name terms of leaves whose labels may depend on names.
    pub telling: &'static [&'static str],
    /// The label of such a leaf.
    pub of_leaf: fn(&Record) -> u8,
}

impl Snapshot {
    /// The label of every entry, by the first labelling that was passed, whichever is passed later.
    pub fn labels(&self, labelling: &Labelling) -> Result<&[u8], IndexError> {
        if let Some(labels) = self.documents.labels.get() {
            return Ok(labels);
        }
        let mut labels = vec![labelling.doubtful; self.documents.len() as usize];
        for (ordinal, (segment, start)) in (0u32..).zip(self.documents.segments()) {
            let read = || self.label_segment(ordinal, labelling);
            let of_documents = known_or(&segment.labels, read)?;
            let places = labels.iter_mut().skip(start as usize);
            places
                .zip(of_documents)
                .for_each(|(place, label)| *place = *label);
        }
        Ok(self.documents.labels.get_or_init(|| labels))
    }

    /// The labels of a segment's documents: each path is judged once, and of the leaves only those in
    /// question.
    fn label_segment(&self, ordinal: u32, labelling: &Labelling) -> Result<Vec<u8>, IndexError> {
        let segment = self.searcher.segment_reader(ordinal);
        let paths = self.documents.segments[ordinal as usize].paths(segment, &self.fields)?;
        let mut labels = paths.of_documents(labelling.doubtful, labelling.of_file);
        // In the order of the store, whose blocks are then opened once each.
        let mut telling = BTreeSet::new();
        for text in labelling.telling {
            for field in [self.fields.place, self.fields.symbol] {
                let term = Term::from_field_text(field, text);
                for_each_in_segment(segment, &term, |document| {
                    telling.insert(document);
                })?;
            }
        }
        for document in telling {
            let at = DocAddress::new(ordinal, document);
            let label = labels.get_mut(document as usize);
            if let Some(label) = label.filter(|label| **label == labelling.doubtful) {
                *label = (labelling.of_leaf)(&self.record_at(at)?);
            }
        }
        Ok(labels)
    }
}
