//! Documents cut by their headings: a parser for each format, one stack of headings, one packer.
//!
//! Principal type: [`Format`]. Invariant: the function `blocks` of a format returns only the starts and kinds
//! of blocks, and none if the text does not have that format. Sections, leaves and text that is not indexed
//! are decided in one place for all formats.

mod asciidoc;
mod block;
mod format;
mod html;
mod inline;
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
pub use inline::without_inline_markup;
pub(crate) use markdown::MARKDOWN_EXTENSIONS;
pub use markup::{HiddenRange, Markup, markup};
pub use sentence::sentences;
pub(super) use split::{MAX_PROSE_LEN, is_within, pieces};
pub use table::{Table, TableColumn, TableRow};
pub(super) use without_markup::without_markup;

use super::part::Draft;
use super::source::Source;

/// The parts of a document. No leaf of prose is longer than `limit` bytes if it can be packed otherwise. None
/// if the format finds no blocks, as in a `.txt` of numbers.
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
