//! Data for browsing without a query: files, their summaries and declarations, and the map.

use crate::corpus::{ChangedFiles, SourcePath};
use crate::search::DocumentOutline;
use std::sync::Arc;

/// A summary of the repository, and locations to begin reading at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RepositoryMap {
    /// Its summary; empty without one.
    pub summary: String,
    /// Entry points, types and directories; none is empty.
    pub parts: Vec<MapPart>,
    /// True if it took so long that it is made again only on request.
    pub is_slow: bool,
}

/// A part of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapPart {
    /// Title for people.
    pub title: String,
    /// Its rows; each opens a location.
    pub rows: Vec<MapRow>,
}

/// A row of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapRow {
    /// A line of code, a type or a directory.
    pub name: String,
    /// Its location, or what it uses.
    pub note: String,
    /// The file or directory.
    pub path: SourcePath,
    /// 1-based line; none for a directory.
    pub line: Option<u32>,
}

/// Source of the file list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileSource {
    /// The newest snapshot, or a directory walk if there is none.
    Indexed,
    /// A directory walk, because the index is incomplete.
    Walked,
}

/// A file or directory of the repository.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TreeEntry {
    /// Path relative to the root.
    pub path: SourcePath,
    /// True for a directory.
    pub is_directory: bool,
}

/// Data for browsing that was requested and has not arrived.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BrowseRequest {
    /// All files of the repository.
    pub files: Option<FileSource>,
    /// Summaries of these files and directories.
    pub about: Vec<TreeEntry>,
    /// Declarations of these files.
    pub outlines: Vec<SourcePath>,
    /// Numbers of lines of these files.
    pub lines: Vec<SourcePath>,
    /// Files that differ from git's HEAD.
    pub changed: bool,
}

impl BrowseRequest {
    /// Returns true if `self` is a subset of the other.
    pub fn is_within(&self, other: &Self) -> bool {
        (self.files.is_none() || self.files == other.files)
            && (!self.changed || other.changed)
            && self.lines.iter().all(|path| other.lines.contains(path))
            && self.about.iter().all(|entry| other.about.contains(entry))
            && self
                .outlines
                .iter()
                .all(|path| other.outlines.contains(path))
    }
}

/// One part of the data for browsing.
#[derive(Clone, Debug)]
pub enum BrowseReply {
    /// All files, sorted by path.
    Files(Result<Arc<[SourcePath]>, String>),
    /// Summary of a file or directory.
    About(TreeEntry, EntrySummary),
    /// Declarations of a file.
    Outline(SourcePath, Option<Arc<DocumentOutline>>),
    /// Number of lines of a file; 0 if it cannot be read.
    Lines(SourcePath, u32),
    /// Files that differ from git's HEAD.
    Changed(ChangedFiles),
}

/// Summary of a file or directory; empty if there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntrySummary {
    /// One line.
    pub lead: String,
    /// A few sentences.
    pub summary: String,
}
