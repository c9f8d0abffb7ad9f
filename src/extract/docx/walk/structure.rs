//! Walk: paragraphs, tables, text boxes and notes, and their properties.

use super::Walk;
use crate::extract::Refusal;
use crate::extract::docx::piece::Piece;
use crate::extract::docx::story::NoteKind;
use crate::extract::docx::table::Table;
use crate::extract::docx::tag::Tag;
use crate::extract::docx::xml::Element;

/// Tables and text boxes that are deeper in each other than this are read as if not there: what is
/// in them goes to the one around them.
const DEEPEST: usize = 48;

impl Walk<'_> {
    /// Begins what holds blocks, where it stands in its place and not too deep; elsewhere it is
    /// taken for nothing.
    pub(super) fn structure(&mut self, tag: Tag, element: &Element<'_>) -> Result<Tag, Refusal> {
        let outer = self.structure.last().copied().unwrap_or(Tag::Other);
        let fits = match tag {
            Tag::Paragraph => true,
            Tag::Row => outer == Tag::Table,
            Tag::Cell => outer == Tag::Row,
            Tag::Footnote | Tag::Endnote => self.structure.is_empty() && self.path.len() == 1,
            _ => self.structure.len() < DEEPEST,
        };
        if !fits {
            return Ok(Tag::Other);
        }
        if tag != Tag::Paragraph {
            self.structure.push(tag);
        }
        let counters = &mut self.counters;
        match tag {
            Tag::Paragraph => {
                self.story.end_paragraph(counters);
                self.paragraph();
            }
            Tag::Table => self.story.begin_table(counters),
            Tag::Row => self.story.begin_row(counters),
            Tag::Cell => self.story.begin_cell(),
            Tag::Footnote | Tag::Endnote => {
                let kind = match tag {
                    Tag::Endnote => NoteKind::Endnote,
                    _ => NoteKind::Footnote,
                };
                // Separators between text and notes have types.
                let kind_of = element.attribute("type")?;
                let is_note = matches!(kind_of.as_deref(), None | Some("normal"));
                let id = element.attribute("id")?.filter(|_| is_note);
                self.note = id.map(|id| (kind, id));
                self.begin_story();
            }
            _ => self.begin_story(),
        }
        Ok(tag)
    }

    fn begin_story(&mut self) {
        self.outer.push(std::mem::take(&mut self.story));
    }

    /// Ends the innermost story and gives its pieces.
    fn end_story(&mut self) -> Vec<Piece> {
        let outer = self.outer.pop().unwrap_or_default();
        let story = std::mem::replace(&mut self.story, outer);
        story.end(&mut self.counters)
    }

    pub(super) fn end_structure(&mut self, tag: Tag) {
        if tag != Tag::Paragraph {
            self.structure.pop();
        }
        let counters = &mut self.counters;
        match tag {
            Tag::Paragraph => self.story.end_paragraph(counters),
            Tag::Table => self.story.end_table(counters),
            Tag::Row => self.story.end_paragraph(counters),
            Tag::Cell => self.story.end_cell(counters),
            Tag::Footnote | Tag::Endnote => {
                let pieces = self.end_story();
                if let Some((kind, id)) = self.note.take() {
                    self.notes.insert(kind, id, pieces);
                }
            }
            _ => {
                let pieces = self.end_story();
                self.story.add_box(pieces);
            }
        }
    }

    /// A property of the open paragraph, where it stands among its properties.
    pub(super) fn property(
        &mut self,
        tag: Tag,
        parent: Tag,
        element: &Element<'_>,
    ) -> Result<(), Refusal> {
        match (tag, parent) {
            (Tag::ParagraphStyle, Tag::ParagraphProperties) => {
                if let Some(id) = element.value()? {
                    self.paragraph().style = self.paragraph_style(id);
                }
            }
            (Tag::OutlineLevel, Tag::ParagraphProperties) => {
                self.paragraph().outline = element.number()?;
            }
            (Tag::NumberingLevel, Tag::NumberingProperties) => {
                self.paragraph().level = element.number()?;
            }
            (Tag::NumberingId, Tag::NumberingProperties) => {
                self.paragraph().list = element.value()?;
            }
            (Tag::Frame, Tag::ParagraphProperties) => {
                let cap = element.attribute("dropCap")?;
                let is_cap = matches!(cap.as_deref(), Some("drop" | "margin"));
                self.paragraph().joins_next |= is_cap;
            }
            _ => {}
        }
        Ok(())
    }

    /// A tracked deletion: of text, which is skipped; or, among the properties of a paragraph's
    /// mark, a row or a cell, of that.
    pub(super) fn deletion(&mut self, parent: Tag) -> Option<Tag> {
        match (parent, self.parent(1)) {
            (Tag::RunProperties, Tag::ParagraphProperties) => self.paragraph().joins_next = true,
            (Tag::RunProperties, _) => {}
            (Tag::RowProperties, _) => {
                if let Some(row) = self.story.table().and_then(Table::row) {
                    row.is_gone = true;
                }
            }
            (Tag::CellProperties, _) => {
                if let Some(cell) = self.story.cell() {
                    cell.is_gone = true;
                }
            }
            _ => return None,
        }
        Some(Tag::Other)
    }
}
