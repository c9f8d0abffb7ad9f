//! Markdown, by its CommonMark parser: <https://spec.commonmark.org/0.31.2/>.
//!
//! Principal type: [`MarkdownBlocks`], which collects the blocks that [`blocks()`] returns. Text extracted
//! from DOCX and PDF is Markdown too.

use super::super::source::{Source, has_word};
use super::block::{Block, BlockKind, Heading};
use super::front_matter::{front_matter, title, without_front_matter};
use super::{Format, html, module};
use crate::syntax::{Language, blanked, with_bytes};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// Extensions of CommonMark that are parsed, also for display and for summaries.
pub(crate) const MARKDOWN_EXTENSIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);

/// Maximum length in bytes of the markers of enclosing blocks before a block on its line.
const MAX_MARKERS_LEN: usize = 200;

/// The blocks of a Markdown document.
pub(super) fn blocks(source: &Source<'_>, format: Format) -> Vec<Block> {
    let text = without_front_matter(source.text());
    let statements = module::statements(&text);
    let text = blanked(&text, statements.clone());
    let text = module::without_components(&text);
    let text = without_hidden_marks(&text);
    let parser = Parser::new_ext(&text, MARKDOWN_EXTENSIONS);
    let definitions = parser.reference_definitions().iter();
    let targets: Vec<usize> = definitions.map(|(_, target)| target.span.start).collect();
    let metadata = front_matter(source.text());
    let mut reader = MarkdownBlocks::new(source, format);
    reader.kernel = kernel(source.slice(&metadata));
    if !metadata.is_empty() {
        let title = title(source.text(), metadata);
        reader.push(0, BlockKind::FrontMatter(title));
    }
    if let Some(language) = Language::named("tsx") {
        for statement in statements {
            reader.push(statement.start, BlockKind::Cell(language));
        }
    }
    for (event, bytes) in parser.into_offset_iter() {
        reader.read(event, bytes);
    }
    reader.finish(targets)
}

/// A text of the same length in which no line of displayed mathematics, between `$$`, of a comment of Obsidian, between
/// `%%`, and of the properties of a component of Nuxt, between `---`, begins a heading or a list.
fn without_hidden_marks(text: &str) -> Cow<'_, str> {
    static HIDDEN: LazyLock<Regex> = regex!(
        r"(?ms)^[ \t>]*(?:(?:```|~~~).*?^[ \t>]*(?:```|~~~)|\$\$((?:[^$]|\$[^$])*?)\$\$|%%((?:[^%]|%[^%])*?)%%|::+[a-zA-Z][^\n]*(\n[ \t]*---[ \t]*\n(?:[^\n]*\n)*?[ \t]*---[ \t]*)$)"
    );
    static MARK: LazyLock<Regex> = regex!(r"\n[ \t>]*([#=+-])");
    let mut marks = Vec::new();
    for found in HIDDEN.captures_iter(text) {
        // A formula has no blank line: two marks with one between them are no pair.
        let formula = found.get(1).filter(|part| !part.as_str().contains("\n\n"));
        if let Some(part) = formula.or(found.get(2)).or(found.get(3)) {
            let begins = MARK
                .captures_iter(part.as_str())
                .filter_map(|begin| begin.get(1));
            marks.extend(begins.map(|mark| part.start() + mark.start()));
        }
    }
    with_bytes(text, marks.into_iter().map(|mark| (mark, b'x')))
}

/// Collects blocks from the parser's events.
struct MarkdownBlocks<'a> {
    source: &'a Source<'a>,
    format: Format,
    /// The kernel of a notebook in Markdown.
    kernel: Option<Kernel>,
    blocks: Vec<Block>,
    /// The outermost blocks.
    tops: Vec<Range<usize>>,
    /// Number of open blocks that contain blocks.
    depth: usize,
    /// Number of open tags inside a block of text.
    text_depth: usize,
    /// True after the end of a block in the innermost container: further text is not part of that block.
    follows: bool,
    open: OpenText,
    /// The header rows of the open table.
    head: Range<usize>,
    /// End of the heading that HTML opened.
    heading_end: usize,
    /// Callouts of Quarto, whose headings are their titles.
    callouts: Vec<Range<usize>>,
}

