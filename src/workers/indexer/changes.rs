//! Changed files of the working tree, and the order in which they are read.

use crate::corpus::{Extraction, Fingerprint, Found, Scope, SourcePath, now_ns};
use crate::index::{FileOutcome, FileState};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Number of most recently edited files that are read first.
const RECENT: usize = 64;

/// Time after which a file that took too long is cut again, in nanoseconds.
const RETRY_AFTER: i64 = 24 * 3_600 * 1_000_000_000;

/// A file that is new or may have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    /// As the walk found it.
    pub(super) found: Found,
    /// True if the index contains an earlier version.
    pub(super) indexed: bool,
    /// Fingerprint of that version, if known.
    pub(super) known: Option<Fingerprint>,
}

/// The difference between the index and the working tree, as far as it shows without reading.
#[derive(Default, Debug)]
pub(super) struct Changes {
    /// Indexed, and not in the walk any more.
    pub(super) removed: Vec<SourcePath>,
    /// To be read: the open file first, then recently edited and shallow ones.
    pub(super) candidates: Vec<Candidate>,
    /// As they were when they could not be indexed.
    pub(super) refused: Vec<SourcePath>,
}

impl Changes {
    /// Compares the files of `scope` that a walk found with those that were indexed in it. Length and
    /// time are trusted but for files to which something is known to have happened: both may be set to
    /// what they were.
    pub(super) fn between(
        scope: &Scope,
        files: Vec<Found>,
        mut indexed: HashMap<SourcePath, Option<FileState>>,
        open: Option<&SourcePath>,
    ) -> Self {
        let mut changes = Self::default();
        for found in files {
            let before = indexed.remove(&found.path);
            let state = before.flatten();
            let told = *scope != Scope::Everything && scope.covers_all_of(&found.path);
            let outcome = state.map(|state| state.outcome);
            let is_refused = outcome == Some(FileOutcome::Refused);
            let is_same = |state: FileState| {
                let (length, mtime_ns) = (found.length, found.mtime_ns);
                let is_final = state.outcome != FileOutcome::TimedOut
                    || now_ns().saturating_sub(state.indexed_at_ns) < RETRY_AFTER;
                is_final && (state.fingerprint).unchanged(length, mtime_ns, state.indexed_at_ns)
            };
            match !told && state.is_some_and(is_same) {
                true if is_refused => changes.refused.push(found.path),
                true => {}
                // Why it was refused is found out again, should it not have changed.
                false => changes.candidates.push(Candidate {
                    found,
                    indexed: before.is_some() && !is_refused,
                    known: state
                        .filter(|it| it.outcome == FileOutcome::Indexed)
                        .map(|it| it.fingerprint),
                }),
            }
        }
        changes.removed.extend(indexed.into_keys());
        changes.removed.sort_unstable();
        in_order_of_interest(&mut changes.candidates, open);
        changes
    }
}

/// The file that someone looks at, the few that someone just worked on, latest first, then everything
/// by depth and name. What takes a process of its own to read comes last: code must not wait for
/// pictures.
fn in_order_of_interest(candidates: &mut [Candidate], open: Option<&SourcePath>) {
    candidates.sort_by(|a, b| a.found.path.cmp(&b.found.path));
    candidates.sort_by_key(|it| Reverse(it.found.mtime_ns));
    let rest = candidates.len().min(RECENT);
    candidates[rest..].sort_by(|a, b| a.found.path.cmp(&b.found.path));
    candidates[rest..].sort_by_key(|it| it.found.path.depth());
    candidates.sort_by_key(|candidate| {
        let path = &candidate.found.path;
        (Some(path) != open, Extraction::of(path).is_some())
    });
}

