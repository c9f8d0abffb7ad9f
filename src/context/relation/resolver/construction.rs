//! Judgment of a call of a constructor without the name of its type: `super(…)`, `this(…)`, `new(…)`.

use super::judge::{Resolver, Verdict};
use crate::chunk::Kind;
use crate::context::relation::initializer::fields_of_type;
use crate::context::relation::receiver::receiver;
use crate::context::relation::relations::Certainty::{Certain, Likely, Possible};
use crate::syntax::{Language, Reference};
use std::ops::Range;

/// Words for the base of a type.
const BASES: [&str; 3] = ["super", "base", "parent"];

impl<'j> Resolver<'j, '_> {
    /// Judges a field in an initializer list, which constructs the type that the field is declared with.
    pub(super) fn judge_initializer(&mut self) -> Verdict {
        let field = self.tree.word(&self.reference.bytes);
        let own = self.own_type();
        for record in self.codebase.named(own)?.iter() {
            let Some(view) = self.codebase.view(&record.path)? else {
                continue;
            };
            let tree = &view.tree;
            for (reference, name) in fields_of_type(tree, self.target.constructed()) {
                let Some(leaf) = tree.leaf_at(reference.bytes.start as usize) else {
                    continue;
                };
                if name == field && (leaf.owner() == own || leaf.name == own) {
                    let mut declared = Resolver {
                        document: &view,
                        tree,
                        language: self.language,
                        reference,
                        leaf,
                        codebase: &mut *self.codebase,
                        target: self.target,
                    };
                    return declared.judge_by_receiver();
                }
            }
        }
        Ok(None)
    }

    /// Returns true if the reference is a word that calls a constructor.
    pub(super) fn calls_constructor(&self) -> bool {
        let word = self.tree.word(&self.reference.bytes);
        let mut words = self.language.constructor_calls();
        word != self.target.name && words.any(|listed| listed == word)
    }

    /// Judges `super(…)`, `this(…)`, `new(…)`, and in Ruby `super`, which calls the method of a base.
    pub(super) fn judge_constructor_call(&mut self) -> Verdict {
        let (tree, target) = (self.tree, self.target);
        let word = tree.word(&self.reference.bytes);
        let constructed = target.constructed();
        if target.is_member() && tree.row().bare_super {
            let is_same = !self.reference.is_member
                && word == "super"
                && tree.whole(self.leaf).name == target.name;
            if !is_same {
                return Ok(None);
            }
            // The base of a type with the mixin.
            let own = self.own_type();
            let is_mixin = own != target.owner && self.codebase.has_kind(own, Kind::Module)?;
            let verdict = self.judge_self("super")?;
            return Ok(verdict.or(is_mixin.then_some(Possible)));
        }
        // A member called `new` is another one, unless it is of the own class: `self.class.new` of Ruby.
        let from = receiver(tree, self.reference);
        let is_of_own =
            word == "new" && matches!(from.chain.join(".").as_str(), "self" | "self.class");
        if constructed.is_empty() || (self.reference.is_member && !is_of_own) {
            return Ok(None);
        }
        // A named one is called by its name: `this.zero()`.
        if target.kind == Kind::Constructor && !target.only_calls && target.name != *constructed {
            let has_own_name = tree.language.is_some_and(Language::has_named_constructors);
            if has_own_name {
                return Ok(None);
            }
        }
        let own = self.own_type();
        if word == "new" && !tree.row().bare_super {
            return self.judge_stated(constructed);
        }
        let lineage = self.codebase.lineage(own)?;
        if BASES.contains(&&*word) {
            return self.judge_base(lineage.get(1..).unwrap_or_default(), constructed);
        }
        if target.kind.is_type() || !self.codebase.constructs(&lineage, constructed)? {
            return Ok(None);
        }
        let is_own = own == constructed && self.is_in_file();
        Ok(Some(if is_own { Certain } else { Likely }))
    }

    /// Judges a call of the constructor of a base by the name of the base in the header of the type.
    fn judge_base(&mut self, bases: &[String], constructed: &str) -> Verdict {
        if !self.codebase.constructs(bases, constructed)? {
            return Ok(None);
        }
        let own = self.own_type();
        let header = self.references_to(constructed, 0..self.reference.bytes.start);
        let header = header.into_iter().rfind(|reference| {
            let leaf = self.tree.leaf_at(reference.bytes.start as usize);
            leaf.is_some_and(|leaf| leaf.name == own || leaf.owner() == own)
        });
        match header {
            Some(header) => self.judge_as(header),
            None => Ok(Some(Likely)),
        }
    }

    /// Judges C#'s `new(…)` by the type that its statement or the signature around it states.
    fn judge_stated(&mut self, constructed: &str) -> Verdict {
        let at = self.reference.bytes.start;
        let text = self.tree.word(&(self.leaf.bytes.start as u32..at));
        let statement = text.rfind([';', '{', '}']).map_or(0, |end| end + 1);
        let statement = at - (text.len() - statement) as u32..at;
        let signature = &self.tree.whole(self.leaf).signature;
        for part in [statement, signature.start as u32..signature.end as u32] {
            if let Some(stated) = self.references_to(constructed, part).pop() {
                return self.judge_as(stated);
            }
        }
        Ok(None)
    }

    /// Judges a reference to the type instead of this one.
    fn judge_as(&mut self, reference: &Reference) -> Verdict {
        let Some(leaf) = self.tree.leaf_at(reference.bytes.start as usize) else {
            return Ok(None);
        };
        let mut other = Resolver {
            reference,
            leaf,
            codebase: &mut *self.codebase,
            ..*self
        };
        other.judge_by_receiver()
    }

    /// Returns the references to a name in a part of the text.
    fn references_to(&self, name: &str, part: Range<u32>) -> Vec<&'j Reference> {
        let tree = self.tree;
        let references = tree.references_in(&(part.start as usize..part.end as usize));
        references
            .iter()
            .filter(|it| tree.word(&it.bytes) == name)
            .collect()
    }
}
