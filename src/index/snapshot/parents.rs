//! Parents, which are not embedded: their number, and the most important ones, as methods of [`Snapshot`].

use super::view::Snapshot;
use crate::index::error::Result;
use crate::index::lexical::schema::{FIELDS, PARENT};
use crate::index::record::Record;
use std::cmp::Reverse;
use tantivy::schema::Term;

impl Snapshot {
    /// Number of parents, including files.
    pub fn parents(&self) -> usize {
        self.files() + self.inner_parents().count()
    }

    /// The parents below files.
    fn inner_parents(&self) -> impl Iterator<Item = u32> {
        let readers = self.searcher.segment_readers();
        let segments = self.documents.segments().zip(readers);
        segments.flat_map(|((segment, start), reader)| {
            reader
                .doc_ids_alive()
                .filter(|document| segment.entry_kind(*document) == Some(PARENT))
                .map(move |document| start + document)
        })
    }

    /// The types and functions that are divided into chunks: largest and most referenced first, by the
    /// product of their bytes and the number of chunks that reference their name. Reads every parent's record.
    pub fn main_declarations(&self) -> Result<Vec<Record>> {
        let mut found = Vec::new();
        for entry in self.inner_parents() {
            let record = self.record(entry)?;
            if record.kind.is_type() || record.kind.has_code() {
                let name = Term::from_field_text(FIELDS.reference, &record.name);
                let references = 1 + self.searcher.doc_freq(&name)?;
                let size = u64::from(record.bytes.1 - record.bytes.0);
                found.push((size * references, record));
            }
        }
        found.sort_by_key(|(worth, record)| (Reverse(*worth), record.id));
        Ok(found.into_iter().map(|(_, record)| record).collect())
    }
}
