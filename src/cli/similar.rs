//! `smriti-tui similar`: the chunks nearest to one.

use super::args::SimilarOptions;
use super::context::{NOT_INDEXED, Target};
use super::formats::Format;
use super::freshness::Upkeep;
use super::json::Heading;
use super::search::{graph_for, show};
use super::{DONE, NOTHING, NotFound, complain, selection};
use crate::chunk::ChunkId;
use crate::corpus::{Cancel, head};
use crate::extract::Reader;
use crate::project::{Choices, Project};
use crate::search::{Answer, Mode, Query, SearchContext, SearchError, similar};
use anyhow::{Context, bail};
use std::io;

pub(super) fn run(choices: &Choices, options: &SimilarOptions) -> anyhow::Result<u8> {
    let query = filters(&options.filters.join(" "))?;
    let (project, id, words) = match &options.target {
        Target::Line(file, line) => {
            let found = selection::on_line(choices, file, *line)?;
            let words = format!("{}:{line}", found.path);
            (found.project, found.tree.chunks[found.leaf].id, words)
        }
        Target::Lines(..) => bail!("give one line: FILE:LINE"),
        Target::Id(id) => {
            let project = Project::open(choices, options.directory.as_deref())?;
            (project, *id, id.to_string())
        }
    };
    let graph = graph_for(&project, false);
    let mut upkeep = Upkeep::of(&project, project.model_when_asked(), graph);
    let freshness = upkeep.refresh(&project)?;
    let answer = find(
        &upkeep,
        &project.reader,
        id,
        &words,
        &query,
        options.limit.into(),
    )?;
    if let Some(caveat) = freshness.caveat().filter(|_| !options.json) {
        complain(&caveat);
    }
    let mut sources = project.sources();
    let hits = answer.hits.iter();
    let shown: Vec<_> = hits.map(|hit| show(hit, &mut sources, &query)).collect();
    let heading = Heading {
        query: &words,
        mode: "similar",
        root: project.root().path().to_string_lossy().into_owned(),
        commit: head(project.root()).commit,
        freshness,
        warnings: Vec::new(),
        error: None,
    };
    let format = match options.json {
        true => Format::Json,
        false => Format::Text,
    };
    let mut out = io::stdout().lock();
    format.write(&mut out, &heading, Some(&answer), &shown, None)?;
    Ok(if shown.is_empty() { NOTHING } else { DONE })
}

/// Chunks similar to the one with this id; `name` is what errors call it.
///
/// # Errors
/// [`NotFound`] if no such chunk is indexed, or it has no vector.
pub(super) fn find(
    upkeep: &Upkeep,
    reader: &Reader,
    id: ChunkId,
    name: &str,
    query: &Query,
    limit: usize,
) -> anyhow::Result<Answer> {
    let snapshot = upkeep.snapshot()?;
    let snapshot = snapshot.context(NOT_INDEXED)?;
    let context = SearchContext {
        snapshot: &snapshot,
        reader,
        query,
        limit,
        cancel: &Cancel::new(),
    };
    match similar(&context, id) {
        Ok(answer) => Ok(answer),
        Err(error @ (SearchError::UnknownId(_) | SearchError::NotIndexed(_))) => {
            bail!(NotFound(format!("{name}: {error}")))
        }
        Err(error) => Err(error.into()),
    }
}

/// The filters of a query without words and phrases.
pub(super) fn filters(text: &str) -> anyhow::Result<Query> {
    let query = Query::parse(text, Mode::Semantic);
    if let Some(hint) = query.hint {
        bail!("{hint}");
    }
    let asks_text = !query.words.is_empty() || !query.patterns.is_empty();
    if asks_text || !query.excluded.is_empty() {
        bail!("only filters are allowed here: lang:, path:, kind:, sym:, heading:, in:");
    }
    Ok(query)
}

#[cfg(test)]
mod tests {

    #[test]
    fn only_filters_narrow() {
        let check = |text: &str, filters: Option<usize>| {
            let query = super::filters(text).ok();
            assert_eq!(query.map(|query| query.filters.len()), filters, "{text:?}");
        };
        check("", Some(0));
        check("lang:rust -path:tests", Some(2));
        check("merge", None);
        check("\"merge\" lang:rust", None);
        check("lang:rust -merge", None);
        check("kind:nonsense", None);
    }
}
