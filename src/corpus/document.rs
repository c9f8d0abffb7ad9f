//! A document and its text.
//!
//! Principal types: [`Document`] and [`Text`]. Invariant: all offsets are byte offsets into
//! [`Text::bytes`].
//!
//! Everything that cuts, highlights or shows a file starts from a [`Document`], which [`super::read()`] and
//! `extract` create.

use super::extraction::Extraction;
use super::notebook::{is_notebook, notebook_text};
use super::path::SourcePath;
use std::borrow::Cow;
use std::iter;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Least distance in bytes between the offsets whose numbers of preceding characters are stored.
const BLOCK: usize = 4096;

/// Returns the 1-based column after the text before it in its line, in characters without a byte order
/// mark.
pub fn column_after(before: &str) -> u32 {
    let before = before.strip_prefix('\u{feff}').unwrap_or(before);
    u32::try_from(before.chars().count() + 1).unwrap_or(u32::MAX)
}

named! {
    /// Conversion of the bytes on disk to [`Text`].
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
    pub enum Encoding {
        /// Valid UTF-8, byte for byte.
        #[default]
        Utf8 = "utf-8",
        /// Unchanged bytes that are not all valid UTF-8; invalid ones are shown as U+FFFD.
        Bytes = "bytes",
        /// UTF-16, little endian by its byte order mark; transcoded to UTF-8.
        Utf16Le = "utf-16le",
        /// UTF-16, big endian by its byte order mark; transcoded to UTF-8.
        Utf16Be = "utf-16be",
        /// A Jupyter notebook: the sources of its cells as Markdown.
        Notebook = "notebook",
    }
}

/// The text of a document: bytes that leaves tile. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Text {
    bytes: Arc<[u8]>,
    encoding: Encoding,
    /// Starts of the pages after the first one; none for a document without pages.
    page_starts: Option<Arc<[usize]>>,
    /// Computed when it is first needed.
    line_starts: Arc<OnceLock<Vec<usize>>>,
    /// Offsets, and the numbers of characters before them, for columns in long lines. Computed when first needed.
    characters: Arc<OnceLock<Vec<(usize, usize)>>>,
}

impl Text {
    /// Decodes the bytes on disk of the file at a path: a notebook by its cells, every other one by its bytes.
    pub fn of(path: &SourcePath, raw: Vec<u8>) -> Self {
        let text = Self::decode(raw);
        let json = is_notebook(path).then(|| text.slice(0..text.len()));
        match json.and_then(|json| notebook_text(&json)) {
            Some(cells) => Self::new(cells.into_bytes().into(), Encoding::Notebook),
            None => text,
        }
    }

    /// Decodes the bytes on disk: UTF-16 with a byte order mark is transcoded, everything else is kept.
    pub fn decode(raw: Vec<u8>) -> Self {
        match raw.get(..2) {
            Some([0xFF, 0xFE]) => {
                Self::from_utf16(&raw[2..], u16::from_le_bytes, Encoding::Utf16Le)
            }
            Some([0xFE, 0xFF]) => {
                Self::from_utf16(&raw[2..], u16::from_be_bytes, Encoding::Utf16Be)
            }
            _ => {
                let encoding = match std::str::from_utf8(&raw) {
                    Ok(_) => Encoding::Utf8,
                    Err(_) => Encoding::Bytes,
                };
                Self::new(raw.into(), encoding)
            }
        }
    }

    /// Returns true if bytes begin with a byte order mark of UTF-16.
    pub(super) fn is_utf16(raw: &[u8]) -> bool {
        matches!(raw.get(..2), Some([0xFF, 0xFE] | [0xFE, 0xFF]))
    }

    fn from_utf16(raw: &[u8], unit: fn([u8; 2]) -> u16, encoding: Encoding) -> Self {
        let units = raw.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        // An odd byte at the end becomes U+FFFD, as an unpaired surrogate does.
        let half = raw.len() % 2 == 1;
        let text: String = char::decode_utf16(units)
            .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
            .chain(half.then_some(char::REPLACEMENT_CHARACTER))
            .collect();
        Self::new(text.into_bytes().into(), encoding)
    }

    fn new(bytes: Arc<[u8]>, encoding: Encoding) -> Self {
        Self {
            bytes,
            encoding,
            page_starts: None,
            line_starts: Arc::default(),
            characters: Arc::default(),
        }
    }

    /// A text with pages. The form feeds between them, and the blank lines after these, are no part of it.
    fn paged(text: &str) -> Self {
        let mut pages = text.split('\u{c}');
        let mut joined = pages.next().unwrap_or_default().to_owned();
        let mut starts = Vec::new();
        for page in pages {
            starts.push(joined.len());
            joined.push_str(page.trim_start_matches('\n'));
        }
        Self {
            page_starts: Some(starts.into()),
            ..Self::from(joined.as_str())
        }
    }

    /// The 1-based page of a byte; 0 in a document without pages.
    pub fn page_at(&self, at: usize) -> u32 {
        match &self.page_starts {
            Some(starts) => 1 + starts.partition_point(|start| *start <= at) as u32,
            None => 0,
        }
    }

