//! Filters of lists, which narrow them while one types. Methods of [`App`].
//!
//! Principal type: [`ListFilter`]: one for the results pane, one for the list of the popup. Contract: words are
//! compared at once with what the rows show; filters such as `in:tests` are decided by the index, and narrow the
//! list when the reply arrives.

use super::event::Effect;
use super::layout::Focus;
use super::popup::{Content, Popup};
use super::results::Narrowing;
use super::state::App;
use super::text::sentence;
use crate::chunk::ChunkId;
use crate::protocol::{NarrowRequest, NarrowedList, Request, Tickets};
use crate::search::{Filter, Hit, Mode, Passing, Query, UnknownValue};
use ratatui::layout::Rect;

/// The query that narrows a list; empty if all rows are shown.
#[derive(Debug, Default)]
pub(crate) struct ListFilter {
    query: Query,
    /// Filters of the last request.
    requested: Vec<Filter>,
    /// Chunks and files that pass them. None until the reply arrives.
    passing: Option<Passing>,
    pub(super) tickets: Tickets,
    /// The reason why the filters narrow nothing.
    error: Option<String>,
}

impl ListFilter {
    /// The text as typed.
    pub(crate) fn text(&self) -> &str {
        &self.query.text
    }

    /// Returns true if the list is narrowed.
    pub(crate) fn is_active(&self) -> bool {
        !self.query.text.trim().is_empty()
    }

    /// Sets the text. What passes the old filters counts until the new reply arrives.
    fn set(&mut self, text: &str) {
        self.query = Query::parse_in_list(text);
        if self.query.filters.is_empty() {
            self.forget();
            self.passing = None;
        }
    }

    /// The list changes: what passes is requested again.
    pub(super) fn forget(&mut self) {
        self.tickets.revoke();
        self.requested.clear();
        self.error = None;
    }

    /// The request for what passes the filters of a list with these chunks; none if it was sent.
    fn request(&mut self, list: NarrowedList, chunks: Vec<ChunkId>) -> Option<Effect> {
        if self.query.filters.is_empty() || self.requested == self.query.filters {
            return None;
        }
        self.requested.clone_from(&self.query.filters);
        let query = Query {
            filters: self.query.filters.clone(),
            ..Query::default()
        };
        let request = NarrowRequest {
            list,
            query,
            chunks,
        };
        let ticket = self.tickets.supersede();
        Some(Effect::Send(ticket, Request::Narrow(request)))
    }

    fn answer(&mut self, passing: Result<Passing, String>) {
        match passing {
            Ok(passing) => self.passing = Some(passing),
            Err(why) => self.error = Some(sentence(&why)),
        }
    }

    /// Returns true if a row passes that shows these texts; `passes` decides for its chunk or file.
    fn has(&self, texts: &[&str], passes: impl FnOnce(&Passing) -> bool) -> bool {
        self.passing.as_ref().is_none_or(passes) && self.query.matches_row(texts)
    }
}

impl App {
    /// Opens the input line of the filter, if there are rows, or will be.
    pub(super) fn open_filter(&mut self) {
        if self.results.is_empty() && !self.filter.is_active() && !self.search.is_running() {
            return self.screen.say("Nothing to filter: the list is empty");
        }
        self.navigation.destination = None;
        self.focus_results();
        let mut popup = Popup::new("filter", Content::Filter);
        popup.line.insert(self.filter.text());
        self.open_popup(popup);
    }

    /// Opens the filter in a list about a row, and else moves to the prompt.
    pub(super) fn open_filter_or_prompt(&mut self) {
        if self.search.content.has_target() {
            self.open_filter();
        } else {
            self.focus_prompt();
        }
    }

    /// Narrows the results pane, or shows all rows again for an empty text.
    pub(super) fn filter_results(&mut self, text: &str) {
        if self.filter.text() != text {
            self.filter.set(text);
            self.apply_filter();
            self.request_all_references();
        }
    }

    /// Requests all rows of a list of references, since a filter means all of them, not only the first ones.
    pub(super) fn request_all_references(&mut self) {
        let is_cut = self.results.has_more() && self.search.can_request_more();
        if self.filter.is_active() && self.search.content.has_relations() && is_cut {
            self.search.request_all();
            self.send_query(true);
        }
    }

