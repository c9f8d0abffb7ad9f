//! `smriti-tui path`, `impact` and `map`: what reaches what, from the newest snapshot.

use super::output::{EXIT_OK, NOTHING, print, print_error, print_object, refresh_for_lookup};
use super::search_options::unmarked;
use super::selection;
use crate::answers::{
    DeclarationTarget, FoundDeclarations, ImpactObject, MapObject, NOT_INDEXED, find_impact,
    find_path, only_filters,
};
use crate::config::GraphMode;
use crate::context::{Codebase, Sources};
use crate::corpus::{Cancel, SourcePath};
use crate::index::Snapshot;
use crate::pages::{self, Style, escape_lines};
use crate::project::{NamedPath, Overrides, Project, UpdatedIndex};
use crate::search::{Query, SearchContext};
use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Args, Debug)]
pub(super) struct PathOptions {
    /// The declaration at the start: a name (Session.get), FILE:LINE, FILE or a chunk id
    #[arg(value_name = "FROM")]
    pub(super) from: String,
    /// The declaration at the end
    #[arg(value_name = "TO")]
    pub(super) to: String,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Any directory of the repository; may be given several times, and may be a directory of clones or a workspace
    /// [default: current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(super) struct ImpactOptions {
    /// What changes: a name (Session.get), FILE:LINE, FILE, a chunk id, or filters such as in:changed
    #[arg(value_name = "TARGET", required = true)]
    pub(super) targets: Vec<String>,
    /// Maximum number of steps; 0 for any number [default: 3; 0 with --tests]
    #[arg(long, value_name = "N")]
    pub(super) depth: Option<usize>,
    /// Print only the tests, one on each line, as arguments of the usual runner of their language
    #[arg(long, conflicts_with = "json")]
    pub(super) tests: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Any directory of the repository; may be given several times, and may be a directory of clones or a workspace
    /// [default: current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(super) struct MapOptions {
    /// A directory of the repository [default: all of it]
    #[arg(value_name = "DIR")]
    pub(super) directory: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Any directory of the repository; may be given several times, and may be a directory of clones or a workspace
    /// [default: that of DIR, or else the current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
}

/// A repository with an updated index.
pub(super) struct Lookup<'p> {
    project: &'p Project,
    snapshot: Arc<Snapshot>,
    sources: Sources,
    pub(super) cancel: Cancel,
}

impl<'p> Lookup<'p> {
    /// Updates the index of a repository.
    pub(super) fn start(project: &'p Project) -> Result<Self> {
        let mut index = UpdatedIndex::new(project, &project.lazy_model(), GraphMode::Never);
        refresh_for_lookup(&mut index)?;
        Ok(Self {
            project,
            snapshot: index.snapshot()?.context(NOT_INDEXED)?,
            sources: project.sources(),
            cancel: Cancel::new(),
        })
    }

    /// The declarations that a text names.
    pub(super) fn declarations(&mut self, text: &str) -> Result<FoundDeclarations> {
        let target = DeclarationTarget::parse(text, Path::new(""), |path| self.file(path))?;
        let query = Query::default();
        let (context, sources) = self.parts(&query);
        target.declarations(&context, sources)
    }

    /// The context of searches for a query, and the sources of documents.
    pub(super) fn parts<'c>(
        &'c mut self,
        query: &'c Query,
    ) -> (SearchContext<'c>, &'c mut Sources) {
        let context = SearchContext {
            snapshot: &self.snapshot,
            reader: &self.project.reader,
            query,
            limit: 0,
            cancel: &self.cancel,
        };
        (context, &mut self.sources)
    }

    /// The name of a file in the repository.
    fn file(&self, path: &Path) -> Result<SourcePath> {
        NamedPath::find(Path::new(""), path)?.file_in_repository(self.project)
    }

    /// A view of the repository for one search over several steps.
    pub(super) fn codebase(&mut self) -> Codebase<'_> {
        Codebase::new(&self.snapshot, &mut self.sources, &self.cancel)
    }
}

