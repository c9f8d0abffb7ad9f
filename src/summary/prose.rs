//! Paragraphs and sentences of docs and documents, without their markup.
//!
//! Principal type: [`Paragraph`]. [`of_document()`] and [`of_docs()`] select the one that describes its
//! subject: not a license, a badge, a list of links or a directive for tools.

use super::line::one_line;
use crate::chunk::{MARKDOWN_EXTENSIONS, front_matter, is_license_paragraph, sentences};
use crate::syntax::Language;
use pulldown_cmark::{BrokenLink, CowStr, Event, Options, Parser, Tag, TagEnd};
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Maximum number of bytes read from docs and documents.
const MAX_LEN: usize = 16_384;
/// Maximum number of paragraphs read.
const MAX_PARAGRAPHS: usize = 40;

/// Starts of comments for tools: of editors and compilers, of one tool, and of any tool that is told what to do.
static DIRECTIVE: LazyLock<Regex> = regex!(
    r"(?xi-u) ^ [\#$]* (?:
        -\*- | vim: | coding: | mark: | language= | use\ strict | go:build | \+build | \#region | \#endregion | pragma:
        | iwyu\ pragma | frozen_string_literal | module\ dependencies | webpack\w+: | __pure__ | nolint | noqa | nosec
        | nosonar | nocov | noinspection\  | lcov_ | sobelow_skip | coverage-o
        | (?-i:eslint) | jshint | prettier- | rubocop: | standard: | reek: | pylint: | shellcheck\  | clang-format | swiftformat:
        | (?-i:istanbul)\  | [cv]8\ ignore | resharper\ 
        | [\w-]* (?: lint | fmt | format | check | biome | csharpier ) - (?: ignore | disable | enable | suppress ) \b
        | [\w.-]+ :\ ? (?: ignore | disable | enable | off | on | skip | noqa ) \b
    )"
);
/// Starts of notes of the authors to themselves, which extend to the next blank line.
static NOTE: LazyLock<Regex> = regex!(r"^(?:(?:TODO|FIXME|XXX|HACK)\b|(?i:todo|fixme)\s?:)");
/// Starts of paragraphs that are notes rather than content, in lower case.
const ASIDES: &[&str] = &[
    "note:",
    "warning:",
    "important:",
    "caution:",
    "⚠",
    "🚧",
    "(c) ",
];
/// Tags whose text describes the subject of the docs.
const DESCRIBING: &[&str] = &[
    "brief",
    "summary",
    "description",
    "desc",
    "file",
    "fileoverview",
];

/// A paragraph on one line.
pub(super) struct Paragraph {
    pub(super) text: String,
    /// True for an item of a list.
    is_item: bool,
}

impl Paragraph {
    /// Removes the last sentence if it introduces a list or code: `Add this to your Cargo.toml:`. Docs keep
    /// their only sentence.
    fn drop_introduction(&mut self, words: usize) {
        if !self.text.ends_with(':') {
            return;
        }
        let start = sentences(&self.text).last().copied().unwrap_or_default();
        if start > 0 || words > 1 {
            self.text.truncate(start);
            self.text.truncate(self.text.trim_end().len());
        }
    }
}

/// The first paragraph of a document in Markdown, or in a similar markup.
pub(super) fn of_document(text: &str) -> String {
    first_paragraph(head(&text[front_matter(text).end..]), 3)
}

/// The first paragraph of docs with comment or string delimiters.
pub(super) fn of_docs(docs: &str, language: Language) -> String {
    let text = language.uncommented(head(docs));
    let text = between(&text, "<summary>", "</summary>").unwrap_or(&text);
    first_paragraph(&unlinked(&untagged(text)), 1)
}

/// The first sentence of a line.
pub(super) fn first_sentence(line: &str) -> &str {
    let end = sentences(line).first().copied().unwrap_or(line.len());
    line.get(..end).unwrap_or(line).trim_end()
}

