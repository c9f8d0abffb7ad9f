//! Judgment of types of one name in several namespaces, packages and modules.

use super::judge::{Resolver, Verdict};
use crate::chunk::{ChunkTree, Kind};
use crate::context::relation::receiver::Receiver;
use crate::context::relation::relations::Certainty::{Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::Target;
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Import, Packages, Reach};

/// Maximum number of types of one name that are compared.
const MAX_NAMESAKES: usize = 16;
/// Maximum number of documents in which an alias of a namespace is looked up.
const MAX_INCLUDED: usize = 32;

impl Resolver<'_, '_> {
    /// Returns true if the type of the target, or of its owner, is the one that its name means at the site: that of
    /// the innermost namespace around the site, or else of one whose names are all imported. None if they do not
    /// decide.
    pub(super) fn is_type_in_scope(&mut self) -> Lookup<Option<bool>> {
        let mut names = self.target.type_names();
        // `A.Builder` says which type it is, as far as `A` does.
        if let [around @ .., _] = names
            && let Some(outer) = around.last()
            && self.target.kind.is_type()
            && self.reference.is_member
            && **outer == *self.tree.word(&self.reference.qualifier)
        {
            names = around;
        }
        let Some((name, outer)) = names.split_last() else {
            return Ok(None);
        };
        if self.reach() == Reach::File || self.language.packages() == Packages::Stated {
            return Ok(None);
        }
        let declared = self.codebase.named(name)?;
        // A namespace may have the name of a type in another one.
        let named = declared.iter().filter(|record| {
            (record.kind.is_type() || record.kind == Kind::Module) && record.name == *name
        });
        let mut scopes = Vec::new();
        for Record { path, names, .. } in named.take(MAX_NAMESAKES) {
            let outer = &names[1..names.len().max(2) - 1];
            scopes.push(self.codebase.scope_in(path, outer)?);
        }
        let own = self.codebase.scope_in(&self.target.path, outer)?;
        if !scopes.contains(&own) {
            return Ok(None);
        }
        // The stated type of a value may have lost its namespace.
        let is_written = self.target.kind.is_type() || self.target.only_calls;
        if self.language.packages() == Packages::Prefixed && is_written {
            let target = self.codebase.view(&self.target.path)?;
            let is_unclear = has_several_namespaces(self.tree)
                || target.is_some_and(|target| has_several_namespaces(&target.tree));
            let is_own = own == self.own_namespace()?;
            return Ok((!is_unclear).then_some(is_own));
        }
        let site = self.site_scope()?;
        let around = scopes.iter().filter(|scope| site.starts_with(scope));
        let innermost = around.max_by_key(|scope| scope.len());
        if let Some(innermost) = innermost.filter(|scope| !scope.is_empty()) {
            return Ok(Some(*innermost == own));
        }
        let is_global = innermost.is_some();
        let separators = ['.', ':', '\\', '/'];
        scopes.retain(|scope| {
            let mut imports = self.document.imports();
            imports.any(|(import, _)| {
                let parts = import.module.split(separators);
                import.name == "*" && parts.filter(|part| !part.is_empty()).eq(scope)
            })
        });
        scopes.dedup();
        Ok(match scopes.as_slice() {
            [only] => Some(*only == own),
            // Types of no namespace may belong to other programs.
            [] if is_global && !own.is_empty() => Some(false),
            _ => None,
        })
    }

