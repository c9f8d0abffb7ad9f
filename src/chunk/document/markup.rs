//! The marks of Markdown that a reader does not need. Its grammar tells what its words are.

use super::Format;
use crate::chunk::ChunkTree;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// Bytes of a text that are not shown as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Byte range, on one line.
    pub bytes: Range<u32>,
    /// Replacement, on one line; often empty.
    pub shown: &'static str,
}

/// The marks of a document in Markdown, in order and without overlap; none in other formats.
pub fn marks(tree: &ChunkTree) -> Vec<Mark> {
    let bytes = tree.document.text.bytes();
    match (tree.format, std::str::from_utf8(bytes)) {
        (Some(Format::Markdown | Format::Docx | Format::Pdf), Ok(text))
            if u32::try_from(text.len()).is_ok() =>
        {
            marks_of(text)
        }
        _ => Vec::new(),
    }
}

fn marks_of(text: &str) -> Vec<Mark> {
    let mut found = FoundMarks {
        text,
        marks: Vec::new(),
    };
    // Where the words end of each link that is open.
    let mut links: Vec<usize> = Vec::new();
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match &event {
            Event::Start(Tag::Link {
                link_type: LinkType::Inline | LinkType::Reference | LinkType::Collapsed,
                ..
            }) => {
                links.push(range.start + 1);
                continue;
            }
            Event::End(TagEnd::Link) => {
                let end = links.pop().filter(|end| *end > range.start + 1);
                if let Some(end) = end {
                    found.hide(range.start..range.start + 1);
                    found.hide(end..range.end);
                }
            }
            Event::Start(Tag::Heading { .. }) => found.hide_number_signs(&range),
            Event::Start(Tag::Strong) => found.hide_around(&range, 2),
            Event::Start(Tag::Emphasis) => found.hide_around(&range, 1),
            Event::Start(Tag::Strikethrough) => found.hide_around(&range, found.run(&range, '~')),
            Event::Code(_) => found.hide_around(&range, found.run(&range, '`')),
            Event::Start(Tag::Item) if found.slice(&range).starts_with(['*', '-', '+']) => {
                found.put(range.start..range.start + 1, "•");
            }
            _ => {}
        }
        // The words of a link end with what is in it.
        if let Some(end) = links.last_mut().filter(|end| **end < range.end) {
            *end = range.end;
        }
    }
    found.in_order()
}

/// The marks of a text that were found so far, in any order.
struct FoundMarks<'t> {
    text: &'t str,
    marks: Vec<Mark>,
}

impl FoundMarks<'_> {
    fn slice(&self, bytes: &Range<usize>) -> &str {
        self.text.get(bytes.clone()).unwrap_or_default()
    }

    /// Bytes of the run of an ASCII character that a range begins with.
    fn run(&self, range: &Range<usize>, character: char) -> usize {
        let text = self.slice(range);
        text.len() - text.trim_start_matches(character).len()
    }

    fn put(&mut self, bytes: Range<usize>, shown: &'static str) {
        if let (Ok(start), Ok(end)) = (u32::try_from(bytes.start), u32::try_from(bytes.end))
            && start < end
        {
            let bytes = start..end;
            self.marks.push(Mark { bytes, shown });
        }
    }

    /// Hides bytes on each line that they are on: lines keep their numbers.
    fn hide(&mut self, bytes: Range<usize>) {
        let mut start = bytes.start;
        let text = self.text.get(bytes).unwrap_or_default();
        for line in text.split_inclusive('\n') {
            self.put(start..start + line.trim_end_matches('\n').len(), "");
            start += line.len();
        }
    }

    fn hide_around(&mut self, range: &Range<usize>, bytes: usize) {
        if range.len() > bytes * 2 {
            self.hide(range.start..range.start + bytes);
            self.hide(range.end - bytes..range.end);
        }
    }

    /// Hides the number signs of a heading that has words, with the blanks behind them.
    fn hide_number_signs(&mut self, range: &Range<usize>) {
        let signs = self.run(range, '#');
        let text = self.slice(range);
        let words = text.trim_start_matches('#').trim_start_matches([' ', '\t']);
        if signs > 0 && !words.trim().is_empty() {
            self.hide(range.start..range.start + (text.len() - words.len()));
        }
    }

    fn in_order(mut self) -> Vec<Mark> {
        self.marks.sort_by_key(|mark| mark.bytes.start);
        let mut end = 0;
        self.marks.retain(|mark| {
            let is_free = mark.bytes.start >= end;
            end = end.max(mark.bytes.end);
            is_free
        });
        self.marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A text as it is shown.
    fn shown(text: &str) -> String {
        let mut shown = String::new();
        let mut at = 0;
        for mark in marks_of(text) {
            shown.push_str(&text[at..mark.bytes.start as usize]);
            shown.push_str(mark.shown);
            at = mark.bytes.end as usize;
        }
        shown + &text[at..]
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(shown(text), expected, "{text}");
    }

    #[test]
    fn markdown_is_shown_without_its_marks() {
        check("## Install\n", "Install\n");
        check("Install\n=======\n", "Install\n=======\n");
        check(
            "* one\n* two\n  - three\n1. four\n",
            "• one\n• two\n  • three\n1. four\n",
        );
        check(
            "a **bold** and *slanted* ~~not~~ `code`",
            "a bold and slanted not code",
        );
        check("see [the *guide*](https://a.b/c)!", "see the guide!");
        check("see [a](\nhttps://a.b)\n", "see a\n\n");
        check("a * b, 2 * 3, `` a`b ``", "a * b, 2 * 3,  a`b ");
        check("```sh\n## not *this*\n```\n", "```sh\n## not *this*\n```\n");
        check("[](x) **** #", "[](x) **** #");
        check("#\n", "#\n");
    }

    proptest! {
        #[test]
        fn lines_stay_lines_and_marks_are_in_order(text in "[#*_~`\\[\\]()a \\n-]{0,80}") {
            let marks = marks_of(&text);
            prop_assert!(marks.is_sorted_by(|a, b| a.bytes.end <= b.bytes.start));
            prop_assert_eq!(shown(&text).matches('\n').count(), text.matches('\n').count());
        }
    }
}
