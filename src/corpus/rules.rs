//! Ignore rules: `.smritiignore`, `.rgignore`, `.ignore`, `.gitignore`, `.git/info/exclude`, the user's, and
//! `.hgignore`.
//!
//! Principal type: [`IgnoreRules`], which the walk applies to every entry.
//!
//! Invariant: the files are untrusted. Only regular files of limited size below the root are read; the walk
//! lists the others. A file that git tracks is not ignored by rules of git, as in git.

use super::git::GitDirectory;
use super::git_config::user_ignore_file;
use super::hgignore::HgIgnore;
use super::limit::{FileLimit, RuleOptions};
use super::read::read_regular;
use super::repository::Repository;
use super::reserved::{HG_IGNORE, IGNORE_FILES};
use super::threads::locked;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
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
    options: RuleOptions,
    user: Gitignore,
    directories: Mutex<HashMap<PathBuf, Arc<DirectoryRules>>>,
}

/// The rules of a directory, and of those above it.
struct DirectoryRules {
    above: Option<Arc<DirectoryRules>>,
    files: Vec<(Origin, Patterns)>,
    /// The nearest repository; none outside any.
    repository: Option<Arc<Repository>>,
    /// True for the root of a repository: ignore files of parents do not apply.
    is_repository: bool,
    /// The line by which git ignores the directory: only tracked files in it are listed.
    ignored_by: Option<RuleLine>,
}

/// Origin of rules. A file of an earlier one decides, whatever the later ones say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Smriti,
    Ripgrep,
    Ignore,
    Git,
    Exclude,
    User,
    Mercurial,
}

enum Patterns {
    /// In the syntax of `.gitignore`. Each glob comes from a path of the file and the number of its line.
    Git(Gitignore),
    Mercurial(PathBuf, HgIgnore),
}

/// A line of an ignore file.
pub(super) type RuleLine = (PathBuf, usize);

impl IgnoreRules {
    pub(super) fn of(root: &Path, options: RuleOptions) -> Self {
        let user = user_ignore_file(root).unwrap_or_default();
        Self {
            root: root.to_owned(),
            options,
            // The user's file may be a link to anywhere.
            user: compiled(root, &user, &text(&user).unwrap_or_default()),
            directories: Mutex::default(),
        }
    }

    /// Returns true if an entry is ignored; its directory must not be.
    pub(super) fn ignore(&self, path: &Path, is_directory: bool) -> bool {
        self.rule(path, is_directory).is_some()
    }

    /// Returns the line by which an entry is ignored. In an ignored directory, that is the line by which the
    /// directory is.
    pub(super) fn rule(&self, path: &Path, is_directory: bool) -> Option<RuleLine> {
        let parent = path
            .parent()
            .filter(|parent| parent.starts_with(&self.root))?;
        let directory = self.directory(parent);
        let rule = directory.rule(&self.user, path, is_directory);
        match rule {
            Some((origin, line)) if origin < Origin::Git => Some(line),
            None if directory.ignored_by.is_none() => None,
            _ if directory.tracks(path) => None,
            Some((_, line)) => Some(line),
            None => directory.ignored_by.clone(),
        }
    }

