//! Declarations that are visible although the site's document neither declares nor imports them: by a macro, a global scope,
//! or an unknown module.

use super::judge::{Resolver, Verdict};
use crate::chunk::Kind;
use crate::context::relation::relations::Certainty::{Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::syntax::Packages;

impl Resolver<'_, '_> {
    /// Returns true if a macro that the site's document runs may import the target, and its module has none of the name:
    /// `use ShopWeb, :controller` of Elixir.
    pub(super) fn is_spliced(&mut self) -> Lookup<bool> {
        let (name, word) = (&self.target.name, self.language.splice_word);
        if word.is_empty() || self.codebase.owners_of(name)?.contains(self.own_type()) {
            return Ok(false);
        }
        for (import, documents) in self.document.imports() {
            if !self.tree.has_at(import.at, word) {
                continue;
            }
            for path in documents {
                let Some(view) = self.codebase.view(path)? else {
                    continue;
                };
                for (import, from) in view.imports() {
                    if import.name == "*" && self.leads_to_target(from, name)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Returns true if the repository does not declare one of some types.
    pub(super) fn has_outside_base(&mut self, types: &[String]) -> Lookup<bool> {
        for own in types {
            // Not `class Test < Outside::Test`.
            let is_declared = (self.codebase).any_named(own, |record| {
                record.kind != Kind::Items && !record.bases.contains(own)
            })?;
            if !is_declared {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true for the global object if the target is a member of it, declared for all documents.
    pub(super) fn is_global(&self, object: &str) -> bool {
        let (scope, global) = self.language.global_scope;
        let is_member = self.target.names.len() == 2 && self.target.owner == scope;
        is_member && !scope.is_empty() && object == global
    }

    /// Returns true if the site's document imports a name from the module to which the target's document adds it:
    /// `declare module "kit" { interface App { … } }`.
    pub(super) fn is_added_to_import(&self, local: &str) -> bool {
        let global = self.language.global_scope.0;
        let around = self.target.names.first().map_or("", String::as_str);
        let mut imports = self.tree.imports.iter();
        !around.is_empty()
            && imports.any(|import| {
                import.local_name() == local && [&*import.module, global].contains(&around)
            })
    }

    /// Judges a target that may be visible without an import: it is not marked as local, and no module of JavaScript, or
    /// in one that bundlers import everywhere. Declarations for all documents, of TypeScript, are.
    pub(super) fn judge_global(&mut self, is_alone: bool) -> Verdict {
        let Some(mark) = self.language.local_mark else {
            return Ok(None);
        };
        let target = self.target;
        let Some(view) = self.codebase.view(&target.path)? else {
            return Ok(None);
        };
        let tree = &view.tree;
        let line = tree.document.text.lines(target.line, target.line);
        let is_marked = tree
            .document
            .text
            .slice(line)
            .trim_start()
            .starts_with(mark);
        let has_modules = self.language.packages() == Packages::Relative;
        // Not in `declare module "kit" { … }`.
        let is_top = |at: usize| at == 0 || tree.before(at as u32, 1) == "\n";
        let imports = tree.imports.iter().any(|import| is_top(import.at));
        let is_module = has_modules && (imports || !tree.exports.is_empty());
        let is_open = target.is_imported_everywhere();
        if !((is_open && is_marked) || !(is_marked || is_module)) {
            return Ok(None);
        }
        if target.names.len() == 1 && target.path.file_name().ends_with(".d.ts") {
            return Ok(Some(Likely));
        }
        // Several files may assign a global of Lua, and several roles of Ansible a variable.
        let is_shared = self.language.fills_modules || (is_open && !has_modules);
        Ok((is_alone || is_shared).then_some(Possible))
    }

    /// Returns true if the site's document imports all names of a module that is not found, nor of the standard library.
    pub(super) fn imports_all_of_unknown(&self) -> bool {
        self.document.imports().any(|(import, documents)| {
            let is_all = import.name == "*" && import.alias.is_empty();
            is_all && documents.is_empty() && !self.language.is_standard(&import.module)
        })
    }
}
