//! Evidence about a reference: scopes of names, declared types of its qualifier, and mentions of the
//! target's owner.

use super::Resolver;
use crate::chunk::{Kind, Role};
use crate::context::relation::declared::declared_types;
use crate::context::relation::origin::Origin;
use crate::context::relation::receiver::Receiver;
use crate::context::relation::target::is_callable;
use crate::index::IndexError;
use crate::syntax::{Import, Language};

impl Resolver<'_, '_> {
    /// Returns true if an import is in scope at the site: one in a function or an inline module is in
    /// scope only there.
    pub(super) fn reaches(&self, import: &Import) -> bool {
        let mut chunks = self.tree().chunks.iter();
        let scope = chunks.rfind(|chunk| {
            let is_scope = is_callable(chunk.kind) || chunk.kind == Kind::Module;
            let is_whole = matches!(chunk.role, Role::Parent | Role::Body);
            is_scope && is_whole && chunk.bytes.contains(&import.at)
        });
        scope.is_none_or(|scope| scope.bytes.contains(&self.site.leaf.bytes.start))
    }

    /// Returns true if a name is a parameter or local variable at the site.
    pub(super) fn is_local(&self, name: &str) -> bool {
        let tree = self.tree();
        let at = self.site.reference.bytes.start;
        let mut around = tree.bindings.iter().filter(|it| it.scope.contains(&at));
        around.any(|binding| tree.word(&binding.name) == name)
    }

    /// Returns true if the site's document declares a type with this name and is not the target's.
    pub(super) fn is_other_type(&self, name: &str) -> bool {
        let mut chunks = self.tree().chunks.iter();
        !self.is_in_file() && chunks.any(|chunk| chunk.kind.is_type() && chunk.name == name)
    }

    /// Returns the origins of a name behind a path of modules: of `c` in `a::b::c`.
    pub(super) fn origins_in_path(
        &mut self,
        path: &[String],
        name: &str,
    ) -> Result<Vec<Origin>, IndexError> {
        let Some((first, rest)) = path.split_first() else {
            return Ok(Vec::new());
        };
        let mut imports = self.document().imports().map(|(import, _)| import);
        let import = imports.find(|it| it.local_name() == first && self.reaches(it));
        let mut module = match import {
            Some(import) if import.name.is_empty() => import.module.clone(),
            Some(import) => format!("{}::{}", import.module, import.name),
            None => first.clone(),
        };
        for part in rest {
            module = format!("{module}::{part}");
        }
        let import = Import {
            module,
            name: name.to_owned(),
            at: self.site.reference.bytes.start as usize,
            ..Import::default()
        };
        let documents = self.codebase.documents(self.tree(), &import)?;
        self.codebase.origins_of(self.tree(), &import, &documents)
    }

    /// Returns the declared types of the qualifier: from the enclosing function, the enclosing type, or the
    /// types of the fields before it.
    pub(super) fn types_of(&mut self, from: &Receiver) -> Result<Vec<String>, IndexError> {
        if from.word.is_empty() {
            return Ok(Vec::new());
        }
        let Some((first, fields)) = from.chain.split_first() else {
            return Ok(Vec::new());
        };
        let tree = self.tree();
        let own = [self.site.leaf.owner().to_owned()];
        let mut types = match Language::is_own(first) {
            true => own.to_vec(),
            false => declared_types(tree, tree.whole(self.site.leaf), first),
        };
        if types.is_empty() {
            types = self.codebase.types_of_field(&own, first)?;
        }
        for field in fields {
            types = match types.is_empty() {
                true => types,
                false => self.codebase.types_of_field(&types, field)?,
            };
        }
        Ok(types)
    }

    /// Returns true if other types may implement the target.
    pub(super) fn is_abstract(&mut self) -> Result<bool, IndexError> {
        let declared = self.codebase.named(&self.target.owner)?;
        Ok(declared
            .iter()
            .any(|record| matches!(record.kind, Kind::Trait | Kind::Interface)))
    }

    /// Returns true if the site's leaf, or one that declares fields of its type, mentions the target's
    /// owner.
    pub(super) fn mentions_owner(&self) -> bool {
        let (tree, owner) = (self.tree(), &self.target.owner);
        let own = self.site.leaf.owner();
        let leaves = tree.leaves().map(|(_, leaf)| leaf);
        let fields = leaves.filter(|leaf| !own.is_empty() && leaf.name == own);
        let mut near = fields.chain([self.site.leaf]);
        near.any(|leaf| {
            let mut references = tree.references_of(leaf).iter();
            references.any(|reference| tree.word(&reference.bytes) == *owner)
        })
    }

    /// Returns true if the site's document is the target's or imports it.
    pub(super) fn mentions_file(&self) -> bool {
        let mut imports = self.document().imports();
        self.is_in_file() || imports.any(|(_, documents)| documents.contains(&self.target.path))
    }
}
