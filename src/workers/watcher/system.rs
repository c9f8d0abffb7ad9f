//! The system's notifications of changed files, filtered for the repository.
//!
//! Principal type: [`Interest`]. Contract: it forwards hints and decides nothing; any failure makes the
//! indexer poll.

use super::hints::{Hint, WatchError};
use crate::corpus::{is_rule_file, locked};
use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{Config, ErrorKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// True if watching a directory includes everything below it at no extra cost. Elsewhere each
/// directory is watched separately: including `target/` could use up all watches of the system.
pub(super) const IS_RECURSIVE: bool = cfg!(any(target_os = "macos", target_os = "windows"));

/// Receives hints.
pub(in crate::workers) type HintSink = Arc<dyn Fn(Hint) + Send + Sync>;

/// The system's watcher, or that of a test.
pub(in crate::workers) type System = dyn notify::Watcher + Send;

/// Starts the system's watcher, which sends the hints of its events.
pub(in crate::workers) fn start(
    interest: &Arc<Mutex<Interest>>,
    sink: &HintSink,
) -> Result<Box<System>, WatchError> {
    let (interest, sink) = (Arc::clone(interest), Arc::clone(sink));
    // The target of a symbolic link may be outside of the repository.
    let config = Config::default().with_follow_symlinks(false);
    let system = RecommendedWatcher::new(
        move |event| {
            let hints = locked(&interest).hints(event);
            for hint in hints {
                sink(hint);
            }
        },
        config,
    )?;
    Ok(Box::new(system))
}

/// Watches a directory, also again after it moved; false if it is missing or unreadable, so that the walk
/// does not enter it either.
pub(super) fn watch(system: &mut System, directory: &Path) -> Result<bool, WatchError> {
    use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};

    let mode = if IS_RECURSIVE {
        RecursiveMode::Recursive
    } else {
        RecursiveMode::NonRecursive
    };
    // The next walk does not enter a directory that became a link.
    if directory.is_symlink() {
        return Ok(false);
    }
    let Err(error) = system.watch(directory, mode) else {
        return Ok(true);
    };
    match &error.kind {
        ErrorKind::PathNotFound => Ok(false),
        ErrorKind::Io(cause)
            if matches!(cause.kind(), NotFound | PermissionDenied | NotADirectory) =>
        {
            Ok(false)
        }
        _ => Err(error.into()),
    }
}

/// Paths whose changes matter.
#[derive(Debug, Default)]
pub(in crate::workers) struct Interest {
    /// Directories that the walk enters.
    pub(super) entered: HashSet<PathBuf>,
    /// Files elsewhere that determine the result of the walk or the checked-out commit.
    pub(super) rules: HashSet<PathBuf>,
    /// Directory of the marks; see [`Hint::Mark`].
    pub(super) marks: Option<PathBuf>,
}

impl Interest {
    /// Hints of an event. Reads are ignored: we cause them ourselves.
    pub(super) fn hints(&self, event: notify::Result<notify::Event>) -> Vec<Hint> {
        let event = match event {
            Ok(event) => event,
            Err(error) => return vec![Hint::Broken(error.into())],
        };
        if event.need_rescan() {
            return vec![Hint::Lost];
        }
        let is_written = event.kind == EventKind::Access(AccessKind::Close(AccessMode::Write));
        if event.kind.is_access() && !is_written {
            return Vec::new();
        }
        event
            .paths
            .into_iter()
            .filter_map(|path| self.hint(path))
            .collect()
    }

    fn hint(&self, path: PathBuf) -> Option<Hint> {
        if self.marks.is_some() && path.parent() == self.marks.as_deref() {
            let number = path.file_name()?.to_str()?.parse().ok()?;
            return Some(Hint::Mark(number));
        }
        if self.rules.contains(&path) {
            return Some(Hint::Rules(path));
        }
        let is_inside = path
            .parent()
            .is_some_and(|directory| self.entered.contains(directory));
        match path.file_name() {
            Some(name) if is_inside && is_rule_file(name) => Some(Hint::Rules(path)),
            _ if is_inside || self.entered.contains(&path) => Some(Hint::Path(path)),
            _ => None,
        }
    }

