//! Records the session of the repository: reads it once, then writes each change after a short delay.
//!
//! Principal type: [`Recorder`]. Contract: all changes are written before it is dropped, unless the disk does
//! not take them in time.

use super::threads::Sink;
use super::worker::{Backlog, Inbox, Worker};
use crate::protocol::RecorderReply;
use crate::session::{Change, LoadedSession, Session, SessionFile};
use std::time::{Duration, Instant};

/// Delay that collects changes into one write: with a key held down the position changes many times a
/// second, and each write waits for the disk.
const WRITE_DELAY: Duration = Duration::from_secs(2);
/// Delay after which a failed write is tried again.
const RETRY: Duration = Duration::from_secs(5);
/// Maximum number of changes that wait for a disk that is full: more than a session keeps.
const MAX_WAITING: usize = 4_096;

/// The thread that reads and writes the session. All changes are written before it is dropped, unless
/// the disk does not take them in time.
pub struct Recorder(Worker<Task>);

enum Task {
    Load,
    Write(Change),
}

impl Recorder {
    /// Starts the thread, which reads first.
    pub fn start(file: SessionFile, sink: Sink<RecorderReply>) -> std::io::Result<Self> {
        let mut writer = SessionWriter {
            file,
            sink,
            failure: None,
        };
        let worker = Worker::start("recorder", Backlog::All, move |task, _, inbox| match task {
            Task::Load => writer.load(),
            Task::Write(change) => writer.write(change, inbox, WRITE_DELAY, RETRY),
        })?;
        worker.send(Task::Load);
        Ok(Self(worker))
    }

    /// Writes a change soon.
    pub fn record(&self, change: Change) {
        self.0.send(Task::Write(change));
    }
}

/// Reads and writes the session file.
struct SessionWriter {
    file: SessionFile,
    sink: Sink<RecorderReply>,
    /// Last reported reason why the session is not saved.
    failure: Option<String>,
}

impl SessionWriter {
    fn load(&mut self) {
        let loaded = self.file.load();
        let session = self.loaded(loaded).unwrap_or_default();
        (self.sink)(RecorderReply::Loaded(Box::new(session)));
    }

    /// Writes a change with those that follow within `gather`. A failed write is repeated after `retry`,
    /// together with the changes until then.
    fn write(&mut self, change: Change, inbox: &Inbox<Task>, gather: Duration, retry: Duration) {
        let mut waiting = vec![change];
        let mut due = Instant::now() + gather;
        loop {
            loop {
                let left = due.saturating_duration_since(Instant::now());
                let Some((Task::Write(change), _)) = inbox.take_within(left) else {
                    break;
                };
                add(&mut waiting, change);
            }
            let written = self.file.change(&waiting);
            if self.loaded(written).is_some() || inbox.is_closed() {
                return;
            }
            due = Instant::now() + retry;
        }
    }

    /// The loaded session, after its damage was reported. None if it cannot be read or written.
    fn loaded(&mut self, loaded: Result<LoadedSession, impl ToString>) -> Option<Session> {
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(error) => {
                let why = error.to_string();
                if self.failure.as_ref() != Some(&why) {
                    (self.sink)(RecorderReply::Failed(why.clone()));
                }
                self.failure = Some(why);
                return None;
            }
        };
        self.failure = None;
        if let Some(kept) = loaded.damaged {
            (self.sink)(RecorderReply::Failed(format!(
                "session: {} was damaged and is kept as {}; history and bookmarks start empty",
                self.file.path().display(),
                kept.display()
            )));
        }
        Some(loaded.session)
    }
}

