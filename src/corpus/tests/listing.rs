//! The files that are listed: rules, tracked files, repositories inside the repository.

use crate::corpus::*;
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicUsize;

/// Runs git in a directory, without any configuration of the user, and returns its output.
#[track_caller]
pub(super) fn git(directory: &Path, arguments: &[&str]) -> String {
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
    String::from_utf8(output.stdout).unwrap()
}

/// Writes files of `NAME` or `NAME=TEXT`.
pub(super) fn write(directory: &Path, files: &[&str]) {
    for file in files {
        let (path, text) = file.split_once('=').unwrap_or((file, ""));
        let path = directory.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

pub(super) fn repository(files: &[&str]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    git(directory.path(), &["init", "-q"]);
    write(directory.path(), files);
    directory
}

pub(super) fn limits(rules: RuleOptions) -> FileLimits {
    FileLimits {
        index_limit: 1_000,
        document_limit: 1_000,
        secrets: Secrets::with_rules(&[]).unwrap(),
        rules,
    }
}

/// Walks a repository, and checks that a walk of each directory finds the same in it, and a walk by the listing.
#[track_caller]
fn walked(directory: &Path, rules: RuleOptions) -> Walk {
    let (root, limits) = (Root::exactly(directory).unwrap(), limits(rules));
    let whole = walk(&root, &limits, &Cancel::new());
    let directories = whole
        .directories
        .iter()
        .map(|it| it.under_root(root.path()));
    for below in directories {
        let changed = [below.join("changed")];
        let scope = Scope::from_paths(&root, changed.iter().map(std::path::PathBuf::as_path));
        let count = AtomicUsize::new(0);
        let part = walk_part(&root, &scope, &limits, &count, &Cancel::new());
        let mut expected = whole.clone();
        expected.files.retain(|file| scope.covers(&file.path));
        expected.skipped.retain(|file| scope.covers(&file.path));
        assert_eq!(
            (part.files, part.skipped),
            (expected.files, expected.skipped),
            "{below:?}"
        );
    }
    if let Some(listing) = Listing::of(&root, &limits, &whole, i64::MAX) {
        let again = listing.walk(&root, &limits, &AtomicUsize::new(0), &Cancel::new());
        assert_eq!(again.as_ref(), Some(&whole));
    }
    whole
}

fn paths(walk: &Walk) -> Vec<&str> {
    walk.files.iter().map(|file| file.path.as_str()).collect()
}

/// The paths of the nested repositories.
fn nested(walk: &Walk) -> Vec<&str> {
    let skipped = walk.skipped.iter();
    let nested = skipped.filter(|file| file.reason == SkipReason::Repository);
    nested.map(|file| file.path.as_str()).collect()
}

#[track_caller]
fn check(directory: &Path, expected: &[&str]) {
    let mut found = walked(directory, RuleOptions::default());
    let is_rule = |path: &SourcePath| is_rule_file(path.file_name().as_ref());
    found.files.retain(|file| !is_rule(&file.path));
    assert_eq!(paths(&found), expected);
}

#[test]
fn a_tracked_file_is_listed_although_git_ignores_it() {
    let directory = repository(&[
        ".gitignore=*.gen.py\n/out/\n!/out/not\n",
        "a.gen.py",
        "b.gen.py",
        "out/deep/c.rs",
        "out/deep/d.rs",
        "out/not",
        "out/other/e.rs",
    ]);
    let tracked = ["add", "-f", "a.gen.py", "out/deep/c.rs"];
    git(directory.path(), &tracked);
    check(directory.path(), &["a.gen.py", "out/deep/c.rs"]);
    git(directory.path(), &["rm", "-q", "--cached", "a.gen.py"]);
    check(directory.path(), &["out/deep/c.rs"]);
}

#[test]
fn tracked_files_are_known_in_every_format_of_the_index() {
    let check = |init: &[&str], configured: &[&str]| {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        git(root, &[&["init", "-q"], init].concat());
        write(root, &[".gitignore=*.log\n", "a.log", "b.log", "c.rs"]);
        git(root, &["add", "-f", "a.log", "c.rs"]);
        if !configured.is_empty() {
            git(root, configured);
        }
        super::listing::check(root, &["a.log", "c.rs"]);
    };
    check(&[], &[]);
    check(&["--object-format=sha256"], &[]);
    check(&[], &["update-index", "--split-index"]);
    check(&[], &["update-index", "--index-version", "4"]);
    check(&[], &["update-index", "--skip-worktree", "a.log"]);
}

#[test]
fn rules_that_are_not_of_git_hide_tracked_files_too() {
    let directory = repository(&["a.rs", "b.rs", "c.rs", "d.rs"]);
    git(directory.path(), &["add", "."]);
    write(
        directory.path(),
        &[".smritiignore=a.rs\n", ".ignore=b.rs\n", ".rgignore=c.rs\n"],
    );
    check(directory.path(), &["d.rs"]);
    let rules = RuleOptions {
        ignore_files: false,
        ..RuleOptions::default()
    };
    let found = walked(directory.path(), rules);
    assert!(
        paths(&found).ends_with(&["b.rs", "c.rs", "d.rs"]),
        "{found:?}"
    );
}

#[test]
fn earlier_kinds_of_ignore_files_decide_over_later_ones() {
    let directory = repository(&[
        ".gitignore=*.log\nbuild/\n",
        ".ignore=!*.log\n!build/\nsub.log\n",
        ".rgignore=!sub.log\nx.log\n",
        "deep/.smritiignore=!x.log\n",
        "a.log",
        "sub.log",
        "x.log",
        "deep/x.log",
        "build/out",
    ]);
    let expected = ["a.log", "build/out", "deep/x.log", "sub.log"];
    check(directory.path(), &expected);
}

#[test]
fn a_clone_or_worktree_inside_a_repository_is_skipped_unless_it_is_a_part() {
    let other = repository(&["x.rs"]);
    git(other.path(), &["add", "."]);
    git(other.path(), &["commit", "-qm", "first"]);
    let from = other.path().to_str().unwrap();
    let directory = repository(&["a.rs", "empty/.git/objects/x", "empty/e.rs"]);
    let root = directory.path();
    git(root, &["add", "."]);
    git(root, &["commit", "-qm", "first"]);
    git(root, &["worktree", "add", "-q", ".claude/worktrees/x"]);
    git(root, &["clone", "-q", from, "clones/one"]);
    git(root, &["clone", "-q", from, "named"]);
    git(root, &["clone", "-q", from, "pinned"]);
    git(
        root,
        &["-c", "advice.addEmbeddedRepo=false", "add", "pinned"],
    );
    git(root, &["init", "-q", "tracked"]);
    write(
        root,
        &[
            ".gitmodules=[submodule \"n\"]\n\tpath = \"named\"\n",
            "ignored/.git/HEAD",
            ".gitignore=ignored/\n",
        ],
    );
    check(root, &["a.rs", "empty/e.rs", "named/x.rs", "pinned/x.rs"]);
    let found = walked(root, RuleOptions::default());
    let skipped = [".claude/worktrees/x", "clones/one", "tracked"];
    assert_eq!(nested(&found), skipped);
    let all = RuleOptions {
        nested_repositories: true,
        ..RuleOptions::default()
    };
    let found = walked(root, all);
    assert!(
        paths(&found).contains(&".claude/worktrees/x/a.rs"),
        "{found:?}"
    );
    assert_eq!(nested(&found), [""; 0]);
}

#[test]
fn repositories_in_a_directory_that_is_none_are_listed() {
    let directory = tempfile::tempdir().unwrap();
    let files = [
        "one/.git/HEAD",
        "one/a.rs",
        "one/b/.git/HEAD",
        "one/b/c.rs",
        "two/.git/HEAD",
        "two/d.rs",
    ];
    write(directory.path(), &files);
    check(directory.path(), &["one/a.rs", "two/d.rs"]);
}

/// Names and globs for generated ignore files.
const NAMES: &[&str] = &[
    "a", "b", "*", "a*", "?", "**/b", "a/**", "a/b", "[ab]", "*.x",
];

#[test]
fn the_rule_that_ignores_everything_is_named() {
    let check = |files: &[&str], expected: Option<&str>| {
        let directory = repository(files);
        let root = Root::exactly(directory.path()).unwrap();
        let found = explain_ignored(&root, &limits(RuleOptions::default()));
        assert_eq!(found.as_deref(), expected, "{files:?}");
    };
    check(&[], None);
    check(
        &[".gitignore=\n*\n", "a.rs", "b/c.rs"],
        Some("`*` in .gitignore, line 2, hides 3 files or directories"),
    );
    check(
        &[
            ".git/info/exclude=*.rs\nb/ \n.*\n",
            "a.rs",
            "b/c.rs",
            "c.rs",
        ],
        Some(
            "`*.rs` in .git/info/exclude, line 1, hides 2 files or directories, and other rules more",
        ),
    );
}

/// A line of an ignore file: names that the generated trees have, or globs of them.
fn rule() -> impl Strategy<Value = String> {
    let name = proptest::sample::select(NAMES);
    let bang = proptest::bool::weighted(0.3);
    (bang, any::<bool>(), name, any::<bool>()).prop_map(|(bang, rooted, name, directory)| {
        let part = |is: bool, text: &'static str| if is { text } else { "" };
        part(bang, "!").to_owned() + part(rooted, "/") + name + part(directory, "/")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..Default::default() })]

    #[test]
    fn listed_files_are_those_that_git_lists(
        root in proptest::collection::vec(rule(), 0..4),
        deep in proptest::collection::vec(rule(), 0..3),
        exclude in proptest::collection::vec(rule(), 0..2),
        added in proptest::collection::vec(0..12_usize, 0..4),
    ) {
        let files = [
            "a.x", "b", "c", "a/a", "a/b/a", "a/b/c", "a/c.x", "b.x", "d/a/b", "d/b", "d/c.x", "e/a/b.x",
        ];
        let directory = repository(&files);
        let text = |rules: &[String]| rules.join("\n") + "\n";
        fs::write(directory.path().join(".gitignore"), text(&root)).unwrap();
        fs::write(directory.path().join("a/.gitignore"), text(&deep)).unwrap();
        fs::write(directory.path().join(".git/info/exclude"), text(&exclude)).unwrap();
        for number in added {
            git(directory.path(), &["add", "-f", files[number]]);
        }
        let listed = git(directory.path(), &["ls-files", "-co", "--exclude-standard", "-z"]);
        let mut listed: Vec<&str> = listed.split_terminator('\0').collect();
        listed.sort_unstable();
        listed.dedup();
        let found = walked(directory.path(), RuleOptions::default());
        prop_assert_eq!(paths(&found), listed);
    }
}
