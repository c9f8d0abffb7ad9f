//! Answers queries: candidates of the query's mode, ranked, as hits.
//!
//! [`search()`] answers a query as typed, [`search_corrected()`] with names in place of its typos.

use super::answer::Answer;
use super::by_words::by_words;
use super::changed::ChangedChunks;
use super::context::{SearchContext, SearchError};
use super::listing::Joined;
use super::query::{Form, Mode};
use super::rank::{self, Signals};
use super::retrieve::{self, filter_conditions};
use super::{deleted, listing, literal, names, text};
use crate::embed::Model;
use std::time::Instant;

/// Answers a query. Without a model, or with another model than that of the snapshot's vectors, only
/// keywords are searched.
pub fn search(context: &SearchContext<'_>, model: Option<&Model>) -> Result<Answer, SearchError> {
    let started = Instant::now();
    if let Some(sentence) = &context.query.error {
        return Err(SearchError::Query(sentence.clone()));
    }
    let resolved = text::without_unmatched(context)?;
    // One more result than requested shows that there are more.
    let context = &SearchContext {
        limit: context.limit.saturating_add(1),
        ..context.with(resolved.as_ref().unwrap_or(context.query))
    };
    filter_conditions::check(context)?;
    let query = context.query;
    let frames = retrieve::location::frames(context)?;
    let mut found = match query.mode {
        Mode::Symbol if !query.words.is_empty() => retrieve::symbols::find(context)?,
        _ if query.is_literal() => literal::find(context)?,
        _ if query.form == Form::LongText => text::find(context, model, &frames)?,
        _ => by_words(context, model)?,
    };
    let trace = retrieve::location::trace(query, frames, &found.ranked);
    if trace.is_empty() {
        retrieve::location::put_first(context, &mut found.ranked)?;
    }
    let candidates = found.ranked.len();
    let mut hits = listing::hits(
        context.snapshot,
        found.ranked,
        context.limit,
        Joined {
            copies: !query.lists_changes(),
            pieces: query.joins_pieces(),
        },
        context.cancel,
    )?;
    // Of as many candidates as results were asked for, some are copies or pieces of others.
    let is_ranked = !context.query.words.trim().is_empty() && found.totals.is_none();
    let mut has_more =
        is_ranked && candidates >= context.limit && candidates < found.passing.count();
    if !query.lists_changes() {
        listing::add_locations(context, &found.passing, &mut hits)?;
    }
    let ordered = listing::put_frames(context, trace, &mut hits)?;
    deleted::append(context, &mut hits)?;
    has_more |= hits.len() >= context.limit;
    hits.truncate(context.limit - 1);
    let mut query = query.clone();
    if let Some(base) = query.changed_base() {
        let changed = ChangedChunks::of(context, base.as_deref())?;
        query.hint = query.hint.or_else(|| changed.note_on_line_ends());
    }
    Ok(Answer {
        query,
        ordered: ordered.min(hits.len()),
        has_more,
        totals: found.totals,
        ..Answer::new(context, hits, found.vectors, started)
    })
}

/// Answers a query with names in place of its typos, like [`search`]; none if it has no typos.
pub fn search_corrected(
    context: &SearchContext<'_>,
    model: Option<&Model>,
) -> Result<Option<Answer>, SearchError> {
    let started = Instant::now();
    let Some((query, also)) = names::corrected(context)? else {
        return Ok(None);
    };
    Ok(Some(Answer {
        also,
        took: started.elapsed(),
        ..search(&context.with(&query), model)?
    }))
}

/// Returns the signals of a query's candidates, to fit the weights on.
pub fn signals(context: &SearchContext<'_>, model: Option<&Model>) -> Result<Signals, SearchError> {
    let model = context.usable(model);
    let (candidates, ..) = retrieve::candidates::find(context, model)?;
    Ok(rank::signals(context, model, candidates)?)
}
