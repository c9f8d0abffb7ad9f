mod borrowed;
#[cfg(unix)]
mod differential;
mod stored;

use super::changed_files::{ChangedFiles, GitChanges};
use super::commit::{FILE_LIMIT, HeadCommit};
use super::compare::FileChange;
use super::file_diff::{Hunk, LineChange};
use super::unavailable::GitUnavailable;
use crate::corpus::{Cancel, FileLimits, Root, RuleOptions, Secrets, SourcePath};
use gix_hash::{Kind as HashKind, ObjectId};
use gix_object::{Kind as ObjectKind, compute_hash};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// Runs git in a directory, without any configuration of the user.
#[track_caller]
fn git(directory: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.current_dir(directory).args(arguments);
    command
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1");
    for name in ["GIT_AUTHOR", "GIT_COMMITTER"] {
        command
            .env(format!("{name}_NAME"), "a")
            .env(format!("{name}_EMAIL"), "a@b");
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A repository with these files committed.
fn repository(files: &[(&str, &str)]) -> (tempfile::TempDir, Root) {
    let directory = tempfile::tempdir().unwrap();
    git(directory.path(), &["init", "-q"]);
    write(directory.path(), files);
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "-qm", "first"]);
    let root = Root::exactly(directory.path()).unwrap();
    (directory, root)
}

