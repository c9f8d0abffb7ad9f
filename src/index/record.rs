//! Stored record of a chunk: everything except its text.
//!
//! Principal types: [`Record`] and [`Summary`]. Hits are made from records, without reading a file.

use crate::chunk::{
    Chunk, ChunkId, ChunkTree, Definition, Kind, NestedSymbol, Role, directory_id, file_id,
    heading_context, opening,
};
use crate::corpus::SourcePath;
use crate::embed::EmbeddingKey;
use serde::{Deserialize, Serialize};

/// Path of the directory that is the repository.
pub const ROOT: &str = ".";

/// Summary of a file, directory or the repository, as input of the index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The indexed and embedded text.
    pub text: String,
    /// The text on one line.
    pub lead: String,
    /// Key of its vector.
    pub key: EmbeddingKey,
    /// The model that wrote it; empty for an extractive summary.
    pub written_by: String,
    /// For a directory: hash of its input, which detects changes.
    pub hash: u64,
    /// Input of the parent directory's summary; opaque to the index.
    pub digest: Vec<u8>,
}

/// Maximum length in bytes of the first words of a part of a section.
const MAX_OPENING_LEN: usize = 40;

/// A chunk without its text.
///
/// Stored records are compressed in blocks, in the order of their files. Fields that differ between neighbors
/// come first and shared ones last, where they form one long repetition.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// Id. Stored as a column.
    #[serde(skip)]
    pub id: ChunkId,
    /// Key of its vector; none for parents and leaves that are not indexed. Stored as a column.
    #[serde(skip)]
    pub key: Option<EmbeddingKey>,
    /// Kind of the chunk.
    pub kind: Kind,
    /// Role in the tree.
    pub role: Role,
    /// 1-based line and column of its name.
    pub name_at: (u32, u32),
    /// 1-based first and last line, inclusive.
    #[serde(with = "span")]
    pub lines: (u32, u32),
    /// Start and end offset in the document's text.
    #[serde(with = "span")]
    pub bytes: (u32, u32),
    /// xxh3-64 of its bytes; 0 for a directory. Stored as a column.
    #[serde(skip)]
    pub hash: u64,
    /// Its own name; empty if it has none.
    pub name: String,
    /// Names it defines other than its own.
    pub definitions: Vec<Definition>,
    /// Declarations within a leaf, which are no chunks.
    pub nested: Vec<NestedSymbol>,
    /// The 1-based page on which it begins; 0 in a document without pages.
    pub page: u32,
    /// Levels of the named headings above it, outermost first; empty for code.
    pub heading_levels: Vec<u8>,
    /// Summary of a file, directory or the repository; else empty.
    pub summary: String,
    /// The summary on one line; for a part of a section its first words.
    pub lead: String,
    /// The model that wrote the summary or, for a declaration, the lead; empty if no server did.
    pub written_by: String,
    /// For a file, the modules and names that it imports, as written; a name is empty for a module itself.
    pub imports: Vec<(String, String)>,
    /// For a type, the names of the types that it inherits from, with the imported name in place of an alias.
    pub bases: Vec<String>,
    /// Id of its parent.
    pub parent: Option<ChunkId>,
    /// The language's name.
    pub language: Option<String>,
    /// Path of the document.
    pub path: SourcePath,
    /// Qualified name, from the file down.
    pub names: Vec<String>,
}

/// A start and an end, stored as a start and a length, which takes fewer bytes.
mod span {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        (start, end): &(u32, u32),
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (start, end.wrapping_sub(*start)).serialize(serializer)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<(u32, u32), D::Error> {
        let (start, len) = <(u32, u32)>::deserialize(deserializer)?;
        Ok((start, start.wrapping_add(len)))
    }
}

/// The imports of a document as they are stored.
fn written_imports(tree: &ChunkTree) -> Vec<(String, String)> {
    let imports = tree.imports.iter();
    imports
        .map(|import| (import.module.clone(), import.name.clone()))
        .collect()
}

