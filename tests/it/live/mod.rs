//! The index follows file changes reported by the system.

mod git;
mod server;

use crate::fixture::{PROGRAM, Repository};
use smriti_tui::chunk::ChunkTree;
use smriti_tui::corpus::{Cancel, walk};
use smriti_tui::protocol::WatchMethod;
use smriti_tui::workers::indexer::{Indexer, Report, chunk_limits};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Time limit, far above the usual time; only a failure waits this long.
const DEADLINE: Duration = Duration::from_secs(60);

/// An indexer as in the explorer, with its reports.
struct Live {
    indexer: Indexer,
    reports: Receiver<Report>,
    /// Number of texts that the model embedded so far.
    embedded: usize,
}

impl Live {
    /// Starts it, and waits until everything is indexed and the watcher runs.
    fn of(repository: &Repository) -> Self {
        let mut live = Self::start(repository);
        live.wait_for("watching", |report| {
            matches!(report, Report::Watching(WatchMethod::Live))
        });
        live.catch_up(repository);
        live
    }

    fn start(repository: &Repository) -> Self {
        let (sender, reports) = channel();
        let sink = Box::new(move |report| drop(sender.send(report)));
        Self {
            indexer: Indexer::start(repository.indexing(), sink).unwrap(),
            reports,
            embedded: 0,
        }
    }

    fn wait_for(&mut self, what: &str, wanted: impl Fn(&Report) -> bool) -> Report {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let report = self.reports.recv_timeout(left).expect(what);
            if let Report::UpToDate(summary) = &report {
                self.embedded += summary.embedded;
            }
            assert!(!matches!(report, Report::Failed(_)), "{report:?}");
            if wanted(&report) {
                return report;
            }
        }
    }

    /// Waits until the index matches the working tree, with all vectors.
    fn catch_up(&mut self, repository: &Repository) {
        self.wait_for("the index holds the working tree", |report| {
            matches!(report, Report::UpToDate(_)) && indexed(repository) == in_tree(repository)
        });
        let snapshot = repository.snapshot();
        assert_eq!(snapshot.vectors(), snapshot.leaves());
    }
}

type Hashes = BTreeMap<String, u64>;

/// Indexed files with the hashes of their texts; empty before the first snapshot.
fn indexed(repository: &Repository) -> Hashes {
    let reader = repository.snapshots();
    let Some(snapshot) = reader.refresh().unwrap() else {
        return Hashes::new();
    };
    let all = snapshot.all_summaries().unwrap().into_iter();
    all.filter(|(record, _)| !record.is_directory())
        .map(|(record, _)| (record.path.to_string(), record.hash))
        .collect()
}

/// Files of the working tree with the hashes of their texts.
fn in_tree(repository: &Repository) -> Hashes {
    let reader = repository.reader();
    let limits = chunk_limits(&repository.config);
    let found = walk(reader.root(), reader.limits(), &Cancel::new()).files;
    found
        .into_iter()
        .filter_map(|file| {
            let (document, _) = reader.read(&file.path, &Cancel::new()).ok()?;
            let tree = ChunkTree::of(document, &limits);
            Some((file.path.to_string(), tree.chunks[0].hash))
        })
        .collect()
}

fn names(hashes: &Hashes) -> Vec<&str> {
    hashes.keys().map(String::as_str).collect()
}

/// Changes a live repository, waits until the index follows, and checks the indexed files.
fn check(act: impl FnOnce(&Repository), expected: &[&str]) {
    let repository = Repository::of(&[
        ("src/a.rs", "fn a() {}\n"),
        ("src/deep/b.rs", "fn b() {}\n"),
    ]);
    let mut live = Live::of(&repository);
    act(&repository);
    live.catch_up(&repository);
    assert_eq!(names(&indexed(&repository)), expected);
}

#[test]
fn a_new_file() {
    check(
        |it| it.write("src/deep/new.rs", "fn new() {}\n"),
        &["src/a.rs", "src/deep/b.rs", "src/deep/new.rs"],
    );
}

#[test]
fn a_file_edited_in_place() {
    check(
        |it| it.write("src/a.rs", "fn a() { edited() }\n"),
        &["src/a.rs", "src/deep/b.rs"],
    );
}

#[test]
fn a_save_by_rename() {
    check(
        |it| {
            it.write("src/.a.rs.swp", "fn a() { saved() }\n");
            fs::rename(it.path("src/.a.rs.swp"), it.path("src/a.rs")).unwrap();
        },
        &["src/a.rs", "src/deep/b.rs"],
    );
}

