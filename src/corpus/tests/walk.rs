use crate::corpus::fingerprint::mtime_ns;
use crate::corpus::walk::skipped_by_error;
use crate::corpus::*;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicUsize;

/// Creates a directory with these files, empty unless `NAME=TEXT`.
fn tree(files: &[&str]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for file in files {
        let (path, text) = file.split_once('=').unwrap_or((file, ""));
        let path = directory.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    directory
}

fn limits(index_limit: u64) -> FileLimits {
    FileLimits {
        index_limit,
        document_limit: index_limit,
        secrets: Secrets::with_rules(&[]).unwrap(),
        rules: RuleOptions::default(),
    }
}

fn walk_all(directory: &Path, index_limit: u64) -> Walk {
    let root = Root::exactly(directory).unwrap();
    walk(&root, &limits(index_limit), &Cancel::new())
}

/// Returns the found files, in order.
fn check(files: &[&str], expected: &[&str]) {
    let directory = tree(files);
    let found = walk_all(directory.path(), 1_000);
    let paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, expected, "{files:?}");
}

#[test]
fn files_come_in_path_order() {
    check(
        &["b.rs", "a/z.rs", "a.rs", "a/b/c.rs", "Z.rs"],
        &["Z.rs", "a.rs", "a/b/c.rs", "a/z.rs", "b.rs"],
    );
    check(&[], &[]);
}

#[test]
fn exports_are_not_walked() {
    check(
        &[
            "smriti-export.md",
            "smriti-export-12.json",
            "docs/smriti-export.qf",
            ".smriti-export.123.new",
            "smriti-export/a.rs",
            "smriti-exporter.rs",
            "smriti-export-format.md",
        ],
        &[
            "smriti-export-format.md",
            "smriti-export/a.rs",
            "smriti-exporter.rs",
        ],
    );
}

#[test]
fn hidden_files_are_walked_but_not_version_control() {
    check(
        &[
            ".github/ci.yml",
            ".editorconfig",
            ".git/config",
            ".hg/store",
            ".jj/repo",
            ".svn/entries",
            "sub/.git=gitdir: elsewhere",
            "sub/a.rs",
        ],
        &[".editorconfig", ".github/ci.yml", "sub/a.rs"],
    );
}

#[test]
fn ignore_files_count_outside_git_too() {
    check(
        &[
            ".gitignore=/target/\n*.log\n!kept.log\n",
            "target/a.rs",
            "sub/target/a.rs",
            "sub/a.log",
            "kept.log",
            "sub/.gitignore=local\n",
            "sub/local",
            "local",
        ],
        &[
            ".gitignore",
            "kept.log",
            "local",
            "sub/.gitignore",
            "sub/target/a.rs",
        ],
    );
}

#[test]
fn smritiignore_adds_to_gitignore_and_wins() {
    check(
        &[
            ".gitignore=generated/\n",
            ".smritiignore=fixtures/\n!generated/\n",
            "generated/a.rs",
            "fixtures/a.rs",
            "a.rs",
        ],
        &[".gitignore", ".smritiignore", "a.rs", "generated/a.rs"],
    );
}

#[test]
fn git_info_exclude_counts() {
    check(
        &[
            ".git/HEAD",
            ".git/info/exclude=notes.md\n",
            "notes.md",
            "a.rs",
        ],
        &["a.rs"],
    );
}

#[test]
fn ignore_files_above_the_root_do_not_count() {
    let directory = tree(&[".gitignore=*\n", "project/a.rs"]);
    let found = walk_all(&directory.path().join("project"), 1_000);
    assert_eq!(found.files.len(), 1);
}

#[test]
fn length_and_mtime_come_from_the_file() {
    let directory = tree(&["a.rs=12345"]);
    let found = walk_all(directory.path(), 1_000);
    let metadata = fs::metadata(directory.path().join("a.rs")).unwrap();
    assert_eq!(found.files[0].length, 5);
    assert_eq!(found.files[0].mtime_ns, mtime_ns(&metadata));
}

