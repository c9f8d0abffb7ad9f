//! Hides or replaces the markup of Markdown for display, as its CommonMark parser finds it.
//!
//! Principal type: [`Markup`]. Invariant: hidden ranges are sorted, do not overlap, and never span lines, so
//! line numbers do not change. `context` reads it for the code pane.

use super::Format;
use super::html::ENTITIES;
use super::markdown::MARKDOWN_EXTENSIONS;
use super::table::Table;
use crate::chunk::ChunkTree;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// Bytes that are hidden or replaced for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HiddenRange {
    /// Byte range, on one line.
    pub bytes: Range<u32>,
    /// Replacement, on one line; often empty.
    pub shown: &'static str,
}

/// The markup of a Markdown document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Markup {
    /// Hidden ranges, in order and without overlap.
    pub marks: Vec<HiddenRange>,
    /// The tables, in order.
    pub tables: Vec<Table>,
}

/// The markup of a document; empty for formats other than Markdown.
pub fn markup(tree: &ChunkTree) -> Markup {
    let bytes = tree.document.text.bytes();
    match (tree.format, std::str::from_utf8(bytes)) {
        (Some(Format::Markdown | Format::Docx | Format::Pdf), Ok(text))
            if u32::try_from(text.len()).is_ok() =>
        {
            markup_of(text)
        }
        _ => Markup::default(),
    }
}

fn markup_of(text: &str) -> Markup {
    let mut found = FoundMarks {
        text,
        marks: Vec::new(),
    };
    // Ends of the text of the open links and images.
    let mut links: Vec<usize> = Vec::new();
    let mut quotes = 0;
    // End of the text that was processed.
    let mut read = 0;
    let mut tables: Vec<Table> = Vec::new();
    let mut is_metadata = false;
    for (event, range) in Parser::new_ext(text, MARKDOWN_EXTENSIONS).into_offset_iter() {
        match &event {
            Event::Start(Tag::Link { .. }) => {
                links.push(range.start + 1);
                continue;
            }
            Event::Start(Tag::Image { .. }) => {
                links.push(range.start + 2);
                continue;
            }
            Event::End(end @ (TagEnd::Link | TagEnd::Image)) => {
                let (opens, sign) = match end {
                    TagEnd::Link => (1, ""),
                    _ => (2, IMAGE),
                };
                let end = links.pop().filter(|end| *end > range.start + opens);
                if let Some(end) = end {
                    found.put(range.start..range.start + opens, sign);
                    found.hide(end..range.end);
                }
            }
            Event::Start(Tag::Heading { .. }) => found.hide_number_signs(&range),
            Event::Start(Tag::Strong) => found.hide_around(&range, 2),
            Event::Start(Tag::Emphasis) => found.hide_around(&range, 1),
            Event::Start(Tag::Strikethrough) => found.hide_around(&range, found.run(&range, '~')),
            Event::Code(_) => found.hide_around(&range, found.run(&range, '`')),
            Event::Start(Tag::Item) => {
                let item = found.trimmed(&range);
                if found.slice(&item).starts_with(['*', '-', '+']) {
                    found.put(item.start..item.start + 1, BULLET);
                }
            }
            Event::TaskListMarker(is_done) => {
                // The check box replaces the bullet.
                let bullet = found.marks.pop_if(|it| {
                    let between = text.get(it.bytes.end as usize..range.start);
                    it.shown == BULLET
                        && between.is_some_and(|gap| gap.trim_matches(' ').is_empty())
                });
                let start = bullet.map_or(range.start, |it| it.bytes.start as usize);
                found.put(start..range.end, if *is_done { "☑" } else { "☐" });
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => found.draw_fences(&range),
            Event::Start(Tag::BlockQuote(_)) => {
                if quotes == 0 {
                    found.draw_quotes(&range);
                }
                quotes += 1;
            }
            Event::End(TagEnd::BlockQuote(_)) => quotes -= 1,
            Event::Start(Tag::Table(alignments)) => tables.push(Table::new(alignments)),
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                if let Some(table) = tables.last_mut() {
                    table.push(range.start);
                }
            }
            Event::Start(Tag::TableCell) => {
                let cell = found.trimmed(&range);
                for (at, _) in text[cell.clone()].match_indices("\\|") {
                    found.hide(cell.start + at..cell.start + at + 1);
                }
                if let Some(row) = tables.last_mut().and_then(|it| it.rows.last_mut()) {
                    row.cells.push(cell);
                }
            }
            Event::End(TagEnd::TableHead) => {
                let below = text[range.end..].find(['|', '-', ':']);
                if let (Some(table), Some(below)) = (tables.last_mut(), below) {
                    table.push(range.end + below);
                }
            }
            Event::Start(Tag::MetadataBlock(_)) => is_metadata = true,
            Event::End(TagEnd::MetadataBlock(_)) => is_metadata = false,
            Event::Text(_) if is_metadata => {}
            Event::Text(_) => found.unescape(&range, read),
            Event::HardBreak => found.hide(range.clone()),
            Event::Rule => found.put(found.trimmed(&range), RULE),
            Event::InlineHtml(_) | Event::Start(Tag::HtmlBlock) => found.hide_tags(&range),
            _ => {}
        }
        if !matches!(event, Event::Start(_) | Event::End(_)) {
            read = range.end;
        }
        // The text of a link ends with its last child.
        if let Some(end) = links.last_mut().filter(|end| **end < range.end) {
            *end = range.end;
        }
    }
    found.sort();
    for table in &mut tables {
        for row in &table.rows {
            for (column, cell) in table.columns.iter_mut().zip(&row.cells) {
                column.width = found.width(cell).max(column.width);
            }
        }
    }
    Markup {
        marks: found.marks,
        tables,
    }
}

