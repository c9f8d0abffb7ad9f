//! An editor in the terminal: it has the screen and the input, while the loop continues.
//!
//! Principal type: [`EditorSession`]. Invariant: while there is one, nothing is drawn and no key is read, but signals and
//! messages of the workers are handled.

use super::signals::FatalSignal;
use crate::app::Event;
use crate::terminal::ReleasedScreen;
use crate::terminal::editor::Launch;
use anyhow::{Error, Result};
use std::time::Duration;
use tokio::process::Child;
use tokio::time::timeout;

/// Time for an editor to exit after a signal without help. The signal may have reached the whole job,
/// as when the terminal hangs up, and a second one could interrupt saving (vim exits at once).
const GRACE_BEFORE_SIGNAL: Duration = Duration::from_millis(300);

/// Time for an editor to exit after we signalled it: writing a recovery file takes milliseconds,
/// more on a slow disk.
const GRACE_AFTER_SIGNAL: Duration = Duration::from_secs(2);

/// Time after an editor's exit in which an interrupt is ignored: a Ctrl-C typed at an editor without raw mode
/// reaches the whole job, and the editor's exit may be noticed first.
pub(super) const INTERRUPT_GRACE: Duration = Duration::from_millis(500);

/// An editor that has the terminal.
pub(super) struct EditorSession {
    pub(super) launch: Launch,
    pub(super) child: Child,
    pub(super) loan: ReleasedScreen,
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

/// The event of a program that failed.
#[expect(clippy::needless_pass_by_value, reason = "a function for map_err")]
pub(super) fn failed(error: Error) -> Event {
    Event::EditorReturned(Err(format!("{error:#}")))
}
