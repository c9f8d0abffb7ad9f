//! Candidates in order: both retrievers' scores fused, then code-aware signals.
//!
//! Fusion is a convex combination of normalised scores (Bruch, Gai and Ingber, "An Analysis of
//! Fusion Functions for Hybrid Retrieval", 2022): BM25 by its maximum, whose zero means "no word in
//! common", cosines by minimum and maximum, whose zero means little. Every signal is an addend; the
//! score is their sum.

use super::candidates::Candidate;
use super::place::Place;
use super::summaries::Covered;
use super::{Query, Receipt, Signal};
use crate::chunk::Kind;
use crate::corpus::SourcePath;
use crate::index::{IndexError, Record, Snapshot};
use names::Names;
use std::cmp::Ordering;
use std::collections::HashMap;

mod names;

/// What each signal adds for a full match. Round numbers from the middle of a plateau: each may
/// change by half without the answers getting worse by more than noise.
mod weight {
    pub(super) const KEYWORDS: f32 = 0.5;
    pub(super) const MEANING: f32 = 0.6;
    /// Each of the file's next best by keywords.
    pub(super) const FILE_KEYWORDS: f32 = 0.15;
    /// Each of the file's next best by meaning.
    pub(super) const FILE_MEANING: f32 = 0.25;
    pub(super) const FILE_SUMMARY: f32 = 0.05;
    /// By each retriever.
    pub(super) const DIRECTORY_SUMMARY: f32 = 0.05;
    pub(super) const DEFINITION: f32 = 0.5;
    pub(super) const FILE_NAME: f32 = 0.6;
    pub(super) const DIRECTORY: f32 = 0.1;
    pub(super) const IMPORTS: f32 = -0.1;
    pub(super) const PROSE: f32 = -0.4;
    /// Outside the project's own code: tests, examples, vendored, generated.
    pub(super) const ELSEWHERE: f32 = -0.7;
    /// The n-th hit of a file after its first keeps 1 / (1 + n × this) of its score.
    pub(super) const DECAY: f32 = 1.0;
}

/// What a name that a leaf defines among others is worth beside a leaf's own.
const AMONG_OTHERS: f32 = 0.6;

/// How many more of a file's candidates speak for it.
const COMPANIONS: usize = 3;

/// A candidate on its way to a hit, with both retrievers' scores normalised to 0 to 1.
struct Ranked {
    record: Record,
    receipt: Receipt,
    keywords: f32,
    meaning: f32,
}

/// Orders candidates, best first.
pub(super) fn rank(
    snapshot: &Snapshot,
    query: &Query,
    candidates: Vec<Candidate>,
    covered: &Covered,
) -> Result<Vec<(Record, Receipt)>, IndexError> {
    let mut ranked = fuse(snapshot, candidates)?;
    add_file_signals(&mut ranked);
    let names = Names::of(&query.words);
    for hit in &mut ranked {
        add_summaries(hit, covered);
        add_code_signals(hit, &names);
    }
    sort(&mut ranked);
    add_decay(&mut ranked);
    sort(&mut ranked);
    Ok(ranked
        .into_iter()
        .map(|hit| (hit.record, hit.receipt))
        .collect())
}

fn fuse(snapshot: &Snapshot, candidates: Vec<Candidate>) -> Result<Vec<Ranked>, IndexError> {
    let keyword_scores = candidates
        .iter()
        .filter_map(|candidate| candidate.keyword_score);
    let most = keyword_scores.fold(f32::MIN_POSITIVE, f32::max);
    let cosines = || {
        candidates
            .iter()
            .filter_map(|candidate| candidate.vector_score)
    };
    let (far, near) = (
        cosines().fold(1.0, f32::min),
        cosines().fold(-1.0, f32::max),
    );
    let spread = (near - far).max(f32::MIN_POSITIVE);
    let mut ranked = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let keywords = candidate.keyword_score.map_or(0.0, |score| score / most);
        // A single candidate is the nearest there is.
        let nearness = |cosine: f32| {
            if near > far {
                (cosine - far) / spread
            } else {
                1.0
            }
        };
        let meaning = candidate.vector_score.map_or(0.0, nearness);
        let mut receipt = Receipt {
            keyword_rank: candidate.keyword_rank,
            keyword_score: candidate.keyword_score,
            vector_rank: candidate.vector_rank,
            vector_score: candidate.vector_score,
            signals: Vec::new(),
        };
        add(&mut receipt, "keywords", weight::KEYWORDS * keywords);
        add(&mut receipt, "meaning", weight::MEANING * meaning);
        let record = snapshot.record(candidate.entry)?;
        ranked.push(Ranked {
            record,
            receipt,
            keywords,
            meaning,
        });
    }
    Ok(ranked)
}

fn add(receipt: &mut Receipt, name: &'static str, value: f32) {
    if value != 0.0 {
        receipt.signals.push(Signal { name, value });
    }
}

