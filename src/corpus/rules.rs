//! Ignore rules: `.smritiignore`, `.rgignore`, `.ignore`, `.gitignore`, `.git/info/exclude` and the user's.
//!
//! Principal type: [`IgnoreRules`], which the walk applies to every entry.
//!
//! Invariant: the files are untrusted. Only regular files of limited size are read, of those of the working tree only
//! the ones below the root; the walk lists the others. `info/exclude` is wherever a `.git` file says. A file that git
//! tracks is not ignored by rules of git, as in git.

use super::git::GitDirectory;
use super::git_config::user_ignore_file;
use super::limit::{FileLimit, RuleOptions};
use super::read::read_regular;
use super::repository::Repository;
use super::reserved::IGNORE_FILES;
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

/// Kinds of rules from git on; those before are the files of [`IGNORE_FILES`]. An earlier kind decides, whatever later
/// ones say.
const GIT: usize = IGNORE_FILES.len() - 1;
const EXCLUDE: usize = GIT + 1;
const USER: usize = GIT + 2;

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
    files: Vec<(usize, Gitignore)>,
    /// The nearest repository; none outside any.
    repository: Option<Arc<Repository>>,
    /// True for the root of a repository: ignore files of parents do not apply.
    is_repository: bool,
    /// The rule by which git ignores the directory: only tracked files in it are listed.
    ignored_by: Option<RuleLine>,
}

/// A line of an ignore file: the path of the file, then the number of the line.
pub(super) type RuleLine = PathBuf;

impl IgnoreRules {
    pub(super) fn of(root: &Path, options: RuleOptions) -> Self {
        let user = user_ignore_file(root).unwrap_or_default();
        Self {
            root: root.to_owned(),
            options,
            // The user's file may be a link to anywhere.
            user: compiled(root, &user, &of_git(&text(&user).unwrap_or_default())),
            directories: Mutex::default(),
        }
    }

    /// Returns the rule by which an entry is ignored; in an ignored directory, the rule of the directory.
    pub(super) fn rule(&self, path: &Path, is_directory: bool) -> Option<RuleLine> {
        let parent = path
            .parent()
            .filter(|parent| parent.starts_with(&self.root))?;
        let directory = self.directory(parent);
        match directory.rule(&self.user, path, is_directory) {
            Some((kind, rule)) if kind < GIT => Some(rule),
            None if directory.ignored_by.is_none() => None,
            found => match &directory.repository {
                Some(repository) if repository.tracks(path) => None,
                _ => found.map(|(_, rule)| rule).or(directory.ignored_by.clone()),
            },
        }
    }

    /// Returns true if a file that git tracked and that is gone would be listed: only our rules and those of search
    /// tools exclude it.
    pub(super) fn lists_deleted(&self, file: &Path) -> bool {
        let below = file.ancestors().take_while(|path| *path != self.root);
        below.enumerate().all(|(above, path)| {
            let Some(parent) = path.parent() else {
                return true;
            };
            let rule = self.directory(parent).rule(&self.user, path, above > 0);
            rule.is_none_or(|(kind, _)| kind >= GIT)
        })
    }

