//! Which files hold the weights of a graph besides its own: what ONNX calls external data.
//!
//! The graph is read as it lies on disk, and what can name no file is skipped: graphs may be larger
//! than memory. Of their format (`onnx.proto` of ONNX, in the wire format of protocol buffers)
//! no more is known here than where tensors can be.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// Messages within messages; readers of protocol buffers commonly end here too.
const DEEPEST: usize = 100;
/// The longest name of a file and what is around it, in bytes.
const LONGEST_ENTRY: u64 = 8 << 10;
/// Exporters write one file, or one for each tensor.
const MOST_FILES: usize = 100_000;
/// The key under which a tensor's entries name its file.
const LOCATION: &[u8] = b"location";

/// The locations that tensors of a graph name, relative to its folder.
///
/// # Errors
/// `InvalidData` where the bytes are no graph or break a bound; else what reading them said.
pub(super) fn locations(graph: impl Read + Seek) -> io::Result<BTreeSet<String>> {
    let mut fields = Fields::of(graph)?;
    let mut found = BTreeSet::new();
    let mut around = vec![(Message::Model, fields.length)];
    while let Some((message, end)) = around.last().copied() {
        if fields.position == end {
            around.pop();
            continue;
        }
        let Some((number, length)) = fields.next(end)? else {
            continue;
        };
        match message.field(number) {
            None => fields.skip(length)?,
            Some(Message::Entry) if length > LONGEST_ENTRY => {
                return Err(malformed("the name of a file in it is too long"));
            }
            Some(Message::Entry) => found.extend(location(&fields.take(length)?)?),
            Some(_) if around.len() == DEEPEST => {
                return Err(malformed("it is nested too deeply"));
            }
            Some(inner) => around.push((inner, fields.position + length)),
        }
        if found.len() > MOST_FILES {
            return Err(malformed("it names too many files"));
        }
    }
    Ok(found)
}

/// The messages of a graph that can lead to a tensor's entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Message {
    Model,
    Training,
    Graph,
    Function,
    Node,
    Attribute,
    SparseTensor,
    Tensor,
    Entry,
}

impl Message {
    /// What one of its fields holds; none where that leads to no tensor.
    fn field(self, number: u64) -> Option<Self> {
        Some(match (self, number) {
            (Self::Model, 7) | (Self::Training, 1 | 2) | (Self::Attribute, 6 | 11) => Self::Graph,
            (Self::Model, 20) => Self::Training,
            (Self::Model, 25) => Self::Function,
            (Self::Graph, 1) | (Self::Function, 7) => Self::Node,
            (Self::Node, 5) | (Self::Function, 11) => Self::Attribute,
            (Self::Graph, 15) | (Self::Attribute, 22 | 23) => Self::SparseTensor,
            (Self::Graph, 5) | (Self::Attribute, 5 | 10) | (Self::SparseTensor, 1 | 2) => {
                Self::Tensor
            }
            (Self::Tensor, 13) => Self::Entry,
            _ => return None,
        })
    }
}

/// The fields of messages, one after the other.
struct Fields<R> {
    bytes: BufReader<R>,
    position: u64,
    length: u64,
}

impl<R: Read + Seek> Fields<R> {
    fn of(mut bytes: R) -> io::Result<Self> {
        let length = bytes.seek(SeekFrom::End(0))?;
        bytes.rewind()?;
        Ok(Self {
            bytes: BufReader::new(bytes),
            position: 0,
            length,
        })
    }

    /// The next field of the message that goes to `end`: its number and the length of what it holds;
    /// none for a number, which is skipped.
    fn next(&mut self, end: u64) -> io::Result<Option<(u64, u64)>> {
        let tag = self.number()?;
        let (length, holds_bytes) = match tag & 7 {
            0 => (self.number().map(|_| 0)?, false),
            1 => (8, false),
            2 => (self.number()?, true),
            5 => (4, false),
            _ => return Err(malformed(NO_GRAPH)),
        };
        if self.position > end || length > end - self.position {
            return Err(malformed(NO_GRAPH));
        }
        match holds_bytes {
            true => Ok(Some((tag >> 3, length))),
            false => self.skip(length).map(|()| None),
        }
    }

    /// A number of variable length: seven bits a byte, the lowest first.
    fn number(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let mut byte = [0];
            self.bytes.read_exact(&mut byte).map_err(no_graph)?;
            self.position += 1;
            let [byte] = byte;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(malformed(NO_GRAPH))
    }

    /// Goes on behind so many bytes, which are there.
    fn skip(&mut self, length: u64) -> io::Result<()> {
        self.bytes
            .seek_relative(i64::try_from(length).map_err(io::Error::other)?)?;
        self.position += length;
        Ok(())
    }

    fn take(&mut self, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.bytes.by_ref().take(length).read_to_end(&mut bytes)?;
        self.position += length;
        Ok(bytes)
    }
}

/// The file that an entry names, if that is what it does.
fn location(entry: &[u8]) -> io::Result<Option<String>> {
    let mut fields = Fields::of(io::Cursor::new(entry))?;
    let (mut key, mut value) = (Vec::new(), Vec::new());
    while fields.position < fields.length {
        match fields.next(fields.length)? {
            Some((1, length)) => key = fields.take(length)?,
            Some((2, length)) => value = fields.take(length)?,
            Some((_, length)) => fields.skip(length)?,
            None => {}
        }
    }
    match key == LOCATION {
        true => String::from_utf8(value)
            .map(Some)
            .map_err(|_| malformed("the name of a file in it is no text")),
        false => Ok(None),
    }
}

