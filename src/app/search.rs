//! Queries of the results pane and their answers. Methods of [`App`].
//!
//! [`App::search()`] runs the prompt's query, [`App::search_target()`] a query about a row; [`App::send_query()`]
//! sends both. Related chunks are shown as an answer, so results of relations and of searches behave alike.

use super::code::CodeContent;
use super::event::Effect;
use super::index_status::Activity;
use super::keymap::{Action, Key, KeyMatch};
use super::navigation::NavigationTarget;
use super::query::{MAX_RESULTS, ResultsContent, Waiting};
use super::state::App;
use super::text::{sentence, target_name};
use crate::chunk::{Kind, Symbol};
use crate::context::{Certainty, Relation, RelationKind, Relations};
use crate::protocol::{QueryTarget, RelatedHits, Stage, Ticket};
use crate::search::{Answer, Hit, Query};
use crossterm::event::KeyEvent;
use std::collections::HashSet;
use std::sync::Arc;

/// Maximum number of possible references that are listed one by one; more are grouped by file.
const MAX_POSSIBLE: usize = 50;

impl App {
    /// Runs the prompt's query. Old hits stay until the answer arrives.
    pub(super) fn search(&mut self) {
        self.follow_cursor();
        self.push_if_visited();
        self.search.only = None;
        self.search.content = self.prompt_query();
        self.send_query(false);
    }

    /// Sends the current query. A new query cancels pending navigation.
    pub(super) fn send_query(&mut self, is_repetition: bool) {
        if !is_repetition {
            self.navigation.destination = None;
            self.search.then = None;
            self.search.waiting.clear();
            self.search.limit = self.options.limit;
            self.search.text = self.prompt.text().to_owned();
            self.search.error = None;
            self.clear_filter();
        }
        self.call_tickets.revoke();
        let Some(request) = self.search.request() else {
            return self.show_unsent();
        };
        if !is_repetition && self.search.content.has_target() {
            self.clear_results();
        }
        let ticket = self.search.start(is_repetition);
        self.effects.push(Effect::Send(ticket, request));
        if matches!(self.search.content, ResultsContent::Query(_)) {
            self.count();
        }
    }

    /// Shows the repository, or the error of the query.
    fn show_unsent(&mut self) {
        if self.search.cancel() {
            self.effects.push(Effect::CancelSearch);
        }
        self.search.error = self.search.content.error().cloned();
        if self.search.error.is_some() {
            self.clear_results();
        } else {
            self.show(false);
        }
        self.count();
    }

    /// Stops the pending query. Returns false if there is none.
    pub(super) fn stop_search(&mut self) -> bool {
        let was_running = self.search.stop();
        if was_running {
            self.effects.push(Effect::CancelSearch);
        }
        was_running
    }

    /// Runs the query again because the index or the model changed. While a first index is made, the ranks stay in a
    /// list in which the user has moved.
    pub(super) fn refresh_search(&mut self) {
        if self.search.outdate() {
            let is_embedding = self.index.stage == Activity::Running(Stage::Embedding);
            let is_early = self.search.partial.is_some() || is_embedding;
            self.search.has_newer |= is_early && self.results.is_pinned;
            if !self.search.has_newer {
                self.send_query(true);
            }
        }
    }

    /// Runs a query again that was answered from an outdated index, unless another one was sent.
    fn rerun_if(&mut self, is_outdated: bool) {
        if is_outdated && self.search.is_answered() {
            self.refresh_search();
        }
    }

    pub(super) fn answered(&mut self, ticket: Ticket, answer: Result<Arc<Answer>, String>) {
        let is_outdated = self.search.answer(ticket);
        match answer {
            Ok(answer) => {
                self.relations.clear();
                let cut = answer.has_more;
                self.show_answer(answer, cut);
            }
            Err(why) => {
                // Old hits may not pass the filters.
                if let ResultsContent::Query(query) = &self.search.content
                    && !query.filters.is_empty()
                {
                    self.clear_results();
                }
                self.search.error = Some(sentence(&why));
            }
        }
        if let Some(step) = self.search.then.take() {
            self.step(step);
        }
        self.rerun_if(is_outdated);
    }

    /// Returns true if an action has to wait: for the pending answer, or for the code of the selected result. Once a
    /// query is slow, the user can move in the old results and choose one of them.
    fn must_wait(&self, action: Action) -> bool {
        let is_pending = self.search.is_running()
            && !self.search.is_repetition
            && !self.search.has_moved
            && !self.screen.focus.is_code();
        if matches!(action, Action::Results(_)) {
            return is_pending && !self.search.is_slow();
        }
        let is_opening =
            || matches!(self.code.content, CodeContent::Opening) && self.location().is_none();
        action.uses_selection() && (is_pending || is_opening())
    }

