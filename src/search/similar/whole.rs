//! Similarity of wholes: classes, files and directories.
//!
//! [`compare()`] is called for every [`Level`] but a single leaf.
//!
//! The mean vector finds candidates. Two wholes are then compared by their leaves: the score is the
//! mean, over the leaves of both sides, of the best match on the other side (MaxSim of Khattab and
//! Zaharia, "ColBERT", 2020, in both directions, so that a small part of a large whole is not
//! similar to it). For 100 files of tokio and rails with a twin that shares a quarter of their 4-grams,
//! the twin is first for 66, against 43 by the leaves nearest to the mean and 56 by the best match of
//! any leaf; for directories of rails, 58 against 27 and 27.

use super::subject::{Leaf, Level, SimilarSubject, leaves_of, sample};
use crate::chunk::{ChunkId, Role, directory_id, file_id};
use crate::index::{EntrySet, IndexError, Nearest, Record, Snapshot};
use crate::search::context::{SearchContext, SearchError};
use crate::search::explanation::Explanation;
use crate::search::ranking::{RankedRecord, steps};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// Number of wholes that are compared leaf by leaf. Comparing all gives the same first ten.
const SHORTLIST: usize = 40;
/// Penalty of each further leaf of a whole, so that one similar whole does not fill the page.
const DECAY: f32 = 0.03;

/// Scores the leaves of the most similar wholes.
pub(super) fn compare(
    context: &SearchContext<'_>,
    subject: &SimilarSubject,
    nearest: &Nearest,
    passing: &EntrySet,
) -> Result<Vec<RankedRecord>, SearchError> {
    let snapshot = context.snapshot;
    let mut ranks = HashMap::new();
    let mut found: BTreeMap<ChunkId, Vec<u32>> = BTreeMap::new();
    for (rank, (entry, _)) in (1u32..).zip(&nearest.candidates) {
        ranks.insert(*entry, rank);
        let id = whole_of(snapshot, subject.level, &snapshot.record(*entry)?)?;
        found.entry(id).or_default().push(*entry);
    }
    let mut ranked = Vec::new();
    for (id, found) in shortlist(snapshot, subject, found)? {
        context.check_cancelled()?;
        let whole = snapshot.find(id)?;
        let mut all = match &whole {
            Some(whole) if whole.is_directory() => {
                snapshot.leaves_in(&whole.path, |rest| !rest.contains('/'))?
            }
            Some(whole) if !whole.is_leaf() => leaves_of(snapshot, whole)?,
            _ => found.clone(),
        };
        all.retain(|entry| passing.contains(*entry));
        let leaves = leaves(snapshot, all, &found)?;
        // The hash of a directory is not the hash of a text.
        let copy =
            whole.is_some_and(|whole| !whole.is_directory() && whole.hash == subject.record.hash);
        score_leaves(subject, leaves, copy, &ranks, &mut ranked);
    }
    Ok(ranked)
}

/// Returns the wholes whose found leaves match the subject best.
fn shortlist(
    snapshot: &Snapshot,
    subject: &SimilarSubject,
    found: BTreeMap<ChunkId, Vec<u32>>,
) -> Result<Vec<(ChunkId, Vec<u32>)>, IndexError> {
    let mut listed = Vec::with_capacity(found.len());
    for (whole, entries) in found {
        let leaves = sample(snapshot, entries.clone())?;
        let matches = BestCosines::between(&subject.leaves, &leaves);
        // Equal wholes are ordered by id.
        listed.push((Reverse(steps(mean(&matches.of_subject))), whole, entries));
    }
    listed.sort();
    listed.truncate(SHORTLIST);
    Ok(listed
        .into_iter()
        .map(|(_, whole, found)| (whole, found))
        .collect())
}

/// Returns a sample of the leaves of a whole, and its found leaves.
fn leaves(snapshot: &Snapshot, all: Vec<u32>, found: &[u32]) -> Result<Vec<Leaf>, IndexError> {
    let mut leaves = sample(snapshot, all)?;
    let mut more = found.to_vec();
    more.retain(|entry| !leaves.iter().any(|leaf| leaf.entry == *entry));
    leaves.extend(sample(snapshot, more)?);
    Ok(leaves)
}

/// Scores each leaf of a whole.
fn score_leaves(
    subject: &SimilarSubject,
    leaves: Vec<Leaf>,
    copy: bool,
    ranks: &HashMap<u32, u32>,
    ranked: &mut Vec<RankedRecord>,
) {
    let matches = BestCosines::between(&subject.leaves, &leaves);
    let alike = (mean(&matches.of_subject) + mean(&matches.of_other)) / 2.0;
    let best = matches.of_other.iter().copied().fold(-1.0, f32::max);
    let mut matched: Vec<(Leaf, f32)> = leaves.into_iter().zip(matches.of_other).collect();
    matched.sort_by(|(left, left_match), (right, right_match)| {
        let order = |leaf: &Leaf| (leaf.record.path.clone(), leaf.record.lines, leaf.entry);
        (right_match.total_cmp(left_match)).then_with(|| order(left).cmp(&order(right)))
    });
    for (before, (leaf, matched)) in matched.into_iter().enumerate() {
        let mut explanation = Explanation {
            vector_rank: ranks.get(&leaf.entry).copied(),
            vector_score: Some(subject.direction.cosine(&leaf.vector).min(1.0)),
            same_text: copy,
            ..Explanation::default()
        };
        explanation.extend([("overall similarity", alike)]);
        explanation.extend([("relative match", matched - best)]);
        explanation.extend([("decay", -DECAY * before as f32)]);
        ranked.push(RankedRecord::new(leaf.record, explanation));
    }
}

/// Cosine of each leaf's best match on the other side, -1 to 1.
struct BestCosines {
    of_subject: Vec<f32>,
    of_other: Vec<f32>,
}

impl BestCosines {
    fn between(subject: &[Leaf], other: &[Leaf]) -> Self {
        let mut matches = Self {
            of_subject: vec![-1.0; subject.len()],
            of_other: vec![-1.0; other.len()],
        };
        for (leaf, of_leaf) in other.iter().zip(&mut matches.of_other) {
            for (own, of_own) in subject.iter().zip(&mut matches.of_subject) {
                // Vectors of equal texts differ where names or paths do. Rounding may yield more than 1.
                let mut near = 1.0;
                if own.record.hash != leaf.record.hash {
                    near = own.vector.cosine(&leaf.vector).min(1.0);
                }
                *of_own = of_own.max(near);
                *of_leaf = of_leaf.max(near);
            }
        }
        matches
    }
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len().max(1) as f32
}

/// Returns the whole that contains a leaf: a chunk, a file, or a directory without its subdirectories.
fn whole_of(snapshot: &Snapshot, level: Level, leaf: &Record) -> Result<ChunkId, IndexError> {
    match level {
        Level::Directory => return Ok(directory_id(&leaf.path.parent())),
        Level::File => return Ok(file_id(&leaf.path)),
        Level::Leaf | Level::Cut | Level::Scope => {}
    }
    let Some(parent) = leaf.parent else {
        return Ok(leaf.id);
    };
    match (level, leaf.role) {
        (Level::Scope, Role::Piece) => {
            let whole = snapshot.find(parent)?;
            let above = whole.filter(|whole| !whole.kind.has_members());
            Ok(above.and_then(|whole| whole.parent).unwrap_or(parent))
        }
        (Level::Scope, _) | (_, Role::Piece) => Ok(parent),
        _ => Ok(leaf.id),
    }
}
