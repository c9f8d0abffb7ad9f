//! Reads the stories of a part, element by element, with a stack of its own.

mod inline;
mod structure;

use super::counters::Counters;
use super::fields;
use super::math::Math;
use super::paragraph::Paragraph;
use super::piece::Piece;
use super::story::{NoteKind, Notes, Story};
use super::styles::{ParagraphStyle, Styles};
use super::symbol::SignFont;
use super::tag::Tag;
use super::xml::{Element, Node, Xml};
use crate::extract::Refusal;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// What the body is, read.
pub(super) struct Body {
    pub(super) pieces: Vec<Piece>,
    /// Whether it shows pictures.
    pub(super) has_pictures: bool,
    /// Whether it imports files of other formats, which are not read.
    pub(super) has_imports: bool,
}

/// Reads the stories of a part.
pub(super) struct Walk<'a> {
    styles: &'a Styles,
    default_style: Rc<ParagraphStyle>,
    paragraph_styles: HashMap<String, Rc<ParagraphStyle>>,
    counters: Counters<'a>,
    notes: Notes,
    /// The most bytes of text, and how many there are.
    limit: usize,
    written: usize,
    /// The open elements, each by what it was taken for.
    path: Vec<Tag>,
    /// How many elements are open in what is skipped, with the skipped one.
    skipped: usize,
    /// The innermost open story, and those around it.
    story: Story,
    outer: Vec<Story>,
    /// The open elements that hold blocks: text boxes, tables, rows, cells, notes.
    structure: Vec<Tag>,
    /// The open choices: where the text was at the start of the one being read, and whether one
    /// said something.
    choices: Vec<(usize, bool)>,
    /// The open content controls: whether each is a table of contents.
    controls: Vec<bool>,
    run: Run,
    /// The text element being read, and whether its outer spaces count.
    text: String,
    keeps_spaces: bool,
    math: Math,
    note: Option<(NoteKind, String)>,
    has_pictures: bool,
    has_imports: bool,
}

/// The open run.
#[derive(Default)]
struct Run {
    hidden: Option<bool>,
    hidden_by_style: Option<bool>,
    font: Option<SignFont>,
    monospaced: Option<bool>,
    monospaced_by_style: Option<bool>,
}

impl<'a> Walk<'a> {
    /// `limit` is the most bytes of text.
    pub(super) fn new(
        styles: &'a Styles,
        counters: Counters<'a>,
        notes: Notes,
        limit: usize,
    ) -> Self {
        Self {
            styles,
            default_style: Rc::new(styles.paragraph(None)),
            paragraph_styles: HashMap::new(),
            counters,
            notes,
            limit,
            written: 0,
            path: Vec::new(),
            skipped: 0,
            story: Story::default(),
            outer: Vec::new(),
            structure: Vec::new(),
            choices: Vec::new(),
            controls: Vec::new(),
            run: Run::default(),
            text: String::new(),
            keeps_spaces: false,
            math: Math::default(),
            note: None,
            has_pictures: false,
            has_imports: false,
        }
    }

    /// Reads the main part.
    pub(super) fn body(mut self, xml: &mut Xml<'_>) -> Result<Body, Refusal> {
        self.read(xml, "document")?;
        Ok(Body {
            pieces: self.story.end(&mut self.counters),
            has_pictures: self.has_pictures,
            has_imports: self.has_imports,
        })
    }

    /// Reads a part of notes whose root has this name.
    pub(super) fn notes(mut self, xml: &mut Xml<'_>, root: &str) -> Result<Notes, Refusal> {
        self.read(xml, root)?;
        Ok(self.notes)
    }

    fn read(&mut self, xml: &mut Xml<'_>, root: &str) -> Result<(), Refusal> {
        let mut has_root = false;
        loop {
            match xml.next()? {
                Node::Open(element) if !has_root && element.name() != root => {
                    let name: String = element.name().chars().take(40).collect();
                    return Err(xml.malformed(&format!("it is a <{name}>, not a <{root}>")));
                }
                Node::Open(_) if self.skipped > 0 => self.skipped += 1,
                Node::Open(element) => {
                    has_root = true;
                    match self.open(&element)? {
                        Some(tag) => self.path.push(tag),
                        None => self.skipped = 1,
                    }
                }
                Node::Close if self.skipped > 0 => self.skipped -= 1,
                Node::Close => self.close()?,
                Node::Text(text) if self.skipped == 0 => match self.path.last() {
                    Some(Tag::Text) => self.text.push_str(&text),
                    Some(Tag::FieldInstruction) => self.story.fields.instruct(&text),
                    _ => {}
                },
                Node::Text(_) => {}
                Node::End => return Ok(()),
            }
        }
    }

