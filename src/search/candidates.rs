//! Candidates: leaves that may answer a query, with the scores of both retrievers.
//!
//! Principal types: [`Candidate`] and [`CandidateSet`]. Invariant: every candidate passes the filters,
//! and in hybrid mode has the scores of both retrievers. The ranking orders them.

use super::name_filter::{self, NameFilter};
use super::words::query_terms;
use super::{
    Excluded, Field, Mode, Query, Search, SearchError, VectorSearch, copies, half_typed,
    own_language, patterns, purpose, rank, summaries,
};
use crate::chunk::{Definition, Kind};
use crate::corpus::Cancel;
use crate::embed::{Embedding, Model};
use crate::index::{Clause, Condition, IndexError, Passing, Snapshot};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Minimum number of distinct texts per retriever. The first 50 of each nearly always include the
/// answers; twice that leaves room for the ranking.
pub(super) const CANDIDATES: usize = 100;

/// Maximum number of entries whose names are read, at a few microseconds each.
const NAMESAKES: usize = 4_096;

/// An entry that may be an answer, with its scores.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub(super) entry: u32,
    /// True if its text contains the declaration of a name that the query likely means.
    pub(super) declares: bool,
    /// Quality as the completion of a half-typed name, 0 to 1.
    pub(super) half_typed: f32,
    /// The completed name, if the entry defines several.
    pub(super) found_as: Option<Definition>,
    /// 1-based rank among the keyword candidates; none for a candidate of another source.
    pub(super) keyword_rank: Option<u32>,
    /// BM25.
    pub(super) keyword_score: Option<f32>,
    /// 1-based rank among the vector candidates; none for a candidate of another source.
    pub(super) vector_rank: Option<u32>,
    /// Cosine similarity, -1 to 1.
    pub(super) vector_score: Option<f32>,
}

/// Candidates in entry order, and the vector search that was used.
pub(super) struct CandidateSet {
    pub(super) candidates: Vec<Candidate>,
    /// The leaves that pass the query.
    pub(super) passing: Arc<Passing>,
    pub(super) vectors: VectorSearch,
}

/// Finds the candidates of a query; none when cancelled. In hybrid mode both retrievers score every
/// candidate, so that a missing score means a low one.
pub(super) fn find(
    search: &Search<'_>,
    model: Option<&Model>,
) -> Result<Option<CandidateSet>, SearchError> {
    let Search {
        snapshot,
        query,
        cancel,
        ..
    } = *search;
    let limit = search.limit.max(CANDIDATES);
    let Some(passing) = passing(search)? else {
        return Ok(None);
    };
    let passing = Arc::new(passing);
    let Some(mut found) = listed(search, &passing, limit)? else {
        return Ok(None);
    };
    if query.words.trim().is_empty() {
        return Ok(Some(found.into_set(VectorSearch::None, passing)));
    }
    let vector = vector_of(snapshot, model, query)?;
    let mut answered = VectorSearch::None;
    if let Some(vector) = &vector {
        let Some(mut nearest) = snapshot.nearest(vector, &passing, limit, cancel) else {
            return Ok(None);
        };
        copies::drop_surplus(snapshot, &mut nearest.candidates, limit)?;
        answered = match nearest.graph {
            true => VectorSearch::Graph,
            false => VectorSearch::Exact,
        };
        found.add_nearest(nearest.candidates);
    }
    if cancel.is_cancelled() {
        return Ok(None);
    }
    let terms = match query.mode {
        Mode::Semantic => Vec::new(),
        Mode::Hybrid | Mode::Keywords | Mode::Symbol | Mode::Regex => query_terms(&query.words),
    };
    let Some(half_typed) = half_typed::find(search, &passing)? else {
        return Ok(None);
    };
    for name in half_typed {
        let candidate = found.at(name.entry);
        (candidate.half_typed, candidate.found_as) = (name.quality, name.definition);
    }
    if !terms.is_empty() {
        for entry in declared(snapshot, query, &terms, &passing)? {
            found.at(entry).declares = true;
        }
        for entry in imports(snapshot, query, &terms, &passing)? {
            found.at(entry);
        }
        let asked: Vec<u32> = found.0.keys().copied().collect();
        let mut keywords = snapshot.keywords(&terms, &passing, limit, &asked)?;
        copies::drop_surplus(snapshot, &mut keywords.best, limit)?;
        for (entry, score) in keywords.asked {
            found.at(entry).keyword_score = Some(score);
        }
        found.add_keywords(keywords.best);
    }
    if let Some(vector) = &vector {
        found.add_cosines(snapshot, vector);
    }
    if let Some(listed) = summaries::listed(snapshot, query)? {
        let vector = vector.as_ref();
        let Some(summaries) = summaries::find(snapshot, &terms, vector, &listed, cancel)? else {
            return Ok(None);
        };
        found.0.extend(summaries.0);
    }
    Ok(Some(found.into_set(answered, passing)))
}

