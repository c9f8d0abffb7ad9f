//! The interactive state of the explorer.
//!
//! Principal type: [`App`].

use super::at_cursor::DocsLookup;
use super::browse::Browsing;
use super::code::Code;
use super::columns::Columns;
use super::completion::FilterCompletion;
use super::documents::DocumentCache;
use super::event::Effect;
use super::index_panel::IndexPanel;
use super::index_status::{IndexStatus, ModelState};
use super::list_filter::ListFilter;
use super::map::MapPane;
use super::navigation::Navigation;
use super::prompt::Prompt;
use super::query::QueryState;
use super::results::Results;
use super::review::Review;
use super::screen::Screen;
use super::session_state::SessionState;
use super::settings::AppSettings;
use super::staleness::HitStaleness;
use crate::chunk::ChunkId;
use crate::context::Relation;
use crate::corpus::Location;
use crate::protocol::{NamedTarget, Tickets};
use crate::session::Change;
use ratatui::layout::Rect;
use std::collections::HashMap;

/// All state that determines the screen.
#[derive(Debug, Default)]
pub struct App {
    pub(crate) options: AppSettings,
    pub(crate) screen: Screen,
    pub(crate) prompt: Prompt,
    pub(crate) completion: FilterCompletion,
    pub(crate) search: QueryState,
    /// The rows of the results pane: the repository, or an answer.
    pub(crate) results: Results,
    pub(crate) browsing: Browsing,
    /// Tickets of the calls that are requested, and the row that they open below.
    pub(super) call_tickets: Tickets,
    pub(super) called_row: Option<ChunkId>,
    /// Start of a path.
    pub(super) path_start: Option<NamedTarget>,
    /// Narrows the rows.
    pub(crate) filter: ListFilter,
    /// Narrows the list of the popup.
    pub(super) popup_filter: ListFilter,
    /// Relations of the hits to the requested chunk.
    pub(super) relations: HashMap<ChunkId, Relation>,
    pub(crate) code: Code,
    pub(crate) columns: Columns,
    pub(super) documents: DocumentCache,
    pub(crate) staleness: HitStaleness,
    pub(super) navigation: Navigation,
    pub(crate) map: MapPane,
    pub(crate) index: IndexStatus,
    pub(super) panel: IndexPanel,
    pub(super) exports: Tickets,
    pub(super) docs: DocsLookup,
    pub(crate) review: Review,
    pub(crate) session: SessionState,
    /// Chunks that are marked in an explorer that picks, with the locations to return.
    pub(super) picked: Vec<(u64, Location)>,
    /// Effects of the current event.
    pub(super) effects: Vec<Effect>,
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

    /// Returns true while a spinner is shown: the runtime then sends
    /// [`Event::Tick`](super::event::Event::Tick)s; otherwise nothing needs redrawing.
    pub fn is_busy(&self) -> bool {
        let index = &self.index;
        let is_preparing = index.graph.is_some() || index.model == ModelState::Loading;
        self.search.is_unfinished() || index.is_indexing() || is_preparing
    }

    /// Applies a change to the session, and saves it.
    pub(super) fn apply_change(&mut self, change: Change) {
        let is_kept =
            !self.options.picks || !matches!(change, Change::MarkAdded(_) | Change::MarkRemoved(_));
        let saved = self.session.apply(change);
        self.effects.extend(is_kept.then_some(saved));
    }

    /// Warns of key conflicts at the start.
    fn warn_of_conflicts(&mut self) {
        let warning = match self.options.keys.conflicts() {
            [] => return,
            [conflict] => format!("keys: {conflict}"),
            [first, ..] => format!("keys: {first}; `smriti-tui keys --check` lists more"),
        };
        self.screen.warn(warning);
    }
}
