//! Ranking: a linear score for each file, then one for each chunk.
//!
//! The weights of the file score maximize the likelihood of the right files under a softmax over the
//! files with candidates (the listwise loss of Cao and others, "Learning to Rank: From Pairwise
//! Approach to Listwise Approach", 2007); those of the chunk score are fitted in the same way over
//! chunks, with the file score as one of the signals. Invariant: the explanation lists every signal,
//! and their sum is the score.

use super::candidates::Candidate;
use super::hit::by_score;
use super::words::{is_stop_word, query_words};
use super::{Explanation, Query, name_filter, own_language};
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use crate::index::{IndexError, Record, Snapshot};
pub(super) use confidence::are_weak;
use file::{Evidence, FileScore};
use found::FoundBy;
pub(super) use found::is_run;
pub(super) use name_query::{
    compact, declared_name, has_ancestor, kind_worth, name_in, split_method, without_call,
};
use names::Names;
pub(super) use names::{is_of_name, requests_imports};
use std::collections::{BTreeMap, BTreeSet, HashMap};

mod chunk;
mod confidence;
mod file;
mod found;
mod name_query;
mod names;
mod weights;

/// Weight of a query word matched only by an inflected form. Any value from 0.3 to 0.9 ranks as well.
const OTHER_FORM: f32 = 0.5;

/// A candidate with the values that its signals are computed from.
struct Ranked {
    record: Record,
    explanation: Explanation,
    /// BM25 divided by the maximum of the candidates, 0 to 1.
    keywords: f32,
    /// Cosine scaled between the minimum and the maximum of the candidates, 0 to 1.
    semantic: f32,
    /// Share of the query's words in the chunk, weighted by inverse document frequency, 0 to 1.
    covered: f32,
    /// Likelihood that the query means a name that it defines, 0 to 1.
    defined: f32,
    /// Likelihood that it declares the name that the query is, 0 to 1.
    declared: f32,
    /// Quality as the completion of a half-typed name, 0 to 1.
    half_typed: f32,
    /// Share of its file's name in a query for imports, 0 to 1.
    imports: f32,
}

impl Ranked {
    fn evidence(&self, words: Known) -> confidence::Evidence {
        confidence::Evidence {
            cosine: self.explanation.vector_score,
            covered: self.covered * words.share(),
            known: words.share(),
            words: (words.all.max(1) as f32).ln(),
            // In every repository, some name starts with `the`.
            named: match words.is_stop_word {
                true => self.declared,
                false => self.declared.max(self.half_typed),
            },
        }
    }
}

/// Unweighted signals of all candidates, which the weights are fitted on.
#[derive(Default)]
pub struct Signals {
    /// By path.
    pub files: BTreeMap<SourcePath, file::FileSignals>,
    /// Signals and features of each chunk, in any order.
    pub chunks: Vec<(Record, chunk::ChunkSignals, confidence::Evidence)>,
}

/// Returns the names that a query likely means, normalized by [`crate::index::terms::name_term`].
/// Declarations of these are candidates even if they contain few of the query's words.
pub(super) fn likely_names(words: &str) -> Vec<String> {
    Names::parse(words).likely()
}

/// Returns true if a query is a single name.
pub(super) fn is_name(words: &str) -> bool {
    name_query::NameQuery::parse(words).is_some()
}

/// Orders candidates, best first.
pub(super) fn rank(
    snapshot: &Snapshot,
    query: &Query,
    candidates: Vec<Candidate>,
) -> Result<Vec<(Record, Explanation)>, IndexError> {
    let mut ranked = if query.words.trim().is_empty() {
        let names = Names::parse("");
        let mut ranked = normalize(snapshot, query, candidates, &names)?;
        add_filter_signals(query, &mut ranked);
        ranked
    } else {
        let names = Names::parse(&query.words);
        let mut scored = Scored::new(snapshot, query, &names, candidates)?;
        scored.add_scores(&names);
        scored.add_confidence();
        let mut ranked = without_headers(snapshot, scored.ranked)?;
        sort(&mut ranked);
        add_penalties(&mut ranked);
        ranked
    };
    sort(&mut ranked);
    let ranked = ranked.into_iter();
    Ok(ranked.map(|hit| (hit.record, hit.explanation)).collect())
}