fn write(directory: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = directory.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn limits() -> FileLimits {
    FileLimits {
        index_limit: 1,
        document_limit: 1,
        secrets: Secrets::with_rules(&[]).unwrap(),
        rules: RuleOptions::default(),
    }
}

/// The changed files of an index without files.
fn changed_files(root: &Root) -> ChangedFiles {
    let changes = GitChanges::default();
    changes.files(root, &limits(), None, 1, std::iter::empty(), &Cancel::new())
}

fn error(root: &Root) -> Option<GitUnavailable> {
    changed_files(root).err()
}

#[track_caller]
fn check_changed(root: &Root, paths: &[&str], expected: &[&str]) {
    let paths: Vec<SourcePath> = paths.iter().map(|it| SourcePath::new(it)).collect();
    let committed = HeadCommit::open(root).expect("a commit");
    let changes = committed
        .changes(paths.iter(), &Cancel::new())
        .expect("not cancelled");
    let mut changed: Vec<&str> = changes.files.keys().map(SourcePath::as_str).collect();
    changed.sort_unstable();
    assert_eq!(changed, expected);
}

#[track_caller]
fn check_hunks(before: &str, after: &str, expected: &[(LineChange, Range<u32>)]) {
    let (directory, root) = repository(&[("src/a.rs", before)]);
    write(directory.path(), &[("src/a.rs", after)]);
    let hunks = hunks(&root, "src/a.rs");
    let hunks = hunks.expect("both are readable").into_iter();
    let hunks: Vec<_> = hunks.map(|it| (it.change, it.lines)).collect();
    assert_eq!(hunks, expected, "{before:?} → {after:?}");
}

/// The hunks of a file since HEAD.
fn hunks(root: &Root, path: &str) -> Result<Vec<Hunk>, GitUnavailable> {
    let committed = HeadCommit::open(root).expect("a commit");
    committed.hunks(&SourcePath::new(path))
}

#[test]
fn hunks_have_the_lines_of_the_working_tree() {
    use LineChange::{Added, Deleted, Modified};
    check_hunks("a\nb\nc\n", "a\nb\nc\n", &[]);
    check_hunks("a\nb\nc\n", "a\r\nb\r\nc\r\n", &[(Modified, 1..4)]);
    check_hunks("a\nb\n", "a\nb", &[(Modified, 2..3)]);
    check_hunks("a\nb\nc\n", "a\nx\ny\nb\nc\n", &[(Added, 2..4)]);
    check_hunks("a\nb\nc\n", "a\nB\nc\n", &[(Modified, 2..3)]);
    check_hunks("a\nb\nc\n", "a\nc\n", &[(Deleted, 1..2)]);
    check_hunks("a\nb\nc\n", "b\nc\n", &[(Deleted, 1..2)]);
}

#[test]
fn lines_of_utf_16_are_compared_as_text() {
    let (directory, root) = repository(&[("a.rs", "a\n")]);
    let raw = b"\xFF\xFEa\0\n\0b\0\n\0";
    fs::write(directory.path().join("a.rs"), raw).unwrap();
    git(directory.path(), &["commit", "-qam", "second"]);
    write(directory.path(), &[("a.rs", "a\nb\n")]);
    let hunks = hunks(&root, "a.rs");
    assert_eq!(hunks, Ok(Vec::new()));
}

#[test]
fn a_new_file_is_added_whole() {
    let (directory, root) = repository(&[("a.rs", "a\n")]);
    write(directory.path(), &[("b.rs", "x\ny\n")]);
    let hunks = hunks(&root, "b.rs");
    let added = Hunk {
        change: LineChange::Added,
        lines: 1..3,
        removed: 0..0,
    };
    assert_eq!(hunks, Ok(vec![added]));
}

#[test]
fn lines_of_a_file_without_committed_content_are_unknown() {
    let (directory, root) = repository(&[("a.rs", "a\n"), ("b.rs", "b\n")]);
    let blob = compute_hash(HashKind::Sha1, ObjectKind::Blob, b"a\n").unwrap();
    let name = blob.to_hex().to_string();
    let objects = directory.path().join(".git/objects");
    fs::remove_file(objects.join(&name[..2]).join(&name[2..])).unwrap();
    let committed = HeadCommit::open(&root).expect("a commit");
    let hunks = |path, text: &[u8]| {
        fs::write(directory.path().join(path), text).unwrap();
        committed.hunks(&SourcePath::new(path))
    };
    assert_eq!(hunks("a.rs", b"x\n"), Err(GitUnavailable::File));
    assert_eq!(hunks("b.rs", b"b\n"), Ok(Vec::new()));
    let large = vec![b'b'; FILE_LIMIT as usize + 1];
    assert_eq!(hunks("b.rs", &large), Err(GitUnavailable::File));
}

#[test]
fn changed_files_are_edited_staged_and_new_ones() {
    let (directory, root) =
        repository(&[("a", "1\n"), ("d/b", "1\n"), ("d/c", "1\n"), ("e", "1\n")]);
    let all = ["a", "d/b", "d/c", "e", "new"];
    check_changed(&root, &all[..4], &[]);
    write(
        directory.path(),
        &[("a", "2\n"), ("d/b", "22\n"), ("new", "1\n"), ("e", "1\n")],
    );
    git(directory.path(), &["add", "d/b"]);
    check_changed(&root, &all, &["a", "d/b", "new"]);
    git(directory.path(), &["gc", "-q"]);
    check_changed(&root, &all, &["a", "d/b", "new"]);
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "-qm", "second"]);
    check_changed(&root, &all, &[]);
}

#[test]
fn large_files_are_compared_without_the_index_of_git() {
    let text = "line\n".repeat(FILE_LIMIT as usize / 4);
    let (directory, root) = repository(&[("a", &text), ("b", &text)]);
    fs::remove_file(directory.path().join(".git/index")).unwrap();
    let crlf = text.replace('\n', "\r\n");
    write(directory.path(), &[("b", &crlf)]);
    check_changed(&root, &["a", "b"], &["b"]);
    git(directory.path(), &["config", "core.autocrlf", "true"]);
    check_changed(&root, &["a", "b"], &[]);
}

#[test]
fn files_of_submodules_are_not_changed() {
    let (directory, root) = repository(&[("a", "1\n")]);
    let submodule = format!("160000,{},sub", "1".repeat(40));
    git(
        directory.path(),
        &["update-index", "--add", "--cacheinfo", &submodule],
    );
    git(directory.path(), &["commit", "-qm", "second"]);
    write(directory.path(), &[("sub/b", "1\n"), ("subway/c", "1\n")]);
    check_changed(&root, &["a", "sub/b", "subway/c"], &["subway/c"]);
    let hunks = hunks(&root, "sub/b");
    assert_eq!(hunks, Err(GitUnavailable::File));
}

