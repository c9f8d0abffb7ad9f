//! The values and file scores of all candidates of a query.
//!
//! Principal type: [`Scored`].

use super::file::{self, FileEvidence, FileScore};
use super::kinds::shares_of;
use super::ranked::{KnownWords, Ranked};
use super::similarity::NameSimilarity;
use super::weights::Weights;
use crate::chunk::whole_name;
use crate::corpus::SourcePath;
use crate::embed::{Embedding, Model};
use crate::index::{Coverage, IndexError, Record};
use crate::search::context::SearchContext;
use crate::search::names::{MeantNames, is_stop_word, query_words, symbol_filter};
use crate::search::query::QualifiedName;
use crate::search::retrieve::Candidate;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Weight of a query word matched only by an inflected form. Any value from 0.3 to 0.9 ranks as well.
const OTHER_FORM: f32 = 0.5;

/// Scales both retrievers' scores to 0 to 1: BM25 by its maximum, because 0 means no common word;
/// cosines by minimum and maximum, because 0 has no such meaning (Bruch, Gai and Ingber, "An Analysis
/// of Fusion Functions for Hybrid Retrieval", 2022).
pub(super) fn normalize(
    context: &SearchContext<'_>,
    candidates: Vec<Candidate>,
    names: &MeantNames,
) -> Result<Vec<Ranked>, IndexError> {
    let range = ScoreRange::of(&candidates);
    let filters: Vec<_> = symbol_filter::requested_names(context.query).collect();
    let mut ranked = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let record = context.snapshot.record(candidate.entry)?;
        let holds_name = candidate.declares || record.contains_name();
        let declared = names.declared_by(&record, holds_name);
        let mut explanation = candidate.explanation;
        let requested = requested_definition(names, &filters, &record);
        let completed = candidate.completed;
        let completed = completed.map(|definition| (definition.name, definition.line));
        let requested = requested.map(|(name, line)| (name.to_owned(), line));
        if let Some((name, line)) = requested.or(completed) {
            explanation.located_at = Some((line, 1));
            explanation.found_as = Some(name);
        } else if !context.query.reads_text() && (declared > 0.0 || candidate.half_typed > 0.0) {
            // A name in the query, perhaps half-typed, means the declaration, not a comment with some of its words.
            explanation.located_at = Some(record.name_at);
        }
        ranked.push(Ranked {
            keywords: explanation.keyword_score.unwrap_or(0.0) / range.highest,
            semantic: range.semantic(explanation.vector_score),
            covered: 0.0,
            covered_in: Default::default(),
            similar_names: 0.0,
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

/// The scores of both retrievers that are 0 and 1.
struct ScoreRange {
    /// The highest keyword score.
    highest: f32,
    /// The lowest cosine.
    far: f32,
    /// The highest cosine.
    near: f32,
}

impl ScoreRange {
    fn of(candidates: &[Candidate]) -> Self {
        let mut range = Self {
            highest: f32::MIN_POSITIVE,
            far: 1.0,
            near: -1.0,
        };
        for Candidate { explanation, .. } in candidates {
            range.highest = range.highest.max(explanation.keyword_score.unwrap_or(0.0));
            if let Some(cosine) = explanation.vector_score {
                range.far = range.far.min(cosine);
                range.near = range.near.max(cosine);
            }
        }
        range
    }

    fn semantic(&self, cosine: Option<f32>) -> f32 {
        match cosine {
            Some(cosine) if self.near > self.far => (cosine - self.far) / (self.near - self.far),
            // A single candidate is the nearest.
            Some(_) => 1.0,
            None => 0.0,
        }
    }
}

/// Returns the name, and its line, of the definition or of the declaration in it that the query most likely requests,
/// unless it requests the leaf's own name.
fn requested_definition<'r>(
    names: &MeantNames,
    filters: &[QualifiedName],
    record: &'r Record,
) -> Option<(&'r str, u32)> {
    let is_requested =
        |name: &str| names.means(name) || filters.iter().any(|filter| filter.matches(name, record));
    if is_requested(whole_name(&record.name, record.role)) {
        return None;
    }
    let mut best: Option<(f32, &str, u32)> = None;
    let defined = record.definitions.iter();
    let defined = defined.map(|defined| (defined.name.as_str(), defined.line));
    let nested = record.nested.iter();
    let nested = nested.map(|nested| (nested.name.as_str(), nested.line));
    for (name, line) in defined.chain(nested) {
        if !is_requested(name) {
            continue;
        }
        let likelihood = names.likelihood(name);
        // The first of equally likely ones.
        if best.is_none_or(|(highest, ..)| likelihood > highest) {
            best = Some((likelihood, name, line));
        }
    }
    best.map(|(_, name, line)| (name, line))
}

/// Candidates with the scores of their files and the statistics of the query's words.
pub(super) struct Scored {
    pub(super) ranked: Vec<Ranked>,
    pub(super) files: HashMap<SourcePath, FileScore>,
    pub(super) known: KnownWords,
    /// The vector of the query's words, if the bundled model knows any.
    pub(super) vector: Option<Embedding>,
    pub(super) weights: Weights,
    /// True for a name, perhaps half-typed.
    pub(super) is_name: bool,
}

impl Scored {
    pub(super) fn new(
        context: &SearchContext<'_>,
        model: Option<&Model>,
        names: &MeantNames,
        candidates: Vec<Candidate>,
    ) -> Result<Self, IndexError> {
        let entries: Vec<u32> = candidates.iter().map(|candidate| candidate.entry).collect();
        let mut ranked = normalize(context, candidates, names)?;
        let words = query_words(&context.query.words);
        let coverage = context.snapshot.coverage(&words, &entries)?;
        let leaves = context.snapshot.leaves();
        if let Some(mut similarity) = NameSimilarity::new(model, &words, &coverage, leaves) {
            for hit in &mut ranked {
                hit.similar_names = similarity.of(&hit.record);
            }
        }
        let (of_file, known) = add_coverage(context, coverage, &mut ranked);
        let mut files: BTreeMap<&SourcePath, FileEvidence> = BTreeMap::new();
        for hit in &ranked {
            files.entry(&hit.record.path).or_default().add(hit);
        }
        let mut signals = BTreeMap::new();
        for (path, evidence) in files {
            let covered = of_file.get(path).copied().unwrap_or_default();
            let own = evidence.signals(path, names, covered, ranked.len());
            signals.insert(path.clone(), own);
        }
        let words = &context.query.words;
        let vector = model.and_then(|model| model.bundled_vector(words));
        let is_name = names.is_name() || ranked.iter().any(|hit| hit.half_typed > 0.0);
        let weights = Weights::mixed(shares_of(words, is_name, vector.as_ref()), model.is_some());
        Ok(Self {
            ranked,
            files: file::scores(signals, &weights),
            known,
            vector,
            weights,
            is_name,
        })
    }
}

/// Sets the coverage of each candidate. Returns the coverage of each file, the share of the query's words in
/// any of its candidates, and the number of known words.
fn add_coverage(
    context: &SearchContext<'_>,
    coverage: Vec<Coverage>,
    ranked: &mut [Ranked],
) -> (HashMap<SourcePath, f32>, KnownWords) {
    let words = &context.query.words;
    let known = KnownWords {
        all: coverage.len(),
        known: coverage.iter().filter(|word| word.idf > 0.0).count(),
        only_stop_words: words
            .split_whitespace()
            .all(|word| is_stop_word(&word.to_lowercase())),
    };
    let all: f32 = coverage.iter().map(|word| word.idf).sum();
    let mut of_file: HashMap<SourcePath, f32> = HashMap::new();
    for word in coverage {
        let share = word.idf / all.max(f32::MIN_POSITIVE);
        let other_form = OTHER_FORM * share;
        let present: BTreeSet<usize> = word.present.into_iter().collect();
        let mut matches: Vec<(usize, f32)> = present.iter().map(|at| (*at, share)).collect();
        for (field, positions) in word.by_field.iter().enumerate() {
            for at in positions {
                ranked[*at].covered_in[field] += share;
            }
        }
        for at in word.by_form {
            if !present.contains(&at) {
                matches.push((at, other_form));
            }
        }
        for (at, worth) in &matches {
            ranked[*at].covered += worth;
        }
        let mut paths: BTreeMap<&SourcePath, f32> = BTreeMap::new();
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
    (of_file, known)
}