pub(super) fn path(project: &Project, options: &PathOptions, style: &Style) -> Result<u8> {
    let mut lookup = Lookup::start(project)?;
    let mut read = |name: &str| {
        let found = lookup.declarations(name)?;
        if let Some(unread) = found.unread() {
            print_error(&format!("{name}: {unread}"));
        }
        anyhow::Ok(found.with_namesakes())
    };
    let (from, to) = (read(&options.from)?, read(&options.to)?);
    let ends = (from.as_slice(), to.as_slice());
    let object = find_path(&mut lookup.codebase(), ends, &mut |_, _| ())?;
    print_object(&object, options.json, |object| {
        pages::path_between(object, style)
    })?;
    Ok(if object.paths.is_empty() {
        NOTHING
    } else {
        EXIT_OK
    })
}

/// The targets of a command line: filters beside each other are one, which must all be met.
fn targets(words: &[String]) -> Vec<String> {
    let mut targets: Vec<(String, bool)> = Vec::new();
    for word in words {
        let word = unmarked(word);
        let is_filter = only_filters(word).is_ok_and(|query| !query.filters.is_empty());
        match targets.last_mut() {
            Some((filters, true)) if is_filter => {
                filters.push(' ');
                filters.push_str(word);
            }
            _ => targets.push((word.to_owned(), is_filter)),
        }
    }
    targets.into_iter().map(|(target, _)| target).collect()
}

pub(super) fn impact(project: &Project, options: &ImpactOptions, style: &Style) -> Result<u8> {
    let mut lookup = Lookup::start(project)?;
    let mut changed = FoundDeclarations::default();
    for target in targets(&options.targets) {
        let found = lookup.declarations(&target)?;
        let others: Vec<String> = found.others().collect();
        if !others.is_empty() {
            print_error(&format!("{target} is also: {}", others.join(", ")));
        }
        changed.found.extend(found.found);
        changed.earlier.extend(found.earlier);
        changed.unfollowed += found.unfollowed;
    }
    let mut codebase = lookup.codebase();
    codebase.earlier = &changed.earlier;
    let mut object = find_impact(
        &mut codebase,
        &changed.found,
        options
            .depth
            .unwrap_or(ImpactObject::default_depth(options.tests)),
        &mut |_, _, _| (),
    )?;
    object.unfollowed += changed.unfollowed;
    let is_found = if options.tests {
        let root = project.root().path();
        let arguments = object.test_arguments(|path| style.relative(root, path));
        let mut lines = String::new();
        for argument in &arguments {
            let _ = writeln!(lines, "{}", escape_lines(argument));
        }
        print(&lines)?;
        for limit in pages::impact_limits(&object) {
            print_error(&limit);
        }
        !arguments.is_empty()
    } else {
        print_object(&object, options.json, |object| pages::impact(object, style))?;
        !object.affected.is_empty()
    };
    Ok(if is_found { EXIT_OK } else { NOTHING })
}

pub(super) fn map(choices: &Overrides, options: &MapOptions, style: &Style) -> Result<u8> {
    let named = match &options.directory {
        Some(directory) => Some(NamedPath::find(Path::new(""), directory)?),
        None => None,
    };
    let project = match &named {
        Some(named) if options.directories.is_empty() => selection::project_of(choices, named)?,
        _ => Project::open_all(choices, &options.directories)?,
    };
    let directory = match named {
        Some(named) => named.in_repository(&project)?,
        None => SourcePath::default(),
    };
    let mut lookup = Lookup::start(&project)?;
    let query = Query::default();
    let (context, sources) = lookup.parts(&query);
    let mut codebase = Codebase::new(context.snapshot, sources, context.cancel);
    let map = MapObject::of(&mut codebase, &context, &directory)?;
    print_object(&map, options.json, |map| pages::map(map, true, style))?;
    Ok(EXIT_OK)
}
