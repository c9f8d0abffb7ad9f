//! Files and lines that differ from git's HEAD, read from its index and its objects without running git.
//!
//! Principal types: [`HeadCommit`] and [`Hunk`]. Invariant: the repository is untrusted. Only HEAD, the
//! index and the objects are read, never a configuration, so that nothing a repository names can run;
//! files are regular and of limited size.
//!
//! [`GitChanges`] answers `in:changed` filters; the loader of the code pane marks the hunks.

use super::git::{GitDirectory, Head};
use super::read::read_regular;
use super::{Cancel, Root, SourcePath, locked};
use gix_hash::{Kind as HashKind, ObjectId, oid};
use gix_index::State;
use gix_object::{FindExt, Kind as ObjectKind, compute_hash};
use gix_odb::Header;
use std::collections::{HashMap, HashSet};
use std::fs::{self, Metadata};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Maximum size in bytes of a file whose lines are compared.
const FILE_LIMIT: u64 = 4 << 20;
/// Maximum size in bytes of git's index.
const INDEX_LIMIT: u64 = 256 << 20;
/// Maximum size in bytes of one object in memory.
const OBJECT_LIMIT: usize = 64 << 20;
/// Maximum number of files in a commit.
const FILES_LIMIT: usize = 1_000_000;

/// Kind of a changed run of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineChange {
    /// Lines that HEAD does not have.
    Added,
    /// Lines in place of others.
    Modified,
    /// Missing lines after the line of the hunk, or before it at the start of a file.
    Deleted,
}

/// A run of lines that differs from HEAD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// Kind of the change.
    pub change: LineChange,
    /// 1-based lines of the working tree; at least one.
    pub lines: Range<u32>,
}

/// Reason why the changes since git's HEAD are not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Git changes unavailable: {}", self.cause())]
pub enum GitUnavailable {
    /// No git repository, or no commit.
    NoCommit,
    /// Objects are named by SHA-256, or references are stored as reftable.
    Unsupported,
    /// Objects are those of another repository.
    Borrowed,
    /// HEAD or objects are missing, damaged, too large or not in regular files.
    Unreadable,
    /// The committed content of one file is missing or damaged, or the file is too large.
    File,
}

impl GitUnavailable {
    fn cause(self) -> &'static str {
        match self {
            Self::NoCommit => "the root directory has no git repository with a commit",
            Self::Unsupported => "SHA-256 and reftable repositories are not supported",
            Self::Borrowed => "the objects are in another repository (info/alternates)",
            Self::Unreadable => "git's HEAD or objects cannot be read; `git fsck` may tell why",
            Self::File => "git's copy of this file cannot be read, or is larger than 4 MB",
        }
    }
}

/// The commit at HEAD with its objects, for one thread.
pub struct HeadCommit {
    worktree: PathBuf,
    index: PathBuf,
    objects: PathBuf,
    store: gix_odb::Handle,
    tree: ObjectId,
}

