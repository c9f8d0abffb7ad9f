//! Judgment of a member of the enclosing type: `self.merge(…)`, `super().merge(…)`.

use super::judge::{Resolver, Verdict};
use crate::chunk::Kind;
use crate::context::relation::relations::Certainty::{Certain, Likely};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::Target;
use crate::syntax::Reach;

impl Resolver<'_, '_> {
    /// Judges `self.merge(…)`, `super().merge(…)`, and `merge(…)` in languages with an implicit `self`.
    pub(super) fn judge_self(&mut self, word: &str) -> Verdict {
        let (own, owner) = (self.leaf.owner(), &self.target.owner);
        if own.is_empty() || owner.is_empty() {
            let is_of_own_file = self.target.is_of_file && self.is_in_file();
            return Ok(is_of_own_file.then_some(Certain));
        }
        if own != owner {
            return Ok(self.are_related(own)?.then_some(Likely));
        }
        let is_own = word != "super" && !self.is_of_other_type()?;
        Ok(is_own.then_some(Certain))
    }

    /// Returns true if the documents of the site and of the target each declare a type with the name of the owner.
    fn is_of_other_type(&mut self) -> Lookup<bool> {
        let Target { owner, path, .. } = self.target;
        let types = self.codebase.named(owner)?;
        let is_whole = self.target.is_of_file
            || types
                .iter()
                .any(|record| record.path == *path && record.kind.is_type());
        Ok(is_whole && self.hides_type(owner))
    }

    /// Returns true if the site's document declares a type that hides one of another document: neither an alias
    /// nor a subtype of it.
    pub(super) fn hides_type(&self, name: &str) -> bool {
        if self.is_in_file() || self.reach() == Reach::Program {
            return false;
        }
        self.tree.chunks.iter().any(|chunk| {
            chunk.kind.is_type()
                && chunk.kind != Kind::Type
                && chunk.name == name
                && chunk.bases.iter().all(|base| base != name)
        })
    }

    /// Returns true if a type inherits from the target's owner, or the other way round.
    pub(super) fn are_related(&mut self, own: &str) -> Lookup<bool> {
        let other = &self.target.owner;
        let is_above = self.codebase.lineage(own)?.contains(other);
        Ok(is_above || self.codebase.lineage(other)?.iter().any(|base| base == own))
    }
}
