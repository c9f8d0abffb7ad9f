//! Types of one name: which of them a path means where it is written.
//!
//! Principal function: [`Codebase::type_at()`]. Contract: a declaration is named only if the repository has several types of the name,
//! and the qualifier, an import or the package of the document decides.

use super::codebase::{Codebase, DocumentImports, MAX_NAMESAKES};
use super::origin::{Origin, is_rooted, packages_of};
use super::relations::Lookup;
use super::target::{Target, is_callable, is_usable_from};
use super::type_name::{Home, TypeName};
use super::type_text::{is_type_name, name_of_type};
use crate::chunk::{ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::syntax::{Import, Language, Packages, Reach};
use std::collections::HashSet;

impl Codebase<'_> {
    /// Returns the number of declarations with the target's name that its language can use. A type in a type is none of one
    /// outside of types.
    pub(super) fn namesakes(&mut self, target: &Target) -> Lookup<usize> {
        let is_called = is_callable(target.kind);
        let is_outer = target.kind.is_type() && target.names.len() == 1;
        let key = (target.name.clone(), target.language, is_called, is_outer);
        if let Some(known) = self.namesakes.get(&key) {
            return Ok(*known);
        }
        let named = self.targets_named(&target.name)?;
        let mut declared = HashSet::new();
        for (record, other) in named.iter() {
            // The first name is that of the file.
            let is_inner = match record.names.as_slice() {
                [_, .., outer, _] if is_outer => self.is_type(outer)?,
                _ => false,
            };
            if record.kind != Kind::Impl
                && is_callable(record.kind) == is_called
                && !is_inner
                && is_usable_from(target.language, other)
            {
                declared.insert((&record.path, &record.names));
            }
        }
        self.namesakes.insert(key, declared.len());
        Ok(declared.len())
    }

    /// Returns the type that a path means at a byte of a document.
    pub(super) fn type_at(
        &mut self,
        view: &DocumentImports,
        path: &str,
        at: u32,
    ) -> Lookup<TypeName> {
        let path = own_type_at(&view.tree, path, at).unwrap_or(path);
        let mut imports = view.tree.imports.iter();
        let alias = imports.find(|import| import.alias == path && is_type_name(&import.name));
        let name = alias.map_or(name_of_type(path), |alias| &alias.name);
        let mut homes = self.homes_named(view, name)?;
        let mut found = TypeName::new(name);
        let has_several = homes.iter().any(|home| *home != homes[0]);
        let is_by_file = view.tree.language.map(Language::reach) == Some(Reach::File);
        if has_several || (path != name && !is_by_file) {
            self.select(view, path, at, &mut homes)?;
            let is_one = match view.tree.language.map(Language::reach) {
                Some(Reach::File) | None => homes.len() == 1,
                _ => homes.iter().all(|home| home.scope == homes[0].scope),
            };
            if is_one {
                found.home = homes.into_iter().next();
            }
            found.is_unclear = has_several && found.home.is_none() && path != name_of_type(path);
        }
        Ok(found)
    }

    /// Returns true if a document of the repository declares the type that a path means.
    pub(super) fn is_declared_at(&mut self, view: &DocumentImports, path: &str) -> Lookup<bool> {
        let mut homes = self.homes_named(view, name_of_type(path))?;
        self.select(view, path, 0, &mut homes)?;
        Ok(!homes.is_empty())
    }

    /// Returns the declarations of types with a name that a document may mean.
    fn homes_named(&mut self, view: &DocumentImports, name: &str) -> Lookup<Vec<Home>> {
        let mut homes = Vec::new();
        for record in self.named(name)?.iter().take(MAX_NAMESAKES) {
            let is_usable = match (view.tree.language, Target::named(record, name).language) {
                (Some(one), Some(other)) => one.interoperates_with(other),
                _ => true,
            };
            if record.kind.is_type() && record.name == name && is_usable {
                let scope = self.scope_in(&record.path, &record.names[1..])?;
                let path = record.path.clone();
                homes.push(Home { path, scope });
            }
        }
        Ok(homes)
    }

    /// Keeps the declarations that a path means; none if nothing decides.
    fn select(
        &mut self,
        view: &DocumentImports,
        path: &str,
        at: u32,
        homes: &mut Vec<Home>,
    ) -> Lookup<()> {
        let parts = parts_of(&[path]);
        let Some((name, qualifier)) = parts.split_last() else {
            return Ok(());
        };
        let is_by_file = view.tree.language.map(Language::reach) == Some(Reach::File);
        let is_stated = view.tree.language.map(Language::packages) == Some(Packages::Stated);
        if (is_by_file || is_stated)
            && let Some(origins) = self.origins_of_type(view, name, qualifier, at)?
        {
            homes.retain(|home| origins.iter().any(|origin| origin.path == home.path));
            return Ok(());
        }
        let outer = |home: &Home| home.scope[..home.scope.len() - 1].to_vec();
        let mut imports = view.tree.imports.iter();
        let first = &parts[0];
        let alias = imports.find(|import| {
            let is_named = !matches!(&*import.name, "" | "*") || !import.alias.is_empty();
            import.local_name() == first && is_named
        });
        if alias.is_some() || !qualifier.is_empty() {
            let mut written = match alias {
                Some(alias) => parts_of(&[&alias.module, &alias.name]),
                None => vec![first.clone()],
            };
            let is_prefixed =
                view.tree.language.map(Language::packages) == Some(Packages::Prefixed);
            if is_prefixed && alias.is_none() && !path.starts_with('\\') {
                // PHP looks it up in the own namespace.
                written.splice(0..0, self.scope_in(view.tree.path(), &[])?);
            }
            written.extend_from_slice(&parts[1..]);
            written.pop();
            if is_prefixed || homes.iter().any(|home| outer(home) == written) {
                homes.retain(|home| outer(home) == written);
            } else {
                homes.retain(|home| outer(home).ends_with(&written));
            }
            return Ok(());
        }
        if homes.iter().any(|home| home.path == *view.tree.path()) {
            homes.retain(|home| home.path == *view.tree.path());
            let around = view.tree.leaf_at(at as usize);
            let names = around.map_or(&[][..], |leaf| leaf.names.get(1..).unwrap_or_default());
            let site = self.scope_in(view.tree.path(), names)?;
            let depth = |home: &Home| site.starts_with(&outer(home)).then_some(home.scope.len());
            if let Some(innermost) = homes.iter().filter_map(depth).max() {
                homes.retain(|home| depth(home) == Some(innermost));
            }
            return Ok(());
        }
        let package = self.scope_in(view.tree.path(), &[])?;
        let directory = view.tree.path().directory();
        let is_in_package = |home: &Home| {
            let is_near = !is_stated || home.path.directory() == directory;
            !package.is_empty() && is_near && outer(home) == package
        };
        if homes.iter().any(is_in_package) {
            homes.retain(is_in_package);
            return Ok(());
        }
        // `using namespace beta;`
        let imports = view.tree.imports.iter();
        let whole = imports.filter(|import| import.name == "*" && import.alias.is_empty());
        let imported: Vec<_> = whole.map(|import| parts_of(&[&import.module])).collect();
        homes.retain(|home| imported.contains(&outer(home)));
        Ok(())
    }

    /// Returns the origins of a type that is imported, or a member of an imported module; none if no import decides.
    fn origins_of_type(
        &mut self,
        view: &DocumentImports,
        name: &str,
        qualifier: &[String],
        at: u32,
    ) -> Lookup<Option<Vec<Origin>>> {
        let is_by_file = view.tree.language.map(Language::reach) == Some(Reach::File);
        if qualifier.is_empty() {
            let mut origins = self.imported(view, name, at)?.unwrap_or_default();
            origins.retain(|origin| !origin.name.is_empty());
            let declared = self.declared_in(view.tree.path(), name)?;
            if origins.is_empty() && is_by_file && declared.is_empty() {
                for (import, documents) in view.imports() {
                    if import.name == "*" && import.alias.is_empty() {
                        origins.extend(self.origins(documents, name)?);
                    }
                }
            }
            return Ok(Some(origins).filter(|origins| !origins.is_empty()));
        }
        let path = [qualifier, &[name.to_owned()]].concat();
        let mut origins = self.imported_path(view, &path, at)?.unwrap_or_default();
        let is_nested = matches!(packages_of(&view.tree), Some(Packages::Nested(_)));
        if origins.is_empty() && (is_nested || is_rooted(&view.tree)) {
            let import = Import {
                module: qualifier.join("::"),
                name: name.to_owned(),
                at: at as usize,
                ..Import::default()
            };
            let documents = self.resolve(&view.tree, &import)?;
            origins = self.origins_of(&view.tree, &import, &documents)?;
        }
        Ok(Some(origins).filter(|origins| !origins.is_empty()))
    }

    /// Returns the documents of a module to whose type another document adds a member: `declare module "./b"`.
    fn augmented(&mut self, member: &Target) -> Lookup<Vec<SourcePath>> {
        let Some(view) = self.view(&member.path)? else {
            return Ok(Vec::new());
        };
        let module = member.names.first().filter(|name| name.contains('/'));
        let import = module.map(|module| Import {
            module: module.clone(),
            ..Import::default()
        });
        import.map_or(Ok(Vec::new()), |import| self.resolve(&view.tree, &import))
    }

    /// Returns true if a type is the owner of a member, false if it is another one with its name. None if nothing
    /// decides.
    pub(super) fn is_owner(&mut self, target: &Target, stated: &TypeName) -> Lookup<Option<bool>> {
        let Some(home) = &stated.home else {
            return Ok(None);
        };
        if target.language.map(Language::reach) == Some(Reach::File) {
            let mut homes = self.augmented(target)?;
            if homes.is_empty() {
                homes = self.homes(target)?;
            }
            return Ok((!homes.is_empty()).then(|| homes.contains(&home.path)));
        }
        let own = self.scope_in(&target.path, target.type_names())?;
        if home.scope == own {
            let is_stated = target.language.map(Language::packages) == Some(Packages::Stated);
            let is_near = home.path.directory() == target.path.directory();
            let has_parts = target.row().has_types_in_parts;
            let homes = self.homes(target)?;
            if is_stated {
                return Ok(Some(is_near));
            }
            let is_one = homes.is_empty() || has_parts || homes.contains(&home.path);
            return Ok(Some(is_one));
        }
        for record in self.named(&target.owner)?.iter() {
            if record.kind.is_type() && self.scope_in(&record.path, &record.names[1..])? == own {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }
}

/// Returns the parts of paths of names.
fn parts_of(paths: &[&str]) -> Vec<String> {
    let parts = paths.iter().flat_map(|path| path.split(['.', ':', '\\']));
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// Returns the name of the type around a byte, for `Self`.
fn own_type_at<'t>(tree: &'t ChunkTree, path: &str, at: u32) -> Option<&'t str> {
    if !Language::is_own(path) {
        return None;
    }
    let leaf = tree.leaf_at(at as usize)?;
    let mut around = std::iter::once(leaf).chain(tree.ancestors(leaf));
    let own = around.find(|chunk| chunk.kind.is_type() || chunk.kind == Kind::Impl)?;
    Some(&own.name)
}
