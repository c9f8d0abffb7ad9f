//! Parents, which are not embedded: their number, and the most important ones, as methods of [`Snapshot`].

use super::view::Snapshot;
use crate::chunk::{Kind, Role, whole_name};
use crate::corpus::SourcePath;
use crate::corpus::file_class::FileClass;
use crate::index::error::Result;
use crate::index::lexical::schema::{FIELDS, PARENT};
use crate::index::record::Record;
use crate::syntax::Language;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
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

    /// The types of the project's code with the number of chunks that reference their name, most referenced first. A
    /// name that several types have is omitted, because a reference does not tell which one it means.
    pub fn referenced_types(&self) -> Result<Vec<(Record, u64)>> {
        let mut records = Vec::new();
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_type()) {
            for entry in self.documents_with(FIELDS.kind, kind.name())? {
                let mut record = self.record(entry)?;
                // `@type t` of a module of Elixir.
                let is_short = record.kind == Kind::Type
                    && record.names.len() > 2
                    && !record.name.starts_with(char::is_uppercase);
                if record.name.is_empty()
                    || is_short
                    || record.role == Role::Gap
                    || FileClass::of(&record.path, &record.names) != FileClass::Code
                {
                    continue;
                }
                // The leaves of a divided type are one type.
                record.name = whole_name(&record.name, record.role).to_owned();
                if let Some(own) = record.names.last_mut() {
                    own.clone_from(&record.name);
                }
                records.push(record);
            }
        }
        // A type in another one has its name after that of the other.
        let names: HashSet<String> = records.iter().map(|record| record.name.clone()).collect();
        let is_inner = |record: &Record| match record.names.as_slice() {
            [_, .., outer, _] => names.contains(outer),
            _ => false,
        };
        records.sort_by_key(is_inner);
        let mut found: BTreeMap<String, Option<Record>> = BTreeMap::new();
        for record in records {
            let known = found.entry(record.name.clone());
            let known = known.or_insert_with(|| Some(record.clone()));
            match known {
                Some(other) if is_inner(&record) && !is_inner(other) => {}
                Some(other) if !are_one_type(other, &record) => *known = None,
                Some(other) if place(&record) < place(other) => *other = record,
                _ => {}
            }
        }
        let mut types = Vec::new();
        for record in found.into_values().flatten() {
            let name = Term::from_field_text(FIELDS.reference, &record.name);
            let references = self.searcher.doc_freq(&name)?;
            types.push((record, references));
        }
        types.sort_by_key(|(record, references)| (Reverse(*references), record.id));
        Ok(types)
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

/// Returns true for leaves of one type: in one file, or in several if the language has types in parts.
fn are_one_type(one: &Record, other: &Record) -> bool {
    let language = one.language.as_deref().and_then(Language::named);
    let has_parts = one.language == other.language
        && language.is_some_and(|language| language.has_types_in_parts);
    (has_parts || one.path == other.path) && one.names.get(1..) == other.names.get(1..)
}

/// The place of a leaf of a type: the file with the name of the type is first.
fn place(leaf: &Record) -> (bool, &SourcePath, (u32, u32)) {
    let is_elsewhere = leaf.path.stem() != leaf.name;
    (is_elsewhere, &leaf.path, leaf.lines)
}
