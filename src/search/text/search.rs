//! The search for a long text.

use super::join::{Part, joined};
use crate::embed::Model;
use crate::search::by_words::by_words;
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::query::Query;
use crate::search::ranking::Ranking;

/// Weight of the title's ranking; that of the whole text has the rest.
const TITLE: f32 = 0.3;

/// Answers a long text: the whole text and its title are ranked apart and joined.
pub(crate) fn find(
    context: &SearchContext<'_>,
    model: Option<&Model>,
) -> Result<Ranking, SearchError> {
    let mut found = by_words(context, model)?;
    let title = &context.query.title;
    if title.is_empty() || *title == context.query.words {
        return Ok(found);
    }
    let query = Query {
        words: title.clone(),
        ..context.query.clone()
    };
    let of_title = by_words(&context.with(&query), model)?;
    found.ranked = joined(vec![
        Part {
            ranked: found.ranked,
            weight: 1.0 - TITLE,
            missing: "title only",
        },
        Part {
            ranked: of_title.ranked,
            weight: TITLE,
            missing: "not by title",
        },
    ]);
    Ok(found)
}
