//! Objects in other repositories.

use super::{check_changed, error, git, repository, write};
use crate::corpus::Root;
use crate::corpus::changes::alternates::is_object_directory;
use crate::corpus::changes::unavailable::GitUnavailable;
use std::fs;
use std::path::{Path, PathBuf};

/// A clone that borrows the objects of another repository, which has one commit.
fn shared_clone(parent: &Path, name: &str, from: &Path) -> Root {
    let clone = parent.join(name);
    git(
        parent,
        &["clone", "-q", "--shared", from.to_str().unwrap(), name],
    );
    Root::exactly(&clone).unwrap()
}

#[test]
fn objects_of_another_repository_of_the_user_are_read_five_deep() {
    let (directory, root) = repository(&[("a", "1\n")]);
    let parent = tempfile::tempdir().unwrap();
    let mut from = directory.path().to_owned();
    for depth in 1..=6 {
        let clone = shared_clone(parent.path(), &depth.to_string(), &from);
        from = clone.path().to_owned();
        let expected = (depth > 5).then_some(GitUnavailable::Borrowed);
        assert_eq!(error(&clone), expected, "{depth} deep");
    }
    assert_eq!(error(&root), None);
    let clone = Root::exactly(&parent.path().join("1")).unwrap();
    write(clone.path(), &[("a", "2\n")]);
    check_changed(&clone, &["a"], &["a"]);
}

#[test]
fn object_directories_outside_of_repositories_are_not_read() {
    let (directory, _) = repository(&[("a", "1\n")]);
    let parent = tempfile::tempdir().unwrap();
    let clone = shared_clone(parent.path(), "clone", directory.path());
    let check = |line: &str, expected: Option<GitUnavailable>| {
        write(clone.path(), &[(".git/objects/info/alternates", line)]);
        assert_eq!(error(&clone), expected, "{line}");
    };
    let objects = directory.path().join(".git/objects");
    let objects = objects.to_str().unwrap();
    check(&format!("{objects}\n"), None);
    check(&format!("# a comment\n\"{objects}\"\n"), None);
    let other = parent.path().join("other");
    write(
        &other,
        &[("HEAD", "ref: refs/heads/main\n"), ("things/pack/1", "")],
    );
    let up = "../../../other/things";
    check(
        &format!("{objects}\n{up}\n"),
        Some(GitUnavailable::Borrowed),
    );
    fs::rename(other.join("things"), other.join("objects")).unwrap();
    check(&format!("{objects}\n../../../other/objects\n"), None);
    fs::remove_file(other.join("HEAD")).unwrap();
    check(
        &format!("{objects}\n../../../other/objects\n"),
        Some(GitUnavailable::Borrowed),
    );
    check("/elsewhere", Some(GitUnavailable::Borrowed));
    #[cfg(unix)]
    {
        // A directory of another user.
        check(
            &format!("{objects}\n/proc/1/objects\n"),
            Some(GitUnavailable::Borrowed),
        );
        // A link to a directory is judged by its target.
        std::os::unix::fs::symlink("/etc", parent.path().join("objects")).unwrap();
        check(
            &format!("{objects}\n../../../objects\n"),
            Some(GitUnavailable::Borrowed),
        );
    }
}

#[cfg(unix)]
#[test]
fn directories_of_another_user_are_no_object_directories() {
    use std::os::unix::fs::chown;
    let directory = tempfile::tempdir().unwrap();
    let objects = directory.path().join("objects");
    fs::create_dir(&objects).unwrap();
    fs::write(directory.path().join("HEAD"), "").unwrap();
    assert!(is_object_directory(
        &objects,
        &fs::metadata(&objects).unwrap()
    ));
    // Only root can give a file away; for others root is the other user.
    let given = directory.path().join("given");
    fs::write(&given, "").unwrap();
    let other = match chown(&given, Some(12_345), None) {
        Ok(()) => given,
        Err(_) => PathBuf::from("/"),
    };
    assert!(!is_object_directory(
        &objects,
        &fs::metadata(other).unwrap()
    ));
}
