//! Declarations whose names match the name of symbol mode.

use super::passing::{Conditions, passing};
use crate::chunk::whole_name;
use crate::corpus::SourcePath;
use crate::index::{EntrySet, Record, Result, Snapshot, VectorSearch};
use crate::search::context::{SearchContext, SearchError};
use crate::search::names::SymbolQuery;
use crate::search::ranking::{RankedRecord, Ranking, keep_first, sort_by_score};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Minimum number of declarations that are scored per name, if so many pass the filters.
const MIN_PER_NAME: usize = 500;
/// Number of distinct texts to score per requested result: declarations of one name score differently.
const SCORED_PER_RESULT: usize = 3;

/// Returns the best declarations by name: up to `limit` distinct texts, with all copies that were found.
pub(crate) fn find(context: &SearchContext<'_>) -> Result<Ranking, SearchError> {
    let (snapshot, limit) = (context.snapshot, context.limit);
    let passing = passing(context, Conditions::All)?;
    let mut found = BestByLeaf {
        snapshot,
        passing: &passing,
        leaves: HashMap::new(),
        best: BTreeMap::new(),
        texts: HashSet::new(),
    };
    if let Some(mut query) = SymbolQuery::parse(&context.query.words) {
        let wanted = limit.saturating_mul(SCORED_PER_RESULT);
        for name in query.best_names(context)? {
            context.check_cancelled()?;
            if found.texts.len() >= wanted {
                break;
            }
            let mut scored = 0;
            for document in snapshot.documents_named(&name)? {
                if scored >= MIN_PER_NAME && found.texts.len() >= wanted {
                    break;
                }
                scored += usize::from(found.add(&name, document, &mut query)?);
            }
        }
    }
    Ok(Ranking {
        totals: None,
        ranked: found.ranked(limit),
        passing,
        vectors: VectorSearch::None,
    })
}

/// Results so far: the best match of each leaf.
struct BestByLeaf<'s> {
    snapshot: &'s Snapshot,
    passing: &'s EntrySet,
    /// Leaves of the files that contain parent chunks.
    leaves: HashMap<SourcePath, Vec<(u32, Record)>>,
    best: BTreeMap<u32, RankedRecord>,
    /// Hashes of the texts.
    texts: HashSet<u64>,
}

impl BestByLeaf<'_> {
    /// Adds a declaration; returns false if it does not match or does not pass the filters.
    fn add(&mut self, name: &str, document: u32, query: &mut SymbolQuery) -> Result<bool> {
        let is_leaf = self.snapshot.is_entry(document);
        if is_leaf && !self.passing.contains(document) {
            return Ok(false);
        }
        let record = self.snapshot.record(document)?;
        let Some(mut explanation) = query.explanation(name, &record) else {
            return Ok(false);
        };
        let located = if is_leaf {
            Some((document, record))
        } else {
            self.head(&record)?
        };
        let Some((entry, leaf)) = located else {
            return Ok(false);
        };
        if !self.passing.contains(entry) {
            return Ok(false);
        }
        if whole_name(&leaf.name, leaf.role) != name
            && let Some(line) = leaf.line_of(name)
        {
            explanation.located_at = Some((line, 1));
            explanation.found_as = Some(name.to_owned());
        }
        let known = self.best.get(&entry);
        if known.is_none_or(|known| known.explanation.total() < explanation.total()) {
            self.texts.insert(self.snapshot.content_of_record(&leaf));
            let ranked = RankedRecord::new(leaf, explanation);
            self.best.insert(entry, ranked);
        }
        Ok(true)
    }

    /// Returns the leaf of a parent chunk that contains its name, or else its first leaf.
    fn head(&mut self, whole: &Record) -> Result<Option<(u32, Record)>> {
        if !self.leaves.contains_key(&whole.path) {
            let mut leaves = Vec::new();
            for entry in self.snapshot.leaves_of(&whole.path)? {
                leaves.push((entry, self.snapshot.record(entry)?));
            }
            leaves.sort_by_key(|(_, leaf)| leaf.bytes);
            self.leaves.insert(whole.path.clone(), leaves);
        }
        let line = whole.name_at.0;
        let mut head = None;
        for (entry, leaf) in &self.leaves[&whole.path] {
            if leaf.bytes.0 < whole.bytes.0 || whole.bytes.1 < leaf.bytes.1 {
                continue;
            }
            if leaf.lines.0 <= line && line <= leaf.lines.1 {
                return Ok(Some((*entry, leaf.clone())));
            }
            head.get_or_insert((*entry, leaf));
        }
        Ok(head.map(|(entry, leaf)| (entry, leaf.clone())))
    }

    /// Returns the results, best first.
    fn ranked(self, limit: usize) -> Vec<RankedRecord> {
        let mut ranked: Vec<RankedRecord> = self.best.into_values().collect();
        sort_by_score(&mut ranked);
        keep_first(&mut ranked, limit, |found| {
            self.snapshot.content_of_record(&found.record)
        });
        ranked
    }
}
