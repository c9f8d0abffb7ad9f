//! Changes since git's HEAD, or since a base.

use crate::corpus::{FileDiff, SourcePath};
use crate::syntax::Span;
use std::sync::Arc;

/// A request for changed files, or for the old text of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewRequest {
    /// The base that a query names; none for git's HEAD.
    pub base: Option<String>,
    /// The file whose old text is requested; none for the list of files.
    pub path: Option<SourcePath>,
}

/// Changed files, or the old text of one.
#[derive(Clone, Debug)]
pub enum ReviewReply {
    /// The files by path: first without numbers of lines, then with them.
    Files(Result<Arc<[ChangedFile]>, String>),
    /// The old text of a file and its differences; none if it is unchanged.
    File(SourcePath, Result<Option<Arc<OldFile>>, String>),
}

/// The old text of a changed file.
#[derive(Debug)]
pub struct OldFile {
    /// The text, and its differences.
    pub diff: FileDiff,
    /// Highlights over its bytes, sorted and without overlap.
    pub spans: Vec<Span>,
}

/// A file that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedFile {
    /// Its path.
    pub path: SourcePath,
    /// Its difference.
    pub state: FileState,
    /// Numbers of added and removed lines; none while they are not known.
    pub lines: Option<(usize, usize)>,
}

/// Difference of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileState {
    /// Only the working tree has it.
    New,
    /// Content, mode or type differ.
    Modified,
    /// The working tree no longer has it.
    Deleted,
}