#[test]
fn a_renamed_file() {
    check(
        |it| fs::rename(it.path("src/a.rs"), it.path("src/deep/c.rs")).unwrap(),
        &["src/deep/b.rs", "src/deep/c.rs"],
    );
}

#[test]
fn a_name_that_changes_its_case_alone() {
    check(
        |it| fs::rename(it.path("src/a.rs"), it.path("src/A.rs")).unwrap(),
        &["src/A.rs", "src/deep/b.rs"],
    );
}

#[test]
fn a_deleted_file() {
    check(|it| it.remove("src/a.rs"), &["src/deep/b.rs"]);
}

#[test]
fn a_new_directory_with_all_that_is_in_it() {
    let repository = Repository::of(&PROGRAM);
    let mut live = Live::of(&repository);
    repository.write("new/x/y/z.rs", "fn z() {}\n");
    repository.write("new/x/w.rs", "fn w() {}\n");
    live.catch_up(&repository);
    // The directory is watched now.
    repository.write("new/x/y/z.rs", "fn z() { again() }\n");
    live.catch_up(&repository);
    fs::remove_dir_all(repository.path("new")).unwrap();
    live.catch_up(&repository);
    assert_eq!(indexed(&repository).len(), PROGRAM.len());
    // A new directory of the same name.
    repository.write("new/x/w.rs", "fn other() {}\n");
    live.catch_up(&repository);
    repository.write("new/x/w.rs", "fn another() {}\n");
    live.catch_up(&repository);
}

#[test]
fn directory_moved_in_within_and_out() {
    let repository = Repository::of(&PROGRAM);
    let outside = tempfile::tempdir().unwrap();
    let aside = outside.path().join("aside");
    fs::create_dir_all(aside.join("inner")).unwrap();
    fs::write(aside.join("inner/a.rs"), "fn a() {}\n").unwrap();
    let mut live = Live::of(&repository);

    fs::rename(&aside, repository.path("in")).unwrap();
    live.catch_up(&repository);
    assert!(indexed(&repository).contains_key("in/inner/a.rs"));

    fs::rename(repository.path("in"), repository.path("src/within")).unwrap();
    live.catch_up(&repository);
    // The directory is watched under its new name.
    repository.write("src/within/inner/a.rs", "fn a() { moved() }\n");
    live.catch_up(&repository);
    assert!(indexed(&repository).contains_key("src/within/inner/a.rs"));

    fs::rename(repository.path("src/within"), &aside).unwrap();
    live.catch_up(&repository);
    assert_eq!(indexed(&repository).len(), PROGRAM.len());
}

#[test]
fn file_written_in_pieces() {
    let repository = Repository::of(&PROGRAM);
    let mut live = Live::of(&repository);
    let mut file = fs::File::create(repository.path("src/log.rs")).unwrap();
    for number in 0..50 {
        writeln!(file, "fn step_{number}() {{}}\n").unwrap();
        file.flush().unwrap();
        if number % 10 == 0 {
            live.catch_up(&repository);
        }
    }
    drop(file);
    live.catch_up(&repository);
}

#[test]
fn ignore_rules_added_and_removed() {
    let repository = Repository::of(&[("src/a.rs", "fn a() {}\n"), ("gen/b.rs", "fn b() {}\n")]);
    let mut live = Live::of(&repository);
    repository.write(".gitignore", "gen/\n");
    live.catch_up(&repository);
    assert_eq!(names(&indexed(&repository)), [".gitignore", "src/a.rs"]);
    // The ignored directory is not watched.
    repository.write("gen/c.rs", "fn c() {}\n");
    repository.write(".gitignore", "# nothing\n");
    live.catch_up(&repository);
    let all = [".gitignore", "gen/b.rs", "gen/c.rs", "src/a.rs"];
    assert_eq!(names(&indexed(&repository)), all);
    // The directory is watched again.
    repository.write("gen/c.rs", "fn c() { edited() }\n");
    live.catch_up(&repository);
    repository.write("src/.smritiignore", "a.rs\n");
    live.catch_up(&repository);
    assert!(!indexed(&repository).contains_key("src/a.rs"));
    repository.write(".git/info/exclude", "c.rs\n");
    live.catch_up(&repository);
    assert!(!indexed(&repository).contains_key("gen/c.rs"));
}