/// State of the open block of text.
#[derive(Default)]
struct OpenText {
    heading: Option<OpenHeading>,
    /// True if it contains words other than alternative texts of images.
    words: bool,
    images: usize,
    /// Number of images that are links or look like badges.
    badges: usize,
    links: usize,
    /// Number of open images.
    within_image: usize,
}

/// An open heading.
#[derive(Default)]
struct OpenHeading {
    start: usize,
    level: usize,
    name: String,
    /// Alternative texts of its images.
    instead: String,
    name_at: Option<usize>,
    /// End of the last code in its name.
    code_end: usize,
}

impl OpenHeading {
    /// The name without attributes at its end, `{#id .class key=value}` or `{/* #id */}`; other braces are part of it.
    fn without_attributes(&self) -> &str {
        let name = self.name.trim_end();
        let is_word =
            |word: &str| word.starts_with(|first: char| first.is_alphanumeric() || first == '_');
        let is_attribute = |word: &str| match word.split_once('=') {
            Some((key, value)) => is_word(key) && !value.starts_with('='),
            None => word == "-" || word.strip_prefix(['#', '.']).is_some_and(is_word),
        };
        match name
            .strip_suffix('}')
            .and_then(|name| name.rsplit_once('{'))
        {
            Some((before, attributes))
                if before.len() >= self.code_end
                    && (attributes.starts_with("/*")
                        || (has_word(attributes) || attributes.contains('-'))
                            && attributes.split_whitespace().all(is_attribute)) =>
            {
                before
            }
            _ => name,
        }
    }
}

impl<'a> MarkdownBlocks<'a> {
    fn new(source: &'a Source<'a>, format: Format) -> Self {
        Self {
            source,
            format,
            kernel: None,
            blocks: Vec::new(),
            tops: Vec::new(),
            depth: 0,
            text_depth: 0,
            follows: false,
            open: OpenText::default(),
            head: 0..0,
            heading_end: 0,
            callouts: callouts(source.text()),
        }
    }

