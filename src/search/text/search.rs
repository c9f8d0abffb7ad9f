//! The search for a long text.

use super::informative::informative_words;
use super::join::{Part, joined};
use super::names_in::names_in;
use crate::embed::Model;
use crate::index::{IndexError, Record};
use crate::search::by_words::by_words;
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::explanation::{Explanation, LOCATION};
use crate::search::query::{Query, starts_with_trace};
use crate::search::ranking::Ranking;
use crate::search::retrieve::location;

/// Weight of the ranking by the title.
const TITLE: f32 = 0.4;
/// Weight of the ranking by the names in the text; that by the whole text has the rest.
const NAMES: f32 = 0.2;

/// Addend of the chunk at the innermost frame of a stack trace.
const FRAME: f32 = 2.0;
/// The same if the text begins with the trace: the frame is the first result.
const FIRST_FRAME: f32 = 10.0;
/// Factor of the addend from a frame to its caller.
const CALLER: f32 = 0.5;

/// Answers a long text: the whole text, its title and the names in it are ranked apart and joined; the chunks at the
/// locations in it are raised.
pub(crate) fn find(
    context: &SearchContext<'_>,
    model: Option<&Model>,
) -> Result<Ranking, SearchError> {
    let mut query = context.query.clone();
    let mut names = names_in(&query.words);
    for words in [&mut query.words, &mut names] {
        if let Some(informative) = informative_words(context.snapshot, words)? {
            *words = informative;
        }
    }
    let by_text = by_words(&context.with(&query), model)?;
    let mut text = Part {
        ranked: by_text.ranked,
        weight: 1.0,
        missing: Some("not by text"),
    };
    let mut parts = Vec::new();
    for (words, weight, missing) in [
        (&query.title, TITLE, "not by title"),
        (&names, NAMES, "not by names"),
    ] {
        if words.is_empty() || *words == query.words {
            continue;
        }
        let part = Query {
            words: words.clone(),
            ..query.clone()
        };
        text.weight -= weight;
        parts.push(Part {
            ranked: by_words(&context.with(&part), model)?.ranked,
            weight,
            missing: Some(missing),
        });
    }
    parts.insert(0, text);
    parts.push(Part {
        ranked: frames(context)?,
        weight: 1.0,
        missing: None,
    });
    Ok(Ranking {
        ranked: joined(parts),
        ..by_text
    })
}

/// The chunks at the frames of a stack trace, with their addends.
fn frames(context: &SearchContext<'_>) -> Result<Vec<(Record, Explanation)>, IndexError> {
    let mut frames = Vec::new();
    let mut addend = FRAME;
    if starts_with_trace(&context.query.text) {
        addend = FIRST_FRAME;
    }
    for (record, at) in location::frames(context)? {
        if frames
            .iter()
            .any(|(known, _): &(Record, _)| known.id == record.id)
        {
            continue;
        }
        let mut explanation = Explanation {
            located_at: Some(at),
            ..Explanation::default()
        };
        explanation.extend([(LOCATION, addend)]);
        addend *= CALLER;
        frames.push((record, explanation));
    }
    Ok(frames)
}