    /// Existing directories outside of the walk that contain these rules.
    pub(super) fn beside(&self) -> BTreeSet<PathBuf> {
        self.rules
            .iter()
            .filter_map(|file| file.parent())
            .filter(|directory| !self.entered.contains(*directory) && directory.is_dir())
            .map(Path::to_owned)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::Event;
    use notify::event::{CreateKind, Flag, ModifyKind, RemoveKind, RenameMode};

    fn check(kind: EventKind, path: &str, expected: Option<Hint>) {
        let of = |paths: &[&str]| paths.iter().map(PathBuf::from).collect();
        let interest = Interest {
            entered: of(&["/r", "/r/src"]),
            rules: of(&["/r/.git/HEAD", "/r/.git/info/exclude"]),
            marks: Some("/index/marks".into()),
        };
        let event = Event::new(kind).add_path(path.into());
        let expected: Vec<Hint> = expected.into_iter().collect();
        assert_eq!(interest.hints(Ok(event)), expected, "{kind:?} {path}");
    }

    fn path(path: &str) -> Option<Hint> {
        Some(Hint::Path(path.into()))
    }

    const CREATED: EventKind = EventKind::Create(CreateKind::Any);
    const WRITTEN: EventKind = EventKind::Access(AccessKind::Close(AccessMode::Write));

    #[test]
    fn writes_in_entered_directories_are_hints() {
        check(CREATED, "/r/a.rs", path("/r/a.rs"));
        check(WRITTEN, "/r/src/a.rs", path("/r/src/a.rs"));
        check(
            EventKind::Modify(ModifyKind::Any),
            "/r/a.rs",
            path("/r/a.rs"),
        );
        check(CREATED, "/r/target", path("/r/target"));
        check(EventKind::Remove(RemoveKind::Any), "/r/src", path("/r/src"));
        let moved = EventKind::Modify(ModifyKind::Name(RenameMode::From));
        check(moved, "/r", path("/r"));
    }

    #[test]
    fn events_outside_the_walk_are_ignored() {
        check(CREATED, "/r/target/a.rs", None);
        check(CREATED, "/r/.git/index.lock", None);
        check(CREATED, "/elsewhere", None);
        check(CREATED, "/index/store", None);
        check(CREATED, "/index/marks/temporary", None);
        check(
            EventKind::Access(AccessKind::Open(AccessMode::Any)),
            "/r/a.rs",
            None,
        );
        check(
            EventKind::Access(AccessKind::Close(AccessMode::Read)),
            "/r/a.rs",
            None,
        );
        check(EventKind::Access(AccessKind::Read), "/r/.gitignore", None);
    }

    #[test]
    fn a_mark_has_its_number() {
        check(CREATED, "/index/marks/7", Some(Hint::Mark(7)));
    }

    #[test]
    fn rules_differ_from_other_files() {
        for rules in [
            "/r/.gitignore",
            "/r/src/.gitignore",
            "/r/src/.smritiignore",
            "/r/.git",
            "/r/src/.git",
            "/r/.git/HEAD",
            "/r/.git/info/exclude",
        ] {
            check(WRITTEN, rules, Some(Hint::Rules(rules.into())));
        }
        check(WRITTEN, "/r/target/.gitignore", None);
    }

    #[test]
    fn lost_events_and_failures_are_reported() {
        let interest = Interest::default();
        let overflow = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        assert_eq!(interest.hints(Ok(overflow)), [Hint::Lost]);
        let broken = interest.hints(Err(notify::Error::generic("no more")));
        assert!(matches!(&broken[..], [Hint::Broken(why)] if why.to_string().ends_with("no more")));
    }
}