    fn read(&mut self, event: Event<'_>, bytes: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, bytes),
            Event::End(tag) => self.end(tag, bytes),
            Event::Rule => {
                self.top(&bytes);
                self.push(bytes.start, BlockKind::Text);
                self.follows = true;
            }
            Event::Text(text) => self.text(&text, bytes.start),
            Event::Code(text) => {
                self.text(&text, bytes.start);
                if let Some(named) = &mut self.open.heading {
                    named.code_end = named.name.len();
                }
            }
            Event::SoftBreak | Event::HardBreak => self.text(" ", bytes.start),
            Event::Html(_) | Event::InlineHtml(_) => {}
            _ => self.inline(bytes.start),
        }
    }

    fn start(&mut self, tag: Tag<'_>, bytes: Range<usize>) {
        if self.text_depth > 0 {
            self.text_depth += 1;
            return self.inner(&tag);
        }
        self.top(&bytes);
        match tag {
            Tag::List(_) => return,
            Tag::BlockQuote(_) | Tag::Item | Tag::FootnoteDefinition(_) => {
                self.push(bytes.start, BlockKind::Text);
                self.depth += 1;
                self.follows = false;
                return;
            }
            Tag::Table(_) => {
                self.push(bytes.start, BlockKind::Text);
                self.depth += 1;
                self.head = bytes.start..bytes.start;
                return;
            }
            Tag::TableHead => {}
            Tag::TableRow => {
                // The header extends to the first row: it includes the separator line.
                if self.head.is_empty() {
                    self.head.end = self.source.line_start(bytes.start);
                }
                let head = self.head.clone();
                self.push(bytes.start, BlockKind::Row { head });
            }
            Tag::CodeBlock(kind) => self.push(bytes.start, self.code(&kind)),
            Tag::Heading { level, .. } if self.depth == 0 && !self.is_in_callout(bytes.start) => {
                self.open.heading = Some(OpenHeading {
                    start: bytes.start,
                    level: level as usize,
                    ..OpenHeading::default()
                });
            }
            Tag::Heading { .. } | Tag::Paragraph => self.push(bytes.start, BlockKind::Text),
            Tag::HtmlBlock => self.html(bytes),
            // Inline text, in an item without paragraphs.
            other => {
                self.inline(bytes.start);
                self.inner(&other);
            }
        }
        self.text_depth = 1;
    }

    fn is_in_callout(&self, at: usize) -> bool {
        self.callouts.iter().any(|callout| callout.contains(&at))
    }

    fn inner(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Link { .. } => self.open.links += 1,
            Tag::Image { dest_url, .. } => {
                self.open.images += 1;
                self.open.badges += usize::from(self.open.links > 0 || is_badge(dest_url));
                self.open.within_image += 1;
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, bytes: Range<usize>) {
        match tag {
            TagEnd::Link => self.open.links = self.open.links.saturating_sub(1),
            TagEnd::Image => self.open.within_image = self.open.within_image.saturating_sub(1),
            _ => {}
        }
        if self.text_depth > 0 {
            self.text_depth -= 1;
            if self.text_depth == 0 && !matches!(tag, TagEnd::TableHead | TagEnd::TableRow) {
                self.ended(tag, bytes);
            }
            return;
        }
        if !matches!(tag, TagEnd::List(_)) {
            self.depth = self.depth.saturating_sub(1);
        }
        self.follows = true;
    }

    /// Handles the end of a block of text.
    fn ended(&mut self, tag: TagEnd, bytes: Range<usize>) {
        let open = std::mem::take(&mut self.open);
        self.follows |= matches!(
            tag,
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::HtmlBlock
        );
        if let Some(named) = open.heading {
            let name = match named.without_attributes().trim() {
                // Converted text has no markup.
                _ if matches!(self.format, Format::Docx | Format::Pdf) => {
                    self.source.slice(&bytes).trim_start_matches('#')
                }
                "" => named.instead.as_str(),
                name => name,
            };
            let heading = Heading::new(named.level, name, named.name_at.unwrap_or(bytes.start));
            self.push(named.start, BlockKind::Heading(heading));
        } else if tag == TagEnd::Paragraph
            && self.depth == 0
            && !open.words
            && open.images > 0
            && open.badges == open.images
            && let Some(last) = self.blocks.last_mut()
            && last.content == BlockKind::Text
        {
            last.content = BlockKind::Silent;
        }
    }

    fn text(&mut self, text: &str, at: usize) {
        self.inline(at);
        let within_image = self.open.within_image > 0;
        self.open.words |= !within_image && has_word(text);
        if let Some(named) = &mut self.open.heading {
            if within_image {
                named.instead.push_str(text);
            } else {
                named.name.push_str(text);
            }
            if !text.trim().is_empty() {
                named.name_at.get_or_insert(at);
            }
        }
    }

    /// Text of an item after a nested block; in a tight list it has no paragraph tag.
    fn inline(&mut self, at: usize) {
        if self.text_depth == 0 && self.follows {
            self.push(at, BlockKind::Text);
            self.follows = false;
        }
    }

    /// The kind of a block of code. A cell is code that is run for the document: `{python}`.
    fn code(&self, kind: &CodeBlockKind<'_>) -> BlockKind {
        let CodeBlockKind::Fenced(info) = kind else {
            return BlockKind::Code(None);
        };
        // `{code-block} python` of MyST is shown, not run.
        let is_cell = !info.starts_with("{code-block}")
            && info
                .strip_prefix('{')
                .is_some_and(|info| info.starts_with(char::is_alphabetic));
        let mut words = info
            .split([' ', ',', '{', '}', '\t'])
            .map(|word| word.trim_matches('.'));
        if is_cell {
            // `{code-cell} python`, or without a language that of the kernel.
            let named = words.find_map(Language::named).or_else(|| {
                let kernel = self.kernel.as_ref()?;
                info.starts_with("{code-cell}").then_some(kernel.language)
            });
            return named.map_or(BlockKind::Code(None), BlockKind::Cell);
        }
        let named = words.find(|word| !word.is_empty() && *word != "code-block");
        match named.and_then(Language::named) {
            Some(language) if self.has_plain_cells() => BlockKind::Cell(language),
            language => BlockKind::Code(language),
        }
    }

    /// Returns true if each block of code is a cell.
    fn has_plain_cells(&self) -> bool {
        self.kernel
            .as_ref()
            .is_some_and(|kernel| kernel.has_plain_cells)
    }

    /// Adds a block of HTML: its headings open sections; without words it is not indexed.
    fn html(&mut self, bytes: Range<usize>) {
        let source = self.source;
        let mut start = bytes.start;
        while start < bytes.end && self.depth == 0 {
            let Some((heading, named)) = html::heading(source.text(), start..bytes.end) else {
                break;
            };
            if has_word(&html::text(source.slice(&(start..heading.start)))) {
                self.push(start, BlockKind::Text);
                start = heading.start;
            }
            self.push(start, BlockKind::Heading(named));
            start = heading.end;
            self.heading_end = start;
        }
        let rest = source.slice(&(start..bytes.end.max(start)));
        let at = start + (rest.len() - rest.trim_start().len());
        if has_word(&html::text(rest)) {
            self.push(at, BlockKind::Text);
        } else if start == bytes.start {
            // After a heading, closing tags are part of it.
            self.push(at, BlockKind::Silent);
        }
    }

    fn top(&mut self, bytes: &Range<usize>) {
        if self.depth == 0 {
            self.tops.push(bytes.clone());
        }
    }

    /// Adds a block, from the start of its line if only markers precede it there. A block that begins on the
    /// line of its enclosing block is part of that block.
    fn push(&mut self, at: usize, content: BlockKind) {
        if at < self.heading_end {
            return;
        }
        let line = self.source.line_start(at);
        let is_cell = matches!(content, BlockKind::Cell(_));
        if let Some(last) = self.blocks.last_mut()
            && last.depth < self.depth
            && last.start >= line
        {
            if is_cell {
                (last.depth, last.content) = (0, content);
            }
            return;
        }
        let is_marked = at - line <= MAX_MARKERS_LEN && !has_word(self.source.slice(&(line..at)));
        let start = if is_marked { line } else { at };
        // A cell is no part of the list item or the quote around it.
        let depth = if is_cell { 0 } else { self.depth };
        self.blocks.push(Block::new(start, depth, content));
    }

    fn finish(mut self, targets: Vec<usize>) -> Vec<Block> {
        for at in targets {
            let started = self.tops.partition_point(|top| top.start <= at);
            let is_outside = self.tops[..started].last().is_none_or(|top| top.end <= at);
            if is_outside {
                let start = self.source.snap_to_line(at);
                self.blocks.push(Block::new(start, 0, BlockKind::Silent));
            }
        }
        let begins_with_comment = self.source.text().trim_start().starts_with("<!--");
        let mut contents = self.blocks.iter().map(|block| &block.content);
        if begins_with_comment && contents.all(|content| *content == BlockKind::Silent) {
            // Comments are the text of a template for issues.
            for block in &mut self.blocks {
                block.content = BlockKind::Text;
            }
        }
        self.blocks
    }
}

