//! Find in file: the next match of a text or of the query, the next occurrence of a name, the matching bracket.
//!
//! Matches of a text are highlighted in every line, those of the query ([`Code::query_ranges()`]) only in the hit. If the
//! zoom level hides the line of a match, the whole file is shown.

use super::model::{Code, FindOrigin, LineSpan};
use super::page::Page;
use crate::search::{Pattern, Switches};
use crate::syntax::HighlightRole;
use std::ops::Range;

/// Minimum number of rows above and below a match.
pub(super) const MARGIN: usize = 3;

impl Code {
    /// Pattern whose matches are highlighted in the whole file.
    pub(crate) fn found(&self) -> Option<&Pattern> {
        self.find.pattern.as_ref()
    }

    /// Begins a search at the cursor.
    pub(crate) fn begin_find(&mut self) {
        self.find.origin = FindOrigin {
            level: self.level(),
            line: self.near(),
            span: self.span,
        };
    }

    /// Moves to the first match of a text at or below the line at which the search began. Case counts
    /// if the text has capitals; an empty text matches nothing. Returns true
    /// if there is a match.
    pub(crate) fn find(&mut self, text: &str) -> bool {
        let pattern = (!text.is_empty()).then(|| Pattern::exactly(text, Switches::default()).ok());
        self.find.pattern = pattern.flatten();
        self.find.name.clear();
        let from = self.find.origin.line.saturating_sub(1);
        let pattern = self.find.pattern.as_ref();
        let found = pattern.and_then(|_| self.nearest_match(from, true));
        match found {
            Some(line) => self.show_line(line),
            None => self.return_to_origin(),
        }
        self.count_matches();
        found.is_some()
    }

    /// Ends the search and returns to where it began.
    pub(crate) fn cancel_find(&mut self) {
        self.find("");
    }

