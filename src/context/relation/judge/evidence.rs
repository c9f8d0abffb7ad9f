//! Evidence about a reference: declared types of its qualifier, and mentions of the target's owner.

use super::Judge;
use crate::chunk::{Chunk, Kind};
use crate::context::relation::declared::{declared_types, is_type_name};
use crate::context::relation::origin::Origin;
use crate::context::relation::receiver::Receiver;
use crate::context::relation::target::whole;
use crate::index::IndexError;
use crate::syntax::Language;

impl<'j> Judge<'j, '_> {
    /// Returns true if a chain begins with something that does not lead to the target: a type that has
    /// a member of this name or is not of the repository, or a module that is not of the repository.
    pub(super) fn is_foreign(&mut self, from: &Receiver) -> Result<bool, IndexError> {
        if let Some(name) = from.root.iter().rfind(|name| is_type_name(name)) {
            if *name == self.target.owner || self.related(name)? {
                return Ok(false);
            }
            let is_known = self.world.named(name)?.iter().any(|it| it.kind.is_type());
            return Ok(!is_known || self.world.has_member(name, &self.target.name)?);
        }
        let first = from.root.first().filter(|first| !Language::is_own(first));
        Ok(first.is_some_and(|first| {
            let mut imports = self.view().imports();
            imports.any(|(import, documents)| import.local_name() == first && documents.is_empty())
        }))
    }

    /// Returns the declared types of the qualifier: from the enclosing function, the enclosing type, or the
    /// types of the fields before it.
    pub(super) fn types_of(&mut self, from: &Receiver) -> Result<Vec<String>, IndexError> {
        if from.word.is_empty() {
            return Ok(Vec::new());
        }
        let tree = self.tree();
        let around = whole(tree, self.site.leaf);
        let near = [around].into_iter().chain(self.own_leaves());
        let types = near
            .map(|leaf| declared_types(tree, leaf, &from.word))
            .find(|types| !types.is_empty());
        match types {
            Some(types) => Ok(types),
            None if from.is_field => self.types_along(from),
            None => self.types_of_name(&from.word),
        }
    }

    /// Returns the types of a variable of the document, or of an imported one.
    pub(super) fn types_of_name(&mut self, name: &str) -> Result<Vec<String>, IndexError> {
        let mut origins = vec![Origin {
            path: self.tree().path().clone(),
            name: name.to_owned(),
        }];
        for (import, documents) in self.view().imports() {
            if import.local_name() == name && self.reaches(import) {
                origins = self.world.origins_of(import, documents)?;
            }
        }
        let mut types = Vec::new();
        for origin in origins {
            for record in self.world.declared_in(&origin.path, &origin.name)? {
                if record.kind == Kind::Items {
                    types.extend(self.world.types_in(&record, &origin.name)?);
                }
            }
        }
        Ok(types)
    }

    /// Returns the types of the last field of a chain.
    pub(super) fn types_along(&mut self, from: &Receiver) -> Result<Vec<String>, IndexError> {
        let Some((first, fields)) = from.chain.split_first() else {
            return Ok(Vec::new());
        };
        let tree = self.tree();
        let mut types = match Language::is_own(first) {
            true => vec![self.site.leaf.owner().to_owned()],
            false => match declared_types(tree, whole(tree, self.site.leaf), first) {
                types if types.is_empty() => self.types_of_name(first)?,
                types => types,
            },
        };
        for field in fields {
            if types.is_empty() {
                break;
            }
            types = self.world.types_of_field(&types, field)?;
        }
        Ok(types)
    }

    /// Returns the leaves that declare the fields of the enclosing type.
    pub(super) fn own_leaves(&self) -> Vec<&'j Chunk> {
        let own = self.site.leaf.owner();
        let leaves = self.tree().leaves().map(|(_, leaf)| leaf);
        leaves
            .filter(|leaf| !own.is_empty() && leaf.name == own)
            .collect()
    }

    /// Returns true if other types may implement the target.
    pub(super) fn is_abstract(&mut self) -> Result<bool, IndexError> {
        let declared = self.world.named(&self.target.owner)?;
        Ok(declared
            .iter()
            .any(|record| matches!(record.kind, Kind::Trait | Kind::Interface)))
    }

    /// Returns true if a leaf mentions the target's owner.
    pub(super) fn mentions_owner(&self, leaf: &Chunk) -> bool {
        let (tree, owner) = (self.tree(), &self.target.owner);
        let mut references = tree.references_of(leaf).iter();
        references.any(|reference| tree.word(&reference.bytes) == *owner)
            || self.site.leaf.owner() == owner
    }

    /// Returns true if the site's document is the target's or imports it.
    pub(super) fn mentions_file(&self) -> bool {
        self.is_in_file()
            || self
                .view()
                .imports()
                .any(|(_, documents)| documents.contains(&self.target.path))
    }
}
