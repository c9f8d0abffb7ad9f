//! Paths as module names, and the distance between paths.

use crate::chunk::{ChunkTree, Kind, Role};
use crate::corpus::SourcePath;
pub(super) use crate::corpus::beside;
use crate::syntax::{Import, Language, Packages};
use std::cmp::Reverse;

/// File names that represent their directory.
pub(super) const DIRECTORY_FILES: &[&str] =
    &["mod", "index", "init", "lib", "main", "default", "action"];

/// Returns the parts of a document's module: its path without the extension and, below the root directory,
/// names of [`DIRECTORY_FILES`].
pub(super) fn module_of(path: &SourcePath) -> Vec<String> {
    let mut parts = stem_of(path.as_str());
    let stem = parts.pop().unwrap_or_default();
    if parts.is_empty() || !DIRECTORY_FILES.contains(&stem.as_str()) {
        parts.push(stem);
    }
    parts
}

/// Returns the normalized parts of a path, the last without extension.
pub(super) fn stem_of(path: &str) -> Vec<String> {
    let path = SourcePath::new(path);
    let stem = path.stem().trim_end_matches(".d");
    parts_of(&beside(path.directory(), stem))
}

/// Returns the normalized parts of a path.
pub(super) fn parts_of(path: &str) -> Vec<String> {
    let parts = path.split('/').filter(|part| !part.is_empty());
    parts.map(normalize).collect()
}

/// Normalizes a part of a path: `HTTPServer`, `http_server` and `http-server` are equal.
pub(super) fn normalize(part: &str) -> String {
    let letters = part.chars().filter(|letter| !matches!(letter, '_' | '-'));
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the paths that share the most leading directories with `to`.
pub(super) fn nearest<'a>(mut found: Vec<&'a SourcePath>, to: &SourcePath) -> Vec<&'a SourcePath> {
    let longest = found.iter().map(|path| shared(path, to)).max();
    found.retain(|path| Some(shared(path, to)) == longest);
    found.sort_unstable();
    found.dedup();
    found
}

/// Sort key of a path as seen from a document: that document first, then the nearest directories.
pub(crate) fn distance(path: &SourcePath, from: &SourcePath) -> (bool, Reverse<usize>) {
    (path != from, Reverse(shared(path, from)))
}

/// Returns the number of leading directories that two paths share.
pub(crate) fn shared(one: &SourcePath, other: &SourcePath) -> usize {
    let parts = one.directory().split('/').zip(other.directory().split('/'));
    parts.take_while(|(one, other)| one == other).count()
}

/// Returns the number of inline modules around a byte.
pub(crate) fn inline_modules(tree: &ChunkTree, at: usize) -> usize {
    let modules = tree.chunks.iter().filter(|chunk| {
        let is_module = chunk.role == Role::Parent && chunk.kind == Kind::Module;
        is_module && chunk.bytes.contains(&at)
    });
    modules.count()
}

/// Returns true for a path of Rust that begins with an inline module of the document: `pub use inner::open`.
pub(crate) fn is_inline(tree: &ChunkTree, import: &Import) -> bool {
    let first = import.module.split("::").next().unwrap_or_default();
    let mut chunks = tree.chunks.iter();
    matches!(
        tree.language.map(Language::packages),
        Some(Packages::Rooted(_))
    ) && chunks.any(|chunk| chunk.kind == Kind::Module && chunk.name == first)
}
