//! Ignore rules: `.smritiignore`, `.gitignore`, `.git/info/exclude` and the user's.
//!
//! Principal type: [`IgnoreRules`], which the walk applies to every entry.
//!
//! Invariant: the files are untrusted. Only regular files of limited size below the root are read; the walk
//! lists the others.

use super::git::git_files;
use super::limit::FileLimit;
use super::read::read_regular;
use super::reserved::SMRITI_IGNORE;
use super::threads::locked;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Maximum size of an ignore file.
pub(super) const LIMIT: FileLimit = FileLimit {
    bytes: 1_000_000,
    key: "the limit of ignore files",
    is_secret: false,
};

/// The rules of a repository, read as its directories are entered.
pub(super) struct IgnoreRules {
    root: PathBuf,
    user: Gitignore,
    directories: Mutex<HashMap<PathBuf, Arc<DirectoryRules>>>,
}

/// The rules of a directory, and of those above it.
struct DirectoryRules {
    above: Option<Arc<DirectoryRules>>,
    own: Gitignore,
    git: Gitignore,
    exclude: Gitignore,
    /// True for the root of a repository: ignore files of parents do not apply.
    is_repository: bool,
}

impl IgnoreRules {
    pub(super) fn of(root: &Path) -> Self {
        // The user's file may be a link to anywhere.
        let user = gitconfig_excludes_path().and_then(|path| text(&path));
        Self {
            root: root.to_owned(),
            user: compiled(root, user),
            directories: Mutex::default(),
        }
    }

    /// Returns true if an entry is ignored; its directory must not be.
    pub(super) fn ignore(&self, path: &Path, is_directory: bool) -> bool {
        let Some(parent) = path.parent() else {
            return false;
        };
        parent.starts_with(&self.root)
            && self
                .directory(parent)
                .matched(path, is_directory)
                .or(self.user.matched(path, is_directory).map(|_| ()))
                .is_ignore()
    }

    fn directory(&self, path: &Path) -> Arc<DirectoryRules> {
        if let Some(known) = locked(&self.directories).get(path) {
            return known.clone();
        }
        let above = match path.parent() {
            Some(parent) if path != self.root => Some(self.directory(parent)),
            _ => None,
        };
        let read = Arc::new(self.read(path, above));
        let mut directories = locked(&self.directories);
        directories.entry(path.to_owned()).or_insert(read).clone()
    }

    fn read(&self, path: &Path, above: Option<Arc<DirectoryRules>>) -> DirectoryRules {
        let rules = |name: &str| compiled(path, self.text(&path.join(name)));
        let is_repository = path.join(".git").symlink_metadata().is_ok();
        let exclude = if is_repository {
            git_files(path).get(1).and_then(|file| text(file))
        } else {
            None
        };
        DirectoryRules {
            own: rules(SMRITI_IGNORE),
            git: rules(".gitignore"),
            exclude: compiled(path, exclude),
            is_repository,
            above,
        }
    }

    /// Returns the text of an ignore file, unless a link leads out of the root.
    fn text(&self, path: &Path) -> Option<String> {
        if path.symlink_metadata().ok()?.is_symlink()
            && !path.canonicalize().ok()?.starts_with(&self.root)
        {
            return None;
        }
        text(path)
    }
}

impl DirectoryRules {
    /// The nearest directory decides; our own rules precede git's.
    fn matched(&self, path: &Path, is_directory: bool) -> Match<()> {
        let matched = |rules: &Gitignore| rules.matched(path, is_directory).map(|_| ());
        let (mut own, mut git, mut exclude) = (Match::None, Match::None, Match::None);
        let mut is_within_repository = true;
        let mut next = Some(self);
        while let Some(directory) = next {
            own = own.or(matched(&directory.own));
            if is_within_repository {
                git = git.or(matched(&directory.git));
                exclude = exclude.or(matched(&directory.exclude));
            }
            is_within_repository &= !directory.is_repository;
            next = directory.above.as_deref();
        }
        own.or(git).or(exclude)
    }
}

