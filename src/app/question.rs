//! What the results pane answers: a query, what is like a chunk, who touches it; without any of
//! these it shows the repository.

use super::code::uncalled;
use super::event::{Asker, Effect};
use super::keymap::Action;
use super::uses::Uses;
use super::{App, Focus, Tone};
use crate::chunk::{ChunkId, Kind};
use crate::context::{Connection, Relations};
use crate::corpus::SourcePath;
use crate::search::{Answer, Field, Filter, Hit, Query};
use crate::ticket::Ticket;
use std::sync::Arc;

/// Hits that are asked for on top, and the most that are asked for in all: beyond that a narrower
/// question helps more.
const MORE: usize = 100;
const MOST: usize = 1_000;

/// What the results pane answers.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum Question {
    /// Nothing is asked: the repository.
    #[default]
    Browse,
    /// What the prompt says.
    Query(Query),
    /// What is like this.
    Like(Target),
    /// Who calls or uses this.
    Touching(Target),
}

/// A chunk, a file or a directory that is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) path: SourcePath,
    pub(crate) id: ChunkId,
    /// Its content hash, in case it has another id now; 0 where it is not known.
    pub(crate) hash: u64,
    /// As people call it: `IndexMerger › write`.
    pub(crate) name: String,
}

impl Target {
    /// Whether it is a whole file: of one it is asked who imports it.
    pub(crate) fn is_file(&self) -> bool {
        self.id == Hit::id_of_file(&self.path)
    }
}

impl App {
    /// Asks what the prompt says now, or the same question again where `repeated`: the index moved
    /// on, the question did not. Until it is answered the old hits stay; where it cannot be asked,
    /// there are none.
    pub(super) fn ask(&mut self, repeated: bool, effects: &mut Vec<Effect>) {
        if !repeated {
            self.follow_cursor();
            self.push_if_visited();
            self.inquiry.only = None;
            self.inquiry.question = self.prompted();
        }
        self.put(repeated, effects);
    }

    /// What the prompt asks: not what a filter narrows whose value is only begun.
    pub(super) fn prompted(&self) -> Question {
        let mut query = self.inquiry.prompt.query().clone();
        if let Some(typing) = self.begun() {
            query.filters.retain(|filter| *filter != typing.filter);
            if self.inquiry.prompt.text().get(typing.bytes.clone()) == Some(query.words.as_str()) {
                query.words.clear();
            }
        }
        match query.is_empty() {
            true => Question::Browse,
            false => Question::Query(query),
        }
    }

    /// Asks the question as it stands. Where it is not `repeated`, nobody is on the way to a place
    /// of the one before it any more.
    pub(super) fn put(&mut self, repeated: bool, effects: &mut Vec<Effect>) {
        if !repeated {
            self.cancel_navigation();
        }
        self.send(repeated, effects);
    }

    /// Sends the question as it stands, to be shown from where somebody is on the way to.
    pub(super) fn send(&mut self, repeated: bool, effects: &mut Vec<Effect>) {
        let asking = &mut self.inquiry.asking;
        // An unanswered new question stays a new question when it is asked again.
        let is_unanswered = asking.tickets.are_open() || asking.stopped;
        asking.repeated = repeated && (asking.repeated || !is_unanswered);
        asking.ticks = 0;
        asking.answered = None;
        asking.overtaken = false;
        asking.stopped = false;
        if !repeated {
            asking.limit = self.options.limit;
            asking.text = self.inquiry.prompt.text().to_owned();
            asking.error = None;
            self.kept.attention.reset();
        }
        match &self.inquiry.question {
            Question::Browse => {
                asking.error = None;
                self.cancel_search(effects);
                self.browse();
                return self.count(effects);
            }
            Question::Query(Query {
                error: Some(sentence),
                ..
            }) => {
                asking.error = Some(sentence.clone());
                self.cancel_search(effects);
                self.show_no_answer();
                return self.count(effects);
            }
            Question::Query(_) | Question::Like(_) | Question::Touching(_) => {}
        }
        let ticket = asking.tickets.supersede();
        if !repeated && self.is_about_a_row() {
            self.show_no_answer();
        }
        effects.extend(self.asked(ticket));
        if matches!(self.inquiry.question, Question::Query(_)) {
            self.count(effects);
        }
    }

