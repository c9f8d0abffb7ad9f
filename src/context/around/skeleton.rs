//! Skeleton of a declaration or a file: every signature without its body.
//!
//! Principal type: [`Skeleton`]. Invariant: its rows are byte ranges of the document, in order; only the
//! marks for skipped text are not in the file.

use super::neighbors::subtree;
use super::subject::subject;
use crate::chunk::{Chunk, ChunkTree, Kind, Role, Source};
use crate::corpus::Text;
use std::ops::Range;

const FOLDED: &str = "…";
const FOLDED_AFTER: &str = " …";
const FOLDED_BRACES: &str = " { … }";

/// The parts of a document that are shown, in order; the text between them is skipped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Skeleton {
    /// Rows from the top.
    pub rows: Vec<SkeletonPart>,
}

/// A part of the document, one line or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkeletonPart {
    /// The shown text with its indentation; only the indentation before a lone mark.
    pub bytes: Range<usize>,
    /// Mark for the text that is skipped after it; may be empty.
    pub mark: &'static str,
}

impl Skeleton {
    /// Returns the rows as text.
    pub fn text(&self, tree: &ChunkTree) -> String {
        let mut text = String::new();
        for row in &self.rows {
            text.push_str(&tree.document.text.slice(row.bytes.clone()));
            text.push_str(row.mark);
            text.push('\n');
        }
        text
    }
}

/// Returns the skeleton of a declaration or a file: attributes, signatures, fields, headings, the first
/// line of docs, the line of each constant's name, and members.
pub fn skeleton(tree: &ChunkTree, chunk: usize) -> Skeleton {
    let own = subtree(tree, subject(tree, chunk));
    let text = &tree.document.text;
    let mut sketch = Sketch {
        tree,
        text,
        source: Source::new(text),
        rows: Vec::new(),
        at: 0,
        open: Vec::new(),
    };
    let mut next = own.start;
    while next < own.end
        && let Some(at) = tree.chunks.get(next)
    {
        sketch.close_before(next);
        if at.children.is_empty() || tree.is_split(at) {
            sketch.unit(next, at);
            next = subtree(tree, next).end;
        } else {
            let end = subtree(tree, next).end;
            sketch.open.push((end, sketch.closing(at)));
            next += 1;
        }
    }
    sketch.close_before(own.end);
    Skeleton { rows: sketch.rows }
}

/// A skeleton under construction.
struct Sketch<'a> {
    tree: &'a ChunkTree,
    text: &'a Text,
    source: Source<'a>,
    rows: Vec<SkeletonPart>,
    /// End of the text that was shown or skipped.
    at: usize,
    /// Open declarations, innermost last: the end of the subtree, and the line that closes it.
    open: Vec<(usize, Option<Range<usize>>)>,
}

impl<'a> Sketch<'a> {
    fn close_before(&mut self, next: usize) {
        while let Some((_, closing)) = self.open.pop_if(|(end, _)| *end <= next) {
            if let Some(closing) = closing {
                self.show(closing);
            }
        }
    }

    /// Draws a leaf, or a chunk that was split by size.
    fn unit(&mut self, index: usize, at: &Chunk) {
        self.skip_to(at.bytes.start);
        let is_declared = self.tree.declares(index) || self.tree.is_header(index);
        match at.kind {
            _ if at.silent => {}
            // The first piece of a header shows the signature.
            _ if at.role == Role::Piece && at.signature.end <= at.bytes.start => {}
            Kind::File => self.docs(&at.docs),
            Kind::Section if is_declared => self.named_lines(at),
            Kind::Section | Kind::Imports => {}
            Kind::Items if !at.name.is_empty() => self.named_lines(at),
            _ if is_declared => self.declaration(index, at),
            _ => self.fold(at.bytes.end),
        }
        self.skip_to(at.bytes.end);
    }

    fn declaration(&mut self, index: usize, at: &Chunk) {
        let mut signature = at.signature.clone();
        if signature.is_empty() {
            signature = self.text.lines(at.name_at.0, at.name_at.0);
        }
        // Docs may be before, among or after attributes and wrappers.
        if !at.docs.is_empty() && at.docs.end <= signature.start {
            self.show(self.at..at.docs.start);
            self.docs(&at.docs);
        }
        self.show(self.at..signature.end);
        if at.docs.start >= signature.end {
            self.docs(&at.docs);
        }
        let has_fields = !at.kind.has_code() || self.tree.is_header(index);
        if has_fields && !self.tree.is_split(at) && at.role != Role::Piece {
            self.show_on(at.bytes.end);
        } else {
            self.fold(at.bytes.end);
        }
    }

    /// Shows the first line of docs that has text.
    fn docs(&mut self, docs: &Range<usize>) {
        let mut end = docs.start;
        for line in self.slice(docs).split_inclusive(|byte| *byte == b'\n') {
            end += line.len();
            if has_text(line) {
                break;
            }
        }
        self.show(self.source.snap_to_line(docs.start)..end);
        if has_text(self.slice(&(end..docs.end))) {
            self.mark(FOLDED_AFTER);
        }
        self.skip_to(docs.end);
    }