    /// Returns true for the root of a clone or a linked worktree inside a repository, unless these are listed: it
    /// repeats the repository, or belongs to another project. A submodule is none.
    pub(super) fn is_nested(&self, path: &Path) -> bool {
        if self.options.nested_repositories || path == self.root {
            return false;
        }
        let directory = self.directory(path);
        let above = directory.above.as_ref();
        let enclosing = above.and_then(|above| above.repository.as_ref());
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
        let mut files = Vec::new();
        for (kind, name) in IGNORE_FILES.iter().enumerate() {
            let is_read = self.options.ignore_files || !(1..GIT).contains(&kind);
            let file = path.join(name);
            if is_read && let Some(text) = self.text_within_root(&file) {
                let text = if kind < GIT { text } else { of_git(&text) };
                files.push((kind, compiled(path, &file, &text)));
            }
        }
        let git = GitDirectory::of(path);
        let exclude = git.as_ref().map(|git| git.common.join("info/exclude"));
        if let Some(file) = exclude
            && let Some(text) = text(&file)
        {
            files.push((EXCLUDE, compiled(path, &file, &of_git(&text))));
        }
        let own = git.and_then(|git| Repository::new(path, git));
        let is_repository = own.is_some();
        let ignored_by = match &above {
            Some(above) if !is_repository => {
                let rule = above.rule(&self.user, path, true);
                let of_git = rule.filter(|(kind, _)| *kind >= GIT);
                above.ignored_by.clone().or(of_git.map(|(_, rule)| rule))
            }
            _ => None,
        };
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
    fn text_within_root(&self, path: &Path) -> Option<String> {
        if path.symlink_metadata().ok()?.is_symlink()
            && !path.canonicalize().ok()?.starts_with(&self.root)
        {
            return None;
        }
        text(path)
    }
}

impl DirectoryRules {
    /// Returns the rule that ignores an entry, with its kind. Of each kind the nearest directory decides.
    fn rule(&self, user: &Gitignore, path: &Path, is_directory: bool) -> Option<(usize, RuleLine)> {
        let mut decisions = [const { Match::None }; USER + 1];
        let mut is_within_repository = true;
        let mut next = Some(self);
        while let Some(directory) = next {
            for (kind, rules) in &directory.files {
                if decisions[*kind].is_none() && (is_within_repository || *kind < GIT) {
                    decisions[*kind] = rules.matched(path, is_directory);
                }
            }
            is_within_repository &= !directory.is_repository;
            next = directory.above.as_deref();
        }
        decisions[USER] = user.matched(path, is_directory);
        let mut decisions = decisions.into_iter().enumerate();
        match decisions.find(|(_, decision)| !decision.is_none())? {
            (kind, Match::Ignore(glob)) => Some((kind, glob.from()?.to_owned())),
            _ => None,
        }
    }
}

/// Returns the files that decide which entries of a directory, and of those below it, are listed: ignore files that
/// exist, and those of git, existing or not.
pub(super) fn deciding_files(directory: &Path) -> Vec<PathBuf> {
    let ignore_files = IGNORE_FILES.map(|name| directory.join(name));
    let mut files: Vec<PathBuf> = (ignore_files.into_iter())
        .filter(|file| file.symlink_metadata().is_ok())
        .collect();
    let dot_git = directory.join(".git");
    if let Ok(metadata) = dot_git.metadata() {
        files.push(directory.join(".gitmodules"));
        // The times of the directory change with every lock of git.
        files.push(if metadata.is_dir() {
            dot_git.join("HEAD")
        } else {
            dot_git
        });
    }
    if let Some(GitDirectory { own, common }) = GitDirectory::of(directory) {
        let names = ["HEAD", "index", "commondir", "config.worktree"];
        files.extend(names.map(|name| own.join(name)));
        files.extend(["config", "info/exclude"].map(|name| common.join(name)));
    }
    files
}

/// Returns the text of a regular file within the limit.
fn text(path: &Path) -> Option<String> {
    let bytes = read_regular(path, LIMIT.bytes)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns rules of git with escaped braces, which have no meaning in git; search tools read them as alternatives.
fn of_git(text: &str) -> String {
    let mut rules = String::with_capacity(text.len());
    let (mut is_escaped, mut is_in_class) = (false, false);
    for c in text.chars() {
        match c {
            _ if is_escaped => {}
            '{' | '}' if !is_in_class => rules.push('\\'),
            '[' => is_in_class = true,
            ']' | '\n' => is_in_class = false,
            _ => {}
        }
        is_escaped = c == '\\' && !is_escaped;
        rules.push(c);
    }
    rules
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
    fn braces_are_letters_to_git_and_alternatives_to_search_tools() {
        let files = ["x.{a,b}", "x.a", "{{s}}/x.c", "y.d", "y.e", "a{b"];
        for (name, ignored) in [
            (".gitignore", ["x.{a,b}", "{{s}}/x.c", "a{b"].as_slice()),
            (".git/info/exclude", &["x.{a,b}", "{{s}}/x.c", "a{b"]),
            (".ignore", &["x.a", "y.d", "y.e"]),
        ] {
            let directory = repository();
            let root = directory.path().join("r");
            fs::create_dir(root.join("{{s}}")).unwrap();
            for file in files {
                fs::write(root.join(file), "").unwrap();
            }
            let rules = "x.{a,b}\n{{s}}/\na{b\n[{y]\\.{d,e}\n";
            fs::write(root.join(name), rules).unwrap();
            let mut expected = files.to_vec();
            expected.retain(|file| !ignored.contains(file));
            let (mut found, _) = walked(&root);
            found.retain(|file| files.contains(&&**file));
            expected.sort_unstable();
            assert_eq!(found, expected, "{name}");
        }
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
