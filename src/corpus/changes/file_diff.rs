//! The old text of a file, with the lines and the words that changed.
//!
//! Principal types: [`FileDiff`] and [`Hunk`], a run of lines that differ. Texts are compared as git stores them, lines
//! with their line breaks; the columns of a line are the same in the working tree.

use super::commit::HeadCommit;
use super::unavailable::GitUnavailable;
use crate::corpus::document::Text;
use crate::corpus::path::SourcePath;
use imara_diff::{Algorithm, Diff, InternedInput};
use std::collections::HashMap;
use std::ops::Range;

/// Maximum number of bytes of a changed run of lines whose words are compared.
const COMPARED_BYTES: usize = 32 << 10;
/// Of this many bytes that are not blank, one at least must be the same on both sides; else all words are changed, and
/// none is marked.
const LEAST_COMMON: usize = 4;

/// Byte ranges of words within lines, by the 1-based line.
pub type WordRanges = HashMap<u32, Vec<Range<u32>>>;

/// A file at a commit and in the working tree.
#[derive(Debug, Default)]
pub struct FileDiff {
    /// Its text at the commit; empty for a new file.
    pub before: Text,
    /// The runs of lines that differ, in order.
    pub hunks: Vec<Hunk>,
    /// Words of modified lines that only the commit has.
    pub removed_words: WordRanges,
    /// Words of modified lines that only the working tree has.
    pub added_words: WordRanges,
    /// Line ends of old lines whose text stays, and the new ones: `LF, now CRLF`.
    pub line_ends: HashMap<u32, String>,
}

impl FileDiff {
    /// Compares two texts.
    pub fn between(before: Text, after: &Text) -> Self {
        let hunks = Hunk::between(before.bytes(), after.bytes());
        let (mut removed_words, mut added_words) = (WordRanges::new(), WordRanges::new());
        let mut line_ends = HashMap::new();
        for hunk in hunks
            .iter()
            .filter(|hunk| hunk.change == LineChange::Modified)
        {
            let old = before.lines(hunk.removed.start + 1, hunk.removed.end);
            let new = after.lines(hunk.lines.start, hunk.lines.end - 1);
            let (old_text, new_text) = (&before.bytes()[old.clone()], &after.bytes()[new.clone()]);
            let (removed, added) = changed_words(old_text, new_text);
            add(&mut removed_words, &before, old.start, removed);
            add(&mut added_words, after, new.start, added);
            let numbers = hunk.removed.start + 1..;
            for (number, (old, new)) in numbers.zip(lines(old_text).zip(lines(new_text))) {
                let ((old, old_end), (new, new_end)) = (without_end(old), without_end(new));
                if old == new {
                    line_ends.insert(number, format!("{old_end}, now {new_end}"));
                }
            }
        }
        Self {
            before,
            hunks,
            removed_words,
            added_words,
            line_ends,
        }
    }

    /// Numbers of added and removed lines.
    pub fn counts(&self) -> (usize, usize) {
        let added = self.hunks.iter().map(Hunk::added).sum();
        (
            added,
            self.hunks.iter().map(|hunk| hunk.removed.len()).sum(),
        )
    }
}

impl HeadCommit {
    /// Returns the old text of a file and its differences; none if the file is unchanged. A deleted file has one hunk.
    ///
    /// # Errors
    /// As [`Self::hunks`].
    pub fn diff(&self, path: &SourcePath) -> Result<Option<FileDiff>, GitUnavailable> {
        if let Some((before, after)) = self.contents(path)? {
            return Ok(Some(FileDiff::between(before, &after)));
        }
        let is_missing = path.under(self.root.path()).symlink_metadata().is_err();
        let entry = self.entry(path.as_str()).ok_or(GitUnavailable::File)?;
        let Some((id, _)) = entry.filter(|(_, mode)| is_missing && mode.is_blob()) else {
            return Ok(None);
        };
        let content = self.content(&id, super::commit::FILE_LIMIT);
        let before = Text::of(path, content.ok_or(GitUnavailable::File)?);
        Ok(Some(FileDiff::between(before, &Text::default())))
    }
}

