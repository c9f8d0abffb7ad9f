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
pub(super) use system::HintSink;

use crate::corpus::{self, Root, SourcePath, Watching};
use interest::Interest;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use system::{IS_RECURSIVE, Refused, System};

type Start = fn(&Arc<Mutex<Interest>>, &HintSink) -> Result<Box<dyn System>, String>;

/// Watches the directories of one repository.
pub(super) struct Watcher {
    root: Root,
    tell: HintSink,
    start: Start,
    interest: Arc<Mutex<Interest>>,
    system: Option<Box<dyn System>>,
    /// The directories that were to be followed last, where nothing has to be done to follow them.
    followed: Option<BTreeSet<SourcePath>>,
    watched: BTreeSet<PathBuf>,
    /// The user's own rules for every repository.
    of_user: Option<PathBuf>,
    state: Watching,
}

impl Watcher {
    /// A watcher that watches nothing yet.
    pub(super) fn new(root: &Root, tell: HintSink) -> Self {
        Self::with(root, tell, system::start)
    }

    fn with(root: &Root, tell: HintSink, start: Start) -> Self {
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

    /// How changes are noticed.
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
            Err(why) => {
                self.give_up(why);
                Vec::new()
            }
        }
    }

    /// These paths may be other directories than they were, or gone.
    pub(super) fn forget<'p>(&mut self, paths: impl IntoIterator<Item = &'p PathBuf>) {
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

    /// What decides the walk may have come or gone: the same directories are followed anew.
    pub(super) fn look_again(&mut self) {
        self.followed = None;
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
    pub(super) fn give_up(&mut self, why: String) {
        self.reset();
        self.state = Watching::Polling(why);
    }

    /// The directories that were not watched before, and whether some could not be.
    fn try_follow(
        &mut self,
        directories: &BTreeSet<SourcePath>,
    ) -> Result<(Vec<PathBuf>, bool), String> {
        if let Some(what) = corpus::remote(&self.root) {
            return Err(format!("changes on {what} are not told by the system"));
        }
        let root = self.root.path();
        let entered = directories.iter().map(|it| it.under_root(root));
        let entered: BTreeSet<PathBuf> = entered.collect();
        let new: Vec<PathBuf> = entered.difference(&self.watched).cloned().collect();
        let beside = self.attend(&entered, &new);
        let gone: Vec<PathBuf> = self.watched.difference(&entered).cloned().collect();
        for path in gone.iter().filter(|it| !beside.contains(*it)) {
            self.drop_watch(path);
        }
        let (mut added, mut refused) = (Vec::new(), false);
        for directory in new {
            match self.watch(&directory, IS_RECURSIVE && directory != self.root.path())? {
                true => added.push(directory),
                false => refused = true,
            }
        }
        for directory in beside.difference(&self.watched.clone()) {
            // What is not the repository's own is worth watching, not worth a look.
            refused |= !self.watch(directory, false)?;
        }
        Ok((added, refused))
    }

    /// Says what matters from now on, before it is watched; gives the directories to watch besides.
    fn attend(&self, entered: &BTreeSet<PathBuf>, new: &[PathBuf]) -> BTreeSet<PathBuf> {
        let rules: Vec<PathBuf> = new.iter().flat_map(|it| corpus::git_files(it)).collect();
        let mut interest = self.interest.lock().unwrap_or_else(PoisonError::into_inner);
        interest.entered = entered.iter().cloned().collect();
        interest.rules.extend(rules);
        interest.rules.extend(self.of_user.clone());
        interest.beside().into_iter().collect()
    }

    /// Whether it is watched now. `implied`: watching the root told the system all.
    fn watch(&mut self, directory: &Path, implied: bool) -> Result<bool, String> {
        let system = match &mut self.system {
            Some(system) => system,
            none => none.insert((self.start)(&self.interest, &self.tell)?),
        };
        if !implied {
            match system.watch(directory) {
                Ok(()) => {}
                Err(Refused::Directory) => return Ok(false),
                Err(Refused::All(why)) => return Err(why),
            }
        }
        self.watched.insert(directory.to_owned());
        Ok(true)
    }

    fn drop_watch(&mut self, directory: &Path) {
        if !self.watched.remove(directory) {
            return;
        }
        self.followed = None;
        let is_asked_for = !IS_RECURSIVE || directory == self.root.path();
        if let Some(system) = self.system.as_mut().filter(|_| is_asked_for) {
            system.unwatch(directory);
        }
    }
}
