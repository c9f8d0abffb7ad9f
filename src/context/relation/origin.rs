//! The origin of an imported name, through exports and re-exports.
//!
//! Principal type: [`Origin`]. Invariant: each document and name is followed once, up to [`MAX_STEPS`], so
//! cycles of re-exports end.

use super::codebase::{Codebase, DocumentImports};
use super::declared::declared_package;
use super::modules::shared;
use super::relations::Lookup;
use super::target::Target;
use crate::chunk::{ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Import, Language, Packages, Reach};
use std::collections::HashSet;

/// Maximum number of documents and names that one import is followed through.
const MAX_STEPS: usize = 64;
/// Export name of a JavaScript module's default export.
pub(super) const DEFAULT: &str = "default";

/// Target of an import.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Origin {
    pub(super) path: SourcePath,
    /// The name that its document declares; empty for the document itself.
    pub(super) name: String,
}

impl Origin {
    fn new(path: &SourcePath, name: &str) -> Self {
        let (path, name) = (path.clone(), name.to_owned());
        Self { path, name }
    }
}

impl Target {
    /// Returns true if a name of its document is among some origins.
    pub(super) fn is_among(&self, origins: &[Origin], name: &str) -> bool {
        let mut origins = origins.iter();
        origins.any(|origin| origin.path == self.path && origin.name == name)
    }
}

impl Codebase<'_> {
    /// Returns the targets of the imports that have a local name in a document; none without such an import.
    pub(super) fn imported(
        &mut self,
        view: &DocumentImports,
        local: &str,
    ) -> Lookup<Option<Vec<Origin>>> {
        let mut found: Option<Vec<Origin>> = None;
        for (import, documents) in view.imports() {
            if import.local_name() == local {
                let origins = self.origins_of(&view.tree, import, documents)?;
                found.get_or_insert_default().extend(origins);
            }
        }
        Ok(found)
    }

    /// Returns the targets of an import from these documents; none if they neither declare nor re-export it.
    pub(super) fn origins_of(
        &mut self,
        tree: &ChunkTree,
        import: &Import,
        documents: &[SourcePath],
    ) -> Lookup<Vec<Origin>> {
        let name = imported_name(import, documents);
        let mut found = self.origins(documents, name)?;
        if !found.is_empty() || documents.is_empty() || name.is_empty() {
            return Ok(found);
        }
        // The last part of the module may be a module that the documents re-export.
        if is_rooted(tree)
            && let Some((module, last)) = import.module.rsplit_once("::")
        {
            let outer = Import {
                module: module.to_owned(),
                name: last.to_owned(),
                ..import.clone()
            };
            let documents = self.resolve(tree, &outer)?;
            let mut modules = self.origins_of(tree, &outer, &documents)?;
            modules.retain(|origin| origin.name.is_empty());
            let modules: Vec<SourcePath> = modules.into_iter().map(|origin| origin.path).collect();
            found = self.origins(&modules, name)?;
        }
        if found.is_empty() {
            found = self.in_package(tree, &import.module, name)?;
        }
        // The name may mean the document itself, or an object that it exports.
        if found.is_empty() {
            found = self.origins(documents, "")?;
        }
        Ok(found)
    }

    /// Returns the declarations of `name` in these documents, or else the declarations that they re-export.
    pub(super) fn origins(&mut self, documents: &[SourcePath], name: &str) -> Lookup<Vec<Origin>> {
        let documents = documents.iter();
        let mut waiting: Vec<Origin> = documents.map(|path| Origin::new(path, name)).collect();
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        while let Some(next) = waiting.pop() {
            if seen.len() >= MAX_STEPS || !seen.insert(next.clone()) {
                continue;
            }
            if next.name.is_empty() {
                found.push(next);
                continue;
            }
            let Some(view) = self.view(&next.path)? else {
                continue;
            };
            let mut exports = view.tree.exports.iter();
            let export = exports.find(|export| export.name == next.name);
            let local = export.map_or(next.name.as_str(), |export| export.local.as_str());
            // `mod a;` of Rust declares a name and brings in a file.
            let mut imports = view.imports();
            if is_rooted(&view.tree)
                && let Some((_, from)) = imports.find(|(import, from)| {
                    import.name.is_empty() && import.local_name() == local && !from.is_empty()
                })
            {
                found.extend(from.iter().map(|path| Origin::new(path, "")));
                continue;
            }
            if !self.declared_in(&next.path, local)?.is_empty() {
                found.push(Origin::new(&next.path, local));
                continue;
            }
            for (import, from) in view.imports() {
                let passes_all = import.name == "*" && import.alias.is_empty();
                let name = if import.local_name() == local {
                    imported_name(import, from)
                } else if passes_all && local != DEFAULT {
                    local
                } else {
                    continue;
                };
                waiting.extend(from.iter().map(|path| Origin::new(path, name)));
            }
        }
        Ok(found)
    }

    /// Returns the declarations of a name in a package that are nearest to a document: several source trees may
    /// have the package.
    pub(super) fn in_package(
        &mut self,
        tree: &ChunkTree,
        package: &str,
        name: &str,
    ) -> Lookup<Vec<Origin>> {
        let reach = tree.language.map(Language::reach);
        let packages = tree.language.map(Language::packages);
        if package.is_empty()
            || (reach, packages) != (Some(Reach::Directory), Some(Packages::Unmarked))
        {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let declared = self.named(name)?;
        let top = declared.iter().filter(|record| {
            record.names.len() == 2 && record.kind != Kind::Module && is_importable(record, name)
        });
        for Record { path, .. } in top.take(MAX_STEPS) {
            if let Some(view) = self.view(path)?
                && declared_package(&view.tree) == package
            {
                found.push(Origin::new(path, name));
            }
        }
        let near = |origin: &Origin| shared(&origin.path, tree.path());
        let nearest = found.iter().map(near).max();
        found.retain(|origin| Some(near(origin)) == nearest);
        Ok(found)
    }

    /// Returns the importable declarations of a name in a document.
    pub(super) fn declared_in(&mut self, path: &SourcePath, name: &str) -> Lookup<Vec<Record>> {
        let records = self.named(name)?;
        let in_document = records.iter().filter(|record| record.path == *path);
        let declared = in_document.filter(|record| is_importable(record, name));
        Ok(declared.cloned().collect())
    }
}

/// Returns true if modules are named from the root of a crate.
pub(super) fn is_rooted(tree: &ChunkTree) -> bool {
    let packages = tree.language.map(Language::packages);
    matches!(packages, Some(Packages::Rooted(_)))
}

/// Returns the name that an import takes from its module: empty for the module itself.
fn imported_name<'i>(import: &'i Import, documents: &[SourcePath]) -> &'i str {
    let language = documents.first().and_then(|path| Language::of(path, ""));
    let packages = language.map(Language::packages);
    match import.name.as_str() {
        "*" => "",
        "" if packages == Some(Packages::Relative) => DEFAULT,
        name => name,
    }
}

fn is_importable(record: &Record, name: &str) -> bool {
    use Kind::{Function, Items, Macro, Module};
    let is_top = matches!(record.kind, Module | Function | Macro | Items);
    is_top || record.kind.is_type() || Target::named(record, name).is_of_file
}