#[test]
fn secrets_and_large_files_are_listed() {
    let directory = tree(&[
        "a.rs=x",
        ".env=KEY=1",
        "tls/key.pem",
        "large.rs=12345678901",
    ]);
    let skipped = walk_all(directory.path(), 10).skipped;
    let listed: Vec<_> = skipped
        .iter()
        .map(|skipped| (skipped.path.as_str(), skipped.reason.clone()))
        .collect();
    let too_large = SkipReason::TooLarge {
        length: 11,
        limit: limits(10).of(&SourcePath::new("large.rs")),
    };
    assert_eq!(
        listed,
        [
            (".env", SkipReason::Secret),
            ("large.rs", too_large),
            ("tls/key.pem", SkipReason::Secret),
        ]
    );
}

#[cfg(unix)]
#[test]
fn special_files_are_listed_and_never_followed() {
    use std::os::unix::fs::symlink;

    let directory = tree(&["a.rs", "folder/b.rs"]);
    let at = |name: &str| directory.path().join(name);
    symlink("/etc", at("etc")).unwrap();
    symlink(at("folder"), at("again")).unwrap();
    symlink("nowhere", at("broken.rs")).unwrap();
    symlink(directory.path(), at("folder/loop")).unwrap();
    nix::unistd::mkfifo(&at("pipe.rs"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();

    let found = walk_all(directory.path(), 1_000);
    assert_eq!(found.files.len(), 2);
    let listed: Vec<String> = found
        .skipped
        .iter()
        .map(|skipped| format!("{}: {}", skipped.path, skipped.reason))
        .collect();
    let line =
        |path: &str, what: &str| format!("{path}: not a regular file but a {what}; not followed");
    assert_eq!(
        listed,
        [
            line("again", "symbolic link"),
            line("broken.rs", "symbolic link"),
            line("etc", "symbolic link"),
            line("folder/loop", "symbolic link"),
            line("pipe.rs", "pipe"),
            line("socket", "socket"),
        ]
    );
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_listed() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let directory = tree(&["a.rs"]);
    fs::write(directory.path().join(OsStr::from_bytes(b"b\xFF.rs")), "").unwrap();
    let found = walk_all(directory.path(), 1_000);
    assert_eq!(found.files.len(), 1);
    assert_eq!(found.skipped[0].path.as_str(), "b\u{FFFD}.rs");
    assert_eq!(found.skipped[0].reason, SkipReason::Name);
}

#[test]
fn a_missing_root_is_listed() {
    let directory = tree(&["a.rs"]);
    let root = Root::exactly(directory.path()).unwrap();
    directory.close().unwrap();
    let found = walk(&root, &limits(1), &Cancel::new());
    assert!(found.files.is_empty());
    assert_eq!(found.skipped[0].path.as_str(), ".");
    assert!(matches!(found.skipped[0].reason, SkipReason::Unreadable(_)));
}

#[test]
fn an_error_of_the_walk_names_its_directory() {
    let denied = ignore::Error::WithDepth {
        depth: 1,
        err: Box::new(ignore::Error::WithPath {
            path: "/root/private".into(),
            err: Box::new(ignore::Error::Io(
                std::io::ErrorKind::PermissionDenied.into(),
            )),
        }),
    };
    let skipped = skipped_by_error(&denied, Path::new("/root")).unwrap();
    assert_eq!(skipped.path.as_str(), "private");
    assert_eq!(
        skipped.reason,
        SkipReason::Unreadable("permission denied".to_owned())
    );
}

#[test]
fn a_file_deleted_before_it_is_examined_is_not_skipped() {
    let check = |kind: std::io::ErrorKind, path: &str, expected: bool| {
        let error = ignore::Error::WithPath {
            path: path.into(),
            err: Box::new(ignore::Error::Io(kind.into())),
        };
        let missed = skipped_by_error(&error, Path::new("/root"));
        assert_eq!(missed.is_some(), expected, "{kind} {path}");
    };
    check(std::io::ErrorKind::NotFound, "/root/gone", false);
    check(std::io::ErrorKind::NotFound, "/root", true);
    check(std::io::ErrorKind::PermissionDenied, "/root/private", true);
}

#[test]
fn a_cancelled_walk_stops() {
    let directory = tree(&["a.rs", "b/c.rs"]);
    let root = Root::exactly(directory.path()).unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(walk(&root, &limits(1), &cancel), Walk::default());
}

/// Returns the files found around these paths, and checks that the whole walk finds the same there.
fn check_part(files: &[&str], around: &[&str], expected: &[&str]) {
    let directory = tree(files);
    let root = Root::exactly(directory.path()).unwrap();
    let changed: Vec<_> = around.iter().map(|path| root.path().join(path)).collect();
    let scope = Scope::from_paths(&root, changed.iter().map(std::path::PathBuf::as_path));
    let count = AtomicUsize::new(0);
    let part = walk_part(&root, &scope, &limits(1_000), &count, &Cancel::new());
    assert_eq!(count.into_inner(), part.files.len(), "{around:?}");
    let whole = walk(&root, &limits(1_000), &Cancel::new());
    let covered = |path: &SourcePath| scope.covers(path);
    let files: Vec<WalkedFile> = whole
        .files
        .into_iter()
        .filter(|it| covered(&it.path))
        .collect();
    let skipped: Vec<Skipped> = whole
        .skipped
        .into_iter()
        .filter(|it| covered(&it.path))
        .collect();
    assert_eq!(
        (&part.files, &part.skipped),
        (&files, &skipped),
        "{around:?}"
    );
    let paths: Vec<&str> = part.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, expected, "{around:?}");
    assert!(
        part.directories
            .iter()
            .all(|it| whole.directories.contains(it))
    );
    let all_of = whole
        .directories
        .iter()
        .filter(|it| scope.covers_directory(it));
    assert!(all_of.clone().all(|it| part.directories.contains(it)));
}

#[test]
fn a_part_is_walked_by_the_same_rules() {
    let files = [
        ".gitignore=*.log\n/target/\n",
        "a.rs",
        "a.log",
        ".env=KEY=1",
        "target/debug/b.rs",
        "src/.gitignore=local\n!kept.log\n",
        "src/c.rs",
        "src/kept.log",
        "src/local",
        "src/deep/d.rs",
        "src/deep/e.log",
        "src/deep/er/local",
        "src/deep/er/f.rs",
    ];
    check_part(&files, &["a.rs"], &[".gitignore", "a.rs"]);
    check_part(
        &files,
        &["src/c.rs"],
        &["src/.gitignore", "src/c.rs", "src/kept.log"],
    );
    check_part(&files, &["src/deep/gone.rs"], &["src/deep/d.rs"]);
    let below = [
        "src/.gitignore",
        "src/c.rs",
        "src/deep/d.rs",
        "src/deep/er/f.rs",
        "src/kept.log",
    ];
    check_part(&files, &["src/deep"], &below);
    check_part(&files, &["target/debug/b.rs", "target/x"], &[]);
    check_part(&files, &["target"], &[".gitignore", "a.rs"]);
    check_part(
        &files,
        &["src/deep/er/f.rs", "a.rs"],
        &[".gitignore", "a.rs", "src/deep/er/f.rs"],
    );
    check_part(&files, &[".git/index"], &[]);
}

#[test]
fn entered_directories_are_listed() {
    let directory = tree(&[
        ".gitignore=target/\n",
        ".git/HEAD",
        "target/debug/a.rs",
        "src/deep/b.rs",
        "empty/.keep",
    ]);
    fs::remove_file(directory.path().join("empty/.keep")).unwrap();
    let entered = walk_all(directory.path(), 1_000).directories;
    let names: Vec<&str> = entered.iter().map(SourcePath::as_str).collect();
    assert_eq!(names, [".", "empty", "src", "src/deep"]);
}