    /// Returns true while a list that the code belongs to, or a change, is not there yet.
    fn awaits_list(&self) -> bool {
        let search = &self.search;
        let has_target = search.content.has_target();
        let is_new = search.is_running() && !search.is_repetition;
        self.review.pending.is_some()
            || is_new && (has_target || self.screen.focus.is_code())
            || has_target && search.is_growing
    }

    /// Returns true while the code at which keys act is not there yet.
    fn awaits_code(&self) -> bool {
        let is_visiting = self.navigation.destination.is_some();
        matches!(self.code.content, CodeContent::Opening)
            && (is_visiting || self.screen.focus.is_code())
    }

    /// Lets an action wait if it has to, or if others wait. Returns false if it can be performed now.
    pub(super) fn wait_for_results(&mut self, action: Action) -> bool {
        let must_wait = match self.search.waiting[..] {
            [] => self.must_wait(action),
            _ => action.can_wait(),
        };
        if must_wait {
            let what = self.options.keys.description(action);
            let message = format!("{what}: when results arrive");
            self.wait(Waiting::Action(action), &message);
        }
        must_wait
    }

    /// Lets a key wait outside the prompt if what it acts on is not there yet, or if others wait: keys that are typed at
    /// once act in their order, as if they were typed one by one. Returns false if it acts now.
    pub(super) fn wait_for_place(&mut self, key: &KeyEvent) -> bool {
        let pressed = Key::from_event(key);
        let is_covered = self.screen.popup.is_some() || self.screen.focus.is_prompt();
        // What is there can be used while a search takes long; a movement cancels a visit.
        let is_usable = self.search.is_slow()
            || self.search.is_growing
            || self.navigation.destination.is_some()
            || !(self.awaits_list() || self.awaits_code() && self.search.content.has_target());
        if is_covered || self.search.waiting.is_empty() && is_usable {
            return false;
        }
        let found = self.options.keys.resolve(self.screen.focus, &[pressed]);
        if matches!(found, KeyMatch::Action(action) if action.interrupts()) {
            return false;
        }
        let message = format!("{pressed} waits for the keys before it");
        self.wait(Waiting::Key(*key), &message);
        true
    }

    fn wait(&mut self, waiting: Waiting, message: &str) {
        self.search.waiting.push(waiting);
        let cancel = self.key_of(Action::Escape);
        self.screen.say(format!("{message} ({cancel} cancels)"));
    }

    /// Does what has waited, until one of it has to wait on.
    pub(super) fn perform_waiting(&mut self) {
        while let Some(first) = self.search.waiting.first().copied() {
            if self.search.error.is_some() {
                return self.search.waiting.clear();
            }
            let must_wait = match first {
                Waiting::Action(action) => self.must_wait(action),
                Waiting::Key(_) => self.awaits_list() || self.awaits_code(),
            };
            if must_wait {
                return;
            }
            let mut others = std::mem::take(&mut self.search.waiting).split_off(1);
            self.screen.notice = None;
            match first {
                Waiting::Action(action) => self.perform(action),
                Waiting::Key(key) => self.press(&key),
            }
            self.refresh();
            self.search.waiting.append(&mut others);
        }
    }

    /// Clears the results of the previous query.
    fn clear_results(&mut self) {
        self.show(true);
        self.results.clear();
        self.relations.clear();
        self.staleness.clear();
    }

    fn show_answer(&mut self, answer: Arc<Answer>, cut: bool) {
        let is_first = !self.search.is_repetition && self.search.only.is_none();
        if answer.hits.is_empty() && is_first && self.search.content.has_target() {
            return self.leave_empty_target();
        }
        self.search.error = None;
        self.search.partial = self.index.searched_percent();
        self.show(true);
        let is_repetition = self.search.is_repetition;
        let relations = self.relations.values();
        let possible = relations.filter(|found| found.certainty == Certainty::Possible);
        self.results.groups_by_file = possible.count() > MAX_POSSIBLE;
        self.results.open_calls(self.search.content.opens_calls());
        self.results.set_answer(answer, is_repetition, cut);
        self.filter.forget();
        self.apply_filter();
        if !is_repetition {
            self.staleness.clear();
        }
        self.check_hits();
    }