    /// Shows all rows again. Returns false if they are shown.
    pub(super) fn clear_filter(&mut self) -> bool {
        let is_active = self.filter.is_active();
        self.filter_results("");
        is_active
    }

    /// Narrows the rows by the current filter. Called whenever the filter, the rows, or their texts change.
    pub(super) fn apply_filter(&mut self) {
        if !self.filter.is_active() {
            return self.results.narrow(None);
        }
        let chunks = self.results.hits().iter().map(|hit| hit.record.id);
        let request = self.filter.request(NarrowedList::Results, chunks.collect());
        self.effects.extend(request);
        let narrowing = match self.results.whole_listing() {
            Some(listing) => Narrowing::Files(listing.retain(|path| {
                (self.filter).has(&[path.as_str()], |passing| passing.has_file(path))
            })),
            None => {
                let hits = self.results.hits().iter();
                Narrowing::Hits(hits.map(|hit| self.passes_filter(hit)).collect())
            }
        };
        self.results.narrow(Some(narrowing));
    }

    /// Keeps the filter, and says which part of it narrows nothing.
    pub(super) fn accept_filter(&mut self) {
        self.mark_visited();
        let query = Query::parse(self.filter.text(), Mode::Hybrid);
        let unknown = |filter| Some(UnknownValue::of(filter)?.sentence(filter, &[]));
        let unknown = query.filters.iter().find_map(unknown);
        if let Some(why) = query.error.or(unknown) {
            self.screen.warn(sentence(&why));
        }
    }

    fn passes_filter(&self, hit: &Hit) -> bool {
        let names = hit.names().join(" ");
        let record = &hit.record;
        let line = self.staleness.line_of(hit).unwrap_or_default();
        let mut texts = vec![record.path.as_str(), &names, &record.lead, line];
        // A row stands for its copies, too.
        let copies = hit.locations.iter().map(|(path, _)| path);
        texts.extend(copies.clone().map(|path| path.as_str()));
        self.filter.has(&texts, |passing| {
            passing.chunks.contains(&record.id) || copies.clone().any(|path| passing.has_file(path))
        })
    }

    /// Narrows the list of the popup by the filters that are typed in it.
    pub(super) fn filter_popup(&mut self) {
        let Some(popup) = self
            .screen
            .popup
            .as_ref()
            .filter(|popup| popup.content.has_paths())
        else {
            return;
        };
        if self.popup_filter.text() == popup.line.text() {
            return;
        }
        self.popup_filter.set(popup.line.text());
        let request = (self.popup_filter).request(NarrowedList::Popup, popup.content.chunks());
        self.effects.extend(request);
        let passing = self.popup_filter.passing.clone();
        self.update_popup(|popup| popup.set_passing(passing));
    }

    pub(super) fn narrowed(&mut self, list: NarrowedList, passing: Result<Passing, String>) {
        match list {
            NarrowedList::Results => {
                self.filter.answer(passing);
                self.apply_filter();
            }
            NarrowedList::Popup => {
                self.popup_filter.answer(passing);
                let passing = self.popup_filter.passing.clone();
                self.update_popup(|popup| popup.set_passing(passing));
            }
        }
        if let Some(why) = self.filter.error.take().or(self.popup_filter.error.take()) {
            self.screen.warn(why);
        }
    }

    /// Number of results or files that pass the filter, and of all.
    pub(crate) fn filtered_rows(&self) -> (usize, usize) {
        match (self.results.listing(), self.results.whole_listing()) {
            (Some(shown), Some(all)) => (shown.len(), all.len()),
            _ => (self.results.shown_hits().count(), self.results.hits().len()),
        }
    }

    /// The area of the filter's input line: the last row of the results, in its frame.
    pub(super) fn filter_area(&self) -> Rect {
        let area = self.screen.layout.area(Focus::Results);
        let y = area.y + area.height.saturating_sub(2);
        Rect::new(area.x + 2, y, area.width.saturating_sub(4), 1)
    }
}
