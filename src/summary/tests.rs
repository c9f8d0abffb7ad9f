//! Summaries of whole trees, and what holds for all of them.

mod corpus;
mod golden;
mod properties;
mod rules;

use super::module::stands_for;
use super::*;
use crate::chunk::{ChunkTree, Limits};
use crate::corpus::{Document, SourcePath, Text};
use std::collections::BTreeMap;

fn tree(path: &str, text: impl Into<Vec<u8>>) -> ChunkTree {
    let document = Document::new(SourcePath::new(path), Text::decode(text.into()));
    ChunkTree::of(document, &Limits::default())
}

/// Every summary of a repository: of its directories, innermost first, and its own.
struct Summaries {
    files: Vec<(SourcePath, Digest)>,
    /// Path, lead, text.
    modules: Vec<(String, String, String)>,
    repository: String,
}

fn summaries(name: &str, files: Vec<(SourcePath, Digest)>) -> Summaries {
    let mut directories: BTreeMap<String, Vec<(SourcePath, Digest)>> = BTreeMap::new();
    for (path, digest) in &files {
        let directory = path.directory().to_owned();
        let own = directories.entry(directory.clone()).or_default();
        own.push((path.clone(), digest.clone()));
        let mut above = directory.as_str();
        while let Some((upper, _)) = above.rsplit_once('/') {
            directories.entry(upper.to_owned()).or_default();
            above = upper;
        }
        directories.entry(String::new()).or_default();
    }
    for (path, own) in &mut directories {
        let beside = files.iter().filter(|(file, _)| stands_for(file, path));
        own.extend(beside.cloned());
    }
    let leads: BTreeMap<&String, String> = directories
        .iter()
        .map(|(path, files)| (path, module_lead(path, files)))
        .collect();
    let nested = |above: &str| -> Vec<(String, String)> {
        let is_nested = |path: &&&String| {
            let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
            !path.is_empty() && parent == above
        };
        let nested = leads.iter();
        nested
            .filter(|(path, _)| is_nested(path))
            .map(|(path, lead)| ((*path).clone(), lead.clone()))
            .collect()
    };
    let modules = directories.iter().map(|(path, files)| {
        let lead = leads.get(path).cloned().unwrap_or_default();
        (path.clone(), lead, module(path, files, &nested(path)))
    });
    Summaries {
        modules: modules.collect(),
        repository: repository(name, &files),
        files,
    }
}