    /// Returns true for a directory that is the root of a clone or a linked worktree inside a repository, unless such
    /// directories are listed: it repeats the repository, or belongs to another one. A submodule is none.
    pub(super) fn is_nested(&self, path: &Path) -> bool {
        if self.options.nested_repositories || path == self.root {
            return false;
        }
        let directory = self.directory(path);
        let enclosing = directory
            .above
            .as_ref()
            .and_then(|above| above.repository.as_ref());
        directory.is_repository && enclosing.is_some_and(|repository| !repository.has_part(path))
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
        let git = GitDirectory::of(path);
        let exclude = git.as_ref().map(|git| git.common.join("info/exclude"));
        let own = Repository::new(path, git);
        let is_repository = own.is_some();
        let mut files = Vec::new();
        let origins = [Origin::Smriti, Origin::Ripgrep, Origin::Ignore, Origin::Git];
        for (name, origin) in IGNORE_FILES.iter().zip(origins) {
            if matches!(origin, Origin::Ripgrep | Origin::Ignore) && !self.options.ignore_files {
                continue;
            }
            let file = path.join(name);
            if let Some(text) = self.text(&file) {
                files.push((origin, Patterns::Git(compiled(path, &file, &text))));
            }
        }
        if let Some(file) = exclude
            && let Some(text) = text(&file)
        {
            files.push((Origin::Exclude, Patterns::Git(compiled(path, &file, &text))));
        }
        let file = path.join(HG_IGNORE);
        if is_repository
            && path.join(".hg").is_dir()
            && let Some(text) = self.text(&file)
        {
            let rules = HgIgnore::new(path, &text);
            files.push((Origin::Mercurial, Patterns::Mercurial(file, rules)));
        }
        let ignored_by = above.as_ref().filter(|_| !is_repository).and_then(|above| {
            let rule = above.rule(&self.user, path, true);
            let of_git = rule.filter(|(origin, _)| *origin >= Origin::Git);
            above.ignored_by.clone().or(of_git.map(|(_, line)| line))
        });
        let enclosing = above.as_ref().and_then(|above| above.repository.clone());
        DirectoryRules {
            files,
            repository: own.map(Arc::new).or(enclosing),
            is_repository,
            ignored_by,
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
    /// Returns the rule that ignores an entry. Of each origin the nearest directory decides.
    fn rule(
        &self,
        user: &Gitignore,
        path: &Path,
        is_directory: bool,
    ) -> Option<(Origin, RuleLine)> {
        let mut decided: Option<(Origin, Match<RuleLine>)> = None;
        let mut is_within_repository = true;
        let mut next = Some(self);
        while let Some(directory) = next {
            for (origin, patterns) in &directory.files {
                let applies = is_within_repository || *origin < Origin::Git;
                if applies && decided.as_ref().is_none_or(|(earlier, _)| origin < earlier) {
                    let found = patterns.matched(path, is_directory);
                    if !found.is_none() {
                        decided = Some((*origin, found));
                    }
                }
            }
            is_within_repository &= !directory.is_repository;
            next = directory.above.as_deref();
        }
        if decided
            .as_ref()
            .is_none_or(|(origin, _)| *origin > Origin::User)
        {
            let found = matched(user, path, is_directory);
            if !found.is_none() {
                decided = Some((Origin::User, found));
            }
        }
        match decided? {
            (origin, Match::Ignore(line)) => Some((origin, line)),
            _ => None,
        }
    }

    fn tracks(&self, path: &Path) -> bool {
        (self.repository.as_ref()).is_some_and(|repository| repository.tracks(path))
    }
}

impl Patterns {
    fn matched(&self, path: &Path, is_directory: bool) -> Match<RuleLine> {
        match self {
            Self::Git(rules) => matched(rules, path, is_directory),
            Self::Mercurial(file, rules) => match rules.line(path, is_directory) {
                Some(line) => Match::Ignore((file.clone(), line)),
                None => Match::None,
            },
        }
    }
}

fn matched(rules: &Gitignore, path: &Path, is_directory: bool) -> Match<RuleLine> {
    rules.matched(path, is_directory).map(|glob| {
        let from = glob.from().unwrap_or(Path::new(""));
        let line = from
            .file_name()
            .and_then(|line| line.to_str()?.parse().ok());
        let file = from.parent().unwrap_or(from).to_owned();
        (file, line.unwrap_or(0))
    })
}

/// Returns the text of a regular file within the limit.
fn text(path: &Path) -> Option<String> {
    let bytes = read_regular(path, LIMIT.bytes)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Parses the rules of a file for paths below a directory, skipping invalid lines.
fn compiled(directory: &Path, file: &Path, text: &str) -> Gitignore {
    let mut builder = GitignoreBuilder::new(directory);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(text.lines()) {
        // An error skips the line alone, as git does.
        let _ = builder.add_line(Some(file.join(number.to_string())), line);
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
            rules: RuleOptions::default(),
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
        for file in ["r/a.rs", "r/.git/HEAD"] {
            fs::write(directory.path().join(file), "").unwrap();
        }
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
        write(".gitmodules", "[submodule \"n\"]\n\tpath = \"nested\"\n");
        write("nested/x.log", "");
        write("nested/.smritiignore", "!a.rs\n");
        write(".smritiignore", "a.rs\n");
        write("nested/a.rs", "");
        let (files, _) = walked(&root);
        assert_eq!(
            files,
            [
                ".gitignore",
                ".gitmodules",
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
