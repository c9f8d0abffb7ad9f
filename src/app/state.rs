//! The parts of the app's state: what belongs together and changes together.

use super::asked::Attention;
use super::bookmarks::Visit;
use super::browse::Browsing;
use super::documents::Documents;
use super::export::Exports;
use super::freshness::Freshness;
use super::index_panel::IndexPanel;
use super::marks::Marks;
use super::navigation::{History, Restoring};
use super::pointer::Pointer;
use super::remembered::Remembered;
use super::uses::Uses;
use super::{
    Asking, Code, Completion, Focus, IndexStatus, Key, Layout, Notice, Popup, Prompt, Question,
    Results,
};
use crate::chunk::Kind;
use crate::corpus::SourcePath;

/// What is on the screen besides the panes, and how it is divided.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) size: (u16, u16),
    pub(super) layout: Layout,
    pub(super) pointer: Pointer,
    pub(super) focus: Focus,
    /// The code lies over the results, as long as it has the focus; the pane that had it before.
    pub(super) peeking: Option<Focus>,
    /// Keys pressed that mean something with one more.
    pub(super) prefix: Vec<Key>,
    pub(super) popup: Option<Popup>,
    pub(super) notice: Option<Notice>,
    pub(super) spinner: usize,
}

/// What is asked, and how far its answer is.
#[derive(Debug, Default)]
pub(super) struct Inquiry {
    pub(super) prompt: Prompt,
    pub(super) completion: Completion,
    pub(super) question: Question,
    /// Only hits of this kind are wanted.
    pub(super) only: Option<Kind>,
    pub(super) asking: Asking,
}

/// What the results pane shows, and what it showed before.
#[derive(Debug, Default)]
pub(super) struct Trees {
    /// What is shown: the repository, or the hits of an answer where `answering`.
    pub(super) results: Results,
    /// The other of the two, until it is shown again.
    pub(super) shelf: Results,
    pub(super) answering: bool,
    /// Where the hits use what they touch.
    pub(super) uses: Uses,
    pub(super) browsing: Browsing,
}

/// Where somebody was, and is about to be.
#[derive(Debug, Default)]
pub(super) struct Navigation {
    pub(super) history: History,
    /// Somebody looked around in what is shown, so it is a place to come back to.
    pub(super) is_visited: bool,
    /// A bookmark that is shown as soon as its document is read.
    pub(super) pending_visit: Option<Visit>,
    /// The 1-based line and column at which a file is shown that was chosen with them.
    pub(super) goal: Option<(SourcePath, (u32, u32))>,
    /// Where the last question is to be shown from.
    pub(super) restoring: Option<Restoring>,
}

/// What the code pane shows, and whether it is what was indexed.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) code: Code,
    pub(super) documents: Documents,
    /// The generation of the index when the open documents were read.
    pub(super) read_at: u64,
    pub(super) freshness: Freshness,
}

/// What is known of the index.
#[derive(Debug, Default)]
pub(super) struct Indexing {
    pub(super) index: IndexStatus,
    /// Ctrl-C stopped the indexing already; the next one leaves.
    pub(super) stopped: bool,
    pub(super) panel: IndexPanel,
}

/// What outlives a question.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) marks: Marks,
    pub(super) exports: Exports,
    pub(super) remembered: Remembered,
    pub(super) attention: Attention,
}

impl Default for Screen {
    fn default() -> Self {
        Self {
            size: (80, 24),
            layout: Layout::of(80, 24, Focus::Prompt, None),
            pointer: Pointer::default(),
            focus: Focus::Prompt,
            peeking: None,
            prefix: Vec::new(),
            popup: None,
            notice: None,
            spinner: 0,
        }
    }
}