    /// The question as it stands, for a worker; none where the repository is the answer.
    fn asked(&self, ticket: Ticket) -> Option<Effect> {
        let limit = self.inquiry.asking.limit;
        Some(match &self.inquiry.question {
            Question::Browse => return None,
            Question::Query(query) => Effect::Search {
                ticket,
                query: self.narrowed(query),
                limit,
            },
            Question::Like(target) => Effect::Like {
                ticket,
                id: target.id,
                query: self.narrowed(&Query::default()),
                limit,
            },
            Question::Touching(target) => Effect::Relate {
                ticket,
                asker: Asker::Results,
                path: target.path.clone(),
                id: target.id,
                hash: target.hash,
                wanted: vec![Connection::Callers],
                limit,
            },
        })
    }

    /// What was asked last is not to be answered any more.
    fn cancel_search(&mut self, effects: &mut Vec<Effect>) {
        if self.is_asking() {
            self.inquiry.asking.tickets.revoke();
            effects.push(Effect::CancelSearch);
        }
    }

    /// Stops what somebody waits for; false where nothing is. It is not asked again by itself.
    pub(super) fn stop_search(&mut self, effects: &mut Vec<Effect>) -> bool {
        let is_asking = self.is_asking();
        if is_asking {
            self.cancel_search(effects);
            self.inquiry.asking.overtaken = false;
            self.inquiry.asking.stopped = true;
            self.inquiry.asking.error =
                Some("the search was stopped before it was answered".to_owned());
        }
        is_asking
    }

    /// The query, and that only one kind is wanted where that was said.
    fn narrowed(&self, query: &Query) -> Query {
        let only = self.inquiry.only.map(|kind| Filter {
            field: Field::Kind,
            value: kind.name().to_owned(),
            negated: false,
        });
        let mut query = query.clone();
        query.filters.extend(only);
        query
    }

    /// The index or the model came on, so there may be a better answer. One that is on its way is
    /// waited for: asked anew at every commit, a slow question would never be answered.
    pub(super) fn overtake(&mut self, effects: &mut Vec<Effect>) {
        match (&self.inquiry.question, self.is_asking()) {
            (Question::Browse, _) => {}
            _ if self.inquiry.asking.stopped => {}
            (_, true) => self.inquiry.asking.overtaken = true,
            (_, false) => self.ask(true, effects),
        }
    }

    /// Asks once more what was overtaken while it waited for its answer.
    pub(super) fn catch_up(&mut self, effects: &mut Vec<Effect>) {
        if std::mem::take(&mut self.inquiry.asking.overtaken) {
            self.ask(true, effects);
        }
    }

    pub(super) fn answered(
        &mut self,
        ticket: Ticket,
        answer: Result<Arc<Answer>, String>,
        effects: &mut Vec<Effect>,
    ) {
        self.inquiry.asking.tickets.revoke();
        self.note_answer(ticket);
        match answer {
            Ok(answer) => {
                self.trees.uses = Uses::default();
                let cut = answer.leaf_count() >= self.inquiry.asking.limit;
                self.take_answer(answer, cut, effects);
            }
            Err(why) => self.inquiry.asking.error = Some(why),
        }
    }

    /// Who touches the target: an answer like any other, its hits by how certain they are.
    pub(super) fn touched(
        &mut self,
        relations: Result<Arc<Relations>, String>,
        hits: Vec<Hit>,
        effects: &mut Vec<Effect>,
    ) {
        self.inquiry.asking.tickets.revoke();
        let relations = match relations {
            Ok(relations) => relations,
            Err(why) => return self.inquiry.asking.error = Some(why),
        };
        self.trees.uses = Uses::new(&relations);
        let hits = match self.inquiry.only {
            Some(kind) => hits
                .into_iter()
                .filter(|it| it.record.kind == kind)
                .collect(),
            None => hits,
        };
        let answer = Answer {
            hits,
            complete: 1.0,
            ..Answer::default()
        };
        let cut = self.has_more_uses(&relations);
        self.take_answer(Arc::new(answer), cut, effects);
    }

    /// What is shown answers another question: nothing is shown before there is an answer.
    fn show_no_answer(&mut self) {
        self.show_answers();
        self.trees.results.clear();
        self.trees.uses = Uses::default();
        self.forget_staleness();
    }