/// Several good entries in one file speak for each of them.
fn add_file_signals(ranked: &mut [Ranked]) {
    let by_keywords = companions(ranked, |hit| hit.keywords);
    let by_meaning = companions(ranked, |hit| hit.meaning);
    for hit in ranked {
        let (keywords, meaning) = (by_keywords[&hit.record.path], by_meaning[&hit.record.path]);
        add(
            &mut hit.receipt,
            "file by keywords",
            weight::FILE_KEYWORDS * keywords,
        );
        add(
            &mut hit.receipt,
            "file by meaning",
            weight::FILE_MEANING * meaning,
        );
    }
}

/// For each file the sum of its best scores, without the very best.
fn companions(ranked: &[Ranked], score: impl Fn(&Ranked) -> f32) -> HashMap<SourcePath, f32> {
    let mut by_file: HashMap<SourcePath, Vec<f32>> = HashMap::new();
    for hit in ranked {
        by_file
            .entry(hit.record.path.clone())
            .or_default()
            .push(score(hit));
    }
    let sum = |mut scores: Vec<f32>| {
        scores.sort_unstable_by(|left, right| right.total_cmp(left));
        scores.iter().skip(1).take(COMPANIONS).sum()
    };
    by_file
        .into_iter()
        .map(|(path, scores)| (path, sum(scores)))
        .collect()
}

/// What the summaries of the file and of its directory say.
fn add_summaries(hit: &mut Ranked, covered: &Covered) {
    let path = &hit.record.path;
    let (file, directory) = (covered.file(path), covered.directory(path));
    let receipt = &mut hit.receipt;
    // Words of a file's summary stand in its leaves too, and count there already.
    add(receipt, "file summary", weight::FILE_SUMMARY * file.meaning);
    add(
        receipt,
        "directory summary",
        weight::DIRECTORY_SUMMARY * (directory.keywords + directory.meaning),
    );
}

/// What names, kind and place say.
fn add_code_signals(hit: &mut Ranked, names: &Names) {
    let (record, receipt) = (&hit.record, &mut hit.receipt);
    let others = record.definitions.iter();
    let others = others.map(|definition| names.definition(&definition.name));
    let own = names.definition(&record.name) * telling(record.kind);
    let defined = others.fold(0.0, f32::max) * AMONG_OTHERS;
    let defined = defined.max(own);
    add(receipt, "definition", weight::DEFINITION * defined);
    add(
        receipt,
        "file name",
        weight::FILE_NAME * names.file_name(record.path.stem()),
    );
    add(
        receipt,
        "directory",
        weight::DIRECTORY * names.coverage(record.path.directory()),
    );
    if record.kind == Kind::Imports {
        add(receipt, "imports", weight::IMPORTS);
    }
    if matches!(record.kind, Kind::Lines | Kind::Section | Kind::Code) {
        add(receipt, "prose", weight::PROSE);
    }
    let place = match Place::of(&record.path, &record.names) {
        Place::Code => return,
        Place::Tests if names.mention_any(&["test", "spec", "bench", "fixture", "mock"]) => return,
        Place::Examples if names.mention_any(&["example", "sample", "demo"]) => return,
        Place::Tests => "tests",
        Place::Examples => "examples",
        Place::Vendored => "vendored",
        Place::Generated => "generated",
    };
    add(receipt, place, weight::ELSEWHERE);
}

/// Who names a type wants the type before its impls and constructors, which bear the same name.
fn telling(kind: Kind) -> f32 {
    match kind {
        Kind::Module
        | Kind::Class
        | Kind::Struct
        | Kind::Enum
        | Kind::Interface
        | Kind::Trait
        | Kind::Type => 1.0,
        Kind::Impl | Kind::Constructor | Kind::Accessor => 0.5,
        _ => 0.8,
    }
}

/// An over-represented file gives way, more with each of its hits.
fn add_decay(ranked: &mut [Ranked]) {
    let mut seen: HashMap<SourcePath, u32> = HashMap::new();
    for hit in ranked {
        let before = seen.entry(hit.record.path.clone()).or_default();
        let score = hit.receipt.total().max(0.0);
        add(
            &mut hit.receipt,
            "decay",
            score / (1.0 + weight::DECAY * *before as f32) - score,
        );
        *before += 1;
    }
}

/// Equals stand in the order of their places.
fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|left, right| {
        let place = |hit: &Ranked| (hit.record.lines, hit.record.id);
        by_score(&left.receipt, &right.receipt)
            .then_with(|| left.record.path.cmp(&right.record.path))
            .then_with(|| place(left).cmp(&place(right)))
    });
}

/// Higher first, in steps of 1e-4, so that the order of additions decides nothing.
fn by_score(left: &Receipt, right: &Receipt) -> Ordering {
    let steps = |receipt: &Receipt| (receipt.total() * 1e4).round() as i64;
    steps(right).cmp(&steps(left))
}
