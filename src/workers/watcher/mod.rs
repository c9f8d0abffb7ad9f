//! Hears of changes to the files, so that they are looked at at once; where that cannot be, says
//! that they have to be looked for.
//!
//! Principal type: [`Watcher`]. Invariant: what it says are hints. It watches the directories that
//! the walk enters and what decides the walk, and never follows a symbolic link.

mod hints;
mod interest;
mod system;
#[cfg(test)]
mod tests;

pub(super) use hints::{Batch, Hint, Hints};
pub(super) use system::{HintSink, WatchError, start};

use crate::corpus::{self, Root, SourcePath, Watching};
use interest::Interest;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use system::{IS_RECURSIVE, System};

pub(super) type Start = fn(&Arc<Mutex<Interest>>, &HintSink) -> Result<Box<System>, WatchError>;

/// Watches the directories of one repository.
pub(super) struct Watcher {
    root: Root,
    tell: HintSink,
    start: Start,
    interest: Arc<Mutex<Interest>>,
    system: Option<Box<System>>,
    /// The directories that were to be followed last, where nothing has to be done to follow them.
    followed: Option<BTreeSet<SourcePath>>,
    watched: BTreeSet<PathBuf>,
    /// The user's own rules for every repository.
    of_user: Option<PathBuf>,
    state: Watching,
}

impl Watcher {
    /// A watcher that watches nothing yet.
    pub(super) fn new(root: &Root, tell: HintSink, start: Start) -> Self {
        Self {
            root: root.clone(),
            tell,
            start,
            interest: Arc::default(),
            system: None,
            followed: None,
            watched: BTreeSet::new(),
            of_user: corpus::rules_of_user()
                // What lies above the repository would be told with everything else there.
                .filter(|it| it.parent().is_some_and(|it| !root.path().starts_with(it))),
            state: Watching::Off,
        }
    }

    /// Method of watching.
    pub(super) fn state(&self) -> &Watching {
        &self.state
    }

    /// Watches these directories, as the walk says them, and no others. Gives those that it did not
    /// watch before: what happened in them meanwhile was not heard.
    pub(super) fn follow(&mut self, directories: &BTreeSet<SourcePath>) -> Vec<PathBuf> {
        if matches!(self.state, Watching::Polling(_)) || self.followed.as_ref() == Some(directories)
        {
            return Vec::new();
        }
        match self.try_follow(directories) {
            Ok((added, refused)) => {
                // What is refused now may be had the next time.
                self.followed = (!refused).then(|| directories.clone());
                self.state = Watching::Live;
                added
            }
            Err(error) => {
                self.give_up(&error);
                Vec::new()
            }
        }
    }

    /// Watches anew what may be other directories than before.
    pub(super) fn renew(&mut self, heard: &Batch) {
        match &heard.broken {
            Some(error) => return self.give_up(error),
            None if heard.lost => return self.reset(),
            None => self.forget(&heard.paths),
        }
        // What decides the walk may have come or gone.
        if heard.everything {
            self.followed = None;
        }
    }

    /// These paths may be other directories than they were, or gone.
    fn forget<'p>(&mut self, paths: impl IntoIterator<Item = &'p PathBuf>) {
        for path in paths {
            if path.file_name().is_some_and(|name| name == ".git")
                && let Some(worktree) = path.parent()
            {
                // It may have rules of its own now.
                self.drop_watch(worktree);
            }
            let below: Vec<PathBuf> = self
                .watched
                .range::<PathBuf, _>(path..)
                .take_while(|it| it.starts_with(path))
                .cloned()
                .collect();
            below.iter().for_each(|it| self.drop_watch(it));
        }
    }

    /// Watches nothing any more; [`Watcher::follow`] begins anew.
    pub(super) fn reset(&mut self) {
        self.system = None;
        self.followed = None;
        self.watched.clear();
        self.state = Watching::Off;
    }

    /// Looks for changes from now on, because of this. What was watched is let go of: others need
    /// it.
    pub(super) fn give_up(&mut self, why: &WatchError) {
        self.reset();
        self.state = Watching::Polling(why.to_string());
    }

    /// The directories that were not watched before, and whether some could not be.
    fn try_follow(
        &mut self,
        directories: &BTreeSet<SourcePath>,
    ) -> Result<(Vec<PathBuf>, bool), WatchError> {
        if let Some(system) = corpus::remote(&self.root) {
            return Err(WatchError::Remote(system));
        }
        let root = self.root.path();
        let entered = directories.iter().map(|it| it.under_root(root));
        let entered: BTreeSet<PathBuf> = entered.collect();
        let new: Vec<PathBuf> = entered.difference(&self.watched).cloned().collect();
        // What matters has to be known before it is watched.
        let beside = {
            let mut interest = self.interest.lock().unwrap_or_else(PoisonError::into_inner);
            interest.entered = entered.iter().cloned().collect();
            let rules = new.iter().flat_map(|it| corpus::git_files(it));
            interest.rules.extend(rules.chain(self.of_user.clone()));
            interest.beside()
        };
        let kept: BTreeSet<PathBuf> = entered.union(&beside).cloned().collect();
        let gone: Vec<PathBuf> = self.watched.difference(&kept).cloned().collect();
        gone.iter().for_each(|it| self.drop_watch(it));
        let (mut added, mut refused) = (Vec::new(), false);
        for directory in kept {
            if self.watched.contains(&directory) {
                continue;
            }
            match self.watch(&directory)? {
                // What is not the repository's own is worth watching, not worth a look.
                true if beside.contains(&directory) => {}
                true => added.push(directory),
                false => refused = true,
            }
        }
        Ok((added, refused))
    }

    /// Returns whether it is watched now.
    fn watch(&mut self, directory: &Path) -> Result<bool, WatchError> {
        let system = match &mut self.system {
            Some(system) => system,
            none => none.insert((self.start)(&self.interest, &self.tell)?),
        };
        let watched =
            is_implied(&self.root, directory) || system::watch(system.as_mut(), directory)?;
        if watched {
            self.watched.insert(directory.to_owned());
        }
        Ok(watched)
    }

    fn drop_watch(&mut self, directory: &Path) {
        if !self.watched.remove(directory) {
            return;
        }
        self.followed = None;
        if let Some(system) = &mut self.system
            && !is_implied(&self.root, directory)
        {
            // Fails where the directory is gone, which is why it is called most of the time.
            let _ = system.unwatch(directory);
        }
    }
}

/// Returns whether watching the root told the system of this directory.
fn is_implied(root: &Root, directory: &Path) -> bool {
    IS_RECURSIVE && directory != root.path() && directory.starts_with(root.path())
}
