//! The steps from a document to its parts: blocks of its format, units, leaves in sections.

use super::super::part::Draft;
use super::super::source::Source;
use super::format::Format;
use super::{asciidoc, block, markdown, outline, plain, restructured, unit};

/// The parts of a document. No leaf of prose is longer than `limit` bytes if it can be packed otherwise. None
/// if the format finds no blocks, as in a `.txt` of numbers.
pub(in crate::chunk) fn parts(
    source: &Source<'_>,
    format: Format,
    limit: usize,
) -> Option<Vec<Draft>> {
    let found = match format {
        Format::Markdown | Format::Docx | Format::Pdf | Format::Notebook => {
            markdown::blocks(source)
        }
        Format::ReStructuredText => restructured::blocks(source),
        Format::AsciiDoc => asciidoc::blocks(source),
        Format::Plain => plain::blocks(source)?,
    };
    let blocks = block::ordered(found, source);
    if blocks.is_empty() {
        return None;
    }
    let units = unit::units(source, blocks, limit);
    Some(outline::parts(source, &units, limit))
}
