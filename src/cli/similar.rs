//! `smriti-tui similar`: the chunks nearest to one.

use super::formats::OutputFormat;
use super::json::AnswerHeader;
use super::output::{EXIT_OK, NOTHING, refresh_for_lookup};
use super::search::graph_for;
use super::search_options::{MAX_RESULTS, unmarked};
use super::selection;
use crate::answers::{
    ChunkTarget, Expander, NOT_INDEXED, ShownHit, Subject, only_filters, similar_chunks,
};
use crate::chunk::ChunkId;
use crate::corpus::Cancel;
use crate::pages::Style;
use crate::project::{Overrides, Project, UpdatedIndex};
use crate::search::SearchContext;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(super) struct SimilarOptions {
    /// Chunk id, or a line of a file. The id of a class, file or directory compares all of it
    #[arg(value_name = "ID|FILE:LINE")]
    pub(super) target: ChunkTarget,
    /// Filters: `lang:rust`, `-in:tests`, …
    #[arg(value_name = "FILTER")]
    pub(super) filters: Vec<String>,
    /// Print one JSON object, on one line
    #[arg(long)]
    pub(super) json: bool,
    /// Maximum number of results
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=MAX_RESULTS as i64))]
    pub(super) limit: u16,
    /// Any directory of the repository of an id; may be given several times [default: current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
}

pub(super) fn run(choices: &Overrides, options: &SimilarOptions, style: &Style) -> Result<u8> {
    let filters: Vec<&str> = options.filters.iter().map(|word| unmarked(word)).collect();
    let query = only_filters(&filters.join(" "))?;
    let (project, id, name) = subject(choices, options)?;
    let graph = graph_for(&project, false);
    let mut index = UpdatedIndex::new(&project, &project.lazy_model(), graph);
    let refreshed = refresh_for_lookup(&mut index)?;
    let cancel = Cancel::new();
    let snapshot = index.snapshot()?.context(NOT_INDEXED)?;
    let context = SearchContext {
        snapshot: &snapshot,
        reader: &project.reader,
        query: &query,
        limit: options.limit.into(),
        cancel: &cancel,
    };
    let answer = similar_chunks(&context, id, &name)?;
    let mut sources = project.sources();
    let mut expander = Expander::new(&mut sources, None, &cancel);
    let shown = ShownHit::all(&answer, &mut expander, &[])?;
    let heading = AnswerHeader {
        warnings: refreshed.failure.as_deref().into_iter().collect(),
        ..AnswerHeader::new(&project, "similar", &name, refreshed.freshness)
    };
    let format = if options.json {
        OutputFormat::Json
    } else {
        OutputFormat::Text
    };
    format.print(&heading, Some(&answer), &shown, None, style)?;
    Ok(if shown.is_empty() { NOTHING } else { EXIT_OK })
}

/// The project, id and name of the chunk to compare with.
fn subject(choices: &Overrides, options: &SimilarOptions) -> Result<(Project, ChunkId, String)> {
    match &options.target {
        ChunkTarget::Lines(.., Some(_)) => bail!("expected one line: FILE:LINE"),
        ChunkTarget::Lines(file, at, None) => {
            let (project, path) = selection::file_of(choices, &options.directories, file)?;
            let subject = Subject::on_line(&mut project.sources(), &path, *at, &Cancel::new())?;
            let id = subject.tree.chunks[subject.chunk].id;
            Ok((project, id, format!("{path}:{}", at.0)))
        }
        ChunkTarget::Id(id) => {
            let project = Project::open_all(choices, &options.directories)?;
            Ok((project, *id, id.to_string()))
        }
    }
}
