//! Candidates: leaves that may answer a query, with the scores of both retrievers.
//!
//! Principal type: [`Candidate`]. Invariant: every candidate passes the filters,
//! and in hybrid mode has the scores of both retrievers. The ranking orders them.

use super::name::QualifiedName;
use super::words::query_terms;
use super::{
    Excluded, Explanation, Field, Mode, Query, SearchContext, SearchError, VectorSearch, copies,
    name_filter, partial_name, patterns, purpose, rank, summaries, verbatim,
};
use crate::chunk::{Definition, Kind};
use crate::corpus::file_class::{FileClass, is_not_code};
use crate::embed::{Embedding, Model};
use crate::index::{Clause, Condition, EntrySet, IndexError, Snapshot};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Minimum number of distinct texts per retriever. The first 50 of each nearly always include the
/// answers; twice that leaves room for the ranking.
pub(super) const CANDIDATES: usize = 100;

/// Maximum number of declarations with the words of a name that are read to compare the name.
pub(super) const NAMESAKES: usize = 4_096;

/// Maximum number of summaries per retriever.
const SUMMARIES: usize = 100;

/// An entry that may be an answer, with its scores.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub(super) entry: u32,
    /// True if its text contains the declaration of a name that the query likely means.
    pub(super) declares: bool,
    /// True if its text contains the query, a compound token, as typed.
    pub(super) is_verbatim: bool,
    /// Quality as the completion of a half-typed name, 0 to 1.
    pub(super) half_typed: f32,
    /// The completed name, if the entry defines several.
    pub(super) completed: Option<Definition>,
    /// Ranks and scores of the retrievers; a candidate of another source has no rank.
    pub(super) explanation: Explanation,
}

/// Finds the candidates of a query, in entry order, among all leaves that pass it, and the vector search that
/// was used. In hybrid mode both retrievers score every candidate, so that a missing score means a low one.
pub(super) fn find(
    context: &SearchContext<'_>,
    model: Option<&Model>,
) -> Result<(Vec<Candidate>, EntrySet, VectorSearch), SearchError> {
    let passing = passing(context)?;
    let mut found = Candidates::default();
    found.add_listed(context, &passing)?;
    let vectors = match context.query.words.trim().is_empty() {
        true => VectorSearch::None,
        false => found.retrieve(context, model, &passing)?,
    };
    Ok((found.0.into_values().collect(), passing, vectors))
}

/// Returns the leaves that meet all conditions except the words.
pub(super) fn passing(context: &SearchContext<'_>) -> Result<EntrySet, SearchError> {
    let passing = likely(context)?;
    match context.query.reads_text() {
        true => patterns::narrow(context, &passing),
        false => Ok(passing),
    }
}

/// Returns the same without reading text: a superset, whose leaves may lack the phrases and patterns.
pub(super) fn likely(context: &SearchContext<'_>) -> Result<EntrySet, SearchError> {
    filtered(context, texts(context.query))
}

/// Returns the leaves that pass the query's filters and `texts`.
pub(super) fn filtered(
    context: &SearchContext<'_>,
    texts: Vec<Clause>,
) -> Result<EntrySet, SearchError> {
    let mut clauses = filters(context)?;
    clauses.extend(texts);
    name_filter::narrow(context, context.snapshot.passing(&clauses)?)
}

/// Entries that declare a name of the query. Retrievers may miss them: other names and mentions have
/// more of the words, and the vector of a long declaration is unspecific.
fn declared(
    context: &SearchContext<'_>,
    terms: &[String],
    passing: &EntrySet,
) -> Result<Vec<u32>, IndexError> {
    let (snapshot, query) = (context.snapshot, context.query);
    let mut entries = snapshot.declaring(&rank::likely_names(&query.words))?;
    entries.retain(|entry| passing.contains(*entry));
    if entries.len() <= CANDIDATES {
        return Ok(entries);
    }
    let exact = exactly_named(context, &entries)?;
    if (1..=CANDIDATES).contains(&exact.len()) {
        return Ok(exact);
    }
    // The other words of the query decide among many namesakes.
    let entries = entries.into_iter().collect();
    let mut best = snapshot.keywords(terms, &entries, CANDIDATES, &[])?;
    copies::drop_surplus(snapshot, &mut best.best)?;
    Ok(best.best.into_iter().map(|(entry, _)| entry).collect())
}

