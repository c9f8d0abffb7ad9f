//! Statistics of the hierarchy: parents, which are not embedded, and the bytes this saves.
//!
//! Methods of [`Snapshot`] for `index`, `status` and the index page.

use super::Snapshot;
use crate::chunk::{ChunkId, Kind, Role};
use crate::index::IndexError;
use crate::index::lexical::schema::PARENT;
use std::collections::HashMap;
use tantivy::DocAddress;

impl Snapshot {
    /// Number of parents, including files.
    pub fn parents(&self) -> usize {
        let mut parents = self.files();
        let segments = self.documents.segments.iter();
        for (segment, reader) in segments.zip(self.searcher.segment_readers()) {
            let alive = reader.doc_ids_alive();
            parents += alive
                .filter(|it| segment.entry_kind(*it) == Some(PARENT))
                .count();
        }
        parents
    }

    /// Bytes that would be embedded repeatedly if every class, function and method were embedded whole: those
    /// of declarations once for each enclosing declaration. Reads every record.
    pub fn repeated_bytes(&self) -> Result<u64, IndexError> {
        let mut around: HashMap<ChunkId, bool> = HashMap::new();
        let mut members: Vec<(ChunkId, u64)> = Vec::new();
        for (ordinal, segment) in (0u32..).zip(self.searcher.segment_readers()) {
            for doc in segment.doc_ids_alive() {
                let record = self.record_at(DocAddress::new(ordinal, doc))?;
                let declares = !matches!(
                    record.kind,
                    Kind::File | Kind::Module | Kind::Section | Kind::Repository
                );
                around.insert(record.id, record.role == Role::Parent && declares);
                let is_member = matches!(record.role, Role::Parent | Role::Body);
                if let Some(parent) = record.parent.filter(|_| is_member) {
                    members.push((parent, u64::from(record.bytes.1 - record.bytes.0)));
                }
            }
        }
        let repeated = members
            .iter()
            .filter(|(parent, _)| around.get(parent) == Some(&true));
        Ok(repeated.map(|(_, bytes)| bytes).sum())
    }
}