#[cfg(unix)]
#[test]
fn a_pack_may_be_a_link_and_have_a_directory_beside_it() {
    let (directory, root) = repository(&[("a", "1\n")]);
    git(directory.path(), &["gc", "-q"]);
    let packs = directory.path().join(".git/objects/pack");
    let mut files = fs::read_dir(&packs).unwrap().map(|it| it.unwrap().path());
    let pack = files.find(|it| it.extension().is_some_and(|it| it == "pack"));
    let (pack, moved) = (pack.expect("a pack"), directory.path().join("moved"));
    fs::rename(&pack, &moved).unwrap();
    std::os::unix::fs::symlink(&moved, &pack).unwrap();
    fs::create_dir(packs.join("multi-pack-index.d")).unwrap();
    check_changed(&root, &["a"], &[]);
}

#[test]
fn programs_that_a_repository_names_never_run() {
    let (directory, root) = repository(&[
        ("a.rs", "a\n"),
        (".gitattributes", "*.rs filter=f diff=d\n"),
    ]);
    let ran = directory.path().join("ran");
    let script = format!("sh -c 'echo ran > {}; cat'", ran.display());
    for name in [
        "core.fsmonitor",
        "diff.external",
        "diff.d.textconv",
        "diff.d.command",
        "filter.f.clean",
        "filter.f.smudge",
        "filter.f.process",
    ] {
        git(directory.path(), &["config", name, &script]);
    }
    write(directory.path(), &[("a.rs", "b\n")]);
    check_changed(&root, &["a.rs"], &["a.rs"]);
    let hunks = hunks(&root, "a.rs");
    assert_eq!(hunks, Err(GitUnavailable::Filtered));
    assert!(!ran.exists(), "a program of the repository ran");
    // The programs are configured correctly: git itself runs them.
    git(directory.path(), &["status"]);
    assert!(ran.exists());
}

#[test]
fn damage_and_pipes_are_not_commits() {
    let (directory, root) = repository(&[("a.rs", "a\n")]);
    let index = directory.path().join(".git/index");
    fs::write(&index, b"DIRC, and then nothing of an index").unwrap();
    check_changed(&root, &["a.rs"], &[]);
    let pack = directory.path().join(".git/objects/pack/pack-1.idx");
    #[cfg(unix)]
    nix::unistd::mkfifo(&pack, nix::sys::stat::Mode::S_IRWXU).unwrap();
    #[cfg(unix)]
    assert_eq!(error(&root), Some(GitUnavailable::Unreadable));
    fs::remove_file(&pack).unwrap();
    write(
        directory.path(),
        &[(".git/objects/info/alternates", "/elsewhere")],
    );
    assert_eq!(error(&root), Some(GitUnavailable::Borrowed));
    fs::remove_file(directory.path().join(".git/objects/info/alternates")).unwrap();
    assert_eq!(error(&root), None);
    fs::remove_dir_all(directory.path().join(".git/objects")).unwrap();
    assert_eq!(error(&root), Some(GitUnavailable::Unreadable));
    let sha256 = tempfile::tempdir().unwrap();
    git(sha256.path(), &["init", "-q", "--object-format=sha256"]);
    let root = Root::exactly(sha256.path()).unwrap();
    assert_eq!(error(&root), Some(GitUnavailable::NoCommit));
    git(sha256.path(), &["commit", "-qm", "first", "--allow-empty"]);
    assert_eq!(error(&root), None);
}

