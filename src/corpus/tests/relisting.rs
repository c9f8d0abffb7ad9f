//! Walks by the listing of an earlier walk.

use super::listing::{git, limits, repository, write};
use crate::corpus::*;
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicUsize;

/// A walk of the whole repository, and its listing: everything in it counts as old.
fn listed(root: &Root, rules: RuleOptions) -> (Walk, Option<Listing>) {
    let limits = limits(rules);
    let found = walk(root, &limits, &Cancel::new());
    let listing = Listing::of(root, &limits, &found, i64::MAX);
    (found, listing)
}

fn again(listing: &Listing, root: &Root, rules: RuleOptions) -> Option<Walk> {
    let count = AtomicUsize::new(0);
    let found = listing.walk(root, &limits(rules), &count, &Cancel::new())?;
    assert_eq!(count.into_inner(), found.files.len());
    Some(found)
}

/// Writes files elsewhere until the time of the file system moves on.
fn next_tick() {
    let directory = tempfile::tempdir().unwrap();
    let probe = directory.path().join("probe");
    let time = || {
        fs::write(&probe, "x").unwrap();
        probe.metadata().unwrap().modified().unwrap()
    };
    let first = time();
    while time() == first {}
}

type Change = (&'static str, fn(&Path));

/// Changes of the repository of [`example`].
const CHANGES: &[Change] = &[
    ("a file is edited in place", |root| write(root, &["a.x=b"])),
    ("a file is created", |root| write(root, &["d/new.rs"])),
    ("a file is deleted", |root| {
        _ = fs::remove_file(root.join("b"))
    }),
    ("a file is replaced", |root| {
        write(root, &["temporary=c"]);
        fs::rename(root.join("temporary"), root.join("c")).unwrap();
    }),
    ("a file grows beyond the limit", |root| {
        write(root, &[&format!("d/b={}", "x".repeat(2_000))]);
    }),
    ("a long file shrinks", |root| write(root, &["long"])),
    ("a directory is created", |root| write(root, &["e/f/g.rs"])),
    ("a directory is moved", |root| {
        let _ = fs::rename(root.join("d"), root.join("moved"));
    }),
    ("a rule is edited in place", |root| {
        write(root, &[".gitignore=b\n"])
    }),
    ("an ignored rule is edited", |root| {
        write(root, &["a/.gitignore=c\n.gitignore\n"]);
    }),
    ("a rule is created", |root| write(root, &["a/.ignore=a\n"])),
    ("an excluded file", |root| {
        write(root, &[".git/info/exclude=a.x\n"]);
    }),
    ("an ignored file is tracked", |root| {
        write(root, &["kept.log", ".gitignore=*.log\n"]);
        git(root, &["add", "-f", "kept.log"]);
    }),
    ("a tracked file is forgotten", |root| {
        git(
            root,
            &[
                "rm",
                "-q",
                "-r",
                "--cached",
                "--ignore-unmatch",
                "tracked.log",
            ],
        );
    }),
    ("a clone", |root| {
        write(root, &["a/inner/x.rs"]);
        git(root, &["init", "-q", "a/inner"]);
    }),
    ("a clone is none", |root| {
        let _ = fs::remove_file(root.join("clone/.git/HEAD"));
    }),
    ("a submodule is named", |root| {
        write(root, &[".gitmodules=[submodule \"n\"]\n\tpath = clone\n"]);
    }),
    #[cfg(unix)]
    ("a directory becomes a link", |root| {
        if root.join("a/b").is_dir() && fs::rename(root.join("a/b"), root.join("a/z")).is_ok() {
            std::os::unix::fs::symlink("z", root.join("a/b")).unwrap();
        }
    }),
];

fn example() -> tempfile::TempDir {
    let directory = repository(&[
        ".gitignore=*.log\n",
        "a/.gitignore=*.tmp\n.gitignore\n",
        "a.x=a",
        "b",
        "c",
        "a/a",
        "a/b/a",
        "a/b/c",
        "a/c.tmp",
        "d/b",
        "e.log",
        "tracked.log",
    ]);
    let root = directory.path();
    git(root, &["add", "-f", "tracked.log"]);
    git(root, &["init", "-q", "clone"]);
    write(root, &["clone/x.rs"]);
    fs::write(root.join("long"), "x".repeat(2_000)).unwrap();
    directory
}

#[cfg(unix)]
#[test]
fn an_edit_in_place_needs_no_listing_and_is_found() {
    let rules = RuleOptions::default();
    let directory = example();
    let root = Root::exactly(directory.path()).unwrap();
    let (before, listing) = listed(&root, rules);
    let listing = listing.unwrap();
    assert_eq!(again(&listing, &root, rules), Some(before.clone()));
    next_tick();
    write(root.path(), &["a.x=b"]);
    let after = again(&listing, &root, rules).unwrap();
    assert_ne!(after, before);
    assert_eq!(after, listed(&root, rules).0);
    let others = RuleOptions {
        nested_repositories: true,
        ..rules
    };
    assert_eq!(again(&listing, &root, others), None);
}

#[test]
fn what_changed_just_before_a_walk_is_listed_again() {
    let directory = example();
    let root = Root::exactly(directory.path()).unwrap();
    let limits = limits(RuleOptions::default());
    let began = now_ns();
    let found = walk(&root, &limits, &Cancel::new());
    assert_eq!(Listing::of(&root, &limits, &found, began), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_walk_by_a_listing_finds_what_a_whole_walk_finds(
        changes in proptest::collection::vec(proptest::sample::select(CHANGES), 1..5),
    ) {
        let rules = RuleOptions::default();
        let directory = example();
        let root = Root::exactly(directory.path()).unwrap();
        for (name, change) in changes {
            let (_, listing) = listed(&root, rules);
            next_tick();
            change(root.path());
            let (expected, _) = listed(&root, rules);
            if let Some(found) = listing.and_then(|listing| again(&listing, &root, rules)) {
                prop_assert_eq!(found, expected, "{}", name);
            }
        }
    }
}