    /// Returns true if the site's document writes the name of the target's owner, but does not import it: the name is
    /// that of another type, from outside of the repository.
    pub(super) fn lacks_import(&mut self, local: &str, homes: &[SourcePath]) -> Lookup<bool> {
        let Target { owner, path, .. } = self.target;
        if local != owner {
            return Ok(false);
        }
        let mut written = self.tree.references_to(local);
        if written.all(|reference| reference.is_member) || !self.codebase.is_type(owner)? {
            return Ok(false);
        }
        if self.language.global_imports {
            return self.is_in_other_namespace();
        }
        if self.reach() != Reach::File {
            return Ok(false);
        }
        let all = self
            .document
            .imports()
            .filter(|(import, _)| import.name == "*");
        for (_, documents) in all {
            let origins = self.codebase.origins(documents, owner)?;
            let mut origins = origins.iter().map(|origin| &origin.path);
            if origins.any(|origin| origin == path || homes.contains(origin)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the names of the scope around the target.
    pub(super) fn target_scope(&mut self) -> Lookup<Vec<String>> {
        let Target { path, names, .. } = self.target;
        self.codebase
            .scope_in(path, &names[..names.len().saturating_sub(1)])
    }

    /// Returns the names of the scope around the site.
    pub(super) fn site_scope(&mut self) -> Lookup<Vec<String>> {
        let names = self.leaf.names.get(1..).unwrap_or_default();
        self.codebase.scope_in(self.tree.path(), names)
    }

    /// Returns the path of a module of Elixir, whose first part may be imported: `Utils.Text` after `alias App.Utils`.
    pub(super) fn path_of_module(&self, chain: &[String]) -> String {
        let path = chain.join(".");
        let [first, _, ..] = chain else {
            return path;
        };
        let mut imports = self.tree.imports.iter();
        match imports.find(|import| import.local_name() == first) {
            Some(import) => import.module.clone() + &path[first.len()..],
            None => path,
        }
    }

    /// Returns true if the target is the module that a path after an alias of an outer one names, in Elixir:
    /// `Depot.Rack` after `alias Shop.Depot`.
    pub(super) fn is_aliased_module(&mut self, chain: &[String], name: &str) -> Lookup<bool> {
        let is_stated =
            (self.reach(), self.language.packages()) == (Reach::File, Packages::Unmarked);
        if self.target.kind != Kind::Module || !is_stated {
            return Ok(false);
        }
        let path = [chain, &[name.to_owned()]].concat();
        let import = Import {
            module: self.path_of_module(&path),
            at: self.reference.bytes.start as usize,
            ..Import::default()
        };
        let documents = self.codebase.resolve(self.tree, &import)?;
        Ok(documents.contains(&self.target.path) && self.target.names.join(".") == import.module)
    }

    /// Returns true if the namespace of the target's type is neither around the site nor imported.
    pub(super) fn is_in_other_namespace(&mut self) -> Lookup<bool> {
        let Some((_, outer)) = self.target.type_names().split_last() else {
            return Ok(false);
        };
        let own = self.codebase.scope_in(&self.target.path, outer)?.join(".");
        let is_around = own.is_empty() || self.site_scope()?.join(".").starts_with(&own);
        let mut imports = self.tree.imports.iter();
        let is_imported = imports.any(|import| import.module == own || import.module_name() == own);
        Ok(!is_around && !is_imported && !self.codebase.is_global(&own)?)
    }

    /// Returns true for a function in a namespace of C++ that is neither around the site nor imported there.
    pub(super) fn is_outside_namespace(&mut self) -> Lookup<bool> {
        let target = self.target;
        let is_function = self.language.needs_body && target.kind == Kind::Function;
        if !is_function || target.names.len() < 2 {
            return Ok(false);
        }
        let own = self.target_scope()?;
        let site = self.site_scope()?;
        let mut imports = self.tree.imports.iter();
        let is_imported = imports.any(|import| {
            let parts: Vec<String> = import.module.split("::").map(str::to_owned).collect();
            let is_own = import.name == "*" || import.name == target.name;
            is_own && own.ends_with(&parts)
        });
        Ok(!site.starts_with(&own) && !is_imported)
    }

    /// Returns true if a namespace of C++ around the site has a function of the target's name, nearer than the target and
    /// visible there.
    pub(super) fn is_hidden_by_namespace(&mut self, word: &str) -> Lookup<bool> {
        let target = self.target;
        let is_global = self.tree.before(self.reference.bytes.start, 2) == "::";
        if !self.language.needs_body || target.kind != Kind::Function || is_global {
            return Ok(false);
        }
        let own = self.target_scope()?;
        let site = self.site_scope()?;
        for record in self.codebase.named(word)?.iter() {
            // The names of a run of prototypes do not end with each of theirs.
            let outer = record.names.get(1..).unwrap_or_default();
            let outer = match outer.split_last() {
                Some((last, outer)) if last == word => outer,
                _ => outer,
            };
            let scope = self.codebase.scope_in(&record.path, outer)?;
            let mut imports = self.document.imports();
            let is_visible = record.path == *self.tree.path()
                || imports.any(|(_, from)| from.contains(&record.path));
            let is_function = matches!(record.kind, Kind::Function | Kind::Items | Kind::Module);
            if is_function && is_visible && scope.len() > own.len() && site.starts_with(&scope) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Judges a function of C++ after the name of a namespace that is not the innermost one around it, as before the
    /// names of an inline namespace.
    pub(super) fn judge_in_namespace(&mut self, word: &str) -> Verdict {
        let name = &self.target.name;
        // A type in a class, after another name of the class, or a class that inherits from it.
        if self.target.kind.is_type() && self.codebase.lineage(word)?.contains(&self.target.owner) {
            return self.likely_if_alone();
        }
        let own = self.target_scope()?;
        if self.target.kind != Kind::Function || !own.iter().any(|outer| outer == word) {
            return Ok(None);
        }
        for other in self.codebase.named(name)?.iter() {
            let [.., outer, _] = other.names.as_slice() else {
                continue;
            };
            if other.kind == Kind::Function && outer.rsplit("::").next() == Some(word) {
                return Ok(None);
            }
        }
        self.likely_if_alone()
    }

    /// Returns true for the name of the target's owner, or of the namespace that a macro of C++ opens around it.
    pub(super) fn names_owner(&mut self, from: &Receiver) -> Lookup<bool> {
        let name = self.unaliased(from.word())?;
        let Target { owner, path, .. } = self.target;
        if !owner.is_empty() || !from.is_path || !self.language.needs_body {
            return Ok(name == *owner);
        }
        let scope = self.codebase.scope_in(path, &[])?;
        Ok(scope.last().is_some_and(|innermost| *innermost == name))
    }

    /// Returns true if a namespace of C++ is one of the target's names, but means another in the site's document: it is an
    /// alias there, or declared without the target.
    pub(super) fn names_other_namespace(&mut self, word: &str) -> Lookup<bool> {
        if !self.language.needs_body
            || word != self.target.owner
            || self.target.is_member()
            || self.is_in_file()
        {
            return Ok(false);
        }
        let own = self.target_scope()?;
        let mut imports = self.tree.imports.iter();
        if let Some(alias) = imports.find(|import| import.alias == word) {
            return Ok(!own.ends_with(&parts_of_namespace(alias)));
        }
        let mut found = false;
        let path = self.tree.path();
        for chunk in &self.tree.chunks {
            if chunk.kind == Kind::Module && chunk.name == word {
                if self.codebase.scope_in(path, &chunk.names[1..])? == own {
                    return Ok(false);
                }
                found = true;
            }
        }
        Ok(found)
    }

    /// Returns true if a name is an alias of the target's namespace in the site's document, or in one that it includes:
    /// `namespace fs = std::filesystem;`.
    pub(super) fn is_alias_of_namespace(&mut self, word: &str) -> Lookup<bool> {
        let own = self.target_scope()?;
        let mut waiting = vec![self.tree.path().clone()];
        let mut next = 0;
        while next < waiting.len().min(MAX_INCLUDED) {
            let path = waiting[next].clone();
            next += 1;
            let Some(view) = self.codebase.view(&path)? else {
                continue;
            };
            for (import, documents) in view.imports() {
                // There may be an inline namespace in it.
                let parts = parts_of_namespace(import);
                if import.alias == word && own.windows(parts.len()).any(|names| names == parts) {
                    return Ok(true);
                }
                for document in documents {
                    if import.name.is_empty() && !waiting.contains(document) {
                        waiting.push(document.clone());
                    }
                }
            }
        }
        Ok(false)
    }

    /// Judges a use that means the only declaration of the target's name, or one of several.
    pub(super) fn likely_if_alone(&mut self) -> Verdict {
        let is_alone = self.codebase.namesakes(self.target)? <= 1;
        Ok(Some(if is_alone { Likely } else { Possible }))
    }

    /// Returns the namespace in which PHP looks up a name that is not imported: only the one around the reference; none
    /// after a backslash.
    fn own_namespace(&mut self) -> Lookup<Vec<String>> {
        if self.tree.before(self.reference.bytes.start, 1) == "\\" {
            return Ok(Vec::new());
        }
        let around = self.tree.ancestors(self.leaf);
        let modules = around.filter(|around| around.kind == Kind::Module);
        let names: Vec<String> = modules.map(|module| module.name.clone()).collect();
        self.codebase.scope_in(self.tree.path(), &names)
    }

    /// Returns true if another declaration of the document is nearer to the site than the target, in a module around
    /// the site.
    pub(super) fn is_shadowed_in_file(&mut self, word: &str) -> Lookup<bool> {
        if !self.is_in_file() {
            return Ok(false);
        }
        let Some((_, outer)) = self.target.names.split_last() else {
            return Ok(false);
        };
        let site = self.leaf.names.get(1..).unwrap_or_default();
        let depth = site.starts_with(outer).then_some(outer.len());
        for record in self.codebase.named(word)?.iter() {
            let outer = &record.names[1..record.names.len().max(2) - 1];
            if record.path == self.target.path
                && record.name == word
                && site.starts_with(outer)
                && Some(outer.len()) > depth
                && !self.codebase.target(record, word)?.is_member()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the names of the namespace of C++ that an import has as its whole path.
fn parts_of_namespace(import: &Import) -> Vec<String> {
    let parts = import.module.split("::").chain([import.name.as_str()]);
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// Returns true if a document states one namespace after another.
fn has_several_namespaces(tree: &ChunkTree) -> bool {
    let text = &tree.document.text;
    let text = text.slice(0..text.len());
    let stated = text.lines().filter(|line| line.starts_with("namespace "));
    stated.count() > 1
}
