//! Candidates: leaves that may answer a query, with the scores of both retrievers.
//!
//! Principal type: [`Candidate`]. Invariant: every candidate passes the filters,
//! and in hybrid mode has the scores of both retrievers. The ranking orders them.

use super::by_location::first_by_location;
use super::declared::{declared, imports};
use super::passing::{Conditions, passing};
use super::retrievers::{CANDIDATES, keywords, nearest};
use super::{summaries, verbatim};
use crate::chunk::Definition;
use crate::embed::{Embedding, Model};
use crate::index::{EntrySet, VectorSearch};
use crate::search::context::{Result, SearchContext, SearchError};
use crate::search::explanation::Explanation;
use crate::search::names::{partial, query_terms, query_words, symbol_filter};
use crate::search::query::Mode;
use std::collections::BTreeMap;

/// Maximum number of summaries per retriever.
const SUMMARIES: usize = 100;

/// An entry that may be an answer, with its scores.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) entry: u32,
    /// True if its text contains the declaration of a name that the query likely means.
    pub(crate) declares: bool,
    /// True if its text contains the query, a compound token, as typed.
    pub(crate) is_verbatim: bool,
    /// Quality as the completion of a half-typed name, 0 to 1.
    pub(crate) half_typed: f32,
    /// The completed name, if the entry defines several.
    pub(crate) completed: Option<Definition>,
    /// Ranks and scores of the retrievers; a candidate of another source has no rank.
    pub(crate) explanation: Explanation,
}

/// Finds the candidates of a query, in entry order, among all leaves that pass it, and the vector search that
/// was used. The model is one that the context calls usable. In hybrid mode both retrievers score every candidate, so
/// that a missing score means a low one.
pub(crate) fn find(
    context: &SearchContext<'_>,
    model: Option<&Model>,
) -> Result<(Vec<Candidate>, EntrySet, VectorSearch)> {
    let passing = passing(context, Conditions::All)?;
    let mut found = Candidates {
        context,
        passing: &passing,
        limit: context.limit.max(CANDIDATES),
        by_entry: BTreeMap::new(),
    };
    found.add_listed()?;
    let mut vectors = VectorSearch::None;
    if !context.query.words.trim().is_empty() {
        vectors = found.retrieve(model)?;
    }
    let candidates = found.by_entry.into_values().collect();
    Ok((candidates, passing, vectors))
}

/// The vector of a query's words; none without a model, and if the model knows none of the words. A word weighs up to twice
/// as much as a common one if it is rare in this index: `file` says little in a program that manages files.
fn vector_of(context: &SearchContext<'_>, model: Option<&Model>) -> Result<Option<Embedding>> {
    let Some(model) = model else {
        return Ok(None);
    };
    let words = query_words(&context.query.words);
    let coverage = context.snapshot.coverage(&words, &[])?;
    let rarest = (1.0 + context.snapshot.leaves() as f32).ln();
    let mut weighted = Vec::with_capacity(words.len());
    for (word, found) in words.iter().zip(&coverage) {
        let idf = if found.idf > 0.0 { found.idf } else { rarest };
        weighted.push((word.term.as_str(), 1.0 + idf / rarest));
    }
    let vector = model.embed_query(&context.query.words, &weighted)?;
    let is_known = vector.0.iter().any(|&component| component != 0);
    Ok(is_known.then_some(vector))
}

/// The candidates of a query so far.
struct Candidates<'s> {
    context: &'s SearchContext<'s>,
    passing: &'s EntrySet,
    /// Maximum number of candidates of each source.
    limit: usize,
    by_entry: BTreeMap<u32, Candidate>,
}

impl Candidates<'_> {
    fn at(&mut self, entry: u32) -> &mut Candidate {
        self.by_entry.entry(entry).or_insert_with(|| Candidate {
            entry,
            ..Candidate::default()
        })
    }

    /// Adds candidates that need no retriever: a query of only filters is a listing, and a phrase may occur
    /// where its words are not terms.
    fn add_listed(&mut self) -> Result<()> {
        let (context, query) = (self.context, self.context.query);
        let has_words = !query.words.trim().is_empty();
        if query.required_text().next().is_some() || (!has_words && !query.is_empty()) {
            let exactly = symbol_filter::exact_matches(context, self.passing)?;
            for passing in exactly.iter().chain([self.passing]) {
                for entry in first_by_location(context, passing, self.limit)? {
                    self.at(entry);
                }
            }
        }
        if !has_words {
            for entry in summaries::listed(context)?.iter().take(self.limit) {
                self.at(entry);
            }
        }
        Ok(())
    }

    /// Adds the candidates of both retrievers, and declarations of names that the query may mean.
    fn retrieve(&mut self, model: Option<&Model>) -> Result<VectorSearch> {
        let (context, query) = (self.context, self.context.query);
        let vector = vector_of(context, model)?;
        let mut vectors = VectorSearch::None;
        if let Some(vector) = &vector {
            let nearest = nearest(context, vector, self.passing, self.limit)?;
            vectors = nearest.method;
            self.add_nearest(nearest.candidates);
        }
        context.check_cancelled()?;
        for name in partial::find(context, self.passing)? {
            let candidate = self.at(name.entry);
            candidate.half_typed = name.quality;
            candidate.completed = name.definition;
        }
        let mut terms = Vec::new();
        if query.mode != Mode::Semantic {
            terms = query_terms(&query.words);
        }
        if !terms.is_empty() {
            self.add_by_terms(&terms)?;
        }
        let listed = summaries::listed(context)?;
        if listed.count() > 0 {
            self.add_summaries(&terms, vector.as_ref(), &listed)?;
        }
        if let Some(vector) = &vector {
            self.add_cosines(vector);
        }
        Ok(vectors)
    }

    /// Adds the candidates with these terms, and keyword scores of all others.
    fn add_by_terms(&mut self, terms: &[String]) -> Result<()> {
        let (context, passing) = (self.context, self.passing);
        for entry in declared(context, terms, passing)? {
            self.at(entry).declares = true;
        }
        for entry in imports(context, terms, passing)? {
            self.at(entry);
        }
        for entry in verbatim::find(context, terms, passing)?.iter() {
            self.at(entry).is_verbatim = true;
        }
        let known: Vec<u32> = self.by_entry.keys().copied().collect();
        let keywords = keywords(context.snapshot, terms, passing, self.limit, &known)?;
        for (entry, score) in keywords.scored {
            self.at(entry).explanation.keyword_score = Some(score);
        }
        self.add_keywords(keywords.best);
        Ok(())
    }

    /// Adds the best of the `listed` summaries by keywords and vector.
    fn add_summaries(
        &mut self,
        terms: &[String],
        vector: Option<&Embedding>,
        listed: &EntrySet,
    ) -> Result<()> {
        let (snapshot, cancel) = (self.context.snapshot, self.context.cancel);
        self.add_keywords(snapshot.summaries_by_keywords(terms, listed, SUMMARIES)?);
        if let Some(vector) = vector {
            let nearest = snapshot.nearest(vector, listed, SUMMARIES, cancel);
            self.add_nearest(nearest.ok_or(SearchError::Cancelled)?.candidates);
        }
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
    fn add_cosines(&mut self, vector: &Embedding) {
        for (entry, candidate) in &mut self.by_entry {
            let score = &mut candidate.explanation.vector_score;
            *score = score.or_else(|| self.context.snapshot.cosine(vector, *entry));
        }
    }
}
