//! Scope of a walk: the whole repository or parts of it.
//!
//! Principal types: [`Scope`] and [`PartialScope`]. Invariant: a partial walk lists exactly the entries that
//! a full walk lists in its scope. The watcher creates the scope of changed paths.

use super::path::SourcePath;
use super::root::Root;
use std::collections::BTreeSet;
use std::path::{Component, Path};

/// The whole repository, or its changed parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// Every file.
    #[default]
    Everything,
    /// Only these parts.
    Part(PartialScope),
}

/// Directories with their direct entries, and paths with everything below them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartialScope {
    /// Directories whose direct files are scanned; the root is the empty path.
    listed: BTreeSet<String>,
    /// Paths that are scanned with everything below them if they are or were directories.
    whole: BTreeSet<String>,
    /// Ancestors of `listed` and `whole`.
    ancestors: BTreeSet<String>,
}

impl Scope {
    /// Returns the scope of a change at these absolute paths: their directories, because only the case of
    /// a name may have changed, and everything below them, because a file may have replaced a directory.
    /// Paths outside the root are skipped.
    pub fn from_paths<'p>(root: &Root, paths: impl IntoIterator<Item = &'p Path>) -> Self {
        let mut part = PartialScope::default();
        for path in paths {
            let Some(below) = named(root.path(), path) else {
                continue;
            };
            if below.as_str().is_empty() {
                return Self::Everything;
            }
            let directory = below.directory();
            part.ancestors
                .extend(ancestors(directory).map(str::to_owned));
            part.listed.insert(directory.to_owned());
            part.whole.insert(below.as_str().to_owned());
        }
        Self::Part(part)
    }

    /// Returns true if this file is in the scope.
    pub fn covers(&self, file: &SourcePath) -> bool {
        let Self::Part(part) = self else { return true };
        part.listed.contains(file.directory()) || part.is_whole(file.as_str())
    }

    /// Returns true if everything below this directory is in the scope.
    pub fn covers_directory(&self, directory: &SourcePath) -> bool {
        let Self::Part(part) = self else { return true };
        part.is_whole(directory.as_str())
    }

    /// Returns true if the scope is empty.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Part(part) if part.ancestors.is_empty())
    }

    /// Returns true if this directory is an ancestor of something in the scope.
    pub(super) fn enters(&self, directory: &SourcePath) -> bool {
        let Self::Part(part) = self else { return true };
        part.ancestors.contains(directory.as_str()) || part.is_whole(directory.as_str())
    }
}

impl PartialScope {
    fn is_whole(&self, path: &str) -> bool {
        ancestors(path).any(|above| self.whole.contains(above))
    }
}

/// Returns a path and its ancestors up to the root, which is empty.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| match path.rsplit_once('/') {
        Some((above, _)) => Some(above),
        None if path.is_empty() => None,
        None => Some(""),
    })
}

/// Returns the path relative to the root, or the nearest ancestor that is UTF-8; none for a path that is
/// not below the root.
fn named(root: &Path, path: &Path) -> Option<SourcePath> {
    let mut parts = Vec::new();
    for part in path.strip_prefix(root).ok()?.components() {
        let Component::Normal(part) = part else {
            return None;
        };
        let Some(part) = part.to_str() else {
            break;
        };
        parts.push(part);
    }
    Some(SourcePath::new(&parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Creates a repository of `src/a.rs`, `src/deep/b.rs` and `lib/c.rs`, and the scope of some paths.
    fn around(paths: &[&str]) -> Scope {
        let directory = tempfile::tempdir().unwrap();
        for file in ["src/a.rs", "src/deep/b.rs", "lib/c.rs"] {
            let file = directory.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let root = Root::exactly(directory.path()).unwrap();
        let paths: Vec<_> = paths.iter().map(|path| root.path().join(path)).collect();
        Scope::from_paths(&root, paths.iter().map(std::path::PathBuf::as_path))
    }

    fn check(changed: &[&str], covered: &[&str], not: &[&str]) {
        let scope = around(changed);
        for path in covered {
            assert!(scope.covers(&SourcePath::new(path)), "{changed:?}: {path}");
        }
        for path in not {
            assert!(!scope.covers(&SourcePath::new(path)), "{changed:?}: {path}");
        }
    }

    #[test]
    fn a_changed_file_scans_its_directory() {
        check(
            &["src/a.rs"],
            &["src/a.rs", "src/A.rs"],
            &["a.rs", "src/deep/b.rs", "srcs/a.rs", "lib/c.rs"],
        );
        check(&["top.rs"], &["top.rs", "other.rs"], &["src/a.rs"]);
    }

    #[test]
    fn a_file_that_replaced_a_directory_scans_its_former_contents() {
        check(&["src/a.rs"], &["src/a.rs/was/here.rs"], &["src/deep/b.rs"]);
    }

    #[test]
    fn a_changed_directory_scans_everything_below() {
        check(
            &["src/deep"],
            &["src/deep/b.rs", "src/deep/er/x.rs", "src/a.rs"],
            &["lib/c.rs", "src/deeper/x.rs"],
        );
        check(&["gone"], &["gone", "gone/x/y.rs"], &["src/a.rs"]);
    }

    #[test]
    fn the_root_scans_everything_and_outside_paths_nothing() {
        assert_eq!(around(&[""]), Scope::Everything);
        assert!(around(&["/elsewhere/a.rs"]).is_empty());
        assert!(around(&["src/../../a.rs"]).is_empty());
        assert!(around(&[]).is_empty());
        assert!(!around(&["a.rs"]).is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_path_that_is_not_utf8_scans_its_nearest_named_directory() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;

        let name = Path::new(OsStr::from_bytes(b"/r/src/\xFF/x.rs"));
        assert_eq!(named(Path::new("/r"), name), Some(SourcePath::new("src")));
    }
}
