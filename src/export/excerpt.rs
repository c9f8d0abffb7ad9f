//! Exported locations, and the outcome of an export.

use crate::corpus::SourcePath;
use serde::Serialize;

/// A marked location in the current working tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Excerpt {
    /// The file or directory.
    pub path: SourcePath,
    /// 1-based line of the match, or else of the name.
    pub line: u32,
    /// 1-based column in this line, in characters.
    pub column: u32,
    /// 1-based column in this line in bytes, as quickfix lists expect.
    #[serde(skip)]
    pub byte_column: u32,
    /// 1-based first and last line, inclusive.
    pub lines: (u32, u32),
    /// Kind, as in `kind:` filters.
    pub kind: String,
    /// Qualified name in the file, outermost scope first.
    pub names: Vec<String>,
    /// Language name.
    pub language: Option<String>,
    /// Text. None for a directory and for deleted code.
    pub code: Option<String>,
    /// The text of this line, trimmed.
    #[serde(skip)]
    pub title: String,
}

/// Outcome of an export, with the number of excerpts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exported {
    /// The text.
    Text(String, usize),
    /// Name of the new file.
    File(String, usize),
}
