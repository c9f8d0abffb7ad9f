//! Cutting of a document: [`ChunkTree::of()`] decides between declarations, headings and lines.
//!
//! Invariant: leaves tile the document in order, and parents precede their children.

use super::assemble::assemble;
use super::cells::CellCode;
use super::document::{self, Format};
use super::node::Role;
use super::part::{Draft, Label};
use super::source::Source;
use super::tree::ChunkTree;
use super::{code, lines, size};
use crate::corpus::file_class::FileClass;
use crate::corpus::{Deadline, Document};
use crate::syntax::{self, Kind, Language, Outline};
use std::sync::OnceLock;
use std::time::Duration;

/// Version of the rules by which documents are cut and read. A new version means that trees may differ.
pub const CHUNKER_VERSION: u32 = 38;

/// Maximum sizes in bytes, and the time limit. A leaf of prose also has at most 800 characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// A longer leaf becomes the parent of its pieces.
    pub leaf: usize,
    /// A longer file is parsed up to this size, or to its language's own limit, and the rest is cut by lines.
    pub parse: usize,
    /// Time limit for a file; one that takes longer is cut by lines.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            leaf: 2_000,
            parse: 2_000_000,
            time: syntax::TIME_LIMIT,
        }
    }
}

impl ChunkTree {
    /// Cuts a document by its declarations or headings, or else by lines.
    pub fn of(document: Document, limits: &Limits) -> Self {
        let source = Source::new(&document.text);
        let language = Language::of(&document.path, source.text());
        let deadline = Deadline::after(limits.time);
        let (mut outline, parsed) = code_outline(&document, &source, language, limits, deadline);
        let unparsed_from = (parsed < source.len()).then(|| document.text.line_at(parsed));
        let mut format = None;
        let mut code_language = language;
        let mut parts = if let Some(mut declared) = code::parts(&source, &outline, parsed) {
            if parsed < source.len() {
                declared.extend(lines::parts(&source, parsed, limits.leaf));
            }
            declared
        } else if let Some((written, mut sections)) = sections(&document, &source, language, limits)
        {
            format = Some(written);
            let mut cells = CellCode::default();
            cells.cut(&mut sections, &source, deadline);
            code_language = cells.language().or(language);
            outline = cells.outline;
            sections
        } else {
            lines::parts(&source, 0, limits.leaf)
        };
        size::fit(&mut parts, &source, limits.leaf);
        outline.errors.truncate(syntax::MAX_ERRORS);
        let file = Draft {
            parts,
            ..Draft::leaf(Kind::File, Role::Parent, Label::Parents, 0..source.len())
        };
        let chunks = assemble(&document, &source, language, &outline.nested, file);
        let timed_out = deadline.has_passed();
        Self {
            document,
            language: code_language,
            format,
            chunks,
            imports: outline.imports,
            exports: outline.exports,
            references: outline.references,
            by_name: OnceLock::new(),
            bindings: outline.bindings,
            local_scopes: outline.local_scopes,
            errors: outline.errors,
            unparsed_from: unparsed_from.or(timed_out.then_some(1)),
            timed_out,
        }
    }
}

/// The outline of code and the end of the text that was parsed for it; an empty outline for any other text.
fn code_outline(
    document: &Document,
    source: &Source<'_>,
    language: Option<Language>,
    limits: &Limits,
    deadline: Deadline,
) -> (Outline, usize) {
    let Some(language) = language.filter(|language| !language.is_prose() && source.len() > 0)
    else {
        return (Outline::default(), source.len());
    };
    let parsable = syntax::parsed_prefix(source.text(), language, limits.parse);
    let Some(mut outline) = syntax::outline(parsable, language, deadline) else {
        return (Outline::default(), source.len());
    };
    if FileClass::of(&document.path, &[]) == FileClass::Generated {
        outline.flatten_objects();
    }
    let mut parsed = source.len();
    if parsable.len() < source.len() {
        parsed = source.line_start(outline.drop_last());
    }
    (outline, parsed)
}

/// The format of a document and its sections; none for an empty or over-long text, and without a format.
fn sections(
    document: &Document,
    source: &Source<'_>,
    language: Option<Language>,
    limits: &Limits,
) -> Option<(Format, Vec<Draft>)> {
    if !(1..=limits.parse).contains(&source.len()) {
        return None;
    }
    let format = Format::of(document, language, source.text())?;
    Some((format, document::parts(source, format, limits.leaf)?))
}
