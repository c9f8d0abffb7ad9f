//! Events and effects: the two closed lists between the app and the world. A request to a worker
//! carries a ticket that returns with each reply; stale replies are dropped once, before the event
//! is handled.

use super::index_status::IndexStatus;
use crate::corpus::{Location, SourcePath};
use crate::protocol::{Recorded, Reply, Request, Ticket};
use crate::session::Change;
use crossterm::event::{KeyEvent, MouseEvent};

/// Everything that can happen. In every `Err` there is a sentence for people.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key went down.
    Key(KeyEvent),
    /// Text was pasted, whole.
    Paste(String),
    /// The mouse clicked or its wheel turned.
    Mouse(MouseEvent),
    /// The left button went down again on the same cell (column, row), soon after the first time.
    DoubleClick(u16, u16),
    /// The terminal has a new size, in cells: columns, rows.
    Resize(u16, u16),
    /// A tenth of a second passed while something runs; only spinners care.
    Tick,
    /// There was time to go on with what is looked for in a list.
    GoOn,
    /// A worker replied.
    Reply(Ticket, Reply),
    /// A message of the session recorder.
    Recorded(Recorded),
    /// The index moved on.
    Index(IndexStatus),
    /// The editor is done.
    EditorReturned(Result<(), String>),
    /// Text is on the clipboard: by what.
    Copied(Result<String, String>),
    /// A file is to be shown, at a 1-based line and column where they are known.
    Visit(SourcePath, Option<(u32, u32)>),
    /// The theme of this name suits the terminal's background.
    Theme(String),
    /// A warning to show: a sentence for people.
    Warned(String),
    /// Back from Ctrl-Z.
    Resumed,
    /// Asked from outside to end (SIGTERM, SIGHUP).
    Terminate,
}

/// Everything the app can ask for; `runtime` does it.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Have a worker reply to this.
    Ask(Ticket, Request),
    /// Have a change of what is remembered written soon.
    Remember(Change),
    /// Open the editor there.
    Edit(Location),
    /// Open the editor there, in a split or tab beside the explorer.
    EditSplit(Location),
    /// Open this document in the program that the system has for it.
    View(SourcePath),
    /// Stop the process until `fg`.
    Suspend,
    /// Clear the screen and draw everything anew.
    Redraw,
    /// Stop looking for what the results pane asked: it is not to be answered any more.
    CancelSearch,
    /// Stop what is being exported; nothing half-written stays.
    CancelExport,
    /// Stop indexing; what is committed stays.
    CancelIndexing,
    /// Look for changes now.
    Reindex,
    /// Throw the index away, and read every file again.
    Rebuild,
    /// Put text on the clipboard.
    Copy(String),
    /// Note that the hint for newcomers is not needed any more.
    Learned,
    /// Turn mouse capture on or off.
    CaptureMouse(bool),
    /// Start in the theme of this name from now on.
    KeepTheme(String),
    /// Leave.
    Quit,
}
