//! The tool `references`, as a method of [`ToolCall`]: of a declaration, a file or a directory.

use super::arguments::ReferencesArguments;
use super::connection::PageRequest;
use super::page::rows;
use super::tools::{FoundContext, ToolCall};
use crate::answers::{
    AffectedObject, Around, DeclarationTarget, DirectoryUses, Expansion, Surroundings, find_impact,
    hits_named,
};
use crate::chunk::file_id;
use crate::context::{Certainty, Codebase, RelationKind};
use crate::corpus::SourcePath;
use crate::pages::{self, Style, path, surroundings};
use crate::project::NamedPath;
use crate::search::Query;
use anyhow::Result;
use std::collections::HashSet;
use std::path::Path;

/// Maximum number of references of one kind on all pages.
const MAX_REFERENCES: usize = 1_000;

impl ToolCall<'_> {
    pub(super) fn references(&self, arguments: &ReferencesArguments) -> Result<String> {
        let request = arguments.page();
        let symbol = arguments.symbol.trim();
        match self.named(symbol)? {
            Some((file, true)) => self.references_of_file(&file, &request),
            Some((directory, false)) => self.references_of_directory(&directory, &request),
            None => self.references_of_declaration(symbol, &request),
        }
    }

    /// The file or directory that a text names, and true for a file. A name without a slash is a declaration, if there is
    /// one.
    fn named(&self, symbol: &str) -> Result<Option<(SourcePath, bool)>> {
        let project = &self.tools.project;
        let root = project.root().path();
        let named = match NamedPath::find(root, Path::new(symbol)) {
            Ok(named) if !symbol.is_empty() => named,
            _ => return Ok(None),
        };
        let found = named.in_repository(project)?;
        let is_file = found.under(root).is_file();
        let may_be_name = !is_file && symbol != "." && !symbol.contains('/');
        if may_be_name && let Some(snapshot) = self.tools.live.snapshots.latest()? {
            let query = Query::default();
            let context = self.search_context(&snapshot, &query, 1);
            let (_, is_exact) = hits_named(&context, symbol)?;
            if is_exact {
                return Ok(None);
            }
        }
        Ok(Some((found, is_file)))
    }

    /// Callers first: they are what a change breaks.
    fn references_of_declaration(&self, symbol: &str, request: &PageRequest) -> Result<String> {
        let expansions = expansions();
        let mut found = self.context(symbol, &expansions, MAX_REFERENCES)?;
        let chunk = &found.object.chunk;
        let mut heading = format!(
            "{}:{}-{}: {}\n",
            path(&chunk.path),
            chunk.start_line,
            chunk.end_line,
            chunk.qualified_name,
        );
        // What a type calls and imports is not what its field does.
        if !found.object.symbols.is_empty() {
            let callers = expansions[0].field();
            found.object.around.retain(|field, _| *field == callers);
            heading.clear();
            for symbol in &found.object.symbols {
                heading += &format!(
                    "{}:{}: {}\n",
                    path(&chunk.path),
                    symbol.line,
                    symbol.qualified_name
                );
            }
        }
        Ok(self.write_references(request, heading, found))
    }

    /// The leaves outside of a file that import it, or certainly or likely use its declarations, and what it uses.
    fn references_of_file(&self, file: &SourcePath, request: &PageRequest) -> Result<String> {
        let id = file_id(file).to_string();
        let expansions = expansions();
        let mut found = self.context(&id, &expansions, MAX_REFERENCES)?;
        let (snapshot, mut sources) = self.indexed()?;
        let target = DeclarationTarget::File(file.clone());
        let query = Query::default();
        let context = self.search_context(&snapshot, &query, 0);
        let declared = target.declarations(&context, &mut sources)?;
        let mut codebase = Codebase::new(&snapshot, &mut sources, self.cancel);
        let impact = find_impact(&mut codebase, &declared.found, 1, &mut |_, _, _| ())?;
        for (field, part) in &mut found.object.around {
            let Around::Relations(relations) = part else {
                continue;
            };
            if *field == expansions[0].field() {
                let known = relations.found.iter();
                let mut known: HashSet<(String, u32)> = known
                    .map(|known| (known.chunk.path.clone(), known.line))
                    .collect();
                for AffectedObject { step, reached, .. } in &impact.affected {
                    let is_sure = *reached != Certainty::Possible.name();
                    if is_sure && known.insert((step.chunk.path.clone(), step.line)) {
                        relations.found.push(step.clone());
                        relations.total += 1;
                    }
                }
                relations.is_cut |= declared.unfollowed + impact.unfollowed + impact.unread > 0;
            }
            let all = relations.found.len();
            relations
                .found
                .retain(|found| found.chunk.path != file.as_str());
            relations.total -= all - relations.found.len();
        }
        let lines = found.object.chunk.end_line;
        let heading = format!("{}: {lines} lines\n", path(file.as_str()));
        Ok(self.write_references(request, heading, found))
    }

    /// The files outside of a directory that import those in it, and the files that these import.
    fn references_of_directory(
        &self,
        directory: &SourcePath,
        request: &PageRequest,
    ) -> Result<String> {
        let freshness = self.refresh()?;
        let (snapshot, mut sources) = self.indexed()?;
        let mut codebase = Codebase::new(&snapshot, &mut sources, self.cancel);
        let uses = DirectoryUses::of(&mut codebase, &snapshot, directory)?;
        let page = pages::directory_uses(&uses);
        let name = match directory.as_str() {
            "" => ".".to_owned(),
            name => path(name) + "/",
        };
        let heading = format!("{name}: {} files\n", uses.files);
        Ok(self.write_rows(freshness, request, &heading, (&rows(&page), true)))
    }

    fn write_references(
        &self,
        request: &PageRequest,
        heading: String,
        mut found: FoundContext,
    ) -> String {
        let root = self.tools.project.root().path();
        let mut around = String::new();
        let mut is_all = true;
        for expansion in expansions() {
            if let Some(Around::Relations(relations)) = found.object.around.get(expansion.field()) {
                is_all &= relations.found.len() == relations.total;
            }
            let part = found.object.around.remove_entry(expansion.field());
            let part = Surroundings::from_iter(part);
            around += &surroundings(root, &part, &Style::plain(root));
        }
        let above = found.others + &heading;
        self.write_rows(found.freshness, request, &above, (&rows(&around), is_all))
    }
}

fn expansions() -> [Expansion; 3] {
    let kinds = [
        RelationKind::Callers(None),
        RelationKind::Callees,
        RelationKind::Imports,
    ];
    kinds.map(Expansion::References)
}
