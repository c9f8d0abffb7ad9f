//! Root directory of the repository.
//!
//! Principal type: [`Root`]. Invariant: it is absolute, canonical and a directory that could be listed.

use super::walk::reaches;
use std::path::{Path, PathBuf};

/// Names of files or directories that mark a root.
const MARKERS: &[&str] = &[".git", ".jj", ".hg", ".smriti"];

/// The repository's directory, absolute and canonical.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Root(PathBuf);

/// Reason why a directory cannot be explored.
#[derive(Debug, thiserror::Error)]
pub enum RootError {
    /// The directory does not exist or cannot be entered.
    #[error("cannot open directory {}: {cause}; check its name and its permissions", path.display())]
    Unreadable {
        /// The requested directory.
        path: PathBuf,
        /// Error of the system.
        cause: std::io::Error,
    },
    /// A file was given.
    #[error("{} is not a directory; use its directory instead", path.display())]
    NotADirectory {
        /// The requested file.
        path: PathBuf,
    },
    /// The home directory, one above it, or `/`: almost never intended, and huge.
    #[error(
        "{path} is the home directory or above it, not a project; \
         go to a project's directory, or use --root {path} to explore all of it",
        path = path.display()
    )]
    TooWide {
        /// The requested directory.
        path: PathBuf,
    },
}

impl Root {
    /// Returns the nearest ancestor of `directory`, itself included, that contains `.git`, `.jj`, `.hg` or
    /// `.smriti`, but never `home`, a directory above it or `/`, and never one that ignores `directory`.
    /// Without such an ancestor, returns the current directory `here` if it contains `directory`, else
    /// `directory` itself.
    pub fn find(directory: &Path, here: &Path, home: Option<&Path>) -> Result<Self, RootError> {
        let directory = Self::exactly(directory)?.0;
        let home = home.and_then(|home| home.canonicalize().ok());
        let too_wide = |path: &Path| {
            path.parent().is_none() || home.as_ref().is_some_and(|home| home.starts_with(path))
        };
        if too_wide(&directory) {
            return Err(RootError::TooWide { path: directory });
        }
        let above = || directory.ancestors().take_while(|path| !too_wide(path));
        let holds = |path: &Path| path == directory || reaches(path, &directory);
        let marked = above().find(|path| holds_marker(path) && holds(path));
        let here = || {
            let here = here.canonicalize().ok()?;
            above().find(|path| *path == here && holds(path))
        };
        let root = marked.or_else(here).unwrap_or(&directory).to_owned();
        Ok(Self(root))
    }

    /// Uses exactly this directory, as `--root` does; even the home directory or `/`.
    pub fn exactly(directory: &Path) -> Result<Self, RootError> {
        let unreadable = |cause| RootError::Unreadable {
            path: directory.to_owned(),
            cause,
        };
        let path = directory.canonicalize().map_err(unreadable)?;
        if !path.is_dir() {
            return Err(RootError::NotADirectory { path });
        }
        path.read_dir().map_err(unreadable)?;
        Ok(Self(path))
    }

