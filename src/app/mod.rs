//! All interactive state: what was typed, which hits there are, which one is looked at and how
//! widely, what the index is doing.
//!
//! Principal type: [`App`], moved on by [`App::update`] alone: an [`Event`] in, [`Effect`]s out.
//! Invariant: nothing here touches the world. There is no I/O, no async, no clock and no cell of a
//! terminal; every pane is a headless model that is tested with key strings.

mod attention;
mod bookmarks;
mod browse;
mod code;
mod completion;
mod documents;
mod event;
mod export;
mod glyph;
mod index_panel;
mod index_status;
mod keymap;
mod layout;
mod navigation;
mod perform;
mod pointer;
mod popup;
mod popups;
mod prompt;
mod question;
mod related;
mod remembered;
mod results;
mod status;
mod update;
mod viewport;
mod why;

#[cfg(test)]
pub(crate) mod tests;

#[cfg(test)]
pub(crate) use tests::fixture;

pub use crate::protocol::Stage;
pub use event::{Effect, Event};
pub use index_status::{Counts, IndexStatus, Linking, Logged, ModelState, Pace, State, Work};
pub use keymap::{KeyFault, Keymap, Listed};

pub(crate) use code::{Code, Page, Row, Showing, wrap};
pub(crate) use completion::Completion;
pub(crate) use glyph::{Glyph, cells};
pub(crate) use keymap::{Action, Editing, Key, shown};
pub(crate) use layout::{Area, Arrangement, Layout};
pub(crate) use popup::{Cell, Picker, Popup, Sheet, SheetKind};
pub(crate) use prompt::{Line, Prompt};
pub(crate) use question::Question;
pub(crate) use results::{Node, Results, View, What, word};
pub(crate) use status::{Tone, counted, grouped};

use crate::chunk::{ChunkId, Kind};
use crate::config::GraphUse;
use crate::context::Relation;
use crate::corpus::Head;
use crate::protocol::{Ticket, Tickets};
use attention::Attention;
use browse::Browsing;
use documents::{Documents, Freshness};
use index_panel::IndexPanel;
use navigation::Navigation;
use pointer::Pointer;
use remembered::Remembered;
use std::collections::HashMap;

/// Settings of the app, given once at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AppOptions {
    /// The repository's name, for the title.
    pub root_name: String,
    /// Checked-out commit for the title, updated by the indexer.
    pub head: Head,
    /// At most this many hits are asked for.
    pub limit: usize,
    /// True to capture the mouse at the start.
    pub capture_mouse: bool,
    /// True if the user never opened the help, so that a hint mentions it.
    pub is_new: bool,
    /// Key bindings.
    pub keys: Keymap,
    /// The themes there are, in the order in which they are listed.
    pub themes: Vec<String>,
    /// The one that the first frame is drawn in.
    pub theme: String,
    /// The last place is not shown again.
    pub fresh: bool,
    /// Settings that the index page shows.
    pub index: IndexOptions,
}

/// The index as it was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexOptions {
    /// Its folder.
    pub folder: String,
    /// Path of the configuration file.
    pub config: String,
    /// Use of the graph for semantic searches.
    pub graph: GraphUse,
    /// Name of the model's backend.
    pub backend: String,
}

/// The focused pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Focus {
    #[default]
    Prompt,
    Results,
    Code,
}

impl Focus {
    fn next(self) -> Self {
        match self {
            Self::Prompt | Self::Code => Self::Results,
            Self::Results => Self::Code,
        }
    }

    fn previous(self) -> Self {
        match self {
            Self::Prompt | Self::Results => Self::Code,
            Self::Code => Self::Results,
        }
    }

    /// The pane that says what this one shows.
    fn above(self) -> Self {
        match self {
            Self::Code => Self::Results,
            Self::Results | Self::Prompt => Self::Prompt,
        }
    }
}

/// The query of the results pane and the progress of its answer.
#[derive(Debug, Default)]
struct Asking {
    question: Question,
    /// Only hits of this kind are wanted.
    only: Option<Kind>,
    /// One is open until the last question is answered.
    tickets: Tickets,
    /// The ticket of the last query once it is answered: a corrected answer may follow.
    answered: Option<Ticket>,
    /// The index or the model came on while it waited: it is asked once more when it is answered.
    overtaken: bool,
    /// Somebody stopped it, so it is not asked again before they ask.
    stopped: bool,
    /// Ticks since it was asked: a spinner is shown for slow answers only.
    ticks: u32,
    /// The last question was the same text as the one before it, asked of a newer index.
    repeated: bool,
    /// Why the last question could not be answered.
    error: Option<String>,
    /// At most this many hits were asked for.
    limit: usize,
    /// Text of the prompt.
    text: String,
}

/// Popups and the arrangement of the screen.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) size: (u16, u16),
    pub(crate) layout: Layout,
    pointer: Pointer,
    pub(crate) focus: Focus,
    /// The code lies over the results, as long as it has the focus; the pane that had it before.
    peeking: Option<Focus>,
    /// Keys pressed that mean something with one more.
    pub(crate) prefix: Vec<Key>,
    popup: Option<Popup>,
    notice: Option<Notice>,
    pub(crate) spinner: usize,
}