    /// What an element is taken for; none where it is skipped with all that is in it.
    fn open(&mut self, element: &Element<'_>) -> Result<Option<Tag>, Refusal> {
        let tag = element.tag();
        let parent = self.parent(0);
        match tag {
            _ if tag.is_skipped() => return Ok(None),
            Tag::Other => {}
            Tag::ParagraphStyle
            | Tag::OutlineLevel
            | Tag::NumberingLevel
            | Tag::NumberingId
            | Tag::Frame => self.property(tag, parent, element)?,
            Tag::Deleted | Tag::MovedFrom => return Ok(self.deletion(parent)),
            Tag::Hidden | Tag::CellDeleted => _ = self.deletion(parent),
            Tag::Run => self.run = Run::default(),
            Tag::RunStyle | Tag::RunFonts | Tag::Vanish => self.run_property(tag, element)?,
            Tag::Text => {
                self.text.clear();
                self.keeps_spaces = element.attribute("space")?.as_deref() == Some("preserve");
            }
            Tag::Tab if parent == Tag::Run => self.push("\t")?,
            Tag::PositionalTab => self.push("\t")?,
            Tag::Break | Tag::CarriageReturn => self.push("\n")?,
            Tag::NoBreakHyphen => self.push("-")?,
            Tag::Symbol => self.symbol(element)?,
            Tag::FootnoteReference => self.refer(NoteKind::Footnote, element)?,
            Tag::EndnoteReference => self.refer(NoteKind::Endnote, element)?,
            Tag::FieldCharacter => {
                let kind = element.attribute("fldCharType")?.unwrap_or_default();
                self.story.fields.take(&kind);
            }
            Tag::SimpleField => {
                let instruction = element.attribute("instr")?.unwrap_or_default();
                return Ok(Some(Tag::Other).filter(|_| !fields::repeats(&instruction)));
            }
            Tag::DrawingProperties => self.description(element)?,
            Tag::Picture | Tag::ImageData => self.has_pictures = true,
            Tag::ImportedFile => self.has_imports = true,
            Tag::AlternateContent => self.choices.push((self.written, false)),
            Tag::Choice | Tag::Fallback if parent == Tag::AlternateContent => {
                return Ok(self.choose(tag));
            }
            Tag::ContentControl => self.controls.push(false),
            Tag::Gallery => self.gallery(element)?,
            Tag::ContentControlContent if self.controls.last() == Some(&true) => return Ok(None),
            _ if tag.holds_blocks() => return self.structure(tag, element).map(Some),
            _ if tag.is_math() => return self.formula(tag, parent, element).map(Some),
            _ => {}
        }
        Ok(Some(tag))
    }

    fn close(&mut self) -> Result<(), Refusal> {
        let tag = self.path.pop().unwrap_or(Tag::Other);
        let parent = self.parent(0);
        match tag {
            Tag::Text => self.end_text()?,
            Tag::AlternateContent => _ = self.choices.pop(),
            Tag::Choice | Tag::Fallback => {
                if let Some((start, said)) = self.choices.last_mut() {
                    *said = self.written > *start;
                }
            }
            Tag::ContentControl => _ = self.controls.pop(),
            Tag::ParagraphProperties if self.paragraph().is_heading() => {
                self.story.fields.begin_heading();
            }
            _ if tag.holds_blocks() => self.end_structure(tag),
            _ if tag.is_math() => {
                if let Some(paragraph) = &mut self.story.paragraph {
                    self.math.close(tag, parent, &mut paragraph.text);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The open element that many levels above the innermost.
    fn parent(&self, above: usize) -> Tag {
        let parent = self.path.iter().rev().nth(above);
        parent.copied().unwrap_or(Tag::Other)
    }

    /// The open paragraph; text outside of one opens one, so that none is lost.
    fn paragraph(&mut self) -> &mut Paragraph {
        let style = &self.default_style;
        self.story.paragraph.get_or_insert_with(|| Paragraph {
            style: Rc::clone(style),
            ..Paragraph::default()
        })
    }

    /// What paragraphs of a style are; asked of the styles once for each.
    fn paragraph_style(&mut self, id: String) -> Rc<ParagraphStyle> {
        let styles = self.styles;
        let found = match self.paragraph_styles.entry(id) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(place) => {
                let style = styles.paragraph(Some(place.key()));
                place.insert(Rc::new(style))
            }
        };
        Rc::clone(found)
    }
}