#[test]
fn a_head_that_cannot_be_read_is_reported() {
    let (directory, root) = repository(&[("a.rs", "a\n")]);
    write(directory.path(), &[(".git/HEAD", "damaged")]);
    assert_eq!(error(&root), Some(GitUnavailable::Unreadable));
    fs::remove_file(directory.path().join(".git/HEAD")).unwrap();
    assert_eq!(error(&root), Some(GitUnavailable::NoCommit));
    let reftable = [
        (".git/HEAD", "ref: refs/heads/.invalid\n"),
        (".git/reftable/tables.list", "damaged.ref\n"),
    ];
    write(directory.path(), &reftable);
    assert_eq!(error(&root), Some(GitUnavailable::Unreadable));
}

#[test]
fn deleted_files_that_our_rules_exclude_are_not_listed() {
    let files = [("a", "1\n"), ("b", "1\n"), ("c/d", "1\n"), ("e", "1\n")];
    let (directory, root) = repository(&files);
    for (path, _) in files {
        fs::remove_file(directory.path().join(path)).unwrap();
    }
    let rules = [
        (".smritiignore", "a\n"),
        (".ignore", "c/\n"),
        (".gitignore", "e\n"),
    ];
    write(directory.path(), &rules);
    let deleted = &changed_files(&root).unwrap().deleted;
    // Git tracks what it ignores.
    assert_eq!(*deleted, [SourcePath::new("b"), SourcePath::new("e")]);
}

#[test]
fn the_changed_files_follow_head_and_the_index() {
    let (directory, root) = repository(&[("a", "1\n")]);
    let changes = GitChanges::default();
    let path = SourcePath::new("a");
    let count = |generation| {
        changes
            .files(
                &root,
                &limits(),
                None,
                generation,
                std::iter::once(&path),
                &Cancel::new(),
            )
            .map_or(9, |changes| changes.files.len())
    };
    assert_eq!(count(1), 0);
    write(directory.path(), &[("a", "22\n")]);
    assert_eq!(count(1), 0, "known for this generation");
    assert_eq!(count(2), 1);
    git(directory.path(), &["commit", "-qam", "second"]);
    assert_eq!(count(2), 0);
}

#[test]
fn a_search_does_not_wait_for_the_comparison_of_another_one() {
    let (_directory, root) = repository(&[("a", "1\n")]);
    let (changes, cancelled) = (GitChanges::default(), Cancel::new());
    cancelled.cancel();
    let path = SourcePath::new("a");
    let during = std::iter::once(&path).inspect(|_| {
        let other = changes.files(&root, &limits(), None, 2, std::iter::empty(), &cancelled);
        assert_eq!(other.map(|changes| changes.files.len()), Ok(0));
    });
    let files = changes.files(&root, &limits(), None, 1, during, &Cancel::new());
    assert_eq!(files.map(|changes| changes.files.len()), Ok(0));
}

/// Stores an object in a repository.
fn store(directory: &Path, kind: ObjectKind, content: &[u8]) -> ObjectId {
    let file = directory.join("object");
    fs::write(&file, content).unwrap();
    let arguments = [
        "hash-object",
        "-w",
        "--literally",
        "-t",
        &kind.to_string(),
        "object",
    ];
    git(directory, &arguments);
    compute_hash(HashKind::Sha1, kind, content).unwrap()
}

#[test]
fn a_commit_with_too_many_entries_of_any_kind_is_reported() {
    let (directory, root) = repository(&[("a", "1\n")]);
    let directory = directory.path();
    // All directories share one tree.
    let tree = |mode: &str, id: ObjectId| -> Vec<u8> {
        let entries = (1_000..2_001).map(|number| format!("{mode} {number}\0").into_bytes());
        entries
            .flat_map(|entry| [&entry[..], id.as_slice()].concat())
            .collect()
    };
    let blob = store(directory, ObjectKind::Blob, b"");
    // Files and symbolic links.
    for mode in ["100644", "120000"] {
        let inner = store(directory, ObjectKind::Tree, &tree(mode, blob));
        let outer = store(directory, ObjectKind::Tree, &tree("40000", inner));
        let by = "a <a@b> 0 +0000";
        let commit = format!("tree {outer}\nauthor {by}\ncommitter {by}\n\nm\n");
        let commit = store(directory, ObjectKind::Commit, commit.as_bytes());
        git(directory, &["update-ref", "HEAD", &commit.to_string()]);
        assert_eq!(error(&root), Some(GitUnavailable::TooLarge), "{mode}");
    }
}