/// Returns the leaves that meet all conditions except the words; none when cancelled.
pub(super) fn passing(search: &Search<'_>) -> Result<Option<Passing>, SearchError> {
    let passing = likely(search.snapshot, search.query, search.cancel)?;
    match search.query.reads_text() {
        _ if search.cancel.is_cancelled() => Ok(None),
        true => patterns::narrow(search, &passing),
        false => Ok(Some(passing)),
    }
}

/// Returns the same without reading text: a superset that may lack phrases and patterns. When
/// cancelled, the result is incomplete.
pub(super) fn likely(
    snapshot: &Snapshot,
    query: &Query,
    cancel: &Cancel,
) -> Result<Passing, IndexError> {
    filtered(snapshot, query, texts(query), cancel)
}

/// Returns the leaves that pass the query's filters and `texts`. When cancelled, the result is
/// incomplete.
pub(super) fn filtered(
    snapshot: &Snapshot,
    query: &Query,
    texts: Vec<Clause>,
    cancel: &Cancel,
) -> Result<Passing, IndexError> {
    let clauses: Vec<_> = filters(query).chain(texts).collect();
    let passing = purpose::narrow(snapshot, query, snapshot.passing(&clauses)?)?;
    name_filter::narrow(snapshot, query, passing, cancel)
}

/// Lists candidates that need no retriever: a query of filters is a listing, and a phrase may occur
/// where its words are no terms.
fn listed(
    search: &Search<'_>,
    passing: &Passing,
    limit: usize,
) -> Result<Option<Candidates>, IndexError> {
    let (snapshot, query) = (search.snapshot, search.query);
    let mut found = Candidates::default();
    let has_words = !query.words.trim().is_empty();
    if patterns::has_required_text(query) || (!has_words && !query.is_empty()) {
        let exactly = name_filter::exact_matches(snapshot, query, passing)?;
        for passing in exactly.iter().chain([passing]) {
            let Some(listed) = first_by_place(search, passing, limit)? else {
                return Ok(None);
            };
            listed.into_iter().for_each(|entry| _ = found.at(entry));
        }
    }
    if !has_words {
        let listed = summaries::listed(snapshot, query)?.into_iter().flatten();
        listed.take(limit).for_each(|entry| _ = found.at(entry));
    }
    Ok(Some(found))
}

/// Entries that declare a name of the query. Retrievers may miss them: other names and mentions have
/// more of the words, and the vector of a long declaration is unspecific.
fn declared(
    snapshot: &Snapshot,
    query: &Query,
    terms: &[String],
    passing: &Passing,
) -> Result<Vec<u32>, IndexError> {
    let mut entries = snapshot.declaring(&rank::likely_names(&query.words))?;
    entries.retain(|entry| passing.contains(*entry));
    if entries.len() <= CANDIDATES {
        return Ok(entries);
    }
    let exact = exactly_named(snapshot, query, &entries)?;
    if (1..=CANDIDATES).contains(&exact.len()) {
        return Ok(exact);
    }
    // The other words of the query decide among many namesakes.
    let entries = Passing::of(entries.into_iter(), snapshot.leaves());
    let mut best = snapshot.keywords(terms, &Arc::new(entries), CANDIDATES, &[])?;
    copies::drop_surplus(snapshot, &mut best.best, CANDIDATES)?;
    Ok(best.best.into_iter().map(|(entry, _)| entry).collect())
}

/// Blocks of imports for a query like `imports for auth`: the word `imports` is in none of them.
fn imports(
    snapshot: &Snapshot,
    query: &Query,
    terms: &[String],
    passing: &Passing,
) -> Result<Vec<u32>, IndexError> {
    if !rank::requests_imports(&query.words) {
        return Ok(Vec::new());
    }
    let blocks = snapshot.passing(&[Clause {
        condition: Condition::Kind(Kind::Imports.name().to_owned()),
        negated: false,
    }])?;
    let total = snapshot.leaves();
    let blocks = blocks.iter(total).filter(|entry| passing.contains(*entry));
    let blocks = Arc::new(Passing::of(blocks, total));
    let best = snapshot.keywords(terms, &blocks, CANDIDATES, &[])?.best;
    Ok(best.into_iter().map(|(entry, _)| entry).collect())
}

/// Returns the declarations that match the query's name in more than its terms: the signs of
/// `operator>>`, the scope of `Session.get`. Empty if the name is its terms, or has too many namesakes.
fn exactly_named(
    snapshot: &Snapshot,
    query: &Query,
    entries: &[u32],
) -> Result<Vec<u32>, IndexError> {
    let named = rank::name_in(&query.words).map(|(name, _)| NameFilter::parse(name));
    let named = named.filter(|it| it.is_more_than_terms() && entries.len() <= NAMESAKES);
    let Some(named) = named else {
        return Ok(Vec::new());
    };
    let mut exact = Vec::new();
    for entry in entries {
        if named.matches_any(&snapshot.record(*entry)?) {
            exact.push(*entry);
        }
    }
    Ok(exact)
}