/// The entries that match more of the query's name than its words: the signs of `operator>>`, the scope of
/// `Session.get`. Empty for other queries, and for too many entries.
fn exactly_named(context: &SearchContext<'_>, entries: &[u32]) -> Result<Vec<u32>, IndexError> {
    let name = rank::name_in(&context.query.words).map(QualifiedName::parse);
    let is_readable = entries.len() <= NAMESAKES;
    let Some(name) = name.filter(|name| is_readable && name.is_more_than_terms()) else {
        return Ok(Vec::new());
    };
    let mut exact = Vec::new();
    for entry in entries {
        if name.matches_any(&context.snapshot.record(*entry)?) {
            exact.push(*entry);
        }
    }
    Ok(exact)
}

/// Blocks of imports for a query like `imports for auth`: the word `imports` is in none of them.
fn imports(
    context: &SearchContext<'_>,
    terms: &[String],
    passing: &EntrySet,
) -> Result<Vec<u32>, IndexError> {
    if !rank::requests_imports(&context.query.words) {
        return Ok(Vec::new());
    }
    let snapshot = context.snapshot;
    let is_imports = Condition::Kind(Kind::Imports.name().to_owned());
    let mut blocks = snapshot.passing(&[is_imports.into()])?;
    blocks.intersect(passing);
    let best = snapshot.keywords(terms, &blocks, CANDIDATES, &[])?.best;
    Ok(best.into_iter().map(|(entry, _)| entry).collect())
}

/// The vector of a query's words; none if the mode needs none, without a model, with another model than
/// the index, and if the model knows none of the words.
fn vector_of(
    context: &SearchContext<'_>,
    model: Option<&Model>,
) -> Result<Option<Embedding>, SearchError> {
    let is_searched = context.query.mode.uses_vectors();
    let used = &context.snapshot.identity().model;
    let Some(model) = model.filter(|it| is_searched && it.id() == used) else {
        return Ok(None);
    };
    let vector = model.embed(&[&context.query.words])?.into_iter().next();
    Ok(vector.filter(|vector| vector.0.iter().any(|&component| component != 0)))
}

