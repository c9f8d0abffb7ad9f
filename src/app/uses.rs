//! Where the hits of "who touches this" call or use it: that is what one wants to see of them.

use super::{App, Results};
use crate::chunk::ChunkId;
use crate::context::{Relation, Relations};
use crate::search::Hit;
use std::collections::HashMap;

/// What connects each hit with what is asked about; empty for every other question.
#[derive(Debug, Default)]
pub(super) struct Uses(HashMap<ChunkId, Relation>);

impl Uses {
    /// Of a hit with several, the surest.
    pub(super) fn new(relations: &Relations) -> Self {
        let mut uses = HashMap::new();
        for relation in &relations.found {
            uses.entry(relation.id).or_insert_with(|| relation.clone());
        }
        Self(uses)
    }

    /// What connects a hit, if it is one of an answer.
    pub(super) fn of(&self, results: &Results, hit: &Hit) -> Option<&Relation> {
        results.answer()?;
        self.0.get(&hit.record.id)
    }
}

impl App {
    /// Where a hit uses what is asked about, and how sure that is; none where that is not asked.
    pub(crate) fn use_in(&self, hit: &Hit) -> Option<&Relation> {
        self.trees.uses.of(&self.trees.results, hit)
    }
}
