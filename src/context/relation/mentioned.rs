//! Files that scripts, templates and settings name by their paths: `node tools/serve.js`, `{% extends "base.html" %}`.

use super::codebase::Codebase;
use super::relations::Certainty::{Likely, Possible};
use super::relations::{Lookup, Relation};
use crate::chunk::ChunkTree;
use crate::corpus::SourcePath;
use crate::index::{Clause, Condition};

/// Maximum number of documents that are read.
const MAX_DOCUMENTS: usize = 200;
/// Extensions of prose, which uses nothing.
const PROSE: [&str; 6] = ["md", "markdown", "mdx", "rst", "adoc", "txt"];

impl Codebase<'_> {
    /// Returns the places of other documents that name a file by its path: likely if the path leads there from the root or
    /// from their directory, possible for its end, or for the name alone of the only file with it. Also the number of
    /// documents with the name that were not read.
    pub(super) fn mentions_of_file(&mut self, path: &SourcePath) -> Lookup<(Vec<Relation>, usize)> {
        let name = path.file_name();
        let mut others = self.snapshot.paths()?.iter();
        let is_only = others.all(|other| other == path || other.file_name() != name);
        let clause = Clause::AnyOf(vec![Condition::Phrase(name.to_owned())]);
        let mut documents = self.paths_with(&[clause])?;
        documents.retain(|other| {
            *other != path && !PROSE.contains(&other.extension().unwrap_or_default())
        });
        let unread = documents.len().saturating_sub(MAX_DOCUMENTS);
        let documents: Vec<&SourcePath> = documents.into_iter().take(MAX_DOCUMENTS).collect();
        self.prepare(&documents, &[]);
        let mut found = Vec::new();
        for document in documents {
            if self.cancel.is_cancelled() {
                break;
            }
            if let Some(tree) = self.tree(document) {
                found.extend(mentions(&tree, path, is_only));
            }
        }
        Ok((found, unread))
    }
}

/// Returns the places in a document that name a file.
fn mentions(tree: &ChunkTree, path: &SourcePath, is_only: bool) -> Vec<Relation> {
    let text = &tree.document.text;
    let text = text.slice(0..text.len());
    let name = path.file_name();
    let mut found = Vec::new();
    for (at, _) in text.match_indices(name) {
        let is_in_path = |letter: char| letter.is_alphanumeric() || "/._-+@".contains(letter);
        let before = &text[..at];
        let start = before.trim_end_matches(is_in_path).len();
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let mut marks = tree.row().line_comments.iter();
        let after = text[at + name.len()..].trim_start_matches('.');
        if after.starts_with(is_in_path) || marks.any(|mark| line.starts_with(mark)) {
            continue;
        }
        let written = &text[start..at + name.len()];
        let end = written.trim_start_matches(['.', '/']);
        let own = tree.path().directory();
        let is_end = path
            .as_str()
            .strip_suffix(end)
            .is_some_and(|outer| outer.is_empty() || outer.ends_with('/'));
        let is_near = path.as_str() == end || (path.directory() == own && end == name);
        if is_end
            && (is_near || is_only || end.contains('/'))
            && let Some(leaf) = tree.leaf_at(at)
        {
            let certainty = if is_near { Likely } else { Possible };
            found.push(Relation::of(tree, leaf, written, at, certainty));
        }
    }
    found
}