    /// Returns the directory.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the directory's name, for titles.
    pub fn name(&self) -> String {
        self.0.file_name().map_or_else(
            || "/".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }
}

fn holds_marker(directory: &Path) -> bool {
    MARKERS
        .iter()
        .any(|marker| directory.join(marker).symlink_metadata().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Makes directories (ending in `/`) and files of `NAME` or `NAME=TEXT`, then finds the root
    /// of `from` with the home directory `home`, all below one temporary directory.
    fn check(entries: &[&str], home: &str, from: &str, expected: &str) {
        let directory = tempfile::tempdir().unwrap();
        let top = directory.path().canonicalize().unwrap();
        for entry in entries {
            if entry.ends_with('/') {
                fs::create_dir_all(top.join(entry)).unwrap();
            } else {
                let (path, text) = entry.split_once('=').unwrap_or((entry, ""));
                fs::create_dir_all(top.join(path).parent().unwrap()).unwrap();
                fs::write(top.join(path), text).unwrap();
            }
        }
        let found = match Root::find(&top.join(from), &top.join(from), Some(&top.join(home))) {
            Ok(root) => root.path().strip_prefix(&top).unwrap().to_owned(),
            Err(RootError::TooWide { .. }) => PathBuf::from("too wide"),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(found, Path::new(expected), "{entries:?} from {from}");
    }

    #[test]
    fn the_nearest_marker_wins() {
        check(&["home/", "p/.git/", "p/src/a/"], "home", "p/src/a", "p");
        check(
            &["home/", "p/.git/", "p/sub/.git=gitdir: x", "p/sub/src/"],
            "home",
            "p/sub/src",
            "p/sub",
        );
        for marker in [".jj/", ".hg/", ".smriti"] {
            check(
                &["home/", &format!("p/{marker}"), "p/src/"],
                "home",
                "p/src",
                "p",
            );
        }
    }

    #[test]
    fn without_a_marker_the_directory_itself() {
        check(&["home/", "p/src/"], "home", "p/src", "p/src");
        check(&["home/p/src/"], "home", "home/p/src", "home/p/src");
    }

    #[test]
    fn without_a_marker_the_current_directory_is_the_root_of_its_paths() {
        let directory = tempfile::tempdir().unwrap();
        let top = directory.path().canonicalize().unwrap();
        for path in ["home/p/lib/core", "p/lib/core", "p/marked/.git", "q"] {
            fs::create_dir_all(top.join(path)).unwrap();
        }
        let check = |path: &str, here: &str, expected: &str| {
            let (path, here) = (top.join(path), top.join(here));
            let root = Root::find(&path, &here, Some(&top.join("home"))).unwrap();
            assert_eq!(root.path(), top.join(expected), "{path:?} from {here:?}");
        };
        check("p/lib/core", "p", "p");
        check("p/lib/core", "p/lib/core", "p/lib/core");
        check("p/lib/core", "q", "p/lib/core");
        check("p/marked", "p", "p/marked");
        check("home/p/lib", "home", "home/p/lib");
        check("p/lib/core", "nowhere", "p/lib/core");
    }

    #[test]
    fn home_is_never_a_root() {
        check(
            &["home/.git/", "home/notes/"],
            "home",
            "home/notes",
            "home/notes",
        );
        check(
            &[".git/", "users/me/", "users/me/p/"],
            "users/me",
            "users/me/p",
            "users/me/p",
        );
        check(&["home/.git/"], "home", "home", "too wide");
        check(&["users/me/"], "users/me", "users", "too wide");
    }

    #[test]
    fn a_repository_beside_home_is_found() {
        check(&["home/", ".git/", "p/"], "home", "p", "p");
        check(
            &["users/me/", "srv/.git/", "srv/p/"],
            "users/me",
            "srv/p",
            "srv",
        );
    }

    #[test]
    fn a_repository_that_ignores_the_directory_is_not_its_root() {
        check(
            &[
                "home/",
                "p/.git/",
                "p/.gitignore=/scratch/\n",
                "p/scratch/x/",
            ],
            "home",
            "p/scratch/x",
            "p/scratch/x",
        );
        check(
            &[
                "home/",
                "p/.git/",
                "p/.git/info/exclude=scratch\n",
                "p/a/scratch/",
            ],
            "home",
            "p/a/scratch",
            "p/a/scratch",
        );
        check(
            &["home/", "p/.git/", "p/.gitignore=*\n!/kept/\n", "p/kept/"],
            "home",
            "p/kept",
            "p",
        );
        check(
            &["home/", "p/.git/hooks/"],
            "home",
            "p/.git/hooks",
            "p/.git/hooks",
        );
    }

    #[test]
    fn file_system_root_must_be_explicit() {
        assert!(matches!(
            Root::find(Path::new("/"), Path::new("/"), None),
            Err(RootError::TooWide { .. })
        ));
        assert_eq!(Root::exactly(Path::new("/")).unwrap().name(), "/");
    }

    #[test]
    fn an_invalid_root_names_the_reason() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(
            Root::find(&file, &file, None),
            Err(RootError::NotADirectory { .. })
        ));
        let missing =
            Root::find(&directory.path().join("missing"), directory.path(), None).unwrap_err();
        assert!(matches!(missing, RootError::Unreadable { .. }));
        assert!(missing.to_string().contains("check its name"), "{missing}");
    }
}