/// Indexed files that are read again for their texts alone.
pub(super) fn again(paths: &[SourcePath]) -> Vec<Candidate> {
    paths
        .iter()
        .map(|path| Candidate {
            found: Found {
                path: path.clone(),
                length: 0,
                mtime_ns: 0,
            },
            indexed: true,
            known: None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Root;

    const SECOND: i64 = 1_000_000_000;

    fn found(path: &str, length: u64, mtime_s: i64) -> Found {
        Found {
            path: SourcePath::new(path),
            length,
            mtime_ns: mtime_s * SECOND,
        }
    }

    type Indexed = (SourcePath, Option<FileState>);

    fn indexed(path: &str, length: u64, mtime_s: i64) -> Indexed {
        let fingerprint = Fingerprint {
            length,
            mtime_ns: mtime_s * SECOND,
            crc32: 7,
        };
        let state = FileState {
            fingerprint,
            indexed_at_ns: 100 * SECOND,
            outcome: FileOutcome::Indexed,
        };
        (SourcePath::new(path), Some(state))
    }

    fn check(files: Vec<Found>, known: Vec<Indexed>, candidates: &[&str], removed: &[&str]) {
        check_open(None, files, known, candidates, removed);
    }

    fn check_open(
        open: Option<&SourcePath>,
        files: Vec<Found>,
        known: Vec<Indexed>,
        candidates: &[&str],
        removed: &[&str],
    ) {
        let known = known.into_iter().collect();
        let changes = Changes::between(&Scope::Everything, files, known, open);
        let names: Vec<&str> = changes
            .candidates
            .iter()
            .map(|candidate| candidate.found.path.as_str())
            .collect();
        assert_eq!(names, candidates);
        let names: Vec<&str> = changes.removed.iter().map(SourcePath::as_str).collect();
        assert_eq!(names, removed);
    }

    #[test]
    fn an_unchanged_file_is_not_read() {
        check(vec![found("a", 1, 50)], vec![indexed("a", 1, 50)], &[], &[]);
    }

    #[test]
    fn a_file_that_something_happened_to_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let root = Root::exactly(directory.path()).unwrap();
        let told = root.path().join("a");
        let scope = Scope::around(&root, [told.as_path()]);
        let files = vec![found("a", 1, 50), found("b", 1, 50)];
        let known = [indexed("a", 1, 50), indexed("b", 1, 50)];
        let changes = Changes::between(&scope, files, known.into_iter().collect(), None);
        let read: Vec<&str> = (changes.candidates.iter())
            .map(|candidate| candidate.found.path.as_str())
            .collect();
        assert_eq!(read, ["a"]);
        assert!(changes.candidates[0].known.is_some());
    }

    #[test]
    fn a_new_length_or_time_or_file_is_read() {
        check(
            vec![found("a", 2, 50), found("b", 1, 51), found("c", 1, 49)],
            vec![indexed("a", 1, 50), indexed("b", 1, 50)],
            &["b", "a", "c"],
            &[],
        );
    }

    #[test]
    fn a_file_edited_as_it_was_indexed_is_read() {
        check(
            vec![found("a", 1, 99)],
            vec![indexed("a", 1, 99)],
            &["a"],
            &[],
        );
    }

    #[test]
    fn a_file_of_which_nothing_is_known_is_read() {
        let unknown = (SourcePath::new("a"), None);
        check(vec![found("a", 1, 50)], vec![unknown], &["a"], &[]);
    }

    #[test]
    fn a_missing_file_is_removed() {
        check(
            vec![found("a", 1, 50)],
            vec![
                indexed("z", 1, 50),
                indexed("b", 1, 50),
                indexed("a", 1, 50),
            ],
            &[],
            &["b", "z"],
        );
    }

    #[test]
    fn what_was_refused_is_read_when_it_changes() {
        let (path, state) = indexed("a.pdf", 1, 50);
        let refused = state.map(|state| FileState {
            outcome: FileOutcome::Refused,
            ..state
        });
        let between = |length| {
            let files = vec![found("a.pdf", length, 50)];
            let known = HashMap::from([(path.clone(), refused)]);
            Changes::between(&Scope::Everything, files, known, None)
        };
        assert_eq!(between(1).refused, std::slice::from_ref(&path));
        assert!(between(1).candidates.is_empty());
        let changed = between(2);
        assert_eq!((changed.refused.len(), changed.candidates.len()), (0, 1));
        assert!(!changed.candidates[0].indexed && changed.candidates[0].known.is_none());
    }

    #[test]
    fn a_file_that_took_too_long_is_cut_again_after_a_day() {
        let candidates = |indexed_at_ns| {
            let (path, state) = indexed("a.svelte", 1, 50);
            let timed_out = state.map(|state| FileState {
                outcome: FileOutcome::TimedOut,
                indexed_at_ns,
                ..state
            });
            let known = HashMap::from([(path, timed_out)]);
            let files = vec![found("a.svelte", 1, 50)];
            Changes::between(&Scope::Everything, files, known, None).candidates
        };
        assert_eq!(candidates(now_ns()), []);
        let again = candidates(now_ns() - RETRY_AFTER);
        assert!(again[0].indexed && again[0].known.is_none(), "it is cut");
    }

    #[test]
    fn what_has_to_be_extracted_comes_last() {
        let files = vec![
            found("a.pdf", 1, 90),
            found("x/y/b.rs", 1, 1),
            found("c.docx", 1, 80),
            found("d.rs", 1, 2),
        ];
        check(
            files,
            Vec::new(),
            &["d.rs", "x/y/b.rs", "a.pdf", "c.docx"],
            &[],
        );
    }

    #[test]
    fn the_open_file_comes_before_all_others() {
        let files = || {
            vec![
                found("deep/est/open.rs", 1, 1),
                found("deep/est/open.pdf", 1, 1),
                found("a.rs", 1, 9),
            ]
        };
        let open = |path: &str, expected: &[&str]| {
            let path = SourcePath::new(path);
            check_open(Some(&path), files(), Vec::new(), expected, &[]);
        };
        let (code, pages) = ("deep/est/open.rs", "deep/est/open.pdf");
        open(code, &[code, "a.rs", pages]);
        open(pages, &[pages, "a.rs", code]);
        open("gone.rs", &["a.rs", code, pages]);
    }

    #[test]
    fn recent_files_come_first_then_shallow_ones() {
        let mut files: Vec<Found> = (0..RECENT as i64)
            .map(|age| found(&format!("deep/er/{age:02}"), 1, 1_000 - age))
            .collect();
        let mut expected: Vec<String> = files.iter().map(|f| f.path.to_string()).collect();
        files.push(found("x/y/old", 1, 3));
        files.push(found("older", 1, 1));
        files.push(found("x/old", 1, 2));
        files.reverse();
        expected.extend(["older", "x/old", "x/y/old"].map(str::to_owned));
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        check(files, Vec::new(), &expected, &[]);
    }
}
