//! The files of the repository as a sorted list of paths.
//!
//! Principal type: [`Listing`]. Invariant: the files of a directory are a range of the list, so a directory
//! is read when it is opened, whatever the size of the repository.

use super::node::{RowKind, TreeNode};
use crate::corpus::SourcePath;
use std::ops::Range;
use std::sync::Arc;

/// Every file, sorted by path, so that the files of a directory are a range.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Listing(Arc<[SourcePath]>);

impl Listing {
    /// A list of paths that are sorted.
    pub(crate) fn from_sorted(paths: Arc<[SourcePath]>) -> Self {
        debug_assert!(paths.is_sorted(), "a walk and a snapshot sort by path");
        Self(paths)
    }

    /// The file at an index.
    pub(crate) fn get(&self, at: usize) -> Option<&SourcePath> {
        self.0.get(at)
    }

    /// The index of a file.
    pub(crate) fn position(&self, file: &SourcePath) -> Option<usize> {
        self.0.binary_search(file).ok()
    }

    /// The files that meet a condition.
    pub(crate) fn retain(&self, is_kept: impl Fn(&SourcePath) -> bool) -> Self {
        Self(
            self.0
                .iter()
                .filter(|path| is_kept(path))
                .cloned()
                .collect(),
        )
    }

    /// Number of files.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Entries of a directory, `""` for the repository: directories, then files, each by name.
    pub(super) fn entries(&self, directory: &str) -> Vec<TreeNode> {
        let slash = if directory.is_empty() { "" } else { "/" };
        let prefix = format!("{directory}{slash}");
        let within = self.range(&prefix);
        let (mut directories, mut files) = (Vec::new(), Vec::new());
        let mut at = within.start;
        while at < within.end
            && let Some(path) = self.0.get(at)
        {
            match child(path, &prefix) {
                None => {
                    let file = TreeNode::without_hit(path, path.file_name(), RowKind::File);
                    files.push(file);
                    at += 1;
                }
                Some(below) => {
                    let inside = self.range(&format!("{below}/"));
                    directories.push(self.chain(below, &prefix, inside.clone()));
                    // A range that holds this path ends after it.
                    at = inside.end.max(at + 1);
                }
            }
        }
        // `a/` sorts after `a-b/`, but `a` before `a-b`.
        directories.sort_by(|one, other| one.name.cmp(&other.name));
        directories.append(&mut files);
        directories
    }

    /// A directory with the number of files in it, at any depth. Directories that contain only the next one
    /// are one node: the last of them, named by its path relative to `prefix` (`main/java`).
    fn chain(&self, directory: &str, prefix: &str, inside: Range<usize>) -> TreeNode {
        let mut last = directory.to_owned();
        let file = self.0.get(inside.start).cloned().unwrap_or_default();
        let ends = |at: usize| self.0.get(at).map_or("", SourcePath::as_str);
        let (first, end) = (ends(inside.start), ends(inside.end.saturating_sub(1)));
        // A repository has its own row.
        while last != file.repository() {
            let below = format!("{last}/");
            // A prefix of the first and the last path is a prefix of all between.
            match (child_directory(first, &below), child_directory(end, &below)) {
                (Some(one), Some(other)) if one == other => last = format!("{below}{one}"),
                _ => break,
            }
        }
        let name = last.strip_prefix(prefix).unwrap_or(&last);
        TreeNode {
            count: inside.len(),
            ..TreeNode::without_hit(&file.above(&last), name, RowKind::Directory)
        }
    }

    /// Index range of the paths with this prefix.
    fn range(&self, prefix: &str) -> Range<usize> {
        let start = self.0.partition_point(|path| path.as_str() < prefix);
        let rest = self.0.get(start..).unwrap_or_default();
        let count = rest.partition_point(|path| path.as_str().starts_with(prefix));
        start..start + count
    }
}

/// The directory right below `prefix` that contains a path. None for a file there.
fn child<'p>(path: &'p SourcePath, prefix: &str) -> Option<&'p str> {
    let name = child_directory(path.as_str(), prefix)?;
    path.as_str().get(..prefix.len() + name.len())
}

/// The name of the directory right below `prefix` that contains a path.
fn child_directory<'p>(path: &'p str, prefix: &str) -> Option<&'p str> {
    let (name, _) = path.strip_prefix(prefix)?.split_once('/')?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Place;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn listing(paths: &[&str]) -> Listing {
        let paths: BTreeSet<SourcePath> = paths.iter().map(|path| SourcePath::new(path)).collect();
        Listing::from_sorted(paths.into_iter().collect())
    }

    #[test]
    fn repositories_are_rows_of_their_own() {
        let place = |place: &str, inner: &str| Place::new(place).path(&SourcePath::new(inner));
        let paths = [place("team/a", "src/x.rs"), place("team/a", "src/y.rs")];
        let listing = Listing::from_sorted(paths.into());
        let rows = listing.entries("");
        let [row] = &*rows else {
            panic!("one row");
        };
        assert_eq!((&*row.name, row.path.in_repository()), ("team/a", "."));
        assert_eq!(listing.entries("team/a")[0].name, "src");
    }

    fn check(directory: &str, expected: &[&str]) {
        let listing = listing(&[
            "Cargo.toml",
            "a-b/x.rs",
            "a/x.rs",
            "a/y/z.rs",
            "src/main/java/org/App.java",
            "src/main/java/org/deep/er/Util.java",
            "src/main/java/org/deep/er/Work.java",
        ]);
        let entries = listing.entries(directory).into_iter();
        let shown: Vec<String> = entries
            .map(|entry| match entry.what {
                RowKind::Directory => format!("{} ({}) {}", entry.name, entry.path, entry.count),
                _ => entry.name,
            })
            .collect();
        assert_eq!(shown, expected, "{directory}");
    }

    #[test]
    fn chains_of_single_directories_are_one_row() {
        check(
            "",
            &[
                "a (a) 2",
                "a-b (a-b) 1",
                "src/main/java/org (src/main/java/org) 3",
                "Cargo.toml",
            ],
        );
        check("a", &["y (a/y) 1", "x.rs"]);
        check(
            "src/main/java/org",
            &["deep/er (src/main/java/org/deep/er) 2", "App.java"],
        );
        check("nowhere", &[]);
    }

    proptest! {
        /// Opened all the way down, every file is there once, and the counts add up.
        #[test]
        fn every_file_is_found_once(paths in prop::collection::btree_set("[ab-]{1,2}(/[ab-]{1,2}){0,4}", 0..40)) {
            // A file cannot be a directory as well.
            let paths: Vec<&str> = paths.iter().map(String::as_str).filter(|path| {
                let below = format!("{path}/");
                !paths.iter().any(|other| other.starts_with(&below))
            }).collect();
            let listing = listing(&paths);
            let mut found = BTreeSet::new();
            let mut open = vec![(String::new(), listing.len())];
            while let Some((directory, files)) = open.pop() {
                let before = found.len() + open.iter().map(|(_, files)| files).sum::<usize>();
                for entry in listing.entries(&directory) {
                    let path = entry.path.to_string();
                    match entry.what {
                        RowKind::Directory => open.push((path, entry.count)),
                        _ => prop_assert!(found.insert(path)),
                    }
                }
                let after = found.len() + open.iter().map(|(_, files)| files).sum::<usize>();
                prop_assert_eq!(before + files, after);
            }
            prop_assert_eq!(found, paths.iter().map(|path| path.to_string()).collect());
        }
    }
}
