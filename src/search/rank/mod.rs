//! Ranking: a linear score for each file, then one for each chunk.
//!
//! The weights of the file score maximize the likelihood of the right files under a softmax over the
//! files with candidates (the listwise loss of Cao and others, "Learning to Rank: From Pairwise
//! Approach to Listwise Approach", 2007); the weights of the chunk score are fitted in the same way over
//! chunks, with the file score as one of the signals. Invariant: the explanation lists every signal,
//! and their sum is the score.
//!
//! Principal type: [`Signals`], the unweighted values; [`rank()`] applies the [`weights`], and
//! `ranking/train.py` fits them.

use super::candidates::Candidate;
use super::hit::sort_by_score;
use super::name::{QualifiedName, is_run};
use super::words::{is_stop_word, query_words};
use super::{Explanation, Field, Query, SearchContext, Signal, name_filter, symbols};
use crate::chunk::{ChunkId, Definition, whole_name};
use crate::corpus::SourcePath;
use crate::corpus::file_class::is_not_code;
use crate::index::{IndexError, Record, Snapshot};
pub(super) use confidence::are_weak;
use file::{FileEvidence, FileScore};
pub(super) use name_query::{declared_name, name_in, name_worth};
use names::Names;
pub(super) use names::{is_of_name, requests_imports};
use std::collections::{BTreeMap, BTreeSet, HashMap};

mod chunk;
mod confidence;
mod file;
mod name_query;
mod names;
mod weights;

/// Weight of a query word matched only by an inflected form. Any value from 0.3 to 0.9 ranks as well.
const OTHER_FORM: f32 = 0.5;

/// Addend of a chunk that contains a compound token as typed.
const VERBATIM: f32 = 10.0;
/// Minimum likelihood of a declaration of the token, which then precedes mentions.
const DECLARED: f32 = 0.5;

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
    /// If the query is a name, likelihood that it declares this name, 0 to 1.
    declared: f32,
    /// Quality as the completion of a half-typed name, 0 to 1.
    half_typed: f32,
    /// Share of its file's name in a query for imports, 0 to 1.
    imports: f32,
    /// True if its text contains the query, a compound token, as typed.
    is_verbatim: bool,
}

impl Ranked {
    fn into_result(self) -> (Record, Explanation) {
        (self.record, self.explanation)
    }

