//! Changes between the index and the working tree.

use crate::corpus::{Root, SkipReason};
use crate::workers::indexer::index_diff::*;

const SECOND: i64 = 1_000_000_000;

fn found(path: &str, length: u64, mtime_s: i64) -> WalkedFile {
    WalkedFile {
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

fn check(files: Vec<WalkedFile>, known: Vec<Indexed>, candidates: &[&str], removed: &[&str]) {
    let known = known.into_iter().collect();
    let changes = IndexDiff::between(&Scope::Everything, files, known);
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
fn a_hinted_file_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let root = Root::exactly(directory.path()).unwrap();
    let hinted = root.path().join("a");
    let scope = Scope::from_paths(&root, [hinted.as_path()]);
    let files = vec![found("a", 1, 50), found("b", 1, 50)];
    let known = [indexed("a", 1, 50), indexed("b", 1, 50)];
    let changes = IndexDiff::between(&scope, files, known.into_iter().collect());
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
fn a_file_edited_during_indexing_is_read() {
    check(
        vec![found("a", 1, 99)],
        vec![indexed("a", 1, 99)],
        &["a"],
        &[],
    );
}

#[test]
fn an_unknown_file_is_read() {
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
fn a_refused_file_is_read_when_it_changes() {
    let (path, state) = indexed("a.pdf", 1, 50);
    let refused = state.map(|state| FileState {
        outcome: FileOutcome::Binary,
        ..state
    });
    let between = |length| {
        let files = vec![found("a.pdf", length, 50)];
        let known = HashMap::from([(path.clone(), refused)]);
        IndexDiff::between(&Scope::Everything, files, known)
    };
    let reason = SkipReason::Binary;
    let skipped = Skipped {
        path: path.clone(),
        reason,
    };
    assert_eq!(between(1).refused, [skipped]);
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
        IndexDiff::between(&Scope::Everything, files, known).candidates
    };
    assert_eq!(candidates(now_ns()), []);
    let again = candidates(now_ns() - RETRY_AFTER_NS);
    assert!(again[0].indexed && again[0].known.is_none(), "it is cut");
}

#[test]
fn extracted_documents_are_read_last() {
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
fn recent_files_precede_shallow_ones() {
    let mut files: Vec<WalkedFile> = (0..MAX_RECENT as i64)
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