/// Returns the text of a regular file within the limit.
fn text(path: &Path) -> Option<String> {
    let bytes = read_regular(path, LIMIT.bytes)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Parses rules for paths below a directory, skipping invalid lines.
fn compiled(directory: &Path, text: Option<String>) -> Gitignore {
    let Some(text) = text else {
        return Gitignore::empty();
    };
    let mut builder = GitignoreBuilder::new(directory);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    for line in text.lines() {
        // An error skips the line alone, as git does.
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::super::{Cancel, FileLimits, Root, Secrets, walk};
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn limits() -> FileLimits {
        FileLimits {
            index_limit: 10_000_000,
            document_limit: 10_000_000,
            secrets: Secrets::with_rules(&[]).unwrap(),
        }
    }

    /// The files of a repository, and those that are listed as skipped.
    fn walked(root: &Path) -> (Vec<String>, Vec<String>) {
        let walk = walk(&Root::exactly(root).unwrap(), &limits(), &Cancel::new());
        let files = walk.files.into_iter().map(|found| found.path.to_string());
        let skipped = walk
            .skipped
            .into_iter()
            .map(|skipped| skipped.path.to_string());
        (files.collect(), skipped.collect())
    }

    fn repository() -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join("r/.git/info")).unwrap();
        fs::write(directory.path().join("r/a.rs"), "").unwrap();
        directory
    }

    #[test]
    fn a_pipe_as_ignore_file_is_listed_and_does_not_block() {
        for name in [".gitignore", ".smritiignore", ".git/info/exclude"] {
            let directory = repository();
            let root = directory.path().join("r");
            let made = std::process::Command::new("mkfifo")
                .arg(root.join(name))
                .status();
            assert!(made.unwrap().success());
            let (files, skipped) = walked(&root);
            assert_eq!(files, ["a.rs"], "{name}");
            let listed = if name.starts_with(".git/") {
                vec![]
            } else {
                vec![name]
            };
            assert_eq!(skipped, listed);
        }
    }

    #[test]
    fn linked_ignore_files_apply_only_inside_the_root() {
        let directory = repository();
        let root = directory.path().join("r");
        fs::write(directory.path().join("outside"), "*.rs\n").unwrap();
        symlink("../outside", root.join(".gitignore")).unwrap();
        assert_eq!(walked(&root).0, ["a.rs"]);
        fs::remove_file(root.join(".gitignore")).unwrap();
        symlink("/dev/zero", root.join(".gitignore")).unwrap();
        assert_eq!(walked(&root).0, ["a.rs"]);
        fs::remove_file(root.join(".gitignore")).unwrap();
        fs::write(root.join("inside"), "*.rs\n").unwrap();
        symlink("inside", root.join(".gitignore")).unwrap();
        assert_eq!(walked(&root).0, ["inside"]);
    }

    #[test]
    fn rules_above_the_limit_are_listed_and_not_applied() {
        let directory = repository();
        let root = directory.path().join("r");
        let long = "*.rs\n".repeat(LIMIT.bytes as usize / 5 + 1);
        fs::write(root.join(".gitignore"), long).unwrap();
        let (files, skipped) = walked(&root);
        assert_eq!(
            (files, skipped),
            (vec!["a.rs".to_owned()], vec![".gitignore".to_owned()])
        );
    }

    #[test]
    fn the_nearest_rules_decide() {
        let directory = repository();
        let root = directory.path().join("r");
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(".gitignore", "*.log\n/top\n");
        write("deep/.gitignore", "!kept.log\n");
        write("deep/kept.log", "");
        write("deep/other.log", "");
        write("deep/top", "");
        write("top", "");
        write("excluded", "");
        write(".git/info/exclude", "excluded\n");
        write("nested/.git/HEAD", "");
        write("nested/x.log", "");
        write("nested/.smritiignore", "!a.rs\n");
        write(".smritiignore", "a.rs\n");
        write("nested/a.rs", "");
        let (files, _) = walked(&root);
        assert_eq!(
            files,
            [
                ".gitignore",
                ".smritiignore",
                "deep/.gitignore",
                "deep/kept.log",
                "deep/top",
                "nested/.smritiignore",
                "nested/a.rs",
                "nested/x.log",
            ]
        );
    }
}
