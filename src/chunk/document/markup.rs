//! Hides or replaces the markup of Markdown for display, as its CommonMark parser finds it.
//!
//! Principal type: [`Markup`]. Invariant: hidden ranges are sorted, do not overlap, and never span lines, so
//! line numbers do not change. `context` reads it for the code pane.

use super::front_matter::without_front_matter;
use super::markdown::MARKDOWN_EXTENSIONS;
use super::marks::{BULLET, FoundMarks, HiddenRange, IMAGE, RULE};
use super::table::Table;
use crate::chunk::tree::ChunkTree;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::ops::Range;

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
    match std::str::from_utf8(bytes) {
        Ok(text) if tree.is_markdown() && u32::try_from(text.len()).is_ok() => {
            markup_of(text, tree.document.extraction.is_some())
        }
        _ => Markup::default(),
    }
}

fn markup_of(text: &str, is_converted: bool) -> Markup {
    let mut reader = MarkupReader::default();
    reader.found.text = text;
    reader.is_converted = is_converted;
    let readable = without_front_matter(text);
    for (event, range) in Parser::new_ext(&readable, MARKDOWN_EXTENSIONS).into_offset_iter() {
        reader.read(&event, &range);
    }
    reader.finish()
}

/// Collects markup from the parser's events.
#[derive(Default)]
struct MarkupReader<'t> {
    found: FoundMarks<'t>,
    /// True for text that was converted: it has no marks within its lines.
    is_converted: bool,
    tables: Vec<Table>,
    /// Ends of the text of the open links and images.
    links: Vec<usize>,
    /// Number of open quotations.
    quotes: usize,
    /// End of the text that was processed.
    read: usize,
}

impl MarkupReader<'_> {
    fn read(&mut self, event: &Event<'_>, range: &Range<usize>) {
        match event {
            _ if self.is_converted && is_inline(event) => return,
            Event::Start(Tag::Link { .. }) => return self.links.push(range.start + 1),
            Event::Start(Tag::Image { .. }) => return self.links.push(range.start + 2),
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(*tag, range),
            _ => {
                self.inline(event, range);
                self.read = range.end;
            }
        }
        // The text of a link ends with its last child.
        if let Some(end) = self.links.last_mut() {
            *end = range.end.max(*end);
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: &Range<usize>) {
        let found = &mut self.found;
        match tag {
            Tag::Heading { .. } => found.hide_number_signs(range),
            Tag::Strong => found.hide_around(range, 2),
            Tag::Emphasis => found.hide_around(range, 1),
            Tag::Strikethrough => found.hide_around(range, found.run(range, '~')),
            Tag::Item => {
                let item = found.trimmed(range);
                if found.slice(&item).starts_with(['*', '-', '+']) {
                    found.put(item.start..item.start + 1, BULLET);
                }
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(_)) => found.draw_fences(range),
            Tag::BlockQuote(_) => {
                if self.quotes == 0 {
                    found.draw_quotes(range);
                }
                self.quotes += 1;
            }
            Tag::Table(alignments) => self.tables.push(Table::new(alignments)),
            Tag::TableHead | Tag::TableRow => self.row(range.start),
            Tag::TableCell => self.cell(range),
            Tag::HtmlBlock => found.hide_tags(range),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Link => self.link(range, 1, ""),
            TagEnd::Image => self.link(range, 2, IMAGE),
            TagEnd::BlockQuote(_) => self.quotes -= 1,
            TagEnd::TableHead => {
                // The separator line is a row without cells.
                if let Some(below) = self.found.text[range.end..].find(['|', '-', ':']) {
                    self.row(range.end + below);
                }
            }
            _ => {}
        }
    }

    fn inline(&mut self, event: &Event<'_>, range: &Range<usize>) {
        let found = &mut self.found;
        match event {
            Event::Text(_) => found.unescape(range, self.read),
            Event::Code(_) => found.hide_around(range, found.run(range, '`')),
            Event::TaskListMarker(is_done) => {
                // The check box replaces the bullet.
                let bullet = found.marks.pop_if(|mark| {
                    let between = found.text.get(mark.bytes.end as usize..range.start);
                    mark.shown == BULLET
                        && between.is_some_and(|gap| gap.trim_matches(' ').is_empty())
                });
                let start = bullet.map_or(range.start, |mark| mark.bytes.start as usize);
                found.put(start..range.end, if *is_done { "☑" } else { "☐" });
            }
            Event::HardBreak => found.hide(range.clone()),
            Event::Rule => found.put(found.trimmed(range), RULE),
            Event::InlineHtml(_) => found.hide_tags(range),
            _ => {}
        }
    }

    /// Hides the brackets and the target of a link. Its text begins after `opening` bytes, for which `shown` is
    /// displayed.
    fn link(&mut self, range: &Range<usize>, opening: usize, shown: &'static str) {
        let start = range.start + opening;
        if let Some(end) = self.links.pop()
            && end > start
        {
            self.found.put(range.start..start, shown);
            self.found.hide(end..range.end);
        }
    }

    fn row(&mut self, start: usize) {
        if let Some(table) = self.tables.last_mut() {
            table.push(start);
        }
    }

    fn cell(&mut self, range: &Range<usize>) {
        let cell = self.found.trimmed(range);
        for (at, _) in self.found.text[cell.clone()].match_indices("\\|") {
            self.found.hide(cell.start + at..cell.start + at + 1);
        }
        if let Some(row) = self
            .tables
            .last_mut()
            .and_then(|table| table.rows.last_mut())
        {
            row.cells.push(cell);
        }
    }

    fn finish(mut self) -> Markup {
        self.found.sort();
        for table in &mut self.tables {
            for row in &table.rows {
                for (column, cell) in table.columns.iter_mut().zip(&row.cells) {
                    column.width = self.found.width(cell).max(column.width);
                }
            }
        }
        Markup {
            marks: self.found.marks,
            tables: self.tables,
        }
    }
}