/// Returns the signals of every file and chunk among the candidates.
pub(super) fn signals(
    snapshot: &Snapshot,
    query: &Query,
    candidates: Vec<Candidate>,
) -> Result<Signals, IndexError> {
    let names = Names::parse(&query.words);
    let Scored {
        ranked,
        files,
        known,
    } = Scored::new(snapshot, query, &names, candidates)?;
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

/// Scales both retrievers' scores to 0 to 1: BM25 by its maximum, because 0 means no common word;
/// cosines by minimum and maximum, because 0 has no such meaning (Bruch, Gai and Ingber, "An Analysis
/// of Fusion Functions for Hybrid Retrieval", 2022).
fn normalize(
    snapshot: &Snapshot,
    query: &Query,
    candidates: Vec<Candidate>,
    names: &Names,
) -> Result<Vec<Ranked>, IndexError> {
    let keyword_scores = candidates.iter().filter_map(|it| it.keyword_score);
    let highest = keyword_scores.fold(f32::MIN_POSITIVE, f32::max);
    let cosines = || candidates.iter().filter_map(|it| it.vector_score);
    let (far, near) = (
        cosines().fold(1.0, f32::min),
        cosines().fold(-1.0, f32::max),
    );
    // A single candidate is the nearest.
    let nearness = |cosine: f32| match near > far {
        true => (cosine - far) / (near - far),
        false => 1.0,
    };
    let found_by = FoundBy::new(query, names);
    let mut ranked = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let record = snapshot.record(candidate.entry)?;
        let holds_name = candidate.declares || record.holds_its_name();
        let definition = found_by.definition(&record).cloned().or(candidate.found_as);
        let located_at = definition.as_ref().map(|it| (it.line, 1));
        let found_as = definition.filter(|_| is_run(&record)).map(|it| it.name);
        ranked.push(Ranked {
            defined: names.defined_by(&record, holds_name),
            declared: names.declared_by(&record, holds_name),
            half_typed: candidate.half_typed,
            imports: names.imports_in(&record),
            explanation: Explanation {
                keyword_rank: candidate.keyword_rank,
                keyword_score: candidate.keyword_score,
                vector_rank: candidate.vector_rank,
                vector_score: candidate.vector_score,
                found_as,
                located_at,
                ..Explanation::default()
            },
            record,
            keywords: candidate.keyword_score.map_or(0.0, |score| score / highest),
            semantic: candidate.vector_score.map_or(0.0, nearness),
            covered: 0.0,
        });
    }
    Ok(ranked)
}

/// Candidates with the scores of their files and the statistics of the query's words.
struct Scored {
    ranked: Vec<Ranked>,
    files: HashMap<SourcePath, FileScore>,
    known: Known,
}

impl Scored {
    fn new(
        snapshot: &Snapshot,
        query: &Query,
        names: &Names,
        candidates: Vec<Candidate>,
    ) -> Result<Self, IndexError> {
        let entries: Vec<u32> = candidates.iter().map(|it| it.entry).collect();
        let mut ranked = normalize(snapshot, query, candidates, names)?;
        let (of_file, known) = add_coverage(snapshot, query, &entries, &mut ranked)?;
        let mut files: BTreeMap<&SourcePath, Evidence> = BTreeMap::new();
        for hit in &ranked {
            let evidence = files.entry(&hit.record.path).or_default();
            evidence.add(hit);
        }
        let signals = files.into_iter().map(|(path, evidence)| {
            let covered = of_file.get(path).copied().unwrap_or_default();
            let signals = evidence.signals(path, names, covered);
            (path.clone(), signals)
        });
        let files = file::scores(signals.collect());
        Ok(Self {
            ranked,
            files,
            known,
        })
    }

    /// Adds the weighted signals of each chunk and of its file.
    fn add_scores(&mut self, names: &Names) {
        let signals = chunk::signals(&self.ranked, names.is_name(), &self.files);
        for (hit, signals) in self.ranked.iter_mut().zip(signals) {
            hit.explanation.add_weighted(&signals, &weights::CHUNK);
            if let Some(file) = self.files.get(&hit.record.path) {
                hit.explanation.set_file(&file.signals, &weights::FILE);
            }
        }
    }

    /// Adds the confidence of each hit except summaries, whose words are not counted.
    fn add_confidence(&mut self) {
        let hits = self.ranked.iter_mut();
        for hit in hits.filter(|hit| !hit.record.is_summary()) {
            hit.explanation.confidence = Some(hit.evidence(self.known).confidence());
        }
    }
}

