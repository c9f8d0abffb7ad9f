//! `smriti-tui similar`: the chunks nearest to one.
//!
//! [`run()`] is the command; [`subject()`] and [`find()`] also serve the tool for agents.

use super::args::SimilarOptions;
use super::context::{ChunkTarget, NOT_INDEXED};
use super::formats::OutputFormat;
use super::freshness::IndexHandle;
use super::json::AnswerHeader;
use super::search::{graph_for, search_context, show_all};
use super::{EXIT_OK, NOTHING, NotFound, print_error, selection};
use crate::chunk::ChunkId;
use crate::corpus::Cancel;
use crate::project::{Overrides, Project};
use crate::search::{Answer, Field, Mode, Query, SearchContext, SearchError, similar};
use anyhow::{Context, bail};
use std::path::Path;

pub(super) fn run(choices: &Overrides, options: &SimilarOptions) -> anyhow::Result<u8> {
    let query = filters(&options.filters.join(" "))?;
    let directory = options.directory.as_deref();
    let (project, id, name) = subject(choices, directory, &options.target)?;
    let graph = graph_for(&project, false);
    let mut index = IndexHandle::updating(&project, project.lazy_model(), graph);
    let freshness = index.refresh(&project)?;
    let cancel = Cancel::new();
    let snapshot = index.snapshot()?.context(NOT_INDEXED)?;
    let context = search_context(&project, &snapshot, &query, options.limit.into(), &cancel);
    let answer = find(&context, id, &name)?;
    let is_shown = !options.json && index.failure().is_none();
    if let Some(caveat) = freshness.warning().filter(|_| is_shown) {
        print_error(&caveat);
    }
    let shown = show_all(&answer, &project, &cancel);
    let heading = AnswerHeader {
        warnings: index.failure().into_iter().collect(),
        ..AnswerHeader::new(&project, "similar", &name, freshness)
    };
    let format = match options.json {
        true => OutputFormat::Json,
        false => OutputFormat::Text,
    };
    format.print(&heading, Some(&answer), &shown, None)?;
    Ok(if shown.is_empty() { NOTHING } else { EXIT_OK })
}

/// The project, id and name of a chunk to compare with.
pub(super) fn subject(
    choices: &Overrides,
    directory: Option<&Path>,
    target: &ChunkTarget,
) -> anyhow::Result<(Project, ChunkId, String)> {
    match target {
        ChunkTarget::Lines(file, at, None) => {
            let (project, _, tree, leaf) = selection::on_line(choices, file, *at)?;
            let name = format!("{}:{}", tree.path(), at.0);
            Ok((project, tree.chunks[leaf].id, name))
        }
        ChunkTarget::Lines(..) => bail!("expected one line: FILE:LINE"),
        ChunkTarget::Id(id) => Ok((Project::open(choices, directory)?, *id, id.to_string())),
    }
}

/// Chunks similar to the one with this id; `name` is its name in errors.
///
/// # Errors
/// [`NotFound`] if no such chunk is indexed, or it has no vector.
pub(super) fn find(context: &SearchContext<'_>, id: ChunkId, name: &str) -> anyhow::Result<Answer> {
    match similar(context, id) {
        Ok(answer) => Ok(answer),
        Err(error @ SearchError::UnknownId(_)) => bail!(NotFound(format!("{name}: {error}"))),
        Err(error @ SearchError::NotIndexed(_)) => bail!(NotFound(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

/// The filters of a query without words and phrases.
pub(super) fn filters(text: &str) -> anyhow::Result<Query> {
    let query = Query::parse(text, Mode::Semantic);
    if let Some(hint) = query.hint {
        bail!("{hint}");
    }
    let has_text = !query.words.is_empty() || !query.patterns.is_empty();
    if has_text || !query.excluded.is_empty() {
        bail!("only filters are allowed here: {}", Field::listed());
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
    }
}
