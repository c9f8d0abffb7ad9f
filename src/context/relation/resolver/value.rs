//! Judgment of a member of a value: `merger.merge(…)`, `open().merge(…)`.

use super::judge::{Resolver, Verdict};
use crate::chunk::Kind;
use crate::context::relation::declared::{
    assigned_call, called_at_end, extended_type, name_of_type, type_in_path,
};
use crate::context::relation::receiver::Receiver;
use crate::context::relation::relations::Certainty::{Certain, Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::{Target, is_usable_from};
use crate::syntax::{Language, Reference};

impl Resolver<'_, '_> {
    /// Judges a member of a value by the declared types of the value.
    pub(super) fn judge_value_member(&mut self, from: &Receiver) -> Verdict {
        let target = self.target;
        let mut types = self.types_of(from)?;
        let mut best = Certain;
        let mut is_proved = true;
        if types.is_empty() && !from.is_field() {
            (types, is_proved) = self.types_of_call(from)?;
            best = Likely;
        }
        if types.is_empty() && from.is_field() {
            // Another field of this name may have another type, so that nothing is certain.
            types = self.codebase.types_in(from.word(), from.word())?;
            best = Likely;
        }
        if types.is_empty() {
            return self.judge_by_mention(from);
        }
        let mut found = None;
        for local in &types {
            if self.unaliased(local)? == target.owner {
                found = found.or(Some(local));
            }
        }
        if let Some(local) = found {
            let certainty = self.judge_type_member(local)?;
            return Ok(certainty.map(|certainty| certainty.max(best)));
        }
        let mut own = Vec::new();
        for local in &types {
            if target.is_of_file && self.judge_import(local, "")? == Some(true) {
                return Ok(Some(best));
            }
            let name = self.unaliased(local)?;
            if self.are_related(&name)? {
                return Ok(Some(Likely));
            }
            own.extend(self.codebase.lineage(&name)?);
        }
        // A member of the type itself, or of a base, hides those of others.
        let members = self.codebase.named(&target.name)?;
        let mut member_owners = members
            .iter()
            .map(|member| Target::named(member, &target.name).owner);
        let has_own = member_owners.any(|owner| own.contains(&owner));
        let owners = self.codebase.named(&target.owner)?;
        let mut owner_kinds = owners.iter().map(|owner| owner.kind);
        let is_abstract = owner_kinds.any(|kind| matches!(kind, Kind::Trait | Kind::Interface));
        // The type that an extension method of C# extends.
        let signatures = self.signatures()?;
        match signatures.iter().find_map(|text| extended_type(text)) {
            Some(extended) if types.contains(&extended) && !has_own => Ok(Some(Likely)),
            // Other types may inherit from an extended one, or implement an abstract one.
            Some(_) => self.judge_by_mention(from),
            None if is_abstract && !has_own => self.judge_by_mention(from),
            // Another function of this name may return another type.
            None if !is_proved && !has_own => Ok(self.judge_by_mention(from)?.map(|_| Possible)),
            None => Ok(None),
        }
    }

    /// Judges a member of a value of unknown type by mentions of the owner nearby.
    fn judge_by_mention(&mut self, from: &Receiver) -> Verdict {
        let Target { owner, path, .. } = self.target;
        let is_alone = self.codebase.namesakes(self.target)? <= 1;
        // A type often mentions itself, so a mention inside the owner proves nothing.
        if self.own_type() == owner {
            return Ok(Some(Possible));
        }
        let names_owner = |reference: &Reference| self.tree.word(&reference.bytes) == *owner;
        let is_nearby = self.is_in_file()
            || self.tree.references.iter().any(names_owner)
            || self.document.imports().any(|(_, from)| from.contains(path));
        let mut references = self.tree.references_of(self.leaf).iter();
        let is_close = (is_nearby && is_alone) || references.any(names_owner);
        let is_likely = is_close && !from.word().is_empty();
        Ok(Some(if is_likely { Likely } else { Possible }))
    }

    /// Judges a symbol or string with the name of the target: `before_action :check`, `map(&:weight)`.
    pub(super) fn judge_symbol(&mut self) -> Verdict {
        let target = self.target;
        if !target.kind.has_code()
            || target.only_calls
            || !is_usable_from(self.tree.language, target)
        {
            return Ok(None);
        }
        let own = self.own_type();
        if self.is_in_file() || self.are_related(own)? {
            return Ok(Some(Possible));
        }
        let verdict = self.judge_by_mention(&Receiver::default())?;
        Ok(verdict.map(|_| Possible))
    }

    /// Returns the types of a call before the member, or of the one that a variable has its value from, and true if
    /// the call names the type: `Store::new().load()`.
    fn types_of_call(&mut self, from: &Receiver) -> Lookup<(Vec<String>, bool)> {
        let tree = self.tree;
        let called = if from.word().is_empty() {
            let before = tree
                .document
                .text
                .slice(self.leaf.bytes.start..self.reference.bytes.start as usize);
            let value = before
                .trim_end()
                .trim_end_matches(['.', '-', '>', '?', ':']);
            called_at_end(value).map(str::to_owned)
        } else {
            assigned_call(tree, tree.whole(self.leaf), from.word())
        };
        let Some(path) = called else {
            return Ok((Vec::new(), true));
        };
        if let Some(named) = type_in_path(&path)
            && !self.codebase.is_function(name_of_type(named))?
        {
            return Ok((vec![name_of_type(named).to_owned()], true));
        }
        Ok((self.codebase.returned_types(tree.language, &path)?, false))
    }

    /// Returns the declared types of the qualifier: from the enclosing function, the enclosing type, or the
    /// types of the fields before it.
    fn types_of(&mut self, from: &Receiver) -> Lookup<Vec<String>> {
        let Some((first, fields)) = from.chain.split_first() else {
            return Ok(Vec::new());
        };
        if first.is_empty() {
            return Ok(Vec::new());
        }
        let own = [self.own_type().to_owned()];
        let mut types = own.to_vec();
        if !Language::is_own(first) {
            let whole = self.tree.whole(self.leaf);
            let from = Some(self.reference.bytes.start);
            types = (self.codebase).declared_types(self.document, whole, first, from)?;
        }
        if types.is_empty() {
            types = self.codebase.types_of_field(&own, first)?;
        }
        for field in fields {
            types = self.codebase.types_of_field(&types, field)?;
        }
        Ok(types)
    }
}
