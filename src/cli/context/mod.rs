//! `smriti-tui context`: a chunk and its context.
//!
//! Principal type: [`ContextObject`]. A line of a file needs no index; an id does.

mod expand;
mod page;
mod target;

pub(super) use expand::{Brief, Expander, Surroundings};
pub(super) use page::{page, surroundings};
pub(super) use target::{ChunkTarget, Expansion, PARTS};

use super::args::ContextOptions;
use super::freshness::IndexHandle;
use super::{EXIT_OK, NotFound, selection};
use crate::chunk::{ChunkId, ChunkTree};
use crate::config::GraphMode;
use crate::context::{Sources, anchor};
use crate::corpus::Cancel;
use crate::index::{ROOT, Record};
use crate::project::{Overrides, Project};
use anyhow::{Context, bail};
use expand::Passage;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// Error of a command that needs the index before there is one.
pub(super) const NOT_INDEXED: &str = "nothing is indexed yet; run `smriti-tui index`";

/// A chunk and its context. Names and meanings are stable.
#[derive(Serialize, JsonSchema)]
pub(super) struct ContextObject {
    /// The root of the repository.
    pub(super) root: String,
    #[serde(flatten)]
    pub(super) chunk: Passage,
    /// Names from the file down, its own last.
    names: Vec<String>,
    language: Option<&'static str>,
    /// True if its text is not what was indexed.
    changed: bool,
    /// True if the index is up to date with the working tree; null if the index was not used.
    fresh: Option<bool>,
    /// The requested parts of its context.
    #[serde(flatten)]
    pub(super) around: Surroundings,
}

pub(super) fn run(choices: &Overrides, options: &ContextOptions) -> anyhow::Result<u8> {
    let expansions = match options.expand.as_slice() {
        [] => &[Expansion::Auto],
        expansions => expansions,
    };
    let directory = options.directory.as_deref();
    let (target, cancel) = (&options.target, Cancel::new());
    let object = context_of(choices, directory, target, expansions, None, &cancel)?;
    super::print_object(&object, options.json, page)?;
    Ok(EXIT_OK)
}

/// A chunk with the requested context; `served` is the index of the server for agents.
///
/// # Errors
/// [`NotFound`] if there is no such chunk.
pub(super) fn context_of(
    choices: &Overrides,
    directory: Option<&Path>,
    target: &ChunkTarget,
    expansions: &[Expansion],
    served: Option<IndexHandle>,
    cancel: &Cancel,
) -> anyhow::Result<ContextObject> {
    let (project, found) = match target {
        ChunkTarget::Lines(file, first, last) => {
            let (project, subject) = on_lines(choices, file, (*first, *last))?;
            (project, Ok(subject))
        }
        ChunkTarget::Id(id) => (Project::open(choices, directory)?, Err(*id)),
    };
    let own = || IndexHandle::updating(&project, project.lazy_model(), GraphMode::Never);
    let mut index = served.unwrap_or_else(own);
    let mut subject = found.or_else(|id| with_id(&project, &mut index, id, cancel))?;
    let mut snapshot = None;
    if (expansions.iter()).any(|it| matches!(it, Expansion::References(_))) {
        if subject.fresh.is_none() {
            subject.fresh = Some(index.refresh(&project)?.fresh);
        }
        snapshot = index.snapshot()?;
    }
    let (tree, chunk) = (&subject.tree, subject.chunk);
    let mut expander = Expander {
        sources: &mut subject.sources,
        cancel,
        snapshot: snapshot.as_deref(),
        line: match target {
            ChunkTarget::Lines(_, (line, _), None) => Some(*line),
            _ => None,
        },
    };
    let around = expander.expand(tree, chunk, expansions)?;
    let at = tree.chunks.get(chunk);
    Ok(ContextObject {
        root: project.root().path().to_string_lossy().into_owned(),
        chunk: match subject.range {
            Some((first, last)) => Passage::of_bytes(tree, tree.document.text.lines(first, last)),
            None => {
                let bytes = at.map_or(0..0, |chunk| chunk.bytes.clone());
                let text = tree.document.text.slice(bytes).into_owned();
                Passage::with_text(tree, chunk, text)
            }
        },
        names: at.map_or_else(Vec::new, |chunk| chunk.names.clone()),
        language: at.and_then(|chunk| tree.language_of(chunk)),
        changed: subject.changed,
        fresh: subject.fresh,
        around,
    })
}

/// The requested chunk, and the sources of its context.
struct ContextSubject {
    sources: Sources,
    tree: Arc<ChunkTree>,
    chunk: usize,
    /// The lines that are shown in place of the chunk.
    range: Option<(u32, u32)>,
    /// True if its text differs from the index.
    changed: bool,
    /// True if the index was up to date. None while it was not needed.
    fresh: Option<bool>,
}

/// The leaf on a line of a file in the working tree; of a range, the innermost chunk around it.
fn on_lines(
    choices: &Overrides,
    file: &Path,
    (first, last): ((u32, Option<u32>), Option<u32>),
) -> anyhow::Result<(Project, ContextSubject)> {
    let (project, sources, tree, mut chunk) = selection::on_line(choices, file, first)?;
    let end = tree.chunks.first().map_or(0, |file| file.lines.1);
    let range = last.map(|last| (first.0, last.min(end)));
    while let Some(at) = tree.chunks.get(chunk)
        && range.is_some_and(|(_, last)| at.lines.1 < last)
        && let Some(parent) = at.parent
    {
        chunk = parent;
    }
    let subject = ContextSubject {
        sources,
        tree,
        chunk,
        range,
        changed: false,
        fresh: None,
    };
    Ok((project, subject))
}

/// The indexed chunk with an id, in its current document.
fn with_id(
    project: &Project,
    index: &mut IndexHandle,
    id: ChunkId,
    cancel: &Cancel,
) -> anyhow::Result<ContextSubject> {
    let mut fresh = None;
    let find = |index: &IndexHandle| -> anyhow::Result<Option<Record>> {
        Ok(index.snapshot()?.map_or(Ok(None), |it| it.find(id))?)
    };
    let mut record = find(index)?;
    if record.is_none() {
        fresh = Some(index.refresh(project)?.fresh);
        record = find(index)?;
    }
    let record = record.with_context(|| {
        NotFound(format!(
            "no chunk of {} has the id {id}; `smriti-tui search --json` and `chunks --json` print ids",
            project.root().path().display()
        ))
    })?;
    if record.is_directory() {
        let no_text = "which has no text of its own; `smriti-tui outline";
        match record.path.as_str() {
            ROOT => bail!("{id} is the repository, {no_text}` lists its declarations"),
            path => bail!(
                "{id} is the directory {path}, {no_text} {path}` lists its declarations, `smriti-tui similar {id}` \
                 finds similar ones"
            ),
        }
    }
    let mut sources = project.sources();
    let cut = sources.cut(&record.path, cancel);
    let (tree, _) =
        cut.map_err(|error| NotFound(format!("{id}: changed since it was indexed: {error}")))?;
    let Some(chunk) = anchor(&tree, id, record.hash) else {
        let (name, path) = (record.names.join(" › "), &record.path);
        bail!(NotFound(format!(
            "{id}: {name} in {path} changed since it was indexed; search for it again"
        )));
    };
    let changed = tree.chunks.get(chunk).map(|now| now.hash) != Some(record.hash);
    Ok(ContextSubject {
        sources,
        tree,
        chunk,
        range: None,
        changed,
        fresh,
    })
}
