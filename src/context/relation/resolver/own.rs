//! Judgment of a member of the enclosing type, `self.merge(…)`, and the types that are related to it.

use super::judge::{Resolver, Verdict};
use crate::chunk::Kind;
use crate::context::relation::relations::Certainty::{Certain, Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::Target;
use crate::syntax::Reach;

/// Maximum number of types below a mixin that are looked at.
const MAX_HEIRS: usize = 64;

impl Resolver<'_, '_> {
    /// Judges `self.merge(…)`, which may mean any type in a function outside of types.
    pub(super) fn judge_own(&mut self, word: &str) -> Verdict {
        if word == "super" || !self.own_type().is_empty() || !self.target.is_member() {
            return self.judge_self(word);
        }
        Ok(Some(Possible))
    }

    /// Judges `self.merge(…)`, `super().merge(…)`, and `merge(…)` in languages with an implicit `self`.
    pub(super) fn judge_self(&mut self, word: &str) -> Verdict {
        if self.reference.is_member
            && let Some(bases) = self.bases_of_local_type()
        {
            return self.judge_in_local_type(word, &bases);
        }
        let (own, owner) = (self.own_type(), &self.target.owner);
        if own.is_empty() || owner.is_empty() {
            // A file of Erlang is a module of its name.
            let is_module = self.language.file_class == Some("") && owner.is_empty();
            let is_of_own_file = (self.target.is_of_file || is_module) && self.is_in_file();
            return Ok(is_of_own_file.then_some(Certain));
        }
        // Neither `super` nor PHP's `self::` means an override in a subtype.
        if word == "super" || (word == "self::" && own != owner) {
            let lineage = self.codebase.lineage(own)?;
            let from = usize::from(word == "super");
            let types = lineage.get(from..).unwrap_or_default();
            if self.inherits_target(types)? {
                return Ok(Some(Likely));
            }
            let owners = self.codebase.owners_of(&self.target.name)?;
            let is_other = types.iter().any(|base| owners.contains(base));
            return Ok((!is_other && self.is_mixed_with(own)?).then_some(Possible));
        }
        if self.is_in_object_of_target() {
            return Ok(Some(Likely));
        }
        if own != owner {
            let has_own = self.codebase.owners_of(&self.target.name)?.contains(own);
            let is_declared = self
                .codebase
                .any_named(own, |record| record.kind != Kind::Items)?;
            let is_unknown = self.reference.is_member && !is_declared && !has_own;
            let verdict = self.are_related(own)?.then_some(Likely);
            return Ok(verdict.or(is_unknown.then_some(Possible)));
        }
        let is_other = self.is_of_other_type()? || self.is_type_in_scope()? == Some(false);
        Ok((!is_other).then_some(Certain))
    }

    /// Returns true if the documents of the site and of the target each declare a type with the name of the owner.
    pub(super) fn is_of_other_type(&mut self) -> Lookup<bool> {
        let Target { owner, path, .. } = self.target;
        let homes = self.codebase.homes(self.target)?;
        let is_whole = self.target.is_of_file || homes.contains(path);
        Ok(is_whole && self.hides_type(owner))
    }

    /// Returns true if the site's document declares a type that hides one of another document: neither an alias
    /// nor a subtype of it.
    pub(super) fn hides_type(&self, name: &str) -> bool {
        if self.is_in_file() || self.reach() == Reach::Program {
            return false;
        }
        // A base may be imported under another name.
        let imports = self.tree.imports.iter();
        let same = imports.filter(|import| import.last_name() == name);
        let same: Vec<&str> = same.map(|import| &*import.alias).chain([name]).collect();
        self.tree.chunks.iter().any(|chunk| {
            chunk.kind.is_type()
                && chunk.kind != Kind::Type
                && chunk.name == name
                && chunk.bases.iter().all(|base| !same.contains(&&**base))
        })
    }

    /// Returns true if a type inherits from the target's owner or satisfies it, or the other way round.
    pub(super) fn are_related(&mut self, own: &str) -> Lookup<bool> {
        let Target { name, owner, .. } = self.target;
        let lineage = self.codebase.lineage(own)?;
        if lineage.contains(owner) {
            return Ok(!self.is_overridden(&lineage)?);
        }
        if self.codebase.lineage(owner)?.iter().any(|base| base == own) {
            return Ok(!self.hides_member_of(own)?);
        }
        if self.codebase.satisfies(self.target, own)? {
            return Ok(true);
        }
        let mut has_own = false;
        for (_, member) in self.codebase.targets_named(name)?.iter() {
            if member.owner == own && self.codebase.satisfies(member, owner)? {
                return Ok(true);
            }
            has_own |= member.owner == own;
        }
        Ok(!has_own && self.is_delegated(own, &lineage)?)
    }

    /// Returns true if a type inherits from this one and from the target's owner: then `super` of a mixin may be either.
    fn is_mixed_with(&mut self, own: &str) -> Lookup<bool> {
        let mut heirs = vec![own.to_owned()];
        let mut next = 0;
        while let Some(heir) = heirs.get(next).cloned()
            && heirs.len() < MAX_HEIRS
        {
            if self.codebase.lineage(&heir)?.contains(&self.target.owner) {
                return Ok(true);
            }
            for below in self.codebase.heirs(&heir)? {
                if !heirs.contains(&below) {
                    heirs.push(below);
                }
            }
            next += 1;
        }
        Ok(false)
    }

    /// Returns true if the target is the member that a type has or inherits: no type between them declares one
    /// of its name.
    pub(super) fn inherits_target(&mut self, own: &[String]) -> Lookup<bool> {
        let Target { name, owner, .. } = self.target;
        let owners = self.codebase.owners_of(name)?;
        let first = own
            .iter()
            .find(|base| *base == owner || owners.contains(*base));
        Ok(first == Some(owner))
    }
}
