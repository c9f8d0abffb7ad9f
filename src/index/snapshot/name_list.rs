//! All names of a segment, in memory.
//!
//! Principal types: [`NameList`] and [`LetterSet`]. Contract: a letter set may let a wrong name pass but
//! never rejects a match, so callers compare the remaining names.

use crate::index::error::Result;
use crate::index::lexical::postings::for_each_term;
use crate::index::lexical::schema::FIELDS;
use crate::index::lexical::terms::name_term;
use tantivy::SegmentReader;

/// Names as written, each with the set of its letters.
#[derive(Default)]
pub(super) struct NameList {
    text: String,
    /// End offset of each name in the text.
    ends: Vec<usize>,
    letters: Vec<LetterSet>,
}

/// A set of letters and digits, ignoring case: a cheap test that rejects most names before a comparison.
/// Different characters may share a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LetterSet(u64);

impl LetterSet {
    /// The letters and digits of a name.
    pub fn of(name: &str) -> Self {
        let mut set = 0;
        for byte in name_term(name).bytes() {
            set |= 1 << (byte % 64);
        }
        Self(set)
    }

    /// Returns true if this set contains all members of the other.
    pub fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Number of members that are in only one of two sets.
    pub fn difference(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

impl NameList {
    /// Reads the names of a segment.
    pub(super) fn read(segment: &SegmentReader) -> Result<Self> {
        let mut list = Self::default();
        for_each_term(segment, FIELDS.name, "", |name| {
            list.push(name.text);
            Ok(())
        })?;
        Ok(list)
    }

    /// The names, sorted.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, LetterSet)> {
        let mut start = 0;
        self.ends
            .iter()
            .zip(&self.letters)
            .map(move |(end, letters)| {
                let name = &self.text[start..*end];
                start = *end;
                (name, *letters)
            })
    }

    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
        self.letters.push(LetterSet::of(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_with_their_letters() {
        let mut list = NameList::default();
        let names = ["WalkParallel", "größe", ""];
        names.iter().for_each(|name| list.push(name));
        let listed: Vec<_> = list.iter().collect();
        assert_eq!(listed, names.map(|name| (name, LetterSet::of(name))));
    }

    #[test]
    fn a_set_contains_the_letters_of_an_abbreviation() {
        let name = LetterSet::of("IndexMerger");
        assert!(name.contains(LetterSet::of("idx_mrg")));
        assert!(!name.contains(LetterSet::of("idxwrt")));
        assert_eq!(LetterSet::of("abc").difference(LetterSet::of("aBd")), 2);
    }
}
