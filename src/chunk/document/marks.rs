//! The marks of Markdown that a reader does not need: what they mean is seen without them.

use super::Format;
use crate::chunk::ChunkTree;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// Bytes of a text that are not shown as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where they stand.
    pub bytes: Range<u32>,
    /// What is shown in their place, on one line; often nothing.
    pub shown: &'static str,
}

/// The marks of a document, in order and without overlap; of other formats there are none.
pub fn marks(tree: &ChunkTree) -> Vec<Mark> {
    let text = &tree.document.text;
    match (tree.format, std::str::from_utf8(text.bytes())) {
        (Some(Format::Markdown), Ok(text)) if u32::try_from(text.len()).is_ok() => of(text),
        _ => Vec::new(),
    }
}

fn of(text: &str) -> Vec<Mark> {
    let mut found = Found {
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
            Event::Start(Tag::Heading { .. }) => found.hide_leading(&range, '#'),
            Event::Start(Tag::Strong) => found.hide_around(&range, 2),
            Event::Start(Tag::Emphasis) => found.hide_around(&range, 1),
            Event::Start(Tag::Strikethrough) => {
                let tildes = found.run(&range, '~');
                found.hide_around(&range, tildes);
            }
            Event::Start(Tag::Item) => found.bullet(range.start),
            Event::Code(_) => {
                let backticks = found.run(&range, '`');
                found.hide_around(&range, backticks);
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

struct Found<'t> {
    text: &'t str,
    marks: Vec<Mark>,
}

impl Found<'_> {
    fn put(&mut self, bytes: Range<usize>, shown: &'static str) {
        let text = self.text.get(bytes.clone());
        // A mark never goes on to the next line: lines keep their numbers.
        if text.is_some_and(|text| !text.is_empty() && !text.contains('\n'))
            && let (Ok(start), Ok(end)) = (u32::try_from(bytes.start), u32::try_from(bytes.end))
        {
            let bytes = start..end;
            self.marks.push(Mark { bytes, shown });
        }
    }

    fn hide(&mut self, bytes: Range<usize>) {
        self.put(bytes, "");
    }

    fn hide_around(&mut self, range: &Range<usize>, bytes: usize) {
        if range.len() > bytes * 2 {
            self.hide(range.start..range.start + bytes);
            self.hide(range.end - bytes..range.end);
        }
    }

    /// Hides a run of a character at the start, with the blanks behind it.
    fn hide_leading(&mut self, range: &Range<usize>, character: char) {
        let text = self.text.get(range.clone()).unwrap_or_default();
        let rest = text.trim_start_matches(character);
        let words = rest.trim_start_matches([' ', '\t']);
        if rest.len() < text.len() && !words.trim().is_empty() {
            self.hide(range.start..range.start + (text.len() - words.len()));
        }
    }

    fn bullet(&mut self, at: usize) {
        let rest = self.text.get(at..).unwrap_or_default();
        if rest.starts_with(['*', '-', '+']) {
            self.put(at..at + 1, "•");
        }
    }

    /// Bytes of the run of an ASCII character that a range begins with.
    fn run(&self, range: &Range<usize>, character: char) -> usize {
        let text = self.text.get(range.clone()).unwrap_or_default();
        text.len() - text.trim_start_matches(character).len()
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
        for mark in of(text) {
            shown.push_str(&text[at..mark.bytes.start as usize]);
            shown.push_str(mark.shown);
            at = mark.bytes.end as usize;
        }
        shown + &text[at..]
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn what_marks_mean_is_seen_without_them() {
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
        check("a * b, 2 * 3, `` a`b ``", "a * b, 2 * 3,  a`b ");
        check("```sh\n## not *this*\n```\n", "```sh\n## not *this*\n```\n");
        check("[](x) **** #", "[](x) **** #");
        check("#\n", "#\n");
    }

    proptest! {
        #[test]
        fn lines_stay_lines(text in "[-*_`#~\\[\\]()a é\n]{0,60}") {
            let lines = |text: &str| text.matches('\n').count();
            prop_assert_eq!(lines(&shown(&text)), lines(&text));
        }
    }
}