/// The model: everything that decides what is on the screen.
#[derive(Debug)]
pub struct App {
    pub(crate) options: AppOptions,
    /// The name of the chosen theme.
    theme: String,
    pub(crate) screen: Screen,
    pub(crate) prompt: Prompt,
    pub(crate) completion: Completion,
    asking: Asking,
    /// The rows that are shown: the repository, or an answer.
    pub(crate) results: Results,
    browsing: Browsing,
    /// The relations of the hits to the chunk that is asked about.
    uses: HashMap<ChunkId, Relation>,
    pub(crate) code: Code,
    documents: Documents,
    freshness: Freshness,
    navigation: Navigation,
    pub(crate) index: IndexStatus,
    panel: IndexPanel,
    exports: Tickets,
    remembered: Remembered,
    attention: Attention,
    /// Effects of the current event.
    effects: Vec<Effect>,
}

/// One sentence for the status line; the next key takes it away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    pub(crate) tone: Tone,
    pub(crate) text: String,
}

impl App {
    /// An app that has seen nothing yet; it draws at once.
    pub fn new(options: AppOptions) -> Self {
        let mut app = Self {
            theme: options.theme.clone(),
            options,
            screen: Screen {
                size: (80, 24),
                layout: Layout::of(80, 24, Focus::Prompt, None),
                pointer: Pointer::default(),
                focus: Focus::Prompt,
                peeking: None,
                prefix: Vec::new(),
                popup: None,
                notice: None,
                spinner: 0,
            },
            prompt: Prompt::default(),
            completion: Completion::default(),
            asking: Asking::default(),
            results: Results::default(),
            browsing: Browsing::default(),
            uses: HashMap::new(),
            code: Code::default(),
            documents: Documents::default(),
            freshness: Freshness::default(),
            navigation: Navigation::default(),
            index: IndexStatus::default(),
            panel: IndexPanel::default(),
            exports: Tickets::default(),
            remembered: Remembered::default(),
            attention: Attention::default(),
            effects: Vec::new(),
        };
        app.tell_conflicts();
        app.lay_out();
        app
    }

    /// Returns true while a spinner is shown: the runtime then sends [`Event::Tick`]s; otherwise
    /// nothing needs redrawing.
    pub fn is_busy(&self) -> bool {
        let index = &self.index;
        let is_preparing = index.graph.is_some() || index.model == ModelState::Loading;
        self.is_asking() || self.is_indexing() || is_preparing || self.may_be_read()
    }

    pub(crate) fn is_indexing(&self) -> bool {
        matches!(self.index.stage, State::Starting | State::Running(_))
    }

    /// Returns true while nothing is known of changes between two scans.
    pub(crate) fn is_polling(&self) -> bool {
        matches!(self.index.watching, crate::corpus::Watching::Polling(_))
    }

    /// Returns true if the last query has waited long enough to show that it is running.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_asking() && self.asking.ticks >= 2
    }

    /// Returns true if characters go to the prompt.
    pub(crate) fn is_typed_into(&self) -> bool {
        self.screen.focus == Focus::Prompt && self.screen.popup.is_none()
    }

    pub(crate) fn keymap(&self) -> &Keymap {
        &self.options.keys
    }

    /// Why the last question could not be answered, or what is typed cannot be asked.
    pub(crate) fn error(&self) -> Option<&str> {
        let is_elsewhere = self.is_about_a_row();
        let typed = self.prompt.query().error.as_deref();
        let typed = typed.filter(|_| self.screen.focus == Focus::Prompt || !is_elsewhere);
        self.asking.error.as_deref().or(typed)
    }

    /// Returns true if the last query has no answer yet.
    pub(crate) fn is_asking(&self) -> bool {
        self.asking.tickets.are_open()
    }

    pub(crate) fn notice(&self) -> Option<&Notice> {
        self.screen.notice.as_ref()
    }

    pub(crate) fn popup(&self) -> Option<&Popup> {
        self.screen.popup.as_ref()
    }

    /// Gives every model the room it has, after a resize or a change of focus.
    fn lay_out(&mut self) {
        self.screen.layout = Layout::of(
            self.screen.size.0,
            self.screen.size.1,
            self.screen.focus,
            self.screen.pointer.share,
        );
        if self.screen.peeking.is_some() {
            self.screen.layout = self.screen.layout.with_code_over_results();
        }
        self.results
            .set_height(self.screen.layout.results.height.into());
        let below = self
            .screen
            .size
            .1
            .saturating_sub(self.screen.layout.prompt.y + 3);
        self.completion.set_height(below.into());
        let code = self.screen.layout.code;
        self.code.set_size(code.width.into(), code.height.into());
        self.fit_popup();
    }

    /// Says at the start that keys get into each other's way.
    fn tell_conflicts(&mut self) {
        let told = match self.keymap().conflicts() {
            [] => return,
            [conflict] => format!("keys: {conflict}"),
            [first, ..] => format!("keys: {first}; `smriti-tui keys --check` lists more"),
        };
        self.notify(Tone::Warning, told);
    }

    fn focus_on(&mut self, focus: Focus) {
        self.screen.focus = focus;
        self.screen.peeking.take_if(|_| focus != Focus::Code);
        match focus {
            Focus::Prompt => {}
            Focus::Results => self.results.touch(),
            Focus::Code => self.results.hold(),
        }
        self.lay_out();
    }

    /// The code over the results, and everything as it was again.
    fn toggle_peek(&mut self) {
        let (peeking, focus) = match self.screen.peeking {
            Some(before) => (None, before),
            None => (Some(self.screen.focus), Focus::Code),
        };
        self.screen.peeking = peeking;
        self.focus_on(focus);
    }
}
