//! Types of fields and variables, as methods of [`Codebase`].

use super::codebase::{Codebase, DocumentImports, MAX_NAMESAKES, declares_type};
use super::declared::{called_value, is_any_type, stated_types};
use super::origin::is_rooted;
use super::receiver::visible_variable;
use super::relations::Lookup;
use super::target::{is_callable, is_usable_from};
use super::type_name::{Home, TypeName};
use super::type_text::{is_stated, name_of_type, split_element, split_factory};
use crate::chunk::Chunk;
use crate::corpus::SourcePath;
use crate::syntax::{Import, Language, Packages};

/// Returns true if the text of a class gives a field the value of a call.
fn gives_value(class: &str, field: &str, called: &str) -> bool {
    let (field, call) = (format!("{field} = "), format!("{called}("));
    let mut lines = class.lines().map(str::trim_start);
    lines.any(|line| line.starts_with(&field) && line.contains(&call))
}

impl Codebase<'_> {
    /// Returns the types of a field of some types, or of their bases, as code in a language sees it.
    pub(super) fn types_of_field(
        &mut self,
        language: Option<Language>,
        owners: &[TypeName],
        name: &str,
    ) -> Lookup<Vec<TypeName>> {
        for own in owners {
            for owner in self.lineage_of(own)?.iter() {
                let is_own = *owner == own.name;
                let home = if is_own { own.home.as_ref() } else { None };
                let types = self.types_in(language, owner, name, home)?;
                if !types.is_empty() {
                    return Ok(types);
                }
            }
        }
        Ok(Vec::new())
    }

    /// Returns the types of the fields called `name` in a type's text: declared types, and types that a
    /// constructor assigns. If `declared` is `name` itself, returns the types of all fields of that name. With a home,
    /// only the type there counts.
    pub(super) fn types_in(
        &mut self,
        language: Option<Language>,
        declared: &str,
        name: &str,
        home: Option<&Home>,
    ) -> Lookup<Vec<TypeName>> {
        let path = home.map(|home| home.path.clone());
        let key = (language, declared.to_owned(), name.to_owned(), path);
        if let Some(known) = self.fields.get(&key) {
            return Ok(known.clone());
        }
        let mut found = Vec::new();
        let named = self.targets_named(declared)?;
        let owners = named.iter().filter(|(record, target)| {
            let is_owner = declares_type(record, declared) || declared == name;
            is_owner
                && home.is_none_or(|home| home.path == record.path)
                && is_usable_from(language, target)
        });
        for (record, _) in owners.take(MAX_NAMESAKES) {
            if let Some(view) = self.view(&record.path)?
                && let Some(chunk) = view.chunk(record)
            {
                found.extend(self.declared_types(&view, chunk, name, None)?);
                if found.is_empty()
                    && declared != name
                    && let Some((function, is_own)) = called_value(&view.tree, chunk, name)
                {
                    let own = [TypeName::new(declared)];
                    // Several functions of a name may return different types.
                    found = if is_own {
                        let results = self.results_of_method(language, &own, &function)?;
                        results.unwrap_or_default()
                    } else if self.targets_named(&function)?.len() == 1 {
                        self.returned_types(language, &function)?
                    } else {
                        Vec::new()
                    };
                }
                // An embedded type of Go is a field of its name.
                if found.is_empty() && chunk.bases.iter().any(|base| base == name) {
                    found.push(TypeName::new(name));
                }
            }
        }
        self.fields.insert(key, found.clone());
        Ok(found)
    }

    /// Returns the types with which a chunk declares a variable as seen `from` a byte. A type keeps its qualifier if that
    /// is a package outside of the repository, which declares a type of the same name.
    pub(super) fn declared_types(
        &mut self,
        view: &DocumentImports,
        chunk: &Chunk,
        variable: &str,
        from: Option<u32>,
    ) -> Lookup<Vec<TypeName>> {
        let Some(at) = from else {
            return self.read_declared_types(view, chunk, variable, None);
        };
        let tree = &view.tree;
        let visible = visible_variable(tree, variable, at).map(|binding| binding.name.start);
        let (path, start) = (tree.path().clone(), chunk.bytes.start);
        let key = (path, start, variable.to_owned(), visible);
        if let Some(known) = self.declared.get(&key) {
            return Ok(known.clone());
        }
        let found = self.read_declared_types(view, chunk, variable, from)?;
        self.declared.insert(key, found.clone());
        Ok(found)
    }

    fn read_declared_types(
        &mut self,
        view: &DocumentImports,
        chunk: &Chunk,
        variable: &str,
        from: Option<u32>,
    ) -> Lookup<Vec<TypeName>> {
        let mut found = Vec::new();
        let at = from.unwrap_or(chunk.bytes.start as u32);
        for stated in stated_types(&view.tree, chunk, variable, from) {
            let (stated, element) = split_element(&stated);
            let mut types = self.types_stated(view, chunk, (variable, stated), at)?;
            if let Some(element) = element {
                // `list[Shape]` of Python has a name in lower case.
                if types.is_empty() && stated.starts_with(char::is_lowercase) {
                    types.push(TypeName::new(stated));
                }
                let value = Box::new(self.type_at(view, element.path, at)?);
                if let Some(container) = types.first_mut() {
                    container.element = Some((value, element.is_keyed));
                }
            }
            found.extend(types);
        }
        Ok(found)
    }

    /// Returns the types that a chunk states as a path.
    fn types_stated(
        &mut self,
        view: &DocumentImports,
        chunk: &Chunk,
        (variable, stated): (&str, &str),
        at: u32,
    ) -> Lookup<Vec<TypeName>> {
        let stated_path = stated.strip_prefix('*').unwrap_or(stated);
        let (mut path, mut factory) = split_factory(stated_path);
        // A name in upper case may be that of a type: `Server.HTTP2(…)`.
        if factory.starts_with(char::is_uppercase) && self.is_type(factory)? {
            (path, factory) = (stated_path, "");
        }
        let name = name_of_type(path);
        if !factory.is_empty()
                && (path == name || !self.is_outside(view, path)?)
                && let own = self.type_at(view, path, at)?
                && let Some(results) =
                    self.results_of_method(view.tree.language, &[own], factory)?
                // `def self.new` of Ruby may return anything.
                && (!results.is_empty() || factory == "new")
        {
            return Ok(results);
        }
        let is_declared = self.is_type(name)?;
        // Most functions of types of Rust return the type.
        let is_factory = !matches!(factory, "" | "new") && !is_rooted(&view.tree);
        let is_go = view.tree.language.map(Language::packages) == Some(Packages::Stated);
        if is_go && !is_declared && path == stated && path != name {
            let is_function = self.is_function(name)?;
            return Ok(if is_function {
                Vec::new()
            } else {
                vec![TypeName::new(path)]
            });
        }
        // A descriptor of Python gives the member any value, and an outside class may be one.
        let descriptor = view.tree.row().descriptor_member;
        let may_be_one = chunk.kind.is_type() && !is_declared;
        if !descriptor.is_empty()
            && (self.owners_of(descriptor)?.contains(name)
                || may_be_one && gives_value(&view.tree.text(chunk), variable, name))
        {
            return Ok(Vec::new());
        }
        if is_declared && path != name && self.is_outside(view, path)? {
            return Ok(vec![TypeName::new(path)]);
        }
        let is_type = is_declared
            || (is_stated(path)
                && !is_any_type(&view.tree, chunk, name)
                && !self.is_function(name)?);
        let mut found = Vec::new();
        if is_type {
            let stated = self.type_at(view, path, at)?;
            found.push(TypeName {
                is_factory,
                ..stated
            });
        }
        Ok(found)
    }

    /// Returns true if a name is that of a function and of no type: functions of Go may be in upper case.
    pub(super) fn is_function(&mut self, name: &str) -> Lookup<bool> {
        Ok(!self.is_type(name)? && self.any_named(name, |record| is_callable(record.kind))?)
    }

    /// Returns true if a local name is that of a module which is not the document at `path`, or of a value from
    /// outside of the repository.
    pub(super) fn is_other_module(
        &self,
        view: &DocumentImports,
        local: &str,
        path: &SourcePath,
    ) -> Lookup<bool> {
        let packages = view.tree.language.map(Language::packages);
        let mut imports = view.imports();
        let Some((import, documents)) = imports.find(|(it, _)| it.local_name() == local) else {
            return Ok(false);
        };
        let is_module = matches!(import.name.as_str(), "" | "*");
        Ok(match packages {
            Some(Packages::Nested(_) | Packages::Stated) => is_module && !documents.contains(path),
            Some(Packages::Relative) => {
                documents.is_empty() && self.is_external(view, &import.module)?
            }
            _ => false,
        })
    }

    /// Returns true if the qualifier of a type is a package outside of the repository.
    pub(super) fn is_outside(&mut self, view: &DocumentImports, path: &str) -> Lookup<bool> {
        let Some((qualifier, name)) = path.rsplit_once(['.', ':', '\\']) else {
            return Ok(false);
        };
        let qualifier = qualifier.trim_end_matches(':');
        let first = qualifier.split(['.', ':', '\\']).next().unwrap_or_default();
        let mut imports = view.imports();
        if let Some((import, documents)) = imports.find(|(import, _)| import.local_name() == first)
        {
            let is_outside = documents.is_empty() && self.is_external(view, &import.module)?;
            let packages = view.tree.language.map(Language::packages);
            // The imported name may be a namespace, which is no document.
            let has_namespaces = packages == Some(Packages::Prefixed) || view.tree.row().needs_body;
            return Ok(is_outside && (!has_namespaces || !self.is_declared_at(view, path)?));
        }
        if is_rooted(&view.tree) {
            let import = Import {
                module: qualifier.to_owned(),
                name: name.to_owned(),
                ..Import::default()
            };
            return Ok(self.resolve(&view.tree, &import)?.is_empty());
        }
        // A macro may open the namespace.
        Ok(path.contains("::")
            && self.named(first)?.is_empty()
            && !self.is_declared_at(view, path)?)
    }

    /// Returns true if a module that no document of the repository may be is a package outside of it, not an
    /// alias that a build file defines.
    fn is_external(&self, view: &DocumentImports, module: &str) -> Lookup<bool> {
        Ok(match view.tree.language.map(Language::packages) {
            Some(Packages::Relative) => ![".", "@/", "~", "#", "$"]
                .iter()
                .any(|alias| module.starts_with(alias)),
            // Only packages of the standard library have no host in their path.
            Some(Packages::Stated)
                if module
                    .split('/')
                    .next()
                    .is_some_and(|host| host.contains('.')) =>
            {
                let mut paths = self.snapshot.paths()?.iter();
                paths.any(|path| path.file_name() == "go.mod")
            }
            _ => true,
        })
    }
}
