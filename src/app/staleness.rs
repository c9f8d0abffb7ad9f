//! The hits of the last answer, compared with the working tree.
//!
//! Principal type: [`HitStaleness`]. Invariant: when the hits or files may have changed, everything here is
//! dropped and requested again.

use super::event::Effect;
use crate::chunk::ChunkId;
use crate::context::Staleness;
use crate::protocol::{CheckedHit, Request, Tickets};
use crate::search::{Answer, Hit};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A hit: its chunk, and its location, because several frames of a trace may be in one chunk.
type HitKey = (ChunkId, Option<(u32, u32)>);

/// State of the hits in the working tree.
#[derive(Debug, Default)]
pub(crate) struct HitStaleness {
    pub(super) tickets: Tickets,
    pub(super) checked: HashMap<HitKey, CheckedHit>,
}

impl HitStaleness {
    /// Forgets everything, because the hits change.
    pub(super) fn clear(&mut self) {
        self.tickets.revoke();
        self.checked.clear();
    }

    /// The request to compare the hits of an answer; none without hits.
    pub(super) fn request(&mut self, answer: Option<&Arc<Answer>>) -> Option<Effect> {
        match answer {
            Some(answer) if !answer.hits.is_empty() => {
                let ticket = self.tickets.supersede();
                Some(Effect::Send(ticket, Request::Check(Arc::clone(answer))))
            }
            _ => {
                self.clear();
                None
            }
        }
    }

    /// Adds some of the hits, and forgets those that are not among all `hits` any more.
    pub(super) fn add_checked(&mut self, checked: Vec<CheckedHit>, hits: &[Hit]) {
        for hit in checked {
            self.checked.insert((hit.id, hit.located_at), hit);
        }
        let key = |hit: &Hit| (hit.record.id, hit.explanation.located_at);
        let shown: HashSet<HitKey> = hits.iter().map(key).collect();
        self.checked.retain(|key, _| shown.contains(key));
    }

    /// The state of a hit in the working tree, once the file was read.
    pub(super) fn checked(&self, hit: &Hit) -> Option<&CheckedHit> {
        self.checked
            .get(&(hit.record.id, hit.explanation.located_at))
    }

    /// Staleness of a hit. None if it is known to be as indexed, or not checked yet.
    pub(crate) fn of(&self, hit: &Hit) -> Option<Staleness> {
        self.checked(hit)?.staleness
    }

    /// The best matching line of a hit, once it was read.
    pub(crate) fn line_of(&self, hit: &Hit) -> Option<&str> {
        let line = &self.checked(hit)?.line;
        (!line.is_empty()).then_some(line)
    }

    /// 1-based line of a hit's match, else of its name; as indexed until it was read.
    pub(crate) fn line_number_of(&self, hit: &Hit) -> u32 {
        match self.checked(hit) {
            Some(checked) => checked.line_number,
            None => hit.explanation.located_at.unwrap_or(hit.record.name_at).0,
        }
    }

    /// Number of hits that changed since they were indexed; moved hits are found and do not count.
    pub(crate) fn count_changed(&self, hits: &[Hit]) -> usize {
        let stale = hits.iter().filter_map(|hit| self.of(hit));
        let changed = stale.filter(|staleness| !matches!(staleness, Staleness::Moved));
        changed.count()
    }
}