    /// Shows related chunks as an answer whose hits are ordered by certainty.
    pub(super) fn related(&mut self, ticket: Ticket, related: Result<RelatedHits, String>) {
        let is_outdated = self.search.answer(ticket);
        match related {
            Ok(related) => self.show_related(related),
            Err(why) => {
                self.search.is_growing = false;
                self.search.error = Some(sentence(&why));
            }
        }
        self.rerun_if(is_outdated);
    }

    fn show_related(&mut self, related: RelatedHits) {
        let RelatedHits {
            relations,
            mut hits,
            is_wider,
            is_ordered,
            is_partial,
            ..
        } = related;
        // The reply after the first rows is as new as they are.
        let follows = std::mem::replace(&mut self.search.is_growing, is_partial);
        let is_first = !self.search.is_repetition || follows;
        let had_list = follows && self.results.hits().len() > 1;
        if is_wider && !hits.is_empty() && is_first {
            let message = "No definition found for this line. Showing definitions used by the \
                           whole declaration";
            self.screen.say(message);
        }
        self.relations.clear();
        for relation in &relations.found {
            // The most certain of several relations of a hit is kept.
            let kept = self.relations.entry(relation.id);
            kept.or_insert_with(|| relation.clone());
        }
        let only = self.search.only;
        // A chunk with several relations is one row.
        let mut listed = HashSet::new();
        hits.retain(|hit| {
            self.relations.contains_key(&hit.record.id)
                && only.is_none_or(|kind| hit.record.kind == kind)
                && listed.insert(hit.record.id)
        });
        // One result is shown at once; several are a list to choose from.
        let is_list = hits.len() > 1 && is_first && !had_list;
        let answer = Answer {
            complete: 1.0,
            ordered: if is_ordered { hits.len() } else { 0 },
            // The code pane recognizes a new query by it.
            query: Query {
                text: self.describe_query(),
                ..Query::default()
            },
            hits,
            ..Answer::default()
        };
        let cut = self.has_more_references(&relations);
        self.show_answer(Arc::new(answer), cut);
        if is_list && self.screen.focus.is_code() {
            self.focus_results();
        }
        if is_partial {
            return;
        }
        self.request_all_references();
        if !relations.unresolved.is_empty() && is_first {
            let names = relations.unresolved.join(", ");
            self.screen.say(format!("Not in the repository: {names}"));
        }
        if !relations.unread.is_empty() && is_first {
            let files = relations.unread.join(", ");
            self.screen.say(format!("Not read for references: {files}"));
        }
    }

    /// Returns true if a request for more references would return more. If references in unreadable files are
    /// missing, a notice is shown.
    fn has_more_references(&mut self, relations: &Relations) -> bool {
        let more = relations.total.saturating_sub(relations.found.len());
        let is_cut = relations.found.len() >= self.search.limit;
        // A repetition must not hide another notice.
        let may_notify = !self.search.is_repetition || self.screen.notice.is_none();
        if more > 0 && !is_cut && may_notify && !self.search.is_growing {
            self.screen.say(format!(
                "{more} more files mention the name; too many to read"
            ));
        }
        more > 0 && is_cut
    }

    /// Requests more hits.
    pub(super) fn request_more(&mut self) {
        if self.search.content == ResultsContent::Browse || !self.results.has_more() {
            return self.screen.say("All results are shown");
        }
        if !self.search.can_request_more() {
            return self
                .screen
                .say(format!("Showing {MAX_RESULTS} results; narrow the query"));
        }
        self.search.request_more();
        self.send_query(true);
    }

    /// Toggles the filter for the kind of the selected hit.
    pub(super) fn toggle_same_kind(&mut self) {
        if self.search.only.take().is_none() {
            let Some(kind) = self.selected_kind() else {
                return self.screen.warn("No result is selected");
            };
            self.search.only = Some(kind);
        }
        let here = self.current_position();
        self.send_query(false);
        self.navigation.destination = here.row.map(NavigationTarget::Row);
    }

    /// The kind of the selected result; of a file, the kind of its best hit.
    fn selected_kind(&self) -> Option<Kind> {
        if self.is_browsing() {
            return None;
        }
        let node = self.results.selected()?;
        match node.kind {
            Kind::File | Kind::Module => Some(self.results.hits().get(node.best?)?.record.kind),
            kind => Some(kind),
        }
    }

    /// Searches for code similar to the selected row.
    pub(super) fn search_similar(&mut self) {
        match self.selected_target() {
            Some(target) => self.search_target(ResultsContent::Similar(target)),
            None => self.screen.warn("Select a result first"),
        }
    }

