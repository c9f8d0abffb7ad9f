//! From a query to candidates with the scores of both retrievers.

use super::named::{self, Named};
use super::words::query_terms;
use super::{
    Excluded, Field, Mode, Query, Search, SearchError, VectorSearch, copies, half_typed, own,
    patterns, purpose, rank, summaries,
};
use crate::chunk::{Definition, Kind};
use crate::corpus::Cancel;
use crate::embed::{Embedding, Model};
use crate::index::{Clause, Condition, IndexError, Passing, Snapshot};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// How many distinct texts each retriever gives at least. Within the first 50 of each the answers are nearly
/// always there; twice that leaves room for the ranking.
pub(super) const CANDIDATES: usize = 100;

/// Of so many at most the names themselves are read, which takes a few microseconds each.
const NAMESAKES: usize = 4_096;

/// An entry that may be an answer, with what the retrievers say of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub(super) entry: u32,
    /// Whether a name that the query likely means stands in it where that is declared.
    pub(super) declares: bool,
    /// Quality of its name where the query is its beginning, 0 to 1.
    pub(super) half_typed: f32,
    /// That name, where it defines several.
    pub(super) found_as: Option<Definition>,
    /// 1-based rank among the keyword candidates; none where only its score was asked for.
    pub(super) keyword_rank: Option<u32>,
    /// BM25.
    pub(super) keyword_score: Option<f32>,
    /// 1-based rank among the vector candidates; none where only its score was asked for.
    pub(super) vector_rank: Option<u32>,
    /// Cosine.
    pub(super) vector_score: Option<f32>,
}

/// Candidates in entry order, and who answered.
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    /// The leaves that could be candidates.
    pub(super) passing: Arc<Passing>,
    pub(super) vectors: VectorSearch,
}

/// Finds the candidates of a query; none when cancelled. In hybrid mode each candidate has the
/// scores of both retrievers, so that a missing score means a low one and not an unasked question.
pub(super) fn find(
    search: &Search<'_>,
    model: Option<&Model>,
) -> Result<Option<Found>, SearchError> {
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
        return Ok(Some(found.answered_by(VectorSearch::None, passing)));
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
        Mode::Meaning => Vec::new(),
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
    Ok(Some(found.answered_by(answered, passing)))
}

/// The leaves that everything but words lets through; none when cancelled.
pub(super) fn passing(search: &Search<'_>) -> Result<Option<Passing>, SearchError> {
    let passing = likely(search.snapshot, search.query, search.cancel)?;
    match search.query.reads_text() {
        _ if search.cancel.is_cancelled() => Ok(None),
        true => patterns::narrow(search, &passing),
        false => Ok(Some(passing)),
    }
}

/// The same without a look at the text: phrases and patterns perhaps stand in these. When cancelled,
/// the result is of no use.
pub(super) fn likely(
    snapshot: &Snapshot,
    query: &Query,
    cancel: &Cancel,
) -> Result<Passing, IndexError> {
    filtered(snapshot, query, texts(query), cancel)
}

/// What the query's filters let through, and these clauses. When cancelled, the result is of no use.
pub(super) fn filtered(
    snapshot: &Snapshot,
    query: &Query,
    texts: Vec<Clause>,
    cancel: &Cancel,
) -> Result<Passing, IndexError> {
    let clauses: Vec<_> = filters(query).chain(texts).collect();
    let passing = purpose::narrow(snapshot, query, snapshot.passing(&clauses)?)?;
    named::narrow(snapshot, query, passing, cancel)
}

/// What is an answer without being looked for: filters alone ask for a list, and a phrase may stand
/// where its words are no terms.
fn listed(
    search: &Search<'_>,
    passing: &Passing,
    limit: usize,
) -> Result<Option<Candidates>, IndexError> {
    let (snapshot, query) = (search.snapshot, search.query);
    let mut found = Candidates::default();
    let asks_words = !query.words.trim().is_empty();
    if patterns::asks(query) || (!asks_words && !query.is_empty()) {
        let exactly = named::exactly(snapshot, query, passing)?;
        for passing in exactly.iter().chain([passing]) {
            let Some(listed) = first_by_place(search, passing, limit)? else {
                return Ok(None);
            };
            listed.into_iter().for_each(|entry| _ = found.at(entry));
        }
    }
    if !asks_words {
        let listed = summaries::listed(snapshot, query)?.into_iter().flatten();
        listed.take(limit).for_each(|entry| _ = found.at(entry));
    }
    Ok(Some(found))
}

