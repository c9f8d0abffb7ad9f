//! Candidates in order: what speaks for each file, then for each leaf within its file.
//!
//! A file's score is a linear model over its signals, fitted by maximum likelihood of the right
//! files under a softmax over those that have candidates (the listwise loss of Cao and others,
//! "Learning to Rank: From Pairwise Approach to Listwise Approach", 2007). Which of its leaves
//! stands first, and how far behind the others stand, is said by leaf. Every signal is an addend;
//! the score is their sum.

use super::candidates::Candidate;
use super::summaries::Covered;
use super::words::query_words;
use super::{Query, Receipt, Signal, named, own};
use crate::corpus::SourcePath;
use crate::index::{IndexError, Record, Snapshot};
pub(super) use asked::{name_in, split_method, stands_in, tight, uncalled};
use file::Evidence;
use found::FoundBy;
pub(super) use found::is_run;
use names::Names;
pub(super) use names::is_of_name;
use std::collections::{BTreeMap, BTreeSet, HashMap};

mod asked;
mod file;
mod found;
mod leaf;
mod names;
mod weights;

/// What a word of the query is worth to a file that has it in another form only. With anything from 0.3
/// to 0.9 the answers are as good, and better than without.
const OTHER_FORM: f32 = 0.5;

/// A candidate on its way to a hit, with both retrievers' scores normalised to 0 to 1.
struct Ranked {
    entry: u32,
    record: Record,
    receipt: Receipt,
    keywords: f32,
    meaning: f32,
    /// How surely the query means what it defines, 0 to 1.
    defined: f32,
    /// How surely it declares the name that the query is, 0 to 1.
    declared: f32,
    /// The share of the query's words that its name has, 0 to 1.
    named: f32,
}

