//! Markdown cut by its headings, paragraphs packed under them.

use super::part::{Label, Part};
use super::source::Source;
use super::tree::{Boundary, Kind, Role};
use crate::syntax::Language;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use std::ops::Range;

/// A pack of paragraphs ends when it is this long, in bytes.
const SOFT: usize = 400;
/// It does not grow beyond this.
const HARD: usize = super::size::LONGEST_PROSE;
/// A heading's name has no more characters.
const LONGEST_NAME: usize = 200;

/// The parts of a document.
pub(super) fn parts(source: &Source<'_>) -> Vec<Part> {
    let blocks = blocks(source);
    let starts: Vec<usize> = blocks.iter().map(|block| block.start).collect();
    let ends = starts.into_iter().skip(1).chain([source.len()]);
    let mut outline = Sections::default();
    for (mut block, end) in blocks.into_iter().zip(ends) {
        if block.start < end {
            let bytes = block.start..end;
            match std::mem::replace(&mut block.content, Content::Text) {
                Content::Heading(heading) => outline.heading(heading, bytes),
                Content::Text => outline.text(bytes),
                Content::Code(language) => outline.code(language, bytes),
            }
        }
    }
    outline.finish(source.len())
}

/// Something at the top level of the document, and where it begins.
struct Block {
    start: usize,
    content: Content,
}

enum Content {
    Heading(Heading),
    Text,
    Code(Option<Language>),
}

struct Heading {
    level: usize,
    name: String,
    name_at: usize,
}

/// The blocks of a document, in order. The first begins at 0.
fn blocks(source: &Source<'_>) -> Vec<Block> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut reader = Reader {
        source,
        blocks: Vec::new(),
        depth: 0,
        heading: None,
    };
    for (event, bytes) in Parser::new_ext(source.text(), options).into_offset_iter() {
        reader.read(event, bytes);
    }
    match reader.blocks.first_mut() {
        Some(first) => first.start = 0,
        None => reader.push(0, Content::Text),
    }
    reader.blocks
}

/// Takes the parser's events.
struct Reader<'a> {
    source: &'a Source<'a>,
    blocks: Vec<Block>,
    /// How many tags are open.
    depth: usize,
    /// The heading that is open.
    heading: Option<Heading>,
}

impl Reader<'_> {
    fn read(&mut self, event: Event<'_>, bytes: Range<usize>) {
        match event {
            Event::Start(tag) => {
                self.start(&tag, bytes.start);
                self.depth += 1;
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0
                    && let Some(heading) = self.heading.take()
                {
                    self.push(bytes.start, Content::Heading(heading));
                }
            }
            Event::Text(text) | Event::Code(text) => self.name(&text, bytes.start),
            Event::SoftBreak | Event::HardBreak => self.name(" ", bytes.start),
            Event::Rule | Event::Html(_) if self.depth == 0 => {
                self.push(bytes.start, Content::Text);
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, at: usize) {
        match (tag, self.depth) {
            (Tag::Heading { level, .. }, 0) => {
                self.heading = Some(Heading {
                    level: *level as usize,
                    name: String::new(),
                    name_at: at,
                });
            }
            (Tag::CodeBlock(kind), 0) => self.push(at, Content::Code(language(kind))),
            // Front matter goes with the first block, a list with its items.
            (Tag::MetadataBlock(_) | Tag::List(_), 0) => {}
            (_, 0) | (Tag::Item, 1) => self.push(at, Content::Text),
            _ => {}
        }
    }

    fn name(&mut self, text: &str, at: usize) {
        if let Some(heading) = &mut self.heading {
            heading.add(text, at);
        }
    }

    fn push(&mut self, at: usize, content: Content) {
        let start = self.source.snapped(at);
        if self.blocks.last().is_none_or(|last| last.start <= start) {
            self.blocks.push(Block { start, content });
        }
    }
}

impl Heading {
    fn add(&mut self, text: &str, at: usize) {
        if self.name.is_empty() {
            self.name_at = at;
        }
        let room = LONGEST_NAME.saturating_sub(self.name.chars().count());
        self.name.extend(text.chars().take(room));
    }
}

fn language(kind: &CodeBlockKind<'_>) -> Option<Language> {
    let CodeBlockKind::Fenced(info) = kind else {
        return None;
    };
    let word = info.split([' ', ',', '{', '\t']).next()?;
    Language::named(word)
}

/// The sections that are open, innermost last; the first is the document.
#[derive(Default)]
struct Sections {
    top: Vec<Part>,
    open: Vec<(usize, Part)>,
}

impl Sections {
    fn heading(&mut self, heading: Heading, bytes: Range<usize>) {
        self.close(heading.level, bytes.start);
        let label = match heading.name.trim() {
            "" => Label::Unnamed,
            name => Label::Own {
                path: Vec::new(),
                name: name.to_owned(),
            },
        };
        let header = Part {
            name_at: Some(heading.name_at),
            ..Part::leaf(Kind::Section, Role::Header, Label::Parents, bytes.clone())
        };
        let section = Part {
            name_at: Some(heading.name_at),
            parts: vec![header],
            ..Part::leaf(Kind::Section, Role::Parent, label, bytes)
        };
        self.open.push((heading.level, section));
    }

    /// Adds text to the last leaf of the open section, or as a leaf of its own.
    fn text(&mut self, bytes: Range<usize>) {
        let parts = self.parts();
        if let Some(last) = parts.last_mut()
            && last.kind == Kind::Section
            && last.role != Role::Parent
            && last.bytes.len() < SOFT
            && bytes.end - last.bytes.start <= HARD
        {
            last.bytes.end = bytes.end;
            return;
        }
        parts.push(Part {
            boundary: Boundary::Content,
            ..Part::leaf(Kind::Section, Role::Body, Label::Parents, bytes)
        });
    }

    fn code(&mut self, language: Option<Language>, bytes: Range<usize>) {
        self.parts().push(Part {
            language,
            ..Part::leaf(Kind::Code, Role::Body, Label::Unnamed, bytes)
        });
    }

    fn parts(&mut self) -> &mut Vec<Part> {
        match self.open.last_mut() {
            Some((_, section)) => &mut section.parts,
            None => &mut self.top,
        }
    }

    /// Closes the sections that a heading of this level ends.
    fn close(&mut self, level: usize, end: usize) {
        while self.open.last().is_some_and(|(open, _)| *open >= level)
            && let Some((_, mut section)) = self.open.pop()
        {
            section.bytes.end = end;
            self.parts().push(section);
        }
    }

    fn finish(mut self, end: usize) -> Vec<Part> {
        self.close(0, end);
        self.top
    }
}