/// The first paragraph with at least `words` words that is not a license. With `words` of 1, as for docs, the
/// first item of a list replaces a missing paragraph; in a document, it does not describe the subject.
fn first_paragraph(markdown: &str, words: usize) -> String {
    let mut item = None;
    for mut paragraph in paragraphs(markdown) {
        paragraph.drop_introduction(words);
        if says_something(&paragraph.text, words) {
            if !paragraph.is_item {
                return paragraph.text;
            }
            if words == 1 {
                item.get_or_insert(paragraph.text);
            }
        }
    }
    item.unwrap_or_default()
}

fn says_something(text: &str, words: usize) -> bool {
    let lower = text.to_lowercase();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let signs = text.chars().filter(|c| !c.is_whitespace()).count();
    let found = lower
        .split(' ')
        .filter(|word| word.chars().any(char::is_alphabetic) && !word.contains("://"))
        .count();
    // Chinese and Japanese are written without spaces.
    let is_unspaced = lower.contains(|c| ('\u{2e80}'..='\u{9fff}').contains(&c));
    (found >= words || is_unspaced)
        && letters * 2 > signs
        // Directives of reStructuredText, titles and attributes of AsciiDoc.
        && !lower.starts_with(['=', ':'])
        && !lower.starts_with("..")
        // Commented-out code.
        && !lower.ends_with([';', '{', '}'])
        && !ASIDES.iter().any(|start| lower.starts_with(start))
        && !is_license_paragraph(&lower)
}

