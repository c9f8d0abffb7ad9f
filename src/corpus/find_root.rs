//! Search for the root of the repository that contains a directory.
//!
//! Contract of [`find_root()`]: the home directory, those above it and `/` are roots only if they are given with
//! `--root`.

use super::git::GitDirectory;
use super::reserved::version_control;
use super::root::{Root, RootError};
use super::walk::reaches;
use std::path::{Path, PathBuf};

/// Returns the nearest ancestor of `directory`, itself included, that contains `.git`, another marker of version
/// control or `.smriti`, but never `home`, a directory above it or `/`, and never one that ignores `directory`;
/// `.ignore` files count if `ignore_files` is true. Without such an ancestor, returns the current directory `here`
/// if it contains `directory`, else `directory` itself.
pub fn find_root(
    directory: &Path,
    here: &Path,
    home: Option<&Path>,
    ignore_files: bool,
) -> Result<Root, RootError> {
    let start = Root::exactly(directory)?;
    let directory = start.path();
    let home = home.and_then(|home| home.canonicalize().ok());
    let is_too_wide = |path: &Path| {
        path.parent().is_none() || home.as_ref().is_some_and(|home| home.starts_with(path))
    };
    if is_too_wide(directory) {
        let path = directory.to_owned();
        return Err(RootError::TooWide { path });
    }
    let here = here.canonicalize().ok();
    let above = || directory.ancestors().take_while(|path| !is_too_wide(path));
    let lists = |path: &Path| path == directory || reaches(path, directory, ignore_files);
    let root = above()
        .find(|path| has_marker(path) && lists(path))
        .or_else(|| above().find(|path| here.as_deref() == Some(*path) && lists(path)))
        .unwrap_or(directory);
    Root::exactly(root)
}

/// The direct children of a directory of clones.
pub struct Clones {
    /// The repositories, sorted; at least two.
    pub repositories: Vec<PathBuf>,
    /// Everything else that is not hidden, sorted.
    pub others: Vec<PathBuf>,
}

/// The children of a directory that is not a repository, if at least two of them are. Links are not followed.
pub fn clones(directory: &Root) -> Option<Clones> {
    if has_marker(directory.path()) {
        return None;
    }
    let (mut repositories, mut others) = (Vec::new(), Vec::new());
    for child in directory.path().read_dir().ok()?.flatten() {
        let is_directory = child.file_type().is_ok_and(|kind| kind.is_dir());
        let is_hidden = child.file_name().as_encoded_bytes().starts_with(b".");
        if is_directory && has_marker(&child.path()) {
            repositories.push(child.path());
        } else if !is_hidden {
            others.push(child.path());
        }
    }
    repositories.sort_unstable();
    others.sort_unstable();
    (repositories.len() > 1).then_some(Clones {
        repositories,
        others,
    })
}

