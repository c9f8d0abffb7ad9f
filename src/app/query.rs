//! The query of the results pane and the stage of its answer.
//!
//! Principal types: [`ResultsContent`] and [`QueryState`]. Invariant: a commit does not interrupt a pending query;
//! the query runs again once it is answered.

use super::keymap::{Action, Step};
use crate::chunk::{Kind, Symbol};
use crate::context::RelationKind;
use crate::protocol::{
    NamedTarget, QueryTarget, RelationRequest, Reply, Request, Search, Ticket, Tickets, Walk,
    WalkRequest,
};
use crate::search::{Field, Filter, Query};
use crossterm::event::KeyEvent;

/// Number of hits added by a request for more, and the maximum number of hits.
const PAGE_SIZE: usize = 100;
pub(super) const MAX_RESULTS: usize = 1_000;

/// Ticks until a query counts as slow.
const SLOW: u32 = 2;

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
    /// Declarations that several steps from this reach.
    Walked(Walk, NamedTarget),
}

impl ResultsContent {
    /// Returns true if the query has a target. Its results are titled with the target, so old results must not
    /// stay.
    pub(crate) fn has_target(&self) -> bool {
        matches!(
            self,
            Self::Similar(_) | Self::Related(..) | Self::Walked(..)
        )
    }

    /// Returns true if the rows have relations to the target.
    pub(crate) fn has_relations(&self) -> bool {
        matches!(self, Self::Related(..) | Self::Walked(..))
    }

    /// Returns true if calls open below the rows.
    pub(super) fn opens_calls(&self) -> bool {
        match self {
            Self::Related(RelationKind::Callers(_), target) => !target.is_file(),
            Self::Related(RelationKind::Callees, _) => true,
            _ => false,
        }
    }

    /// Error in the query itself.
    pub(super) fn error(&self) -> Option<&String> {
        match self {
            Self::Query(query) => query.error.as_ref(),
            _ => None,
        }
    }

    /// Description of the query; without one, the repository's name.
    pub(crate) fn describe(&self, root_name: &str) -> String {
        match self {
            Self::Browse => root_name.to_owned(),
            Self::Query(query) => query.text.clone(),
            Self::Similar(target) => format!("code similar to {}", target.name),
            Self::Walked(Walk::PathFrom((start, _)), (end, _)) => {
                format!("path from {} to {}", start.name, end.name)
            }
            Self::Walked(Walk::Impact, (target, _)) => {
                format!("reached by a change of {}", target.name)
            }
            Self::Walked(Walk::Tests, (target, _)) => format!("tests that reach {}", target.name),
            Self::Related(kind, target) => {
                let relation = match kind {
                    RelationKind::Callers(_) if target.is_file() => "files that import",
                    RelationKind::Callers(_) => "references to",
                    RelationKind::Definitions(Some(Symbol::At(_))) => "definitions of",
                    RelationKind::Implementations(_) => "implementations of",
                    RelationKind::Callees => "calls of",
                    RelationKind::Definitions(_) => "definitions used by",
                    RelationKind::Imports => "imports of",
                    RelationKind::Owner => "type of",
                    RelationKind::Siblings => "siblings of",
                };
                let name = kind.name_position().map_or(&target.name, |at| &at.name);
                format!("{relation} {name}")
            }
        }
    }
}

/// Something to do when an answer has arrived.
#[derive(Clone, Copy, Debug)]
pub(super) enum Waiting {
    Action(Action),
    /// A key, whose action depends on where the answer leads.
    Key(KeyEvent),
}

/// Stage of the answer.
#[derive(Debug, Default)]
enum QueryStage {
    /// Not sent: the prompt is empty, or the query has an error.
    #[default]
    Unsent,
    /// Waiting for the answer. A spinner is shown after some ticks.
    Running { ticks: u32, is_outdated: bool },
    /// Stopped by the user: the query runs again only on request.
    Stopped,
    /// Answered or failed. A corrected answer with the same ticket may follow.
    Answered(Ticket),
}

/// The query of the results pane and the progress of its answer.
#[derive(Debug, Default)]
pub(crate) struct QueryState {
    pub(crate) content: ResultsContent,
    /// The only kind of hits to show.
    pub(crate) only: Option<Kind>,
    tickets: Tickets,
    stage: QueryStage,
    /// True if the results of the same query are shown: it runs because the index changed, or for more hits.
    pub(super) is_repetition: bool,
    /// Percentage of the files that the answer is from, if some were not read.
    pub(crate) partial: Option<usize>,
    /// True if the index changed and the answer stays, because the user has moved in its list.
    pub(crate) has_newer: bool,
    /// Error of the query or of its answer, until the next answer.
    pub(super) error: Option<String>,
    /// True while the rows are the first ones, and all follow.
    pub(crate) is_growing: bool,
    /// Number of declarations that a walk has followed so far.
    pub(crate) followed: usize,
    /// Number of hits requested.
    pub(super) limit: usize,
    /// Text of the prompt.
    pub(super) text: String,
    /// Step to take when more hits have arrived.
    pub(super) then: Option<Step>,
    /// Actions to run in this order once the answer arrives.
    pub(super) waiting: Vec<Waiting>,
    /// True if the user has moved in the old results since the query was sent.
    pub(super) has_moved: bool,
}

impl QueryState {
    /// Returns true while the answer is pending.
    pub(crate) fn is_running(&self) -> bool {
        matches!(self.stage, QueryStage::Running { .. })
    }