/// Returns the first passing entries, up to `limit` distinct texts with few copies of each, by path and
/// line. With a `lang:` or `sym:` filter, code precedes documents; with `sym:`, also tests and vendored code.
fn first_by_location(
    context: &SearchContext<'_>,
    passing: &EntrySet,
    limit: usize,
) -> Result<Vec<u32>, SearchError> {
    let snapshot = context.snapshot;
    let mut listed = Vec::new();
    let mut texts = HashSet::new();
    let mut counts: HashMap<u64, usize> = HashMap::new();
    let mut files = snapshot.by_file(passing)?;
    let names_symbol = context.query.requires(Field::Symbol);
    if names_symbol || context.query.requires(Field::Language) {
        files.sort_by_cached_key(|(path, _)| {
            let class = names_symbol.then(|| FileClass::of(path, &[]));
            (is_not_code(path), class)
        });
    }
    for (_, leaves) in files {
        if texts.len() >= limit {
            break;
        }
        context.check_cancelled()?;
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
    Ok(listed)
}

/// Candidates by entry.
#[derive(Default)]
struct Candidates(BTreeMap<u32, Candidate>);

impl Candidates {
    fn at(&mut self, entry: u32) -> &mut Candidate {
        let new = || Candidate {
            entry,
            ..Candidate::default()
        };
        self.0.entry(entry).or_insert_with(new)
    }

    /// Adds candidates that need no retriever: a query of only filters is a listing, and a phrase may occur
    /// where its words are not terms.
    fn add_listed(
        &mut self,
        context: &SearchContext<'_>,
        passing: &EntrySet,
    ) -> Result<(), SearchError> {
        let query = context.query;
        let limit = context.limit.max(CANDIDATES);
        let has_words = !query.words.trim().is_empty();
        if patterns::has_required_text(query) || (!has_words && !query.is_empty()) {
            let exactly = name_filter::exact_matches(context, passing)?;
            for passing in exactly.iter().chain([passing]) {
                let listed = first_by_location(context, passing, limit)?;
                listed.into_iter().for_each(|entry| _ = self.at(entry));
            }
        }
        if !has_words {
            let listed = summaries::listed(context)?.unwrap_or_default();
            listed
                .iter()
                .take(limit)
                .for_each(|entry| _ = self.at(entry));
        }
        Ok(())
    }

    /// Adds the candidates of both retrievers, and declarations of names that the query may mean.
    fn retrieve(
        &mut self,
        context: &SearchContext<'_>,
        model: Option<&Model>,
        passing: &EntrySet,
    ) -> Result<VectorSearch, SearchError> {
        let (snapshot, query) = (context.snapshot, context.query);
        let limit = context.limit.max(CANDIDATES);
        let vector = vector_of(context, model)?;
        let mut vectors = VectorSearch::None;
        if let Some(vector) = &vector {
            let nearest = snapshot.nearest(vector, passing, limit, context.cancel);
            let mut nearest = nearest.ok_or(SearchError::Cancelled)?;
            copies::drop_surplus(snapshot, &mut nearest.candidates)?;
            vectors = nearest.method;
            self.add_nearest(nearest.candidates);
        }
        context.check_cancelled()?;
        let terms = match query.mode {
            Mode::Semantic => Vec::new(),
            _ => query_terms(&query.words),
        };
        for name in partial_name::find(context, passing)? {
            let candidate = self.at(name.entry);
            (candidate.half_typed, candidate.completed) = (name.quality, name.definition);
        }
        if !terms.is_empty() {
            for entry in declared(context, &terms, passing)? {
                self.at(entry).declares = true;
            }
            for entry in imports(context, &terms, passing)? {
                self.at(entry);
            }
            for entry in verbatim::find(context, &terms, passing)?.iter() {
                self.at(entry).is_verbatim = true;
            }
            let known: Vec<u32> = self.0.keys().copied().collect();
            let mut keywords = snapshot.keywords(&terms, passing, limit, &known)?;
            copies::drop_surplus(snapshot, &mut keywords.best)?;
            for (entry, score) in keywords.scored {
                self.at(entry).explanation.keyword_score = Some(score);
            }
            self.add_keywords(keywords.best);
        }
        self.add_cosines(snapshot, vector.as_ref());
        if let Some(listed) = summaries::listed(context)? {
            self.add_summaries(context, &terms, vector.as_ref(), &listed)?;
        }
        Ok(vectors)
    }

    /// Adds the best of the `listed` summaries by keywords and vector.
    fn add_summaries(
        &mut self,
        context: &SearchContext<'_>,
        terms: &[String],
        vector: Option<&Embedding>,
        listed: &EntrySet,
    ) -> Result<(), SearchError> {
        let (snapshot, cancel) = (context.snapshot, context.cancel);
        self.add_keywords(snapshot.summaries_by_keywords(terms, listed, SUMMARIES)?);
        if let Some(vector) = vector {
            let nearest = snapshot.nearest(vector, listed, SUMMARIES, cancel);
            self.add_nearest(nearest.ok_or(SearchError::Cancelled)?.candidates);
        }
        self.add_cosines(snapshot, vector);
        Ok(())
    }

    fn add_nearest(&mut self, nearest: Vec<(u32, f32)>) {
        for (rank, (entry, cosine)) in (1..).zip(nearest) {
            let explanation = &mut self.at(entry).explanation;
            explanation.vector_rank = Some(rank);
            explanation.vector_score = Some(cosine);
        }
    }

    fn add_keywords(&mut self, best: Vec<(u32, f32)>) {
        for (rank, (entry, score)) in (1..).zip(best) {
            let explanation = &mut self.at(entry).explanation;
            explanation.keyword_rank = Some(rank);
            explanation.keyword_score = Some(score);
        }
    }

    /// Computes the missing cosines.
    fn add_cosines(&mut self, snapshot: &Snapshot, vector: Option<&Embedding>) {
        for candidate in self.0.values_mut() {
            let (explanation, entry) = (&mut candidate.explanation, candidate.entry);
            if let (None, Some(vector)) = (explanation.vector_score, vector) {
                explanation.vector_score = snapshot.cosine(vector, entry);
            }
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
        // Terms only find leaves that may contain these; a leaf that does not contain them must stay.
        Excluded::Phrase(_) | Excluded::Pattern(_) => None,
    });
    patterns::clauses(query).chain(excluded).collect()
}

/// Index conditions of the filters; [`name_filter`] applies the others.
pub(super) fn filters(context: &SearchContext<'_>) -> Result<Vec<Clause>, IndexError> {
    let mut clauses = Vec::new();
    for filter in &context.query.filters {
        let value = filter.value.clone();
        let condition = match filter.field {
            Field::Language => Condition::Language(value.to_lowercase()),
            Field::Path => Condition::Path(value),
            Field::Kind => {
                Condition::Kind(Kind::named(&value).map_or(value, |kind| kind.name().to_owned()))
            }
            Field::Symbol => {
                let named = QualifiedName::parse(&value);
                // Terms alone would exclude too much.
                let is_excess = filter.negated && named.is_more_than_terms();
                let Some(condition) = named.condition().filter(|_| !is_excess) else {
                    continue;
                };
                condition
            }
            Field::Heading => Condition::Heading(value),
            Field::In => purpose::condition(context, &value)?,
        };
        clauses.push(Clause {
            condition,
            negated: filter.negated,
        });
    }
    Ok(clauses)
}