/// Returns true if a directory has a marker. An empty `.git` is none, as in git.
fn has_marker(directory: &Path) -> bool {
    let mut markers = version_control().chain([".smriti"]);
    markers.any(|name| match name {
        ".git" => GitDirectory::of(directory).is_some(),
        name => directory.join(name).symlink_metadata().is_ok(),
    })
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
        let found = match find_root(
            &top.join(from),
            &top.join(from),
            Some(&top.join(home)),
            true,
        ) {
            Ok(root) => root.path().strip_prefix(&top).unwrap().to_owned(),
            Err(RootError::TooWide { .. }) => PathBuf::from("too wide"),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(found, Path::new(expected), "{entries:?} from {from}");
    }

    #[test]
    fn the_nearest_marker_wins() {
        check(
            &["home/", "p/.git/HEAD", "p/src/a/"],
            "home",
            "p/src/a",
            "p",
        );
        check(
            &["home/", "p/.git/HEAD", "p/sub/.git=gitdir: x", "p/sub/src/"],
            "home",
            "p/sub/src",
            "p/sub",
        );
        let markers = ".jj/ .hg/ .sl/ .svn/ .bzr/ .pijul/ _darcs/ .fslckout _FOSSIL_ .smriti";
        for marker in markers.split(' ') {
            check(
                &["home/", &format!("p/{marker}"), "p/src/"],
                "home",
                "p/src",
                "p",
            );
        }
    }

    #[test]
    fn at_least_two_repositories_make_a_directory_of_clones() {
        let directory = tempfile::tempdir().unwrap();
        let top = directory.path().canonicalize().unwrap();
        let names = |paths: &[PathBuf]| -> Vec<String> {
            let names = paths.iter().map(|path| path.file_name().unwrap());
            names
                .map(|name| name.to_string_lossy().into_owned())
                .collect()
        };
        let found = || {
            let found = clones(&Root::exactly(&top).unwrap())?;
            Some((names(&found.repositories), names(&found.others)))
        };
        let add = |path: &str| {
            fs::create_dir_all(top.join(path).parent().unwrap()).unwrap();
            fs::write(top.join(path), "ref: refs/heads/main").unwrap();
        };
        add("b/.git/HEAD");
        add("b/sub/.git/HEAD");
        add(".hidden/a.rs");
        add("notes.md");
        assert_eq!(found(), None);
        add("a/.hg/store");
        let (clones, others) = (["a", "b"], ["notes.md"]);
        let owned = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(found(), Some((owned(&clones), owned(&others))));
        add(".git/HEAD");
        assert_eq!(found(), None);
    }

    #[test]
    fn a_git_directory_without_head_is_no_marker() {
        for git in ["p/sub/.git/", "p/sub/.git/objects/", "p/sub/.git=text"] {
            check(
                &["home/", "p/.git/HEAD", git, "p/sub/deep/"],
                "home",
                "p/sub/deep",
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
        for path in ["home/p/lib/core", "p/lib/core", "p/marked/.hg", "q"] {
            fs::create_dir_all(top.join(path)).unwrap();
        }
        let check = |path: &str, here: &str, expected: &str| {
            let (path, here) = (top.join(path), top.join(here));
            let root = find_root(&path, &here, Some(&top.join("home")), true).unwrap();
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
            &["home/.git/HEAD", "home/notes/"],
            "home",
            "home/notes",
            "home/notes",
        );
        check(
            &[".git/HEAD", "users/me/", "users/me/p/"],
            "users/me",
            "users/me/p",
            "users/me/p",
        );
        check(&["home/.git/HEAD"], "home", "home", "too wide");
        check(&["users/me/"], "users/me", "users", "too wide");
    }

    #[test]
    fn a_repository_beside_home_is_found() {
        check(&["home/", ".git/HEAD", "p/"], "home", "p", "p");
        check(
            &["users/me/", "srv/.git/HEAD", "srv/p/"],
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
                "p/.git/HEAD",
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
                "p/.git/HEAD",
                "p/.git/info/exclude=scratch\n",
                "p/a/scratch/",
            ],
            "home",
            "p/a/scratch",
            "p/a/scratch",
        );
        check(
            &[
                "home/",
                "p/.git/HEAD",
                "p/.gitignore=*\n!/kept/\n",
                "p/kept/",
            ],
            "home",
            "p/kept",
            "p",
        );
        check(
            &["home/", "p/.git/HEAD", "p/.git/hooks/"],
            "home",
            "p/.git/hooks",
            "p/.git/hooks",
        );
    }

    #[test]
    fn file_system_root_must_be_explicit() {
        assert!(matches!(
            find_root(Path::new("/"), Path::new("/"), None, true),
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
            find_root(&file, &file, None, true),
            Err(RootError::NotADirectory { .. })
        ));
        let missing = find_root(
            &directory.path().join("missing"),
            directory.path(),
            None,
            true,
        )
        .unwrap_err();
        assert!(matches!(missing, RootError::Unreadable { .. }));
        assert!(missing.to_string().contains("check its name"), "{missing}");
    }
}
