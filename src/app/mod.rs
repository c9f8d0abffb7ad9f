//! All interactive state: the query, its results, the code that is shown, and the state of the
//! index.
//!
//! Principal type: [`App`], changed by [`App::update`] alone: an [`Event`] in, [`Effect`]s out.
//! Invariant: there is no I/O, no async, no clock and no cell of a terminal; every pane is a
//! headless model that is tested with key strings.
//!
//! `runtime` sends the events and performs the effects; `ui` draws the state.

mod bookmarks;
mod browse;
mod code;
mod completion;
mod documents;
mod event;
mod explanation;
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
mod query;
mod related;
mod results;
mod session_state;
mod status;
mod update;
mod viewport;

#[cfg(test)]
pub(crate) mod tests;

#[cfg(test)]
pub(crate) use tests::fixture;

pub use crate::protocol::{Stage, WatchMethod};
pub use event::{Effect, Event};
pub use index_status::{Activity, GraphBuild, IndexStatus, ModelState, StagePace, StageProgress};
pub use keymap::{KeyError, Keymap, ListedBinding};

pub(crate) use code::{Code, CodeContent, Page, Row, RowSegment, SegmentText, table_rows, wrap};
pub(crate) use completion::FilterCompletion;
pub(crate) use glyph::{Glyph, bar, cells, units};
pub(crate) use keymap::{Action, Editing, Key, shown};
pub(crate) use layout::{Arrangement, Layout, columns, rows};
pub(crate) use popup::{Cell, Content, PageSubject, Popup};
pub(crate) use prompt::{InputLine, Prompt};
pub(crate) use query::ResultsContent;
pub(crate) use results::{Results, ResultsView, RowKind, TreeNode, word};
pub(crate) use status::{Item, Tone, counted, eta, grouped, sentence};

use crate::chunk::{ChunkId, Kind};
use crate::config::GraphMode;
use crate::context::Relation;
use crate::corpus::Head;
use crate::protocol::{Ticket, Tickets};
use browse::Browsing;
use documents::{DocumentCache, HitStaleness};
use index_panel::IndexPanel;
use navigation::Navigation;
use pointer::Pointer;
use ratatui::layout::Rect;
use session_state::SessionState;
use std::collections::HashMap;

/// Settings of the app, given once at the start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AppSettings {
    /// The repository's name, for the title.
    pub root_name: String,
    /// Checked-out commit for the title, updated by the indexer.
    pub head: Head,
    /// Number of hits to request.
    pub limit: usize,
    /// True to capture the mouse at the start.
    pub capture_mouse: bool,
    /// Key bindings.
    pub keys: Keymap,
    /// Names of the themes, in the order of their list.
    pub themes: Vec<String>,
    /// Name of the chosen theme.
    pub theme: String,
    /// True to start without the position of the last run.
    pub fresh: bool,
    /// Settings that the index page shows.
    pub index: IndexSettings,
}

/// Settings of the index, for the index page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IndexSettings {
    /// Directory of the index.
    pub folder: String,
    /// Path of the configuration file.
    pub config: String,
    /// Use of the graph for semantic searches.
    pub graph: GraphMode,
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

    /// The pane that Esc focuses.
    fn above(self) -> Self {
        match self {
            Self::Code => Self::Results,
            Self::Results | Self::Prompt => Self::Prompt,
        }
    }
}

/// The query of the results pane and the progress of its answer.
#[derive(Debug, Default)]
struct QueryState {
    content: ResultsContent,
    /// The only kind of hits to show.
    only: Option<Kind>,
    /// Open until the last query is answered.
    tickets: Tickets,
    /// The ticket of the last query once it is answered: a corrected answer may follow.
    answered: Option<Ticket>,
    /// The index or the model changed while the query ran, so that it runs again when it is
    /// answered.
    is_outdated: bool,
    /// The user stopped the query: it runs again only on request.
    stopped: bool,
    /// Ticks since the request: a spinner is shown for slow answers only.
    ticks: u32,
    /// The last request repeated the query because the index changed.
    repeated: bool,
    /// Error of the last query.
    error: Option<String>,
    /// Number of hits requested.
    limit: usize,
    /// Text of the prompt.
    text: String,
}

/// Layout, focus and popups.
#[derive(Debug, Default)]
pub(crate) struct ScreenLayout {
    pub(crate) layout: Layout,
    pointer: Pointer,
    pub(crate) focus: Focus,
    /// Pane that had the focus before the code covered the results; none if it does not cover them.
    peeking: Option<Focus>,
    /// Keys pressed so far of a key sequence.
    pub(crate) prefix: Vec<Key>,
    popup: Option<Popup>,
    /// A sentence in the status line, until the next key.
    notice: Option<Item>,
    pub(crate) spinner: usize,
}

