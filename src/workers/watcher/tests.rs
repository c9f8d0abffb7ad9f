use super::hints::WatchError;
use super::hints::{Batch, Hint};
use super::system::{self, HintSink, Interest, System};
use super::watched::{Start, Watcher};
use crate::corpus::{Root, SourcePath};
use crate::protocol::WatchMethod;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// A repository of empty files, the directories of `entered`, and the hints of a watcher.
struct Fixture {
    _directory: TempDir,
    root: Root,
    watcher: Watcher,
    hints: Receiver<Hint>,
}

impl Fixture {
    fn new(start: Start, files: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        for file in files {
            let file = directory.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let root = Root::exactly(directory.path()).unwrap();
        let (sender, hints) = channel();
        // A channel's sender cannot be shared by threads on every system.
        let sender = Mutex::new(sender);
        let sink: HintSink = Arc::new(move |hint| drop(sender.lock().unwrap().send(hint)));
        Self {
            watcher: Watcher::new(&root, None, sink, start),
            _directory: directory,
            root,
            hints,
        }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    fn follow(&mut self, directories: &[&str]) -> Vec<PathBuf> {
        let directories = directories.iter().map(|it| SourcePath::new(it)).collect();
        self.watcher.follow(&directories)
    }

    /// Hints before the one for this path.
    fn until(&self, path: &str) -> Vec<Hint> {
        let last = self.at(path);
        let of_last =
            |hint: &Hint| matches!(hint, Hint::Path(path) | Hint::Rules(path) if *path == last);
        std::iter::from_fn(|| self.hints.recv_timeout(Duration::from_secs(60)).ok())
            .take_while(|hint| !of_last(hint))
            .collect()
    }
}

#[test]
fn directories_outside_the_walk_are_not_watched() {
    let files = ["src/a.rs", "target/b.rs", "node_modules/c.js"];
    let mut fixture = Fixture::new(system::start, &files);
    let added = fixture.follow(&[".", "src"]);
    assert_eq!(
        added,
        [fixture.at(""), fixture.at("src")].map(|it| it.components().collect::<PathBuf>())
    );
    assert_eq!(*fixture.watcher.state(), WatchMethod::Live);
    fs::write(fixture.at("target/b.rs"), "x").unwrap();
    fs::write(fixture.at("target/new.rs"), "x").unwrap();
    fs::remove_file(fixture.at("node_modules/c.js")).unwrap();
    // Reading is not a change.
    fs::read(fixture.at("src/a.rs")).unwrap();
    fs::write(fixture.at("src/last.rs"), "x").unwrap();
    assert_eq!(fixture.until("src/last.rs"), []);
    fs::write(fixture.at("src/.gitignore"), "x").unwrap();
    assert_eq!(
        fixture.hints.iter().find(|it| matches!(it, Hint::Rules(_))),
        Some(Hint::Rules(fixture.at("src/.gitignore")))
    );
}

#[test]
fn directories_that_are_no_longer_entered_are_no_longer_watched() {
    let mut fixture = Fixture::new(system::start, &["src/a.rs", "gen/b.rs"]);
    fixture.follow(&[".", "src", "gen"]);
    assert!(fixture.follow(&[".", "src"]).is_empty());
    fs::write(fixture.at("gen/b.rs"), "x").unwrap();
    fs::write(fixture.at("src/last.rs"), "x").unwrap();
    assert_eq!(fixture.until("src/last.rs"), []);
}

#[test]
fn changes_of_ignore_rules_are_reported() {
    let files = ["a.rs", ".git/HEAD", ".git/index", ".git/info/exclude"];
    let mut fixture = Fixture::new(system::start, &files);
    fixture.follow(&["."]);
    fs::write(fixture.at(".git/config"), "x").unwrap();
    let mut earlier = Vec::new();
    for path in [".git/HEAD", ".git/index", ".git/info/exclude"] {
        fs::write(fixture.at(path), "ref: refs/heads/x\n").unwrap();
        let hints = fixture.until(path);
        assert!(hints.iter().all(|hint| earlier.contains(hint)), "{hints:?}");
        earlier.push(Hint::Rules(fixture.at(path)));
    }
}

#[test]
fn the_marker_of_a_nested_repository_is_watched_and_nothing_else_in_it() {
    let files = [
        "a.rs",
        "nested/.git/HEAD",
        "nested/.git/index",
        "nested/b.rs",
    ];
    let mut fixture = Fixture::new(system::start, &files);
    let nested = [fixture.at("nested")];
    fixture.watcher.watch_markers(nested.into_iter());
    fixture.follow(&["."]);
    fs::write(fixture.at("nested/b.rs"), "x").unwrap();
    fs::write(fixture.at("nested/.git/index"), "x").unwrap();
    fs::remove_dir_all(fixture.at("nested/.git")).unwrap();
    assert_eq!(fixture.until("nested/.git"), []);
}

/// A system that can watch only this many directories.
#[derive(Debug)]
struct Limited(usize);

impl notify::Watcher for Limited {
    fn new<F: notify::EventHandler>(_: F, _: notify::Config) -> notify::Result<Self> {
        Ok(Self(3))
    }

    fn watch(&mut self, directory: &Path, _: notify::RecursiveMode) -> notify::Result<()> {
        if directory.ends_with("locked") && self.0 < 100 {
            let refused = std::io::ErrorKind::PermissionDenied;
            return Err(notify::Error::io(refused.into()));
        }
        let limit = || notify::Error::new(notify::ErrorKind::MaxFilesWatch);
        self.0 = self.0.checked_sub(1).ok_or_else(limit)?;
        Ok(())
    }

    fn unwatch(&mut self, _directory: &Path) -> notify::Result<()> {
        self.0 += 1;
        Ok(())
    }

    fn kind() -> notify::WatcherKind {
        notify::WatcherKind::NullWatcher
    }
}

fn limited(_: &Arc<Mutex<Interest>>, _: &HintSink) -> Result<Box<System>, WatchError> {
    Ok(Box::new(Limited(3)))
}

fn broken(_: &Arc<Mutex<Interest>>, _: &HintSink) -> Result<Box<System>, WatchError> {
    Err(WatchError::System("no".to_owned()))
}

#[test]
fn at_the_limit_all_watches_are_released_and_the_reason_is_reported() {
    let mut fixture = Fixture::new(limited, &[]);
    assert_eq!(fixture.follow(&[".", "a", "b"]).len(), 3);
    assert!(fixture.follow(&[".", "a", "b", "c"]).is_empty());
    assert_eq!(
        *fixture.watcher.state(),
        WatchMethod::Polling(WatchError::Directories.to_string())
    );
    assert!(fixture.watcher.system.is_none() && fixture.watcher.watched.is_empty());
    // This state is kept: the next directory would only reach the limit again.
    assert!(fixture.follow(&["."]).is_empty());
}

#[test]
fn a_system_that_cannot_watch_is_reported() {
    let mut fixture = Fixture::new(broken, &[]);
    assert!(fixture.follow(&["."]).is_empty());
    assert!(matches!(fixture.watcher.state(), WatchMethod::Polling(why) if why.ends_with("no")));
}

#[test]
fn a_directory_that_cannot_be_watched_does_not_stop_watching() {
    let mut fixture = Fixture::new(limited, &[]);
    assert_eq!(fixture.follow(&[".", "locked"]).len(), 1);
    assert_eq!(*fixture.watcher.state(), WatchMethod::Live);
    fixture.watcher.system = Some(Box::new(Limited(1_000)));
    assert_eq!(fixture.follow(&[".", "locked"]), [fixture.at("locked")]);
}

#[test]
fn new_rules_are_watched_after_the_next_scan() {
    let mut fixture = Fixture::new(system::start, &["a.rs", ".git/HEAD"]);
    fixture.follow(&["."]);
    fs::create_dir(fixture.at(".git/info")).unwrap();
    assert_eq!(fixture.until(".git/info"), []);
    fixture.watcher.renew(&Batch {
        everything: true,
        ..Batch::default()
    });
    assert!(fixture.follow(&["."]).is_empty());
    fs::write(fixture.at(".git/info/exclude"), "a.rs\n").unwrap();
    let exclude = Hint::Rules(fixture.at(".git/info/exclude"));
    let mut hints = std::iter::from_fn(|| fixture.hints.recv_timeout(Duration::from_secs(60)).ok());
    assert!(hints.any(|it| it == exclude));
}

#[test]
fn a_replaced_directory_is_watched_again() {
    let mut fixture = Fixture::new(limited, &[]);
    let all = [".", "a", "a/b"];
    assert_eq!(fixture.follow(&all).len(), 3);
    assert!(fixture.follow(&all).is_empty());
    fixture.watcher.forget([&fixture.at("file.rs")]);
    assert!(fixture.follow(&all).is_empty());
    fixture.watcher.forget([&fixture.at("a")]);
    assert_eq!(fixture.follow(&all), [fixture.at("a"), fixture.at("a/b")]);
    fixture.watcher.forget([&fixture.at(".git")]);
    assert_eq!(fixture.follow(&all), [fixture.root.path()]);
}
