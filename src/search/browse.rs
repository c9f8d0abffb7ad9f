//! Looking around without a question: what is asked of the repository itself, and what is answered.

use super::{Examples, Outline};
use crate::corpus::SourcePath;
use std::sync::Arc;

/// Where the list of files comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileSource {
    /// From the newest snapshot; where there is none, from a walk.
    Indexed,
    /// From a walk: the index is not complete.
    Walked,
}

/// A file or a directory of the repository.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TreeEntry {
    /// Which.
    pub path: SourcePath,
    /// Whether it is a directory.
    pub is_directory: bool,
}

/// All that is wanted and not answered yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BrowseRequest {
    /// The files of the repository.
    pub files: Option<FileSource>,
    /// What these are about.
    pub about: Vec<TreeEntry>,
    /// What these files declare.
    pub outlines: Vec<SourcePath>,
    /// Names in the repository, for those who do not know what to type.
    pub examples: bool,
}

impl BrowseRequest {
    /// Whether all of it is wanted there too.
    pub fn is_within(&self, other: &Self) -> bool {
        (self.files.is_none() || self.files == other.files)
            && (!self.examples || other.examples)
            && self.about.iter().all(|entry| other.about.contains(entry))
            && self
                .outlines
                .iter()
                .all(|path| other.outlines.contains(path))
    }
}

/// One of the answers to a request.
#[derive(Clone, Debug)]
pub enum BrowseAnswer {
    /// Every file, sorted by path; or a sentence for people.
    Files(Result<Arc<[SourcePath]>, String>),
    /// What a file or a directory is about.
    About(TreeEntry, About),
    /// What a file declares; or a sentence for people.
    Outline(SourcePath, Result<Arc<Outline>, String>),
    /// Names in the repository.
    Examples(Examples),
}

/// What a file or a directory is about, as the index has it; empty where nothing is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// In one line.
    pub lead: String,
    /// In a few sentences.
    pub summary: String,
}
