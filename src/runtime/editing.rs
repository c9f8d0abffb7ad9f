//! An editor in the terminal: it has the screen and the keys, and the loop goes on beside it.
//!
//! Principal type: `Editing`. Invariant: while there is one nothing is drawn and no key is taken, but
//! signals and what the workers say are.

use super::signals::{Deadly, Ended};
use super::{Explorer, Payload};
use crate::app::Event;
use crate::corpus::{Location, SourcePath};
use crate::terminal::Loan;
use crate::terminal::editor::{self, EditorError, Opened, TerminalEditor};
use std::time::{Duration, Instant};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Time for an editor to exit by itself after a signal. The signal may have reached the whole job,
/// as when the terminal hangs up, and a second one could interrupt saving (vim exits at once).
const BEFORE_TOLD: Duration = Duration::from_millis(300);

/// Time for an editor to exit after we signalled it: writing a recovery file takes milliseconds,
/// more on a slow disk.
const AFTER_TOLD: Duration = Duration::from_secs(2);

/// A Ctrl-C typed at an editor without raw mode is for the editor, but reaches the whole job: that the
/// editor ended by it may be heard before it is.
const AFTER_EDITOR: Duration = Duration::from_millis(500);

/// An editor that has the terminal.
pub(super) struct Editing {
    editor: TerminalEditor,
    child: Child,
    loan: Loan,
}

impl Editing {
    /// We were told to leave. An editor that stayed behind would fight with the shell for the keys,
    /// and one that is killed loses text: it is told by the same signal, at which editors put aside
    /// what is not saved. What it had is given back once it ended; one that does not is left alone.
    pub(super) async fn leave(mut self, by: Deadly) -> Option<Loan> {
        if timeout(BEFORE_TOLD, self.child.wait()).await.is_err() {
            // None once it ended.
            if let Some(process) = self.child.id() {
                by.tell(process);
            }
            timeout(AFTER_TOLD, self.child.wait()).await.ok()?.ok()?;
        }
        Some(self.loan)
    }
}

/// Waits until the editor ends; for ever where there is none. May be dropped and called again.
pub(super) async fn end_of(editing: &mut Option<Editing>) -> Result<(), EditorError> {
    match editing {
        Some(editing) => editing.editor.ended(editing.child.wait().await),
        None => std::future::pending().await,
    }
}

impl Explorer {
    /// Returns true while an editor has the terminal. Keys typed before it started wait until it
    /// ends.
    pub(super) fn is_lent(&self) -> bool {
        self.editing.is_some()
    }

    pub(super) fn was_lent_just_now(&self) -> bool {
        self.edited.is_some_and(|at| at.elapsed() < AFTER_EDITOR)
    }

    /// Opens a place in the editor; one in this terminal is waited for by the loop.
    pub(super) fn edit(&mut self, location: &Location) -> anyhow::Result<Vec<Event>> {
        if self.editing.is_some() {
            return Ok(Vec::new());
        }
        let (root, config) = (self.project.root().path(), &self.project.config.editor);
        let opened = editor::open(location, root, config, self.later());
        let outcome = match opened {
            Ok(Opened::Here(editor)) => return self.run_here(editor),
            Ok(Opened::Beside) => Ok(()),
            Err(error) => Err(error),
        };
        self.came_back(outcome)
    }

    /// Opens a location in a split or tab beside the explorer.
    pub(super) fn edit_split(&self, location: &Location) -> Vec<Event> {
        let (root, config) = (self.project.root().path(), &self.project.config.editor);
        let opened = editor::open_split(location, root, config, self.later());
        let failed = opened.err().map(|error| error.to_string());
        let failed = failed.map(|error| Event::EditorReturned(Err(error)));
        failed.into_iter().collect()
    }

    /// Opens a document, which no editor opens, in a window beside the explorer.
    pub(super) fn view(&self, path: &SourcePath) -> Vec<Event> {
        let (root, config) = (self.project.root().path(), &self.project.config.editor);
        let viewed = editor::view(path, root, config, self.later());
        let failed = viewed.err().map(|error| error.to_string());
        let failed = failed.map(|error| Event::EditorReturned(Err(error)));
        failed.into_iter().collect()
    }

    /// Has the app told how a program beside the explorer failed.
    fn later(&self) -> impl FnOnce(EditorError) + Send + 'static + use<> {
        let work = self.work.clone();
        move |error| {
            let failed = Event::EditorReturned(Err(error.to_string()));
            drop(work.blocking_send(Payload::Event(failed)));
        }
    }

    /// Gives the terminal up for an editor. One that does not start is said, and changes nothing.
    fn run_here(&mut self, editor: TerminalEditor) -> anyhow::Result<Vec<Event>> {
        let loan = match self.screen.guard().lend(&self.input) {
            Ok(loan) => loan,
            Err(error) => return self.came_back(Err(error.into())),
        };
        match Command::from(editor.command()).spawn() {
            Ok(child) => {
                self.editing = Some(Editing {
                    editor,
                    child,
                    loan,
                });
                Ok(Vec::new())
            }
            Err(cause) => {
                self.screen.guard().take_back(loan)?;
                self.came_back(Err(editor.cannot_start(cause)))
            }
        }
    }

    /// The editor ended: the terminal is ours again.
    pub(super) fn edited(&mut self, outcome: Result<(), EditorError>) -> anyhow::Result<()> {
        let Some(editing) = self.editing.take() else {
            return Ok(());
        };
        self.screen.guard().take_back(editing.loan)?;
        self.edited = Some(Instant::now());
        let events = self.came_back(outcome)?;
        events.into_iter().try_for_each(|event| self.update(event))
    }

    fn came_back(&mut self, outcome: Result<(), EditorError>) -> anyhow::Result<Vec<Event>> {
        let outcome = outcome.map_err(|error| error.to_string());
        self.back(Event::EditorReturned(outcome))
    }

    /// Ends, with the editor that has the terminal, if one has.
    pub(super) async fn leave(mut self, ended: Ended) {
        if let (Some(editing), Ended::Told(by)) = (self.editing.take(), ended) {
            // What is remembered is written first: the editor may take its time.
            drop(self.workers);
            if let Some(loan) = editing.leave(by).await {
                // It may have left anything on the screen. Where that is gone there is nothing to do.
                drop(self.screen.guard().take_back(loan));
            }
        }
    }
}
