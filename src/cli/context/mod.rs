//! `smriti-tui context`: a chunk, and what is around it.

mod ask;
mod expand;
mod page;

pub(super) use ask::{Expansion, Target};

use super::args::ContextOptions;
use super::freshness::Upkeep;
use super::{DONE, NOTHING, complain, selection};
use crate::chunk::{ChunkId, ChunkTree};
use crate::context::{Anchor, Sources, anchor};
use crate::corpus::Cancel;
use crate::index::{ROOT, Record, Snapshot};
use crate::project::{Choices, Project};
use anyhow::{Context, bail};
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(choices: &Choices, options: &ContextOptions) -> anyhow::Result<u8> {
    let subject = match &options.target {
        Target::Line(file, line) => Some(on_line(choices, file, *line)?),
        Target::Id(id) => {
            let project = Project::open(choices, options.directory.as_deref())?;
            with_id(project, *id)?
        }
    };
    let Some(mut subject) = subject else {
        return Ok(NOTHING);
    };
    let object = expand::expand(&mut subject, &options.expand)?;
    let text = match options.json {
        true => serde_json::to_string(&object)? + "\n",
        false => page::page(&object),
    };
    super::print(text.as_bytes())?;
    Ok(DONE)
}

/// The chunk in question, and where to look around it.
struct Subject {
    project: Project,
    upkeep: Upkeep,
    sources: Sources,
    tree: Arc<ChunkTree>,
    chunk: usize,
    /// Its text is not what was indexed.
    changed: bool,
    /// Whether the index was seen to hold the working tree; none while nobody asked it.
    fresh: Option<bool>,
}

impl Subject {
    /// The index, up to date as far as that takes a moment.
    fn snapshot(&mut self) -> anyhow::Result<Arc<Snapshot>> {
        if self.fresh.is_none() {
            self.fresh = Some(self.upkeep.refresh(&self.project)?.fresh);
        }
        let snapshot = self.upkeep.snapshot()?;
        snapshot.context("nothing is indexed yet; `smriti-tui index` does it")
    }
}

/// The leaf on a line of a file as it is now.
fn on_line(choices: &Choices, file: &Path, line: u32) -> anyhow::Result<Subject> {
    let found = selection::on_line(choices, file, line)?;
    Ok(Subject {
        upkeep: Upkeep::plain(&found.project),
        project: found.project,
        sources: found.sources,
        tree: found.tree,
        chunk: found.leaf,
        changed: false,
        fresh: None,
    })
}

/// The chunk of the index with an id, as it is now; none, and a sentence, where it is not there.
fn with_id(project: Project, id: ChunkId) -> anyhow::Result<Option<Subject>> {
    let (mut upkeep, mut fresh) = (Upkeep::plain(&project), None);
    let mut record = find(&mut upkeep, id)?;
    if record.is_none() {
        fresh = Some(upkeep.refresh(&project)?.fresh);
        record = find(&mut upkeep, id)?;
    }
    let Some(record) = record else {
        complain(&format!(
            "no chunk of {} has the id {id}; `smriti-tui search --json` and `chunks --json` give ids",
            project.root().path().display()
        ));
        return Ok(None);
    };
    if record.is_directory() {
        bail!("{}", no_text(&record));
    }
    let mut sources = project.sources();
    let tree = match sources.cut(&record.path, &Cancel::new()) {
        Ok((tree, _)) => tree,
        Err(error) => {
            complain(&format!("{id}: changed since it was indexed: {error}"));
            return Ok(None);
        }
    };
    let Anchor::Found(chunk) = anchor(&tree, id, record.hash) else {
        let name = record.names.join(" › ");
        complain(&format!(
            "{id}: {name} in {} changed since it was indexed; search for it again",
            record.path
        ));
        return Ok(None);
    };
    let changed = tree.chunks.get(chunk).map(|now| now.hash) != Some(record.hash);
    Ok(Some(Subject {
        project,
        upkeep,
        sources,
        tree,
        chunk,
        changed,
        fresh,
    }))
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
