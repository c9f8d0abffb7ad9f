//! The watched directories.
//!
//! Principal type: [`Watcher`].

use super::hints::{Batch, WatchError};
use super::system::{self, HintSink, IS_RECURSIVE, Interest, System};
use crate::corpus::{self, Root, SourcePath, locked};
use crate::protocol::WatchMethod;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

pub(in crate::workers) type Start =
    fn(&Arc<Mutex<Interest>>, &HintSink) -> Result<Box<System>, WatchError>;

/// Watches the directories of one repository.
pub(in crate::workers) struct Watcher {
    root: Root,
    sink: HintSink,
    start: Start,
    interest: Arc<Mutex<Interest>>,
    pub(super) system: Option<Box<System>>,
    /// Directories of the last [`Watcher::follow`], if all of them are watched.
    followed: Option<BTreeSet<SourcePath>>,
    pub(super) watched: BTreeSet<PathBuf>,
    /// The user's global ignore file.
    of_user: Option<PathBuf>,
    state: WatchMethod,
}

impl Watcher {
    /// A watcher that watches nothing yet. `marks` is the directory of the marks by which [`Hint::Mark`](super::Hint::Mark) tells that all
    /// earlier changes were reported.
    pub(in crate::workers) fn new(
        root: &Root,
        marks: Option<&Path>,
        sink: HintSink,
        start: Start,
    ) -> Self {
        let interest = Interest {
            marks: marks.map(Path::to_owned),
            ..Interest::default()
        };
        Self {
            root: root.clone(),
            sink,
            start,
            interest: Arc::new(Mutex::new(interest)),
            system: None,
            followed: None,
            watched: BTreeSet::new(),
            of_user: corpus::user_ignore_file(root.path()).filter(|file| {
                // Events of a directory above the repository would include everything in it.
                file.parent()
                    .is_some_and(|directory| !root.path().starts_with(directory))
            }),
            state: WatchMethod::Off,
        }
    }

    /// Method of watching.
    pub(in crate::workers) fn state(&self) -> &WatchMethod {
        &self.state
    }

    /// Returns true if every change in the directories of the walk is reported, and marks after the changes before them:
    /// only Linux reports events of several directories in one order.
    pub(in crate::workers) fn reports_in_order(&self) -> bool {
        cfg!(target_os = "linux") && self.state == WatchMethod::Live && self.followed.is_some()
    }

    /// Watches exactly these directories of the walk. Returns those that were not watched before: changes
    /// in them were not reported.
    pub(in crate::workers) fn follow(
        &mut self,
        directories: &BTreeSet<SourcePath>,
    ) -> Vec<PathBuf> {
        if matches!(self.state, WatchMethod::Polling(_))
            || self.followed.as_ref() == Some(directories)
        {
            return Vec::new();
        }
        match self.try_follow(directories) {
            Ok((added, refused)) => {
                // A refused directory may be watched the next time.
                self.followed = (!refused).then(|| directories.clone());
                self.state = WatchMethod::Live;
                added
            }
            Err(error) => {
                self.give_up(&error);
                Vec::new()
            }
        }
    }

    /// Watches the markers of these directories too, which the walk does not enter while they are repositories.
    pub(in crate::workers) fn watch_markers(&mut self, nested: impl Iterator<Item = PathBuf>) {
        let mut interest = locked(&self.interest);
        for directory in nested {
            if interest.rules.insert(directory.join(".git")) {
                self.followed = None;
            }
        }
    }

    /// Stops watching paths that may be other directories than before, or gone.
    pub(in crate::workers) fn renew(&mut self, batch: &Batch) {
        match &batch.broken {
            Some(error) => return self.give_up(error),
            None if batch.lost => return self.reset(),
            None => self.forget(&batch.paths),
        }
        // Ignore rules may have been added or removed.
        if batch.everything {
            self.followed = None;
        }
    }

    pub(super) fn forget<'p>(&mut self, paths: impl IntoIterator<Item = &'p PathBuf>) {
        for path in paths {
            if path.file_name().is_some_and(|name| name == ".git")
                && let Some(worktree) = path.parent()
            {
                // The worktree may have its own ignore rules now.
                self.drop_watch(worktree);
            }
            let below: Vec<PathBuf> = self
                .watched
                .range::<PathBuf, _>(path..)
                .take_while(|watched| watched.starts_with(path))
                .cloned()
                .collect();
            for directory in below {
                self.drop_watch(&directory);
            }
        }
    }

    /// Stops watching until the next [`Watcher::follow`].
    pub(in crate::workers) fn reset(&mut self) {
        self.system = None;
        self.followed = None;
        self.watched.clear();
        self.state = WatchMethod::Off;
    }

    /// Polls from now on, for this reason. All watches are released: other programs need them.
    pub(in crate::workers) fn give_up(&mut self, why: &WatchError) {
        self.reset();
        self.state = WatchMethod::Polling(why.to_string());
    }

    /// Returns the directories that were not watched before, and true if some cannot be watched.
    fn try_follow(
        &mut self,
        directories: &BTreeSet<SourcePath>,
    ) -> Result<(Vec<PathBuf>, bool), WatchError> {
        if let Some(system) = corpus::remote(&self.root) {
            return Err(WatchError::Remote(system));
        }
        let entered: BTreeSet<PathBuf> = directories
            .iter()
            .map(|directory| directory.under_root(self.root.path()))
            .collect();
        // The filter of events must be complete before the first event.
        let beside = {
            let mut interest = locked(&self.interest);
            interest.entered = entered.iter().cloned().collect();
            for directory in entered.difference(&self.watched) {
                interest.rules.extend(corpus::git_files(directory));
            }
            interest.rules.extend(self.of_user.clone());
            interest.beside()
        };
        let kept: BTreeSet<PathBuf> = entered.union(&beside).cloned().collect();
        let gone: Vec<PathBuf> = self.watched.difference(&kept).cloned().collect();
        for directory in gone {
            self.drop_watch(&directory);
        }
        let (mut added, mut refused) = (Vec::new(), false);
        for directory in kept {
            if self.watched.contains(&directory) {
                continue;
            }
            if !self.watch(&directory)? {
                refused = true;
            } else if !beside.contains(&directory) {
                // Directories outside of the walk contain no documents to scan.
                added.push(directory);
            }
        }
        Ok((added, refused))
    }

    /// Returns true if the directory is watched now.
    fn watch(&mut self, directory: &Path) -> Result<bool, WatchError> {
        let system = match &mut self.system {
            Some(system) => system,
            none => {
                let system = none.insert((self.start)(&self.interest, &self.sink)?);
                let marks = locked(&self.interest).marks.clone();
                if let Some(marks) = marks
                    && std::fs::create_dir_all(&marks).is_ok()
                {
                    // Without marks a reader scans everything.
                    let _ = system::watch(system.as_mut(), &marks);
                }
                system
            }
        };
        if !is_implied(&self.root, directory) && !system::watch(system.as_mut(), directory)? {
            return Ok(false);
        }
        self.watched.insert(directory.to_owned());
        Ok(true)
    }

    fn drop_watch(&mut self, directory: &Path) {
        if !self.watched.remove(directory) {
            return;
        }
        self.followed = None;
        if let Some(system) = &mut self.system
            && !is_implied(&self.root, directory)
        {
            // Fails if the directory is gone, the usual reason for this call.
            let _ = system.unwatch(directory);
        }
    }
}

/// Returns true if the watch of the root includes this directory.
fn is_implied(root: &Root, directory: &Path) -> bool {
    IS_RECURSIVE && directory != root.path() && directory.starts_with(root.path())
}
