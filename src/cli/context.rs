//! `smriti-tui context`: a chunk and its context.
//!
//! Principal type: [`ContextLookup`]. A line of a file needs no index; an id does.

use super::output::{EXIT_OK, print_error, print_object, refresh_for_lookup};
use super::selection;
use crate::answers::{
    ChunkTarget, ContextObject, DeclarationTarget, Expander, Expansion, NOT_INDEXED, Subject,
    declared_name, need_index, record_with_id,
};
use crate::chunk::{ChunkId, Symbol};
use crate::config::GraphMode;
use crate::context::Sources;
use crate::corpus::{Cancel, SourcePath};
use crate::pages::{self, Style};
use crate::project::{Overrides, Project, UpdatedIndex};
use crate::search::{Query, SearchContext};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(super) struct ContextOptions {
    /// Name (Session.get), line or range of lines of a file, or chunk id
    #[arg(value_name = "NAME|FILE:LINE|FILE:10-40|ID")]
    pub(super) target: String,
    /// Context, comma-separated: none, auto (parent and siblings, or members, or header), parent,
    /// siblings, header, imports, neighbors=10 (lines on each side; also 5/20, 2leaves), callers,
    /// callees (callers=3: over 3 steps), file, skeleton [default: auto]
    #[arg(long, value_delimiter = ',', value_name = "CONTEXT")]
    pub(super) expand: Vec<Expansion>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Any directory of the repository of a name or an id; may be given several times [default: current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
}

pub(super) fn run(choices: &Overrides, options: &ContextOptions, style: &Style) -> Result<u8> {
    let expansions = match options.expand.as_slice() {
        [] => &[Expansion::Auto],
        expansions => expansions,
    };
    let (target, directories) = (located(&options.target)?, &options.directories);
    let (project, path) = match &target {
        Some(ChunkTarget::Lines(file, ..)) => selection::file_of(choices, directories, file)?,
        _ => (
            Project::open_all(choices, directories)?,
            SourcePath::default(),
        ),
    };
    let mut lookup = ContextLookup::new(project);
    let subject = match target {
        Some(ChunkTarget::Lines(_, at, last)) => {
            Subject::on_line(&mut lookup.sources, &path, at, &lookup.cancel)?.up_to(at.0, last)
        }
        Some(ChunkTarget::Id(id)) => lookup.with_id(id)?,
        None => lookup.named(&options.target)?,
    };
    let object = lookup.expand(&subject, expansions)?;
    print_object(&object, options.json, |object| {
        pages::context(object, style)
    })?;
    Ok(EXIT_OK)
}

/// The location or id that a text is; none for a name.
fn located(text: &str) -> Result<Option<ChunkTarget>> {
    let line = text.rsplit_once(':').map_or("", |(_, line)| line);
    match text.parse() {
        Ok(target) => Ok(Some(target)),
        Err(why) if line.starts_with(|first: char| first.is_ascii_digit()) => {
            bail!("{text:?}: {why}")
        }
        Err(_) if Path::new(text).is_dir() => {
            bail!("{text:?} is a directory: name a file and a line in it, or use `map`")
        }
        Err(_) if Path::new(text).exists() => {
            bail!("{text:?} is a file: add a line ({text}:1), or use `outline`")
        }
        Err(_) => Ok(None),
    }
}

/// A repository, whose index is updated only if it is needed.
struct ContextLookup {
    project: Project,
    index: UpdatedIndex,
    sources: Sources,
    cancel: Cancel,
    /// True if the index was up to date. None while it was not needed.
    fresh: Option<bool>,
}

impl ContextLookup {
    fn new(project: Project) -> Self {
        Self {
            index: UpdatedIndex::new(&project, &project.lazy_model(), GraphMode::Never),
            sources: project.sources(),
            project,
            cancel: Cancel::new(),
            fresh: None,
        }
    }

    fn refresh(&mut self) -> Result<()> {
        let refreshed = refresh_for_lookup(&mut self.index)?;
        self.fresh = Some(refreshed.freshness.fresh);
        Ok(())
    }

    /// The chunk with an id; the index is updated if it has none.
    fn with_id(&mut self, id: ChunkId) -> Result<Subject> {
        let snapshot = self.index.snapshot()?;
        let is_known = match snapshot.as_deref() {
            Some(snapshot) => snapshot.find(id)?.is_some(),
            None => false,
        };
        if !is_known {
            self.refresh()?;
        }
        let snapshot = self.index.snapshot()?;
        let root = self.project.root().path();
        let record = record_with_id(snapshot.as_deref(), root, id)?;
        Subject::with_id(&mut self.sources, &record, &self.cancel)
    }

    /// The best declaration of a name; others are named on standard error.
    fn named(&mut self, name: &str) -> Result<Subject> {
        self.refresh()?;
        let snapshot = self.index.snapshot()?.context(NOT_INDEXED)?;
        let root = self.project.root().path();
        let target = DeclarationTarget::Name(declared_name(name)?);
        let context = SearchContext {
            snapshot: &snapshot,
            reader: &self.project.reader,
            query: &Query::default(),
            limit: 0,
            cancel: &self.cancel,
        };
        let declarations = target.declarations(&context, &mut self.sources)?;
        let others: Vec<String> = declarations.others().collect();
        if !others.is_empty() {
            print_error(&format!("{name} is also: {}", others.join(", ")));
        }
        let first = declarations.found.first().context(NOT_INDEXED)?;
        let record = record_with_id(Some(&snapshot), root, first.id)?;
        let mut subject = Subject::with_id(&mut self.sources, &record, &self.cancel)?;
        subject.symbol = first.symbol.clone().map(Symbol::Named);
        Ok(subject)
    }

    /// A chunk with its context.
    fn expand(&mut self, subject: &Subject, expansions: &[Expansion]) -> Result<ContextObject> {
        let mut snapshot = None;
        if need_index(expansions) {
            if self.fresh.is_none() {
                self.refresh()?;
            }
            snapshot = self.index.snapshot()?;
        }
        let mut expander = Expander::new(&mut self.sources, snapshot.as_deref(), &self.cancel);
        expander.symbol.clone_from(&subject.symbol);
        let around = expander.expand(&subject.tree, subject.chunk, expansions)?;
        if self.project.config.summary.server().is_some() && snapshot.is_none() {
            snapshot = self.index.snapshot()?;
        }
        subject.object(self.project.root(), snapshot.as_deref(), around, self.fresh)
    }
}
