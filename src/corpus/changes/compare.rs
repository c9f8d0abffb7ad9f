//! Comparison of the working tree with the commit at HEAD, as `git diff HEAD` compares them.
//!
//! Principal type: [`FileChanges`]. The comparison is a method of [`HeadCommit`].

use super::attributes::Attributes;
use super::commit::{CommittedFile, FILE_LIMIT, HeadCommit, OBJECT_LIMIT};
use super::file_diff::Hunk;
use super::staged::{Staged, StagedFiles};
use super::stored::{Conversion, Stored};
use super::unavailable::GitUnavailable::{self, File, Filtered};
use crate::corpus::document::Text;
use crate::corpus::git_config::repository_config;
use crate::corpus::limit::FileLimit;
use crate::corpus::path::SourcePath;
use crate::corpus::read::{document_text, read_regular};
use crate::corpus::threads::Cancel;
use gix_hash::ObjectId;
use gix_index::Entry;
use gix_index::entry::Mode;
use gix_index::fs::Metadata;
use gix_object::tree::EntryMode;
use gix_object::{Kind as ObjectKind, compute_hash};
use std::any::Any;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

/// The difference of a file in the working tree from HEAD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileChange {
    /// HEAD does not have the file, or git no longer tracks it.
    New,
    /// The content, the mode or the type differs.
    Modified,
}

/// The files that differ from HEAD.
#[derive(Debug, Default)]
pub struct FileChanges {
    /// Files of the working tree.
    pub files: HashMap<SourcePath, FileChange>,
    /// Files that HEAD has, and the working tree no longer.
    pub deleted: Vec<SourcePath>,
    /// Why one of several repositories is missing here.
    pub left_out: Option<GitUnavailable>,
    /// Whatever a caller derives from the changes, to be forgotten with them.
    pub derived: OnceLock<Arc<dyn Any + Send + Sync>>,
}

/// State of a path in the working tree.
enum FileState {
    Same,
    Changed(FileChange),
    Missing,
}

/// The state of the working tree in git: its index, and the rules by which files are stored.
pub(super) struct Recorded {
    staged: Option<StagedFiles>,
    trusts_mode: bool,
    conversion: RefCell<Conversion>,
    /// Directories outside the sparse checkout whose staged tree is that of HEAD, or not.
    sparse: RefCell<HashMap<String, bool>>,
}