    /// Returns all bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the conversion from the bytes on disk.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns true if the text is empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Start of each line: 0, and the byte after each line break.
    pub fn line_starts(&self) -> &[usize] {
        self.line_starts.get_or_init(|| {
            let breaks = memchr::memchr_iter(b'\n', &self.bytes);
            iter::once(0).chain(breaks.map(|at| at + 1)).collect()
        })
    }

    /// The 1-based line of a byte; the last line for a byte beyond the end.
    pub fn line_at(&self, at: usize) -> u32 {
        let line = self.line_starts().partition_point(|start| *start <= at);
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// The 1-based column of a byte, in characters without a byte order mark.
    pub fn column_at(&self, at: usize) -> u32 {
        let line = self.line_at(at);
        let start = self.lines(line, line).start;
        if at < start + BLOCK {
            return column_after(&self.slice(start..at));
        }
        // In a file of one line, counting from its start for each chunk would take time in the square of their number.
        let mark = usize::from(self.bytes[start..].starts_with("\u{feff}".as_bytes()));
        let before = self.characters_before(at) - self.characters_before(start) - mark;
        u32::try_from(before + 1).unwrap_or(u32::MAX)
    }

    /// Number of characters before a byte; invalid UTF-8 counts as it is shown.
    fn characters_before(&self, at: usize) -> usize {
        let marks = self.characters.get_or_init(|| {
            let (mut marks, mut next) = (vec![(0, 0)], BLOCK);
            let (mut at, mut characters) = (0, 0);
            for chunk in self.bytes.utf8_chunks() {
                let invalid = chunk.invalid().len();
                let lengths = chunk.valid().chars().map(char::len_utf8);
                for length in lengths.chain((invalid > 0).then_some(invalid)) {
                    if at >= next {
                        marks.push((at, characters));
                        next = at + BLOCK;
                    }
                    at += length;
                    characters += 1;
                }
            }
            marks
        });
        let at = at.min(self.bytes.len());
        let (start, before) = marks[marks.partition_point(|mark| mark.0 <= at) - 1];
        let shown = String::from_utf8_lossy(&self.bytes[start..at]);
        before + shown.chars().count()
    }

    /// The 1-based column in bytes of a line and column in characters, without a byte order mark.
    pub fn byte_column(&self, (line, column): (u32, u32)) -> u32 {
        let line = self.slice(self.lines(line, line));
        let line = line.strip_prefix('\u{feff}').unwrap_or(&line);
        let before = line.chars().take(column.saturating_sub(1) as usize);
        before.fold(1, |bytes, character| bytes + character.len_utf8() as u32)
    }

    /// The bytes of a range of 1-based lines, inclusive.
    pub fn lines(&self, first: u32, last: u32) -> Range<usize> {
        let start = |line: u32| {
            let start = self.line_starts().get(line as usize);
            start.copied().unwrap_or(self.len())
        };
        start(first.saturating_sub(1))..start(last.max(first))
    }

    /// A byte range as text, with U+FFFD for invalid UTF-8. Ranges beyond the end are cut.
    pub fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        let end = range.end.min(self.bytes.len());
        let start = range.start.min(end);
        let bytes = &self.bytes[start..end];
        // Many times faster than the lossy conversion, which is rarely needed.
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(bytes),
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text.as_bytes().into(), Encoding::Utf8)
    }
}

/// One file of the corpus with its text.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its name in the repository.
    pub path: SourcePath,
    /// Its text.
    pub text: Text,
    /// The format that its text was extracted from, as Markdown.
    pub extraction: Option<Extraction>,
}

impl Document {
    /// Creates a document that is the text of its file.
    pub fn new(path: SourcePath, text: Text) -> Self {
        Self {
            path,
            text,
            extraction: None,
        }
    }

