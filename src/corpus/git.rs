//! Head of the working tree, read from `.git` without running git.
//!
//! Principal type: [`Head`]. Invariant: the files are untrusted. Each is a regular file of limited size,
//! and the name of a reference never leaves the git directory.
//!
//! The indexer stores the head with each commit; the watcher watches [`git_files()`].

use super::read::{open_regular, read_regular};
use super::reftable::{self, Reference};
use super::root::Root;
use std::io::{BufRead, BufReader, Read};
use std::path::{Component, Path, PathBuf};

/// Maximum size of `HEAD`, a reference and a `gitdir:` file, which have one line.
const LINE_LIMIT: u64 = 64 * 1024;

/// Maximum size of `packed-refs`; some repositories have a million references.
const PACKED_LIMIT: u64 = 256 * 1024 * 1024;

/// Maximum length of a chain of symbolic references.
const SYMBOLIC_LIMIT: usize = 5;
/// The reference in the file `HEAD` of a repository with reftable storage.
const IN_TABLES: &str = "refs/heads/.invalid";

/// The checked-out branch and commit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The branch's short name; none when detached or not a git repository.
    pub branch: Option<String>,
    /// The commit's full hexadecimal id; none before the first commit or outside git.
    pub commit: Option<String>,
}

/// Reads the head of the repository at `root`; both parts are none without git.
pub fn head(root: &Root) -> Head {
    GitDirectory::of(root.path())
        .and_then(|git| git.head())
        .unwrap_or_default()
}

/// Returns the files of the git directory that determine the head and the listed files, existing or not;
/// none without git.
pub fn git_files(worktree: &Path) -> Vec<PathBuf> {
    let Some(git) = GitDirectory::of(worktree) else {
        return Vec::new();
    };
    // Change notifications have canonical paths.
    let canonical = |directory: PathBuf| directory.canonicalize().unwrap_or(directory);
    let rules = canonical(git.common).join("info");
    let own = canonical(git.own);
    vec![
        own.join("HEAD"),
        rules.join("exclude"),
        rules,
        own.join("index"),
    ]
}

/// Directories of `HEAD` and of the references.
pub(super) struct GitDirectory {
    pub(super) own: PathBuf,
    pub(super) common: PathBuf,
}

impl GitDirectory {
    /// `.git` itself if it has a `HEAD`, or the target of a `.git` file (worktrees, submodules).
    pub(super) fn of(worktree: &Path) -> Option<Self> {
        let dot_git = worktree.join(".git");
        let own = if dot_git.metadata().ok()?.is_dir() {
            dot_git.join("HEAD").symlink_metadata().ok()?;
            dot_git
        } else {
            let pointer = read_line(&dot_git)?;
            worktree.join(pointer.strip_prefix("gitdir:")?.trim())
        };
        let common = match read_line(&own.join("commondir")) {
            Some(pointer) => own.join(pointer),
            None => own.clone(),
        };
        Some(Self { own, common })
    }

    pub(super) fn head(&self) -> Option<Head> {
        let line = read_line(&self.own.join("HEAD"))?;
        let detached = |commit| Head {
            branch: None,
            commit,
        };
        let Some(reference) = symbolic(&line) else {
            return Some(detached(commit_id(&line)));
        };
        if reference != IN_TABLES {
            return self.head_at(reference, false);
        }
        match self.in_tables("HEAD")?? {
            Reference::Symbolic(reference) => self.head_at(&reference, true),
            Reference::Id(id) => Some(detached(Some(id))),
            Reference::Deleted => None,
        }
    }

    /// Returns the id at a reference, by its full name; none if there is none or it cannot be read.
    pub(super) fn commit_at(&self, reference: &str) -> Option<String> {
        let head = read_line(&self.own.join("HEAD"))?;
        let is_in_tables = symbolic(&head) == Some(IN_TABLES);
        self.head_at(reference, is_in_tables)?.commit
    }

    /// Returns the head at a branch; none if a reference cannot be read.
    fn head_at(&self, branch: &str, is_in_tables: bool) -> Option<Head> {
        let mut reference = branch.to_owned();
        let mut commit = None;
        for _ in 0..SYMBOLIC_LIMIT {
            let found = if is_in_tables {
                self.in_tables(&reference)?
            } else {
                self.in_files(&reference)
            };
            match found {
                Some(Reference::Symbolic(next)) => reference = next,
                Some(Reference::Id(id)) => {
                    commit = Some(id);
                    break;
                }
                Some(Reference::Deleted) | None => break,
            }
        }
        let name = branch.strip_prefix("refs/heads/").unwrap_or(branch);
        Some(Head {
            branch: Some(name.to_owned()),
            commit,
        })
    }

    /// Looks a reference up in its file, then in `packed-refs`. One that cannot be read counts as missing.
    fn in_files(&self, name: &str) -> Option<Reference> {
        if !is_reference(name) {
            return None;
        }
        let loose = read_line(&self.own.join(name)).or_else(|| read_line(&self.common.join(name)));
        let Some(line) = loose else {
            return packed(&self.common.join("packed-refs"), name).map(Reference::Id);
        };
        match symbolic(&line) {
            Some(next) => Some(Reference::Symbolic(next.to_owned())),
            None => commit_id(&line).map(Reference::Id),
        }
    }

    /// Looks a reference up in the tables of the working tree, then in the common ones; none if they are damaged.
    fn in_tables(&self, name: &str) -> Option<Option<Reference>> {
        match reftable::find(&self.own, name).ok()? {
            None if self.own != self.common => reftable::find(&self.common, name).ok(),
            found => Some(found),
        }
    }
}

