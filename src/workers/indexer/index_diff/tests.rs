use crate::chunk::ChunkId;
use crate::corpus::{Cancel, SourcePath};
use crate::index::Merging;
use crate::workers::indexer::tests::Fixture;
use crate::workers::indexer::{Pipeline, UpdateSummary};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, SystemTime};

mod changes;

/// Old enough that the time of a file is reliable.
fn long_ago(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + seconds)
}

fn touch(fixture: &Fixture, path: &str, modified: SystemTime) {
    let file = fs::File::options().write(true).open(fixture.file(path));
    file.unwrap().set_modified(modified).unwrap();
}

/// Writes a file with an old modification time.
fn write(fixture: &Fixture, path: &str, text: &str, seconds: u64) {
    fixture.write(path, text);
    touch(fixture, path, long_ago(seconds));
}

/// A repository that was indexed when its files were old.
fn indexed() -> Fixture {
    let fixture = Fixture::new();
    for path in ["src/lib.rs", "src/deep/two.rs"] {
        touch(&fixture, path, long_ago(0));
    }
    write(&fixture, "picture.png", "\0\0\0", 0);
    let mut pipeline = fixture.indexing();
    let mut summary = fixture.update(&mut pipeline);
    pipeline
        .maintain(&mut summary, Merging::All, &Cancel::new())
        .unwrap();
    fixture
}

/// The files of an index, with their checksums and leaves.
fn indexed_files(pipeline: &mut Pipeline) -> BTreeMap<SourcePath, (ChunkId, u64)> {
    let snapshot = pipeline.snapshots().refresh().unwrap().unwrap();
    let files = snapshot.all_summaries().unwrap().into_iter();
    let files = files.filter(|(record, _)| !record.is_directory());
    files
        .map(|(record, _)| (record.path.clone(), (record.id, record.hash)))
        .collect()
}

/// Refreshes the index and checks it against a new one. Returns true if a writer was needed.
fn refresh(fixture: &Fixture) -> bool {
    let mut pipeline = fixture.indexing();
    let summary = pipeline.refresh(&Cancel::new(), &|_| {}).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let mut fresh = fixture.indexing_in(elsewhere.path());
    let expected = fixture.update(&mut fresh);
    let counts = |it: &UpdateSummary| (it.files, it.leaves, it.vectors, it.skipped);
    assert_eq!(counts(&summary), counts(&expected));
    assert_eq!(indexed_files(&mut pipeline), indexed_files(&mut fresh));
    pipeline.writer.is_some()
}

/// Checks that the writer finds a change, and that none is left afterwards.
fn check(change: impl Fn(&Fixture)) {
    let fixture = indexed();
    assert!(!refresh(&fixture));
    change(&fixture);
    assert!(refresh(&fixture));
    assert!(!refresh(&fixture));
}

#[test]
fn an_unchanged_tree_needs_no_writer() {
    let fixture = indexed();
    // Another process may even hold the lock.
    let mut other = fixture.indexing();
    fixture.update(&mut other);
    assert!(!refresh(&fixture));
}

#[test]
fn each_kind_of_change_is_detected() {
    check(|it| write(it, "src/lib.rs", "fn two() -> u32 {\n    2\n}\n", 1));
    check(|it| touch(it, "src/lib.rs", long_ago(7)));
    check(|it| write(it, "src/three.rs", "fn three() {}\n", 0));
    check(|it| write(it, "picture.png", "\0\0\0\0", 0));
    check(|it| fs::remove_file(it.file("src/lib.rs")).unwrap());
    check(|it| fs::rename(it.file("src/lib.rs"), it.file("src/new.rs")).unwrap());
    check(|it| write(it, ".gitignore", "deep/\n", 0));
    check(|it| {
        fs::remove_dir_all(it.file("src/deep")).unwrap();
        write(it, "src/deep", "a file", 0);
    });
}

#[test]
fn a_file_that_changed_while_it_was_indexed_is_read_again() {
    let fixture = indexed();
    let now = SystemTime::now();
    fixture.write("src/lib.rs", "fn one() {}\n");
    touch(&fixture, "src/lib.rs", now);
    assert!(refresh(&fixture));
    // The same length, and the same tick of a coarse clock.
    fixture.write("src/lib.rs", "fn two() {}\n");
    touch(&fixture, "src/lib.rs", now);
    assert!(refresh(&fixture));
}