    /// Shows the lines with the names of items, or with a heading.
    fn named_lines(&mut self, at: &Chunk) {
        let names = at.definitions.iter().map(|definition| definition.line);
        let mut lines: Vec<u32> = names.chain([at.name_at.0]).collect();
        lines.sort_unstable();
        lines.dedup();
        for line in lines {
            let line = self.text.lines(line, line);
            self.show(line.start.max(at.bytes.start)..line.end.min(at.bytes.end));
            let shown = self.rows.last().map(|row| self.slice(&row.bytes));
            if shown.is_some_and(|text| text.ends_with(b"=") || is_unterminated(text)) {
                self.mark(FOLDED_AFTER);
            }
        }
    }

    /// Shows a part of the document in a new row.
    fn show(&mut self, bytes: Range<usize>) {
        self.skip_to(bytes.start);
        let end = bytes.end.min(self.limit());
        let text = self.slice(&(self.at..end));
        let Some(first) = text.iter().position(|byte| !byte.is_ascii_whitespace()) else {
            return;
        };
        let start = self.source.snap_to_line(self.at + first).max(self.at);
        let end = start + self.slice(&(start..end)).trim_ascii_end().len();
        self.rows.push(SkeletonPart {
            bytes: start..end,
            mark: "",
        });
        self.at = end;
    }

    /// Shows the text up to `end`, in the same row if possible.
    fn show_on(&mut self, end: usize) {
        let end = end.min(self.limit());
        let at = self.at;
        match self.rows.last_mut() {
            Some(row) if row.bytes.end == at && row.mark.is_empty() && at < end => {
                let text = self.text.bytes().get(at..end).unwrap_or_default();
                row.bytes.end = at + text.trim_ascii_end().len();
                self.at = row.bytes.end;
            }
            _ => self.show(at..end),
        }
    }

    /// Skips the text up to `end` with a mark: a body or statements.
    fn fold(&mut self, end: usize) {
        let end = end.min(self.limit()).max(self.at);
        let text = self.slice(&(self.at..end));
        let word = text.trim_ascii_start();
        let line = word.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let word_at = end - word.len();
        let last = self.rows.last();
        if last.is_some_and(|row| row.bytes.end == self.at && row.mark.is_empty()) {
            if word.starts_with(b"{") && line.trim_ascii_end() != b"{}" {
                self.mark(FOLDED_BRACES);
            } else if has_text(word) {
                self.mark(FOLDED_AFTER);
            } else {
                // `;`, `{}`, `= 0;`: a declaration without a body.
                self.show_on(word_at + line.len());
            }
        } else if has_text(word) && last.is_none_or(|row| row.mark != FOLDED) {
            let start = self.source.snap_to_line(word_at);
            self.rows.push(SkeletonPart {
                bytes: start.max(self.at)..word_at,
                mark: FOLDED,
            });
        }
        self.skip_to(end);
    }

    fn mark(&mut self, mark: &'static str) {
        if let Some(row) = self.rows.last_mut()
            && row.mark.is_empty()
        {
            row.mark = mark;
        }
    }

    /// Skips text without a mark.
    fn skip_to(&mut self, at: usize) {
        self.at = self.at.max(at.min(self.limit()));
    }

    /// Returns the start of the line that closes the innermost open declaration: it belongs to the last
    /// member's leaf, but not to the member.
    fn limit(&self) -> usize {
        let closings = self.open.iter().filter_map(|(_, closing)| closing.as_ref());
        let first = closings.map(|closing| closing.start).min();
        first.unwrap_or(self.text.len())
    }

    /// Returns the line that closes a declaration: near its end, only brackets or an `end`, with the
    /// declaration's indentation.
    fn closing(&self, at: &Chunk) -> Option<Range<usize>> {
        if at.signature.is_empty() {
            return None;
        }
        let first = self.text.line_at(at.signature.end.saturating_sub(1));
        let last = self.text.line_at(at.bytes.end.saturating_sub(1));
        let margin = self.margin(self.text.line_at(at.signature.start));
        for line in (first.saturating_add(1)..=last).rev() {
            let text = self.line(line);
            if !closes(text) {
                return None;
            }
            if !text.trim_ascii().is_empty() && self.margin(line) == margin {
                return Some(self.text.lines(line, line));
            }
        }
        None
    }

    fn slice(&self, bytes: &Range<usize>) -> &'a [u8] {
        self.text.bytes().get(bytes.clone()).unwrap_or_default()
    }

    fn line(&self, line: u32) -> &'a [u8] {
        self.slice(&self.text.lines(line, line))
    }

    /// Returns the indentation of a line.
    fn margin(&self, line: u32) -> &'a [u8] {
        let text = self.line(line);
        let indent = text.len() - text.trim_ascii_start().len();
        text.get(..indent).unwrap_or_default()
    }
}

fn has_text(text: &[u8]) -> bool {
    text.iter()
        .any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

fn is_unterminated(text: &[u8]) -> bool {
    matches!(text.last(), Some(b'{' | b'[' | b'(' | b',' | b'\\'))
}

/// Returns true for a blank line and one that only closes something: `}`, `});`, `end`,
/// `} // namespace a`.
pub fn closes(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let rest = match text.strip_prefix(b"end") {
        Some(rest) if !rest.first().is_some_and(u8::is_ascii_alphanumeric) => rest,
        _ => text,
    };
    let brackets = rest.iter().take_while(|byte| b"})];,".contains(byte));
    let after = rest[brackets.count()..].trim_ascii();
    let comments = [b"//".as_slice(), b"/*", b"#", b"--"];
    after.is_empty()
        || after.len() < rest.len() && comments.iter().any(|mark| after.starts_with(mark))
}
