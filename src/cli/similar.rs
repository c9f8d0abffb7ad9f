//! `smriti-tui similar`: what is like a chunk.

use super::args::SimilarOptions;
use super::context::Target;
use super::freshness::{Freshness, Upkeep};
use super::search::{graph_for, show};
use super::{DONE, NOTHING, complain, json, plain, selection};
use crate::chunk::ChunkId;
use crate::corpus::{Cancel, head};
use crate::project::{Choices, Project};
use crate::search::{Answer, Mode, Query, SimilarError, similar};
use anyhow::{Context, bail};
use std::io::{self, Write};
use std::path::Path;

pub(super) fn run(choices: &Choices, options: &SimilarOptions) -> anyhow::Result<u8> {
    let query = filters(&options.filters.join(" "))?;
    let asked = match &options.target {
        Target::Line(file, line) => on_line(choices, file, *line)?,
        Target::Id(id) => Asked {
            project: Project::open(choices, options.directory.as_deref())?,
            id: *id,
            words: id.to_string(),
        },
    };
    let project = &asked.project;
    let (freshness, answer) = asked.answer(&query, usize::from(options.limit))?;
    if let Some(caveat) = freshness.caveat().filter(|_| !options.json) {
        complain(&caveat);
    }
    let Some(answer) = answer else {
        return Ok(NOTHING);
    };
    let mut sources = project.sources();
    let hits = answer.hits.iter();
    let shown: Vec<_> = hits.map(|hit| show(hit, &mut sources, &query)).collect();
    let mut out = io::stdout().lock();
    let written = match options.json {
        true => {
            let heading = json::Heading {
                query: &asked.words,
                mode: "similar",
                root: project.root().path().to_string_lossy(),
                commit: head(project.root()).commit,
                freshness,
                warnings: Vec::new(),
                error: None,
            };
            json::write(&mut out, &heading, Some(&answer), &shown)
        }
        false => plain::write(&mut out, Some(&answer), &shown).map_err(Into::into),
    };
    written
        .and_then(|()| Ok(out.flush()?))
        .context(super::WRITING)?;
    Ok(if shown.is_empty() { NOTHING } else { DONE })
}

/// The filters of a query that has nothing else: words and phrases would be looked for in texts.
fn filters(text: &str) -> anyhow::Result<Query> {
    let query = Query::parse(text, Mode::Meaning);
    if let Some(hint) = query.hint {
        bail!("{hint}");
    }
    let asks_text = !query.words.is_empty() || !query.patterns.is_empty();
    if asks_text || !query.excluded.is_empty() {
        bail!("only filters narrow what is similar: lang:, path:, kind:, sym:, heading:, in:");
    }
    Ok(query)
}

/// A chunk in question.
struct Asked {
    project: Project,
    id: ChunkId,
    /// As it was asked for.
    words: String,
}

/// The leaf on a line of a file as it is now.
fn on_line(choices: &Choices, file: &Path, line: u32) -> anyhow::Result<Asked> {
    let (project, path) = selection::file(choices, file)?;
    let (tree, _) = project.sources().cut(&path, &Cancel::new())?;
    let leaf = tree.leaf_at_line(line).and_then(|at| tree.chunks.get(at));
    let Some(leaf) = leaf else {
        let lines = tree.chunks.first().map_or(0, |file| file.lines.1);
        bail!("{path} has no line {line}; its last is {lines}");
    };
    Ok(Asked {
        project,
        id: leaf.id,
        words: format!("{path}:{line}"),
    })
}

impl Asked {
    /// How fresh the index is, and what it says; none, and a sentence, where there is nothing to
    /// compare with.
    fn answer(&self, query: &Query, limit: usize) -> anyhow::Result<(Freshness, Option<Answer>)> {
        let project = &self.project;
        let graph = graph_for(project, false);
        let mut upkeep = Upkeep::of(project, project.model_when_asked(), graph);
        let freshness = upkeep.refresh(project)?;
        let snapshot = upkeep.snapshot()?;
        let snapshot = snapshot.context("nothing is indexed yet; `smriti-tui index` does it")?;
        let answer = match similar(&snapshot, self.id, query, limit, &Cancel::new()) {
            Err(error @ (SimilarError::Unknown(_) | SimilarError::Silent(_))) => {
                complain(&format!("{}: {error}", self.words));
                None
            }
            answer => answer?,
        };
        Ok((freshness, answer))
    }
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
