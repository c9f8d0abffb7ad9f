//! Text of documents for embedding, without markup.
//!
//! [`without_markup()`] is called for each leaf of a document.

use super::super::source::has_word;
use super::format::Format;
use super::html;
use super::line::attribute;
use super::markdown::{MARKDOWN_EXTENSIONS, is_badge};
use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Parser, Tag, TagEnd};

/// A text of a document for embedding: Markdown without its markup, other formats without lines for the
/// processor.
pub(in crate::chunk) fn without_markup(format: Format, text: &str) -> String {
    if format.is_markdown() {
        words(text)
    } else {
        plain(text)
    }
}

/// A text without comments, targets, attributes and options.
fn plain(text: &str) -> String {
    const SILENT: [&str; 5] = ["//", "include::", ".. _", ".. code", "[["];
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let words = line.trim_start();
        let is_option =
            attribute(words).is_some_and(|(_, value)| value.is_empty() || value.starts_with(' '));
        let is_silent = is_option || SILENT.iter().any(|prefix| words.starts_with(prefix));
        if has_word(line) && !is_silent {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}

/// The words that a reader of Markdown sees: with the words of links, the alternative texts of images, and unchanged code.
fn words(text: &str) -> String {
    let parser =
        Parser::new_with_broken_link_callback(text, MARKDOWN_EXTENSIONS, Some(broken_link));
    let mut reader = WordsReader {
        text: String::with_capacity(text.len()),
        ..WordsReader::default()
    };
    for event in parser {
        reader.read(event);
    }
    reader.text
}

/// Accepts a link without a target: `[text][target]`, `[text][]`.
fn broken_link<'t>(link: BrokenLink<'t>) -> Option<(CowStr<'t>, CowStr<'t>)> {
    let is_link = matches!(link.link_type, LinkType::Reference | LinkType::Collapsed);
    is_link.then_some((CowStr::Borrowed(""), CowStr::Borrowed("")))
}

#[derive(Default)]
struct WordsReader {
    text: String,
    /// The open block of HTML.
    html: String,
    /// Number of open links.
    links: usize,
    /// Number of open badges.
    badges: usize,
}

impl WordsReader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::Link { .. }) => self.links += 1,
            Event::End(TagEnd::Link) => self.links = self.links.saturating_sub(1),
            Event::Start(Tag::Image { dest_url, .. })
                if self.badges > 0 || self.links > 0 || is_badge(&dest_url) =>
            {
                self.badges += 1;
            }
            Event::End(TagEnd::Image) => self.badges = self.badges.saturating_sub(1),
            _ if self.badges > 0 => {}
            Event::Text(text) | Event::Code(text) => self.text.push_str(&text),
            Event::SoftBreak | Event::HardBreak => self.text.push('\n'),
            Event::Html(html) => self.html.push_str(&html),
            Event::InlineHtml(html) if html.starts_with("<br") => self.text.push('\n'),
            Event::Start(Tag::Item) => {
                self.line();
                self.text.push_str("- ");
            }
            Event::Start(Tag::BlockQuote(_) | Tag::Paragraph) if self.text.ends_with("- ") => {}
            Event::Start(
                Tag::Paragraph
                | Tag::BlockQuote(_)
                | Tag::CodeBlock(_)
                | Tag::Heading { .. }
                | Tag::TableRow,
            ) => self.line(),
            Event::End(TagEnd::TableCell) => self.text.push(' '),
            Event::End(TagEnd::HtmlBlock) => {
                let html = std::mem::take(&mut self.html);
                self.line();
                for line in html::text(&html).lines() {
                    self.text.push_str(line.trim());
                    self.line();
                }
            }
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::Item
                | TagEnd::CodeBlock
                | TagEnd::TableRow
                | TagEnd::TableHead,
            ) => self.line(),
            _ => {}
        }
    }

    /// Starts a new line.
    fn line(&mut self) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}