    fn take_answer(&mut self, answer: Arc<Answer>, cut: bool, effects: &mut Vec<Effect>) {
        self.inquiry.asking.error = None;
        self.show_answers();
        self.trees
            .results
            .take(answer, self.inquiry.asking.repeated, cut);
        self.seek_row();
        self.forget_staleness();
        self.check_hits(effects);
    }

    /// Asks for more hits of the same question.
    pub(super) fn ask_for_more(&mut self, effects: &mut Vec<Effect>) {
        if self.inquiry.question == Question::Browse || !self.trees.results.is_cut() {
            return self.notify(Tone::Plain, "these are all there are");
        }
        if !self.may_ask_for_more() {
            let says = format!("{MOST} hits are shown; a narrower question helps more");
            return self.notify(Tone::Plain, says);
        }
        self.inquiry.asking.limit = (self.inquiry.asking.limit + MORE).min(MOST);
        self.put(true, effects);
    }

    /// Whether more hits can be asked for than were.
    pub(crate) fn may_ask_for_more(&self) -> bool {
        self.inquiry.asking.limit < MOST
    }

    /// The key that asks for more hits, as the keymap has it.
    pub(crate) fn key_for_more(&self) -> Option<String> {
        self.keymap().key_for(Focus::Results, Action::MoreHits)
    }

    /// Only hits of the kind of the selected one; all of them again.
    pub(super) fn same_kind(&mut self, effects: &mut Vec<Effect>) {
        if self.inquiry.only.take().is_none() {
            let selected = self
                .trees
                .results
                .selected()
                .filter(|_| !self.is_browsing());
            let kind = selected.and_then(|node| match node.kind {
                Kind::File | Kind::Module => {
                    Some(self.trees.results.hits().get(node.best?)?.record.kind)
                }
                kind => Some(kind),
            });
            if kind.is_none() {
                return self.notify(Tone::Warning, "no hit is selected to take the kind of");
            }
            self.inquiry.only = kind;
        }
        let here = self.here();
        self.put(false, effects);
        self.show_from(here);
    }

    /// Asks what is like the selected row.
    pub(super) fn ask_like(&mut self, effects: &mut Vec<Effect>) {
        match self.target() {
            Some(target) => self.ask_about(Question::Like(target), effects),
            None => self.notify(Tone::Warning, "select what there should be more of"),
        }
    }

    /// Asks who calls or uses the selected row.
    pub(super) fn ask_touching(&mut self, effects: &mut Vec<Effect>) {
        let is_directory = self.reading.code.is_directory();
        let kind = self.trees.results.selected().map(|node| node.kind);
        let why_not = kind.and_then(|kind| uncalled(kind, self.reading.code.is_prose()));
        if let Some(why) = why_not {
            return self.notify(Tone::Warning, why);
        }
        match self.target().filter(|_| !is_directory) {
            Some(target) => self.ask_about(Question::Touching(target), effects),
            None => self.notify(
                Tone::Warning,
                "select a file or a declaration that may be used",
            ),
        }
    }

    fn ask_about(&mut self, question: Question, effects: &mut Vec<Effect>) {
        self.keep_answered(effects);
        self.push_history();
        self.inquiry.only = None;
        self.inquiry.question = question;
        // Where there is no room for the pane's title, nothing else says so.
        let says = format!("{}; Esc goes back", self.asked_words());
        self.notify(Tone::Plain, says);
        self.put(false, effects);
    }

    fn target(&self) -> Option<Target> {
        let node = self.trees.results.selected()?;
        let record = &self.trees.results.selected_hit()?.record;
        Some(Target {
            path: node.path.clone(),
            id: node.id,
            hash: match record.id == node.id {
                true => record.hash,
                false => 0,
            },
            name: self.trees.results.crumbs(),
        })
    }

    /// Whether what is asked is what is like a row, or who touches it: the answer is named after
    /// the row, and nothing else may stand under that name.
    pub(super) fn is_about_a_row(&self) -> bool {
        matches!(
            self.inquiry.question,
            Question::Like(_) | Question::Touching(_)
        )
    }

    /// Whether the rows are the repository's own.
    pub(crate) fn is_browsing(&self) -> bool {
        self.trees.results.listing().is_some() || self.inquiry.question == Question::Browse
    }

    pub(crate) fn question(&self) -> &Question {
        &self.inquiry.question
    }

    /// The only kind that is wanted, where that was said.
    pub(crate) fn only(&self) -> Option<Kind> {
        self.inquiry.only
    }
}
