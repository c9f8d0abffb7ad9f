//! The steps from a document to its parts: blocks of its format, units, leaves in sections by one stack of headings.
//!
//! Principal type: [`SectionStack`]. Invariant: the parts of each section tile it.

use super::super::cells::CELL;
use super::super::node::Role;
use super::super::part::{Draft, Label};
use super::super::source::Source;
use super::block::{BlockKind, Heading, ordered};
use super::format::Format;
use super::pack::LeafPacker;
use super::unit::{Unit, units};
use super::{asciidoc, markdown, plain, restructured};
use crate::syntax::{Kind, Language};
use std::ops::Range;

/// The parts of a document. No leaf of prose is longer than `limit` bytes if it can be packed otherwise. None
/// if the format finds no blocks, as in a `.txt` of numbers.
pub(in crate::chunk) fn parts(
    source: &Source<'_>,
    format: Format,
    limit: usize,
) -> Option<Vec<Draft>> {
    let found = match format {
        Format::Markdown | Format::Docx | Format::Pdf | Format::Notebook => {
            markdown::blocks(source, format)
        }
        Format::ReStructuredText => restructured::blocks(source),
        Format::AsciiDoc => asciidoc::blocks(source),
        Format::Plain => plain::blocks(source)?,
    };
    let blocks = ordered(found, source);
    if blocks.is_empty() {
        return None;
    }
    let units = units(source, blocks, limit);
    Some(sections(source, &units, limit))
}

/// The sections of a document, and what is in none.
fn sections(source: &Source<'_>, units: &[Unit], limit: usize) -> Vec<Draft> {
    let has_top = units
        .iter()
        .any(|unit| matches!(&unit.content, BlockKind::Heading(heading) if heading.level == 1));
    let mut outline = SectionStack {
        top: Vec::new(),
        open: Vec::new(),
        packer: LeafPacker::new(limit),
    };
    for unit in units {
        match &unit.content {
            BlockKind::Heading(heading) => outline.heading(heading, unit),
            BlockKind::FrontMatter(Some(title)) if !has_top => outline.heading(title, unit),
            BlockKind::Code(language) => outline.code(*language, "", unit.bytes.clone()),
            BlockKind::Cell(language) => outline.code(Some(*language), CELL, unit.bytes.clone()),
            _ => outline.packer.add(source, unit),
        }
    }
    outline.finish(source.len())
}

/// The open sections, innermost last; the first is the document.
struct SectionStack {
    top: Vec<Draft>,
    open: Vec<Draft>,
    packer: LeafPacker,
}

impl SectionStack {
    fn heading(&mut self, heading: &Heading, unit: &Unit) {
        self.close(heading.level, unit.bytes.start);
        let label = Label::named(&heading.name);
        self.open.push(Draft {
            name_at: Some(heading.name_at),
            level: heading.level,
            ..Draft::leaf(Kind::Section, Role::Parent, label, unit.bytes.clone())
        });
        self.packer.begin(heading.name_at, unit);
    }

    fn code(&mut self, language: Option<Language>, node_type: &'static str, bytes: Range<usize>) {
        self.pack();
        self.parts().push(Draft {
            language,
            node_type,
            ..Draft::leaf(Kind::Code, Role::Body, Label::Unnamed, bytes)
        });
    }

    /// Adds the collected text to the open section.
    fn pack(&mut self) {
        let packed = self.packer.take();
        self.parts().extend(packed);
    }

    fn parts(&mut self) -> &mut Vec<Draft> {
        match self.open.last_mut() {
            Some(section) => &mut section.parts,
            None => &mut self.top,
        }
    }

    /// Closes the sections that a heading of this level ends.
    fn close(&mut self, level: u8, end: usize) {
        self.pack();
        while let Some(mut section) = self.open.pop_if(|open| open.level >= level) {
            section.bytes.end = end;
            self.parts().push(section);
        }
    }

    fn finish(mut self, end: usize) -> Vec<Draft> {
        self.close(0, end);
        self.top
    }
}
