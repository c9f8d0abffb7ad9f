//! The query of the results pane: text, similar code or related chunks. Without a query the pane shows the
//! repository.
//!
//! Principal type: [`ResultsContent`]. Invariant: a commit does not interrupt a pending query; the query runs
//! again once it is answered.

use super::bookmarks::qualified;
use super::event::Effect;
use super::navigation::NavigationTarget;
use super::{App, Tone, sentence};
use crate::chunk::Kind;
use crate::context::RelationKind;
use crate::protocol::{QueryTarget, RelationRequest, Reply, Request, Search, Ticket, Tickets};
use crate::search::{Answer, Field, Filter, Query};
use std::sync::Arc;

/// Number of hits added by a request for more, and the maximum number of hits.
const PAGE_SIZE: usize = 100;
const MAX_RESULTS: usize = 1_000;

/// Content of the results pane.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum ResultsContent {
    /// No query: the repository.
    #[default]
    Browse,
    /// Results of the prompt's query.
    Query(Query),
    /// Code similar to this.
    Similar(QueryTarget),
    /// Chunks related to this.
    Related(RelationKind, QueryTarget),
}

/// The query of the results pane and the progress of its answer.
#[derive(Debug, Default)]
pub(crate) struct QueryState {
    pub(super) content: ResultsContent,
    /// The only kind of hits to show.
    pub(super) only: Option<Kind>,
    /// Open until the last query is answered.
    pub(super) tickets: Tickets,
    /// The ticket of the last query once it is answered: a corrected answer may follow.
    pub(super) answered: Option<Ticket>,
    /// The index or the model changed while the query ran, so that it runs again when it is
    /// answered.
    pub(super) is_outdated: bool,
    /// The user stopped the query: it runs again only on request.
    pub(super) stopped: bool,
    /// Ticks since the request: a spinner is shown for slow answers only.
    pub(super) ticks: u32,
    /// The last request repeated the query because the index changed.
    pub(super) repeated: bool,
    /// Error of the last query.
    pub(super) error: Option<String>,
    /// Number of hits requested.
    pub(super) limit: usize,
    /// Text of the prompt.
    pub(super) text: String,
}

impl App {
    /// Runs the prompt's query. Old hits stay until the answer arrives.
    pub(super) fn search(&mut self) {
        self.follow_cursor();
        self.push_if_visited();
        self.search.only = None;
        self.search.content = self.prompt_query();
        self.send_query(false);
    }

    /// The prompt's query, without a filter whose value is incomplete.
    pub(super) fn prompt_query(&self) -> ResultsContent {
        let mut query = self.prompt.query.clone();
        if let Some(typing) = self.partial_filter() {
            query.filters.retain(|filter| *filter != typing.filter);
            if self.prompt.text().get(typing.bytes.clone()) == Some(query.words.as_str()) {
                query.words.clear();
            }
        }
        match query.is_empty() {
            true => ResultsContent::Browse,
            false => ResultsContent::Query(query),
        }
    }

    /// Sends the current query. A new query cancels pending navigation.
    pub(super) fn send_query(&mut self, repeated: bool) {
        if !repeated {
            self.navigation.destination = None;
        }
        let search = &mut self.search;
        // A new query without an answer counts as new when it is repeated.
        let is_unanswered = search.tickets.are_open() || search.stopped;
        search.repeated = repeated && (search.repeated || !is_unanswered);
        search.ticks = 0;
        search.answered = None;
        search.is_outdated = false;
        search.stopped = false;
        if !repeated {
            search.limit = self.options.limit;
            search.text = self.prompt.text().to_owned();
            search.error = None;
        }
        let error = match &self.search.content {
            ResultsContent::Query(query) => query.error.clone(),
            _ => None,
        };
        let Some(request) = self.search_request().filter(|_| error.is_none()) else {
            self.cancel_search();
            match error {
                Some(_) => self.clear_results(),
                None => self.show(false),
            }
            self.search.error = error;
            return self.count();
        };
        if !repeated && self.has_target() {
            self.clear_results();
        }
        let ticket = self.search.tickets.supersede();
        self.effects.push(Effect::Send(ticket, request));
        if matches!(self.search.content, ResultsContent::Query(_)) {
            self.count();
        }
    }

    /// The request for the current query; none for the repository.
    fn search_request(&self) -> Option<Request> {
        let limit = self.search.limit;
        let search = |query: &Query, like| {
            // The filter of the action "same kind".
            let only = self.search.only;
            let only = only.map(|kind| Filter::new(Field::Kind, kind.name(), false));
            let mut query = query.clone();
            query.filters.extend(only);
            Some(Request::Search(Search { query, like, limit }))
        };
        match &self.search.content {
            ResultsContent::Browse => None,
            ResultsContent::Query(query) => search(query, None),
            ResultsContent::Similar(target) => search(&Query::default(), Some(target.id)),
            ResultsContent::Related(kind, target) => Some(Request::Relate(RelationRequest {
                target: target.clone(),
                kind: *kind,
                limit,
            })),
        }
    }

    /// Cancels the pending search.
    fn cancel_search(&mut self) {
        if self.is_searching() {
            self.search.tickets.revoke();
            self.effects.push(Effect::CancelSearch);
        }
    }

    /// Stops the pending query. Returns false if there is none.
    pub(super) fn stop_search(&mut self) -> bool {
        let is_searching = self.is_searching();
        if is_searching {
            self.cancel_search();
            self.search.is_outdated = false;
            self.search.stopped = true;
            self.search.error = Some("Search stopped".to_owned());
        }
        is_searching
    }