impl HeadCommit {
    /// Opens the commit at HEAD.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub fn open(root: &Root) -> Result<Self, GitUnavailable> {
        use GitUnavailable::{Borrowed, NoCommit, Unreadable, Unsupported};
        let git = GitDirectory::of(root.path()).ok_or(NoCommit)?;
        let head = match git.head() {
            Some(head) if head != Head::default() => head,
            _ if git.common.join("reftable").exists() => return Err(Unsupported),
            _ if git.own.join("HEAD").exists() => return Err(Unreadable),
            _ => return Err(NoCommit),
        };
        let commit = head.commit.ok_or(NoCommit)?;
        let objects = git.common.join("objects");
        let id = match commit.len() {
            64 => return Err(Unsupported),
            _ if objects.join("info/alternates").exists() => return Err(Borrowed),
            _ => ObjectId::from_hex(commit.as_bytes()).ok(),
        };
        let id = id.filter(|_| all_regular(&objects.join("pack")));
        Self::read(root, &git, objects, id.ok_or(Unreadable)?).ok_or(Unreadable)
    }

    fn read(root: &Root, git: &GitDirectory, objects: PathBuf, id: ObjectId) -> Option<Self> {
        let options = gix_odb::store::init::Options {
            alloc_limit_bytes: Some(OBJECT_LIMIT),
            ..Default::default()
        };
        let store = gix_odb::at_opts(&objects, HashKind::Sha1, [], options).ok()?;
        let mut committed = Self {
            worktree: root.path().to_owned(),
            index: git.own.join("index"),
            objects,
            store,
            tree: id,
        };
        let mut buffer = Vec::new();
        let commit = committed.readable(&id)?;
        let tree = commit.find_commit_iter(&id, &mut buffer).ok()?.tree_id();
        committed.tree = tree.ok()?;
        Some(committed)
    }

    /// Returns the runs of lines of a file that differ from HEAD, in order. `text` is its content now.
    ///
    /// # Errors
    /// [`GitUnavailable::File`] if the content at HEAD cannot be read, or one of them is too large.
    pub fn hunks(&self, path: &SourcePath, text: &[u8]) -> Result<Vec<Hunk>, GitUnavailable> {
        let mut buffer = Vec::new();
        let before = match self.blob_of(path).ok_or(GitUnavailable::File)? {
            None => Some(&[][..]),
            Some(id) => self.content(&id, &mut buffer),
        };
        let before = before.filter(|_| text.len() as u64 <= FILE_LIMIT);
        let before = before.ok_or(GitUnavailable::File)?;
        let mut input = imara_diff::InternedInput::default();
        input.update_before(lines(before));
        input.update_after(lines(text));
        let diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input);
        let hunk = |hunk: imara_diff::Hunk| {
            let change = match (hunk.before.is_empty(), hunk.after.is_empty()) {
                (_, true) => LineChange::Deleted,
                (true, _) => LineChange::Added,
                _ => LineChange::Modified,
            };
            let lines = match change {
                LineChange::Deleted => hunk.after.start.max(1)..hunk.after.start.max(1) + 1,
                _ => hunk.after.start + 1..hunk.after.end + 1,
            };
            Hunk { change, lines }
        };
        Ok(diff.hunks().map(hunk).collect())
    }

    /// Returns those of the paths whose files differ from HEAD, new ones included; none when cancelled.
    fn changed<'p>(
        &self,
        paths: impl Iterator<Item = &'p SourcePath>,
        cancel: &Cancel,
    ) -> Option<HashSet<SourcePath>> {
        let committed = self.files(cancel)?;
        let index = self.index();
        let mut changed = HashSet::new();
        for path in paths {
            if cancel.is_cancelled() {
                return None;
            }
            let is_same = committed
                .get(path.as_str())
                .is_some_and(|id| self.is_same(path, id, index.as_ref()));
            if !is_same {
                changed.insert(path.clone());
            }
        }
        Some(changed)
    }

    /// Returns true if a file has the content of a blob: by git's index where that is certain, else by
    /// reading it.
    fn is_same(&self, path: &SourcePath, id: &oid, index: Option<&(State, SystemTime)>) -> bool {
        let file = path.under(&self.worktree);
        let Ok(metadata) = fs::symlink_metadata(&file) else {
            return false;
        };
        let known = index.and_then(|(state, written)| {
            let entry = state.entry_by_path(path.as_str().into())?;
            is_clean(&entry.stat, &metadata, *written).then_some(entry.id)
        });
        if let Some(known) = known {
            return known == id;
        }
        let Some(content) = read_regular(&file, FILE_LIMIT) else {
            return false;
        };
        let has = |content: &[u8]| {
            compute_hash(HashKind::Sha1, ObjectKind::Blob, content).is_ok_and(|hash| hash == id)
        };
        // `core.autocrlf` checks out CR LF for LF.
        let with_lf = || {
            let ends = content.split_inclusive(|byte| *byte == b'\n');
            let lf = ends.map(|line| {
                line.strip_suffix(b"\r\n")
                    .map_or(line.to_vec(), |it| [it, b"\n"].concat())
            });
            lf.collect::<Vec<_>>().concat()
        };
        has(&content) || content.contains(&b'\r') && has(&with_lf())
    }

    /// Returns git's index and the time it was written; none if it is missing, damaged or split.
    fn index(&self) -> Option<(State, SystemTime)> {
        let written = self.index.metadata().ok()?.modified().ok()?;
        let data = read_regular(&self.index, INDEX_LIMIT)?;
        let options = gix_index::decode::Options {
            thread_limit: Some(1),
            alloc_limit_bytes: Some(INDEX_LIMIT as usize),
            ..Default::default()
        };
        let (state, _) = State::from_bytes(&data, written.into(), HashKind::Sha1, options).ok()?;
        state.link().is_none().then_some((state, written))
    }

    /// Returns every file of the commit with the id of its content; none when cancelled or damaged.
    fn files(&self, cancel: &Cancel) -> Option<HashMap<String, ObjectId>> {
        let mut files = HashMap::new();
        let mut pending = vec![(String::new(), self.tree)];
        let mut buffer = Vec::new();
        while let Some((directory, id)) = pending.pop() {
            let tree = self.readable(&id)?.find_tree_iter(&id, &mut buffer).ok()?;
            for entry in tree {
                let entry = entry.ok()?;
                let Ok(name) = std::str::from_utf8(entry.filename) else {
                    continue;
                };
                let path = format!("{directory}{name}");
                match entry.mode {
                    mode if mode.is_tree() => pending.push((path + "/", entry.oid.to_owned())),
                    mode if mode.is_blob() => drop(files.insert(path, entry.oid.to_owned())),
                    _ => {}
                }
            }
            if cancel.is_cancelled() || files.len() + pending.len() > FILES_LIMIT {
                return None;
            }
        }
        Some(files)
    }

    /// Returns the blob of a file, if HEAD has the file; none if a directory cannot be read.
    fn blob_of(&self, path: &SourcePath) -> Option<Option<ObjectId>> {
        let mut buffer = Vec::new();
        let mut id = self.tree;
        let mut parts = path.as_str().split('/').peekable();
        while let Some(part) = parts.next() {
            let tree = self.readable(&id)?.find_tree_iter(&id, &mut buffer);
            let mut entries = tree.ok()?.filter_map(Result::ok);
            let Some(entry) = entries.find(|entry| entry.filename == part) else {
                return Some(None);
            };
            let (mode, next) = (entry.mode, entry.oid.to_owned());
            match parts.peek() {
                None => return Some(mode.is_blob().then_some(next)),
                Some(_) if mode.is_tree() => id = next,
                Some(_) => return Some(None),
            }
        }
        Some(None)
    }

    fn content<'b>(&self, id: &oid, buffer: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        let store = self.readable(id)?;
        let size = store.try_header(id).ok()??.size();
        if size > FILE_LIMIT {
            return None;
        }
        Some(store.find_blob(id, buffer).ok()?.data)
    }

    /// The store, unless the object is a file that is not regular: opening a pipe could block forever.
    fn readable(&self, id: &oid) -> Option<&gix_odb::Handle> {
        let name = id.to_hex().to_string();
        let loose = self.objects.join(&name[..2]).join(&name[2..]);
        match fs::symlink_metadata(loose) {
            Ok(metadata) if !metadata.is_file() => None,
            _ => Some(&self.store),
        }
    }
}

