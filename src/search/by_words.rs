//! The search by the words of a query: candidates of both retrievers, ranked.

use super::context::{Result, SearchContext};
use super::ranking::Ranking;
use super::{rank, retrieve};
use crate::embed::Model;

/// Ranks the candidates of a query.
pub(super) fn by_words(context: &SearchContext<'_>, model: Option<&Model>) -> Result<Ranking> {
    let model = context.usable(model);
    let (candidates, passing, vectors) = retrieve::candidates::find(context, model)?;
    Ok(Ranking {
        ranked: rank::rank(context, model, candidates)?,
        passing,
        vectors,
        totals: None,
    })
}