/// Adds byte ranges of a text, counted from a byte, to the ranges of their lines.
fn add(words: &mut WordRanges, text: &Text, from: usize, ranges: Vec<Range<usize>>) {
    for range in ranges {
        let (start, end) = (from + range.start, from + range.end);
        let line = text.line_at(start);
        let line_start = text.lines(line, line).start;
        let range = (start - line_start) as u32..(end - line_start) as u32;
        words.entry(line).or_default().push(range);
    }
}

/// Returns the ranges of the words, each within a line, that one of two texts has and the other has not; none if
/// hardly anything is the same.
fn changed_words(before: &[u8], after: &[u8]) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    if before.len() + after.len() > COMPARED_BYTES {
        return Default::default();
    }
    let (old, new) = (words(before), words(after));
    let mut input = InternedInput::default();
    input.update_before(old.iter().map(|word| &before[word.clone()]));
    input.update_after(new.iter().map(|word| &after[word.clone()]));
    let diff = Diff::compute(Algorithm::Myers, &input);
    let is_visible = |text: &[u8]| !text.trim_ascii().is_empty();
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for hunk in diff.hunks() {
        let (from, to) = (hunk.before, hunk.after);
        removed.extend(old[from.start as usize..from.end as usize].iter().cloned());
        added.extend(new[to.start as usize..to.end as usize].iter().cloned());
    }
    let visible = |words: &[Range<usize>], text: &[u8]| -> usize {
        let words = words
            .iter()
            .filter(|word| is_visible(&text[(*word).clone()]));
        words.map(|word| word.len()).sum()
    };
    let all = visible(&old, before).max(visible(&new, after));
    let common = visible(&old, before) - visible(&removed, before);
    if common * LEAST_COMMON < all {
        return Default::default();
    }
    removed.retain(|word| is_visible(&before[word.clone()]));
    added.retain(|word| is_visible(&after[word.clone()]));
    (removed, added)
}

/// Words of a text: runs of letters, digits and underscores, runs of blanks, and other characters.
fn words(text: &[u8]) -> Vec<Range<usize>> {
    let class = |byte: u8| match byte {
        b' ' | b'\t' => 1,
        b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => 2,
        _ => 0,
    };
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, byte) in text.iter().enumerate() {
        match words.last_mut() {
            Some(word) if class(*byte) > 0 && class(text[word.start]) == class(*byte) => {
                word.end = at + 1;
            }
            _ => words.push(at..at + 1),
        }
    }
    words
}

/// Kind of a changed run of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineChange {
    /// Lines that HEAD does not have.
    Added,
    /// Lines in place of others.
    Modified,
    /// Missing lines after the line of the hunk, or before it at the start of a file.
    Deleted,
}

/// A run of lines that differs from HEAD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// Kind of the change.
    pub change: LineChange,
    /// 1-based lines of the working tree; at least one.
    pub lines: Range<u32>,
    /// Lines of HEAD in their place, from 0.
    pub removed: Range<u32>,
}

impl Hunk {
    /// Compares two texts; the hunks are in order.
    pub(super) fn between(before: &[u8], after: &[u8]) -> Vec<Self> {
        let changes = line_changes(before, after).into_iter();
        changes.map(Self::from).collect()
    }

    /// The hunk of a line of the working tree, among all in order.
    pub fn at(hunks: &[Self], line: u32) -> Option<&Self> {
        let at = hunks.partition_point(|hunk| hunk.lines.end <= line);
        hunks.get(at).filter(|hunk| hunk.lines.contains(&line))
    }

    /// Number of lines that HEAD does not have.
    pub fn added(&self) -> usize {
        match self.change {
            LineChange::Deleted => 0,
            LineChange::Added | LineChange::Modified => self.lines.len(),
        }
    }
}