    /// Runs the query again because the index or the model changed. A pending query is not interrupted:
    /// otherwise a slow query would never be answered during indexing.
    pub(super) fn refresh_search(&mut self) {
        match (&self.search.content, self.is_searching()) {
            (ResultsContent::Browse, _) => {}
            _ if self.search.stopped => {}
            (_, true) => self.search.is_outdated = true,
            (_, false) => self.send_query(true),
        }
    }

    /// Runs the query again if the index changed while it was pending.
    pub(super) fn rerun_if_outdated(&mut self) {
        if std::mem::take(&mut self.search.is_outdated) {
            self.send_query(true);
        }
    }

    pub(super) fn take_reply(&mut self, ticket: Ticket, answer: Result<Arc<Answer>, String>) {
        let search = &mut self.search;
        search.tickets.revoke();
        // A second answer to the same query keeps the selection.
        search.repeated |= search.answered.replace(ticket) == Some(ticket);
        match answer {
            Ok(answer) => {
                self.relations.clear();
                let cut = answer.leaf_count() >= self.search.limit;
                self.show_answer(answer, cut);
            }
            Err(why) => {
                // Old hits may not pass the filters.
                if matches!(&self.search.content, ResultsContent::Query(it) if !it.filters.is_empty())
                {
                    self.clear_results();
                }
                self.search.error = Some(sentence(&why));
            }
        }
    }

    /// Clears the results of the previous query.
    fn clear_results(&mut self) {
        self.show(true);
        self.results.clear();
        self.relations.clear();
        self.forget_staleness();
    }

    pub(super) fn show_answer(&mut self, answer: Arc<Answer>, cut: bool) {
        let is_first = !self.search.repeated && self.search.only.is_none();
        if answer.hits.is_empty() && is_first && self.has_target() {
            return self.leave_empty_target();
        }
        self.search.error = None;
        self.show(true);
        self.results.set_answer(answer, self.search.repeated, cut);
        self.forget_staleness();
        self.check_hits();
    }

    /// Requests more hits.
    pub(super) fn request_more(&mut self) {
        if self.search.content == ResultsContent::Browse || !self.results.has_more() {
            return self.screen.notify(Tone::Plain, "All results are shown");
        }
        if !self.can_request_more() {
            let message = format!("Showing {MAX_RESULTS} results; narrow the query");
            return self.screen.notify(Tone::Plain, message);
        }
        self.search.limit = (self.search.limit + PAGE_SIZE).min(MAX_RESULTS);
        self.send_query(true);
    }

    /// Returns true if more hits can be requested.
    pub(crate) fn can_request_more(&self) -> bool {
        self.search.limit < MAX_RESULTS
    }

    /// Toggles the filter for the kind of the selected hit.
    pub(super) fn toggle_same_kind(&mut self) {
        if self.search.only.take().is_none() {
            let selected = self.results.selected().filter(|_| !self.is_browsing());
            let kind = selected.and_then(|node| match node.kind {
                Kind::File | Kind::Module => Some(self.results.hits().get(node.best?)?.record.kind),
                kind => Some(kind),
            });
            if kind.is_none() {
                return self.screen.notify(Tone::Warning, "No result is selected");
            }
            self.search.only = kind;
        }
        let here = self.current_position();
        self.send_query(false);
        self.navigation.destination = here.row.map(NavigationTarget::Row);
    }

    /// Searches for code similar to the selected row.
    pub(super) fn search_similar(&mut self) {
        match self.target() {
            Some(target) => self.search_target(ResultsContent::Similar(target)),
            None => self.screen.notify(Tone::Warning, "Select a result first"),
        }
    }

    pub(super) fn search_target(&mut self, content: ResultsContent) {
        self.add_to_history();
        self.push_history();
        self.search.only = None;
        self.search.content = content;
        // If the pane has no title, only the notice describes the results.
        let message = format!("{}; Esc goes back", self.describe_query());
        self.screen.notify(Tone::Plain, sentence(&message));
        self.send_query(false);
    }

    pub(super) fn target(&self) -> Option<QueryTarget> {
        let node = self.results.selected()?;
        let hit = self.results.selected_hit()?;
        let names = match self.found_at() {
            Some(_) => hit.names(),
            None => node.names(hit),
        };
        Some(QueryTarget {
            path: node.path.clone(),
            id: node.id,
            hash: node.hash(hit),
            name: qualified(&names, &node.path),
        })
    }

    /// Returns true if the query has a target. Its results are titled with the target, so old results must not
    /// stay.
    pub(crate) fn has_target(&self) -> bool {
        matches!(
            self.search.content,
            ResultsContent::Similar(_) | ResultsContent::Related(..)
        )
    }

    /// Returns true if the rows list the repository.
    pub(crate) fn is_browsing(&self) -> bool {
        self.results.listing().is_some() || self.search.content == ResultsContent::Browse
    }

    pub(crate) fn content(&self) -> &ResultsContent {
        &self.search.content
    }

    /// The kind of the filter "same kind", if it is active.
    pub(crate) fn only(&self) -> Option<Kind> {
        self.search.only
    }

    /// Returns true for the second answer to the last query, in which typos are corrected.
    pub(super) fn is_correction(&self, ticket: Ticket, reply: &Reply) -> bool {
        matches!(reply, Reply::Answered(Ok(answer)) if !answer.also.is_empty())
            && self.search.answered == Some(ticket)
    }

    /// [`crate::search::Answer::also_searching`], unless the hits belong to another query.
    pub(crate) fn also_searching(&self) -> Option<String> {
        let answer = self.results.answer()?;
        let is_current = matches!(&self.search.content, ResultsContent::Query(it) if it.text == answer.query.text);
        answer.also_searching().filter(|_| is_current)
    }
}