/// Number of words of a query, and of those that occur in any document.
#[derive(Clone, Copy)]
struct Known {
    all: usize,
    known: usize,
    /// True if the query is a single stop word.
    is_stop_word: bool,
}

impl Known {
    fn share(self) -> f32 {
        self.known as f32 / self.all.max(1) as f32
    }
}

/// Sets the coverage of each candidate. Returns that of each file, the share of the query's words in
/// any of its candidates, and the number of known words.
fn add_coverage(
    snapshot: &Snapshot,
    query: &Query,
    entries: &[u32],
    ranked: &mut [Ranked],
) -> Result<(HashMap<SourcePath, f32>, Known), IndexError> {
    let coverage = snapshot.coverage(&query_words(&query.words), entries)?;
    let known = coverage.iter().filter(|word| word.idf > 0.0);
    let known = Known {
        all: coverage.len(),
        known: known.count(),
        is_stop_word: is_stop_word(&query.words.trim().to_lowercase()),
    };
    let all: f32 = coverage.iter().map(|word| word.idf).sum();
    let mut of_file: HashMap<SourcePath, f32> = HashMap::new();
    for word in coverage {
        let share = word.idf / all.max(f32::MIN_POSITIVE);
        let other_form = OTHER_FORM * share;
        let mut paths: BTreeMap<&SourcePath, f32> = BTreeMap::new();
        let present: BTreeSet<usize> = word.present.iter().copied().collect();
        let inflected = word.by_form.iter().filter(|at| !present.contains(at));
        let inflected = inflected.map(|at| (*at, other_form));
        let matches = present.iter().map(|at| (*at, share)).chain(inflected);
        let matches: Vec<(usize, f32)> = matches.collect();
        for (at, worth) in &matches {
            ranked[*at].covered += worth;
        }
        for (at, worth) in matches {
            let path = paths.entry(&ranked[at].record.path).or_default();
            *path = path.max(worth);
        }
        for (path, worth) in paths {
            match of_file.get_mut(path) {
                Some(covered) => *covered += worth,
                None => _ = of_file.insert(path.clone(), worth),
            }
        }
    }
    Ok((of_file, known))
}

/// Adds the signals of a query that has only filters.
fn add_filter_signals(query: &Query, ranked: &mut [Ranked]) {
    let requested = own_language::RequestedLanguages::from_query(query);
    for hit in ranked {
        let own_language = f32::from(u8::from(requested.contains(&hit.record.path)));
        let exactness = name_filter::exactness(query, &hit.record);
        let signals = [("own language", own_language), ("exact", exactness)];
        hit.explanation.extend(signals);
    }
}

/// Replaces one-line headers (`impl Gitignore {`), which show nothing of their declaration: with the
/// declaration if the query is its name or no member is a candidate, otherwise with the best member,
/// raised to the header's score.
fn without_headers(snapshot: &Snapshot, ranked: Vec<Ranked>) -> Result<Vec<Ranked>, IndexError> {
    let (headers, mut kept): (Vec<Ranked>, Vec<Ranked>) = ranked
        .into_iter()
        .partition(|hit| hit.record.is_one_line_header());
    let mut best: HashMap<ChunkId, (f32, usize)> = HashMap::new();
    for (at, hit) in kept.iter().enumerate() {
        if let Some(parent) = hit.record.parent {
            let score = hit.explanation.total();
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
                kept[*at].explanation.extend([("header", lift.max(0.0))]);
            }
            None => {
                let parent = header.record.parent.map(|parent| snapshot.find(parent));
                if let Some(declaration) = parent.transpose()?.flatten() {
                    header.record = declaration;
                }
                kept.push(header);
            }
        }
    }
    Ok(kept)
}

/// Lowers further hits of a file by one more penalty each, so that a list shows several files.
fn add_penalties(ranked: &mut [Ranked]) {
    let mut seen: HashMap<SourcePath, f32> = HashMap::new();
    for hit in ranked {
        let before = seen.entry(hit.record.path.clone()).or_default();
        let penalty = -weights::FURTHER_HIT * *before;
        hit.explanation.extend([("further hit", penalty)]);
        *before += 1.0;
    }
}

fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|left, right| {
        by_score(
            (&left.record, &left.explanation),
            (&right.record, &right.explanation),
        )
    });
}
