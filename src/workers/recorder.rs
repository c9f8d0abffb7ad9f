//! Keeps what the user did in the repository: read once, then written a moment after it changes;
//! where one is, when one stays there.

use super::{ENDS_WITHIN, Sink, join_within, spawn};
use crate::protocol::Recorded;
use crate::session::{Change, Loaded, Session, SessionError, SessionFile};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Delay that collects changes into one write.
const GATHER: Duration = Duration::from_secs(1);
/// Delay before a position is written: with a key held down there are many per second, and each
/// write waits for the disk.
const REST: Duration = Duration::from_secs(5);
/// Delay after which a failed write is tried again.
const AGAIN: Duration = Duration::from_secs(5);
/// More changes than a session keeps need not wait for a disk that is full.
const MOST_WAITING: usize = 4_096;

/// The thread that reads and writes the session. What was noted is written before it is dropped,
/// unless the disk does not take it in time.
pub struct Recorder {
    changes: Option<Sender<Change>>,
    thread: Option<JoinHandle<()>>,
}

impl Recorder {
    /// Starts the thread, which reads first.
    pub fn start(file: SessionFile, sink: Sink<Recorded>) -> std::io::Result<Self> {
        let (changes, noted) = channel();
        let thread = spawn("recorder", move || {
            let mut worker = Worker {
                file,
                sink,
                unkept: None,
            };
            worker.remember();
            worker.keep(&noted);
        })?;
        Ok(Self {
            changes: Some(changes),
            thread: Some(thread),
        })
    }

    /// Has a change written soon.
    pub fn note(&self, change: Change) {
        if let Some(changes) = &self.changes {
            // A thread that ended by a fault has said so.
            let _ = changes.send(change);
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.changes = None;
        if let Some(thread) = self.thread.take() {
            join_within(thread, ENDS_WITHIN);
        }
    }
}

struct Worker {
    file: SessionFile,
    sink: Sink<Recorded>,
    /// Last reported reason why the session is not saved.
    unkept: Option<String>,
}

impl Worker {
    fn remember(&mut self) {
        let loaded = self.file.load();
        let session = self.loaded(loaded).unwrap_or_default();
        (self.sink)(Recorded::Remembered(Box::new(session)));
    }

    /// Writes until nobody notes any more. What could not be written is tried again after a while.
    fn keep(&mut self, noted: &Receiver<Change>) {
        let mut waiting = Vec::new();
        let mut is_over = false;
        while !is_over {
            is_over = gather(noted, &mut waiting, AGAIN);
            if waiting.is_empty() {
                continue;
            }
            let written = self.file.change(&waiting);
            if self.loaded(written).is_some() {
                waiting.clear();
            }
        }
    }

    /// The loaded session, after its damage was reported. None if it cannot be read or written.
    fn loaded(&mut self, loaded: Result<Loaded, SessionError>) -> Option<Session> {
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(error) => {
                self.say_kept(Err(error.to_string()));
                return None;
            }
        };
        self.say_kept(Ok(()));
        if let Some(aside) = loaded.damaged {
            (self.sink)(Recorded::Trouble(format!(
                "session: {} was damaged and is kept as {}; history and bookmarks start empty",
                self.file.path().display(),
                aside.display()
            )));
        }
        Some(loaded.session)
    }

    /// The same is said once.
    fn say_kept(&mut self, kept: Result<(), String>) {
        let unkept = kept.as_ref().err().cloned();
        if self.unkept != unkept {
            self.unkept = unkept;
            (self.sink)(Recorded::Kept(kept));
        }
    }
}

/// Waits for a change, no longer than `again` while others could not be written, and for those that
/// come until it is due. Returns true if there will be no more.
fn gather(noted: &Receiver<Change>, waiting: &mut Vec<Change>, again: Duration) -> bool {
    let first = match waiting.is_empty() {
        true => noted.recv().map_err(|_| RecvTimeoutError::Disconnected),
        false => noted.recv_timeout(again),
    };
    let mut change = match first {
        Ok(change) => change,
        Err(error) => return error == RecvTimeoutError::Disconnected,
    };
    let mut due = Due::default();
    loop {
        let left = due.after(&change, Instant::now());
        add(waiting, change);
        change = match noted.recv_timeout(left) {
            Ok(change) => change,
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        };
    }
}

/// Times of the next writes.
#[derive(Default)]
struct Due {
    /// Write of user actions, shortly after the first one.
    soon: Option<Instant>,
    /// Write of the position, once it was unchanged for a while.
    rested: Option<Instant>,
}

impl Due {
    /// Time to wait for more after another change.
    fn after(&mut self, change: &Change, now: Instant) -> Duration {
        match change {
            Change::Moved(_) => self.rested = Some(now + REST),
            _ => self.soon = self.soon.or(Some(now + GATHER)),
        }
        let due = self.soon.into_iter().chain(self.rested).min();
        due.map_or(Duration::ZERO, |due| due.saturating_duration_since(now))
    }
}