impl Record {
    /// Creates the record of a chunk.
    pub fn of(tree: &ChunkTree, chunk: &Chunk, key: Option<EmbeddingKey>) -> Self {
        Self {
            id: chunk.id,
            path: tree.path().clone(),
            kind: chunk.kind,
            role: chunk.role,
            name: chunk.name.clone(),
            names: chunk.names.clone(),
            heading_levels: chunk.heading_levels.clone(),
            page: chunk.page,
            language: tree.language_of(chunk).map(str::to_owned),
            lines: chunk.lines,
            bytes: (offset(chunk.bytes.start), offset(chunk.text_end)),
            name_at: chunk.name_at,
            parent: tree.parent(chunk).map(|parent| parent.id),
            hash: chunk.hash,
            key,
            definitions: chunk.definitions.clone(),
            nested: chunk.nested.clone(),
            summary: String::new(),
            lead: Self::lead_of(tree, chunk),
            imports: match chunk.parent {
                None => written_imports(tree),
                Some(_) => Vec::new(),
            },
            bases: tree.bases_of(chunk),
            written_by: String::new(),
        }
    }

    /// Words that distinguish a chunk from namesakes: the first words of a part of a section, the signature
    /// of an `impl`.
    fn lead_of(tree: &ChunkTree, chunk: &Chunk) -> String {
        match chunk.kind {
            Kind::Impl => one_line(&tree.document.text.slice(chunk.signature.clone())),
            _ => one_line(&opening(tree, chunk)),
        }
    }

    /// The record with a summary.
    pub(super) fn with_summary(self, summary: &Summary) -> Self {
        Self {
            key: Some(summary.key),
            summary: summary.text.clone(),
            lead: summary.lead.clone(),
            written_by: summary.written_by.clone(),
            ..self
        }
    }

    /// The record of a file, of which only the location is known.
    pub fn of_file(path: &SourcePath) -> Self {
        Self {
            id: file_id(path),
            kind: Kind::File,
            ..Self::of_directory(path)
        }
    }

    /// The record of a directory, of which only the location is known; [`ROOT`] is the repository.
    pub fn of_directory(path: &SourcePath) -> Self {
        let name = path.file_name().to_owned();
        Self {
            id: directory_id(path),
            path: path.clone(),
            kind: match path.as_str() {
                ROOT => Kind::Repository,
                _ => Kind::Module,
            },
            role: Role::Parent,
            names: vec![name.clone()],
            name,
            lines: (1, 1),
            name_at: (1, 1),
            ..Self::default()
        }
    }

    /// Its path as a term.
    pub(super) fn path_term(&self) -> String {
        if self.is_directory() {
            path_term(&self.path)
        } else {
            self.path.as_str().to_owned()
        }
    }

    /// Returns the function that it is a piece of.
    pub fn function_in_pieces(&self) -> Option<ChunkId> {
        if self.role == Role::Piece && self.kind.has_code() {
            self.parent
        } else {
            None
        }
    }

    /// Returns true if the chunk certainly contains its name. A piece without a name is located at its start;
    /// for the first piece see [`Snapshot::declaring`](crate::index::Snapshot::declaring).
    pub fn contains_name(&self) -> bool {
        match self.role {
            Role::Piece => self.name_at != (self.lines.0, 1),
            Role::Parent => false,
            Role::Header | Role::Body | Role::Gap => !self.name.is_empty(),
        }
    }

    /// The 1-based line of a name that it defines other than its own.
    pub fn line_of(&self, name: &str) -> Option<u32> {
        let mut defined = self.definitions.iter();
        let mut nested = self.nested.iter();
        match defined.find(|definition| definition.name == name) {
            Some(definition) => Some(definition.line),
            None => nested
                .find(|nested| nested.name == name)
                .map(|nested| nested.line),
        }
    }

    /// The headings above it with their levels: `H1: Guide > H2: Install`. Empty without headings, as for
    /// code.
    pub fn heading_context(&self) -> String {
        heading_context(&self.names, &self.heading_levels, self.role)
    }

    /// One-line summary: the first sentence of a file's or directory's server-written summary, else the lead.
    pub fn line(&self) -> &str {
        if self.is_summary() && !self.written_by.is_empty() {
            first_sentence(&self.summary)
        } else {
            &self.lead
        }
    }

    /// The record of a declaration with another lead.
    pub fn with_lead(self, lead: &str, written_by: String) -> Self {
        Self {
            lead: first_sentence(lead).to_owned(),
            written_by,
            ..self
        }
    }

