//! What paragraphs and runs are by their styles (ECMA-376 part 1, §17.7).

use super::fonts::is_monospaced;
use super::headings::{Named, depth, named};
use super::tag::Tag;
use super::xml::{Element, Node, Xml};
use crate::extract::Refusal;
use std::collections::HashMap;

/// A chain of styles based on each other is followed this far: cycles end, and no longer chain is
/// one that a person made.
const LONGEST_CHAIN: usize = 32;

/// The styles of a document by their ids.
#[derive(Default)]
pub(super) struct Styles {
    styles: HashMap<String, Style>,
    /// The style of paragraphs that name none.
    default: Option<String>,
}

/// A style as it is written, without what it is based on.
#[derive(Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    /// 0 to 8 are headings of level 1 to 9, 9 is body text.
    outline: Option<u8>,
    list: Option<String>,
    list_level: Option<u8>,
    hidden: Option<bool>,
    monospaced: Option<bool>,
}

/// What a paragraph is by its style and those that it is based on.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct ParagraphStyle {
    pub(super) kind: Option<Named>,
    pub(super) list: Option<ListStyle>,
    /// How many lists its list is in, besides what its level says.
    pub(super) depth: u8,
    pub(super) hidden: bool,
    /// Whether its font is one of code.
    pub(super) is_monospaced: bool,
}

/// The list that a style's paragraphs are in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ListStyle {
    /// The id of the numbering.
    pub(super) id: String,
    /// The level, from 0, where the style says it.
    pub(super) level: Option<u8>,
    /// The styles from the paragraph's down to the one that names the list: a level may be bound
    /// to one of them.
    pub(super) styles: Vec<String>,
}

impl Styles {
    /// Reads the part.
    pub(super) fn read(xml: &mut Xml<'_>) -> Result<Self, Refusal> {
        let mut styles = Self::default();
        let mut path: Vec<Tag> = Vec::new();
        let mut skipped = 0_usize;
        let mut current: Option<(String, Style)> = None;
        loop {
            match xml.next()? {
                Node::Open(_) if skipped > 0 => skipped += 1,
                Node::Open(element) if element.tag().is_skipped() => skipped = 1,
                Node::Open(element) => {
                    match (element.name(), &mut current) {
                        ("style", _) => current = styles.begin(&element)?,
                        (_, Some((_, style))) => style.take(&element, path.last().copied())?,
                        (_, None) => {}
                    }
                    path.push(element.tag());
                }
                Node::Close if skipped > 0 => skipped -= 1,
                Node::Close => {
                    path.pop();
                    // A style is two levels deep: below the root.
                    if path.len() == 1
                        && let Some((id, style)) = current.take()
                    {
                        styles.styles.entry(id).or_insert(style);
                    }
                }
                Node::Text(_) => {}
                Node::End => return Ok(styles),
            }
        }
    }

    fn begin(&mut self, element: &Element<'_>) -> Result<Option<(String, Style)>, Refusal> {
        let Some(id) = element.attribute("styleId")? else {
            return Ok(None);
        };
        let is_paragraph = element.attribute("type")?.as_deref() == Some("paragraph");
        let default = element.attribute("default")?;
        if is_paragraph && matches!(default.as_deref(), Some("1" | "true" | "on")) {
            self.default.get_or_insert_with(|| id.clone());
        }
        Ok(Some((id, Style::default())))
    }

    /// What a paragraph of a style is; `None` is the default style.
    pub(super) fn paragraph(&self, id: Option<&str>) -> ParagraphStyle {
        let mut found = ParagraphStyle::default();
        let (mut kind, mut hidden, mut level) = (None, None, None);
        let mut chain = Vec::new();
        for (id, style) in self.chain(id.or(self.default.as_deref())) {
            chain.push(id.to_owned());
            kind = kind.or_else(|| kind_of(id, style, chain.len() - 1));
            found.depth = found
                .depth
                .max(style.and_then(|style| depth(&style.name)).unwrap_or(0));
            hidden = hidden.or(style.and_then(|style| style.hidden));
            level = level.or(style.and_then(|style| style.list_level));
            if found.list.is_none()
                && let Some(list) = style.and_then(|style| style.list.clone())
            {
                let styles = chain.clone();
                let id = list;
                found.list = Some(ListStyle { id, level, styles });
            }
        }
        found.kind = kind.flatten();
        found.hidden = hidden.unwrap_or(false);
        found.is_monospaced = id.and_then(|id| self.is_monospaced(id)).unwrap_or(false);
        found
    }

    /// Whether runs of a character style are hidden, where it says so.
    pub(super) fn hides(&self, id: &str) -> Option<bool> {
        self.chain(Some(id))
            .find_map(|(_, style)| style.and_then(|style| style.hidden))
    }

    /// Whether the font of a style is one of code, where it says so. A document whose body is set
    /// in such a font tells nothing by it.
    pub(super) fn is_monospaced(&self, id: &str) -> Option<bool> {
        let of = |id| {
            self.chain(id)
                .find_map(|(_, style)| style.and_then(|style| style.monospaced))
        };
        match of(self.default.as_deref()) {
            Some(true) => Some(false),
            _ => of(Some(id)),
        }
    }

    /// The numbering that a style of lists stands for.
    pub(super) fn list(&self, id: &str) -> Option<&str> {
        self.styles.get(id)?.list.as_deref()
    }

    /// A style and those that it is based on; one that is not defined has a name only.
    fn chain<'a>(
        &'a self,
        id: Option<&'a str>,
    ) -> impl Iterator<Item = (&'a str, Option<&'a Style>)> {
        let first = id.map(|id| (id, self.styles.get(id)));
        std::iter::successors(first, |(_, style)| {
            let next = style.as_ref()?.based_on.as_deref()?;
            Some((next, self.styles.get(next)))
        })
        .take(LONGEST_CHAIN)
    }
}

/// What a style at a depth of a chain says that its paragraphs are: `Some(None)` is body text.
fn kind_of(id: &str, style: Option<&Style>, depth: usize) -> Option<Option<Named>> {
    let by_name = style
        .and_then(|style| named(&style.name))
        .or_else(|| named(id));
    match (by_name, style.and_then(|style| style.outline)) {
        (Some(Named::Contents), _) => Some(Some(Named::Contents)),
        // What is based on the title is a subtitle, an author, a date.
        (Some(Named::Title), _) => Some(by_name.filter(|_| depth == 0)),
        (_, Some(level @ 0..=8)) => Some(Some(Named::Heading(level + 1))),
        (_, Some(_)) => Some(by_name.filter(|named| *named == Named::Preformatted)),
        (by_name, None) => by_name.map(Some),
    }
}

impl Style {
    fn take(&mut self, element: &Element<'_>, parent: Option<Tag>) -> Result<(), Refusal> {
        match (element.name(), parent) {
            ("name", Some(Tag::Other)) => self.name = element.value()?.unwrap_or_default(),
            ("basedOn", _) => self.based_on = element.value()?,
            ("outlineLvl", Some(Tag::ParagraphProperties)) => self.outline = element.number()?,
            ("numId", Some(Tag::NumberingProperties)) => self.list = element.value()?,
            ("ilvl", Some(Tag::NumberingProperties)) => self.list_level = element.number()?,
            ("rFonts", Some(Tag::RunProperties)) => {
                let name = element.attribute("ascii")?;
                self.monospaced = name.as_deref().map(is_monospaced);
            }
            ("vanish", Some(Tag::RunProperties)) => self.hidden = Some(element.is_on()?),
            _ => {}
        }
        Ok(())
    }
}