/// Returns the target of a line `ref: refs/heads/main`.
fn symbolic(line: &str) -> Option<&str> {
    line.strip_prefix("ref:").map(str::trim)
}

/// Returns true if the name of a reference stays below the git directory.
fn is_reference(name: &str) -> bool {
    !name.contains('\0')
        && Path::new(name)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

/// Returns a complete SHA-1 or SHA-256 id.
fn commit_id(text: &str) -> Option<String> {
    let is_id = matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then(|| text.to_ascii_lowercase())
}

/// Looks a reference up in `packed-refs`: lines of `ID NAME`, comments, and `^ID` of tags.
fn packed(path: &Path, reference: &str) -> Option<String> {
    let file = BufReader::new(open_regular(path)?.take(PACKED_LIMIT));
    for line in file.split(b'\n').map_while(Result::ok) {
        if let Ok(line) = std::str::from_utf8(&line)
            && let Some((id, name)) = line.trim_end().split_once(' ')
            && name == reference
            && let Some(id) = commit_id(id)
        {
            return Some(id);
        }
    }
    None
}

/// Returns the single line of a short text file, trimmed.
fn read_line(path: &Path) -> Option<String> {
    let text = String::from_utf8(read_regular(path, LINE_LIMIT)?).ok()?;
    Some(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const ID: &str = "0123456789abcdef0123456789abcdef01234567";

    /// Creates a working tree with these files.
    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = directory.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        directory
    }

    fn check(files: &[(&str, &str)], branch: Option<&str>, commit: Option<&str>) {
        let directory = tree(files);
        let root = Root::exactly(directory.path()).unwrap();
        let expected = Head {
            branch: branch.map(str::to_owned),
            commit: commit.map(str::to_owned),
        };
        assert_eq!(head(&root), expected, "{files:?}");
    }

    #[test]
    fn no_git() {
        check(&[("main.rs", "")], None, None);
        check(&[(".git", "something else")], None, None);
    }

    #[test]
    fn git_files_follow_the_pointers_of_a_worktree() {
        let directory = tree(&[
            ("main/.git/HEAD", "ref: refs/heads/main\n"),
            ("main/.git/worktrees/side/commondir", "../..\n"),
            ("side/.git", "gitdir: ../main/.git/worktrees/side\n"),
        ]);
        let top = directory.path().canonicalize().unwrap();
        let at = |path: &str| top.join(path);
        let files = git_files(&at("main"));
        assert_eq!(files[0], at("main/.git/HEAD"));
        assert_eq!(files[1], at("main/.git/info/exclude"));
        let files = git_files(&at("side"));
        assert_eq!(files[0], at("main/.git/worktrees/side/HEAD"));
        assert_eq!(files[1], at("main/.git/info/exclude"));
        assert!(git_files(directory.path()).is_empty());
    }

    #[test]
    fn before_the_first_commit() {
        check(
            &[(".git/HEAD", "ref: refs/heads/main\n")],
            Some("main"),
            None,
        );
    }

    #[test]
    fn on_a_branch() {
        check(
            &[
                (".git/HEAD", "ref: refs/heads/fix/a-b\n"),
                (".git/refs/heads/fix/a-b", &format!("{ID}\n")),
            ],
            Some("fix/a-b"),
            Some(ID),
        );
    }

    #[test]
    fn packed_references() {
        let packed = format!(
            "# pack-refs with: peeled fully-peeled sorted\n{other} refs/heads/mainline\n{ID} refs/heads/main\n^{other}\n",
            other = "f".repeat(40)
        );
        check(
            &[
                (".git/HEAD", "ref: refs/heads/main\n"),
                (".git/packed-refs", &packed),
            ],
            Some("main"),
            Some(ID),
        );
    }

    #[test]
    fn detached() {
        check(&[(".git/HEAD", &format!("{ID}\n"))], None, Some(ID));
        check(
            &[(".git/HEAD", &"A".repeat(64))],
            None,
            Some(&"a".repeat(64)),
        );
    }

    #[test]
    fn a_worktree_has_its_own_head_and_the_common_references() {
        check(
            &[
                (".git", "gitdir: main/.git/worktrees/w\n"),
                ("main/.git/worktrees/w/HEAD", "ref: refs/heads/topic\n"),
                ("main/.git/worktrees/w/commondir", "../..\n"),
                ("main/.git/refs/heads/topic", ID),
            ],
            Some("topic"),
            Some(ID),
        );
    }

    #[test]
    fn symbolic_references_are_followed_up_to_a_limit() {
        check(
            &[
                (".git/HEAD", "ref: refs/heads/a"),
                (".git/refs/heads/a", "ref: refs/heads/b"),
                (".git/refs/heads/b", ID),
            ],
            Some("a"),
            Some(ID),
        );
        check(
            &[
                (".git/HEAD", "ref: refs/heads/a"),
                (".git/refs/heads/a", "ref: refs/heads/a"),
            ],
            Some("a"),
            None,
        );
    }

    #[test]
    fn a_reference_does_not_leave_the_git_directory() {
        check(
            &[(".git/HEAD", "ref: ../outside"), ("outside", ID)],
            Some("../outside"),
            None,
        );
    }

    #[test]
    fn reftable_repositories_without_tables_have_no_head() {
        check(&[(".git/HEAD", "ref: refs/heads/.invalid\n")], None, None);
    }

    #[test]
    fn invalid_ids_are_not_commits() {
        check(&[(".git/HEAD", "\u{0}\u{0}")], None, None);
        check(&[(".git/HEAD", "")], None, None);
    }
}