#[test]
fn future_times_are_not_trusted() {
    let fixture = indexed();
    let future = SystemTime::now() + Duration::from_secs(3_600);
    touch(&fixture, "src/lib.rs", future);
    assert!(refresh(&fixture));
    assert!(refresh(&fixture));
}

#[cfg(unix)]
#[test]
fn unreadable_directory_is_skipped_until_it_is_readable_again() {
    use std::os::unix::fs::PermissionsExt;

    let fixture = indexed();
    let allow = |mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(fixture.file("src/deep"), permissions).unwrap();
    };
    allow(0o000);
    // Root can read every directory.
    let is_hidden = fs::read_dir(fixture.file("src/deep")).is_err();
    assert_eq!(refresh(&fixture), is_hidden);
    assert!(!refresh(&fixture));
    allow(0o755);
    assert_eq!(refresh(&fixture), is_hidden);
}

#[test]
fn an_incomplete_index_needs_a_writer() {
    let fixture = indexed();
    write(&fixture, "src/more.rs", "fn more() {}\n", 0);
    let cancel = Cancel::new();
    let stopped = fixture.indexing().update(&cancel, &|progress| {
        if progress.stage == crate::workers::indexer::Stage::Embedding {
            cancel.cancel();
        }
    });
    assert!(stopped.is_err());
    assert!(refresh(&fixture));
    assert!(!refresh(&fixture));
}

#[test]
fn an_index_with_other_settings_needs_a_writer() {
    let fixture = indexed();
    let mut pipeline = fixture.indexing();
    pipeline.config.chunk.leaf_limit /= 2;
    pipeline.refresh(&Cancel::new(), &|_| {}).unwrap();
    assert!(pipeline.writer.is_some());
}

#[test]
fn an_exchanged_index_file_needs_a_writer() {
    let fixture = indexed();
    for part in ["lexical", "vectors"] {
        let folder = fixture.file("../index").join(part);
        let files = fs::read_dir(folder).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        let wanted = |file: &&std::path::PathBuf| {
            let name = file.to_string_lossy();
            name.ends_with(".store") || name.ends_with(".vec")
        };
        let file = files.iter().find(wanted).unwrap();
        let mut bytes = fs::read(file).unwrap();
        bytes[10] ^= 0xFF;
        fs::write(file, bytes).unwrap();
        assert!(refresh(&fixture), "{}", file.display());
        assert!(!refresh(&fixture), "{}", file.display());
    }
}

/// An event of a file; each write has its own modification time.
#[derive(Clone, Debug)]
enum Change {
    Write(usize, usize),
    Remove(usize),
    Rename(usize, usize),
}

const NAMES: [&str; 4] = ["src/lib.rs", "src/deep/two.rs", "new.rs", ".gitignore"];
const TEXTS: [&str; 4] = ["fn a() {}\n", "fn b() {}\n", "deep/\n", "new.rs\n"];

impl Change {
    fn happen(&self, fixture: &Fixture, at: u64) {
        let file = |name: usize| fixture.file(NAMES[name]);
        // A missing file cannot be removed.
        match *self {
            Self::Write(name, text) => write(fixture, NAMES[name], TEXTS[text], at),
            Self::Remove(name) => drop(fs::remove_file(file(name))),
            Self::Rename(from, to) => drop(fs::rename(file(from), file(to))),
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let name = || 0..NAMES.len();
    prop_oneof![
        (name(), 0..TEXTS.len()).prop_map(|(name, text)| Change::Write(name, text)),
        name().prop_map(Change::Remove),
        (name(), name()).prop_map(|(from, to)| Change::Rename(from, to)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn updated_index_equals_a_new_one(
        rounds in prop::collection::vec(prop::collection::vec(change(), 0..3), 1..4),
    ) {
        let fixture = indexed();
        let mut at = 0;
        for changes in rounds {
            for change in &changes {
                at += 1;
                change.happen(&fixture, at);
            }
            let needed = refresh(&fixture);
            prop_assert!(!changes.is_empty() || !needed);
        }
    }
}
