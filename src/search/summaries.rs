//! Summaries of files and directories: those that fit a query speak for what they cover, and under
//! `kind:file`, `kind:module` and `kind:repository` they are answers themselves.

use super::candidates::{Candidate, filters};
use super::{Excluded, Field, Query, named, purpose};
use crate::chunk::Kind;
use crate::corpus::{Cancel, SourcePath};
use crate::embed::Embedding;
use crate::index::{IndexError, Record, Snapshot};
use std::collections::{BTreeMap, HashMap};

/// How many summaries each retriever gives.
const SUMMARIES: usize = 100;

/// What has a summary that may be an answer.
pub(super) const LEVELS: [Kind; 3] = [Kind::File, Kind::Module, Kind::Repository];

/// What summaries are asked for.
pub(super) struct Asked<'q> {
    /// Empty where keywords are not asked.
    pub(super) terms: &'q [String],
    pub(super) vector: Option<&'q Embedding>,
}

/// Those of `passing`, or of all, that fit, in entry order; none when cancelled.
pub(super) fn find(
    snapshot: &Snapshot,
    asked: &Asked<'_>,
    passing: Option<&[u32]>,
    cancel: &Cancel,
) -> Result<Option<Vec<Candidate>>, IndexError> {
    let mut found: BTreeMap<u32, Candidate> = BTreeMap::new();
    let at = |entry| Candidate {
        entry,
        ..Candidate::default()
    };
    let keywords = snapshot.summaries_by_keywords(asked.terms, passing, SUMMARIES)?;
    for (rank, (entry, score)) in (1..).zip(keywords) {
        let candidate = found.entry(entry).or_insert_with(|| at(entry));
        (candidate.keyword_rank, candidate.keyword_score) = (Some(rank), Some(score));
    }
    if let Some(vector) = asked.vector {
        let nearest = snapshot.nearest_summaries(vector, passing, SUMMARIES, cancel);
        let Some(nearest) = nearest else {
            return Ok(None);
        };
        for (rank, (entry, cosine)) in (1..).zip(nearest) {
            let candidate = found.entry(entry).or_insert_with(|| at(entry));
            (candidate.vector_rank, candidate.vector_score) = (Some(rank), Some(cosine));
        }
        for candidate in found.values_mut().filter(|it| it.vector_score.is_none()) {
            candidate.vector_score = snapshot.cosine(vector, candidate.entry);
        }
    }
    Ok(Some(found.into_values().collect()))
}

/// The summaries that a query's filters ask for as answers; none where it asks for none.
pub(super) fn listed(snapshot: &Snapshot, query: &Query) -> Result<Option<Vec<u32>>, IndexError> {
    let asks = query.filters.iter().any(|filter| {
        let is_level = || Kind::named(&filter.value).is_some_and(|it| LEVELS.contains(&it));
        filter.field == Field::Kind && !filter.negated && is_level()
    });
    if !asks {
        return Ok(None);
    }
    let clauses: Vec<_> = filters(query).collect();
    let mut listed = Vec::new();
    let passing = snapshot.passing_summaries(&clauses)?;
    for entry in purpose::narrow_summaries(snapshot, query, passing)? {
        let asks = !query.phrases.is_empty() || !query.excluded.is_empty();
        if !(asks || named::asks(query)) || says(&snapshot.record(entry)?, query) {
            listed.push(entry);
        }
    }
    Ok(Some(listed))
}

/// Whether a summary has the query's phrases, and nothing that it excludes, and is of what is named as
/// its filters ask for.
fn says(record: &Record, query: &Query) -> bool {
    let text = record.summary.to_lowercase();
    let has = |words: &String| text.contains(&words.to_lowercase());
    let excludes = |excluded: &Excluded| match excluded {
        Excluded::Word(text) | Excluded::Phrase(text) => has(text),
        Excluded::Pattern(pattern) => pattern.stands_in(record.summary.as_bytes()),
    };
    query.phrases.iter().all(has)
        && !query.excluded.iter().any(excludes)
        && named::lets(query, record)
}

/// How well the summaries of files and directories fit a query, by each retriever, 0 to 1.
#[derive(Debug, Default)]
pub(super) struct Covered(HashMap<SourcePath, Fit>);

/// How well one summary fits.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Fit {
    pub(super) keywords: f32,
    pub(super) meaning: f32,
}

impl Covered {
    /// Normalised like the scores of leaves: BM25 by its maximum, cosines by minimum and maximum.
    pub(super) fn by(snapshot: &Snapshot, summaries: &[Candidate]) -> Result<Self, IndexError> {
        let keywords = summaries.iter().filter_map(|it| it.keyword_score);
        let most = keywords.fold(f32::MIN_POSITIVE, f32::max);
        let cosines = || summaries.iter().filter_map(|it| it.vector_score);
        let (far, near) = (
            cosines().fold(1.0, f32::min),
            cosines().fold(-1.0, f32::max),
        );
        let spread = (near - far).max(f32::MIN_POSITIVE);
        let mut covered = HashMap::with_capacity(summaries.len());
        for summary in summaries {
            let fit = Fit {
                keywords: summary.keyword_score.map_or(0.0, |score| score / most),
                meaning: summary
                    .vector_score
                    .map_or(0.0, |cosine| (cosine - far) / spread),
            };
            if let Some(path) = snapshot.summarized_path(summary.entry)? {
                covered.insert(path.clone(), fit);
            }
        }
        Ok(Self(covered))
    }

    /// Of a file's summary.
    pub(super) fn file(&self, path: &SourcePath) -> Fit {
        self.0.get(path).copied().unwrap_or_default()
    }
}
