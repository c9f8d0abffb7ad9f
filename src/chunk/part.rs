//! Draft of a chunk, without an id.
//!
//! Principal type: [`Draft`]. Invariant: its parts, if any, tile it. Code, documents and windows of lines
//! produce drafts, which [`assemble`](super::assemble::assemble) numbers.

use super::node::Role;
use crate::syntax::{Kind, Language};
use std::ops::Range;

/// A node of the tree under construction. Its parts, if any, tile it.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) kind: Kind,
    pub(super) role: Role,
    /// The grammar's name for its node; empty without a node, or with nodes of several kinds.
    pub(super) node_type: &'static str,
    pub(super) label: Label,
    pub(super) bytes: Range<usize>,
    /// Start of its declaration, if it is one: labels and conditions around it precede.
    pub(super) declared_at: Option<usize>,
    /// Starts of the first names and ends of items on several lines.
    pub(super) long_items: Vec<Range<usize>>,
    /// End of its own text, if known; the bytes after it do not belong to it.
    pub(super) end: Option<usize>,
    /// True if words after the end open the next part.
    pub(super) is_before_opening: bool,
    /// The level of its heading, for a section; else 0.
    pub(super) level: u8,
    /// Location of the name.
    pub(super) name_at: Option<usize>,
    pub(super) docs: Range<usize>,
    pub(super) signature: Range<usize>,
    /// Names of the types it inherits.
    pub(super) bases: Vec<String>,
    /// Names that it defines other than its own, with their start offsets.
    pub(super) definitions: Vec<(String, usize)>,
    /// Its language, if it differs from the document's.
    pub(super) language: Option<Language>,
    /// True for a license or a comment between paragraphs: not indexed.
    pub(super) silent: bool,
    pub(super) parts: Vec<Draft>,
}

/// Source of a part's names.
#[derive(Debug, Default)]
pub(super) enum Label {
    /// The names of the parent, which it represents.
    Parents,
    /// No name.
    #[default]
    Unnamed,
    /// Its own name, after a path of names.
    Own { path: Vec<String>, name: String },
    /// `name#2` of a part `name`.
    Piece(usize),
}

impl Label {
    /// Its own name; empty if it has none.
    pub(super) fn own(&self) -> &str {
        match self {
            Self::Own { name, .. } => name,
            _ => "",
        }
    }

    /// The label for a name; [`Self::Unnamed`] for an empty one.
    pub(super) fn named(name: &str) -> Self {
        match name {
            "" => Self::Unnamed,
            name => Self::Own {
                path: Vec::new(),
                name: name.to_owned(),
            },
        }
    }
}

impl Draft {
    /// Leaves the words after the end of its last node to the next part.
    pub(super) fn end_before_opening(&mut self) {
        self.is_before_opening = true;
        if let Some(last) = self.parts.last_mut() {
            last.end_before_opening();
        }
    }

    /// A leaf without names and docs.
    pub(super) fn leaf(kind: Kind, role: Role, label: Label, bytes: Range<usize>) -> Self {
        Self {
            kind,
            role,
            label,
            bytes,
            ..Self::default()
        }
    }

    /// Extends the part by text that is not its own.
    pub(super) fn extend_to(&mut self, end: usize) {
        self.end.get_or_insert(self.bytes.end);
        self.bytes.end = end;
        if let Some(last) = self.parts.last_mut() {
            last.extend_to(end);
        }
    }

    /// Sets the language of the part and of all in it.
    pub(super) fn set_language(&mut self, language: Language) {
        self.language = Some(language);
        self.parts
            .iter_mut()
            .for_each(|part| part.set_language(language));
    }
}

/// The part of a range that lies within another; `0..0` if none does.
pub(super) fn clipped(range: &Range<usize>, around: &Range<usize>) -> Range<usize> {
    let part = range.start.max(around.start)..range.end.min(around.end);
    if part.is_empty() { 0..0 } else { part }
}