    /// Moves to the next line with a match, or to the previous one; wraps around at the ends.
    pub(super) fn next_match(&mut self, forward: bool) -> Option<&'static str> {
        match self.nearest_match(self.near(), forward) {
            Some(line) => self.show_line(line),
            None if self.find.pattern.is_none() => return Some("No search in this file yet"),
            None => return Some("No match in this file"),
        }
        self.count_matches();
        None
    }

    /// Returns true if the matches are those of the query.
    pub(crate) fn finds_query(&self) -> bool {
        self.find.pattern.is_none()
    }

    /// 1-based position of the last match among the matching lines, and their number.
    pub(crate) fn match_count(&self) -> (usize, usize) {
        self.find.count
    }

    fn count_matches(&mut self) {
        let (near, (first, last)) = (self.near(), self.searched_lines());
        let count = |last| match (&self.find.pattern, self.page()) {
            // In one pass: a file may have many lines.
            (Some(pattern), Some(page)) => pattern.matching_lines(&page.text((1, last))),
            _ => (first..=last)
                .filter(|line| self.match_in(*line).is_some())
                .count(),
        };
        self.find.count = (count(near.min(last)), count(last));
    }

    /// The name that is searched; empty for a text or the query.
    pub(crate) fn found_name(&self) -> &str {
        &self.find.name
    }

    /// Searches for the name under the cursor; without one, for the rarest in the file of the names on its line.
    pub(super) fn find_name(&mut self) -> Option<&'static str> {
        let Some((name, pattern)) = self.name_at_cursor() else {
            return Some("No name on this line");
        };
        (self.find.name, self.find.pattern) = (name, Some(pattern));
        self.next_match(true)
    }

    /// Moves to the line of the bracket that matches an unmatched bracket of the cursor's line.
    pub(super) fn go_to_matching_bracket(&mut self) -> Option<&'static str> {
        let page = self.page();
        match page.and_then(|page| matching_line(page, self.near())) {
            Some(line) => self.show_line(line),
            None => return Some("No bracket on this line has its match on another line"),
        }
        None
    }

    /// The nearest line with a match after a line, or before it; the line itself comes last.
    fn nearest_match(&self, line: u32, forward: bool) -> Option<u32> {
        let (first, last) = self.searched_lines();
        let is_match = |line: &u32| self.match_in(*line).is_some();
        let (at_or_before, after) = (first..=line.min(last), line.max(first - 1) + 1..=last);
        let (before, at_or_after) = (first..line.min(last + 1), line.max(first)..=last);
        if forward {
            after.chain(at_or_before).find(is_match)
        } else {
            before.rev().chain(at_or_after.rev()).find(is_match)
        }
    }

    /// The lines in which matches are highlighted: the whole file, or for the query, the hit.
    fn searched_lines(&self) -> (u32, u32) {
        match self.find.pattern {
            Some(_) => (1, self.page().map_or(0, Page::lines)),
            None => self.hit_lines().unwrap_or((1, 0)),
        }
    }

    /// The first match in a line: of the text to find, or else of the query.
    fn match_in(&self, line: u32) -> Option<LineSpan> {
        let text = self.page()?.line(line);
        let found = match &self.find.pattern {
            Some(pattern) => pattern.ranges(&text).next(),
            None => {
                let matches = self.query_ranges(&text).into_iter();
                matches.min_by_key(|range| range.start)
            }
        }?;
        Some(LineSpan {
            line,
            from: found.start,
            to: found.end,
        })
    }

    fn name_at_cursor(&self) -> Option<(String, Pattern)> {
        let (page, line) = (self.page()?, self.cursor_line()?);
        let names = match self.name_under_cursor() {
            Some((name, _)) => vec![name],
            None => self
                .names_in(line)
                .into_iter()
                .map(|(_, name)| name)
                .collect(),
        };
        let file = page.text((1, page.lines()));
        let patterns = names.into_iter().filter_map(|name| {
            let pattern = Pattern::new(&format!(r"\b{name}\b"), Switches::default()).ok()?;
            Some((name, pattern))
        });
        // A name without another occurrence leads nowhere.
        patterns.min_by_key(|(_, pattern)| match pattern.matching_lines(&file) {
            0 | 1 => usize::MAX,
            lines => lines,
        })
    }

    /// Puts the cursor on a line, in the whole file if it is not shown otherwise, and brings its first
    /// match into view.
    fn show_line(&mut self, line: u32) {
        self.point_at(self.match_in(line));
        self.show_change(line);
    }

    /// Puts the cursor on the line of a change, in the whole file if it is not shown otherwise.
    pub(crate) fn show_change(&mut self, line: u32) {
        // An earlier horizontal scroll could hide a match.
        self.shift = 0;
        self.put_cursor(line);
        if self.cursor_line() != Some(line) {
            self.zoom_to(self.level_count() - 1);
            return self.go_to_line(line);
        }
        self.keep_margin();
    }

    /// Scrolls if the cursor is near an end of the pane.
    fn keep_margin(&mut self) {
        let (row, height) = (self.viewport.offset(self.cursor), self.viewport.height());
        if row < MARGIN || row + MARGIN >= height {
            self.scroll_to_cursor();
        }
    }

    fn return_to_origin(&mut self) {
        let origin = self.find.origin;
        self.zoom_to(origin.level);
        self.point_at(origin.span);
        self.put_cursor(origin.line);
        self.reveal();
    }
}

/// The line of the bracket that matches the last unclosed bracket of a line, or else its first unopened
/// one. Brackets in comments and strings do not count.
fn matching_line(page: &Page, line: u32) -> Option<u32> {
    let brackets = |bytes: std::ops::Range<usize>| {
        let spans = page.spans(bytes.clone());
        let text = page.raw(bytes.clone()).iter().enumerate();
        text.filter_map(move |(at, byte)| {
            let at = bytes.start + at;
            let opens = match byte {
                b'(' | b'[' | b'{' => true,
                b')' | b']' | b'}' => false,
                _ => return None,
            };
            let role = Page::role_at(spans, at);
            let is_text = matches!(role, Some(HighlightRole::Comment | HighlightRole::String));
            (!is_text).then_some((at, opens))
        })
    };
    let own = page.bytes(line);
    let (mut open, mut unopened) = (Vec::new(), None);
    for (at, opens) in brackets(own) {
        if opens {
            open.push(at);
        } else if open.pop().is_none() && unopened.is_none() {
            unopened = Some(at);
        }
    }
    let mut depth = 0_usize;
    let is_match = |(_, is_deeper): &(usize, bool)| {
        depth = if *is_deeper { depth + 1 } else { depth - 1 };
        depth == 0
    };
    let found = match open.last() {
        Some(from) => brackets(*from..page.bytes(page.lines()).end).find(is_match),
        None => {
            let before: Vec<_> = brackets(0..unopened? + 1).collect();
            let mut backwards = before.into_iter().rev().map(|(at, opens)| (at, !opens));
            backwards.find(is_match)
        }
    };
    found.map(|(at, _)| page.line_of(at))
}

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
