//! The origin of an imported name, through exports and re-exports.
//!
//! Principal type: [`Origin`]. Invariant: each document and name is followed once, up to [`MAX_STEPS`], so
//! cycles of re-exports end.

use super::codebase::{ANY, Codebase, DocumentImports};
use super::modules::shared;
use super::relations::Lookup;
use super::target::{Target, is_callable};
use crate::chunk::{ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Import, Language, Packages, Reach};
use regex::Regex;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

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
    /// Returns true if a name of its document is among some origins. Any document may have it.
    pub(super) fn is_among(&self, origins: &[Origin], name: &str) -> bool {
        let mut origins = origins.iter();
        origins
            .any(|origin| (origin.path == self.path || origin.path == *ANY) && origin.name == name)
    }
}

impl Codebase<'_> {
    /// Returns the targets of the imports that have a local name at a byte of a document; none without such an import.
    /// An import in the function around the byte hides those outside of it.
    pub(super) fn imported(
        &mut self,
        view: &DocumentImports,
        local: &str,
        at: u32,
    ) -> Lookup<Option<Vec<Origin>>> {
        let mut visible: Vec<(bool, &Import, &[SourcePath])> = Vec::new();
        for (import, documents) in view.imports() {
            // An import of all names has no local one.
            if local.is_empty() || import.local_name() != local {
                continue;
            }
            match function_around(&view.tree, import) {
                Some(function) if !function.contains(&(at as usize)) => {}
                function => visible.push((function.is_some(), import, documents)),
            }
        }
        let is_hidden = visible.iter().any(|(is_inner, ..)| *is_inner);
        visible.retain(|(is_inner, ..)| *is_inner == is_hidden);
        let mut found: Option<Vec<Origin>> = None;
        for (_, import, documents) in visible {
            let origins = self.origins_of(&view.tree, import, documents)?;
            found.get_or_insert_default().extend(origins);
        }
        Ok(found)
    }

    /// Returns what a path of names means, of which the first is imported: `core.math` after `import * as core`.
    pub(super) fn imported_path(
        &mut self,
        view: &DocumentImports,
        path: &[String],
        at: u32,
    ) -> Lookup<Option<Vec<Origin>>> {
        let Some((first, rest)) = path.split_first() else {
            return Ok(None);
        };
        let mut found = self.imported(view, first, at)?;
        // `a::load()` of Rust after `use super::*;`
        if found.is_none() && is_rooted(&view.tree) {
            let mut modules = Vec::new();
            for (_, documents) in view.imports().filter(|(import, _)| import.name == "*") {
                modules.extend(self.origins(documents, first)?);
            }
            found = Some(modules).filter(|modules| !modules.is_empty());
        }
        for name in rest {
            let mut modules = found.unwrap_or_default();
            modules.retain(|origin| origin.name.is_empty());
            let modules: Vec<SourcePath> = modules.into_iter().map(|origin| origin.path).collect();
            found = Some(self.origins(&modules, name)?);
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
        for origin in &mut found {
            if origin.path == *ANY && origin.name == DEFAULT {
                import.local_name().clone_into(&mut origin.name);
            }
        }
        // `use function load;` of PHP names no namespace.
        if found.is_empty() && name.is_empty() && packages_of(tree) == Some(Packages::Prefixed) {
            return self.in_package(tree, "", &import.module);
        }
        if !found.is_empty() || name.is_empty() {
            return Ok(found);
        }
        if documents.is_empty() {
            let placed = self.placed_module(tree, &import.module)?;
            if !placed.is_empty() {
                return self.origins(&placed, name);
            }
            return self.in_package(tree, &import.module, name);
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
        // The name may mean the document itself, or an object that it exports, or be made while it is loaded.
        if found.is_empty() {
            found = self.origins(documents, "")?;
            found.extend(self.made_while_loading(tree, documents, name)?);
        }
        Ok(found)
    }

    /// Returns the file of a module of Rust that the document declares with the path of its file.
    fn placed_module(&mut self, tree: &ChunkTree, module: &str) -> Lookup<Vec<SourcePath>> {
        let module = module
            .trim_start_matches("crate::")
            .trim_start_matches("super::");
        let mut imports = tree.imports.iter();
        let declared = imports.find(|import| import.alias == module && import.name.is_empty());
        match declared.filter(|import| is_rooted(tree) && import.module.starts_with("./")) {
            Some(import) => self.resolve(tree, import),
            None => Ok(Vec::new()),
        }
    }

    /// Returns any document, as a guess, for a name that an imported document has without a declaration.
    fn made_while_loading(
        &mut self,
        tree: &ChunkTree,
        documents: &[SourcePath],
        name: &str,
    ) -> Lookup<Option<Origin>> {
        let is_by_file = tree.language.map(Language::reach) == Some(Reach::File);
        let is_module = documents.iter().any(|path| path.stem() == name);
        if !is_by_file || is_module || name == DEFAULT {
            return Ok(None);
        }
        self.met_unexplained = true;
        Ok(self.guesses.then(|| Origin::new(&ANY, name)))
    }

    /// Returns the declarations of `name` in these documents, or else the declarations that they re-export.
    pub(super) fn origins(&mut self, documents: &[SourcePath], name: &str) -> Lookup<Vec<Origin>> {
        let documents = documents.iter();
        let mut waiting: Vec<Origin> = documents.map(|path| Origin::new(path, name)).collect();
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut open = Vec::new();
        while let Some(next) = waiting.pop() {
            if seen.len() >= MAX_STEPS || !seen.insert(next.clone()) {
                continue;
            }
            if next.path == *ANY {
                open.push(next);
                continue;
            }
            if next.name.is_empty() {
                found.push(next);
                continue;
            }
            // Where documents pass nothing on, the index is enough.
            if Language::of(&next.path, "").is_some_and(|language| language.reach() != Reach::File)
                && let declared = self.declared_in(&next.path, &next.name)?
                && declared.iter().any(|record| record.kind != Kind::Items)
            {
                found.push(next);
                continue;
            }
            let Some(view) = self.view(&next.path)? else {
                continue;
            };
            let mut exports = view.tree.exports.iter();
            let export = exports.find(|export| export.name == next.name);
            let local = export.map_or(next.name.as_str(), |export| export.local.as_str());
            // `mod a;` of Rust brings in a file, which may have a function of the name: `use a::a;`.
            let mut imports = view.imports();
            let is_module = is_rooted(&view.tree)
                && imports.any(|(import, from)| {
                    import.name.is_empty() && import.local_name() == local && !from.is_empty()
                });
            let mut declared = self.declared_in(&next.path, local)?;
            if is_module {
                declared.retain(|record| is_callable(record.kind));
            }
            if export.is_none() && is_only_default(&view.tree, local) {
                declared.clear();
            }
            let mut imports = view.imports();
            // `exports.a = require("b").c` declares an item whose value is imported.
            let is_passed_on = declared.iter().all(|record| record.kind == Kind::Items)
                && imports.any(|(import, from)| import.alias == local && !from.is_empty());
            if !declared.is_empty() && !is_passed_on {
                found.push(Origin::new(&next.path, local));
                if !is_module {
                    continue;
                }
            }
            // `from . import models as m` of Python leads to the module itself.
            let is_own_name = next.path.stem() == next.name;
            if is_own_name && matches!(packages_of(&view.tree), Some(Packages::Nested(_))) {
                found.push(Origin::new(&next.path, ""));
                continue;
            }
            let mut exports = view.tree.exports.iter();
            let whole = exports.find(|export| export.name == DEFAULT);
            for (import, from) in view.imports() {
                // `export * from "a"`, `module.exports = require("a")`
                let is_whole = whole.is_some_and(|whole| whole.local == import.local_name());
                let passes_all = !is_module
                    && ((import.name == "*" && import.alias.is_empty())
                        || (import.name.is_empty() && is_whole));
                let name = if import.local_name() == local {
                    imported_name(import, from)
                } else if passes_all && local != DEFAULT {
                    local
                } else {
                    continue;
                };
                let from = self.passing(from, name, import)?;
                waiting.extend(from.iter().map(|path| Origin::new(path, name)));
            }
        }
        if found.is_empty() {
            found = open;
        }
        Ok(found)
    }

    /// Returns the documents from which an import takes a name. `import *` of Python takes what `__all__` lists, or else
    /// the names without an underscore.
    pub(super) fn passing(
        &mut self,
        documents: &[SourcePath],
        name: &str,
        import: &Import,
    ) -> Lookup<Vec<SourcePath>> {
        static ALL: LazyLock<Regex> = regex!(r"(?m)^__all__\b[^=\n]*=\s*[\[(]([^\])]*)[\])]\s*$");
        let mut found = documents.to_vec();
        if import.name != "*" {
            return Ok(found);
        }
        for path in documents {
            let packages = Language::of(path, "").map(Language::packages);
            if !matches!(packages, Some(Packages::Nested(_))) {
                continue;
            }
            let Ok(document) = self.sources.document(path, self.cancel) else {
                continue;
            };
            let text = document.text.slice(0..document.text.len());
            // It may be made of several lists.
            let is_passed = match (ALL.captures(&text), text.matches("__all__").count()) {
                (Some(all), 1) => all[1].split(['"', '\'']).any(|listed| listed == name),
                (_, 0) => !name.starts_with('_'),
                _ => true,
            };
            if !is_passed {
                found.retain(|passed| passed != path);
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
        let packages = tree.language.map(Language::packages);
        // A name of PHP may be in no namespace.
        let is_prefixed = packages == Some(Packages::Prefixed);
        if !is_prefixed && (package.is_empty() || packages != Some(Packages::Unmarked)) {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let declared = self.named(name)?;
        let top = declared
            .iter()
            .filter(|record| record.kind != Kind::Module && is_importable(record, name));
        for record in top.take(MAX_STEPS) {
            let outer = record.names.len().saturating_sub(1);
            if self.qualified(record, outer) == package.replace('\\', ".") {
                found.push(Origin::new(&record.path, name));
            }
        }
        let near = |origin: &Origin| shared(&origin.path, tree.path());
        let nearest = found.iter().map(near).max();
        found.retain(|origin| Some(near(origin)) == nearest);
        Ok(found)
    }

    /// Returns true if a document declares a type or module with this full name, `a.b.Name` or `a::b::Name`.
    pub(super) fn is_named(&mut self, path: &SourcePath, name: &str, full: &str) -> Lookup<bool> {
        let full = full.replace("::", ".");
        for record in self.named(name)?.iter() {
            if record.path == *path && self.qualified(record, record.names.len()) == full {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the package of a declaration with a number of its names, joined by points.
    fn qualified(&mut self, record: &Record, names: usize) -> String {
        let mut package = Arc::default();
        if let Some(tree) = self.tree(&record.path) {
            package = self.package(tree.path());
        }
        let package = package.replace('\\', ".");
        let inner = record.names.get(1..names).unwrap_or_default();
        let mut parts: Vec<&str> = inner.iter().map(String::as_str).collect();
        parts.insert(0, &package);
        parts.retain(|part| !part.is_empty());
        parts.join(".")
    }

    /// Returns true if an import that holds for all documents brings the members of the target's owner into scope:
    /// `global using static a.Owner`.
    pub(super) fn is_imported_everywhere(&mut self, target: &Target) -> Lookup<bool> {
        let Target {
            owner,
            path,
            language,
            ..
        } = target;
        if !Language::row_of(*language).global_imports {
            return Ok(false);
        }
        let key = (path.clone(), owner.clone());
        if let Some(known) = self.imported_everywhere.get(&key) {
            return Ok(*known);
        }
        let mut is_imported = false;
        for import in self.global_imports(owner)? {
            is_imported |=
                import.takes(owner, "*") && self.is_named(path, owner, &import.module)?;
        }
        self.imported_everywhere.insert(key, is_imported);
        Ok(is_imported)
    }

    /// Returns true if an import for all documents brings the names of a namespace into scope: `global using a.b`.
    pub(super) fn is_global(&mut self, namespace: &str) -> Lookup<bool> {
        let last = namespace.rsplit('.').next().unwrap_or_default();
        let found = self.global_imports(last)?;
        Ok(found
            .iter()
            .any(|import| import.name == "*" && import.module == namespace))
    }

    /// Returns the names that imports for all documents give a type: `global using Mine = a.Type`.
    pub(super) fn global_aliases(&mut self, target: &Target) -> Lookup<Vec<String>> {
        let Some(language) = target.language else {
            return Ok(Vec::new());
        };
        let is_type = !target.constructed().is_empty();
        if let Some(renaming) = language.renaming(&target.name)
            && is_callable(target.kind)
        {
            let mut aliases = Vec::new();
            for record in (self.snapshot).referring(None, &target.name, MAX_STEPS)? {
                if let Some(tree) = self.tree(&record.path) {
                    let text = &tree.document.text;
                    let text = text.slice(0..text.len());
                    let found = renaming.captures_iter(&text);
                    aliases.extend(found.map(|found| found["alias"].to_owned()));
                }
            }
            return Ok(aliases);
        }
        if !is_type || !language.global_imports {
            return Ok(Vec::new());
        }
        let mut imports = self.global_imports(&target.name)?;
        imports.retain(|import| import.name == target.name && !import.alias.is_empty());
        Ok(imports.into_iter().map(|import| import.alias).collect())
    }

    /// Returns the imports for all documents that mention a word.
    pub(super) fn global_imports(&mut self, word: &str) -> Lookup<Vec<Import>> {
        let mut found = Vec::new();
        for record in self.snapshot.referring(None, word, MAX_STEPS)? {
            let Some(tree) = self.tree(&record.path) else {
                continue;
            };
            let imports = tree.imports.iter();
            let global = imports.filter(|import| tree.has_at(import.at, "global "));
            found.extend(global.cloned());
        }
        Ok(found)
    }

    /// Returns true if an import gives a method outside of its type another name: Kotlin's `import a.weigh as heft`.
    pub(super) fn renames_extension(&mut self, import: &Import, target: &Target) -> Lookup<bool> {
        let is_renamed = import.name == target.name && !import.alias.is_empty();
        if !is_renamed || !target.is_member() {
            return Ok(false);
        }
        let Some(view) = self.view(&target.path)? else {
            return Ok(false);
        };
        let package = self.package(view.tree.path());
        let inner = import.module.strip_prefix(&*package).unwrap_or(".");
        let companion = target.row().companion;
        let around = inner.trim_end_matches(companion).trim_matches('.');
        let names = target.names.join(".");
        Ok(inner.is_empty() || names.starts_with(&format!("{around}.")))
    }

    /// Returns true if an import takes a member of the type that its document exports as a whole:
    /// `const { open } = require("./store")`.
    pub(super) fn takes_of_default(
        &mut self,
        import: &Import,
        documents: &[SourcePath],
        target: &Target,
    ) -> Lookup<bool> {
        if import.name != target.name || !documents.contains(&target.path) {
            return Ok(false);
        }
        let Some(view) = self.view(&target.path)? else {
            return Ok(false);
        };
        // `const { util: { pad } } = require("./a")`
        let is_nested = self.declared_in(&target.path, &target.name)?.is_empty();
        let mut exports = view.tree.exports.iter();
        Ok(exports
            .any(|export| (export.name == DEFAULT || is_nested) && export.local == target.owner))
    }

    /// Returns the importable declarations of a name in a document.
    pub(super) fn declared_in(&mut self, path: &SourcePath, name: &str) -> Lookup<Vec<Record>> {
        let records = self.named(name)?;
        let in_document = records.iter().filter(|record| record.path == *path);
        let declared = in_document.filter(|record| is_importable(record, name));
        Ok(declared.cloned().collect())
    }
}

/// Returns the bytes of the function with an import in its code, which is visible only there.
fn function_around(tree: &ChunkTree, import: &Import) -> Option<Range<usize>> {
    if tree.language.map(Language::reach) != Some(Reach::File) {
        return None;
    }
    let function = tree.whole(tree.leaf_at(import.at)?);
    let is_in_code = function.kind.has_code() && function.name != import.local_name();
    is_in_code.then(|| function.bytes.clone())
}

/// Returns true if a module of JavaScript exports a declaration only as `default`: `export default open`.
fn is_only_default(tree: &ChunkTree, name: &str) -> bool {
    let text = &tree.document.text;
    let mut exports = tree.exports.iter().filter(|export| export.local == name);
    let Some(default) = exports.find(|export| export.name == DEFAULT) else {
        return false;
    };
    let line = text.line_at(default.at);
    let is_statement = text
        .slice(text.lines(line, line))
        .trim_start()
        .starts_with("export default ");
    let mut chunks = tree.chunks.iter().filter(|chunk| chunk.name == name);
    let is_exported = chunks.any(|chunk| {
        let header = text.slice(chunk.signature.clone());
        header.starts_with("export ") && !header.starts_with("export default ")
    });
    is_statement && !is_exported
}

/// Returns true if modules are named from the root of a crate.
pub(super) fn is_rooted(tree: &ChunkTree) -> bool {
    matches!(packages_of(tree), Some(Packages::Rooted(_)))
}

/// [`Language::packages`] of a document.
pub(super) fn packages_of(tree: &ChunkTree) -> Option<Packages> {
    tree.language.map(Language::packages)
}

/// Returns the name that an import takes from its module: empty for the module itself.
fn imported_name<'i>(import: &'i Import, documents: &[SourcePath]) -> &'i str {
    let language = documents.first().and_then(|path| Language::of(path, ""));
    match import.name.as_str() {
        "*" => "",
        "" if language.map(Language::packages) == Some(Packages::Relative) => DEFAULT,
        name => name,
    }
}

fn is_importable(record: &Record, name: &str) -> bool {
    use Kind::{Function, Items, Macro, Module};
    let is_top = matches!(record.kind, Module | Function | Macro | Items);
    let target = Target::named(record, name);
    is_top || record.kind.is_type() || target.is_of_file || target.row().opens_types
}
