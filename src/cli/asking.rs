//! The declarations that a command is asked about.
//!
//! Principal type: [`Asking`]. The index is updated first.

use super::output::print_error;
use super::refresh::refresh;
use crate::answers::{Asked, AskedDeclarations, NOT_INDEXED};
use crate::config::GraphMode;
use crate::context::{Codebase, Sources};
use crate::corpus::{Cancel, SourcePath};
use crate::index::Snapshot;
use crate::project::{NamedPath, Project, UpdatedIndex};
use crate::search::{Query, SearchContext};
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;

/// A repository with an updated index.
pub(super) struct Asking<'p> {
    project: &'p Project,
    snapshot: Arc<Snapshot>,
    sources: Sources,
    pub(super) cancel: Cancel,
}

impl<'p> Asking<'p> {
    /// Updates the index of a repository.
    pub(super) fn start(project: &'p Project) -> anyhow::Result<Self> {
        let mut index = UpdatedIndex::new(project, &project.lazy_model(), GraphMode::Never);
        let refreshed = refresh(&mut index)?;
        if let Some(warning) = refreshed.freshness.warning() {
            print_error(&warning);
        }
        Ok(Self {
            project,
            snapshot: index.snapshot()?.context(NOT_INDEXED)?,
            sources: project.sources(),
            cancel: Cancel::new(),
        })
    }

    /// The declarations that a text names.
    pub(super) fn declarations(&mut self, text: &str) -> anyhow::Result<AskedDeclarations> {
        let file = |path: &Path| match path.symlink_metadata() {
            Ok(_) => self.file(path).map(Some),
            Err(_) => Ok(None),
        };
        let asked = Asked::parse(text, file)?;
        let query = Query::default();
        let root = self.project.root().path();
        let (context, sources) = self.parts(&query);
        asked.declarations(&context, sources, root)
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
    fn file(&self, path: &Path) -> anyhow::Result<SourcePath> {
        NamedPath::find(Path::new(""), path)?.file_in_repository(self.project)
    }

    /// A view of the repository for one search over several steps.
    pub(super) fn codebase(&mut self) -> Codebase<'_> {
        Codebase::new(&self.snapshot, &mut self.sources, &self.cancel)
    }
}