    /// Returns true for a file, directory or the repository.
    pub fn is_summary(&self) -> bool {
        !self.summary.is_empty()
    }

    /// Returns true for a directory or the repository.
    pub fn is_directory(&self) -> bool {
        self.names.len() == 1 && matches!(self.kind, Kind::Module | Kind::Repository)
    }

    /// Returns true for a declaration's header of one line: `impl Gitignore {`.
    pub fn is_one_line_header(&self) -> bool {
        self.role == Role::Header && self.lines.0 == self.lines.1
    }

    /// Returns true for a leaf.
    pub fn is_leaf(&self) -> bool {
        self.role != Role::Parent
    }
}

/// The first sentence of a summary written by a server.
fn first_sentence(summary: &str) -> &str {
    let end = summary.find(". ").map_or(summary.len(), |end| end + 1);
    &summary[..end]
}

/// The path of a directory as a term: no file name ends like this.
pub(super) fn path_term(directory: &SourcePath) -> String {
    format!("{directory}/")
}

/// Returns true if a path term belongs to a directory.
pub(super) fn is_directory(term: &str) -> bool {
    term.ends_with('/')
}

/// Documents are far below 4 GiB (the index limit); larger offsets are clamped, never wrapped.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Text with collapsed white space, cut after the last word that fits.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.len() + word.len() > MAX_OPENING_LEN {
            line.push('…');
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record(name: &str, names: &[&str], numbers: [u32; 6]) -> Record {
        let [first, last, start, end, name_line, name_column] = numbers;
        Record {
            bases: Vec::new(),
            id: ChunkId(7),
            path: SourcePath::new("src/merger.rs"),
            kind: Kind::Method,
            role: Role::Body,
            name: name.to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            heading_levels: vec![1, 2],
            page: 3,
            language: Some("rust".to_owned()),
            lines: (first, last),
            bytes: (start, end),
            name_at: (name_line, name_column),
            parent: Some(ChunkId(u64::MAX)),
            hash: u64::MAX,
            key: Some(EmbeddingKey(9)),
            nested: Vec::new(),
            definitions: vec![Definition {
                name: "LIMIT".to_owned(),
                line: last,
            }],
            summary: "Writes.".to_owned(),
            lead: "Writes".to_owned(),
            written_by: "model".to_owned(),
            imports: vec![("std".to_owned(), "fmt".to_owned())],
        }
    }

    fn check(record: &Record) {
        let bytes = postcard::to_stdvec(record).unwrap();
        let decoded = Record {
            id: record.id,
            key: record.key,
            hash: record.hash,
            ..postcard::from_bytes(&bytes).unwrap()
        };
        assert_eq!(&decoded, record);
    }

    #[test]
    fn a_record_is_decoded_as_it_was_encoded() {
        let numbers = [10, 20, 100, 300, 12, 5];
        check(&record("write", &["merger.rs", "Merger", "write"], numbers));
        check(&record("write", &["merger.rs", "Merger"], numbers));
        check(&record("", &["merger.rs"], numbers));
        check(&record("merger.rs", &["merger.rs"], numbers));
        check(&record("merger.rs", &["another.rs", "merger.rs"], numbers));
        check(&record("", &[], numbers));
        check(&record("write", &[], numbers));
    }

    proptest! {
        #[test]
        fn any_positions_are_decoded_as_they_were_encoded(numbers: [u32; 6]) {
            check(&record("write", &["merger.rs", "write"], numbers));
        }

        #[test]
        fn damaged_bytes_are_an_error_or_a_record(at: prop::sample::Index, by in 1..=u8::MAX) {
            let record = record("write", &["merger.rs", "Merger", "write"], [10, 20, 100, 300, 12, 5]);
            let mut bytes = postcard::to_stdvec(&record).unwrap();
            let at = at.index(bytes.len());
            prop_assert!(postcard::from_bytes::<Record>(&bytes[..at]).is_err(), "cut short at {}", at);
            bytes[at] ^= by;
            if let Ok(damaged) = postcard::from_bytes(&bytes) {
                check(&damaged);
            }
        }

        #[test]
        fn any_bytes_are_an_error_or_a_record(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(record) = postcard::from_bytes(&bytes) {
                check(&record);
            }
        }
    }
}