const NO_GRAPH: &str = "it is not an ONNX graph, or damaged";

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// A number that ends before it should is no fault of the file system.
fn no_graph(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => malformed(NO_GRAPH),
        _ => error,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Cursor;

    /// A field that holds bytes.
    fn field(number: u64, bytes: &[u8]) -> Vec<u8> {
        let mut field = varint(number << 3 | 2);
        field.extend(varint(bytes.len() as u64));
        field.extend(bytes);
        field
    }

    fn varint(mut number: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    }

    fn entry(key: &str, value: &str) -> Vec<u8> {
        [field(1, key.as_bytes()), field(2, value.as_bytes())].concat()
    }

    /// A tensor of one float, with its bytes in this file.
    fn tensor(file: &str) -> Vec<u8> {
        let numbers = [varint(1 << 3), varint(1), varint(2 << 3), varint(1)];
        let external = [varint(14 << 3), varint(1)];
        [
            numbers.concat(),
            field(8, b"unused"),
            field(13, &entry("location", file)),
            field(13, &entry("offset", "0")),
            field(13, &entry("length", "4")),
            external.concat(),
        ]
        .concat()
    }

    /// What makes a graph one with another tensor, behind its bytes: fields that come again add to
    /// those before.
    pub(in crate::embed) fn with_external_tensor(file: &str) -> Vec<u8> {
        field(7, &field(5, &tensor(file)))
    }

    /// Fields within fields, the outermost first, around a tensor.
    fn nested(path: &[u64], file: &str) -> Vec<u8> {
        let inward = path.iter().rev();
        inward.fold(tensor(file), |inner, number| field(*number, &inner))
    }

    #[track_caller]
    fn check(graph: &[u8], expected: &[&str]) {
        let found = locations(Cursor::new(graph)).unwrap();
        assert_eq!(found.iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_place_of_a_tensor_is_looked_at() {
        let places: [&[u64]; 11] = [
            &[7, 5],
            &[7, 15, 1],
            &[7, 15, 2],
            &[7, 1, 5, 5],
            &[7, 1, 5, 10],
            &[7, 1, 5, 22, 1],
            &[7, 1, 5, 23, 2],
            &[7, 1, 5, 6, 5],
            &[7, 1, 5, 11, 1, 5, 5],
            &[20, 2, 5],
            &[25, 7, 5, 5],
        ];
        for place in places {
            check(&nested(place, "weights.bin"), &["weights.bin"]);
        }
        check(&nested(&[7, 2], "weights.bin"), &[]);
        check(&nested(&[8, 5], "weights.bin"), &[]);
    }

    #[test]
    fn a_file_is_named_once_and_in_order() {
        let tensors = ["b.bin", "a.bin", "b.bin"].map(|file| nested(&[7, 5], file));
        // Numbers of all lengths are passed over.
        let numbers = [
            varint(1 << 3),
            varint(u64::MAX),
            varint(1 << 3 | 1),
            vec![0xff; 8],
            varint(1 << 3 | 5),
            vec![0xff; 4],
        ];
        let graph = [
            tensors.concat(),
            numbers.concat(),
            nested(&[25, 11, 5], "c"),
        ];
        check(&graph.concat(), &["a.bin", "b.bin", "c"]);
        check(&[], &[]);
    }

    #[track_caller]
    fn check_refused(graph: &[u8], part: &str) {
        let error = locations(Cursor::new(graph)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(error.to_string().contains(part), "{error}");
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        let graph = nested(&[7, 5], "weights.bin");
        for length in 1..graph.len() {
            check_refused(&graph[..length], "not an ONNX graph");
        }
        check_refused(b"not a graph", "not an ONNX graph");
        check_refused(&[0xff; 20], "not an ONNX graph");
        let deep = [&[7][..], &[1, 5, 6].repeat(40)].concat();
        check_refused(&nested(&deep, "weights.bin"), "too deeply");
        check_refused(&nested(&[7, 5], &"a".repeat(9_000)), "too long");
        let mut no_text = nested(&[7, 5], "weights.bin");
        let at = no_text.iter().position(|byte| *byte == b'w').unwrap();
        no_text[at] = 0xff;
        check_refused(&no_text, "no text");
    }

    #[test]
    fn real_graphs_are_walked_to_their_end() {
        check(crate::embed::BUNDLED_GRAPH, &[]);
        let tiny = include_bytes!("../../tests/fixtures/model/tiny/model.onnx");
        check(tiny, &[]);
        check(&[&tiny[..], &with_external_tensor("w")].concat(), &["w"]);
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_odd(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = locations(Cursor::new(bytes));
        }

        #[test]
        fn no_damage_is_too_odd(
            places in prop::collection::vec(prop::collection::vec(1u64..26, 0..6), 0..6),
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        ) {
            let tensors = places.iter().map(|place| nested(place, "weights.bin"));
            let mut graph = tensors.collect::<Vec<_>>().concat();
            for (at, byte) in damage {
                if !graph.is_empty() {
                    let at = at.index(graph.len());
                    graph[at] = byte;
                }
            }
            let _ = locations(Cursor::new(graph));
        }
    }
}
