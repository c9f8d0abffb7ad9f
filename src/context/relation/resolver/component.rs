//! Members of a component, which its template and its other objects name.

use super::judge::Resolver;
use crate::context::relation::target::Target;
use crate::syntax::Packages;

impl Resolver<'_, '_> {
    /// Returns true for the template of a component, `list.component.html` beside `list.component.ts`, or a string in it,
    /// which may name its members.
    pub(super) fn is_in_template_of_target(&self) -> bool {
        if self.is_in_file() && self.language.packages() == Packages::Relative {
            if self.language.names_members {
                return self.own_type().is_empty();
            }
            let before = self.text_before();
            let (outside, _) = before.rsplit_once('`').unwrap_or_default();
            return outside.ends_with("template: ");
        }
        let (path, template) = (&self.target.path, self.tree.path());
        self.language.names_members
            && path.directory() == template.directory()
            && path.stem() == template.stem()
    }

    /// Returns true if the site and the target are in objects of one object: `methods` and `computed` of a component.
    pub(super) fn is_in_object_of_target(&self) -> bool {
        let Target { names, owner, .. } = self.target;
        let site = self.tree.whole(self.leaf).names.get(1);
        let is_inner = names.len() > 2 && site == names.first() && self.is_in_file();
        let text = &self.tree.document.text;
        // An object follows its key, a class a word of the language.
        let mut objects = self.tree.chunks.iter().filter(|chunk| {
            chunk.name == *owner
                && text
                    .slice(chunk.signature.clone())
                    .starts_with(owner.as_str())
        });
        is_inner
            && self.language.packages() == Packages::Relative
            && objects
                .any(|object| object.names.get(1..) == names.split_last().map(|(_, outer)| outer))
    }
}
