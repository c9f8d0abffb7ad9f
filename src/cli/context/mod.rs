//! `smriti-tui context`: a chunk, and what is around it.

mod ask;
mod expand;
mod page;

pub(super) use ask::{Expansion, Target};
pub(super) use expand::{Expander, ORDER, Surroundings};
pub(super) use page::{page, surroundings};

use super::args::ContextOptions;
use super::freshness::Upkeep;
use super::{DONE, NotFound, json, selection};
use crate::chunk::{ChunkId, ChunkTree};
use crate::context::around::rebuilt;
use crate::context::{Anchor, Sources, anchor};
use crate::corpus::Cancel;
use crate::index::{ROOT, Record, Snapshot};
use crate::project::{Choices, Project};
use anyhow::bail;
use expand::Passage;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// Error of a command that needs the index before there is one.
const NOT_INDEXED: &str = "nothing is indexed yet; run `smriti-tui index`";

/// Names and meanings are stable. What was not asked for is not there.
#[derive(Serialize)]
pub(super) struct ContextObject {
    root: String,
    #[serde(flatten)]
    pub(super) chunk: Passage,
    names: Vec<String>,
    language: Option<&'static str>,
    /// Its text is not what was indexed.
    changed: bool,
    /// True if the index is up to date with the working tree; null if the index was not used.
    fresh: Option<bool>,
    /// Requested expansions, by name.
    #[serde(flatten)]
    pub(super) around: Surroundings,
}

pub(super) fn run(choices: &Choices, options: &ContextOptions) -> anyhow::Result<u8> {
    let wishes = match options.expand.as_slice() {
        [] => &[Expansion::Auto],
        wishes => wishes,
    };
    let directory = options.directory.as_deref();
    let object = context_of(choices, directory, &options.target, wishes)?;
    let text = match options.json {
        true => json::to_text(&object)? + "\n",
        false => page(&object),
    };
    super::print(text.as_bytes())?;
    Ok(DONE)
}

/// A chunk with the requested context.
///
/// # Errors
/// [`NotFound`] if there is no such chunk.
pub(super) fn context_of(
    choices: &Choices,
    directory: Option<&Path>,
    target: &Target,
    wishes: &[Expansion],
) -> anyhow::Result<ContextObject> {
    let mut subject = match target {
        Target::Line(file, line) => on_lines(choices, file, (*line, None))?,
        Target::Lines(file, first, last) => on_lines(choices, file, (*first, Some(*last)))?,
        Target::Id(id) => with_id(Project::open(choices, directory)?, *id)?,
    };
    subject.object(wishes)
}

/// The chunk in question, and where to look around it.
struct Subject {
    project: Project,
    upkeep: Upkeep,
    sources: Sources,
    tree: Arc<ChunkTree>,
    chunk: usize,
    /// The lines that are shown in place of the chunk.
    range: Option<(u32, u32)>,
    /// Its text is not what was indexed.
    changed: bool,
    /// True if the index was up to date. None while it was not needed.
    fresh: Option<bool>,
}

impl Subject {
    fn object(&mut self, wishes: &[Expansion]) -> anyhow::Result<ContextObject> {
        let snapshot = match wishes.iter().any(|wish| wish.needs_index()) {
            true => self.snapshot()?,
            false => None,
        };
        let (tree, chunk) = (&self.tree, self.chunk);
        let around = Expander {
            sources: &mut self.sources,
            snapshot: snapshot.as_deref(),
        }
        .expand(tree, chunk, wishes)?;
        let at = tree.chunks.get(chunk);
        Ok(ContextObject {
            root: self.project.root().path().to_string_lossy().into_owned(),
            chunk: match self.range {
                Some((first, last)) => expand::stretch(tree, tree.document.text.lines(first, last)),
                None => expand::passage(tree, chunk, |_| {
                    String::from_utf8_lossy(&rebuilt(tree, chunk)).into_owned()
                }),
            },
            names: at.map_or_else(Vec::new, |chunk| chunk.names.clone()),
            language: at.and_then(|chunk| tree.language_of(chunk)),
            changed: self.changed,
            fresh: self.fresh,
            around,
        })
    }

    /// The index, up to date as far as that takes a moment.
    fn snapshot(&mut self) -> anyhow::Result<Option<Arc<Snapshot>>> {
        if self.fresh.is_none() {
            self.fresh = Some(self.upkeep.refresh(&self.project)?.fresh);
        }
        Ok(self.upkeep.snapshot()?)
    }
}

/// The leaf on a line of a file as it is now; of a range, the innermost chunk around it.
fn on_lines(
    choices: &Choices,
    file: &Path,
    (first, last): (u32, Option<u32>),
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
        upkeep: Upkeep::plain(&found.project),
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
fn with_id(project: Project, id: ChunkId) -> anyhow::Result<Subject> {
    let (mut upkeep, mut fresh) = (Upkeep::plain(&project), None);
    let mut record = find(&mut upkeep, id)?;
    if record.is_none() {
        fresh = Some(upkeep.refresh(&project)?.fresh);
        record = find(&mut upkeep, id)?;
    }
    let Some(record) = record else {
        bail!(NotFound(format!(
            "no chunk of {} has the id {id}; `smriti-tui search --json` and `chunks --json` print ids",
            project.root().path().display()
        )));
    };
    if record.is_directory() {
        bail!("{}", no_text(&record));
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

/// That a directory has no text of its own, and what can be asked of it instead.
fn no_text(directory: &Record) -> String {
    let (id, path) = (directory.id, &directory.path);
    match path.as_str() {
        ROOT => format!(
            "{id} is the repository, which has no text of its own; `smriti-tui outline` lists what is in it"
        ),
        _ => format!(
            "{id} is the directory {path}, which has no text of its own; `smriti-tui outline {path}` \
             lists what is in it, `smriti-tui similar {id}` what is like it"
        ),
    }
}

fn find(upkeep: &mut Upkeep, id: ChunkId) -> anyhow::Result<Option<Record>> {
    match upkeep.snapshot()? {
        Some(snapshot) => Ok(snapshot.find(id)?),
        None => Ok(None),
    }
}
