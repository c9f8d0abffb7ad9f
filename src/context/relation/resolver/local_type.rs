//! Judgment of members of nested types: of a type in a function, which has no chunk of its own (`class Fake(Store): …` in a
//! test), and of the types around a type.

use super::judge::{Resolver, Verdict};
use crate::chunk::NestedSymbol;
use crate::context::relation::relations::Certainty::{Certain, Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::type_text::is_word;

impl Resolver<'_, '_> {
    /// Returns the names of the bases of the type in a function that is around the reference; none without such a type.
    pub(super) fn bases_of_local_type(&self) -> Option<Vec<String>> {
        let (line, _) = self.tree.position(self.reference.bytes.start as usize);
        let whole = self.tree.whole(self.leaf);
        let types = self.tree.nested(whole).filter(|nested| {
            let (first, last) = nested.lines;
            nested.kind.is_type() && (first..=last).contains(&line)
        });
        let innermost = types.min_by_key(|nested| nested.lines.1 - nested.lines.0)?;
        Some(self.bases_in_header(innermost))
    }

    /// Judges a member of the type in a function around the reference, which has these bases.
    pub(super) fn judge_in_local_type(&mut self, word: &str, bases: &[String]) -> Verdict {
        let mut is_open = false;
        for base in bases {
            let base = self.unaliased(base)?;
            let lineage = self.codebase.lineage(&base)?;
            if self.inherits_target(&lineage)? || (word != "super" && self.are_related(&base)?) {
                return Ok(Some(Likely));
            }
            is_open |= !self.codebase.is_type(&base)?;
        }
        Ok(is_open.then_some(Possible))
    }

    /// Returns true if the function around the reference declares a type of a name that inherits from the target's
    /// owner.
    pub(super) fn inherits_in_function(&mut self, name: &str) -> Lookup<bool> {
        let mut types = self.tree.nested(self.tree.whole(self.leaf));
        let Some(local) = types.find(|it| it.kind.is_type() && it.name == name) else {
            return Ok(false);
        };
        let bases = self.bases_in_header(local);
        Ok(self.judge_in_local_type("super", &bases)? == Some(Likely))
    }

    /// Judges a member of a type around the type of the reference, where nested types see it.
    pub(super) fn judge_outer_self(&mut self) -> Verdict {
        let target = self.target;
        let own = self.own_type();
        let lineage = self.codebase.lineage(own)?;
        let owners = self.codebase.owners_of(&target.name)?;
        let has_own = lineage.iter().any(|name| owners.contains(name));
        if !self.language.overloads || own.is_empty() || has_own {
            return Ok(None);
        }
        for around in self.tree.ancestors(self.tree.whole(self.leaf)) {
            if !around.kind.is_type() || around.name == own {
                continue;
            }
            if around.name == target.owner && self.is_in_file() {
                return Ok(Some(Certain));
            }
            if self.codebase.lineage(&around.name)?.contains(&target.owner) {
                return Ok(Some(Likely));
            }
        }
        Ok(None)
    }

    /// Returns the words after the name on the line of a type: its bases, and keywords.
    fn bases_in_header(&self, local: &NestedSymbol) -> Vec<String> {
        let text = &self.tree.document.text;
        let line = text.slice(text.lines(local.line, local.line));
        let after = line.split_once(&*local.name).map_or("", |(_, rest)| rest);
        let header = after.split('{').next().unwrap_or_default();
        let words = header.split(|letter| !is_word(letter));
        let bases = words.filter(|word| word.starts_with(char::is_uppercase));
        bases.map(str::to_owned).collect()
    }
}
