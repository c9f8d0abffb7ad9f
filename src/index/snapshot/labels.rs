//! Labels of leaves, given by somebody who knows what paths and names mean, and kept with the
//! snapshot: a filter by them costs a look at a byte.

use super::Snapshot;
use crate::corpus::SourcePath;
use crate::index::{IndexError, Record};

/// Who labels leaves. A program has one labelling and asks every snapshot with it: a snapshot keeps
/// the labels that it gave first.
#[derive(Clone, Copy, Debug)]
pub struct Labelling {
    /// The label of all leaves of a file.
    pub of_file: fn(&SourcePath) -> u8,
    /// The label that a leaf's names may change.
    pub doubtful: u8,
    /// What stands in the names, as terms, of leaves whose label names may change.
    pub telling: &'static [&'static str],
    /// The label of such a leaf.
    pub of_leaf: fn(&Record) -> u8,
}

impl Snapshot {
    /// The label of every leaf, by its entry: as the first labelling said that this was asked with,
    /// whichever is passed later.
    pub fn labels(&self, labelling: &Labelling) -> Result<&[u8], IndexError> {
        if let Some(labels) = self.labels.get() {
            return Ok(labels);
        }
        let mut labels = self.labels_of(labelling.of_file, labelling.doubtful)?;
        for text in labelling.telling {
            for field in [self.fields.place, self.fields.symbol] {
                for at in self.documents_with(field, text)? {
                    let entry =
                        self.leaves.of_document[at.segment_ord as usize][at.doc_id as usize];
                    let label = labels.get_mut(entry as usize);
                    if let Some(label) = label.filter(|label| **label == labelling.doubtful) {
                        *label = (labelling.of_leaf)(&self.record(entry)?);
                    }
                }
            }
        }
        Ok(self.labels.get_or_init(|| labels))
    }

    /// The label of every leaf, by its entry, that `of_file` gives to its path; the first such function
    /// gives them for good.
    pub fn file_labels(&self, of_file: fn(&SourcePath) -> u8) -> Result<&[u8], IndexError> {
        if let Some(labels) = self.file_labels.get() {
            return Ok(labels);
        }
        let labels = self.labels_of(of_file, u8::MAX)?;
        Ok(self.file_labels.get_or_init(|| labels))
    }

    /// From the dictionary of paths: each is judged once a segment.
    fn labels_of(
        &self,
        of_file: fn(&SourcePath) -> u8,
        default: u8,
    ) -> Result<Vec<u8>, IndexError> {
        let mut labels = vec![default; self.leaves.entries.len()];
        let segments = self.searcher.segment_readers().iter();
        for (segment, entries) in segments.zip(&self.leaves.of_document) {
            let mut judged = (String::new(), default);
            self.each_path_from(segment, "", |path, document| {
                if judged.0 != path {
                    judged = (path.to_owned(), of_file(&SourcePath::new(path)));
                }
                let entry = entries.get(document as usize);
                if let Some(label) = entry.and_then(|entry| labels.get_mut(*entry as usize)) {
                    *label = judged.1;
                }
                Some(())
            })?;
        }
        Ok(labels)
    }
}