/// Line numbers from 0 of the first text, and those of the second text in their place; one of both may be empty.
pub type LineRanges = (Range<u32>, Range<u32>);

/// Compares two texts; the changes are in order.
pub fn line_changes(before: &[u8], after: &[u8]) -> Vec<LineRanges> {
    let mut input = InternedInput::default();
    input.update_before(lines(before));
    input.update_after(lines(after));
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    diff.hunks().map(|hunk| (hunk.before, hunk.after)).collect()
}

impl From<LineRanges> for Hunk {
    fn from((before, after): LineRanges) -> Self {
        if after.is_empty() {
            let line = after.start.max(1);
            return Self {
                change: LineChange::Deleted,
                lines: line..line + 1,
                removed: before,
            };
        }
        Self {
            change: if before.is_empty() {
                LineChange::Added
            } else {
                LineChange::Modified
            },
            lines: after.start + 1..after.end + 1,
            removed: before,
        }
    }
}

/// Returns true if two texts have the same lines but for the ends of these.
pub fn have_same_lines(one: &[u8], other: &[u8]) -> bool {
    let text = |line| without_end(line).0;
    lines(one).map(text).eq(lines(other).map(text))
}

/// Splits a line into its text and the name of its end.
fn without_end(line: &[u8]) -> (&[u8], &'static str) {
    if let Some(text) = line.strip_suffix(b"\r\n") {
        return (text, "CRLF");
    }
    match line.strip_suffix(b"\n") {
        Some(text) => (text, "LF"),
        None => (line, "no line break"),
    }
}

/// Lines with their line breaks.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(before: &str, after: &str) -> FileDiff {
        FileDiff::between(Text::from(before), &Text::from(after))
    }

    fn marked(words: &WordRanges, text: &str) -> Vec<String> {
        let mut lines: Vec<_> = words.iter().collect();
        lines.sort_by_key(|(line, _)| **line);
        let line = |line: u32| text.lines().nth(line as usize - 1).unwrap();
        let marked = lines.into_iter().flat_map(|(at, ranges)| {
            let ranges = ranges.iter();
            ranges.map(move |it| line(*at)[it.start as usize..it.end as usize].to_owned())
        });
        marked.collect()
    }

    #[test]
    fn changed_words_are_those_of_modified_lines() {
        let before = "a\nlet total = sum(rows, 1);\nb\n";
        let after = "a\nlet total = count(rows, 2);\nb\nnew\n";
        let diff = diff(before, after);
        assert_eq!(marked(&diff.removed_words, before), ["sum", "1"]);
        assert_eq!(marked(&diff.added_words, after), ["count", "2"]);
        assert_eq!(diff.counts(), (2, 1));
        assert_eq!(diff.hunks[0].removed, 1..2);
    }

    #[test]
    fn a_change_of_a_line_end_alone_is_named() {
        let check = |before: &str, after: &str, expected: &[(u32, &str)]| {
            let ends = diff(before, after).line_ends;
            let mut found: Vec<_> = ends.iter().map(|(line, end)| (*line, &**end)).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{before:?} → {after:?}");
        };
        check("a\nb\nc\n", "a\nb\r\nd\n", &[(2, "LF, now CRLF")]);
        check("a\r\nb\n", "a\nb\n", &[(1, "CRLF, now LF")]);
        check("a\nb\n", "a\nb", &[(2, "LF, now no line break")]);
        check("a\nb\n", "a\nc\n", &[]);
    }

    #[test]
    fn lines_that_share_hardly_anything_have_no_marks() {
        let diff = diff("one two three\n", "quite another text here\n");
        assert!(diff.removed_words.is_empty() && diff.added_words.is_empty());
    }

    #[test]
    fn a_deleted_text_is_one_hunk() {
        let diff = diff("a\nb\n", "");
        assert_eq!(diff.hunks.len(), 1);
        assert_eq!(diff.hunks[0].removed, 0..2);
        assert_eq!(diff.counts(), (0, 2));
    }
}