/// Entries that declare what the query names. Other names and mentions may have more of its words, and
/// a long declaration's text means many things: neither retriever need find it.
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
    // A name that so many bear says little of which is meant: the other words do.
    let entries = Passing::of(entries.into_iter(), snapshot.leaves());
    let mut best = snapshot.keywords(terms, &Arc::new(entries), CANDIDATES, &[])?;
    copies::drop_surplus(snapshot, &mut best.best, CANDIDATES)?;
    Ok(best.best.into_iter().map(|(entry, _)| entry).collect())
}

/// Of what terms say declares the name that a query is, what does so by more than terms: the signs of
/// `operator>>`, and what `Session.get` is in. None where the name has no more to it, or too many
/// bear it.
fn exactly_named(
    snapshot: &Snapshot,
    query: &Query,
    entries: &[u32],
) -> Result<Vec<u32>, IndexError> {
    let named = rank::name_in(&query.words).map(|(name, _)| Named::of(name));
    let named = named.filter(|it| it.is_more_than_terms() && entries.len() <= NAMESAKES);
    let Some(named) = named else {
        return Ok(Vec::new());
    };
    let mut exact = Vec::new();
    for entry in entries {
        if named.is_in(&snapshot.record(*entry)?) {
            exact.push(*entry);
        }
    }
    Ok(exact)
}

/// The vector of a query's words; none where meaning is not asked, without a model, and with one
/// whose vectors these are not.
fn vector_of(
    snapshot: &Snapshot,
    model: Option<&Model>,
    query: &Query,
) -> Result<Option<Embedding>, SearchError> {
    let asks = query.mode.asks_meaning();
    let model = model.filter(|model| asks && *model.id() == snapshot.identity().model);
    let vector = model.map(|model| embed(model, &query.words)).transpose()?;
    Ok(vector.flatten())
}

/// The first entries that pass, until they have `limit` distinct texts, and few copies of each: files
/// in a language that is asked for before those with a piece of it, by path and line.
fn first_by_place(
    search: &Search<'_>,
    passing: &Passing,
    limit: usize,
) -> Result<Option<Vec<u32>>, IndexError> {
    let snapshot = search.snapshot;
    let mut listed = Vec::new();
    let mut texts = HashSet::new();
    let mut counts: HashMap<u64, usize> = HashMap::new();
    let asked = own::Asked::of(search.query);
    let mut files = snapshot.by_file(passing)?;
    files.sort_by_cached_key(|(path, _)| !asked.is_own(path));
    for (_, leaves) in files {
        if texts.len() >= limit {
            break;
        }
        if search.cancel.is_cancelled() {
            return Ok(None);
        }
        let mut by_line = Vec::with_capacity(leaves.len());
        for entry in leaves {
            let content = snapshot.content(entry).unwrap_or_default();
            if counts.get(&content).is_none_or(|it| *it < copies::COPIES) {
                let record = snapshot.record(entry)?;
                by_line.push((record.lines, entry, content, record.hash));
            }
        }
        by_line.sort_unstable();
        for (_, entry, content, text) in by_line {
            let count = counts.entry(content).or_default();
            if texts.len() < limit && *count < copies::COPIES {
                *count += 1;
                texts.insert(text);
                listed.push(entry);
            }
        }
    }
    Ok(Some(listed))
}

/// By entry, in order.
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

    /// The cosines that are not known yet.
    pub(super) fn add_cosines(&mut self, snapshot: &Snapshot, vector: &Embedding) {
        for candidate in self.0.values_mut() {
            if candidate.vector_score.is_none() {
                candidate.vector_score = snapshot.cosine(vector, candidate.entry);
            }
        }
    }

    fn answered_by(self, vectors: VectorSearch, passing: Arc<Passing>) -> Found {
        Found {
            candidates: self.0.into_values().collect(),
            passing,
            vectors,
        }
    }
}

/// The query's vector; none where the model sees nothing in it.
fn embed(model: &Model, words: &str) -> Result<Option<Embedding>, crate::embed::EmbedError> {
    let vector = model.embed(&[words])?.into_iter().next();
    Ok(vector.filter(|vector| vector.0.iter().any(|&component| component != 0)))
}

/// What the query says of text, as the index understands it.
fn texts(query: &Query) -> Vec<Clause> {
    let excluded = query.excluded.iter().filter_map(|excluded| match excluded {
        Excluded::Word(word) => Some(Clause {
            condition: Condition::Words(word.clone()),
            negated: true,
        }),
        // Terms tell where these may stand, and what may not be is not excluded.
        Excluded::Phrase(_) | Excluded::Pattern(_) => None,
    });
    patterns::clauses(query).chain(excluded).collect()
}

/// Those filters that the index understands; [`purpose`] and [`named`] see to the others.
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
                let named = Named::of(&value);
                // Terms would leave too much out.
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
