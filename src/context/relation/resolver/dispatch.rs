//! Members that hide one of a base and do not override it: of C++ and C#, which mark what overrides, and of types that Go
//! embeds.

use super::judge::Resolver;
use crate::chunk::Kind;
use crate::context::relation::codebase::declares_type;
use crate::context::relation::relations::Lookup;
use crate::syntax::Packages;

impl Resolver<'_, '_> {
    /// Returns true if the target hides the member of its name in a base of its type: neither is virtual, so a call in the
    /// base never means the target.
    pub(super) fn hides_member_of(&mut self, base: &str) -> Lookup<bool> {
        let words = self.target.row().virtual_words;
        if words.is_empty() || self.codebase.has_kind(base, Kind::Interface)? {
            return Ok(false);
        }
        let name = &self.target.name;
        let mut declared = vec![(self.target.path.clone(), self.target.line)];
        for (record, member) in self.codebase.targets_named(name)?.iter() {
            if member.owner != base {
                continue;
            }
            let line = record.line_of(name).unwrap_or(record.name_at.0);
            declared.push((record.path.clone(), line));
        }
        let has_base = declared.len() > 1;
        for (path, line) in declared {
            let Some(signature) = self.codebase.signature_at(&path, line, name)? else {
                return Ok(false);
            };
            let mut words = words.split(' ');
            if words.any(|word| signature.split_whitespace().any(|part| part == word)) {
                return Ok(false);
            }
        }
        Ok(has_base)
    }

    /// Returns true if a type of Go, the first of its lineage, has another method of the target's name, so that a
    /// value of it has not the method of the type that it embeds.
    pub(super) fn is_overridden(&mut self, lineage: &[String]) -> Lookup<bool> {
        let [own, ..] = lineage else {
            return Ok(false);
        };
        if *own == self.target.owner || self.language.packages() != Packages::Stated {
            return Ok(false);
        }
        let declared = self.codebase.named(own)?;
        let types = declared.iter().filter(|it| declares_type(it, own));
        Ok(types.count() == 1 && !self.inherits_target(lineage)?)
    }
}
