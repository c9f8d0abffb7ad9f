//! Files with weights outside of a graph's own file, called external data by ONNX.
//!
//! [`locations()`] reads the graph without loading it; [`weights`](super::weights) hashes these files with
//! it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Messages of [onnx.proto](https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) on the way to the
/// locations.
#[derive(Clone, Copy)]
enum Message {
    Model,
    Graph,
    Function,
    Node,
    Attribute,
    Tensor,
    SparseTensor,
    /// An entry of a tensor's external data: key and value.
    Entry,
}

impl Message {
    /// The message in a field; none for other fields, which are skipped.
    fn field(self, number: u64) -> Option<Self> {
        Some(match (self, number) {
            (Self::Model, 7) | (Self::Attribute, 6 | 11) => Self::Graph,
            (Self::Model, 25) => Self::Function,
            (Self::Graph, 1) | (Self::Function, 7) => Self::Node,
            (Self::Node, 5) => Self::Attribute,
            (Self::Graph, 5) | (Self::Attribute, 5 | 10) | (Self::SparseTensor, 1 | 2) => {
                Self::Tensor
            }
            (Self::Graph, 15) | (Self::Attribute, 22 | 23) => Self::SparseTensor,
            (Self::Tensor, 13) => Self::Entry,
            _ => return None,
        })
    }
}

/// Maximum depth of messages; graphs nest in attributes of nodes.
const MAX_DEPTH: usize = 64;

/// Maximum number of bytes of a key or a location.
const MAX_TEXT: u64 = 4096;

/// Returns the locations of external tensors, relative to the graph's folder. Reads the structure of the
/// graph only, not its weights.
///
/// # Errors
/// `InvalidData` if the file is not a graph; otherwise the error of opening it.
pub(super) fn locations(graph: &Path) -> io::Result<BTreeSet<String>> {
    let file = File::open(graph)?;
    let length = file.metadata()?.len();
    let mut reader = Reader {
        file: BufReader::new(file),
        at: 0,
        locations: BTreeSet::new(),
    };
    reader.message(Message::Model, length, 0)?;
    Ok(reader.locations)
}

/// Reads the wire format of [protocol buffers](https://protobuf.dev/programming-guides/encoding/).
struct Reader {
    file: BufReader<File>,
    /// Position in the file.
    at: u64,
    locations: BTreeSet<String>,
}

impl Reader {
    fn message(&mut self, message: Message, end: u64, depth: usize) -> io::Result<()> {
        let (mut key, mut value) = (String::new(), String::new());
        while self.at < end {
            let tag = self.varint()?;
            let length = match tag & 7 {
                0 => {
                    self.varint()?;
                    continue;
                }
                1 => 8,
                2 => self.varint()?,
                5 => 4,
                _ => return Err(invalid()),
            };
            let after = match self.at.checked_add(length) {
                Some(after) if after <= end => after,
                _ => return Err(invalid()),
            };
            match (message, tag >> 3, message.field(tag >> 3)) {
                (Message::Entry, 1, _) => key = self.text(length)?,
                (Message::Entry, 2, _) => value = self.text(length)?,
                (_, _, Some(inner)) if tag & 7 == 2 && depth < MAX_DEPTH => {
                    self.message(inner, after, depth + 1)?;
                }
                _ => self.file.seek_relative(length.cast_signed())?,
            }
            self.at = after;
        }
        if key == "location" {
            self.locations.insert(value);
        }
        Ok(())
    }

    fn varint(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let mut byte = [0];
            self.file.read_exact(&mut byte).map_err(|_| invalid())?;
            self.at += 1;
            number |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] < 0x80 {
                return Ok(number);
            }
        }
        Err(invalid())
    }

    fn text(&mut self, length: u64) -> io::Result<String> {
        let mut text = String::new();
        let mut bytes = (&mut self.file).take(length);
        if length > MAX_TEXT || bytes.read_to_string(&mut text).is_err() {
            return Err(invalid());
        }
        Ok(text)
    }
}

fn invalid() -> io::Error {
    let what = "it is not an ONNX graph, or it is damaged";
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{external_tensor, field, with_external_tensor};
    use super::*;
    use std::fs;

    fn found(graph: &[u8]) -> io::Result<Vec<String>> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), graph).unwrap();
        locations(file.path()).map(Vec::from_iter)
    }

    /// Nests fields, the outermost first, around a tensor.
    fn nested(path: &[u64], file: &str) -> Vec<u8> {
        let inward = path.iter().rev();
        inward.fold(external_tensor(file), |inner, number| {
            field(*number, &inner)
        })
    }

    #[track_caller]
    fn check(graph: &[u8], expected: &[&str]) {
        assert_eq!(found(graph).unwrap(), expected);
    }

    #[test]
    fn tensors_are_found_at_every_depth() {
        let paths: [&[u64]; 8] = [
            &[7, 5],
            &[7, 15, 1],
            &[7, 15, 2],
            &[7, 1, 5, 5],
            &[7, 1, 5, 10],
            &[7, 1, 5, 6, 5],
            &[7, 1, 5, 11, 1, 5, 5],
            &[25, 7, 5, 5],
        ];
        for path in paths {
            check(&nested(path, "weights.bin"), &["weights.bin"]);
        }
        check(&nested(&[8, 5], "weights.bin"), &[]);
    }

    #[test]
    fn each_file_is_listed_once_in_alphabetical_order() {
        let tensors = ["b.bin", "a.bin", "b.bin"].map(with_external_tensor);
        check(&tensors.concat(), &["a.bin", "b.bin"]);
        let tiny = include_bytes!("../../../tests/fixtures/model/tiny/model.onnx");
        check(tiny, &[]);
        check(&[&tiny[..], &with_external_tensor("w")].concat(), &["w"]);
    }

    #[test]
    fn other_files_are_refused() {
        let graph = with_external_tensor("weights.bin");
        for bytes in [&graph[..graph.len() - 1], b"not a graph", &[0xff; 20]] {
            let error = found(bytes).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
    }
}
