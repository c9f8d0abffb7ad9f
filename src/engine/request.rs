//! A query for an engine, and its answer.
//!
//! Principal types: [`EngineQuery`] and [`EngineFile`].

use crate::corpus::{Document, Extraction, SourcePath, Text};

/// A repository of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineRepository {
    /// Its name, by which `repo:` selects it.
    pub name: String,
    /// Version of the export that was loaded.
    pub version: String,
    /// Model of its vectors.
    pub model: String,
}

/// The values that select the candidates.
#[derive(Clone, Copy, Debug)]
pub struct EngineQuery<'q> {
    /// The words.
    pub words: &'q str,
    /// Their unit vector; none if the model knows none of them.
    pub vector: Option<&'q [f32]>,
    /// The repositories to search; none for all.
    pub repositories: Option<&'q [String]>,
}

/// A file with a candidate.
#[derive(Clone, Debug)]
pub struct EngineFile {
    /// Its repository.
    pub repository: String,
    /// Its text, by its path in the repository.
    pub document: Document,
    /// First and last line of each candidate.
    pub candidates: Vec<(u32, u32)>,
}

impl EngineFile {
    /// A file whose text was extracted for the export if its format needs it. The database does not know its pages.
    pub fn new(repository: &str, path: &str, text: &str, candidates: Vec<(u32, u32)>) -> Self {
        let path = SourcePath::new(path);
        Self {
            repository: repository.to_owned(),
            document: Document {
                extraction: Extraction::of(&path),
                ..Document::new(path, Text::from(text))
            },
            candidates,
        }
    }
}
