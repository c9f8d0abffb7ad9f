//! Changes that git makes to many files at once.

use super::{Live, in_tree, indexed, run};
use crate::fixture::Repository;
use smriti_tui::workers::indexer::Report;
use std::path::Path;

/// Number of files that a branch of the large repository changes.
const MANY: usize = 2_000;

fn git(directory: &Path, arguments: &[&str]) {
    let mut all = vec!["-c", "user.name=A", "-c", "user.email=a@example.org"];
    all.extend(["-c", "protocol.file.allow=always"]);
    all.extend(arguments);
    run(directory, "git", &all);
}

fn commit(directory: &Path, message: &str) {
    git(directory, &["add", "-A"]);
    git(directory, &["commit", "-q", "-m", message]);
}

/// A git repository with one commit on `main`.
fn repository(files: &[(&str, &str)]) -> Repository {
    let repository = Repository::of(files);
    let root = repository.path("");
    std::fs::remove_dir_all(root.join(".git")).unwrap();
    git(&root, &["init", "-q", "-b", "main"]);
    commit(&root, "first");
    repository
}

fn is_branch(report: &Report, name: &str) -> bool {
    matches!(report, Report::Head(head) if head.branch.as_deref() == Some(name))
}

#[test]
fn branch_switch_reindexes_only_changed_files() {
    let numbered = |number: usize, more: &str| {
        let path = format!("src/part_{}/file_{number}.rs", number % 20);
        (path, format!("pub fn lasting_{number}() {{}}\n{more}"))
    };
    let files: Vec<_> = (0..MANY).map(|number| numbered(number, "")).collect();
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    let repository = repository(&files);
    let root = repository.path("");
    git(&root, &["switch", "-q", "-c", "topic"]);
    for number in 0..MANY {
        let more = format!(
            "\npub struct Passing{number} {{ a: u32 }}\n\nimpl Passing{number} {{\n    pub fn b(&self) -> u32 {{ self.a }}\n}}\n"
        );
        let (path, text) = numbered(number, &more);
        repository.write(&path, text);
    }
    commit(&root, "second");
    git(&root, &["switch", "-q", "main"]);

    let mut live = Live::of(&repository);
    let first = live.embedded;
    assert!(first >= MANY);
    git(&root, &["switch", "-q", "topic"]);
    live.wait_for("the branch", |report| is_branch(report, "topic"));
    live.catch_up(&repository);
    let second = live.embedded - first;
    let leaves = repository.snapshot().leaves();
    // Unchanged files keep their vectors, and every other file was embedded once.
    assert!(leaves >= 3 * MANY);
    let summaries = 2 * (MANY + 20 + 2);
    assert!(second <= leaves - MANY + summaries, "{second} of {leaves}");

    git(&root, &["switch", "-q", "main"]);
    live.wait_for("the branch", |report| is_branch(report, "main"));
    live.catch_up(&repository);
    // After switching back, all texts are known, except summaries of directories that were partly switched.
    let again = live.embedded - first - second;
    assert!(again <= 2 * (20 + 2), "{again}");
}

#[test]
fn a_worktree_has_its_own_head() {
    let main = repository(&[("src/a.rs", "fn a() {}\n")]);
    let side = Repository::within("side", &[]);
    std::fs::remove_dir_all(side.path("")).unwrap();
    let path = side.path("");
    git(
        &main.path(""),
        &[
            "worktree",
            "add",
            "-q",
            "-b",
            "side",
            &path.to_string_lossy(),
        ],
    );
    let mut live = Live::of(&side);
    git(&path, &["switch", "-q", "-c", "other"]);
    live.wait_for("the branch", |report| is_branch(report, "other"));
    side.write("src/b.rs", "fn b() {}\n");
    live.catch_up(&side);
    // All working trees use the rules of the first one.
    main.write(".git/info/exclude", "b.rs\n");
    live.catch_up(&side);
    assert!(!indexed(&side).contains_key("src/b.rs"));
}

#[test]
fn submodule_is_followed() {
    let inner = repository(&[("lib.rs", "fn inner() {}\n")]);
    git(&inner.path(""), &["switch", "-q", "-c", "other"]);
    inner.write("other.rs", "fn other() {}\n");
    commit(&inner.path(""), "second");
    git(&inner.path(""), &["switch", "-q", "main"]);
    let outer = repository(&[("main.rs", "fn main() {}\n")]);
    let mut live = Live::of(&outer);
    let from = inner.path("");
    git(
        &outer.path(""),
        &[
            "submodule",
            "--quiet",
            "add",
            &from.to_string_lossy(),
            "inner",
        ],
    );
    live.catch_up(&outer);
    assert!(indexed(&outer).contains_key("inner/lib.rs"));
    git(&outer.path("inner"), &["switch", "-q", "other"]);
    live.catch_up(&outer);
    assert!(indexed(&outer).contains_key("inner/other.rs"));
    outer.write("inner/lib.rs", "fn inner() { edited() }\n");
    live.catch_up(&outer);
}

#[test]
fn a_directory_that_becomes_a_repository_gets_its_rules() {
    let repository = Repository::of(&[("src/a.rs", "fn a() {}\n"), ("src/b.rs", "fn b() {}\n")]);
    std::fs::remove_dir_all(repository.path(".git")).unwrap();
    let mut live = Live::of(&repository);
    git(&repository.path(""), &["init", "-q", "-b", "first"]);
    live.wait_for("the branch", |report| is_branch(report, "first"));
    git(&repository.path(""), &["switch", "-q", "-c", "second"]);
    live.wait_for("the branch", |report| is_branch(report, "second"));
    repository.write(".git/info/exclude", "b.rs\n");
    live.catch_up(&repository);
    assert_eq!(indexed(&repository), in_tree(&repository));
    assert!(!indexed(&repository).contains_key("src/b.rs"));
}