impl HeadCommit {
    /// Returns the paths whose files differ from HEAD, new ones included, and the deleted files; none in a
    /// submodule, and not all when cancelled.
    pub(super) fn changes<'p>(
        &self,
        paths: impl Iterator<Item = &'p SourcePath>,
        cancel: &Cancel,
    ) -> Result<FileChanges, GitUnavailable> {
        let committed = self.files(cancel)?;
        let mut changes = FileChanges::default();
        let mut listed = HashSet::new();
        for path in paths {
            if cancel.is_cancelled() {
                return Ok(changes);
            }
            let name = path.as_str();
            match self.state(path, committed.get(name)) {
                FileState::Missing => continue,
                FileState::Changed(change) => {
                    let mut above = name.match_indices('/').map(|(slash, _)| &name[..=slash]);
                    if !above.any(|directory| committed.contains_key(directory)) {
                        changes.files.insert(path.clone(), change);
                    }
                }
                FileState::Same => {}
            }
            listed.insert(name);
        }
        for (name, file) in &committed {
            if cancel.is_cancelled() {
                break;
            }
            if file.1.is_blob() && !listed.contains(&**name) {
                let path = SourcePath::new(name);
                if self.is_deleted(&path, file) {
                    changes.deleted.push(path);
                }
            }
        }
        changes.deleted.sort_unstable();
        Ok(changes)
    }

    /// Returns the runs of lines of a file that differ from HEAD, in order.
    ///
    /// # Errors
    /// [`GitUnavailable::File`] if the content at HEAD cannot be read, or either content is too large;
    /// [`GitUnavailable::Filtered`] if only a filter program could tell.
    pub fn hunks(&self, path: &SourcePath) -> Result<Vec<Hunk>, GitUnavailable> {
        let (before, after) = match self.contents(path)? {
            Some(contents) => contents,
            None => return Ok(Vec::new()),
        };
        Ok(Hunk::between(before.bytes(), after.bytes()))
    }

    /// Returns the text of a file at HEAD by the rules for files of the working tree; none if they exclude it.
    pub(crate) fn text(&self, path: &SourcePath, limit: FileLimit) -> Option<Text> {
        let (id, _) = self
            .entry(path.as_str())?
            .filter(|(_, mode)| mode.is_blob())?;
        let content = self.content(&id, FILE_LIMIT.min(limit.bytes))?;
        document_text(path, content, limit)
    }

    /// Returns the texts of a file at HEAD and in the working tree, both as git stores them; none if the file
    /// is unchanged.
    ///
    /// # Errors
    /// As [`Self::hunks`].
    pub fn contents(&self, path: &SourcePath) -> Result<Option<(Text, Text)>, GitUnavailable> {
        let file = self.entry(path.as_str()).ok_or(File)?;
        let file = file.filter(|(_, mode)| !mode.is_tree());
        let change = match self.state(path, file.as_ref()) {
            FileState::Changed(change) => change,
            FileState::Same | FileState::Missing => return Ok(None),
        };
        let before = match file {
            Some((id, mode)) if change == FileChange::Modified && mode.is_blob() => {
                self.content(&id, FILE_LIMIT).ok_or(File)?
            }
            _ => Vec::new(),
        };
        let content = read_regular(&path.under(self.root.path()), FILE_LIMIT).ok_or(File)?;
        let after = match self.stored(path, content) {
            Stored::Content(content) => content,
            Stored::Filtered(content) if before.is_empty() => content,
            Stored::Pointer(..) | Stored::Filtered(_) => return Err(Filtered),
        };
        Ok(Some((Text::of(path, before), Text::of(path, after))))
    }
}

impl Recorded {
    fn read(commit: &HeadCommit) -> Self {
        let config = repository_config(&commit.git);
        let flag = |key: &str| config.boolean(key).ok().flatten();
        let attributes = Attributes::new(
            commit.root.path(),
            &commit.git,
            flag("core.ignoreCase") == Some(true),
        );
        Self {
            staged: StagedFiles::read(&commit.git.own.join("index"), commit.hash, &config),
            trusts_mode: cfg!(unix) && flag("core.fileMode") != Some(false),
            conversion: RefCell::new(Conversion::new(attributes, config)),
            sparse: RefCell::default(),
        }
    }
}

impl HeadCommit {
    fn recorded(&self) -> &Recorded {
        self.recorded.get_or_init(|| Recorded::read(self))
    }

    /// Git's index; none if it is missing or damaged.
    fn staged(&self) -> Option<&StagedFiles> {
        self.recorded().staged.as_ref()
    }

    /// Compares a file with HEAD, by git's index if it is conclusive, else by reading the file.
    fn state(&self, path: &SourcePath, committed: Option<&CommittedFile>) -> FileState {
        use FileChange::{Modified, New};
        let file = path.under(self.root.path());
        let Ok(metadata) = Metadata::from_path_no_follow(&file) else {
            return FileState::Missing;
        };
        let staged = self.staged().map(|index| index.get(path.as_str(), true));
        if let Some(Staged::Sparse(directory, is_hidden)) = staged {
            match self.staged_below(directory, path, committed) {
                None => return FileState::Changed(New),
                staged if is_hidden && staged.as_ref() == committed => return FileState::Same,
                Some(_) if is_hidden => return FileState::Changed(Modified),
                Some(_) => {}
            }
        }
        let committed = match (&staged, committed) {
            (Some(Staged::Untracked), _) | (_, None) => return FileState::Changed(New),
            (_, Some(committed)) => committed,
        };
        let mode = mode_of(committed);
        let recorded = match staged {
            Some(Staged::Unwatched(entry)) => Some(entry),
            Some(Staged::File(entry))
                if !metadata.is_symlink()
                    && self.is_mode(entry.mode, &metadata)
                    && self
                        .staged()
                        .is_some_and(|index| index.is_clean(entry, &metadata)) =>
            {
                Some(entry)
            }
            _ => None,
        };
        let is_same = match (recorded, &staged) {
            (Some(entry), _) => is_entry(entry, committed),
            // Without trust in the mode, the one of the index counts.
            (None, Some(Staged::File(entry)))
                if !self.recorded().trusts_mode && entry.mode != mode =>
            {
                false
            }
            (None, _) => {
                metadata.is_file()
                    && self.is_mode(mode, &metadata)
                    && self.has_content(path, &committed.0)
            }
        };
        if is_same {
            FileState::Same
        } else {
            FileState::Changed(Modified)
        }
    }

