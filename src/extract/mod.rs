//! Reading of documents. DOCX and PDF are converted to Markdown first, with a form feed between
//! pages.
//!
//! Principal type: [`DocumentReader`], which turns a path into a [`Document`](crate::corpus::Document). Invariant: converters run in
//! a child process with a time limit and a memory limit, so that no file can block, crash or
//! exhaust the program. Their output is cached by file content.
//!
//! # Choice of the converters
//!
//! unpdf and undoc were compared with others on thirty PDF and thirty DOCX files, mostly manuals
//! from Debian. unpdf found 80% of the headings in order, pdf-inspector 77%, pdf_oxide 8%; with the
//! corrections of `cleanup`, which uses the outline, section numbers and bold lines, it reaches 91%.
//! undoc found 100%, anytomd 99%, undocx 49%. unpdf takes about 7 ms a page.

#[cfg(feature = "documents")]
mod block;
mod cache;
mod child;
#[cfg(feature = "documents")]
mod cleanup;
#[cfg(feature = "documents")]
mod docx;
#[cfg(feature = "documents")]
mod docx_markdown;
#[cfg(feature = "documents")]
mod hyphens;
#[cfg(feature = "documents")]
mod notes;
#[cfg(feature = "documents")]
mod package;
#[cfg(feature = "documents")]
mod pdf;
mod process;
mod reader;
mod refusal;
#[cfg(feature = "documents")]
mod running;

pub use cache::EXTRACTOR_VERSION;
pub use child::run;
pub use process::own_program;
pub use reader::DocumentReader;
pub use refusal::{Bounds, Refusal};
