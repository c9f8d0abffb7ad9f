//! Filter for file system events that concern the repository.

use super::hints::Hint;
use crate::corpus::holds_rules;
use notify::event::{AccessKind, AccessMode, EventKind};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

/// Paths whose changes matter.
#[derive(Debug, Default)]
pub(in crate::workers) struct Interest {
    /// Directories that the walk enters.
    pub(super) entered: HashSet<PathBuf>,
    /// Files elsewhere that decide what the walk finds, or what is checked out.
    pub(super) rules: HashSet<PathBuf>,
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
        let paths = event.paths.into_iter();
        paths.filter_map(|path| self.hint(path)).collect()
    }

    fn hint(&self, path: PathBuf) -> Option<Hint> {
        if self.rules.contains(&path) {
            return Some(Hint::Rules(path));
        }
        let is_inside = path.parent().is_some_and(|it| self.entered.contains(it));
        match path.file_name() {
            Some(name) if is_inside && holds_rules(name) => Some(Hint::Rules(path)),
            _ if is_inside || self.entered.contains(&path) => Some(Hint::Path(path)),
            _ => None,
        }
    }

    /// The directories outside the walk that these rules lie in, as far as they are there.
    pub(super) fn beside(&self) -> BTreeSet<PathBuf> {
        let directories = self.rules.iter().filter_map(|file| file.parent());
        directories
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
    fn what_is_written_where_the_walk_is_matters() {
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
    fn what_the_walk_does_not_see_does_not_matter() {
        check(CREATED, "/r/target/a.rs", None);
        check(CREATED, "/r/.git/index.lock", None);
        check(CREATED, "/elsewhere", None);
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
    fn rules_are_told_from_files() {
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
    fn what_was_lost_and_what_broke_is_told() {
        let interest = Interest::default();
        let overflow = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        assert_eq!(interest.hints(Ok(overflow)), [Hint::Lost]);
        let broken = interest.hints(Err(notify::Error::generic("no more")));
        assert!(matches!(&broken[..], [Hint::Broken(why)] if why.to_string().ends_with("no more")));
    }
}