#[cfg(unix)]
#[test]
fn links_are_never_followed() {
    use std::os::unix::fs::symlink;

    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.rs"), "fn secret() {}\n").unwrap();
    let repository = Repository::of(&[("src/a.rs", "fn a() {}\n"), ("lib/b.rs", "fn b() {}\n")]);
    let mut live = Live::of(&repository);
    symlink(outside.path(), repository.path("src/out")).unwrap();
    symlink(repository.path("lib"), repository.path("src/in")).unwrap();
    symlink(
        outside.path().join("secret.rs"),
        repository.path("src/s.rs"),
    )
    .unwrap();
    repository.write("src/c.rs", "fn c() {}\n");
    live.catch_up(&repository);
    assert_eq!(
        names(&indexed(&repository)),
        ["lib/b.rs", "src/a.rs", "src/c.rs"]
    );
    // A directory becomes a link to one outside.
    fs::remove_dir_all(repository.path("lib")).unwrap();
    symlink(outside.path(), repository.path("lib")).unwrap();
    live.catch_up(&repository);
    fs::write(outside.path().join("more.rs"), "fn more() {}\n").unwrap();
    repository.write("src/d.rs", "fn d() {}\n");
    live.catch_up(&repository);
    assert_eq!(
        names(&indexed(&repository)),
        ["src/a.rs", "src/c.rs", "src/d.rs"]
    );
}

#[test]
fn root_removed_and_restored() {
    let repository = Repository::within("root", &PROGRAM);
    let mut live = Live::of(&repository);
    let root = repository.path("");
    let aside = root.parent().unwrap().join("aside");
    fs::rename(&root, &aside).unwrap();
    let deadline = Instant::now() + DEADLINE;
    let failed = loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if let Report::Failed(sentence) = live.reports.recv_timeout(left).unwrap() {
            break sentence;
        }
    };
    assert!(failed.contains("its index stays as it was"), "{failed}");
    assert_eq!(indexed(&repository).len(), PROGRAM.len());
    fs::write(aside.join("src/meanwhile.rs"), "fn meanwhile() {}\n").unwrap();
    fs::rename(&aside, &root).unwrap();
    live.catch_up(&repository);
    assert!(indexed(&repository).contains_key("src/meanwhile.rs"));
    repository.write("src/after.rs", "fn after() {}\n");
    live.catch_up(&repository);
}

#[test]
fn new_writer_watches_the_tree() {
    let repository = Repository::of(&PROGRAM);
    let writer = Live::of(&repository);
    let mut follower = Live::start(&repository);
    follower.wait_for("following", |report| matches!(report, Report::Following(_)));
    repository.write("src/first.rs", "fn first() {}\n");
    follower.wait_for("the other's snapshot", |report| {
        matches!(report, Report::Following(_)) && indexed(&repository) == in_tree(&repository)
    });
    drop(writer);
    follower.wait_for("the lock", |report| matches!(report, Report::UpToDate(_)));
    repository.write("src/second.rs", "fn second() {}\n");
    follower.catch_up(&repository);
}

#[test]
fn stopped_indexing_is_not_resumed_by_a_save() {
    let repository = Repository::of(&PROGRAM);
    let mut live = Live::of(&repository);
    live.indexer.release();
    live.wait_for("released", |report| matches!(report, Report::Released));
    repository.write("src/later.rs", "fn later() {}\n");
    // The lock is free until a process requests it.
    repository.write("src/now.rs", "fn now() {}\n");
    repository.index();
    live.indexer.update();
    live.catch_up(&repository);
}

#[test]
fn index_after_many_saves_equals_a_fresh_one() {
    let repository = Repository::of(&PROGRAM);
    let mut live = Live::of(&repository);
    for number in 0..12 {
        let text = format!("fn unique_{number}() {{ merge_segments({number}) }}\n");
        repository.write(&format!("src/part_{}.rs", number % 3), text);
        repository.write(
            &format!("tools/part_{number}.py"),
            "def merge():\n    pass\n",
        );
        if number % 4 == 3 {
            fs::remove_dir_all(repository.path("tools")).unwrap();
        }
        live.catch_up(&repository);
    }
    drop(live);
    // Summaries of directories were deferred all the time.
    repository.index();
    let files = repository.files();
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let fresh = Repository::of(&files);
    fresh.index();
    let scored = |repository: &Repository, query: &str| {
        let answer = repository.search(query, smriti_tui::search::Mode::Hybrid);
        let hits = answer.hits.iter().map(|hit| (hit.record.id, hit.score()));
        hits.collect::<Vec<_>>()
    };
    for query in [
        "merge segments",
        "unique_9",
        "path:src",
        "kind:module merge",
    ] {
        assert_eq!(scored(&repository, query), scored(&fresh, query), "{query}");
    }
}

/// Runs a program, which must succeed.
fn run(directory: &Path, program: &str, arguments: &[&str]) {
    let output = std::process::Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .expect("git is installed");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
}
