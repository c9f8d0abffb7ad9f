//! Chunks similar to one.

use super::missing::NotFound;
use crate::chunk::ChunkId;
use crate::search::{Answer, Field, Mode, Query, SearchContext, SearchError, similar};
use anyhow::{Result, bail};

/// Finds chunks similar to the one with this id; `name` is its name in errors.
///
/// # Errors
/// [`NotFound`] if no such chunk is indexed, or it has no vector.
pub(crate) fn similar_chunks(
    context: &SearchContext<'_>,
    id: ChunkId,
    name: &str,
) -> Result<Answer> {
    match similar(context, id) {
        Ok(answer) => Ok(answer),
        Err(error @ SearchError::UnknownId(_)) => bail!(NotFound(format!("{name}: {error}"))),
        Err(error @ SearchError::NotIndexed(_)) => bail!(NotFound(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

/// Parses the filters of a query without words and phrases.
pub(crate) fn only_filters(text: &str) -> Result<Query> {
    let query = Query::parse(text, Mode::Semantic);
    if let Some(hint) = query.hint {
        bail!("{hint}");
    }
    if let Some(error) = query.error {
        bail!("{error}");
    }
    let has_text = query.mode != Mode::Semantic
        || !query.words.is_empty()
        || query.required_text().next().is_some();
    if has_text || !query.excluded.is_empty() {
        bail!("only filters are allowed here: {}", Field::listed());
    }
    Ok(query)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_filters_narrow() {
        let check = |text: &str, filters: Option<usize>| {
            let query = only_filters(text).ok();
            assert_eq!(query.map(|query| query.filters.len()), filters, "{text:?}");
        };
        check("", Some(0));
        check("lang:rust -path:tests", Some(2));
        check("merge", None);
        check("\"merge\" lang:rust", None);
        check("lang:rust -merge", None);
        check("type:symbol", None);
        check("-type:path", None);
    }
}
