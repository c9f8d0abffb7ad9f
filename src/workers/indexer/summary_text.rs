//! The text that is embedded for a file, and summaries without a server.

use crate::corpus::{Text, content_hash};
use crate::embed::EmbeddingKey;
use crate::index::Summary;

/// Lines of a file that its vector covers, below its summary.
const BEGINNING_LINES: u32 = 50;
/// Maximum length of these lines, in bytes.
const BEGINNING: usize = 4_000;

/// The text that is embedded for a file: its summary and its first lines.
pub fn file_text(summary: &str, text: &Text) -> String {
    let lines = text.lines(1, BEGINNING_LINES);
    let beginning = text.slice(0..lines.end.min(BEGINNING));
    format!("{summary}\n{beginning}")
}

/// An extractive summary, with the key of its vector.
pub(super) fn summarized(text: String, lead: String, digest: Vec<u8>) -> Summary {
    Summary {
        key: EmbeddingKey::of(&text),
        hash: content_hash(text.as_bytes()),
        written_by: String::new(),
        text,
        lead,
        digest,
    }
}