/// The signals of a file, named, before they are weighed.
pub type FileSignals = [(&'static str, f32); file::COUNT];

/// What a signal of a file is multiplied with to give its part of the score; none for signals that
/// are parts of the score as they are.
pub fn weight(signal: &str) -> Option<f32> {
    let row = weights::WEIGHTS.iter().find(|(name, _)| *name == signal);
    row.map(|(_, weight)| *weight)
}

/// The names that a query likely means, as [`crate::index::terms::name_term`] has them: what declares
/// one of these is a candidate however little of the query's words it has.
pub(super) fn likely_names(words: &str) -> Vec<String> {
    Names::of(words).likely()
}

/// Whether a query is a name and nothing else.
pub(super) fn is_name(words: &str) -> bool {
    asked::Asked::of(words).is_some()
}

/// Orders candidates, best first.
pub(super) fn rank(
    snapshot: &Snapshot,
    query: &Query,
    candidates: Vec<Candidate>,
    covered: &Covered,
) -> Result<Vec<(Record, Receipt)>, IndexError> {
    let names = Names::of(&query.words);
    let mut ranked = normalise(snapshot, query, candidates, &names)?;
    if !query.words.trim().is_empty() {
        let files = signals(snapshot, query, &names, &ranked, covered)?;
        add_leaves(&mut ranked);
        add_files(&mut ranked, &files);
        sort(&mut ranked);
        add_decay(&mut ranked);
    } else {
        let asked = own::Asked::of(query);
        for hit in &mut ranked {
            if asked.is_own(&hit.record.path) {
                add(&mut hit.receipt, "own language", 1.0);
            }
            let exactness = named::exactness(query, &hit.record);
            add(&mut hit.receipt, "exact", exactness);
        }
    }
    sort(&mut ranked);
    Ok(ranked
        .into_iter()
        .map(|hit| (hit.record, hit.receipt))
        .collect())
}

/// The signals of every file that has candidates, as the model weighs them: what it is fitted on.
pub(super) fn file_signals(
    snapshot: &Snapshot,
    query: &Query,
    candidates: Vec<Candidate>,
    covered: &Covered,
) -> Result<BTreeMap<SourcePath, FileSignals>, IndexError> {
    let names = Names::of(&query.words);
    let ranked = normalise(snapshot, query, candidates, &names)?;
    signals(snapshot, query, &names, &ranked, covered)
}

/// BM25 by its maximum, whose zero means "no word in common"; cosines by minimum and maximum,
/// whose zero means little (Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid
/// Retrieval", 2022).
fn normalise(
    snapshot: &Snapshot,
    query: &Query,
    candidates: Vec<Candidate>,
    names: &Names,
) -> Result<Vec<Ranked>, IndexError> {
    let keyword_scores = candidates.iter().filter_map(|it| it.keyword_score);
    let most = keyword_scores.fold(f32::MIN_POSITIVE, f32::max);
    let cosines = || candidates.iter().filter_map(|it| it.vector_score);
    let (far, near) = (
        cosines().fold(1.0, f32::min),
        cosines().fold(-1.0, f32::max),
    );
    // A single candidate is the nearest there is.
    let nearness = |cosine: f32| match near > far {
        true => (cosine - far) / (near - far),
        false => 1.0,
    };
    let found_by = FoundBy::of(query, names);
    let mut ranked = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let record = snapshot.record(candidate.entry)?;
        let holds_name = candidate.declares || record.holds_its_name();
        ranked.push(Ranked {
            entry: candidate.entry,
            defined: names.defined_by(&record, holds_name),
            declared: names.declared_by(&record, holds_name),
            named: names.coverage(&record.name),
            receipt: Receipt {
                keyword_rank: candidate.keyword_rank,
                keyword_score: candidate.keyword_score,
                vector_rank: candidate.vector_rank,
                vector_score: candidate.vector_score,
                found_as: found_by.other_name(&record),
                ..Receipt::default()
            },
            record,
            keywords: candidate.keyword_score.map_or(0.0, |score| score / most),
            meaning: candidate.vector_score.map_or(0.0, nearness),
        });
    }
    Ok(ranked)
}

/// Collects what is known of each file.
fn signals(
    snapshot: &Snapshot,
    query: &Query,
    names: &Names,
    ranked: &[Ranked],
    covered: &Covered,
) -> Result<BTreeMap<SourcePath, FileSignals>, IndexError> {
    let mut files: BTreeMap<&SourcePath, Evidence> = BTreeMap::new();
    for hit in ranked {
        files.entry(&hit.record.path).or_default().add(hit, names);
    }
    let words = query_words(&query.words);
    let entries: Vec<u32> = ranked.iter().map(|hit| hit.entry).collect();
    let coverage = snapshot.coverage(&words, &entries)?;
    let all: f32 = coverage.iter().map(|word| word.idf).sum();
    let paths_of = |present: &[usize]| -> BTreeSet<&SourcePath> {
        let paths = present.iter().map(|&at| &ranked[at].record.path);
        paths.collect()
    };
    for word in coverage {
        let share = word.idf / all.max(f32::MIN_POSITIVE);
        let (own, other) = (paths_of(&word.present), paths_of(&word.by_form));
        let other = other.difference(&own).map(|path| (path, OTHER_FORM));
        for (path, worth) in own.iter().map(|path| (path, 1.0)).chain(other) {
            if let Some(file) = files.get_mut(*path) {
                file.covered += worth * share;
            }
        }
    }
    let weighed = |(path, file): (&SourcePath, Evidence)| {
        (path.clone(), file.signals(path, names, covered.file(path)))
    };
    Ok(files.into_iter().map(weighed).collect())
}

/// Weighs the signals of each hit's file.
fn add_files(ranked: &mut [Ranked], files: &BTreeMap<SourcePath, FileSignals>) {
    for hit in ranked {
        let signals = files.get(&hit.record.path).into_iter().flatten();
        for ((name, signal), (_, weight)) in signals.zip(weights::WEIGHTS) {
            add(&mut hit.receipt, name, weight * signal);
        }
    }
}

/// How far each leaf stands behind the best of its file.
fn add_leaves(ranked: &mut [Ranked]) {
    let scores: Vec<f32> = ranked.iter().map(leaf::score).collect();
    let mut best: HashMap<&SourcePath, f32> = HashMap::new();
    for (hit, score) in ranked.iter().zip(&scores) {
        let best = best.entry(&hit.record.path).or_insert(*score);
        *best = best.max(*score);
    }
    let behind: Vec<f32> = (ranked.iter().zip(&scores))
        .map(|(hit, score)| score - best[&hit.record.path])
        .collect();
    for (hit, behind) in ranked.iter_mut().zip(behind) {
        add(&mut hit.receipt, "behind the file's best", behind);
    }
}

/// An over-represented file gives way, more with each of its hits.
fn add_decay(ranked: &mut [Ranked]) {
    let mut seen: HashMap<SourcePath, f32> = HashMap::new();
    for hit in ranked {
        let before = seen.entry(hit.record.path.clone()).or_default();
        add(&mut hit.receipt, "decay", -leaf::DECAY * *before);
        *before += 1.0;
    }
}

fn add(receipt: &mut Receipt, name: &'static str, value: f32) {
    if value != 0.0 {
        receipt.signals.push(Signal { name, value });
    }
}

/// Higher first, in steps of 1e-4, so that the order of additions decides nothing; equals stand in the
/// order of their places.
fn sort(ranked: &mut Vec<Ranked>) {
    let steps = |hit: &Ranked| (hit.receipt.total() * 1e4).round() as i64;
    let all = std::mem::take(ranked).into_iter();
    let mut scored: Vec<(i64, Ranked)> = all.map(|hit| (steps(&hit), hit)).collect();
    scored.sort_by(|(left_steps, left), (right_steps, right)| {
        let place = |hit: &Ranked| (hit.record.lines, hit.record.id);
        (right_steps.cmp(left_steps))
            .then_with(|| left.record.path.cmp(&right.record.path))
            .then_with(|| place(left).cmp(&place(right)))
    });
    ranked.extend(scored.into_iter().map(|(_, hit)| hit));
}
