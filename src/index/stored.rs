//! How a record lies on disk: without what is said elsewhere. Its id and key are columns, its names
//! begin with the file's and end with its own, and what is behind something is counted from there.

use super::Record;
use crate::chunk::{ChunkId, Definition, Kind, Role};
use crate::corpus::SourcePath;
use crate::embed::EmbeddingKey;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Stored {
    path: SourcePath,
    kind: Kind,
    role: Role,
    /// None where it is the last of its names.
    name: Option<String>,
    /// Whether the file's name comes before these.
    in_file: bool,
    names: Vec<String>,
    heading_levels: Vec<u8>,
    page: u32,
    language: Option<String>,
    line: u32,
    more_lines: u32,
    byte: u32,
    bytes: u32,
    name_line: u32,
    name_column: u32,
    // Numbers that nothing can be told of take their eight bytes and no more.
    parent: Option<[u8; 8]>,
    hash: [u8; 8],
    definitions: Vec<(String, u32)>,
    signature: String,
    summary: String,
    lead: String,
    written_by: String,
}

/// The bytes of a record, but for its id and key.
pub(super) fn encode(record: &Record) -> Result<Vec<u8>, postcard::Error> {
    let line = record.lines.0;
    let in_file = record
        .names
        .first()
        .is_some_and(|it| it == record.path.file_name());
    let is_last = record.names.last() == Some(&record.name);
    let definitions = record.definitions.iter();
    postcard::to_stdvec(&Stored {
        path: record.path.clone(),
        kind: record.kind,
        role: record.role,
        name: (!is_last).then(|| record.name.clone()),
        in_file,
        names: record
            .names
            .iter()
            .skip(usize::from(in_file))
            .cloned()
            .collect(),
        heading_levels: record.heading_levels.clone(),
        page: record.page,
        language: record.language.clone(),
        line,
        more_lines: record.lines.1.wrapping_sub(line),
        byte: record.bytes.0,
        bytes: record.bytes.1.wrapping_sub(record.bytes.0),
        name_line: record.name_at.0.wrapping_sub(line),
        name_column: record.name_at.1,
        parent: record.parent.map(|parent| parent.0.to_le_bytes()),
        hash: record.hash.to_le_bytes(),
        definitions: definitions
            .map(|it| (it.name.clone(), it.line.wrapping_sub(line)))
            .collect(),
        signature: record.signature.clone(),
        summary: record.summary.clone(),
        lead: record.lead.clone(),
        written_by: record.written_by.clone(),
    })
}

/// The record of these bytes, of this id and with this key.
pub(super) fn decode(
    bytes: &[u8],
    id: ChunkId,
    key: Option<EmbeddingKey>,
) -> Result<Record, postcard::Error> {
    let stored: Stored = postcard::from_bytes(bytes)?;
    let line = stored.line;
    let file_name = stored.in_file.then(|| stored.path.file_name().to_owned());
    let names: Vec<String> = file_name.into_iter().chain(stored.names).collect();
    let name = stored.name.or_else(|| names.last().cloned());
    let definitions = stored.definitions.into_iter();
    Ok(Record {
        id,
        path: stored.path,
        kind: stored.kind,
        role: stored.role,
        name: name.unwrap_or_default(),
        names,
        heading_levels: stored.heading_levels,
        page: stored.page,
        language: stored.language,
        // Wrapping, so that damage is no panic.
        lines: (line, line.wrapping_add(stored.more_lines)),
        bytes: (stored.byte, stored.byte.wrapping_add(stored.bytes)),
        name_at: (line.wrapping_add(stored.name_line), stored.name_column),
        parent: stored.parent.map(u64::from_le_bytes).map(ChunkId),
        hash: u64::from_le_bytes(stored.hash),
        key,
        definitions: definitions
            .map(|(name, behind)| Definition {
                name,
                line: line.wrapping_add(behind),
            })
            .collect(),
        signature: stored.signature,
        summary: stored.summary,
        lead: stored.lead,
        written_by: stored.written_by,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record(name: &str, names: &[&str], numbers: [u32; 6]) -> Record {
        let [first, last, start, end, name_line, name_column] = numbers;
        Record {
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
            definitions: vec![Definition {
                name: "LIMIT".to_owned(),
                line: last,
            }],
            signature: "fn write()".to_owned(),
            summary: "Writes.".to_owned(),
            lead: "Writes".to_owned(),
            written_by: "model".to_owned(),
        }
    }

    fn check(record: &Record) {
        let bytes = encode(record).unwrap();
        assert_eq!(&decode(&bytes, record.id, record.key).unwrap(), record);
    }

    #[test]
    fn what_is_left_out_comes_back() {
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
        fn any_numbers_come_back(numbers: [u32; 6]) {
            check(&record("write", &["merger.rs", "write"], numbers));
        }

        #[test]
        fn garbage_is_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes, ChunkId(1), None);
        }
    }
}
