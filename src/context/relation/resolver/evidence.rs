//! Evidence about a reference: scopes of names, declared types of its qualifier, and mentions of the
//! target's owner.

use super::Resolver;
use crate::chunk::Kind;
use crate::context::relation::declared::declared_types;
use crate::context::relation::origin::Origin;
use crate::context::relation::receiver::Receiver;
use crate::index::IndexError;
use crate::syntax::{Import, Language};

impl Resolver<'_, '_> {
    /// Returns true if a name is a parameter or local variable at the site.
    pub(super) fn is_local(&self, name: &str) -> bool {
        let tree = self.tree;
        let at = self.site.reference.bytes.start;
        let mut around = tree.bindings.iter().filter(|it| it.scope.contains(&at));
        around.any(|binding| tree.word(&binding.name) == name)
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
        let mut imports = self.site.document.imports().map(|(import, _)| import);
        let import = imports.find(|it| it.local_name() == first);
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
        let documents = self.codebase.documents(self.tree, &import)?;
        self.codebase.origins_of(self.tree, &import, &documents)
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
        let tree = self.tree;
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
}
