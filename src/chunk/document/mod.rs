//! Documents cut by their headings: a parser for each format, one stack of headings, one packer.
//!
//! Principal type: [`Format`]. Invariant: the function `blocks` of a format returns only the starts and kinds
//! of blocks, and none if the text does not have that format. Sections, leaves and text that is not indexed
//! are decided in one place for all formats.

mod asciidoc;
mod block;
pub(super) mod format;
mod front_matter;
mod html;
mod inline;
mod line;
mod markdown;
mod marks;
mod markup;
mod module;
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
pub(crate) use front_matter::front_matter;
pub use inline::without_inline_markup;
pub(crate) use markdown::MARKDOWN_EXTENSIONS;
pub use marks::HiddenRange;
pub use markup::{Markup, markup};
pub(super) use outline::parts;
pub use sentence::sentences;
pub(super) use split::{MAX_PROSE_LEN, is_within, pieces};
pub use table::{Table, TableColumn, TableRow};
pub(super) use without_markup::without_markup;
