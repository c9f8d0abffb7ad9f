//! Judgment of members whose type has namesakes: by the path of the type, by an imported extension, by a base of its
//! name, by a delegate.

use super::judge::{Resolver, Verdict};
use crate::chunk::Kind;
use crate::context::relation::relations::Certainty::{self, Certain, Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::Target;
use crate::context::relation::type_text::{
    is_in_path, is_type_name, is_word, last_part, split_generics, until,
};
use crate::corpus::SourcePath;
use crate::syntax::{Import, Language, Packages, Reach};
use std::ops::ControlFlow;
use std::slice::from_ref;

impl Resolver<'_, '_> {
    /// Returns true if the site's document imports the target, a function outside of the type that it extends, false if
    /// it imports another one of its name. None if no import decides.
    pub(super) fn judge_extension(&mut self) -> Lookup<Option<bool>> {
        let Target {
            name, owner, path, ..
        } = self.target;
        let packages = self.language.packages();
        let may_extend = packages == Packages::Unmarked && self.reach() == Reach::Directory;
        if !may_extend || !self.target.is_member() || !is_type_name(owner) {
            return Ok(None);
        }
        let imports = self.tree.imports.iter();
        let mut imports =
            imports.filter(|import| import.name == *name && !is_type_name(import.module_name()));
        let Some(first) = imports.next() else {
            return Ok(None);
        };
        let member = format!(".{name}");
        let Some(view) = self.codebase.view(path)? else {
            return Ok(None);
        };
        let text = &view.tree.document.text;
        let mut chunks = view.tree.chunks.iter().filter(|chunk| chunk.name == *name);
        let extends = chunks.any(|chunk| {
            let signature = text.slice(chunk.signature.clone());
            let extended = signature.split(&member).next().unwrap_or_default();
            let (extended, _) = split_generics(extended.trim_end_matches('?'));
            last_part(extended, is_word) == owner
        });
        if !extends {
            return Ok(None);
        }
        let package = self.codebase.package(view.tree.path());
        let is_target = |import: &Import| import.module == *package;
        Ok(Some(is_target(first) || imports.any(is_target)))
    }

    /// Judges a member after the path of a type, of which the repository has several; goes on if nothing decides.
    pub(super) fn judge_path_of_type(
        &mut self,
        chain: &[String],
    ) -> Lookup<ControlFlow<Option<Certainty>>> {
        if self.is_whole_path_of_other(chain)? {
            return Ok(ControlFlow::Break(None));
        }
        let mut imports = self.tree.imports.iter();
        if chain.len() < 2 && !imports.any(|import| chain.first() == Some(&import.alias)) {
            return Ok(ControlFlow::Continue(()));
        }
        let at = self.reference.bytes.start;
        let mut path = chain.join(".");
        let text = &self.tree.document.text;
        let before = text.slice(self.leaf.bytes.start..at as usize);
        // `\Two\Box::of()` of PHP is no name in the own namespace.
        if last_part(before.trim_end_matches(':'), is_in_path).starts_with('\\') {
            path.insert(0, '\\');
        }
        let stated = self.codebase.type_at(self.document, &path, at)?;
        let (Some(is_it), Some(home)) =
            (self.codebase.is_owner(self.target, &stated)?, &stated.home)
        else {
            return Ok(ControlFlow::Continue(()));
        };
        if is_it {
            return Ok(ControlFlow::Break(Some(Certain)));
        }
        let inherits = self.extends_namesake(from_ref(&home.path))?;
        Ok(ControlFlow::Break(inherits.then_some(Likely)))
    }

    /// Returns true if a path and the name after it are the whole one of a declaration in another document, and those of
    /// the target begin in a scope that is not around the site.
    fn is_whole_path_of_other(&mut self, chain: &[String]) -> Lookup<bool> {
        let Target {
            name, names, path, ..
        } = self.target;
        let named = self.codebase.named(name)?;
        let mut others = named.iter();
        if !others.any(|record| record.path != *path && record.name == *name) {
            return Ok(false);
        }
        let mut written = [chain, from_ref(name)].concat();
        // A path of Elixir may begin with an alias.
        if self.language.lists_calls {
            let full = self.path_of_module(&written);
            written = full.split('.').map(str::to_owned).collect();
        }
        let own = self.codebase.scope_in(path, names)?;
        let outer = own.strip_suffix(&*written).map(|outer| outer.join("."));
        let mut imports = self.tree.imports.iter();
        let is_imported = imports.any(|import| {
            let is_whole = import.name == "*" && Some(import.module.replace("::", ".")) == outer;
            is_whole
                || chain
                    .first()
                    .is_some_and(|first| import.local_name() == first)
        });
        let is_visible = match &outer {
            Some(outer) => {
                self.site_scope()?.join(".").starts_with(outer)
                    || self.language.global_imports && self.codebase.is_global(outer)?
            }
            None => false,
        };
        let is_open = is_imported || self.reach() == Reach::File;
        if is_visible || (is_open && !self.language.lists_calls) {
            return Ok(false);
        }
        for record in named.iter() {
            if record.path != *path
                && record.name == *name
                && self.codebase.scope_in(&record.path, &record.names[1..])? == written
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the certainty of a use of the target in or after a specialization of a template of C++, `info<int>`: one with
    /// other arguments may mean another, and one in the body of another does.
    pub(super) fn judge_specialization(&mut self, certainty: Certainty) -> Verdict {
        let target = self.target;
        if !self.language.needs_body {
            return Ok(Some(certainty));
        }
        let Some(view) = self.codebase.view(&target.path)? else {
            return Ok(Some(certainty));
        };
        let (site, text) = (&self.reference, &self.tree.document.text);
        let is_own = !site.is_member || Language::is_own(&self.tree.word(&site.qualifier));
        let bodies = view.tree.chunks.iter().filter(|chunk| chunk.kind.is_type());
        for body in bodies.filter(|body| (body.lines.0..=body.lines.1).contains(&target.line)) {
            let is_type = target.constructed() == body.name;
            let mut around = self.tree.ancestors(self.tree.whole(self.leaf));
            let own = around.find(|chunk| chunk.kind.is_type() && chunk.name == body.name);
            // A header begins with its type.
            if own.is_some_and(|own| self.is_in_file() && own.bytes.start == body.bytes.start) {
                continue;
            }
            if own.is_some() && is_own && !is_type {
                return Ok(None);
            }
            let header = view.tree.document.text.slice(body.signature.clone());
            let (stated, arguments) = split_generics(until(&header, &['{']).trim_end());
            let end = if is_type {
                site.bytes.end
            } else {
                site.qualifier.end
            } as usize;
            // `int info<int>::open(int a)`
            let leaf = text.slice(self.leaf.signature.clone());
            let after = text.slice(end..text.len().min(end + arguments.len()));
            let is_it = after == arguments || leaf.contains(&format!("{}{arguments}", body.name));
            if !is_it && stated.ends_with(&*body.name) {
                return Ok(Some(Possible));
            }
        }
        Ok(Some(certainty))
    }

    /// Returns true if the name before that of the target's owner is neither of a type around the owner nor imported:
    /// `Other.Box` for `Depot.Box`.
    pub(super) fn is_in_other_type(&self, chain: &[String]) -> bool {
        let [.., outer, _] = chain else {
            return false;
        };
        let around = self.target.names.iter().nth_back(2);
        let mut imports = self.tree.imports.iter();
        around.is_some_and(|around| around != outer)
            && is_type_name(outer)
            && imports.all(|import| import.local_name() != outer)
    }

    /// Returns true if a type in one of some documents inherits the target from a type of its own name, which its document
    /// imports by another: `class App(OtherApp)`.
    pub(super) fn extends_namesake(&mut self, documents: &[SourcePath]) -> Lookup<bool> {
        let Target {
            owner, path, name, ..
        } = self.target;
        for document in documents {
            let Some(view) = self.codebase.view(document)? else {
                continue;
            };
            let members = self.codebase.named(name)?;
            let mut own = members.iter().filter(|member| member.path == *document);
            if own.any(|member| Target::named(member, name).owner == *owner) {
                continue;
            }
            let types = view.tree.chunks.iter();
            let types = types.filter(|chunk| chunk.kind.is_type() && chunk.name == *owner);
            let bases: Vec<&String> = types.flat_map(|chunk| &chunk.bases).collect();
            for (import, documents) in view.imports() {
                let mut bases = bases.iter();
                if import.name == *owner && bases.any(|base| *base == import.local_name()) {
                    let origins = self.codebase.origins(documents, owner)?;
                    if origins.iter().any(|base| base.path == *path) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Returns true if a type has the members of a value of another type, an interface that the target's owner
    /// implements: `class Cached(store: Store) : Store by store` of Kotlin, a struct of Go that embeds an interface.
    pub(super) fn is_delegated(&mut self, own: &str, lineage: &[String]) -> Lookup<bool> {
        let mark = self.language.delegation;
        let embeds = self.language.packages() == Packages::Stated;
        if (mark.is_none() && !embeds) || !self.shares_base(lineage)? {
            return Ok(false);
        }
        for record in self.codebase.named(own)?.iter() {
            if embeds && record.kind == Kind::Struct {
                return Ok(true);
            }
            if let Some(mark) = mark
                && let Some(view) = self.codebase.view(&record.path)?
                && let Some(chunk) = view.chunk(record)
                && let header = view.tree.document.text.slice(chunk.signature.clone())
                && header.contains(mark)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if the target's owner inherits from, or implements, a base of the first type of a lineage.
    fn shares_base(&mut self, lineage: &[String]) -> Lookup<bool> {
        let bases = self.codebase.lineage(&self.target.owner)?;
        for base in lineage.iter().skip(1) {
            if bases.contains(base) || self.codebase.satisfies(self.target, base)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true for the path of a value of the target's owner, or of a subtype of it.
    pub(super) fn are_of_owner(&mut self, path: &str) -> Lookup<bool> {
        if is_type_name(last_part(path, is_word)) {
            return Ok(false);
        }
        for stated in self.proven_types_at_end(path)? {
            let lineage = self.codebase.lineage_of(&stated)?;
            if self.inherits_target(&lineage)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if a document imports the target, a member, for others: `pub use Kind::*;`.
    pub(super) fn passes_member(&mut self, documents: &[SourcePath]) -> Lookup<bool> {
        for document in documents {
            let Some(view) = self.codebase.view(document)? else {
                continue;
            };
            let Target {
                owner, name, path, ..
            } = self.target;
            let mut imports = view.imports();
            if imports.any(|(import, from)| import.takes(owner, name) && from.contains(path)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
