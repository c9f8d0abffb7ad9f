//! The interactive state of the explorer.
//!
//! Principal type: [`App`].

use super::browse::Browsing;
use super::code::Code;
use super::completion::FilterCompletion;
use super::documents::{DocumentCache, HitStaleness};
use super::event::Effect;
use super::index_panel::IndexPanel;
use super::index_status::{Activity, IndexStatus, ModelState};
use super::keymap::Keymap;
use super::navigation::Navigation;
use super::prompt::Prompt;
use super::query::QueryState;
use super::results::Results;
use super::screen::Screen;
use super::session_state::SessionState;
use super::settings::AppSettings;
use super::status::Tone;
use crate::chunk::ChunkId;
use crate::context::Relation;
use crate::protocol::Tickets;
use std::collections::HashMap;

/// All state that determines the screen.
#[derive(Debug, Default)]
pub struct App {
    pub(crate) options: AppSettings,
    pub(crate) screen: Screen,
    pub(crate) prompt: Prompt,
    pub(crate) completion: FilterCompletion,
    pub(super) search: QueryState,
    /// The rows of the results pane: the repository, or an answer.
    pub(crate) results: Results,
    pub(super) browsing: Browsing,
    /// Relations of the hits to the requested chunk.
    pub(super) relations: HashMap<ChunkId, Relation>,
    pub(crate) code: Code,
    pub(super) documents: DocumentCache,
    pub(super) staleness: HitStaleness,
    pub(super) navigation: Navigation,
    pub(crate) index: IndexStatus,
    pub(super) panel: IndexPanel,
    pub(super) exports: Tickets,
    pub(super) session: SessionState,
    /// Effects of the current event.
    pub(super) effects: Vec<Effect>,
}

impl App {
    /// Creates an app without an index, which can be drawn at once.
    pub fn new(options: AppSettings) -> Self {
        let mut app = Self {
            options,
            screen: Screen::new(),
            ..Self::default()
        };
        app.warn_of_conflicts();
        app.lay_out();
        app
    }

    /// Returns true while a spinner is shown: the runtime then sends
    /// [`Event::Tick`](super::event::Event::Tick)s; otherwise nothing needs redrawing.
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

    pub(crate) fn keymap(&self) -> &Keymap {
        &self.options.keys
    }

    /// Error of the last query, or of the one in the prompt.
    pub(crate) fn error(&self) -> Option<&str> {
        let is_elsewhere = self.has_target();
        let typed = self.prompt.query.error.as_deref();
        let typed = typed.filter(|_| self.screen.focus.is_prompt() || !is_elsewhere);
        self.search.error.as_deref().or(typed)
    }

    /// Returns true if the last query has no answer yet.
    pub(crate) fn is_searching(&self) -> bool {
        self.search.tickets.are_open()
    }

    /// Warns of key conflicts at the start.
    fn warn_of_conflicts(&mut self) {
        let warning = match self.keymap().conflicts() {
            [] => return,
            [conflict] => format!("keys: {conflict}"),
            [first, ..] => format!("keys: {first}; `smriti-tui keys --check` lists more"),
        };
        self.screen.notify(Tone::Warning, warning);
    }
}