/// Adds a change. Of several positions only the last counts.
fn add(waiting: &mut Vec<Change>, change: Change) {
    if matches!(change, Change::Moved(_)) {
        waiting.retain(|change| !matches!(change, Change::Moved(_)));
    }
    waiting.push(change);
    if waiting.len() > MAX_WAITING {
        waiting.remove(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{HistoryEntry, LastPosition};
    use std::sync::mpsc::{self, channel};

    fn searched(text: &str) -> Change {
        Change::Searched(HistoryEntry {
            text: text.to_owned(),
            mode: "hybrid".to_owned(),
        })
    }

    fn moved(zoom: usize) -> Change {
        Change::Moved(LastPosition {
            zoom,
            ..LastPosition::default()
        })
    }

    /// A recorder of this file, with its reports.
    fn recorder(file: &SessionFile) -> (Recorder, mpsc::Receiver<RecorderReply>) {
        let (sink, replies) = channel();
        let sink = move |recorded| drop(sink.send(recorded));
        let recorder = Recorder::start(file.clone(), Box::new(sink)).unwrap();
        (recorder, replies)
    }

    #[test]
    fn changes_are_written_before_the_recorder_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("a.json"));
        let (first, _) = recorder(&file);
        let (second, _) = recorder(&file);
        first.record(searched("one"));
        second.record(searched("two"));
        first.record(moved(1));
        first.record(moved(2));
        drop((first, second));
        let (third, replies) = recorder(&file);
        let Ok(RecorderReply::Loaded(session)) = replies.recv() else {
            panic!("it remembers");
        };
        assert_eq!(session.history.len(), 2);
        assert_eq!(session.position.map(|it| it.zoom), Some(2));
        drop(third);
    }

    #[test]
    fn a_damaged_session_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("a.json"));
        std::fs::write(file.path(), "{").unwrap();
        let (_recorder, replies) = recorder(&file);
        let Ok(RecorderReply::Failed(sentence)) = replies.recv() else {
            panic!("it says that");
        };
        assert!(sentence.contains("a.damaged.json"), "{sentence}");
        assert!(matches!(replies.recv(), Ok(RecorderReply::Loaded(_))));
    }

    #[test]
    fn a_failed_write_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("a.json"));
        let newer = r#"{"version": 99}"#;
        std::fs::write(file.path(), newer).unwrap();
        let (sink, replies) = channel();
        let mut writer = SessionWriter {
            file: file.clone(),
            sink: Box::new(move |recorded| drop(sink.send(recorded))),
            failure: None,
        };
        writer.load();
        let change = |writer: &mut SessionWriter| {
            let written = writer.file.change(&[searched("a")]);
            writer.loaded(written)
        };
        assert!(change(&mut writer).is_none());
        assert!(change(&mut writer).is_none());
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), newer);
        std::fs::remove_file(file.path()).unwrap();
        assert!(change(&mut writer).is_some());
        drop(writer);
        let replies: Vec<RecorderReply> = replies.iter().collect();
        let [RecorderReply::Failed(why), RecorderReply::Loaded(_)] = &replies[..] else {
            panic!("{replies:?}");
        };
        assert!(why.contains("newer smriti-tui"), "{why}");
    }

    #[test]
    fn a_failed_write_is_repeated_without_another_change() {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("a.json"));
        std::fs::write(file.path(), r#"{"version": 99}"#).unwrap();
        let newer = file.path().to_owned();
        // The file becomes writable once its failure was reported.
        let sink = move |recorded| {
            if let RecorderReply::Failed(_) = recorded {
                std::fs::remove_file(&newer).unwrap();
            }
        };
        let mut writer = SessionWriter {
            file: file.clone(),
            sink: Box::new(sink),
            failure: None,
        };
        let inbox = Inbox::new(Backlog::All);
        writer.write(searched("kept"), &inbox, Duration::ZERO, Duration::ZERO);
        assert_eq!(file.load().unwrap().session.history.len(), 1);
    }

    #[test]
    fn of_several_positions_the_last_is_written() {
        let mut waiting = Vec::new();
        for change in [moved(1), searched("a"), moved(2)] {
            add(&mut waiting, change);
        }
        assert_eq!(waiting, [searched("a"), moved(2)]);
    }
}