/// All state that determines the screen.
#[derive(Debug, Default)]
pub struct App {
    pub(crate) options: AppSettings,
    pub(crate) screen: ScreenLayout,
    pub(crate) prompt: Prompt,
    pub(crate) completion: FilterCompletion,
    search: QueryState,
    /// The rows of the results pane: the repository, or an answer.
    pub(crate) results: Results,
    browsing: Browsing,
    /// Relations of the hits to the requested chunk.
    relations: HashMap<ChunkId, Relation>,
    pub(crate) code: Code,
    documents: DocumentCache,
    staleness: HitStaleness,
    navigation: Navigation,
    pub(crate) index: IndexStatus,
    panel: IndexPanel,
    exports: Tickets,
    session: SessionState,
    /// Effects of the current event.
    effects: Vec<Effect>,
}

impl App {
    /// Creates an app without an index, which can be drawn at once.
    pub fn new(options: AppSettings) -> Self {
        let mut app = Self {
            options,
            ..Self::default()
        };
        app.screen.layout.screen = Rect::new(0, 0, 80, 24);
        app.warn_of_conflicts();
        app.lay_out();
        app
    }

    /// Returns true while a spinner is shown: the runtime then sends [`Event::Tick`]s; otherwise
    /// nothing needs redrawing.
    pub fn is_busy(&self) -> bool {
        let index = &self.index;
        let is_preparing = index.graph.is_some() || index.model == ModelState::Loading;
        self.is_searching() || self.is_indexing() || is_preparing
    }

    pub(crate) fn is_indexing(&self) -> bool {
        matches!(self.index.stage, Activity::Starting | Activity::Running(_))
    }

    /// Returns true if the last query has waited long enough to show that it is running.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_searching() && self.search.ticks >= 2
    }

    /// Returns true if characters go to the prompt.
    pub(crate) fn is_typed_into(&self) -> bool {
        self.screen.focus == Focus::Prompt && self.screen.popup.is_none()
    }

    pub(crate) fn keymap(&self) -> &Keymap {
        &self.options.keys
    }

    /// Error of the last query, or of the one in the prompt.
    pub(crate) fn error(&self) -> Option<&str> {
        let is_elsewhere = self.has_target();
        let typed = self.prompt.query.error.as_deref();
        let typed = typed.filter(|_| self.screen.focus == Focus::Prompt || !is_elsewhere);
        self.search.error.as_deref().or(typed)
    }

    /// Returns true if the last query has no answer yet.
    pub(crate) fn is_searching(&self) -> bool {
        self.search.tickets.are_open()
    }

    pub(crate) fn notice(&self) -> Option<&Item> {
        self.screen.notice.as_ref()
    }

    pub(crate) fn popup(&self) -> Option<&Popup> {
        self.screen.popup.as_ref()
    }

    /// Sets the sizes of all panes, after a resize or a change of focus.
    fn lay_out(&mut self) {
        let screen = &mut self.screen;
        let Rect { width, height, .. } = screen.layout.screen;
        screen.layout = Layout::for_screen(width, height, screen.focus, screen.pointer.share);
        if screen.peeking.is_some() {
            screen.layout = screen.layout.with_code_over_results();
        }
        let layout = &self.screen.layout;
        self.results.set_height(layout.results.height.into());
        let below = height.saturating_sub(layout.prompt.y + 3);
        self.completion.set_height(below.into());
        let code = layout.code;
        self.code.set_size(code.width.into(), code.height.into());
        self.fit_popup();
    }

    /// Warns of key conflicts at the start.
    fn warn_of_conflicts(&mut self) {
        let warning = match self.keymap().conflicts() {
            [] => return,
            [conflict] => format!("keys: {conflict}"),
            [first, ..] => format!("keys: {first}; `smriti-tui keys --check` lists more"),
        };
        self.notify(Tone::Warning, warning);
    }

    fn focus_on(&mut self, focus: Focus) {
        self.screen.focus = focus;
        self.screen.peeking.take_if(|_| focus != Focus::Code);
        match focus {
            Focus::Prompt => {}
            Focus::Results => self.results.ensure_selected(),
            Focus::Code => self.results.pin_selection(),
        }
        self.lay_out();
    }

    /// Covers the results with the code, or shows both again.
    fn toggle_peek(&mut self) {
        let (peeking, focus) = match self.screen.peeking {
            Some(before) => (None, before),
            None => (Some(self.screen.focus), Focus::Code),
        };
        self.screen.peeking = peeking;
        self.focus_on(focus);
    }
}
