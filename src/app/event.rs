//! Events and effects: the two closed lists between the app and the outside.
//!
//! Principal types: [`Event`] and [`Effect`]. A request to a worker carries a ticket that returns with each
//! reply; stale replies are dropped in one place, before the event is handled.

use super::click::ClickTarget;
use super::index_status::IndexStatus;
use crate::corpus::Location;
use crate::protocol::{RecorderReply, Reply, Request, Ticket};
use crate::session::Change;
use crossterm::event::{KeyEvent, MouseEvent};

/// An event. Every `Err` contains a sentence for people.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key went down.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// The mouse clicked or its wheel turned.
    Mouse(MouseEvent),
    /// The left button was pressed on a target of the last frame.
    Clicked(ClickTarget),
    /// The left button was pressed twice on the same cell (column, row).
    DoubleClick(u16, u16),
    /// The terminal has a new size, in cells: columns, rows.
    Resize(u16, u16),
    /// A tenth of a second passed while [`App::is_busy`](super::App::is_busy); for spinners.
    Tick,
    /// There is time to match more items of a list.
    ContinueMatching,
    /// A worker replied.
    Reply(Ticket, Reply),
    /// A message of the session recorder.
    Recorded(RecorderReply),
    /// The state of the index changed.
    Index(IndexStatus),
    /// The editor was closed.
    EditorReturned(Result<(), String>),
    /// Text was copied: the program or protocol that copied it.
    Copied(Result<String, String>),
    /// A command of this name ended: its output, to show.
    CommandEnded(String, Result<String, String>),
    /// Show a location.
    Visit(Location),
    /// The theme of this name suits the terminal's background.
    Theme(String),
    /// A warning to show: a sentence for people.
    Warned(String),
    /// The process continues after Ctrl-Z.
    Resumed,
    /// A signal requests the end (SIGTERM, SIGHUP).
    Terminate,
}

/// A location that a command of the user gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandTarget {
    /// The location.
    pub location: Location,
    /// The name of the declaration; empty without one.
    pub symbol: String,
}

/// An effect; `runtime` performs it.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Send a request to a worker.
    Send(Ticket, Request),
    /// Save a change of the session.
    SaveSession(Change),
    /// Open the editor at a location, or a document in its viewer.
    Edit(Location),
    /// Open the editor at a location, in a split or tab next to the explorer.
    EditSplit(Location),
    /// Stop the process until `fg`.
    Suspend,
    /// Clear and redraw the screen.
    Redraw,
    /// Cancel the search of the results pane.
    CancelSearch,
    /// Stop indexing; what was committed stays.
    CancelIndexing,
    /// Rescan for changes.
    Reindex,
    /// Delete the index, and index every file.
    Rebuild,
    /// Copy text to the clipboard.
    Copy(String),
    /// Turn mouse capture on or off.
    CaptureMouse(bool),
    /// Save the name of the theme for the next start.
    KeepTheme(String),
    /// Quit.
    Quit,
    /// Run the command of the user with this number, on these targets; with the text of the code pane.
    RunCommand(usize, Vec<CommandTarget>, Option<String>),
    /// Quit with these locations, which the user chose.
    Pick(Vec<Location>),
}
