//! Walk: what stands in a paragraph.

use super::Walk;
use crate::extract::Refusal;
use crate::extract::docx::fonts;
use crate::extract::docx::normal;
use crate::extract::docx::piece::{Kind, Piece};
use crate::extract::docx::story::NoteKind;
use crate::extract::docx::symbol::{self, SignFont};
use crate::extract::docx::tag::Tag;
use crate::extract::docx::xml::Element;

impl Walk<'_> {
    pub(super) fn run_property(&mut self, tag: Tag, element: &Element<'_>) -> Result<(), Refusal> {
        if (self.parent(0), self.parent(1)) != (Tag::RunProperties, Tag::Run) {
            return Ok(());
        }
        match tag {
            Tag::Vanish => self.run.hidden = Some(element.is_on()?),
            Tag::RunStyle => {
                let style = element.value()?.unwrap_or_default();
                self.run.hidden_by_style = self.styles.hides(&style);
                self.run.monospaced_by_style = self.styles.is_monospaced(&style);
            }
            _ => {
                let name = match element.attribute("hAnsi")? {
                    Some(name) => Some(name),
                    None => element.attribute("ascii")?,
                };
                self.run.font = name.as_deref().and_then(SignFont::of);
                self.run.monospaced = name.as_deref().map(fonts::is_monospaced);
            }
        }
        Ok(())
    }

    /// Whether text that comes now is shown.
    pub(super) fn shows(&mut self) -> bool {
        let hidden = self.run.hidden.or(self.run.hidden_by_style);
        self.story.fields.show() && !hidden.unwrap_or(self.paragraph().style.hidden)
    }

    /// Adds text to the open paragraph.
    pub(super) fn push(&mut self, text: &str) -> Result<(), Refusal> {
        if self.shows() {
            self.count(text)?;
            let monospaced = self.run.monospaced.or(self.run.monospaced_by_style);
            let paragraph = self.paragraph();
            paragraph.text.push_str(text);
            paragraph.has_prose |=
                !text.trim().is_empty() && !monospaced.unwrap_or(paragraph.style.is_monospaced);
        }
        Ok(())
    }

    fn count(&mut self, text: &str) -> Result<(), Refusal> {
        self.written += text.len();
        match self.written > self.limit {
            true => Err(Refusal::TooLong {
                limit: self.limit as u64,
            }),
            false => Ok(()),
        }
    }

    pub(super) fn end_text(&mut self) -> Result<(), Refusal> {
        let raw = std::mem::take(&mut self.text);
        let text = match self.keeps_spaces {
            true => raw.as_str(),
            false => raw.trim_matches([' ', '\t', '\r', '\n']),
        };
        let mut line = String::with_capacity(text.len());
        normal::push(&mut line, text, self.run.font);
        self.push(&line)?;
        self.text = raw;
        Ok(())
    }

    pub(super) fn symbol(&mut self, element: &Element<'_>) -> Result<(), Refusal> {
        let font = element.attribute("font")?.unwrap_or_default();
        let code = element.attribute("char")?;
        let code = code.and_then(|code| u32::from_str_radix(&code, 16).ok());
        match code.and_then(|code| symbol::character(&font, code)) {
            Some(character) => self.push(character.encode_utf8(&mut [0; 4])),
            None => Ok(()),
        }
    }

    pub(super) fn refer(&mut self, kind: NoteKind, element: &Element<'_>) -> Result<(), Refusal> {
        if let Some(id) = element.attribute("id")?
            && self.shows()
        {
            let (label, pieces) = self.notes.refer(kind, id);
            self.push(&label)?;
            self.paragraph().notes.extend(pieces);
        }
        Ok(())
    }

    /// What an author says that a picture shows; a file's name says nothing.
    pub(super) fn description(&mut self, element: &Element<'_>) -> Result<(), Refusal> {
        let description = element.attribute("descr")?.unwrap_or_default();
        let mut line = String::new();
        normal::push(&mut line, &description, None);
        let line = normal::one_line(&line);
        let is_path = line.contains("://") || line.contains('\\') || line.starts_with('/');
        if !line.contains(' ') || is_path {
            return Ok(());
        }
        let line = format!("[{line}]");
        match self.parent(0) {
            // It stands beside the text, not in it.
            Tag::Anchor => {
                self.count(&line)?;
                let piece = Piece::new(Kind::Paragraph, line);
                self.story.add_box(vec![piece]);
                Ok(())
            }
            _ => self.push(&line),
        }
    }

    /// Of choices, the first that says something is read.
    pub(super) fn choose(&mut self, tag: Tag) -> Option<Tag> {
        let (start, said) = self.choices.last_mut()?;
        *start = self.written;
        (!*said).then_some(tag)
    }

    pub(super) fn gallery(&mut self, element: &Element<'_>) -> Result<(), Refusal> {
        let gallery = element.value()?.unwrap_or_default();
        if let Some(control) = self.controls.last_mut() {
            *control |= gallery.eq_ignore_ascii_case("table of contents");
        }
        Ok(())
    }

    pub(super) fn formula(
        &mut self,
        tag: Tag,
        parent: Tag,
        element: &Element<'_>,
    ) -> Result<Tag, Refusal> {
        if !self.shows() {
            return Ok(Tag::Other);
        }
        self.paragraph();
        match &mut self.story.paragraph {
            Some(paragraph) => self.math.open(tag, parent, element, &mut paragraph.text),
            None => Ok(Tag::Other),
        }
    }
}