    /// Returns true while the answer, or the rest of it, is pending.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.is_running() || self.is_growing
    }

    /// Returns true if the user stopped it.
    pub(crate) fn is_stopped(&self) -> bool {
        matches!(self.stage, QueryStage::Stopped)
    }

    /// Returns true if the answer has been pending long enough to show it.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self.stage, QueryStage::Running { ticks: SLOW.., .. })
    }

    pub(super) fn is_answered(&self) -> bool {
        matches!(self.stage, QueryStage::Answered(_))
    }

    /// Returns true if more hits can be requested.
    pub(crate) fn can_request_more(&self) -> bool {
        self.limit < self.max_results()
    }

    /// Requests another page; twice as many when there are more, so that all are soon there.
    pub(super) fn request_more(&mut self) {
        let more = self.limit + PAGE_SIZE.max(self.limit);
        self.limit = more.min(self.max_results());
    }

    /// Requests as many hits as can be listed.
    pub(super) fn request_all(&mut self) {
        self.limit = self.max_results();
    }

    /// All matches of phrases and patterns are listed; a ranking ends.
    fn max_results(&self) -> usize {
        match &self.content {
            ResultsContent::Query(query) if query.is_literal() => usize::MAX,
            _ => MAX_RESULTS,
        }
    }

    /// Counts a tick while the query runs.
    pub(super) fn tick(&mut self) {
        if let QueryStage::Running { ticks, .. } = &mut self.stage {
            *ticks = ticks.saturating_add(1);
        }
    }

    /// The request for the query; none for the repository and for a query with an error.
    pub(super) fn request(&self) -> Option<Request> {
        if self.content.error().is_some() {
            return None;
        }
        let (query, like) = match &self.content {
            ResultsContent::Browse => return None,
            ResultsContent::Query(query) => (query.clone(), None),
            ResultsContent::Similar(target) => (Query::default(), Some(target.id)),
            ResultsContent::Walked(walk, target) => {
                return Some(Request::Walk(WalkRequest {
                    walk: walk.clone(),
                    target: target.clone(),
                }));
            }
            ResultsContent::Related(kind, target) => {
                return Some(Request::Relate(RelationRequest {
                    target: target.clone(),
                    kind: kind.clone(),
                    limit: self.limit,
                    with_docs: false,
                }));
            }
        };
        let mut search = Search {
            query,
            like,
            limit: self.limit,
        };
        // The filter of the action "same kind".
        if let Some(kind) = self.only {
            let filter = Filter::new(Field::Kind, kind.name(), false);
            search.query.filters.push(filter);
        }
        Some(Request::Search(search))
    }

    /// Starts the query. A repetition of a query without an answer counts as new, because its results are not
    /// shown yet.
    pub(super) fn start(&mut self, is_repetition: bool) -> Ticket {
        let is_unanswered = self.is_running() || self.is_stopped();
        self.is_repetition = is_repetition && (self.is_repetition || !is_unanswered);
        self.has_newer = false;
        self.is_growing = false;
        self.followed = 0;
        self.has_moved = false;
        self.stage = QueryStage::Running {
            ticks: 0,
            is_outdated: false,
        };
        self.tickets.supersede()
    }

    /// Ends without an answer. Returns true if one was pending.
    pub(super) fn cancel(&mut self) -> bool {
        let is_unfinished = self.is_unfinished();
        self.tickets.revoke();
        self.is_growing = false;
        self.stage = QueryStage::Unsent;
        is_unfinished
    }

    /// Stops the pending query, or the search for the rest of its rows. Returns false without one, and for a repetition,
    /// whose earlier results stay.
    pub(super) fn stop(&mut self) -> bool {
        let was_growing = std::mem::take(&mut self.is_growing);
        let was_running = self.is_running() && !self.is_repetition;
        if was_running || was_growing {
            self.tickets.revoke();
            self.stage = QueryStage::Stopped;
            self.error = was_running.then(|| "Search stopped".to_owned());
        }
        was_running || was_growing
    }

    /// Notes that the index or the model changed. Returns true if the query must run again now. A pending query
    /// is not interrupted: otherwise a slow query would never be answered during indexing.
    pub(super) fn outdate(&mut self) -> bool {
        match &mut self.stage {
            QueryStage::Running { is_outdated, .. } => {
                *is_outdated = true;
                false
            }
            QueryStage::Stopped => false,
            QueryStage::Unsent | QueryStage::Answered(_) => self.content != ResultsContent::Browse,
        }
    }

    /// Notes an answer. Returns true if the index changed while it was pending.
    pub(super) fn answer(&mut self, ticket: Ticket) -> bool {
        self.tickets.revoke();
        // A second answer to the same query keeps the selection.
        self.is_repetition |= self.is_answered();
        let stage = std::mem::replace(&mut self.stage, QueryStage::Answered(ticket));
        matches!(stage, QueryStage::Running { is_outdated, .. } if is_outdated)
    }

    /// Returns true for a reply to an earlier query. A second answer to the last one, in which typos are
    /// corrected, is not stale.
    pub(super) fn is_stale(&self, ticket: Ticket, reply: &Reply) -> bool {
        let may_follow = match reply {
            Reply::Answered(Ok(answer)) => !answer.also.is_empty(),
            Reply::Related(_) | Reply::Followed(_) => self.is_growing,
            _ => false,
        };
        if may_follow
            && let QueryStage::Answered(last) = self.stage
            && last == ticket
        {
            return false;
        }
        self.tickets.is_stale(ticket)
    }
}
