//! `smriti-tui context`: a chunk, and what is around it.

mod expand;
mod page;
mod target;

pub(super) use expand::{Brief, Expander, Surroundings};
pub(super) use page::{page, surroundings};
pub(super) use target::{Expansion, PARTS, Target};

use super::args::ContextOptions;
use super::freshness::Upkeep;
use super::{DONE, NotFound, json, selection};
use crate::chunk::{ChunkId, ChunkTree};
use crate::context::around::rebuilt;
use crate::context::{Anchor, Sources, anchor};
use crate::corpus::Cancel;
use crate::index::{ROOT, Record};
use crate::project::{Choices, Project};
use anyhow::bail;
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

pub(super) fn run(choices: &Choices, options: &ContextOptions) -> anyhow::Result<u8> {
    let wishes = match options.expand.as_slice() {
        [] => &[Expansion::Auto],
        wishes => wishes,
    };
    let directory = options.directory.as_deref();
    let object = context_of(choices, directory, &options.target, wishes, Upkeep::plain)?;
    let text = match options.json {
        true => json::to_text(&object)? + "\n",
        false => page(&object),
    };
    super::print(text.as_bytes())?;
    Ok(DONE)
}

/// A chunk with the requested context, from the index that `upkeep` brings up to date.
///
/// # Errors
/// [`NotFound`] if there is no such chunk.
pub(super) fn context_of(
    choices: &Choices,
    directory: Option<&Path>,
    target: &Target,
    wishes: &[Expansion],
    upkeep: impl FnOnce(&Project) -> Upkeep,
) -> anyhow::Result<ContextObject> {
    let mut subject = match target {
        Target::Line(file, line) => on_lines(choices, file, (*line, None), upkeep)?,
        Target::Lines(file, first, last) => on_lines(choices, file, (*first, Some(*last)), upkeep)?,
        Target::Id(id) => with_id(Project::open(choices, directory)?, *id, upkeep)?,
    };
    let mut snapshot = None;
    if (wishes.iter()).any(|wish| matches!(wish, Expansion::References(_))) {
        if subject.fresh.is_none() {
            subject.fresh = Some(subject.upkeep.refresh(&subject.project)?.fresh);
        }
        snapshot = subject.upkeep.snapshot()?;
    }
    let (tree, chunk) = (&subject.tree, subject.chunk);
    let around = Expander {
        sources: &mut subject.sources,
        snapshot: snapshot.as_deref(),
    }
    .expand(tree, chunk, wishes)?;
    let at = tree.chunks.get(chunk);
    Ok(ContextObject {
        root: subject.project.root().path().to_string_lossy().into_owned(),
        chunk: match subject.range {
            Some((first, last)) => Passage::of_bytes(tree, tree.document.text.lines(first, last)),
            None => {
                let text = String::from_utf8_lossy(&rebuilt(tree, chunk)).into_owned();
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
struct Subject {
    project: Project,
    upkeep: Upkeep,
    sources: Sources,
    tree: Arc<ChunkTree>,
    chunk: usize,
    /// The lines that are shown in place of the chunk.
    range: Option<(u32, u32)>,
    /// True if its text is not what was indexed.
    changed: bool,
    /// True if the index was up to date. None while it was not needed.
    fresh: Option<bool>,
}

/// The leaf on a line of a file as it is now; of a range, the innermost chunk around it.
fn on_lines(
    choices: &Choices,
    file: &Path,
    (first, last): (u32, Option<u32>),
    upkeep: impl FnOnce(&Project) -> Upkeep,
) -> anyhow::Result<Subject> {
    let found = selection::on_line(choices, file, first)?;
    let tree = found.tree;
    let end = tree.chunks.first().map_or(0, |file| file.lines.1);
    let range = last.map(|last| (first, last.min(end)));
    let mut chunk = found.leaf;
    while let Some(at) = tree.chunks.get(chunk)
        && range.is_some_and(|(_, last)| at.lines.1 < last)
        && let Some(parent) = at.parent
    {
        chunk = parent;
    }
    Ok(Subject {
        upkeep: upkeep(&found.project),
        project: found.project,
        sources: found.sources,
        tree,
        chunk,
        range,
        changed: false,
        fresh: None,
    })
}

/// The chunk of the index with an id, as it is in the working tree.
fn with_id(
    project: Project,
    id: ChunkId,
    upkeep: impl FnOnce(&Project) -> Upkeep,
) -> anyhow::Result<Subject> {
    let (mut upkeep, mut fresh) = (upkeep(&project), None);
    let mut record = find(&upkeep, id)?;
    if record.is_none() {
        fresh = Some(upkeep.refresh(&project)?.fresh);
        record = find(&upkeep, id)?;
    }
    let Some(record) = record else {
        bail!(NotFound(format!(
            "no chunk of {} has the id {id}; `smriti-tui search --json` and `chunks --json` print ids",
            project.root().path().display()
        )));
    };
    if record.is_directory() {
        let (name, path) = match record.path.as_str() {
            ROOT => ("the repository".to_owned(), String::new()),
            path => (format!("the directory {path}"), format!(" {path}")),
        };
        bail!(
            "{id} is {name}, which has no text of its own; `smriti-tui outline{path}` lists what is \
             in it, `smriti-tui similar {id}` finds similar ones"
        );
    }
    let mut sources = project.sources();
    let tree = match sources.cut(&record.path, &Cancel::new()) {
        Ok((tree, _)) => tree,
        Err(error) => bail!(NotFound(format!(
            "{id}: changed since it was indexed: {error}"
        ))),
    };
    let Anchor::Found(chunk) = anchor(&tree, id, record.hash) else {
        let name = record.names.join(" › ");
        bail!(NotFound(format!(
            "{id}: {name} in {} changed since it was indexed; search for it again",
            record.path
        )));
    };
    let changed = tree.chunks.get(chunk).map(|now| now.hash) != Some(record.hash);
    Ok(Subject {
        project,
        upkeep,
        sources,
        tree,
        chunk,
        range: None,
        changed,
        fresh,
    })
}

fn find(upkeep: &Upkeep, id: ChunkId) -> anyhow::Result<Option<Record>> {
    let snapshot = upkeep.snapshot()?;
    Ok(snapshot.map_or(Ok(None), |snapshot| snapshot.find(id))?)
}
