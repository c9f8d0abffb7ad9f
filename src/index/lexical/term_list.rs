//! The terms of a segment's texts as one text.
//!
//! Principal type: [`TermList`]. A phrase may begin or end within a word, so all terms are compared with its outer
//! words. Finding a part in one text is many times as fast as walking through tantivy's dictionary. The writer keeps the
//! list of a large segment in a file; without one the list is made from the dictionary.

use super::postings::for_each_term;
use super::schema::FIELDS;
use super::terms::{may_contain, may_match_cut_number};
use crate::corpus::replace_file;
use crate::index::error::expect_regular;
use crate::index::frame::Frame;
use regex::Regex;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};
use tantivy::index::SegmentId;
use tantivy::{Index, IndexMeta, SegmentReader, TantivyError};

const FRAME: Frame = Frame {
    magic: b"smritwds",
    format: 1,
};

/// Name extension of the files, which are never changed in place.
pub(crate) const EXTENSION: &str = "words";

/// Documents of a segment from which on its list is kept in a file: that of a small one is made quickly.
const MIN_DOCUMENTS: u32 = 2_000;

/// The terms of the texts of a segment.
pub(crate) struct TermList {
    /// A line break before each term and after the last one. Terms of several fields are repeated.
    lines: String,
}

impl TermList {
    /// The list of a segment of the index in the folder `lexical`.
    pub(crate) fn of(segment: &SegmentReader, lexical: &Path) -> tantivy::Result<Self> {
        if segment.max_doc() >= MIN_DOCUMENTS
            && let Some(lines) = load(&file(lexical, segment.segment_id()))
        {
            return Ok(Self { lines });
        }
        Self::from_dictionary(segment)
    }

    fn from_dictionary(segment: &SegmentReader) -> tantivy::Result<Self> {
        let mut lines = String::from("\n");
        for field in FIELDS.all_text() {
            for_each_term(segment, field, "", |term| {
                lines.push_str(term.text);
                lines.push('\n');
                Ok(())
            })?;
        }
        Ok(Self { lines })
    }

    /// Adds the terms that may belong to a word with `part`, as [`may_contain`] says.
    pub(crate) fn find(
        &self,
        part: &str,
        more: (bool, bool),
        found: &mut BTreeSet<String>,
    ) -> tantivy::Result<()> {
        let mut add = |term: &str| {
            if may_contain(term, part, more) {
                found.insert(term.to_owned());
            }
        };
        if may_match_cut_number(part) {
            self.lines.lines().for_each(add);
            return Ok(());
        }
        let regex = Regex::new(&regex::escape(part))
            .map_err(|error| TantivyError::InvalidArgument(error.to_string()))?;
        let mut end = 0;
        while let Some(at) = regex.find_at(&self.lines, end) {
            let start = self.lines[..at.start()].rfind('\n').map_or(0, |at| at + 1);
            let length = self.lines[at.end()..].find('\n');
            end = length.map_or(self.lines.len(), |length| at.end() + length);
            add(&self.lines[start..end]);
        }
        Ok(())
    }
}

/// Writes the lists of the large segments of a commit that have no file, and deletes the files of segments that are
/// gone. Without its file a list is made again, so errors only cost time.
pub(crate) fn keep(index: &Index, commit: &IndexMeta, lexical: &Path) {
    let mut kept = BTreeSet::new();
    for segment in &commit.segments {
        if segment.max_doc() < MIN_DOCUMENTS {
            continue;
        }
        let path = file(lexical, segment.id());
        if !path.exists()
            && let Ok(reader) = SegmentReader::open(&index.segment(segment.clone()))
            && let Ok(list) = TermList::from_dictionary(&reader)
        {
            let _ = replace_file(&path, |out| {
                FRAME.write(out, |out| out.write_all(list.lines.as_bytes()))
            });
        }
        kept.insert(path);
    }
    for entry in fs::read_dir(lexical).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_list = path.extension().is_some_and(|found| found == EXTENSION);
        if is_list && !kept.contains(&path) {
            let _ = fs::remove_file(path);
        }
    }
}

fn file(lexical: &Path, segment: SegmentId) -> PathBuf {
    lexical.join(format!("{}.{EXTENSION}", segment.uuid_string()))
}

/// The terms in a file; none if it is missing or damaged.
fn load(path: &Path) -> Option<String> {
    let read = || -> io::Result<Vec<u8>> {
        expect_regular(path)?;
        fs::read(path)
    };
    let bytes = read().ok()?;
    let lines = FRAME.content(&bytes).ok()?;
    String::from_utf8(lines.to_owned()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_with_a_part_are_found() {
        let list = TermList {
            lines: "\nfetch\nprefetch\nfetched\n12345\nhalt\n".to_owned(),
        };
        let check = |part: &str, more, expected: &[&str]| {
            let mut found = BTreeSet::new();
            list.find(part, more, &mut found).unwrap();
            assert_eq!(Vec::from_iter(&found), expected, "{part} {more:?}");
        };
        check("fetch", (true, true), &["fetch", "fetched", "prefetch"]);
        check("fetch", (true, false), &["fetch", "prefetch"]);
        check("fetch", (false, true), &["fetch", "fetched"]);
        check("etch", (false, true), &[]);
        check("t", (true, false), &["halt"]);
        // The digits after the first five are not in the term.
        check("123456", (false, true), &["12345"]);
        check("789", (true, true), &["12345"]);
    }
}