/// Docs without comments for tools and without the docs of parts: `@param a …`, `:param a: …`. A tag extends
/// to the next blank line.
fn untagged(text: &str) -> String {
    let mut lines = Vec::new();
    let mut is_tagged = false;
    for line in text.lines() {
        let start = line.trim_start();
        let tag = start.strip_prefix(['@', '\\', ':']).unwrap_or_default();
        let name = tag.split([' ', ':']).next().unwrap_or_default();
        let rest = tag.get(name.len()..).unwrap_or_default();
        let is_role = rest.starts_with(":`");
        if DIRECTIVE.is_match(start) || is_keyword(start) {
            continue;
        }
        if start.len() > 3 && start.bytes().all(|byte| byte == b'~') {
            // The underline of a title in reStructuredText would open code in Markdown.
            lines.push("---");
        } else if DESCRIBING.contains(&name) {
            is_tagged = false;
            lines.extend(["", rest.trim_start()]);
        } else if NOTE.is_match(start)
            || name.starts_with(|first: char| first.is_ascii_lowercase()) && !is_role
        {
            is_tagged = true;
            lines.push("");
        } else if start.is_empty() || !is_tagged {
            is_tagged &= !start.is_empty();
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// Returns true for a keyword of version control: `$Id$`, `$OpenBSD: a.c,v 1.2 2026/07/10 b Exp $`.
fn is_keyword(line: &str) -> bool {
    let inside = line.trim_end().strip_suffix('$').unwrap_or_default();
    let word = inside.split(':').next().unwrap_or_default();
    word.starts_with('$') && word.chars().skip(1).all(char::is_alphabetic)
}

/// `Merger` of `{@link Merger}`.
fn unlinked(text: &str) -> Cow<'_, str> {
    static TAG: LazyLock<Regex> = regex!(r"\{@[^\s}]*\s*([^}]*?)\s*\}");
    TAG.replace_all(text, "$1")
}

/// The paragraphs of a Markdown text, without headings, code, tables, images, HTML and link bars.
pub(super) fn paragraphs(markdown: &str) -> Vec<Paragraph> {
    // `[!NOTE]` of a quotation is not text.
    let options = MARKDOWN_EXTENSIONS | Options::ENABLE_GFM;
    let mut reader = MarkdownParagraphs::default();
    for event in Parser::new_with_broken_link_callback(markdown, options, Some(reference)) {
        reader.read(event);
        if reader.found.len() >= MAX_PARAGRAPHS {
            break;
        }
    }
    reader.found
}

/// Treats `[Merger]` as a link, like rustdoc, but not `a[0]`.
fn reference<'t>(link: BrokenLink<'t>) -> Option<(CowStr<'t>, CowStr<'t>)> {
    let name = link.reference.trim_matches('`');
    let is_name = name.starts_with(char::is_alphabetic)
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_:.!()".contains(letter));
    is_name.then(|| ("".into(), "".into()))
}

#[derive(Default)]
struct MarkdownParagraphs {
    found: Vec<Paragraph>,
    /// The text of the open paragraph, and the number of its letters outside of links.
    text: String,
    unlinked: usize,
    /// The open block of HTML.
    html: String,
    /// Number of open links, open lists, and open elements that are skipped.
    links: usize,
    lists: usize,
    hidden: usize,
}

impl MarkdownParagraphs {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => match &tag {
                Tag::Link { dest_url, .. } => self.links += usize::from(!dest_url.is_empty()),
                Tag::List(_) => {
                    self.close();
                    self.lists += 1;
                }
                Tag::CodeBlock(_) => {
                    self.close();
                    if let Some(last) = self.found.last_mut() {
                        last.drop_introduction(usize::MAX);
                    }
                    self.hidden += 1;
                }
                Tag::HtmlBlock => {}
                _ => self.hidden += usize::from(is_hidden(&tag.to_end())),
            },
            Event::End(tag) => match tag {
                TagEnd::Paragraph | TagEnd::Item => self.close(),
                TagEnd::Link => self.links = self.links.saturating_sub(1),
                TagEnd::List(_) => self.lists = self.lists.saturating_sub(1),
                TagEnd::HtmlBlock => self.close_html(),
                tag => self.hidden -= usize::from(is_hidden(&tag)).min(self.hidden),
            },
            Event::Text(text) => self.add(&text),
            Event::Html(html) => self.html.push_str(&html),
            Event::Code(code) => {
                // `:class:` of reStructuredText.
                let word = self.text.rsplit(' ').next().unwrap_or_default();
                let is_role = word.len() > 2 && word.starts_with(':') && word.ends_with(':');
                if is_role {
                    self.text.truncate(self.text.len() - word.len());
                    self.add(shown_in_role(&code));
                } else {
                    self.add(&code);
                }
            }
            Event::SoftBreak | Event::HardBreak => self.add(" "),
            _ => {}
        }
    }

    fn add(&mut self, text: &str) {
        if self.hidden > 0 {
            return;
        }
        self.text.push_str(text);
        if self.links == 0 {
            self.unlinked += alphanumerics(text);
        }
    }

    /// Takes the first paragraph of a block of HTML that has no tags in it: `<p align="center">A tool.</p>`.
    fn close_html(&mut self) {
        let html = std::mem::take(&mut self.html);
        // HTML tables usually list sponsors.
        if html.contains("<table") {
            return;
        }
        for part in html.split("<p").skip(1) {
            if let Some(text) = between(part, ">", "</p>")
                && !text.contains('<')
            {
                self.add(text);
                self.close();
                return;
            }
        }
    }

    fn close(&mut self) {
        let text = one_line(&std::mem::take(&mut self.text));
        let unlinked = std::mem::take(&mut self.unlinked);
        let letters = alphanumerics(&text);
        // A bar of links: `Website | Guides | Chat`.
        if letters > 0 && unlinked * 3 >= letters {
            let is_item = self.lists > 0;
            self.found.push(Paragraph { text, is_item });
        }
    }
}

/// Returns true for elements that are not text of a paragraph. A quote with a kind is a note or a warning.
fn is_hidden(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Heading(_)
            | TagEnd::Image
            | TagEnd::CodeBlock
            | TagEnd::Table
            | TagEnd::FootnoteDefinition
            | TagEnd::BlockQuote(Some(_))
    )
}

/// `Flask` of `~flask.Flask`, and `text` of `text <flask.Flask>`: roles of reStructuredText.
fn shown_in_role(code: &str) -> &str {
    if let Some(path) = code.strip_prefix('~') {
        return path.rsplit('.').next().unwrap_or(path);
    }
    code.split_once(" <").map_or(code, |(text, _)| text)
}

fn alphanumerics(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    let (inside, _) = text.split_once(start)?.1.split_once(end)?;
    Some(inside)
}

fn head(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_LEN))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests;
