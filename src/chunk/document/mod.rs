//! Documents cut by their headings: a parser for each format, one stack of headings, one packer.
//!
//! Principal type: [`Format`]. Invariant: the function `blocks` of a format only says where blocks begin and
//! what they are, and finds none in a text that is not of the format after all; what is a section, a leaf or
//! silent is decided in one place for all of them.

mod asciidoc;
mod block;
mod format;
mod html;
mod line;
mod markdown;
mod markdown_words;
mod markup;
mod numbering;
mod outline;
mod pack;
mod plain;
mod prose;
mod restructured;
mod sentence;
mod split;
mod table;
mod unit;
mod without_markup;

pub use format::Format;
pub use markup::{HiddenRange, Markup, markup};
pub use sentence::sentences;
pub(super) use split::{LONGEST_PROSE, is_within, pieces};
pub use table::{Table, TableColumn, TableRow};
pub(super) use without_markup::without_markup;

use super::part::Draft;
use super::source::Source;

/// The parts of a document, no leaf of prose that could be packed otherwise longer than `limit`
/// bytes. None where its format finds nothing in it: a `.txt` of numbers, say.
pub(super) fn parts(source: &Source<'_>, format: Format, limit: usize) -> Option<Vec<Draft>> {
    let blocks = match format {
        Format::Markdown | Format::Docx | Format::Pdf => markdown::blocks(source),
        Format::ReStructuredText => restructured::blocks(source),
        Format::AsciiDoc => asciidoc::blocks(source),
        Format::Plain => plain::blocks(source),
    };
    let blocks = block::ordered(blocks, source);
    let is_found = !blocks.is_empty();
    is_found.then(|| outline::parts(source, unit::units(source, blocks, limit), limit))
}