    /// Lists the chunks related to the selected row, or to the declaration at the cursor of the
    /// code pane.
    pub(super) fn search_related(&mut self, kind: RelationKind) {
        match self.related_target() {
            Some(target) if !self.code.is_directory() => {
                self.search_target(ResultsContent::Related(kind, target));
            }
            _ => {
                self.screen.warn("Select a file or a declaration");
            }
        }
    }

    /// Returns true if commands are about the code at the cursor; deleted code is that of the selected row.
    pub(super) fn is_code_target(&self) -> bool {
        self.screen.focus.is_code() && !self.code.is_deleted()
    }

    /// Lists the definitions of the name under the cursor, of the names on its line, or of those that the selected row
    /// uses.
    pub(super) fn search_definitions(&mut self) {
        self.search_related(RelationKind::Definitions(self.symbol_for_definitions()));
    }

    /// The names whose definitions are requested.
    pub(super) fn symbol_for_definitions(&self) -> Option<Symbol> {
        if self.screen.focus.is_code() {
            self.code.symbol()
        } else {
            self.results.found_at().map(Symbol::OnLine)
        }
    }

    /// Lists the references to the name under the cursor, to the names that its line defines, or to the selected row.
    pub(super) fn search_references(&mut self) {
        self.search_related(RelationKind::Callers(self.requested_symbol()));
    }

    /// The name under the cursor, the names on its line, or those by which the selected row was found.
    pub(super) fn requested_symbol(&self) -> Option<Symbol> {
        if self.screen.focus.is_code() {
            self.code.symbol()
        } else {
            self.results.symbol()
        }
    }

    /// The chunk at the cursor, or the selected row.
    pub(super) fn related_target(&self) -> Option<QueryTarget> {
        if self.is_code_target() {
            self.code.target_at_cursor()
        } else {
            self.selected_target()
        }
    }

    pub(super) fn search_target(&mut self, content: ResultsContent) {
        self.add_to_history();
        self.push_history();
        self.search.only = None;
        self.search.content = content;
        // If the pane has no title, only the notice describes the results.
        let message = format!("{}; Esc goes back", self.describe_query());
        self.screen.say(sentence(&message));
        self.send_query(false);
    }

    /// The selected row as the target of a query.
    pub(super) fn selected_target(&self) -> Option<QueryTarget> {
        let node = self.results.selected()?;
        let hit = self.results.selected_hit()?;
        let names = match self.results.found_at() {
            Some(_) => hit.names(),
            None => node.names(hit),
        };
        Some(QueryTarget {
            path: node.path.clone(),
            id: node.id,
            hash: node.hash(hit),
            name: target_name(&names, &node.path, node.kind, hit.record.lines.0),
            deleted_in: match &self.search.content {
                ResultsContent::Query(query) if hit.deleted.is_some() => Some(query.text.clone()),
                _ => None,
            },
        })
    }

    /// Description of the query.
    pub(crate) fn describe_query(&self) -> String {
        self.search.content.describe(&self.options.root_name)
    }

    /// Returns true if the rows list the repository.
    pub(crate) fn is_browsing(&self) -> bool {
        self.results.listing().is_some() || self.search.content == ResultsContent::Browse
    }

    /// Error of the last query, or of the one in the prompt.
    pub(crate) fn error(&self) -> Option<&str> {
        if let Some(error) = &self.search.error {
            return Some(error);
        }
        if self.search.content.has_target() && !self.screen.focus.is_prompt() {
            return None;
        }
        self.prompt.query.error.as_deref()
    }

    /// [`Answer::also_searching`], unless the hits belong to another query.
    pub(crate) fn also_searching(&self) -> Option<String> {
        self.answer()?.also_searching()
    }

    /// Returns true if the answer tells how many files were not searched.
    pub(super) fn is_exact(&self) -> bool {
        self.answer().is_some_and(|answer| answer.totals.is_some())
    }

    /// The answer to the last query; none if the hits belong to another one.
    pub(super) fn answer(&self) -> Option<&Answer> {
        let answer = self.results.answer()?;
        match &self.search.content {
            ResultsContent::Query(query) if query.text == answer.query.text => Some(answer),
            _ => None,
        }
    }

    /// The relation of a hit to the requested chunk. None for other results.
    pub(crate) fn relation_of(&self, hit: &Hit) -> Option<&Relation> {
        self.results.answer()?;
        self.relations.get(&hit.record.id)
    }
}