/// Replacement for the marker of a list item.
const BULLET: &str = "•";
/// Prefix for an image's description.
const IMAGE: &str = "▣ ";
/// Replacement for a thematic break.
const RULE: &str = "────────────";

/// The hidden ranges found so far, in any order.
struct FoundMarks<'t> {
    text: &'t str,
    marks: Vec<HiddenRange>,
}

impl FoundMarks<'_> {
    fn slice(&self, bytes: &Range<usize>) -> &str {
        self.text.get(bytes.clone()).unwrap_or_default()
    }

    /// Bytes of the run of an ASCII character at the start of a range.
    fn run(&self, range: &Range<usize>, character: char) -> usize {
        let text = self.slice(range);
        text.len() - text.trim_start_matches(character).len()
    }

    fn put(&mut self, bytes: Range<usize>, shown: &'static str) {
        if let (Ok(start), Ok(end)) = (u32::try_from(bytes.start), u32::try_from(bytes.end))
            && start < end
        {
            let bytes = start..end;
            self.marks.push(HiddenRange { bytes, shown });
        }
    }

    /// Hides a byte range on each of its lines, so that line numbers do not change.
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

    /// Hides the backslash before an escaped character, and replaces an entity by its character. `read` is
    /// the end of the preceding text.
    fn unescape(&mut self, range: &Range<usize>, read: usize) {
        let before = self.text.get(read..range.start).unwrap_or_default();
        if before.ends_with('\\') {
            self.hide(range.start - 1..range.start);
        }
        let entity = ENTITIES.iter().find(|it| it.0 == self.slice(range));
        if let Some((_, character)) = entity {
            self.put(range.clone(), character);
        }
    }

    /// Hides the tags and comments of HTML; images become a sign, and line breaks a space.
    fn hide_tags(&mut self, range: &Range<usize>) {
        let mut at = range.start;
        while let Some(start) = self.slice(&(at..range.end)).find('<') {
            let start = at + start;
            let tag = self.slice(&(start..range.end));
            let end = if tag.starts_with("<!--") { "-->" } else { ">" };
            let length = tag.find(end).map_or(tag.len(), |it| it + end.len());
            let shown = [("<img", IMAGE), ("<br", " ")];
            let shown = shown.iter().find(|it| tag.starts_with(it.0));
            let (opens, sign) = shown.map_or((0, ""), |(opens, sign)| (opens.len(), *sign));
            self.put(start..start + opens, sign);
            at = start + length;
            self.hide(start + opens..at);
        }
    }

    /// Hides the number signs of a heading with words, and the white space after them.
    fn hide_number_signs(&mut self, range: &Range<usize>) {
        let signs = self.run(range, '#');
        let text = self.slice(range);
        let words = text.trim_start_matches('#').trim_start_matches([' ', '\t']);
        if signs > 0 && !words.trim().is_empty() {
            self.hide(range.start..range.start + (text.len() - words.len()));
        }
    }

    /// Replaces the fences of a code block by lines.
    fn draw_fences(&mut self, range: &Range<usize>) {
        let text = self.slice(range);
        let Some(fence) = text.chars().next().filter(|it| matches!(it, '`' | '~')) else {
            return;
        };
        let opening = self.run(range, fence);
        let last = text.trim_end().rfind('\n').map_or(text.len(), |at| at + 1);
        let closing = text.get(last..).unwrap_or_default();
        let indent = closing.len() - closing.trim_start_matches([' ', '>']).len();
        let closing = range.start + last + indent..range.start + text.trim_end().len();
        self.put(range.start..range.start + opening, "── ");
        if self.slice(&closing).starts_with(fence) {
            self.put(closing, "──");
        }
    }

    /// Replaces the markers at the line starts of a quotation by bars.
    fn draw_quotes(&mut self, range: &Range<usize>) {
        let mut start = range.start;
        for line in self
            .text
            .get(range.clone())
            .unwrap_or_default()
            .split_inclusive('\n')
        {
            let words = line.trim_start_matches([' ', '\t', '>']);
            for (at, _) in line[..line.len() - words.len()].match_indices('>') {
                self.put(start + at..start + at + 1, "▎");
            }
            start += line.len();
        }
    }

    /// A range without leading and trailing white space.
    fn trimmed(&self, range: &Range<usize>) -> Range<usize> {
        let text = self.slice(range);
        let start = range.start + (text.len() - text.trim_start().len());
        start..start.max(range.start + text.trim_end().len())
    }

    /// Display width of a range in cells. The hidden ranges are sorted.
    fn width(&self, range: &Range<usize>) -> usize {
        let (mut width, mut at) = (0, range.start);
        let first = self
            .marks
            .partition_point(|it| (it.bytes.start as usize) < range.start);
        for mark in self.marks.iter().skip(first) {
            let bytes = mark.bytes.start as usize..mark.bytes.end as usize;
            if bytes.start >= range.end {
                break;
            }
            width += self.slice(&(at..bytes.start)).width() + mark.shown.width();
            at = bytes.end;
        }
        width + self.slice(&(at..range.end.max(at))).width()
    }

    /// Sorts the hidden ranges and removes overlaps.
    fn sort(&mut self) {
        self.marks.sort_by_key(|mark| mark.bytes.start);
        let mut end = 0;
        self.marks.retain(|mark| {
            let is_free = mark.bytes.start >= end;
            end = end.max(mark.bytes.end);
            is_free
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The displayed text.
    fn shown(text: &str) -> String {
        let mut shown = String::new();
        let mut at = 0;
        for mark in markup_of(text).marks {
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
        check("```sh\n## not *this*\n```\n", "── sh\n## not *this*\n──\n");
        check("~~~\na\n", "── \na\n");
        check("- [x] done\n- [ ] open\n", "☑ done\n☐ open\n");
        check("- a\n\n1. [x] done\n", "• a\n\n1. ☑ done\n");
        check("  - indented\n", "  • indented\n");
        check("![a *logo*](x.png) and [![b](y)](z)", "▣ a logo and ▣ b");
        check("> one\n> > two\n", "▎ one\n▎ ▎ two\n");
        check("[](x) **** #", "[](x) **** #");
        check("#\n", "#\n");
    }

    #[test]
    fn html_and_escapes_are_not_shown() {
        check("a <b>c</b><br>d &amp; \\*e\\* \\\\", "a c d & *e* \\");
        check(
            "<https://a.b> [c]\\\nd\n\n[c]: e\n",
            "https://a.b c\nd\n\n[c]: e\n",
        );
        let html = "<p align=\"center\">\n<!-- a\n> --><img\nsrc=b>c</p>\n";
        check(html, "\n\n▣ \nc\n");
        check("***\n\n`\\*`\n", "────────────\n\n\\*\n");
    }

    #[test]
    fn front_matter_is_shown_as_it_is() {
        for text in [
            "---\ntitle: *A* &amp; `b`\n---\n\nText\n",
            "+++\ntitle = \"*A*\"\n+++\n",
        ] {
            check(text, text);
        }
        check("Text\n\n---\n", "Text\n\n────────────\n");
    }

    #[test]
    fn columns_of_tables_are_as_wide_as_their_cells() {
        let text = "> | a | long `code` |\n> |---|--:|\n> | **bold** | 👩‍👩‍👧‍👦 |\n> |`x\\|y`|z|\n";
        let markup = markup_of(text);
        let [table] = &*markup.tables else {
            panic!("{markup:?}")
        };
        let columns = table.columns.iter().map(|it| (it.width, it.is_right));
        assert_eq!(columns.collect::<Vec<_>>(), [(4, false), (9, true)]);
        let rows = table.rows.iter().map(|row| &text[row.start..row.start + 2]);
        assert_eq!(rows.collect::<Vec<_>>(), ["| ", "|-", "| ", "|`"]);
        assert!(table.rows[1].cells.is_empty());
        assert_eq!(&text[table.rows[2].cells[1].clone()], "👩‍👩‍👧‍👦");
    }

    proptest! {
        #[test]
        fn lines_stay_lines_and_marks_are_in_order(text in "[#*_~`\\[\\]()a \\n>|!x:漢-]{0,80}") {
            let marks = markup_of(&text).marks;
            prop_assert!(marks.is_sorted_by(|a, b| a.bytes.end <= b.bytes.start));
            prop_assert_eq!(shown(&text).matches('\n').count(), text.matches('\n').count());
        }
    }
}