fn is_inline(event: &Event<'_>) -> bool {
    use Tag::{Emphasis, Image, Link, Strikethrough, Strong};
    match event {
        Event::Start(tag) => {
            matches!(
                tag,
                Emphasis | Strong | Strikethrough | Link { .. } | Image { .. }
            )
        }
        Event::End(tag) => matches!(tag, TagEnd::Link | TagEnd::Image),
        event => matches!(
            event,
            Event::Text(_) | Event::Code(_) | Event::InlineHtml(_)
        ),
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
        for mark in markup_of(text, false).marks {
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
    fn converted_text_is_shown_as_it_is_within_its_lines() {
        let text = "## `a` **b** <c> [d](e) \\_f\n\n- *g* ![h](i)\n";
        let marks = markup_of(text, true).marks;
        let hidden: Vec<&str> = marks
            .iter()
            .map(|mark| &text[mark.bytes.start as usize..mark.bytes.end as usize])
            .collect();
        assert_eq!(hidden, ["## ", "-"]);
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
        check("\u{feff}---\na: *b*\n---\n", "\u{feff}---\na: *b*\n---\n");
        check("Text\n\n---\n## *A*\n", "Text\n\n────────────\nA\n");
        check("Text\n\n---\n", "Text\n\n────────────\n");
    }

    #[test]
    fn columns_of_tables_are_as_wide_as_their_cells() {
        let text = "> | a | long `code` |\n> |---|--:|\n> | **bold** | 👩‍👩‍👧‍👦 |\n> |`x\\|y`|z|\n";
        let markup = markup_of(text, false);
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
            let marks = markup_of(&text, false).marks;
            prop_assert!(marks.is_sorted_by(|a, b| a.bytes.end <= b.bytes.start));
            prop_assert_eq!(shown(&text).matches('\n').count(), text.matches('\n').count());
        }
    }
}
