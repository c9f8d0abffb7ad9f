//! Bytes that are not embedded repeatedly because parents are not embedded, as a method of [`Snapshot`].

use super::view::Snapshot;
use crate::chunk::{Kind, Role};
use crate::index::error::Result;
use std::collections::HashSet;

impl Snapshot {
    /// Bytes that would be embedded repeatedly if every class, function and method were embedded whole: the
    /// bytes of a declaration once for each enclosing declaration. Reads every record.
    pub fn repeated_bytes(&self) -> Result<u64> {
        let mut declarations = HashSet::new();
        let mut members = Vec::new();
        let readers = self.searcher.segment_readers();
        for (start, segment) in self.documents.starts.iter().zip(readers) {
            for document in segment.doc_ids_alive() {
                let record = self.record(start + document)?;
                let is_container = matches!(
                    record.kind,
                    Kind::File | Kind::Module | Kind::Section | Kind::Repository
                );
                if record.role == Role::Parent && !is_container {
                    declarations.insert(record.id);
                }
                if let Some(parent) = record.parent
                    && matches!(record.role, Role::Parent | Role::Body)
                {
                    members.push((parent, u64::from(record.bytes.1 - record.bytes.0)));
                }
            }
        }
        members.retain(|(parent, _)| declarations.contains(parent));
        Ok(members.iter().map(|(_, bytes)| bytes).sum())
    }
}
