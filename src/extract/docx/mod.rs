//! The text of Office Open XML documents (ECMA-376, ISO/IEC 29500): what word processors save as
//! `.docx`, `.docm`, `.dotx` and `.dotm`.
//!
//! A *package* (a zip) holds *parts* (XML). A part's text is a *story*: the body, a note, a text
//! box. A story is read into *pieces*, one a paragraph or row, and these are written as text with
//! blocks. Invariant: every part is streamed and metered, no recursion follows its nesting, and a
//! part that breaks half way refuses the document by that part's name; nothing is half read.
//!
//! # What is chosen where the format leaves a choice
//!
//! - The title (style Title) is a heading of level 1, and every heading after it is one level
//!   lower than its style says; without a title the levels are the styles'.
//! - A note follows the paragraph, list or table that refers to it, as `[1] …`, so that it stays
//!   under its heading.
//! - A table's row is a line of cells. A row with one cell in a table of one column, or with a cell
//!   of many paragraphs, is there for the layout: it gives its paragraphs.
//! - What repeats other text is left out: tables of contents, indexes, headers and footers; so is
//!   what the author does not show: hidden text, tracked deletions, comments.

mod counters;
mod fields;
mod fonts;
mod headings;
mod math;
mod normal;
mod numbering;
mod package;
mod paragraph;
mod piece;
mod relations;
mod signature;
mod story;
mod styles;
mod symbol;
mod table;
mod tag;
mod walk;
mod write;
mod xml;

#[cfg(test)]
mod tests;

use super::{Limits, Refusal};
use crate::corpus::Block;
use counters::Counters;
use numbering::Numbering;
use package::Package;
use relations::Kind;
use story::Notes;
use styles::Styles;
use walk::Walk;

/// XML is this many times longer than its text at most: run by run marked-up text is about 50.
const XML_PER_TEXT: u64 = 64;
/// However little text is asked for, this much XML is read, in bytes: styles alone can be 1 MB.
const LEAST_XML: u64 = 64 << 20;

/// The text of a document and its blocks.
///
/// # Errors
/// When the document is encrypted, is not a word-processing package, breaks its format in any part
/// that is read, has more than `limits.text` bytes of text, or pictures only.
pub(super) fn read(raw: &[u8], limits: &Limits) -> Result<(String, Vec<Block>), Refusal> {
    let budget = (limits.text as u64)
        .saturating_mul(XML_PER_TEXT)
        .max(LEAST_XML);
    let mut package = Package::open(raw, budget)?;
    let main = package.main()?;
    let relations = package.relations(&main)?;
    let styles = match relations.target(Kind::Styles) {
        Some(part) => Styles::read(&mut package.part(part)?)?,
        None => Styles::default(),
    };
    let numbering = match relations.target(Kind::Numbering) {
        Some(part) => Numbering::read(&mut package.part(part)?)?,
        None => Numbering::default(),
    };
    let mut notes = Notes::default();
    for (kind, root) in [(Kind::Footnotes, "footnotes"), (Kind::Endnotes, "endnotes")] {
        if let Some(part) = relations.target(kind) {
            let counters = Counters::new(&numbering, &styles);
            let walk = Walk::new(&styles, counters, Notes::default(), limits.text);
            notes.add(walk.notes(&mut package.part(part)?, root)?);
        }
    }
    let counters = Counters::new(&numbering, &styles);
    let walk = Walk::new(&styles, counters, notes, limits.text);
    let body = walk.body(&mut package.part(&main)?)?;
    write::write(body, limits.text)
}
