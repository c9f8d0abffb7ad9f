//! What happens to the app and what it asks for: the two closed lists between it and the world. A
//! question to a worker goes out with a ticket that comes back with each answer; whether that is still
//! waited for is decided once, before an event is taken in.

use super::export::Destination;
use super::index_status::IndexStatus;
use crate::chunk::ChunkId;
use crate::context::{Connection, OpenDocument, Relations, Staleness};
use crate::corpus::{Location, SourcePath};
use crate::export::{Exported, Format, Mark};
use crate::index::Inspection;
use crate::search::{Answer, BrowseAnswer, BrowseRequest, Hit, Offer, Query, Typing};
use crate::session::{Change, Session};
use crate::ticket::Ticket;
use crossterm::event::{KeyEvent, MouseEvent};
use std::sync::Arc;

/// Who asks what a chunk is connected with. Each has a question of its own on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asker {
    /// The results pane, for a list of results.
    Results,
    /// The code pane, for its sections.
    Code,
}

/// Everything that can happen.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key went down.
    Key(KeyEvent),
    /// Text was pasted, whole.
    Paste(String),
    /// The mouse clicked or its wheel turned.
    Mouse(MouseEvent),
    /// The left button went down again on the same cell, soon after the first time.
    DoubleClick {
        /// The cell's column.
        column: u16,
        /// The cell's row.
        row: u16,
    },
    /// The terminal has a new size, in cells.
    Resize {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// A tenth of a second passed while something runs; only spinners care.
    Tick,
    /// There was time to go on with what is looked for in a list.
    GoOn,
    /// The searcher answered; `Err` is a sentence for people.
    Answered {
        /// Which question this answers.
        ticket: Ticket,
        /// The hits, or why there are none.
        answer: Result<Arc<Answer>, String>,
    },
    /// The loader opened a document, or has more of a long one; `Err` is a sentence for people.
    Opened {
        /// Which question this answers.
        ticket: Ticket,
        /// The document asked for.
        path: SourcePath,
        /// The document as it is now, or why it cannot be shown.
        document: Result<Arc<OpenDocument>, String>,
    },
    /// What a chunk is connected with was found; one of the answers to a question.
    Related {
        /// Which question this answers.
        ticket: Ticket,
        /// Who asked.
        asker: Asker,
        /// Which of its questions.
        connection: Connection,
        /// What was found; `Err` is a sentence for people.
        relations: Result<Arc<Relations>, String>,
        /// The chunks at the other end as far as the index has them, in the same order.
        hits: Vec<Hit>,
    },
    /// The lister answered one of the things that were wanted.
    Listed {
        /// Which question this answers.
        ticket: Ticket,
        /// What it answered.
        answer: BrowseAnswer,
    },
    /// An export is done; `Err` is a sentence for people.
    Exported(Result<Exported, String>),
    /// The filters of the prompt were counted.
    Counted {
        /// Which question this answers.
        ticket: Ticket,
        /// Values for the filter that is typed.
        offers: Option<Vec<Offer>>,
        /// How many leaves each filter lets through, in their order, then each phrase.
        chips: Vec<usize>,
    },
    /// What earlier runs remembered.
    Remembered(Box<Session>),
    /// What was remembered was damaged; a sentence for people.
    Trouble(String),
    /// Whether what is to be remembered reaches the disk changed; `Err` is a sentence for people.
    Kept(Result<(), String>),
    /// The index moved on.
    Index(IndexStatus),
    /// The editor is done; `Err` is a sentence for people.
    EditorReturned(Result<(), String>),
    /// Text is on the clipboard: by what; or a sentence for people why it is not.
    Copied(Result<String, String>),
    /// A theme that was asked for, or that the terminal's background asks for, is shown.
    Themed {
        /// Its name.
        name: String,
        /// What there is to say of it, or why another one is shown: a sentence for people.
        said: Option<String>,
    },
    /// The index was looked over; `Err` is a sentence for people.
    Inspected {
        /// Which question this answers.
        ticket: Ticket,
        /// What was seen.
        inspection: Result<Arc<Inspection>, String>,
    },
    /// Hits were looked at in the working tree.
    Checked {
        /// Which question this answers.
        ticket: Ticket,
        /// Those that are not what was indexed.
        stale: Vec<(ChunkId, Staleness)>,
    },
    /// Back from Ctrl-Z.
    Resumed,
    /// Asked from outside to end (SIGTERM, SIGHUP).
    Terminate,
}

/// Everything the app can ask for; `runtime` does it.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Answer this query; an older one is cancelled.
    Search {
        /// Comes back with the answer.
        ticket: Ticket,
        /// What to answer.
        query: Query,
        /// At most this many hits.
        limit: usize,
    },
    /// Count what the filters of this query let through, and what the one that is typed may become;
    /// an older question is cancelled.
    Count {
        /// Comes back with the counts.
        ticket: Ticket,
        /// Whose filters.
        query: Query,
        /// The filter that is typed.
        typing: Option<Typing>,
    },
    /// Have a change of what is remembered written soon.
    Remember(Change),
    /// Read, cut and highlight this document for the code pane; an older one is cancelled.
    Open {
        /// Comes back with the document.
        ticket: Ticket,
        /// Which document.
        path: SourcePath,
        /// The 1-based line that is looked at.
        near: u32,
    },
    /// Look for what is like a chunk, a file or a directory; an older question is cancelled.
    Like {
        /// Comes back with the answer.
        ticket: Ticket,
        /// What is to be compared with.
        id: ChunkId,
        /// Its filters narrow what is found.
        query: Query,
        /// At most this many hits.
        limit: usize,
    },
    /// List all of this; what was wanted before and is not answered yet is not wanted any more.
    List {
        /// Comes back with each answer.
        ticket: Ticket,
        /// What is wanted.
        request: BrowseRequest,
    },
    /// Write these places as a text.
    Export {
        /// How the text is made.
        format: Format,
        /// Where to.
        to: Destination,
        /// What they answer, in words.
        asked: String,
        /// The places.
        marks: Vec<Mark>,
    },
    /// Look for what a chunk is connected with; an older question of the same asker is cancelled.
    Relate {
        /// Comes back with the answers.
        ticket: Ticket,
        /// Who asks.
        asker: Asker,
        /// The chunk's document.
        path: SourcePath,
        /// The chunk.
        id: ChunkId,
        /// Its content hash, in case it has another id now.
        hash: u64,
        /// What is wanted, each answered by itself.
        wanted: Vec<Connection>,
        /// At most as many relations of each.
        limit: usize,
    },
    /// Look whether the hits of this answer are what was indexed; an older question is dropped.
    Check {
        /// Comes back with what was seen.
        ticket: Ticket,
        /// Whose hits.
        answer: Arc<Answer>,
    },
    /// Look the index over; an older question is dropped.
    InspectIndex {
        /// Comes back with what was seen.
        ticket: Ticket,
        /// Whether files are read to see why they are left out.
        reads: bool,
    },
    /// Open the editor there.
    Edit(Location),
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
    /// Draw in the theme of this name from now on.
    Theme(String),
    /// Leave.
    Quit,
}
