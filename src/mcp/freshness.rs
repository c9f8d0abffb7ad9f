//! The first lines of every result: the freshness of the index, and what it lacks.

use super::tools::RepositoryTools;
use crate::chunk::file_id;
use crate::corpus::{Cancel, SourcePath, explain_ignored};
use crate::index::{Manifest, Snapshot};
use crate::pages::{first_names, path, safe};
use crate::project::{Freshness, nothing_indexed};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// Maximum number of files or chunks that are looked up in the index to name the missing ones.
const MAX_LOOKUPS: usize = 20_000;
/// Maximum number of directories that a heading names.
const MAX_PARTS: usize = 6;

impl RepositoryTools {
    /// `fresh: yes` or the progress of indexing, and the parts of the repository that are not indexed yet.
    pub(super) fn heading(&self, freshness: Freshness, cancel: &Cancel) -> String {
        let snapshot = self.live.snapshots.latest().ok().flatten();
        let snapshot = snapshot.as_deref();
        let (vectors, leaves) = snapshot.map_or((0, 0), |index| (index.vectors(), index.leaves()));
        if freshness.fresh && vectors == leaves {
            let is_empty = snapshot.is_none_or(|index| index.files() == 0);
            let mut rules = self
                .project
                .repositories()
                .into_iter()
                .filter_map(|(_, it)| explain_ignored(it.root(), it.reader.limits()));
            return match is_empty.then(|| rules.next()).flatten() {
                Some(rule) => format!("fresh: yes\n{}\n", nothing_indexed(safe(&rule))),
                None => "fresh: yes\n".to_owned(),
            };
        }
        if freshness.fresh {
            let mut without = String::new();
            if let Some(snapshot) = snapshot
                && leaves - vectors <= MAX_LOOKUPS
                && let Ok(paths) = snapshot.files_without_vectors()
            {
                without = format!("; keywords only: {}", parts(paths.iter()));
            }
            return format!(
                "fresh: yes (semantic search covers {vectors} of {leaves} chunks so far{without})\n"
            );
        }
        let reason = match (self.live.failure(), self.live.progress()) {
            (Some(failure), _) => failure,
            (None, Some((done, all @ 1..))) => {
                format!(
                    "indexing: {done} of {all} changed files read; {vectors} of {leaves} chunks have vectors"
                )
            }
            _ => freshness.warning().unwrap_or_default(),
        };
        let mut heading = format!("fresh: no ({reason})\n");
        if let Some(share) = freshness.searched(snapshot.map_or(0, Snapshot::files)) {
            let _ = writeln!(
                heading,
                "partial: from {:.0}% of the files",
                (share * 100.0).floor()
            );
        }
        if let Some(missing) = self.missing(snapshot, cancel) {
            let _ = writeln!(heading, "not indexed yet: {missing}");
        }
        heading
    }

    /// The parts of the repository that are not in the snapshot, though they may be indexed; none if it has too
    /// many files to check.
    fn missing(&self, snapshot: Option<&Snapshot>, cancel: &Cancel) -> Option<String> {
        let walk = self.project.reader.walk(cancel);
        if walk.files.len() > MAX_LOOKUPS {
            return None;
        }
        let mut refused = HashSet::new();
        for (place, project) in self.project.repositories() {
            let manifest = Manifest::read(&project.index);
            let known = manifest.iter().flat_map(Manifest::refused);
            refused.extend(known.map(|file| place.path(&file.path)));
        }
        let mut missing = Vec::new();
        for file in &walk.files {
            let found = snapshot.map(|index| index.find(file_id(&file.path)));
            if matches!(found, None | Some(Ok(None))) && !refused.contains(&file.path) {
                missing.push(&file.path);
            }
        }
        (!missing.is_empty()).then(|| parts(missing))
    }
}

/// `src (120 files), docs (3 files) and 2 more`: files by their first directory, most files first.
fn parts<'a>(paths: impl IntoIterator<Item = &'a SourcePath>) -> String {
    let mut parts: BTreeMap<&str, usize> = BTreeMap::new();
    for file in paths {
        let part = file.as_str().split('/').next().unwrap_or_default();
        *parts.entry(part).or_default() += 1;
    }
    let mut parts: Vec<(&str, usize)> = parts.into_iter().collect();
    parts.sort_by_key(|(_, files)| std::cmp::Reverse(*files));
    let mut named = Vec::new();
    for (part, files) in parts {
        named.push(match files {
            1 => path(part),
            _ => format!("{} ({files} files)", path(part)),
        });
    }
    first_names(named, MAX_PARTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_by_the_number_of_their_files() {
        let check = |paths: &[&str], expected: &str| {
            let paths: Vec<SourcePath> = paths.iter().map(|path| SourcePath::new(path)).collect();
            assert_eq!(parts(paths.iter()), expected);
        };
        check(&[], "");
        check(&["a.rs", "src/a.rs", "src/b/c.rs"], "src (2 files), a.rs");
        let many = ["a", "b", "c", "d", "e", "f", "g", "h"];
        check(&many, "a, b, c, d, e, f and 2 more");
    }
}