#[test]
fn files_that_git_is_told_not_to_look_at_are_unchanged() {
    let (directory, root) = repository(&[("a", "1\n"), ("b", "1\n"), ("c", "1\n")]);
    git(
        directory.path(),
        &["update-index", "--assume-unchanged", "a"],
    );
    git(directory.path(), &["update-index", "--skip-worktree", "b"]);
    write(
        directory.path(),
        &[("a", "2\n"), ("b", "2\n"), ("c", "2\n")],
    );
    check_changed(&root, &["a", "b", "c"], &["c"]);
}

#[cfg(unix)]
#[test]
fn a_changed_mode_is_a_change() {
    use std::os::unix::fs::PermissionsExt;
    let (directory, root) = repository(&[("a", "1\n")]);
    let file = directory.path().join("a");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    check_changed(&root, &["a"], &["a"]);
    git(directory.path(), &["config", "core.fileMode", "false"]);
    check_changed(&root, &["a"], &[]);
}

#[test]
fn deleted_files_are_those_that_git_misses() {
    let (directory, root) = repository(&[("a", "1\n"), ("b", "1\n"), ("c", "1\n"), ("d", "1\n")]);
    for path in ["a", "b", "c"] {
        fs::remove_file(directory.path().join(path)).unwrap();
    }
    git(directory.path(), &["update-index", "--skip-worktree", "b"]);
    git(directory.path(), &["rm", "-q", "--cached", "c", "d"]);
    let committed = HeadCommit::open(&root).expect("a commit");
    let d = SourcePath::new("d");
    let changes = committed
        .changes(std::iter::once(&d), &Cancel::new())
        .unwrap();
    let deleted: Vec<&str> = changes.deleted.iter().map(SourcePath::as_str).collect();
    assert_eq!(deleted, ["a", "c"]);
    assert_eq!(changes.files.get(&d), Some(&FileChange::New));
}

/// The files that differ from a base.
#[track_caller]
fn changed_since(root: &Root, base: &str, paths: &[&str]) -> Result<Vec<String>, GitUnavailable> {
    let paths: Vec<SourcePath> = paths.iter().map(|it| SourcePath::new(it)).collect();
    let changes = GitChanges::default();
    let files = changes.files(root, &limits(), Some(base), 1, paths.iter(), &Cancel::new())?;
    let mut names: Vec<String> = files.files.keys().map(ToString::to_string).collect();
    names.sort_unstable();
    names.extend(files.deleted.iter().map(|path| format!("-{path}")));
    Ok(names)
}

