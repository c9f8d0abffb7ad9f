//! A chunk before it has an identity.

use super::{Kind, Role};
use crate::syntax::Language;
use std::ops::Range;

/// A node of the tree while it is cut. Its parts, if any, tile it.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) kind: Kind,
    pub(super) role: Role,
    /// The grammar's name for its node; empty where it is of no node or of several kinds.
    pub(super) node_type: &'static str,
    pub(super) label: Label,
    pub(super) bytes: Range<usize>,
    /// End of its own text, if known; the bytes after it do not belong to it.
    pub(super) end: Option<usize>,
    /// The level of the heading that it is a section of; 0 for what is none.
    pub(super) level: u8,
    /// Location of the name.
    pub(super) name_at: Option<usize>,
    pub(super) docs: Range<usize>,
    pub(super) signature: Range<usize>,
    /// Names of what it inherits.
    pub(super) bases: Vec<String>,
    /// Names that it defines besides its own, and where they stand.
    pub(super) definitions: Vec<(String, usize)>,
    /// Its own language, where it is not the document's.
    pub(super) language: Option<Language>,
    /// A licence, a comment between paragraphs.
    pub(super) silent: bool,
    pub(super) parts: Vec<Draft>,
}

/// Source of a part's names.
#[derive(Debug)]
pub(super) enum Label {
    /// Those of its parent: it speaks for that.
    Parents,
    /// It has none.
    Unnamed,
    /// Its own, after a path of names.
    Own { path: Vec<String>, name: String },
    /// `name#2` of a part `name`.
    Piece(usize),
}

impl Label {
    /// A name of its own; none if it is empty.
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
    /// A leaf with only a location.
    pub(super) fn leaf(kind: Kind, role: Role, label: Label, bytes: Range<usize>) -> Self {
        Self {
            kind,
            role,
            node_type: "",
            label,
            bytes,
            end: None,
            level: 0,
            name_at: None,
            docs: 0..0,
            signature: 0..0,
            bases: Vec::new(),
            definitions: Vec::new(),
            language: None,
            silent: false,
            parts: Vec::new(),
        }
    }
}
