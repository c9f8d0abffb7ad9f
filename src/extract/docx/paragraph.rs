//! A paragraph being read, and what it is in the end.

use super::counters::{Counters, Marker, Place};
use super::headings::Named;
use super::normal;
use super::piece::{Kind, Piece};
use super::styles::ParagraphStyle;
use std::rc::Rc;

/// What is longer, in bytes, is no line of code, whatever its font.
const LONGEST_LINE: usize = 400;

/// A paragraph being read.
#[derive(Default, Debug)]
pub(super) struct Paragraph {
    pub(super) text: String,
    pub(super) style: Rc<ParagraphStyle>,
    /// The outline level it gives itself: 0 to 8 are headings, 9 is body text.
    pub(super) outline: Option<u8>,
    /// The list it gives itself.
    pub(super) list: Option<String>,
    /// The level it gives itself, from 0.
    pub(super) level: Option<u8>,
    /// Whether the next paragraph goes on in the same word: the mark between them is deleted, or
    /// this is the first letter, set large.
    pub(super) joins_next: bool,
    pub(super) notes: Vec<Piece>,
    /// Whether any of it is in a font that is not one of code.
    pub(super) has_prose: bool,
}

impl Paragraph {
    pub(super) fn is_heading(&self) -> bool {
        matches!(self.kind(), Some(Named::Heading(_) | Named::Title))
    }

    /// The paragraph as a piece; none where there is nothing to read.
    pub(super) fn piece(self, counters: &mut Counters<'_>) -> Option<Piece> {
        let kind = self.kind().or(self.code());
        let is_code = kind == Some(Named::Preformatted);
        let text = match kind {
            Some(Named::Contents) => return None,
            Some(Named::Heading(_) | Named::Title) => normal::one_line(&self.text),
            Some(Named::Preformatted) => normal::preformatted(&self.text),
            None => normal::lines(&self.text),
        };
        // An empty item counts, though nothing of it is shown.
        let place = self.place(counters);
        if text.is_empty() && !is_code {
            return None;
        }
        let (list, level) = match &place {
            Some((list, place)) => (list.clone(), place.level.saturating_add(self.style.depth)),
            None => (String::new(), 0),
        };
        let marker = place.map(|(_, place)| place.marker);
        let (kind, text) = match (kind, marker) {
            (Some(Named::Title), _) => (Kind::Title, text),
            (Some(Named::Heading(level)), Some(Marker::Number(number))) => {
                (Kind::Heading(level), number + &text)
            }
            (Some(Named::Heading(level)), _) => (Kind::Heading(level), text),
            (_, Some(Marker::Bullet)) => (Kind::Item { list, level }, format!("- {text}")),
            (_, Some(Marker::Number(number))) => (Kind::Item { list, level }, number + &text),
            (None, Some(Marker::Blank)) => (Kind::Continuation { level }, text),
            (Some(Named::Preformatted), _) => (Kind::Preformatted, text),
            (_, Some(Marker::None | Marker::Blank) | None) => (Kind::Paragraph, text),
        };
        let notes = self.notes;
        Some(Piece { kind, text, notes })
    }

    /// A line that is in a font of code from its start to its end.
    fn code(&self) -> Option<Named> {
        let is_code =
            !self.has_prose && self.text.len() <= LONGEST_LINE && !self.text.trim().is_empty();
        is_code.then_some(Named::Preformatted)
    }

    fn kind(&self) -> Option<Named> {
        match (self.outline, self.style.kind) {
            (_, Some(Named::Contents)) => Some(Named::Contents),
            (Some(level @ 0..=8), _) => Some(Named::Heading(level + 1)),
            (Some(_), Some(Named::Heading(_))) => None,
            (_, kind) => kind,
        }
    }

    /// Where it is in its list: what it says itself goes before what its style says.
    fn place(&self, counters: &mut Counters<'_>) -> Option<(String, Place)> {
        let style = self.style.list.as_ref();
        let list = self.list.as_ref().or(style.map(|style| &style.id))?;
        let level = match (self.level, &self.list, style) {
            (Some(level), _, _) => level,
            (None, None, Some(style)) => counters.level(style),
            (None, Some(list), Some(style)) => {
                let id = list.clone();
                counters.level(&super::styles::ListStyle {
                    id,
                    ..style.clone()
                })
            }
            (None, _, None) => 0,
        };
        let place = counters.next(list, level)?;
        Some((list.clone(), place))
    }
}
