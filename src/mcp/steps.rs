//! The tools that answer over several steps, as methods of [`ToolCall`].

use super::arguments::{ImpactArguments, MapArguments, PathArguments};
use super::page::{also, rows};
use super::tools::ToolCall;
use crate::answers::{
    DeclarationTarget, FoundDeclarations, ImpactObject, MapObject, NOT_INDEXED, find_impact,
    find_path,
};
use crate::context::{Codebase, Sources};
use crate::index::Snapshot;
use crate::pages::{self, LISTS_ALL, Style};
use crate::project::NamedPath;
use crate::search::{Query, SearchContext};
use anyhow::{Context, Result};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

impl ToolCall<'_> {
    pub(super) fn path(&self, arguments: &PathArguments) -> Result<String> {
        let freshness = self.refresh()?;
        let (snapshot, mut sources) = self.indexed()?;
        let from = self.resolve(&snapshot, &mut sources, &arguments.from)?;
        let to = self.resolve(&snapshot, &mut sources, &arguments.to)?;
        let unread = [(&from, &arguments.from), (&to, &arguments.to)];
        let unread = unread
            .iter()
            .filter_map(|(found, name)| Some(format!("{name}: {}\n", found.unread()?)));
        let above: String = unread.collect();
        let (from, to) = (from.with_namesakes(), to.with_namesakes());
        let mut codebase = Codebase::new(&snapshot, &mut sources, self.cancel);
        let found = find_path(&mut codebase, (&from, &to), &mut |_, _| ())?;
        let text = pages::path_between(&found, &self.style());
        Ok(self.write_rows(freshness, &arguments.page(), &above, (&rows(&text), true)))
    }

    pub(super) fn impact(&self, arguments: &ImpactArguments) -> Result<String> {
        let freshness = self.refresh()?;
        let (snapshot, mut sources) = self.indexed()?;
        let changed = self.resolve(&snapshot, &mut sources, &arguments.target)?;
        let mut codebase = Codebase::new(&snapshot, &mut sources, self.cancel);
        codebase.earlier = &changed.earlier;
        let depth = arguments
            .depth
            .unwrap_or(ImpactObject::default_depth(arguments.tests));
        let mut found = find_impact(&mut codebase, &changed.found, depth, &mut |_, _, _| ())?;
        found.unfollowed += changed.unfollowed;
        let mut also = also(changed.others());
        let page = if arguments.tests {
            for limit in pages::impact_limits(&found) {
                let _ = writeln!(also, "({limit})");
            }
            found.test_arguments(str::to_owned).join("\n") + "\n"
        } else {
            pages::impact(&found, &self.style())
        };
        Ok(self.write_rows(freshness, &arguments.page(), &also, (&rows(&page), true)))
    }

    pub(super) fn map(&self, arguments: &MapArguments) -> Result<String> {
        let freshness = self.refresh()?;
        let (snapshot, mut sources) = self.indexed()?;
        let project = &self.tools.project;
        let named = NamedPath::find(project.root().path(), Path::new(&arguments.path))?;
        let directory = named.in_repository(project)?;
        let query = Query::default();
        let context = self.search_context(&snapshot, &query, 0);
        let mut codebase = Codebase::new(&snapshot, &mut sources, self.cancel);
        let map = MapObject::of(&mut codebase, &context, &directory)?;
        // What a short map leaves out follows it.
        let mut found = rows(&pages::map(&map, true, &self.style()));
        found.retain(|row| !row.text.ends_with(LISTS_ALL));
        let mut keys: HashSet<u64> = found.iter().map(|row| row.key).collect();
        let whole = rows(&pages::map(&map, false, &self.style()));
        found.extend(whole.into_iter().filter(|row| keys.insert(row.key)));
        Ok(self.write_rows(freshness, &arguments.page(), "", (&found, true)))
    }

    pub(super) fn indexed(&self) -> Result<(Arc<Snapshot>, Sources)> {
        let snapshot = self.tools.live.snapshots.latest()?;
        Ok((snapshot.context(NOT_INDEXED)?, self.tools.project.sources()))
    }

    /// The declarations that a text names.
    pub(super) fn resolve(
        &self,
        snapshot: &Snapshot,
        sources: &mut Sources,
        text: &str,
    ) -> Result<FoundDeclarations> {
        let root = self.tools.project.root().path();
        let target = DeclarationTarget::parse(text, root, |path| self.file(path))?;
        let query = Query::default();
        let context: SearchContext<'_> = self.search_context(snapshot, &query, 0);
        target.declarations(&context, sources)
    }

    pub(super) fn style(&self) -> Style {
        Style::plain(self.tools.project.root().path())
    }
}