#[test]
fn a_branch_as_base_means_the_commit_in_common() {
    let (directory, root) = repository(&[("a.rs", "a\n"), ("b.rs", "b\n"), ("c.rs", "c\n")]);
    let at = directory.path();
    git(at, &["branch", "-m", "main"]);
    git(at, &["checkout", "-qb", "topic"]);
    write(at, &[("a.rs", "topic\n")]);
    git(at, &["commit", "-qam", "topic"]);
    git(at, &["checkout", "-q", "main"]);
    write(at, &[("b.rs", "main\n")]);
    git(at, &["commit", "-qam", "main"]);
    git(at, &["checkout", "-q", "topic"]);
    fs::remove_file(at.join("c.rs")).unwrap();
    let all = ["a.rs", "b.rs"];
    let first = git(at, &["rev-parse", "HEAD~1"]).trim().to_owned();
    assert_eq!(git(at, &["merge-base", "HEAD", "main"]).trim(), first);
    let main = git(at, &["rev-parse", "main"]).trim().to_owned();
    git(at, &["tag", "-am", "one", "one", "HEAD~1"]);
    git(at, &["pack-refs", "--all"]);
    // What main has since then does not count, unless its hash names it.
    for (base, expected) in [
        ("main", &["a.rs", "-c.rs"][..]),
        ("one", &["a.rs", "-c.rs"]),
        ("HEAD~1", &["a.rs", "-c.rs"]),
        ("HEAD^", &["a.rs", "-c.rs"]),
        ("@~", &["a.rs", "-c.rs"]),
        (&first, &["a.rs", "-c.rs"]),
        (&first[..7], &["a.rs", "-c.rs"]),
        (&main, &["a.rs", "b.rs", "-c.rs"]),
    ] {
        assert_eq!(
            changed_since(&root, base, &all).unwrap(),
            expected,
            "{base}"
        );
    }
    let unknown = |base: &str| GitUnavailable::UnknownBase(base.to_owned());
    for base in [
        "nowhere", "HEAD~9", "main^2", "abcdef0", "../main", "HEAD~x", "HEAD~é",
    ] {
        assert_eq!(
            changed_since(&root, base, &all),
            Err(unknown(base)),
            "{base}"
        );
    }
    // Of a tag and a branch with one name, git takes the tag.
    git(at, &["tag", "twice", "main"]);
    git(at, &["branch", "twice", "HEAD"]);
    let tagged = changed_since(&root, "main", &all);
    assert_eq!(changed_since(&root, "twice", &all), tagged);
    git(at, &["checkout", "-q", "--orphan", "alone"]);
    git(at, &["commit", "-qm", "alone", "--allow-empty"]);
    let none = GitUnavailable::NoCommonCommit("main".to_owned());
    assert_eq!(changed_since(&root, "main", &all), Err(none));
}

#[test]
fn a_base_that_a_shallow_clone_lacks_is_told() {
    let (directory, _) = repository(&[("a.rs", "0\n")]);
    let at = directory.path();
    write(at, &[("a.rs", "1\n")]);
    git(at, &["commit", "-qam", "second"]);
    let clone = tempfile::tempdir().unwrap();
    let address = format!("file://{}", at.display());
    git(
        clone.path(),
        &["clone", "-q", "--depth", "1", &address, "."],
    );
    let root = Root::exactly(clone.path()).unwrap();
    let opened = HeadCommit::open_base(&root, Some("HEAD~1"));
    let expected = GitUnavailable::NotFetched("HEAD~1".to_owned());
    assert_eq!(opened.err(), Some(expected));
}

#[test]
fn the_commit_in_common_is_that_of_git_after_merges() {
    let (directory, root) = repository(&[("a.rs", "0\n")]);
    let at = directory.path();
    git(at, &["branch", "-m", "main"]);
    let commit = |branch: &str, file: &str| {
        git(at, &["checkout", "-q", branch]);
        write(at, &[(file, branch)]);
        git(at, &["add", "."]);
        git(at, &["commit", "-qm", file]);
    };
    git(at, &["branch", "topic"]);
    commit("main", "m1.rs");
    commit("topic", "t1.rs");
    git(at, &["merge", "-q", "--no-edit", "main"]);
    commit("main", "m2.rs");
    commit("topic", "t2.rs");
    let expected = git(at, &["merge-base", "HEAD", "main"]).trim().to_owned();
    let opened = HeadCommit::open_base(&root, Some("main")).expect("a commit");
    assert_eq!(opened.id.to_string(), expected);
}

#[test]
fn the_old_text_of_a_deleted_file_is_read() {
    let (directory, root) = repository(&[("a.rs", "one\ntwo\n")]);
    fs::remove_file(directory.path().join("a.rs")).unwrap();
    let committed = HeadCommit::open(&root).expect("a commit");
    let diff = committed
        .diff(&SourcePath::new("a.rs"))
        .unwrap()
        .expect("a difference");
    assert_eq!(
        (diff.before.bytes(), diff.counts()),
        (&b"one\ntwo\n"[..], (0, 2))
    );
    let other = committed.diff(&SourcePath::new("b.rs"));
    assert!(other.unwrap().is_none());
}