/// The changed files of a repository, computed again when the index, HEAD or git's index change.
#[derive(Debug, Default)]
pub struct GitChanges(Mutex<Option<(RepositoryState, ChangedFiles)>>);

/// The files that differ from HEAD, or the reason why they are not known.
pub type ChangedFiles = Result<Arc<HashSet<SourcePath>>, GitUnavailable>;

/// Generation of the index, commit at HEAD, modification time of git's index.
type RepositoryState = (u64, Option<String>, Option<SystemTime>);

impl GitChanges {
    /// Returns those of the paths of an index generation whose files differ from HEAD; empty when
    /// cancelled.
    ///
    /// # Errors
    /// The reason why they are not known.
    pub fn files<'p>(
        &self,
        root: &Root,
        generation: u64,
        paths: impl Iterator<Item = &'p SourcePath>,
        cancel: &Cancel,
    ) -> ChangedFiles {
        let written = GitDirectory::of(root.path())
            .and_then(|git| fs::metadata(git.own.join("index")).ok()?.modified().ok());
        let now = (generation, super::head(root).commit, written);
        let mut known = locked(&self.0);
        if let Some((then, files)) = &*known
            && *then == now
        {
            return files.clone();
        }
        let changed = HeadCommit::open(root).map(|it| it.changed(paths, cancel));
        if cancel.is_cancelled() {
            return Ok(Arc::default());
        }
        let files = changed.and_then(|it| it.ok_or(GitUnavailable::Unreadable));
        let files = files.map(Arc::new);
        *known = Some((now, files.clone()));
        files
    }
}

