//! The values and file scores of all candidates of a query.
//!
//! Principal type: [`Scored`].

use super::file::{self, FileEvidence, FileScore};
use super::ranked::{KnownWords, Ranked};
use crate::chunk::{Definition, whole_name};
use crate::corpus::SourcePath;
use crate::index::{IndexError, Record};
use crate::search::context::SearchContext;
use crate::search::explanation::Explanation;
use crate::search::names::{MeantNames, is_run, is_stop_word, query_words, symbol_filter};
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
    let filters: Vec<_> = symbol_filter::requested_names(context.query).collect();
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
    names: &MeantNames,
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
pub(super) struct Scored {
    pub(super) ranked: Vec<Ranked>,
    pub(super) files: HashMap<SourcePath, FileScore>,
    pub(super) known: KnownWords,
}

impl Scored {
    pub(super) fn new(
        context: &SearchContext<'_>,
        names: &MeantNames,
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