    /// Creates a document whose text was extracted from its file, of a PDF with a form feed between pages.
    pub fn extracted(path: SourcePath, text: &str, format: Extraction) -> Self {
        Self {
            path,
            text: match format {
                Extraction::Pdf => Text::paged(text),
                Extraction::Docx => Text::from(text),
            },
            extraction: Some(format),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check_lines(text: &str, first: u32, last: u32, expected: &str) {
        let text = Text::from(text);
        assert_eq!(text.slice(text.lines(first, last)), expected);
    }

    #[test]
    fn line_ranges_map_to_bytes() {
        check_lines("a\nb\nc\n", 1, 1, "a\n");
        check_lines("a\nb\nc\n", 2, 3, "b\nc\n");
        check_lines("a\nb\nc", 2, 9, "b\nc");
        check_lines("a\n", 3, 4, "");
        check_lines("", 1, 100, "");
    }

    fn check(raw: &[u8], encoding: Encoding, expected: &str) {
        let text = Text::decode(raw.to_vec());
        assert_eq!(text.encoding(), encoding, "{raw:?}");
        assert_eq!(text.slice(0..text.len()), expected, "{raw:?}");
    }

    #[test]
    fn columns_of_long_lines_count_characters() {
        let line = "aé日🦀".repeat(3 * BLOCK);
        for text in [
            line.clone(),
            format!("\u{feff}{line}"),
            format!("x\n{line}\ny"),
        ] {
            let whole = Text::from(&*text);
            let start = text
                .find('\n')
                .filter(|at| *at < BLOCK)
                .map_or(0, |at| at + 1);
            for (at, _) in text.char_indices().skip(2).step_by(1_001) {
                let expected = column_after(&text[start..at]);
                assert_eq!(whole.column_at(at), expected, "{at}");
            }
        }
        let raw = b"a\xe9\x80\xe2\x82b".repeat(2 * BLOCK);
        let text = Text::decode(raw.clone());
        for at in (0..raw.len()).step_by(6 * 501) {
            let expected = column_after(&String::from_utf8_lossy(&raw[..at]));
            assert_eq!(text.column_at(at), expected, "{at}");
        }
    }

    #[test]
    fn form_feeds_between_pages_are_no_text() {
        let text = Text::paged("A\n\n\u{c}\n\nB\n\n\u{c}\n\n\u{c}\n\nC\n");
        assert_eq!(text.slice(0..text.len()), "A\n\nB\n\nC\n");
        let pages = (1..=5).map(|line| text.page_at(text.lines(line, line).start));
        assert_eq!(pages.collect::<Vec<_>>(), [1, 1, 2, 2, 4]);
        assert_eq!(Text::from("A\u{c}B").page_at(2), 0);
    }

    #[test]
    fn utf8_is_kept_with_its_byte_order_mark() {
        check(b"", Encoding::Utf8, "");
        check("größe\r\n".as_bytes(), Encoding::Utf8, "größe\r\n");
        check(b"\xEF\xBB\xBFx", Encoding::Utf8, "\u{FEFF}x");
    }

    #[test]
    fn columns_are_characters_of_the_line() {
        let check = |text: &str, at: usize, column: u32| {
            assert_eq!(Text::from(text).column_at(at), column, "{text:?} {at}");
        };
        check("größe\nb c", 0, 1);
        check("größe\nb c", 6, 5);
        check("größe\nb c", 10, 3);
        check("\u{feff}ab", 4, 2);
        check("a", 99, 2);
    }

    #[test]
    fn byte_columns_count_bytes_without_a_byte_order_mark() {
        let check = |text: &str, at: (u32, u32), column: u32| {
            assert_eq!(Text::from(text).byte_column(at), column, "{text:?} {at:?}");
        };
        check("a\n/* é 日 */ fn a", (2, 11), 14);
        check("\u{feff}fn a", (1, 4), 4);
        check("fn a", (1, 1), 1);
        check("", (9, 9), 1);
    }

    #[test]
    fn other_bytes_are_kept_and_shown_as_replacements() {
        check(b"gr\xF6\xDFe", Encoding::Bytes, "gr\u{FFFD}\u{FFFD}e");
        assert_eq!(Text::decode(b"\xF6".to_vec()).bytes(), b"\xF6");
    }

    #[test]
    fn utf16_is_transcoded() {
        check(b"\xFF\xFEa\0\xF6\0", Encoding::Utf16Le, "aö");
        check(b"\xFE\xFF\0a\0\xF6", Encoding::Utf16Be, "aö");
        check(b"\xFF\xFE\x3D\xD8\x00\xDE", Encoding::Utf16Le, "😀");
        check(b"\xFF\xFE", Encoding::Utf16Le, "");
    }

    #[test]
    fn broken_utf16_shows_where_it_is_broken() {
        check(b"\xFF\xFEa\0\x3D\xD8", Encoding::Utf16Le, "a\u{FFFD}");
        check(b"\xFF\xFEa\0b", Encoding::Utf16Le, "a\u{FFFD}");
        check(b"\xFE\xFF\0", Encoding::Utf16Be, "\u{FFFD}");
    }

    proptest! {
        #[test]
        fn a_byte_is_on_the_line_after_the_preceding_breaks(
            raw in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'a')], 0..900),
            at in 0..1_000usize,
        ) {
            let text = Text::decode(raw.clone());
            let breaks = raw.iter().take(at).filter(|byte| **byte == b'\n').count();
            prop_assert_eq!(text.line_at(at) as usize, breaks + 1);
        }

        #[test]
        fn text_that_is_not_utf16_is_kept_byte_for_byte(raw: Vec<u8>) {
            let text = Text::decode(raw.clone());
            if matches!(text.encoding(), Encoding::Utf8 | Encoding::Bytes) {
                prop_assert_eq!(text.bytes(), raw);
            } else {
                prop_assert!(std::str::from_utf8(text.bytes()).is_ok());
            }
        }

        #[test]
        fn any_range_can_be_sliced(raw: Vec<u8>, start: usize, end: usize) {
            let text = Text::decode(raw);
            let after = text.len() + 1;
            let (start, end) = (start % after, end % after);
            let expected = text.bytes().get(start..end.max(start)).unwrap();
            prop_assert_eq!(text.slice(start..end), String::from_utf8_lossy(expected));
            prop_assert_eq!(text.slice(after..usize::MAX), "");
        }
    }
}
