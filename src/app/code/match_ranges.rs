//! Matches of the query words in a line of code.
//!
//! [`Code::query_ranges()`] is used by the code pane and the results.

use super::model::Code;
use std::ops::Range;

impl Code {
    /// Byte ranges of a line to mark: matches of the query's patterns and words.
    pub(crate) fn query_ranges(&self, line: &str) -> Vec<Range<usize>> {
        let mut found = ranges(line, &self.highlighted);
        let patterns = self.query.required_text();
        found.extend(patterns.flat_map(|pattern| pattern.ranges(line)));
        found
    }
}

/// Byte ranges of the words in a line, ignoring case. A match starts at a word of the code: at `merge` of
/// `IndexMerger` and `merge_all`, not at the `are` of `shared`.
fn ranges(line: &str, words: &[String]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut before = None;
    for (at, c) in line.char_indices() {
        if begins_word(before, c) {
            let rest = &line[at..];
            let longest = words
                .iter()
                .filter_map(|word| begins_with(rest, word))
                .max();
            if let Some(length) = longest.filter(|length| *length > 0) {
                ranges.push(at..at + length);
            }
        }
        before = Some(c);
    }
    ranges
}

fn begins_word(before: Option<char>, c: char) -> bool {
    match before {
        None => true,
        Some(before) if !before.is_alphabetic() => true,
        // Scripts without case have no visible word starts.
        Some(before) => {
            (before.is_lowercase() && c.is_uppercase())
                || !(before.is_lowercase() || before.is_uppercase())
        }
    }
}

/// Length of the prefix of `text` that equals `word`, which is in lower case. A match that spans several words of
/// the code must end with one: `indexmerger` matches `IndexMerger`, but `segments` does not match
/// `SegmentSerializer`.
fn begins_with(text: &str, word: &str) -> Option<usize> {
    let mut wanted = word.chars().peekable();
    let mut length = 0;
    let mut before = None;
    let mut crosses = false;
    for c in text.chars() {
        let begins = begins_word(before, c);
        if wanted.peek().is_none() {
            return (!crosses || begins || !c.is_alphanumeric()).then_some(length);
        }
        crosses |= begins && before.is_some();
        for lower in c.to_lowercase() {
            if wanted.next() != Some(lower) {
                return None;
            }
        }
        length += c.len_utf8();
        before = Some(c);
    }
    wanted.peek().is_none().then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, words: &[&str], expected: &[&str]) {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let found: Vec<&str> = ranges(line, &words)
            .into_iter()
            .map(|range| &line[range])
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn matches_of_patterns_are_marked() {
        let mut app = crate::app::fixture::app(120, 24);
        crate::app::fixture::drive(&mut app, "merge /self\\.\\w+/");
        let line = "merge(self.readers, itself)";
        let ranges = app.code.query_ranges(line).into_iter();
        let ranges: Vec<&str> = ranges.map(|it| &line[it]).collect();
        assert_eq!(ranges, ["merge", "self.readers"]);
    }

    #[test]
    fn words_match_where_words_of_the_code_begin() {
        check(
            "fn write_merged(IndexMerger)",
            &["merge"],
            &["merge", "Merge"],
        );
        check("shared area", &["are"], &["are"]);
        check("SegmentSerializer", &["segments"], &[]);
        check("SegmentSerializer", &["segment"], &["Segment"]);
        check("IndexMerger::open", &["indexmerger"], &["IndexMerger"]);
        check("getHTTPResponse", &["response", "http"], &["HTTP"]);
        check("合併しない", &["併し"], &["併し"]);
        check("İ", &["i"], &[]);
        check("anything", &[""], &[]);
    }
}
