//! An editor in the terminal: it has the screen and the input, while the loop continues.
//!
//! Principal type: [`EditorSession`]. Invariant: while there is one, nothing is drawn and no key is read, but signals and
//! messages of the workers are handled.

use super::signals::{ExitReason, FatalSignal};
use super::{Explorer, Message};
use crate::app::Event;
use crate::corpus::Location;
use crate::terminal::ReleasedScreen;
use crate::terminal::editor::{self, Launch};
use anyhow::{Error, Result};
use std::time::{Duration, Instant};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Time for an editor to exit by itself after a signal. The signal may have reached the whole job,
/// as when the terminal hangs up, and a second one could interrupt saving (vim exits at once).
const GRACE_BEFORE_SIGNAL: Duration = Duration::from_millis(300);

/// Time for an editor to exit after we signalled it: writing a recovery file takes milliseconds,
/// more on a slow disk.
const GRACE_AFTER_SIGNAL: Duration = Duration::from_secs(2);

/// Time after an editor's exit in which an interrupt is ignored: a Ctrl-C typed at an editor without raw mode
/// reaches the whole job, and the editor's exit may be noticed first.
const INTERRUPT_GRACE: Duration = Duration::from_millis(500);

/// An editor that has the terminal.
pub(super) struct EditorSession {
    launch: Launch,
    child: Child,
    loan: ReleasedScreen,
}

impl EditorSession {
    /// Ends the editor because this process was signalled: an editor that kept running would compete with the
    /// shell for the keys, and a killed one would lose text. It gets the same signal, on which editors save
    /// unsaved text. Returns the loan once it has ended; an editor that does not end keeps running.
    pub(super) async fn leave(mut self, by: FatalSignal) -> Option<ReleasedScreen> {
        if timeout(GRACE_BEFORE_SIGNAL, self.child.wait())
            .await
            .is_err()
        {
            // None once it ended.
            if let Some(process) = self.child.id() {
                by.forward(process);
            }
            timeout(GRACE_AFTER_SIGNAL, self.child.wait())
                .await
                .ok()?
                .ok()?;
        }
        Some(self.loan)
    }
}

/// Waits until the editor ends; forever without one. May be dropped and called again.
pub(super) async fn end_of(editing: &mut Option<EditorSession>) -> Result<()> {
    match editing {
        Some(editing) => editing.launch.ended(editing.child.wait().await),
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
        self.edited.is_some_and(|at| at.elapsed() < INTERRUPT_GRACE)
    }

    /// Opens a location in the editor, in a split or tab beside the explorer if `is_beside`, or a
    /// document in its viewer. The loop waits for an editor in this terminal.
    pub(super) fn edit(&mut self, location: &Location, is_beside: bool) -> Result<()> {
        if self.editing.is_some() {
            return Ok(());
        }
        let (root, config) = (self.project.root().path(), &self.project.config.editor);
        let (git, work) = (&self.git_editor, self.work.clone());
        // Reports the failure of a program beside the explorer to the app.
        let on_failure = move |error| drop(work.blocking_send(Message::Event(failed(error))));
        match editor::open(location, is_beside, root, config, git, on_failure) {
            Ok(Some(launch)) => self.run_here(launch),
            Ok(None) => Ok(()),
            Err(error) => self.update(failed(error)),
        }
    }

    /// Lends the terminal to an editor. If the editor does not start, the error is reported.
    fn run_here(&mut self, launch: Launch) -> Result<()> {
        let loan = match self.screen.guard.lend(&self.input) {
            Ok(loan) => loan,
            Err(error) => return self.update(failed(error)),
        };
        match Command::from(launch.command()).spawn() {
            Ok(child) => {
                self.editing = Some(EditorSession {
                    launch,
                    child,
                    loan,
                });
                Ok(())
            }
            Err(cause) => {
                self.screen.guard.take_back(loan)?;
                self.back(failed(launch.cannot_start(cause)))
            }
        }
    }

    /// Retakes the terminal after the editor has ended.
    pub(super) fn edited(&mut self, outcome: Result<()>) -> Result<()> {
        let Some(editing) = self.editing.take() else {
            return Ok(());
        };
        self.screen.guard.take_back(editing.loan)?;
        self.edited = Some(Instant::now());
        self.back(outcome.map_or_else(failed, |()| Event::EditorReturned(Ok(()))))
    }

    /// Ends the run, together with the editor that has the terminal.
    pub(super) async fn leave(mut self, ended: ExitReason) {
        if let (Some(editing), ExitReason::Signal(by)) = (self.editing.take(), ended) {
            // The session is saved first: the editor may take its time.
            drop((self.indexer, self.recorder, self.threads));
            if let Some(loan) = editing.leave(by).await {
                // It may have left anything on the screen. If the terminal is gone there is nothing to do.
                drop(self.screen.guard.take_back(loan));
            }
        }
    }
}

/// The event of a program that failed.
#[expect(clippy::needless_pass_by_value, reason = "a function for map_err")]
fn failed(error: Error) -> Event {
    Event::EditorReturned(Err(format!("{error:#}")))
}