    /// Returns true if git calls a file of HEAD deleted that is not among the listed ones, or changed without a file.
    fn is_deleted(&self, path: &SourcePath, committed: &CommittedFile) -> bool {
        let file = path.under(self.root.path());
        // A link in place of a directory hides the files of HEAD.
        let is_file = match (Metadata::from_path_no_follow(&file), file.parent()) {
            (Ok(metadata), Some(directory)) if metadata.is_file() => {
                directory.canonicalize().ok().as_deref() == Some(directory)
            }
            _ => false,
        };
        match self
            .staged()
            .map(|staged| staged.get(path.as_str(), is_file))
        {
            Some(Staged::Untracked) => true,
            Some(Staged::Sparse(directory, is_hidden)) => {
                let staged = self.staged_below(directory, path, Some(committed));
                staged.is_none() || is_hidden && staged != Some(*committed)
            }
            Some(Staged::Unwatched(entry)) => !is_entry(entry, committed),
            _ => !is_file,
        }
    }

    /// Returns the staged file below a directory outside the sparse checkout.
    fn staged_below(
        &self,
        directory: &Entry,
        path: &SourcePath,
        committed: Option<&CommittedFile>,
    ) -> Option<CommittedFile> {
        let name = self.staged()?.path(directory);
        let below = path.as_str().get(name.len()..)?;
        let mut known = self.recorded().sparse.borrow_mut();
        let is_same = *known.entry(name.clone()).or_insert_with(|| {
            let committed = self.entry(name.trim_end_matches('/')).flatten();
            committed.is_some_and(|(tree, _)| tree == directory.id)
        });
        if is_same {
            return committed.copied();
        }
        self.entry_in(directory.id, below).flatten()
    }

    fn is_mode(&self, mode: Mode, metadata: &Metadata) -> bool {
        match mode {
            Mode::FILE | Mode::FILE_EXECUTABLE if self.recorded().trusts_mode => {
                metadata.is_executable() == (mode == Mode::FILE_EXECUTABLE)
            }
            Mode::FILE | Mode::FILE_EXECUTABLE => true,
            _ => false,
        }
    }

    /// Returns true if the file would be stored as this blob.
    fn has_content(&self, path: &SourcePath, id: &ObjectId) -> bool {
        let file = path.under(self.root.path());
        let Some(content) = read_regular(&file, OBJECT_LIMIT as u64) else {
            return false;
        };
        let has_id = |content: &[u8]| {
            compute_hash(self.hash, ObjectKind::Blob, content).is_ok_and(|hash| hash == *id)
        };
        match self.stored(path, content) {
            Stored::Content(content) | Stored::Filtered(content) => has_id(&content),
            Stored::Pointer(pointer, content) => {
                has_id(&pointer) || content.is_some_and(|content| has_id(&content))
            }
        }
    }

    fn stored(&self, path: &SourcePath, content: Vec<u8>) -> Stored {
        let staged = |path: &str| {
            let entry = self.staged()?.blob(path)?;
            self.content(&entry.id, OBJECT_LIMIT as u64)
        };
        let mut conversion = self.recorded().conversion.borrow_mut();
        conversion.stored(path.as_str(), content, &staged)
    }
}

/// Mode of a committed file, as git's index has it.
fn mode_of((_, mode): &CommittedFile) -> Mode {
    Mode::from(EntryMode::from(mode.kind()))
}

fn is_entry(entry: &Entry, committed: &CommittedFile) -> bool {
    entry.id == committed.0 && entry.mode == mode_of(committed)
}