/// The vector of a query's words; none if the mode needs none, without a model, with another model
/// than that of the index, and if the model knows none of the words.
fn vector_of(
    snapshot: &Snapshot,
    model: Option<&Model>,
    query: &Query,
) -> Result<Option<Embedding>, SearchError> {
    let is_searched = query.mode.uses_vectors();
    let Some(model) = model.filter(|it| is_searched && *it.id() == snapshot.identity().model)
    else {
        return Ok(None);
    };
    let vector = model.embed(&[&query.words])?.into_iter().next();
    Ok(vector.filter(|vector| vector.0.iter().any(|&component| component != 0)))
}

/// Returns the first passing entries, up to `limit` distinct texts with few copies of each: files in
/// a requested language before files that embed it, then by path and line.
fn first_by_place(
    search: &Search<'_>,
    passing: &Passing,
    limit: usize,
) -> Result<Option<Vec<u32>>, IndexError> {
    let snapshot = search.snapshot;
    let mut listed = Vec::new();
    let mut texts = HashSet::new();
    let mut counts: HashMap<u64, usize> = HashMap::new();
    let requested = own_language::RequestedLanguages::from_query(search.query);
    let mut files = snapshot.by_file(passing)?;
    files.sort_by_cached_key(|(path, _)| !requested.contains(path));
    for (_, leaves) in files {
        if texts.len() >= limit {
            break;
        }
        if search.cancel.is_cancelled() {
            return Ok(None);
        }
        let mut by_line = Vec::with_capacity(leaves.len());
        for entry in leaves {
            let count = counts.entry(snapshot.content(entry).unwrap_or_default());
            let count = count.or_default();
            *count += 1;
            if *count <= copies::COPIES {
                let record = snapshot.record(entry)?;
                by_line.push((record.lines, entry, record.hash));
            }
        }
        by_line.sort_unstable();
        for (_, entry, text) in by_line {
            if texts.len() < limit {
                texts.insert(text);
                listed.push(entry);
            }
        }
    }
    Ok(Some(listed))
}

/// Candidates by entry.
#[derive(Default)]
pub(super) struct Candidates(pub(super) BTreeMap<u32, Candidate>);

impl Candidates {
    fn at(&mut self, entry: u32) -> &mut Candidate {
        let new = || Candidate {
            entry,
            ..Candidate::default()
        };
        self.0.entry(entry).or_insert_with(new)
    }

    pub(super) fn add_nearest(&mut self, nearest: Vec<(u32, f32)>) {
        for (rank, (entry, cosine)) in (1..).zip(nearest) {
            let candidate = self.at(entry);
            (candidate.vector_rank, candidate.vector_score) = (Some(rank), Some(cosine));
        }
    }

    pub(super) fn add_keywords(&mut self, best: Vec<(u32, f32)>) {
        for (rank, (entry, score)) in (1..).zip(best) {
            let candidate = self.at(entry);
            (candidate.keyword_rank, candidate.keyword_score) = (Some(rank), Some(score));
        }
    }

    /// Computes the missing cosines.
    pub(super) fn add_cosines(&mut self, snapshot: &Snapshot, vector: &Embedding) {
        for candidate in self.0.values_mut() {
            if candidate.vector_score.is_none() {
                candidate.vector_score = snapshot.cosine(vector, candidate.entry);
            }
        }
    }

    fn into_set(self, vectors: VectorSearch, passing: Arc<Passing>) -> CandidateSet {
        CandidateSet {
            candidates: self.0.into_values().collect(),
            passing,
            vectors,
        }
    }
}

/// Index conditions on text.
fn texts(query: &Query) -> Vec<Clause> {
    let excluded = query.excluded.iter().filter_map(|excluded| match excluded {
        Excluded::Word(word) => Some(Clause {
            condition: Condition::Words(word.clone()),
            negated: true,
        }),
        // Terms only find leaves that may contain these, and a leaf that does not is not excluded.
        Excluded::Phrase(_) | Excluded::Pattern(_) => None,
    });
    patterns::clauses(query).chain(excluded).collect()
}

/// Index conditions of the filters; [`purpose`] and [`name_filter`] apply the others.
pub(super) fn filters(query: &Query) -> impl Iterator<Item = Clause> + '_ {
    query.filters.iter().filter_map(|filter| {
        let value = filter.value.clone();
        let condition = match filter.field {
            Field::Language => Condition::Language(value.to_lowercase()),
            Field::Path => Condition::Path(value),
            Field::Kind => {
                Condition::Kind(Kind::named(&value).map_or(value, |kind| kind.name().to_owned()))
            }
            Field::Symbol => {
                let named = NameFilter::parse(&value);
                // Terms alone would exclude too much.
                if filter.negated && named.is_more_than_terms() {
                    return None;
                }
                named.condition()?
            }
            Field::Heading => Condition::Heading(value),
            Field::In => return None,
        };
        Some(Clause {
            condition,
            negated: filter.negated,
        })
    })
}
