//! An export: places of the repository as one text, for an editor, a person or a program.
//!
//! Principal type: [`Format`]. Invariant: a text is made of nothing but its excerpts; reading the
//! files they are from, and writing the text to one, is for others.

mod format;

pub use format::Format;

use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use serde::Serialize;

/// A chunk, a file or a directory that is to be exported, as it was when it was marked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The file or directory that it is, or that it is in.
    pub path: SourcePath,
    /// Its chunk; a directory's own.
    pub id: ChunkId,
    /// Its content hash, in case it has another id now; 0 where it is not known.
    pub hash: u64,
    /// 1-based line of its name.
    pub line: u32,
    /// What it is, as in `kind:` filters.
    pub kind: &'static str,
    /// Its names from the file down, without the file.
    pub names: Vec<String>,
    /// There is no text of it.
    pub is_directory: bool,
}

/// What was marked, as the working tree has it now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Excerpt {
    /// The file or directory.
    pub path: SourcePath,
    /// 1-based line of the name.
    pub line: u32,
    /// 1-based column of the name, in characters.
    pub column: u32,
    /// The same in bytes, as lists of errors have it.
    #[serde(skip)]
    pub byte_column: u32,
    /// 1-based first and last line, inclusive.
    pub lines: (u32, u32),
    /// What it is, as in `kind:` filters.
    pub kind: &'static str,
    /// Names from the file down, without the file.
    pub names: Vec<String>,
    /// The language's name.
    pub language: Option<String>,
    /// Its text; none of a directory, and of what is not there any more.
    pub code: Option<String>,
    /// The line of its name, without the white space around.
    #[serde(skip)]
    pub title: String,
}

/// What came of an export, with how many places are in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exported {
    /// The text itself.
    Text(String, usize),
    /// The name of the new file that has it.
    File(String, usize),
    /// Nothing: it was stopped.
    Stopped,
}