/// Of several places only the last counts.
fn add(waiting: &mut Vec<Change>, change: Change) {
    if matches!(change, Change::Moved(_)) {
        waiting.retain(|it| !matches!(it, Change::Moved(_)));
    }
    waiting.push(change);
    if waiting.len() > MOST_WAITING {
        waiting.remove(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Asked, LastPlace};
    use std::sync::mpsc;

    fn asked(text: &str) -> Change {
        Change::Asked(Asked {
            text: text.to_owned(),
            mode: "hybrid".to_owned(),
        })
    }

    fn moved(zoom: usize) -> Change {
        Change::Moved(LastPlace {
            zoom,
            ..LastPlace::default()
        })
    }

    /// A recorder of this file, and what it says.
    fn recorder(file: &SessionFile) -> (Recorder, mpsc::Receiver<Recorded>) {
        let (sink, said) = channel();
        let sink = move |recorded| drop(sink.send(recorded));
        let recorder = Recorder::start(file.clone(), Box::new(sink)).unwrap();
        (recorder, said)
    }

    #[test]
    fn what_was_noted_is_written_before_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("a.json"));
        let (first, _) = recorder(&file);
        let (second, _) = recorder(&file);
        first.note(asked("one"));
        second.note(asked("two"));
        first.note(moved(1));
        first.note(moved(2));
        drop((first, second));
        let (third, said) = recorder(&file);
        let Ok(Recorded::Remembered(session)) = said.recv() else {
            panic!("it remembers");
        };
        assert_eq!(session.history.len(), 2);
        assert_eq!(session.place.map(|place| place.zoom), Some(2));
        drop(third);
    }

    #[test]
    fn trouble_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("a.json"));
        std::fs::write(file.path(), "{").unwrap();
        let (_recorder, said) = recorder(&file);
        let Ok(Recorded::Trouble(sentence)) = said.recv() else {
            panic!("it says that");
        };
        assert!(sentence.contains("a.damaged.json"), "{sentence}");
        assert!(matches!(said.recv(), Ok(Recorded::Remembered(_))));
    }

    #[test]
    fn what_cannot_be_kept_is_said_once_and_that_it_is_kept_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("a.json"));
        let newer = r#"{"version": 99}"#;
        std::fs::write(file.path(), newer).unwrap();
        let (sink, said) = channel();
        let mut worker = Worker {
            file: file.clone(),
            sink: Box::new(move |recorded| drop(sink.send(recorded))),
            unkept: None,
        };
        worker.remember();
        let change = |worker: &mut Worker| {
            let written = worker.file.change(&[asked("a")]);
            worker.loaded(written)
        };
        assert!(change(&mut worker).is_none());
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), newer);
        std::fs::remove_file(file.path()).unwrap();
        assert!(change(&mut worker).is_some());
        drop(worker);
        let said: Vec<Recorded> = said.iter().collect();
        let [
            Recorded::Kept(Err(why)),
            Recorded::Remembered(_),
            Recorded::Kept(Ok(())),
        ] = &said[..]
        else {
            panic!("{said:?}");
        };
        assert!(why.contains("newer smriti-tui"), "{why}");
    }

    #[test]
    fn a_place_is_written_when_it_rests_and_all_else_soon() {
        let start = Instant::now();
        let mut due = Due::default();
        // A key that is held down, for a minute.
        for tenth in 0..600 {
            let now = start + Duration::from_millis(100) * tenth;
            assert_eq!(due.after(&moved(1), now), REST);
        }
        let now = start + Duration::from_secs(60);
        assert_eq!(due.after(&asked("a"), now), GATHER);
        let later = now + GATHER / 2;
        assert_eq!(due.after(&moved(2), later), GATHER / 2);
        assert_eq!(due.after(&asked("b"), later), GATHER / 2);
        assert_eq!(due.after(&asked("c"), now + REST), Duration::ZERO);
    }

    #[test]
    fn a_failed_write_is_repeated_without_another_change() {
        let (notes, noted) = channel();
        let mut waiting = vec![asked("kept")];
        assert!(!gather(&noted, &mut waiting, Duration::from_millis(1)));
        assert_eq!(waiting, [asked("kept")], "it is written again");
        drop(notes);
        assert!(gather(&noted, &mut waiting, Duration::from_secs(60)));
    }

    #[test]
    fn of_several_places_the_last_counts() {
        let mut waiting = Vec::new();
        for change in [moved(1), asked("a"), moved(2)] {
            add(&mut waiting, change);
        }
        assert_eq!(waiting, [asked("a"), moved(2)]);
    }
}