    fn evidence(&self, words: KnownWords) -> confidence::Evidence {
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
    QualifiedName::of_query(words).is_some()
}

/// Orders candidates, best first.
pub(super) fn rank(
    context: &SearchContext<'_>,
    candidates: Vec<Candidate>,
) -> Result<Vec<(Record, Explanation)>, IndexError> {
    let query = context.query;
    let names = Names::parse(&query.words);
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
pub(super) fn signals(
    context: &SearchContext<'_>,
    candidates: Vec<Candidate>,
) -> Result<Signals, IndexError> {
    let names = Names::parse(&context.query.words);
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

/// Scales both retrievers' scores to 0 to 1: BM25 by its maximum, because 0 means no common word;
/// cosines by minimum and maximum, because 0 has no such meaning (Bruch, Gai and Ingber, "An Analysis
/// of Fusion Functions for Hybrid Retrieval", 2022).
fn normalize(
    context: &SearchContext<'_>,
    candidates: Vec<Candidate>,
    names: &Names,
) -> Result<Vec<Ranked>, IndexError> {
    let scores = candidates
        .iter()
        .filter_map(|it| it.explanation.keyword_score);
    let highest = scores.fold(f32::MIN_POSITIVE, f32::max);
    let cosines = candidates
        .iter()
        .filter_map(|it| it.explanation.vector_score);
    let (far, near) = cosines.fold((1.0f32, -1.0f32), |(far, near), cosine| {
        (far.min(cosine), near.max(cosine))
    });
    // A single candidate is the nearest.
    let nearness = |cosine: f32| match near > far {
        true => (cosine - far) / (near - far),
        false => 1.0,
    };
    let filters: Vec<_> = name_filter::requested_names(context.query).collect();
    let mut ranked = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let record = context.snapshot.record(candidate.entry)?;
        let holds_name = candidate.declares || record.contains_name();
        let definition = requested_definition(names, &filters, &record).cloned();
        let definition = definition.or(candidate.completed);
        let declared = names.declared_by(&record, holds_name);
        // A name in the query, perhaps half-typed, means the declaration, not a comment with some of its words.
        let is_meant = declared > 0.0 || candidate.half_typed > 0.0;
        let own = (is_meant && !context.query.reads_text()).then_some(record.name_at);
        let explanation = Explanation {
            located_at: definition.as_ref().map(|it| (it.line, 1)).or(own),
            found_as: definition.filter(|_| is_run(&record)).map(|it| it.name),
            ..candidate.explanation
        };
        ranked.push(Ranked {
            keywords: explanation
                .keyword_score
                .map_or(0.0, |score| score / highest),
            semantic: explanation.vector_score.map_or(0.0, nearness),
            covered: 0.0,
            defined: names.defined_by(&record),
            declared,
            half_typed: candidate.half_typed,
            imports: names.imports_in(&record),
            is_verbatim: candidate.is_verbatim,
            explanation,
            record,
        });
    }
    Ok(ranked)
}

/// Returns the definition whose name the query most likely requests, unless it requests the leaf's own name.
fn requested_definition<'r>(
    names: &Names,
    filters: &[QualifiedName],
    record: &'r Record,
) -> Option<&'r Definition> {
    let is_requested =
        |name: &str| names.means(name) || filters.iter().any(|it| it.matches(name, record));
    if is_requested(whole_name(&record.name, record.role)) {
        return None;
    }
    let requested = record.definitions.iter().rev();
    let requested = requested.filter(|it| is_requested(&it.name));
    // The first of equally likely ones.
    requested.max_by(|one, other| {
        let likelihood = |it: &Definition| names.likelihood(&it.name);
        likelihood(one).total_cmp(&likelihood(other))
    })
}

/// Candidates with the scores of their files and the statistics of the query's words.
struct Scored {
    ranked: Vec<Ranked>,
    files: HashMap<SourcePath, FileScore>,
    known: KnownWords,
}

impl Scored {
    fn new(
        context: &SearchContext<'_>,
        names: &Names,
        candidates: Vec<Candidate>,
    ) -> Result<Self, IndexError> {
        let entries: Vec<u32> = candidates.iter().map(|it| it.entry).collect();
        let mut ranked = normalize(context, candidates, names)?;
        let (of_file, known) = add_coverage(context, &entries, &mut ranked)?;
        let mut files: BTreeMap<&SourcePath, FileEvidence> = BTreeMap::new();
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
}

/// Number of words of a query, and number of its words that occur in any document.
#[derive(Clone, Copy)]
struct KnownWords {
    all: usize,
    known: usize,
    /// True if the query is a single stop word.
    is_stop_word: bool,
}

impl KnownWords {
    fn share(self) -> f32 {
        self.known as f32 / self.all.max(1) as f32
    }
}

/// Sets the coverage of each candidate. Returns the coverage of each file, the share of the query's words in
/// any of its candidates, and the number of known words.
fn add_coverage(
    context: &SearchContext<'_>,
    entries: &[u32],
    ranked: &mut [Ranked],
) -> Result<(HashMap<SourcePath, f32>, KnownWords), IndexError> {
    let words = &context.query.words;
    let coverage = context.snapshot.coverage(&query_words(words), entries)?;
    let known = coverage.iter().filter(|word| word.idf > 0.0);
    let known = KnownWords {
        all: coverage.len(),
        known: known.count(),
        is_stop_word: is_stop_word(&words.trim().to_lowercase()),
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
fn add_filter_signals(query: &Query, ranked: &mut [(Record, Explanation)]) {
    let names_symbol = query.requires(Field::Symbol);
    let prefers_code = names_symbol || query.requires(Field::Language);
    for (record, explanation) in ranked {
        let is_code = prefers_code && !is_not_code(&record.path);
        let exactness = name_filter::exactness(query, record);
        let signals = [("code", f32::from(u8::from(is_code))), ("exact", exactness)];
        explanation.extend(signals);
        if names_symbol {
            explanation.extend(symbols::demotions(record));
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
