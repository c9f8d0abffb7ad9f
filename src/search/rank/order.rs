//! The order of the candidates of a query.
//!
//! [`rank()`] weights the signals; [`signals()`] returns them unweighted, to fit the weights on.

use super::chunk::{self, ChunkSignals};
use super::confidence::Evidence;
use super::file::FileSignals;
use super::kinds::properties_of;
use super::ranked::Ranked;
use super::scored::{Scored, normalize};
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use crate::corpus::file_class::is_not_code;
use crate::embed::{Embedding, Model};
use crate::index::{Record, Result, Snapshot};
use crate::search::context::SearchContext;
use crate::search::explanation::Signal;
use crate::search::names::{MeantNames, demotions, symbol_filter};
use crate::search::query::{Field, Query};
use crate::search::ranking::{RankedRecord, sort_by_score};
use crate::search::retrieve::Candidate;
use std::collections::{BTreeMap, HashMap};

/// Addend of a chunk that contains a compound token as typed.
const VERBATIM: f32 = 10.0;
/// Minimum likelihood of a declaration of the token, which then precedes mentions.
const DECLARED: f32 = 0.5;

/// Unweighted signals of all candidates, which the weights are fitted on.
#[derive(Default)]
pub struct Signals {
    /// Properties of the query's text; empty for a query that is a name.
    pub properties: Vec<(&'static str, f32)>,
    /// The vector of the query's words, if the bundled model knows any.
    pub vector: Option<Embedding>,
    /// By path.
    pub files: BTreeMap<SourcePath, FileSignals>,
    /// Signals and features of each chunk, in any order.
    pub chunks: Vec<(Record, ChunkSignals, Evidence)>,
}

/// Orders candidates, best first.
pub(crate) fn rank(
    context: &SearchContext<'_>,
    model: Option<&Model>,
    candidates: Vec<Candidate>,
) -> Result<Vec<RankedRecord>> {
    let query = context.query;
    let names = MeantNames::parse(&query.words);
    let mut ranked = Vec::with_capacity(candidates.len());
    if query.words.trim().is_empty() {
        for hit in normalize(context, candidates, &names)? {
            ranked.push(hit.into());
        }
        add_filter_signals(query, &mut ranked);
    } else {
        let mut scored = Scored::new(context, model, &names, candidates)?;
        let signals = chunk::signals(&scored.ranked, names.is_name(), &scored.files);
        let is_declared = scored.ranked.iter().any(|hit| hit.declared >= DECLARED);
        for (hit, signals) in scored.ranked.iter_mut().zip(signals) {
            let weighted = Signal::weighted(&signals, &scored.weights.chunk);
            hit.explanation.signals.extend(weighted);
            if hit.is_verbatim && !is_declared {
                hit.explanation.extend([("verbatim", VERBATIM)]);
            }
            if let Some(file) = scored.files.get(&hit.record.path) {
                let weighted = Signal::weighted(&file.signals, &scored.weights.file);
                hit.explanation.file_signals = weighted.collect();
            }
            // The words of summaries are not counted.
            if !hit.record.is_summary() {
                hit.explanation.confidence = Some(hit.evidence(scored.known).confidence());
            }
        }
        ranked = without_headers(context.snapshot, scored.ranked)?;
        sort_by_score(&mut ranked);
        add_penalties(&mut ranked, scored.weights.further_hit);
    }
    sort_by_score(&mut ranked);
    Ok(ranked)
}

/// Returns the signals of every file and chunk among the candidates.
pub(crate) fn signals(
    context: &SearchContext<'_>,
    model: Option<&Model>,
    candidates: Vec<Candidate>,
) -> Result<Signals> {
    let names = MeantNames::parse(&context.query.words);
    let scored = Scored::new(context, model, &names, candidates)?;
    let of_chunks = chunk::signals(&scored.ranked, names.is_name(), &scored.files);
    let mut signals = Signals::default();
    if !scored.is_name {
        signals.properties = properties_of(&context.query.words).to_vec();
        signals.vector = scored.vector;
    }
    for (hit, of_chunk) in scored.ranked.into_iter().zip(of_chunks) {
        let evidence = hit.evidence(scored.known);
        signals.chunks.push((hit.record, of_chunk, evidence));
    }
    for (path, file) in scored.files {
        signals.files.insert(path, file.signals);
    }
    Ok(signals)
}

/// Adds the signals of a query that has only filters.
fn add_filter_signals(query: &Query, ranked: &mut [RankedRecord]) {
    let names_symbol = query.requires(Field::Symbol);
    let prefers_code = names_symbol || query.requires(Field::Language);
    for RankedRecord {
        record,
        explanation,
    } in ranked
    {
        if prefers_code && !is_not_code(&record.path) {
            explanation.extend([("code", 1.0)]);
        }
        explanation.extend([("exact", symbol_filter::exactness(query, record))]);
        if names_symbol {
            explanation.extend(demotions(record));
        }
    }
}

/// Replaces one-line headers (`impl Gitignore {`), which show nothing of their declaration: by the
/// declaration if the query is its name or no member is a candidate, otherwise by the best member, raised to
/// the header's score.
fn without_headers(snapshot: &Snapshot, ranked: Vec<Ranked>) -> Result<Vec<RankedRecord>> {
    let mut headers = Vec::new();
    let mut kept: Vec<RankedRecord> = Vec::with_capacity(ranked.len());
    // Score and position of the best member of each declaration.
    let mut best: HashMap<ChunkId, (f32, usize)> = HashMap::new();
    for hit in ranked {
        if hit.record.is_one_line_header() {
            headers.push(hit);
            continue;
        }
        if let Some(parent) = hit.record.parent {
            let member = (hit.explanation.total(), kept.len());
            let best = best.entry(parent).or_insert(member);
            if member.0 > best.0 {
                *best = member;
            }
        }
        kept.push(hit.into());
    }
    for mut header in headers {
        if let Some(parent) = header.record.parent {
            if header.declared == 0.0
                && let Some((score, at)) = best.get(&parent)
            {
                let lift = header.explanation.total() - score;
                kept[*at].explanation.extend([("header", lift.max(0.0))]);
                continue;
            }
            if let Some(declaration) = snapshot.find(parent)? {
                header.record = declaration;
            }
        }
        kept.push(header.into());
    }
    Ok(kept)
}

/// Lowers further hits of a file by one more penalty each, so that a list shows several files.
fn add_penalties(ranked: &mut [RankedRecord], further_hit: f32) {
    let mut seen: HashMap<SourcePath, f32> = HashMap::new();
    for hit in ranked {
        let before = seen.entry(hit.record.path.clone()).or_default();
        let penalty = -further_hit * *before;
        hit.explanation.extend([("repeated file", penalty)]);
        *before += 1.0;
    }
}
