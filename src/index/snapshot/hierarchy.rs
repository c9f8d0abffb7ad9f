//! Parents, which are not embedded: their number, the bytes this saves, and the most important ones.
//!
//! Methods of [`Snapshot`] for `index`, `status`, the index page and the summaries of declarations.

use super::Snapshot;
use crate::chunk::{ChunkId, Kind, Role};
use crate::index::lexical::schema::{FIELDS, PARENT};
use crate::index::{IndexError, Record};
use std::collections::{HashMap, HashSet};
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
            let alive = reader.doc_ids_alive();
            let parents = alive.filter(|it| segment.entry_kind(*it) == Some(PARENT));
            parents.map(move |document| start + document)
        })
    }

    /// The types and functions that are divided into chunks: largest and most referenced first, by the
    /// product of their bytes and the number of chunks that reference their name. Reads every parent's record.
    pub fn main_declarations(&self) -> Result<Vec<Record>, IndexError> {
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
        found.sort_by(|(left, a), (right, b)| right.cmp(left).then_with(|| a.id.cmp(&b.id)));
        // A header in pieces has the names of its declaration, which is larger.
        let mut seen = HashSet::new();
        let records = found.into_iter().map(|(_, record)| record);
        Ok(records
            .filter(|it| seen.insert((it.path.clone(), it.names.clone())))
            .collect())
    }

    /// Bytes that would be embedded repeatedly if every class, function and method were embedded whole: the
    /// bytes of a declaration once for each enclosing declaration. Reads every record.
    pub fn repeated_bytes(&self) -> Result<u64, IndexError> {
        let mut around: HashMap<ChunkId, bool> = HashMap::new();
        let mut members: Vec<(ChunkId, u64)> = Vec::new();
        let readers = self.searcher.segment_readers();
        for (start, segment) in self.documents.starts.iter().zip(readers) {
            for doc in segment.doc_ids_alive() {
                let record = self.record(start + doc)?;
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
