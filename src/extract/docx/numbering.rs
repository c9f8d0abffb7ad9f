//! The lists that a document defines (ECMA-376 part 1, §17.9).

use super::xml::{Element, Node, Xml};
use crate::extract::Refusal;
use std::collections::HashMap;

/// A list has this many levels.
pub(super) const LEVELS: usize = 9;
/// A level's text is cut after this many characters.
const LONGEST_TEXT: usize = 64;

/// The definitions of lists, and the lists that use them.
#[derive(Default)]
pub(super) struct Numbering {
    pub(super) definitions: HashMap<String, Definition>,
    pub(super) lists: HashMap<String, List>,
}

/// What numbers look like (`abstractNum`).
#[derive(Default)]
pub(super) struct Definition {
    /// From the outermost, as many as are defined.
    pub(super) levels: Vec<Level>,
    /// The style of lists whose numbering is meant instead.
    pub(super) style: Option<String>,
}

/// A list (`num`): a definition, and where it begins anew.
#[derive(Default)]
pub(super) struct List {
    pub(super) id: String,
    pub(super) definition: String,
    pub(super) starts: [Option<u32>; LEVELS],
    /// Levels that look different from the definition's.
    pub(super) levels: [Option<Box<Level>>; LEVELS],
}

/// A level of a definition.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Level {
    pub(super) start: u32,
    pub(super) format: String,
    /// The marker, in which `%1` to `%9` stand for the numbers of levels.
    pub(super) text: String,
    /// After which levels, counted from 1, it begins again: after none with 0, else after that
    /// and all above it; after every level above it where nothing is said.
    pub(super) restart: Option<u8>,
    /// Whether all numbers of the marker are decimal.
    pub(super) is_legal: bool,
    /// The style of paragraphs that are at this level.
    pub(super) style: Option<String>,
}

/// What is being read.
enum Place {
    Nowhere,
    Definition(String, Definition),
    List(List),
}

impl Numbering {
    /// Reads the part.
    pub(super) fn read(xml: &mut Xml<'_>) -> Result<Self, Refusal> {
        let mut numbering = Self::default();
        let mut place = Place::Nowhere;
        let mut level = None;
        let mut depth = 0_usize;
        loop {
            match xml.next()? {
                Node::Open(element) => {
                    depth += 1;
                    match element.name() {
                        "abstractNum" | "num" if depth == 2 => place = Place::begin(&element)?,
                        "lvl" | "lvlOverride" => level = level_of(&element)?,
                        _ => place.take(&element, level)?,
                    }
                }
                Node::Close => {
                    depth = depth.saturating_sub(1);
                    if depth == 1 {
                        numbering.add(std::mem::replace(&mut place, Place::Nowhere));
                        level = None;
                    }
                }
                Node::Text(_) => {}
                Node::End => return Ok(numbering),
            }
        }
    }

    fn add(&mut self, place: Place) {
        match place {
            Place::Definition(id, definition) => {
                self.definitions.entry(id).or_insert(definition);
            }
            Place::List(list) => {
                self.lists.entry(list.id.clone()).or_insert(list);
            }
            Place::Nowhere => {}
        }
    }
}

fn level_of(element: &Element<'_>) -> Result<Option<usize>, Refusal> {
    let level = element.attribute("ilvl")?;
    let level = level.and_then(|level| level.trim().parse().ok());
    Ok(level.filter(|level| *level < LEVELS))
}

impl Place {
    fn begin(element: &Element<'_>) -> Result<Self, Refusal> {
        if let Some(id) = element.attribute("abstractNumId")? {
            return Ok(Self::Definition(id, Definition::default()));
        }
        Ok(match element.attribute("numId")? {
            Some(id) => Self::List(List {
                id,
                ..List::default()
            }),
            None => Self::Nowhere,
        })
    }

    fn take(&mut self, element: &Element<'_>, level: Option<usize>) -> Result<(), Refusal> {
        match (self, level) {
            (Self::Definition(_, definition), None) => {
                if element.name() == "numStyleLink" {
                    definition.style = element.value()?;
                }
            }
            (Self::Definition(_, definition), Some(level)) => {
                if definition.levels.len() <= level {
                    definition.levels.resize_with(level + 1, Level::default);
                }
                if let Some(level) = definition.levels.get_mut(level) {
                    level.take(element)?;
                }
            }
            (Self::List(list), None) => {
                if element.name() == "abstractNumId" {
                    list.definition = element.value()?.unwrap_or_default();
                }
            }
            (Self::List(list), Some(level)) => list.take(element, level)?,
            (Self::Nowhere, _) => {}
        }
        Ok(())
    }
}

impl List {
    fn take(&mut self, element: &Element<'_>, level: usize) -> Result<(), Refusal> {
        if element.name() == "startOverride" {
            if let Some(start) = self.starts.get_mut(level) {
                *start = element.number()?;
            }
        } else if let Some(place) = self.levels.get_mut(level) {
            let mut changed = place.take().unwrap_or_default();
            changed.take(element)?;
            *place = Some(changed);
        }
        Ok(())
    }
}

impl Level {
    fn take(&mut self, element: &Element<'_>) -> Result<(), Refusal> {
        match element.name() {
            "start" => self.start = element.number()?.unwrap_or(0),
            "numFmt" => self.format = element.value()?.unwrap_or_default(),
            "lvlText" => {
                let text = element.value()?.unwrap_or_default();
                self.text = text.chars().take(LONGEST_TEXT).collect();
            }
            "lvlRestart" => self.restart = element.number()?,
            "isLgl" => self.is_legal = element.is_on()?,
            "pStyle" => self.style = element.value()?,
            _ => {}
        }
        Ok(())
    }
}
