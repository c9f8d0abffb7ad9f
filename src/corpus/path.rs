//! Paths of documents, and locations in them.
//!
//! Principal types: [`SourcePath`] and [`Location`]. Invariant: a path is relative to the root, in UTF-8,
//! with `/` on every system.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A document's path relative to the root, with `/` between its parts. Below the common directory of several
/// repositories it begins with the place of its own; paths are equal if their texts are.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(from = "Arc<str>", into = "Arc<str>")]
pub struct SourcePath {
    text: Arc<str>,
    /// Length of the place of its repository and the slash after it; 0 for a lone repository.
    place: usize,
}

impl SourcePath {
    /// Creates a path from one that is relative to the root and uses `/`.
    pub fn new(relative: &str) -> Self {
        Self::from(Arc::<str>::from(relative))
    }

    /// Returns the whole relative path.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the path in its repository; `.` is the repository.
    pub fn in_repository(&self) -> &str {
        self.text.get(self.place..).unwrap_or(".")
    }

    /// Returns the path as a lone repository has it.
    pub fn alone(&self) -> Self {
        match self.place {
            0 => self.clone(),
            _ => Self::new(self.in_repository()),
        }
    }

    /// Returns true if it is below a directory, whose name is empty for the root.
    pub fn is_below(&self, directory: &SourcePath) -> bool {
        let rest = self.text.strip_prefix(directory.as_str());
        directory.text.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
    }

    /// Returns the place of its repository among several; empty for a lone one.
    pub fn repository(&self) -> &str {
        &self.text[..self.place.saturating_sub(1)]
    }

    /// Returns the last part: `merger.rs` of `src/indexer/merger.rs`.
    pub fn file_name(&self) -> &str {
        self.text.rsplit('/').next().unwrap_or(&self.text)
    }

    /// Returns the file name without its last extension: `merger` of `src/indexer/merger.rs`.
    pub fn stem(&self) -> &str {
        match self.file_name().rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => self.file_name(),
        }
    }

    /// Returns the extension of the file name: `rs`.
    pub fn extension(&self) -> Option<&str> {
        let (stem, extension) = self.file_name().rsplit_once('.')?;
        (!stem.is_empty()).then_some(extension)
    }

    /// Returns the directory, empty at the root: `src/indexer`.
    pub fn directory(&self) -> &str {
        match self.text.rsplit_once('/') {
            Some((directory, _)) => directory,
            None => "",
        }
    }

    /// Returns the directory that contains this path; `.` is the repository.
    pub fn parent(&self) -> Self {
        match self.directory() {
            "" => Self::new("."),
            directory => self.above(directory),
        }
    }

    /// Returns a directory above this path.
    pub fn above(&self, directory: &str) -> Self {
        Self {
            place: match directory.len() + 1 {
                length if length < self.place => 0,
                _ => self.place,
            },
            ..Self::new(directory)
        }
    }

    /// Returns the number of directories above the file.
    pub fn depth(&self) -> usize {
        self.in_repository().matches('/').count()
    }

    /// Returns the absolute path, for a repository at `root`.
    pub fn under(&self, root: &Path) -> PathBuf {
        root.join(&*self.text)
    }

    /// Returns the absolute path of a directory; `.` is the repository.
    pub fn under_root(&self, root: &Path) -> PathBuf {
        match &*self.text {
            "." => root.to_owned(),
            _ => self.under(root),
        }
    }
}

/// Resolves `a`, `./a` and `../a` relative to a directory.
pub fn beside(directory: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in directory.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

impl From<Arc<str>> for SourcePath {
    fn from(text: Arc<str>) -> Self {
        Self { text, place: 0 }
    }
}

impl From<SourcePath> for Arc<str> {
    fn from(path: SourcePath) -> Self {
        path.text
    }
}

impl PartialEq for SourcePath {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for SourcePath {}

impl PartialOrd for SourcePath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SourcePath {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for SourcePath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Debug for SourcePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("SourcePath").field(&self.text).finish()
    }
}

impl fmt::Display for SourcePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

/// The place of a repository among several: its path from their common directory. Empty for a lone repository.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(Arc<str>);

impl Place {
    /// Creates a place from a path that uses `/`.
    pub fn new(path: &str) -> Self {
        Self(path.into())
    }

    /// Returns the path; empty for a lone repository.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns a sentence about the repository, which names it if it is one of several.
    pub fn about(&self, sentence: &str) -> String {
        match self.as_str() {
            "" => sentence.to_owned(),
            place => format!("{place}: {sentence}"),
        }
    }

    /// Returns the path from the common directory, for one in the repository.
    pub fn path(&self, inner: &SourcePath) -> SourcePath {
        if self.0.is_empty() {
            return inner.clone();
        }
        let text = match inner.as_str() {
            "." | "" => self.0.clone(),
            inner => format!("{}/{inner}", self.0).into(),
        };
        let place = self.0.len() + 1;
        SourcePath { text, place }
    }

    /// Returns the path in the repository, for one from the common directory; none if it is in another one.
    pub fn inner(&self, path: &SourcePath) -> Option<SourcePath> {
        if self.0.is_empty() {
            return Some(path.clone());
        }
        match path.as_str().strip_prefix(&*self.0)? {
            "" => Some(SourcePath::new(".")),
            rest => rest.strip_prefix('/').map(SourcePath::new),
        }
    }
}

/// A location in a document. Lines and columns are 1-based; a column counts characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The document.
    pub path: SourcePath,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
}

/// `path` as seen from the directory `here`, which is `.`; both are absolute.
pub fn relative_to(here: &Path, path: &Path) -> String {
    let shared = here.components().zip(path.components());
    let shared = shared.take_while(|(one, other)| one == other).count();
    let up = here.components().skip(shared).map(|_| Component::ParentDir);
    let down = path.components().skip(shared);
    let relative: PathBuf = up.chain(down).collect();
    if relative.as_os_str().is_empty() {
        return ".".to_owned();
    }
    relative.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_current_directory() {
        let check = |here: &str, path: &str, expected: &str| {
            assert_eq!(relative_to(Path::new(here), Path::new(path)), expected);
        };
        check("/a", "/a/src/b.rs", "src/b.rs");
        check("/a", "/a/.", ".");
        check("/a/src", "/a/src/b.rs", "b.rs");
        check("/a/src/deep", "/a/b.rs", "../../b.rs");
        check("/other", "/a/b.rs", "../a/b.rs");
    }

    #[test]
    fn a_path_knows_its_repository() {
        let check = |place: &str, inner: &str, expected: &str, parent: &str| {
            let place = Place::new(place);
            let path = place.path(&SourcePath::new(inner));
            assert_eq!(path.as_str(), expected);
            assert_eq!(
                (path.in_repository(), path.repository()),
                (inner, place.as_str())
            );
            assert_eq!(place.inner(&path), Some(SourcePath::new(inner)));
            assert_eq!(path.parent().as_str(), parent);
        };
        check("", "src/a.rs", "src/a.rs", "src");
        check("", ".", ".", ".");
        check(
            "work/core",
            "src/a.rs",
            "work/core/src/a.rs",
            "work/core/src",
        );
        check("core", "a.rs", "core/a.rs", "core");
        check("core", ".", "core", ".");
        let core = Place::new("core");
        assert_eq!(core.inner(&SourcePath::new("core2/a.rs")), None);
        let root = core.path(&SourcePath::new("a.rs")).parent();
        assert_eq!((root.in_repository(), root.repository()), (".", "core"));
    }
}
