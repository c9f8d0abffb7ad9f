//! Compact form of a record on disk, without redundant parts. Id and key are columns; names start
//! with the file's and end with the chunk's own; positions are relative to it.
//!
//! Records are compressed in blocks, in the order of their files. Fields that differ between neighbors come
//! first and shared ones last: those are one long repetition, which compresses to three bytes.

use super::Record;
use crate::chunk::{ChunkId, Definition, Kind, Role};
use crate::corpus::SourcePath;
use crate::embed::EmbeddingKey;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Stored<'r> {
    kind: Kind,
    role: Role,
    name_line: u32,
    name_column: u32,
    more_lines: u32,
    bytes: u32,
    line: u32,
    byte: u32,
    // A hash as a varint would take up to ten bytes.
    hash: [u8; 8],
    /// The last of its names; none where that is the file's.
    last: Option<&'r str>,
    #[serde(borrow)]
    definitions: Vec<(&'r str, u32)>,
    /// None where all of it is empty.
    rare: Option<Rare<'r>>,
    path: &'r str,
    language: Option<&'r str>,
    parent: Option<[u8; 8]>,
    /// True if the file's name precedes these.
    in_file: bool,
    /// All names but the last.
    above: Vec<&'r str>,
}

/// Fields that most records do not have.
#[derive(PartialEq, Default, Serialize, Deserialize)]
struct Rare<'r> {
    /// Name, if it is not the last of its names.
    name: Option<&'r str>,
    page: u32,
    heading_levels: &'r [u8],
    summary: &'r str,
    lead: &'r str,
    written_by: &'r str,
}

/// The bytes of a record, but for its id and key.
pub(super) fn encode(record: &Record) -> Result<Vec<u8>, postcard::Error> {
    let line = record.lines.0;
    let (in_file, names) = match record.names.split_first() {
        Some((first, names)) if first == record.path.file_name() => (true, names),
        _ => (false, record.names.as_slice()),
    };
    let (last, above) = match names.split_last() {
        Some((last, above)) => (Some(last.as_str()), above),
        None => (None, names),
    };
    let is_last = record.names.last() == Some(&record.name);
    let rare = Rare {
        name: (!is_last).then_some(&*record.name),
        page: record.page,
        heading_levels: &record.heading_levels,
        summary: &record.summary,
        lead: &record.lead,
        written_by: &record.written_by,
    };
    let definitions = record.definitions.iter();
    postcard::to_stdvec(&Stored {
        kind: record.kind,
        role: record.role,
        name_line: record.name_at.0.wrapping_sub(line),
        name_column: record.name_at.1,
        more_lines: record.lines.1.wrapping_sub(line),
        bytes: record.bytes.1.wrapping_sub(record.bytes.0),
        line,
        byte: record.bytes.0,
        hash: record.hash.to_le_bytes(),
        last,
        definitions: definitions
            .map(|it| (&*it.name, it.line.wrapping_sub(line)))
            .collect(),
        rare: (rare != Rare::default()).then_some(rare),
        path: record.path.as_str(),
        language: record.language.as_deref(),
        parent: record.parent.map(|parent| parent.0.to_le_bytes()),
        in_file,
        above: above.iter().map(String::as_str).collect(),
    })
}

/// The record of these bytes, of this id and with this key.
pub(super) fn decode(
    bytes: &[u8],
    id: ChunkId,
    key: Option<EmbeddingKey>,
) -> Result<Record, postcard::Error> {
    let stored: Stored<'_> = postcard::from_bytes(bytes)?;
    let line = stored.line;
    let path = SourcePath::new(stored.path);
    let file_name = stored.in_file.then(|| path.file_name());
    let names = file_name.into_iter().chain(stored.above).chain(stored.last);
    let names: Vec<String> = names.map(str::to_owned).collect();
    let rare = stored.rare.unwrap_or_default();
    let name = rare.name.or(names.last().map(String::as_str));
    let definitions = stored.definitions.into_iter();
    Ok(Record {
        id,
        kind: stored.kind,
        role: stored.role,
        name: name.unwrap_or_default().to_owned(),
        names,
        heading_levels: rare.heading_levels.to_owned(),
        page: rare.page,
        language: stored.language.map(str::to_owned),
        // Wrapping, so that damage causes no panic.
        lines: (line, line.wrapping_add(stored.more_lines)),
        bytes: (stored.byte, stored.byte.wrapping_add(stored.bytes)),
        name_at: (line.wrapping_add(stored.name_line), stored.name_column),
        parent: stored.parent.map(u64::from_le_bytes).map(ChunkId),
        hash: u64::from_le_bytes(stored.hash),
        key,
        definitions: definitions
            .map(|(name, behind)| Definition {
                name: name.to_owned(),
                line: line.wrapping_add(behind),
            })
            .collect(),
        summary: rare.summary.to_owned(),
        lead: rare.lead.to_owned(),
        written_by: rare.written_by.to_owned(),
        path,
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
            let mut bytes = encode(&record).unwrap();
            let at = at.index(bytes.len());
            prop_assert!(decode(&bytes[..at], record.id, None).is_err(), "cut short at {}", at);
            bytes[at] ^= by;
            if let Ok(damaged) = decode(&bytes, record.id, None) {
                check(&damaged);
            }
        }

        #[test]
        fn any_bytes_are_an_error_or_a_record(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(record) = decode(&bytes, ChunkId(1), None) {
                check(&record);
            }
        }
    }
}