/// Returns true if git recorded this state of the file, and the file is older than the record: a file
/// that changed in the same moment may look the same.
fn is_clean(stat: &gix_index::entry::Stat, metadata: &Metadata, written: SystemTime) -> bool {
    let recorded = UNIX_EPOCH + Duration::new(stat.mtime.secs.into(), stat.mtime.nsecs);
    metadata.modified().is_ok_and(|it| it == recorded)
        && u64::from(stat.size) == metadata.len()
        && recorded < written
}

/// Returns true if a directory has only regular files, or is missing.
fn all_regular(directory: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(directory) else {
        return !directory.exists();
    };
    entries.all(|entry| entry.is_ok_and(|entry| entry.file_type().is_ok_and(|it| it.is_file())))
}

/// Lines without their line breaks.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// Runs git in a directory, without any configuration of the user.
    #[track_caller]
    fn git(directory: &Path, arguments: &[&str]) {
        let mut command = Command::new("git");
        command.current_dir(directory).args(arguments);
        command
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1");
        for name in ["GIT_AUTHOR", "GIT_COMMITTER"] {
            command
                .env(format!("{name}_NAME"), "a")
                .env(format!("{name}_EMAIL"), "a@b");
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    /// A repository with these files committed.
    fn repository(files: &[(&str, &str)]) -> (tempfile::TempDir, Root) {
        let directory = tempfile::tempdir().unwrap();
        git(directory.path(), &["init", "-q"]);
        write(directory.path(), files);
        git(directory.path(), &["add", "."]);
        git(directory.path(), &["commit", "-qm", "first"]);
        let root = Root::exactly(directory.path()).unwrap();
        (directory, root)
    }

    fn write(directory: &Path, files: &[(&str, &str)]) {
        for (path, text) in files {
            let path = directory.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    fn error(root: &Root) -> Option<GitUnavailable> {
        let changes = GitChanges::default();
        let files = changes.files(root, 1, std::iter::empty(), &Cancel::new());
        files.err()
    }

    #[track_caller]
    fn check_changed(root: &Root, paths: &[&str], expected: &[&str]) {
        let paths: Vec<SourcePath> = paths.iter().map(|it| SourcePath::new(it)).collect();
        let committed = HeadCommit::open(root).expect("a commit");
        let changed = committed
            .changed(paths.iter(), &Cancel::new())
            .expect("not cancelled");
        let mut changed: Vec<&str> = changed.iter().map(SourcePath::as_str).collect();
        changed.sort_unstable();
        assert_eq!(changed, expected);
    }

    #[track_caller]
    fn check_hunks(before: &str, after: &str, expected: &[(LineChange, Range<u32>)]) {
        let (_directory, root) = repository(&[("src/a.rs", before)]);
        let committed = HeadCommit::open(&root).expect("a commit");
        let hunks = committed.hunks(&SourcePath::new("src/a.rs"), after.as_bytes());
        let hunks = hunks.expect("both are readable").into_iter();
        let hunks: Vec<_> = hunks.map(|it| (it.change, it.lines)).collect();
        assert_eq!(hunks, expected, "{before:?} → {after:?}");
    }

    #[test]
    fn hunks_have_the_lines_of_the_working_tree() {
        use LineChange::{Added, Deleted, Modified};
        check_hunks("a\nb\nc\n", "a\nb\nc\n", &[]);
        check_hunks("a\nb\nc\n", "a\r\nb\r\nc\r\n", &[]);
        check_hunks("a\nb\nc\n", "a\nx\ny\nb\nc\n", &[(Added, 2..4)]);
        check_hunks("a\nb\nc\n", "a\nB\nc\n", &[(Modified, 2..3)]);
        check_hunks("a\nb\nc\n", "a\nc\n", &[(Deleted, 1..2)]);
        check_hunks("a\nb\nc\n", "b\nc\n", &[(Deleted, 1..2)]);
    }

    #[test]
    fn a_new_file_is_added_whole() {
        let (_directory, root) = repository(&[("a.rs", "a\n")]);
        let committed = HeadCommit::open(&root).expect("a commit");
        let hunks = committed.hunks(&SourcePath::new("b.rs"), b"x\ny\n");
        let added = Hunk {
            change: LineChange::Added,
            lines: 1..3,
        };
        assert_eq!(hunks, Ok(vec![added]));
    }

    #[test]
    fn lines_of_a_file_without_committed_content_are_unknown() {
        let (directory, root) = repository(&[("a.rs", "a\n"), ("b.rs", "b\n")]);
        let blob = compute_hash(HashKind::Sha1, ObjectKind::Blob, b"a\n").unwrap();
        let name = blob.to_hex().to_string();
        let objects = directory.path().join(".git/objects");
        fs::remove_file(objects.join(&name[..2]).join(&name[2..])).unwrap();
        let committed = HeadCommit::open(&root).expect("a commit");
        let hunks = |path, text| committed.hunks(&SourcePath::new(path), text);
        assert_eq!(hunks("a.rs", b"x\n"), Err(GitUnavailable::File));
        assert_eq!(hunks("b.rs", b"b\n"), Ok(Vec::new()));
        let large = vec![b'b'; FILE_LIMIT as usize + 1];
        assert_eq!(hunks("b.rs", &large), Err(GitUnavailable::File));
    }

    #[test]
    fn changed_files_are_edited_staged_and_new_ones() {
        let (directory, root) =
            repository(&[("a", "1\n"), ("d/b", "1\n"), ("d/c", "1\n"), ("e", "1\n")]);
        let all = ["a", "d/b", "d/c", "e", "new"];
        check_changed(&root, &all[..4], &[]);
        write(
            directory.path(),
            &[
                ("a", "2\n"),
                ("d/b", "22\n"),
                ("new", "1\n"),
                ("e", "1\r\n"),
            ],
        );
        git(directory.path(), &["add", "d/b"]);
        check_changed(&root, &all, &["a", "d/b", "new"]);
        git(directory.path(), &["gc", "-q"]);
        check_changed(&root, &all, &["a", "d/b", "new"]);
        git(directory.path(), &["add", "."]);
        git(directory.path(), &["commit", "-qm", "second"]);
        check_changed(&root, &all, &[]);
    }

    #[test]
    fn programs_that_a_repository_names_never_run() {
        let (directory, root) = repository(&[
            ("a.rs", "a\n"),
            (".gitattributes", "*.rs filter=f diff=d\n"),
        ]);
        let ran = directory.path().join("ran");
        let script = format!("sh -c 'echo ran > {}; cat'", ran.display());
        for name in [
            "core.fsmonitor",
            "diff.external",
            "diff.d.textconv",
            "diff.d.command",
            "filter.f.clean",
            "filter.f.smudge",
            "filter.f.process",
        ] {
            git(directory.path(), &["config", name, &script]);
        }
        write(directory.path(), &[("a.rs", "b\n")]);
        check_changed(&root, &["a.rs"], &["a.rs"]);
        let committed = HeadCommit::open(&root).expect("a commit");
        assert_eq!(
            committed
                .hunks(&SourcePath::new("a.rs"), b"b\n")
                .map(|it| it.len()),
            Ok(1)
        );
        assert!(!ran.exists(), "a program of the repository ran");
        // The test would notice: git itself runs them.
        git(directory.path(), &["status"]);
        assert!(ran.exists());
    }

    #[test]
    fn damage_and_pipes_are_not_commits() {
        let (directory, root) = repository(&[("a.rs", "a\n")]);
        let index = directory.path().join(".git/index");
        fs::write(&index, b"DIRC, and then nothing of an index").unwrap();
        check_changed(&root, &["a.rs"], &[]);
        let pack = directory.path().join(".git/objects/pack/pack-1.idx");
        #[cfg(unix)]
        nix::unistd::mkfifo(&pack, nix::sys::stat::Mode::S_IRWXU).unwrap();
        #[cfg(unix)]
        assert_eq!(error(&root), Some(GitUnavailable::Unreadable));
        fs::remove_file(&pack).unwrap();
        write(
            directory.path(),
            &[(".git/objects/info/alternates", "/elsewhere")],
        );
        assert_eq!(error(&root), Some(GitUnavailable::Borrowed));
        fs::remove_file(directory.path().join(".git/objects/info/alternates")).unwrap();
        assert_eq!(error(&root), None);
        fs::remove_dir_all(directory.path().join(".git/objects")).unwrap();
        assert_eq!(error(&root), Some(GitUnavailable::Unreadable));
        let sha256 = tempfile::tempdir().unwrap();
        git(sha256.path(), &["init", "-q", "--object-format=sha256"]);
        let root = Root::exactly(sha256.path()).unwrap();
        assert_eq!(error(&root), Some(GitUnavailable::NoCommit));
        git(sha256.path(), &["commit", "-qm", "first", "--allow-empty"]);
        assert_eq!(error(&root), Some(GitUnavailable::Unsupported));
    }

    #[test]
    fn a_head_that_cannot_be_read_is_reported() {
        let (directory, root) = repository(&[("a.rs", "a\n")]);
        write(directory.path(), &[(".git/HEAD", "damaged")]);
        assert_eq!(error(&root), Some(GitUnavailable::Unreadable));
        fs::remove_file(directory.path().join(".git/HEAD")).unwrap();
        assert_eq!(error(&root), Some(GitUnavailable::NoCommit));
        let reftable = [
            (".git/HEAD", "ref: refs/heads/.invalid\n"),
            (".git/reftable/tables.list", ""),
        ];
        write(directory.path(), &reftable);
        assert_eq!(error(&root), Some(GitUnavailable::Unsupported));
    }

    #[test]
    fn the_changed_files_follow_head_and_the_index() {
        let (directory, root) = repository(&[("a", "1\n")]);
        let changes = GitChanges::default();
        let path = SourcePath::new("a");
        let count = |generation| {
            changes
                .files(&root, generation, std::iter::once(&path), &Cancel::new())
                .map_or(9, |files| files.len())
        };
        assert_eq!(count(1), 0);
        write(directory.path(), &[("a", "22\n")]);
        assert_eq!(count(1), 0, "known for this generation");
        assert_eq!(count(2), 1);
        git(directory.path(), &["commit", "-qam", "second"]);
        assert_eq!(count(2), 0);
    }
}
