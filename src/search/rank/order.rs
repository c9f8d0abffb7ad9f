//! The order of the candidates of a query.
//!
//! [`rank()`] weights the signals; [`signals()`] returns them unweighted, to fit the weights on.

use super::chunk::{self, ChunkSignals};
use super::confidence::Evidence;
use super::file::FileSignals;
use super::ranked::Ranked;
use super::scored::{Scored, normalize};
use super::weights;
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use crate::corpus::file_class::is_not_code;
use crate::index::{IndexError, Record, Snapshot};
use crate::search::context::SearchContext;
use crate::search::explanation::{Explanation, Signal};
use crate::search::names::{MeantNames, demotions, symbol_filter};
use crate::search::query::{Field, Query};
use crate::search::ranking::sort_by_score;
use crate::search::retrieve::Candidate;
use std::collections::{BTreeMap, HashMap};

/// Addend of a chunk that contains a compound token as typed.
const VERBATIM: f32 = 10.0;
/// Minimum likelihood of a declaration of the token, which then precedes mentions.
const DECLARED: f32 = 0.5;

/// Unweighted signals of all candidates, which the weights are fitted on.
#[derive(Default)]
pub struct Signals {
    /// By path.
    pub files: BTreeMap<SourcePath, FileSignals>,
    /// Signals and features of each chunk, in any order.
    pub chunks: Vec<(Record, ChunkSignals, Evidence)>,
}

/// Orders candidates, best first.
pub(crate) fn rank(
    context: &SearchContext<'_>,
    candidates: Vec<Candidate>,
) -> Result<Vec<(Record, Explanation)>, IndexError> {
    let query = context.query;
    let names = MeantNames::parse(&query.words);
    let mut ranked = if query.words.trim().is_empty() {
        let ranked = normalize(context, candidates, &names)?.into_iter();
        let mut ranked: Vec<_> = ranked.map(Ranked::into_result).collect();
        add_filter_signals(query, &mut ranked);
        ranked
    } else {
        let mut scored = Scored::new(context, &names, candidates)?;
        let signals = chunk::signals(&scored.ranked, names.is_name(), &scored.files);
        let is_declared = scored.ranked.iter().any(|hit| hit.declared >= DECLARED);
        for (hit, signals) in scored.ranked.iter_mut().zip(signals) {
            let weighted = Signal::weighted(&signals, &weights::CHUNK);
            hit.explanation.signals.extend(weighted);
            if hit.is_verbatim && !is_declared {
                hit.explanation.extend([("verbatim", VERBATIM)]);
            }
            if let Some(file) = scored.files.get(&hit.record.path) {
                let weighted = Signal::weighted(&file.signals, &weights::FILE);
                hit.explanation.file_signals = weighted.collect();
            }
            // The words of summaries are not counted.
            if !hit.record.is_summary() {
                hit.explanation.confidence = Some(hit.evidence(scored.known).confidence());
            }
        }
        let mut ranked = without_headers(context.snapshot, scored.ranked)?;
        sort_by_score(&mut ranked);
        add_penalties(&mut ranked);
        ranked
    };
    sort_by_score(&mut ranked);
    Ok(ranked)
}

/// Returns the signals of every file and chunk among the candidates.
pub(crate) fn signals(
    context: &SearchContext<'_>,
    candidates: Vec<Candidate>,
) -> Result<Signals, IndexError> {
    let names = MeantNames::parse(&context.query.words);
    let Scored {
        ranked,
        files,
        known,
    } = Scored::new(context, &names, candidates)?;
    let chunks = chunk::signals(&ranked, names.is_name(), &files);
    let evidence: Vec<_> = ranked.iter().map(|hit| hit.evidence(known)).collect();
    let records = ranked.into_iter().map(|hit| hit.record);
    let chunks = records.zip(chunks).zip(evidence);
    Ok(Signals {
        files: files
            .into_iter()
            .map(|(path, file)| (path, file.signals))
            .collect(),
        chunks: chunks
            .map(|((record, signals), evidence)| (record, signals, evidence))
            .collect(),
    })
}

/// Adds the signals of a query that has only filters.
fn add_filter_signals(query: &Query, ranked: &mut [(Record, Explanation)]) {
    let names_symbol = query.requires(Field::Symbol);
    let prefers_code = names_symbol || query.requires(Field::Language);
    for (record, explanation) in ranked {
        let is_code = prefers_code && !is_not_code(&record.path);
        let exactness = symbol_filter::exactness(query, record);
        let signals = [("code", f32::from(u8::from(is_code))), ("exact", exactness)];
        explanation.extend(signals);
        if names_symbol {
            explanation.extend(demotions(record));
        }
    }
}

/// Replaces one-line headers (`impl Gitignore {`), which show nothing of their declaration: by the
/// declaration if the query is its name or no member is a candidate, otherwise by the best member, raised to
/// the header's score.
fn without_headers(
    snapshot: &Snapshot,
    ranked: Vec<Ranked>,
) -> Result<Vec<(Record, Explanation)>, IndexError> {
    let (headers, kept): (Vec<Ranked>, Vec<Ranked>) = ranked
        .into_iter()
        .partition(|hit| hit.record.is_one_line_header());
    let mut kept: Vec<_> = kept.into_iter().map(Ranked::into_result).collect();
    let mut best: HashMap<ChunkId, (f32, usize)> = HashMap::new();
    for (at, (record, explanation)) in kept.iter().enumerate() {
        if let Some(parent) = record.parent {
            let score = explanation.total();
            let best = best.entry(parent).or_insert((score, at));
            if score > best.0 {
                *best = (score, at);
            }
        }
    }
    for mut header in headers {
        let member = header.record.parent.and_then(|parent| best.get(&parent));
        match member.filter(|_| header.declared == 0.0) {
            Some((score, at)) => {
                let lift = header.explanation.total() - score;
                kept[*at].1.extend([("header", lift.max(0.0))]);
            }
            None => {
                let parent = header.record.parent.map(|parent| snapshot.find(parent));
                if let Some(declaration) = parent.transpose()?.flatten() {
                    header.record = declaration;
                }
                kept.push(header.into_result());
            }
        }
    }
    Ok(kept)
}

/// Lowers further hits of a file by one more penalty each, so that a list shows several files.
fn add_penalties(ranked: &mut [(Record, Explanation)]) {
    let mut seen: HashMap<SourcePath, f32> = HashMap::new();
    for (record, explanation) in ranked {
        let before = seen.entry(record.path.clone()).or_default();
        let penalty = -weights::FURTHER_HIT * *before;
        explanation.extend([("repeated file", penalty)]);
        *before += 1.0;
    }
}
