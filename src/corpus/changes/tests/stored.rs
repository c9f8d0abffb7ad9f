//! Files that git stores in another form.

use super::{check_changed, git, repository, write};
use crate::corpus::SourcePath;
use crate::corpus::changes::commit::HeadCommit;
use std::fs;

/// Commits a file with these attributes, removes git's index, which would be conclusive, and compares a content.
#[track_caller]
fn check_stored(attributes: &str, committed: &[u8], content: &[u8], is_changed: bool) {
    let (directory, root) = repository(&[("other", "")]);
    let directory = directory.path();
    fs::write(directory.join("a.rs"), committed).unwrap();
    git(directory, &["config", "core.autocrlf", "false"]);
    git(directory, &["add", "a.rs"]);
    git(directory, &["commit", "-qm", "as it is stored"]);
    write(directory, &[(".git/info/attributes", attributes)]);
    fs::write(directory.join("a.rs"), content).unwrap();
    fs::remove_file(directory.join(".git/index")).unwrap();
    let expected: &[&str] = if is_changed { &["a.rs"] } else { &[] };
    check_changed(&root, &["a.rs"], expected);
    let hunks = HeadCommit::open(&root)
        .unwrap()
        .hunks(&SourcePath::new("a.rs"));
    assert_eq!(hunks == Ok(Vec::new()), !is_changed, "{hunks:?}");
}

#[test]
fn a_file_is_compared_as_git_stores_it() {
    let ident = "*.rs ident";
    check_stored(ident, b"// $Id$\n", b"// $Id: 0f3a $\n", false);
    check_stored(ident, b"// $Id$\n", b"// $Id: 0f3a $ x\n", true);
    check_stored("", b"// $Id$\n", b"// $Id: 0f3a $\n", true);
    let crlf = "*.rs text eol=crlf";
    check_stored(crlf, b"a\nb\n", b"a\r\nb\r\n", false);
    check_stored("", b"a\nb\n", b"a\r\nb\r\n", true);
    check_stored("*.rs text=auto", b"a\r\nb\n", b"a\r\nb\r\n", true);
    let utf_16 = |attribute: &str, content: &[u8]| {
        let attribute = format!("*.rs working-tree-encoding={attribute}");
        check_stored(&attribute, "é\n".as_bytes(), content, false);
    };
    utf_16("UTF-16", b"\xFE\xFF\0\xE9\0\n");
    utf_16("UTF-16LE", b"\xE9\0\n\0");
    utf_16("UTF-16LE-BOM", b"\xFF\xFE\xE9\0\n\0");
    utf_16("latin1", b"\xE9\n");
    utf_16("windows-1252", b"\xE9\n");
}

#[test]
fn a_file_behind_lfs_is_compared_by_size_and_hash() {
    let lfs = "*.rs filter=lfs diff=lfs merge=lfs -text";
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:\
                   5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03\nsize 6\n";
    check_stored(lfs, pointer.as_bytes(), b"hello\n", false);
    check_stored(lfs, pointer.as_bytes(), pointer.as_bytes(), false);
    check_stored(lfs, pointer.as_bytes(), b"hellO\n", true);
    let larger = pointer.replace("size 6", "size 7");
    check_stored(lfs, larger.as_bytes(), b"hello\n", true);
}