/// The kernel that front matter names.
struct Kernel {
    language: Language,
    /// True for jupytext's own format, whose cells are blocks like others; those of MyST are `{code-cell}`.
    has_plain_cells: bool,
}

/// The kernel of a notebook in Markdown, by `kernelspec` in its front matter.
fn kernel(front_matter: &str) -> Option<Kernel> {
    let (_, spec) = front_matter.split_once("kernelspec:")?;
    let value = |key: &str| spec.lines().find_map(|line| line.trim().strip_prefix(key));
    let stated = value("language:").or_else(|| value("name:"))?.trim();
    // `python3`
    let name = stated.trim_end_matches(|last: char| last.is_ascii_digit());
    Some(Kernel {
        language: Language::named(name)?,
        has_plain_cells: front_matter.contains("format_name: markdown"),
    })
}

/// Bytes of the callouts of Quarto: `::: {.callout-note}` to `:::`.
fn callouts(text: &str) -> Vec<Range<usize>> {
    let starts = text.match_indices(".callout-").filter_map(|(at, _)| {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        text[line..].starts_with(":::").then_some(at)
    });
    let ends = |at: usize| text[at..].find("\n:::").map_or(text.len(), |end| at + end);
    starts.map(|at| at..ends(at)).collect()
}

/// Returns true for an image that shows a build status.
pub(super) fn is_badge(target: &str) -> bool {
    ["badge", "shield", "status"]
        .iter()
        .any(|word| target.contains(word))
}
