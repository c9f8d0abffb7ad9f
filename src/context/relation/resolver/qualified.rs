//! Judgment of a name after the name of a module or a type: `a::b::merge(…)`, `Merger::new(…)`.

use super::judge::{Resolver, Verdict, has_name};
use super::parameters::{arguments, parameters_in};
use crate::chunk::{ChunkTree, Kind};
use crate::context::relation::codebase::ANY;
use crate::context::relation::declared::{is_any_type, is_type_parameter, type_of_line};
use crate::context::relation::origin::{DEFAULT, Origin, is_rooted, packages_of};
use crate::context::relation::receiver::{Receiver, is_local};
use crate::context::relation::relations::Certainty::{Certain, Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::{Target, is_callable, is_usable_from};
use crate::context::relation::type_text::is_type_name;
use crate::corpus::SourcePath;
use crate::syntax::{Import, Packages, Reach};
use std::ops::ControlFlow;
use std::slice::from_ref;

impl Resolver<'_, '_> {
    /// Judges `a::b::merge(…)`, which is read as an import of the name, and `a::Merger::new(…)`.
    pub(super) fn judge_path(&mut self, from: &Receiver) -> Verdict {
        let target = self.target;
        let Some((owner, modules)) = from.chain.split_last() else {
            return Ok(None);
        };
        // A type parameter: `T::open()`.
        if modules.is_empty() && target.is_member() && is_parameter(owner) {
            return self.judge_value_member(from);
        }
        if !is_type_name(owner) && *owner != target.owner {
            let name = self.tree.word(&self.reference.bytes);
            let origins = self.origins_in_path(&from.chain, &name)?;
            let is_target = !target.is_member() && target.is_among(&origins, &target.name);
            return Ok(is_target.then_some(Certain));
        }
        if modules.is_empty() {
            return self.judge_qualified(from);
        }
        // `std::fmt::Debug::fmt(…)`
        let path = from.chain.join("::");
        if self.codebase.is_outside(self.document, &path)? {
            return Ok(None);
        }
        let origins = self.origins_in_path(modules, owner)?;
        let is_renamed = origins.iter().any(|origin| origin.name == target.owner);
        if *owner != target.owner && !is_renamed {
            return Ok(self.are_related(owner)?.then_some(Likely));
        }
        self.judge_owner(&origins)
    }

    /// Returns the origins of a name after a path of modules: of `c` in `a::b::c`.
    pub(super) fn origins_in_path(&mut self, path: &[String], name: &str) -> Lookup<Vec<Origin>> {
        let mut full_path = path.to_vec();
        let mut imports = self.document.imports();
        if let Some(first) = path.first()
            && let Some((import, _)) = imports.find(|(import, _)| import.local_name() == first)
        {
            let module = [&import.module, &import.name].into_iter();
            full_path.splice(..1, module.filter(|part| !part.is_empty()).cloned());
        }
        let import = Import {
            module: full_path.join("::"),
            name: name.to_owned(),
            at: self.reference.bytes.start as usize,
            ..Import::default()
        };
        let mut documents = self.codebase.resolve(self.tree, &import)?;
        // `a.m` of Python may be an alias in `a`.
        if documents.is_empty()
            && matches!(packages_of(self.tree), Some(Packages::Nested(_)))
            && let Some((last, outer)) = path.split_last()
            && !outer.is_empty()
        {
            for module in self.origins_in_path(outer, last)? {
                if module.name.is_empty() {
                    documents.push(module.path);
                }
            }
            return self.codebase.origins(&documents, name);
        }
        let found = self.codebase.origins_of(self.tree, &import, &documents)?;
        if found.is_empty() && documents.is_empty() && is_rooted(self.tree) {
            let (path, at) = ([path, from_ref(&import.name)].concat(), import.at as u32);
            let found = (self.codebase).imported_path(self.document, &path, at)?;
            return Ok(found.unwrap_or_default());
        }
        Ok(found)
    }

    /// Judges `Merger::new(…)`, `merger.merge(…)`, `report.build(…)`: the qualifier is a name.
    pub(super) fn judge_qualified(&mut self, from: &Receiver) -> Verdict {
        let word = from.word();
        let start = self.reference.bytes.start;
        // A key path of Swift whose type is not written: `map(\.weight)`.
        let before = self.tree.before(start, 3);
        if word.is_empty() && before.trim_end_matches('$').ends_with("\\.") {
            return self.judge_by_mention(from);
        }
        let name = self.tree.word(&self.reference.bytes);
        if self.is_aliased_module(&from.chain, &name)? {
            return Ok(Some(Certain));
        }
        let is_renamed = !has_name(self.document, self.reference, self.target, self.codebase)?;
        let is_alias = from.is_path && self.names_other_namespace(word)?;
        if !word.is_empty() && !is_renamed && !is_alias && self.names_owner(from)? {
            if let ControlFlow::Break(verdict) = self.judge_path_of_type(&from.chain)? {
                return Ok(verdict);
            }
            let verdict = self.judge_type_member(word)?;
            let is_other = self.is_in_other_type(&from.chain);
            return Ok(verdict.map(|it| if is_other { Possible } else { it }));
        }
        let is_member = self.target.is_member();
        if let [.., outer, inner] = from.chain.as_slice()
            && is_member
            && self.unaliased(outer)? == self.target.owner
            && (self.is_companion(inner)? || self.is_constant_of_enum(inner)?)
        {
            return self.judge_type_member(outer);
        }
        match self.judge_extension()? {
            Some(false) => return Ok(None),
            Some(true) => {
                let verdict = self.judge_value_member(from)?;
                return Ok(Some(
                    verdict.map_or(Likely, |certainty| certainty.min(Likely)),
                ));
            }
            None => {}
        }
        let first = from.chain.first().map_or("", String::as_str);
        // A namespace of Clojure precedes a slash.
        let is_variable = self.is_variable(first) && self.tree.before(start, 1) != "/";
        let is_local = from.is_field() || is_variable;
        if !is_member && self.language.packages() == Packages::Prefixed {
            let package = self.package_before();
            let origins = self.codebase.in_package(self.tree, &package, &name)?;
            if self.target.is_among(&origins, &name) {
                return Ok(Some(Certain));
            }
        }
        if !is_member && self.is_file_class(word) {
            return Ok(Some(Likely));
        }
        if !is_member && !from.is_path && self.is_in_path_of_target(&from.chain)? {
            return Ok(Some(Certain));
        }
        // `a.b.f()` of Python, where `b` is a module in the imported `a`.
        if self.is_path_of_modules(&from.chain) {
            let origins = self.origins_in_path(&from.chain, &name)?;
            if !is_member && self.target.is_among(&origins, &self.target.name) {
                return Ok(Some(Certain));
            }
            if is_member && origins.iter().any(|origin| *origin.name == *name) {
                return Ok(None);
            }
        }
        let is_namespace = !is_member && from.is_path && self.reach() == Reach::Program;
        if is_namespace && self.is_alias_of_namespace(word)? {
            return Ok(Some(Likely));
        }
        if is_member && !is_local && self.is_in_module(word, &name)? {
            return Ok(None);
        }
        if !is_member
            && !is_variable
            && let at = self.reference.bytes.start
            && let Some(origins) = (self.codebase).imported_path(self.document, &from.chain, at)?
            && (!from.is_field() || origins.first().is_some_and(|origin| origin.name.is_empty()))
        {
            // An imported value may have other members than its document declares.
            let is_value = origins.iter().any(|origin| !origin.name.is_empty());
            let documents: Vec<SourcePath> =
                origins.into_iter().map(|origin| origin.path).collect();
            if self.leads_to_target(&documents, &name)? {
                return Ok(Some(if is_value { Likely } else { Certain }));
            }
            // A table of Lua may get its functions from other modules while they are loaded.
            let is_open =
                self.language.fills_modules && self.codebase.origins(&documents, &name)?.is_empty();
            let may_be_module = documents.is_empty() && self.may_be_outside_value(word);
            return Ok(((is_open || may_be_module) && !is_renamed).then_some(Possible));
        }
        if is_renamed {
            return Ok(None);
        }
        if self.target.kind == Kind::Macro && from.is_path {
            return self.judge_macro_path(&from.chain);
        }
        // A module needs no import where its name is that of a file.
        let is_path = !is_variable && from.chain.iter().all(|name| is_type_name(name));
        let is_named = is_type_name(word) || is_parameter(word);
        if !is_member
            && (!is_local || is_path)
            && (is_named || self.language.lists_calls)
            && (self.reach(), self.language.packages()) == (Reach::File, Packages::Unmarked)
        {
            let import = Import {
                module: self.path_of_module(&from.chain),
                at: self.reference.bytes.start as usize,
                ..Import::default()
            };
            let documents = self.codebase.resolve(self.tree, &import)?;
            if self.leads_to_target(&documents, &name)? {
                return Ok(Some(Certain));
            }
            if is_named {
                let is_open = documents.is_empty() && self.is_module_value(word)?;
                return Ok(is_open.then_some(Possible));
            }
        }
        // No value precedes `::` in C++; it may in Java and PHP.
        if from.is_path && self.reach() == Reach::Program {
            return if is_member && is_any_type(self.tree, self.leaf, word) {
                self.judge_by_mention(from)
            } else if is_member {
                self.judge_inherited(word)
            } else {
                self.judge_in_namespace(word)
            };
        }
        // `Field.value(1)` of a type parameter of Swift
        if is_member && !is_local && is_type_parameter(self.tree, self.leaf, word) {
            return self.judge_by_mention(from);
        }
        // A member after the name of a type belongs to that type or to a base.
        let type_name = self.unaliased(word)?;
        let is_typed = type_of_line(self.tree, first).is_some();
        if !is_typed && (!from.is_field() || is_path) && self.is_type(&type_name)? {
            return self.judge_inherited(word);
        }
        let is_value = word.is_empty() || is_local;
        if !is_member && (self.may_be_module(from)? || (is_value && self.loads_target())) {
            return Ok(Some(Possible));
        }
        // A field may have the name of its type: `this.Store.Load()`.
        let may_be_type = is_type_name(word) && !is_typed && (is_path || !from.is_field());
        // A property of an outside type may have an extension method.
        let is_other = may_be_type
            && !self.is_declared_value(word)?
            && !(from.is_field() && self.extended_by_target()?.is_some());
        if is_other || !(is_member || self.target.is_of_file) {
            return Ok(None);
        }
        if !is_local
            && self
                .codebase
                .is_other_module(self.document, word, &self.target.path)?
        {
            return Ok(None);
        }
        self.judge_value_member(from)
    }

    /// Returns true if names are those of the package or namespace of the target, as a whole or from a namespace around
    /// the reference on: `App.Core` for `App.Core.Done`.
    fn is_in_path_of_target(&mut self, chain: &[String]) -> Lookup<bool> {
        if self.language.directory_modules {
            let mut directories = self.target.path.directory().split('/');
            return Ok(directories.any(|directory| chain == [directory]));
        }
        let chain = chain.strip_prefix(&["global".to_owned()]).unwrap_or(chain);
        let first = chain.first().map_or("", String::as_str);
        let packages = self.language.packages();
        let is_stated = packages == Packages::Unmarked && self.reach() != Reach::File;
        if !is_stated || is_local(self.tree, self.reference, first) {
            return Ok(false);
        }
        let scope = self.target_scope()?;
        let own = self.site_scope()?;
        let Some(rest) = scope.strip_suffix(chain) else {
            return Ok(false);
        };
        Ok(!chain.is_empty() && own.starts_with(rest))
    }

    /// Judges a macro of Rust after the path of its crate: `depot::ship!(1)`.
    fn judge_macro_path(&mut self, path: &[String]) -> Verdict {
        let first = path.first().map_or("", String::as_str);
        let import = Import {
            module: path.join("::"),
            at: self.reference.bytes.start as usize,
            ..Import::default()
        };
        let is_own = matches!(first, "crate" | "self" | "super");
        let is_here = is_own || !self.codebase.resolve(self.tree, &import)?.is_empty();
        Ok(is_here.then_some(Likely))
    }

    /// Returns the targets of the imports that have a local name at the reference; none without such an import.
    pub(super) fn imported(&mut self, local: &str) -> Lookup<Option<Vec<Origin>>> {
        (self.codebase).imported(self.document, local, self.reference.bytes.start)
    }

    /// Returns true if a word is that of an imported module which has a name.
    fn is_in_module(&mut self, word: &str, name: &str) -> Lookup<bool> {
        let Some(origins) = self.imported(word)? else {
            return Ok(false);
        };
        if origins.iter().any(|origin| !origin.name.is_empty()) {
            return Ok(false);
        }
        let modules: Vec<SourcePath> = origins.into_iter().map(|origin| origin.path).collect();
        let found = self.codebase.origins(&modules, name)?;
        Ok(found.iter().any(|origin| origin.name == name))
    }

    /// Returns true if the document loads the module of the target by a call, whose value is in no variable.
    pub(super) fn loads_target(&self) -> bool {
        self.document.imports().any(|(import, documents)| {
            let is_call = import.alias.is_empty() && !self.tree.has_at(import.at, "import ");
            is_call && import.name.is_empty() && documents.contains(&self.target.path)
        })
    }

    /// Returns true if a variable or field of an unknown type may have the module of the target, a function, as its value.
    fn may_be_module(&mut self, from: &Receiver) -> Lookup<bool> {
        let (word, target) = (from.word(), self.target);
        let first = from.chain.first().map_or("", String::as_str);
        let is_declared = self.is_variable(first) || (self.is_own(first) && from.is_field());
        let may_be = self.language.passes_modules
            && is_callable(target.kind)
            && !word.is_empty()
            && !self.language.is_standard(word)
            && (is_declared || (!is_type_name(word) && !target.owner.is_empty()))
            && self.imported(first)?.is_none();
        Ok(may_be && self.takes_arguments()? && self.types_before_member(from)?.0.is_empty())
    }

    /// Returns true for a variable where the reference is, which Erlang writes in upper case.
    fn is_variable(&self, name: &str) -> bool {
        let is_upper = name.starts_with(|first: char| first.is_uppercase() || first == '_');
        let is_of_erlang = self.language.file_class == Some("");
        (is_of_erlang && is_upper) || is_local(self.tree, self.reference, name)
    }

    /// Returns false for a call with more or fewer arguments than the target takes. JavaScript and Lua need not have them all.
    fn takes_arguments(&mut self) -> Lookup<bool> {
        let Some(list) = arguments(self.tree, self.reference.bytes.end as usize) else {
            return Ok(true);
        };
        let is_loose =
            self.language.packages() == Packages::Relative || self.language.fills_modules;
        let name = &self.target.name;
        let signatures = self.signatures()?;
        let mut numbers = signatures.iter().map(|text| parameters_in(text, name));
        Ok(signatures.is_empty()
            || numbers.any(|numbers| {
                numbers.is_none_or(|taken| {
                    list.len() < taken.end && (is_loose || list.len() >= taken.start)
                })
            }))
    }

    /// Returns true for the name of a module that a functor of OCaml makes or takes: `module App = Make (Impl)`.
    fn is_module_value(&mut self, word: &str) -> Lookup<bool> {
        let path = self.tree.path();
        let is_made = self.codebase.has_kind_in(path, word, Kind::Items)?;
        let text = &self.tree.document.text;
        let mut around = self.tree.ancestors(self.leaf);
        let parameter = format!("({word} :");
        Ok(is_made || around.any(|chunk| text.slice(chunk.signature.clone()).contains(&parameter)))
    }

    /// Returns true if a chain of names of Python begins with a module that the document imports.
    fn is_path_of_modules(&self, chain: &[String]) -> bool {
        let (Packages::Nested(_), [first, _, ..]) = (self.language.packages(), chain) else {
            return false;
        };
        if self.is_path_in_string() {
            return true;
        }
        let mut imports = self.tree.imports.iter();
        !is_local(self.tree, self.reference, first)
            && imports.any(|import| {
                let outer = import.module.split('.').next();
                let is_outer = import.name.is_empty() && import.alias.is_empty();
                import.local_name() == first || (is_outer && outer == Some(first))
            })
    }

    /// Returns true if the names before the reference begin at a quote: `mock.patch("a.b.f")`.
    fn is_path_in_string(&self) -> bool {
        let before = self.text_before();
        let is_in_path = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        let start = before.trim_end_matches(is_in_path);
        start.ends_with(['"', '\'']) && start.len() < before.len()
    }

    /// Returns true if the repository declares a value of a name, and neither a type nor a constant of an enum: `Default`
    /// of Go.
    fn is_declared_value(&mut self, word: &str) -> Lookup<bool> {
        let mut found = false;
        for record in self.codebase.named(word)?.iter() {
            let value = Target::named(record, word);
            if !is_usable_from(self.tree.language, &value) {
                continue;
            }
            let owners = self.codebase.named(&value.owner)?;
            let is_value = matches!(value.kind, Kind::Items | Kind::Accessor);
            if !is_value || owners.iter().any(|owner| owner.kind == Kind::Enum) {
                return Ok(false);
            }
            found = true;
        }
        Ok(found)
    }

    /// Returns true if the repository declares a type of a name in upper case.
    fn is_type(&mut self, word: &str) -> Lookup<bool> {
        Ok(word.starts_with(char::is_uppercase) && self.codebase.is_type(word)?)
    }

    /// Judges a member after the name of another type than the target's owner.
    fn judge_inherited(&mut self, local: &str) -> Verdict {
        if !self.target.is_member() {
            return Ok(None);
        }
        let name = self.unaliased(local)?;
        let lineage = self.codebase.lineage(&name)?;
        let is_of_mixin = self.target.owner == self.language.class_methods;
        let is_mixed_in = is_of_mixin
            && (self.target.type_names().iter().nth_back(1))
                .is_some_and(|mixin| lineage.contains(mixin));
        // A macro of an outside base may include the mixin.
        if is_of_mixin && !is_mixed_in && self.has_outside_base(&lineage)? {
            return Ok(Some(Possible));
        }
        // `Area::area(it)` of Rust calls the method of any type with the trait.
        let bases = self.codebase.lineage(&self.target.owner)?;
        if bases.iter().any(|base| base == self.language.metaclass) {
            return Ok(Some(Possible));
        }
        // `Size.size(it)` of Elixir calls that of any implementation of the protocol.
        let mut bases = bases.iter();
        let is_of_trait = self.language.implements_apart
            && bases.any(|base| *base == name || base.rsplit('.').next() == Some(&*name));
        let is_it = is_mixed_in || is_of_trait || self.inherits_target(&lineage)?;
        // `map(Shape::area)` of Java calls an override.
        let is_value =
            !self.reference.is_called && self.tree.before(self.reference.bytes.start, 2) == "::";
        Ok((is_it || (is_value && self.are_related(&name)?)).then_some(Likely))
    }

    /// Returns the name of a type, given a name that an import or a re-export may have given it.
    pub(super) fn unaliased(&mut self, local: &str) -> Lookup<String> {
        let owner = &self.target.owner;
        let renames = |import: &&Import| {
            import.alias == local
                && !local.is_empty()
                && (is_type_name(&import.name) || !owner.is_empty() && import.last_name() == owner)
        };
        let imports = self.document.imports().map(|(import, _)| import);
        let mut renamed = imports.into_iter().find(renames);
        let global;
        if renamed.is_none() && self.language.global_imports {
            global = self.codebase.global_imports(owner)?;
            renamed = global.iter().find(renames);
        }
        let name = renamed.map_or(local, Import::last_name);
        // Only files pass names on.
        if name != self.target.owner && is_type_name(local) && self.reach() == Reach::File {
            let origins = self.imported(local)?;
            let mut origins = origins.into_iter().flatten();
            let is_default = owner == DEFAULT;
            if let Some(origin) = origins
                .find(|origin| is_type_name(&origin.name) || (is_default && origin.name == DEFAULT))
            {
                return Ok(origin.name);
            }
        }
        Ok(name.to_owned())
    }

    /// Judges a member of the type that is named like the target's owner, or imported under a local name.
    pub(super) fn judge_type_member(&mut self, local: &str) -> Verdict {
        let Target { owner, path, .. } = self.target;
        if self.is_in_file() && self.is_type_in_scope()? != Some(false) {
            return Ok(Some(Certain));
        }
        // An `#include` names a file, which may have the name of a type.
        let by_file = self.reach() == Reach::Program;
        if let Some(origins) = self.imported(local)?
            && (!by_file || origins.iter().any(|origin| !origin.name.is_empty()))
        {
            return self.judge_owner(&origins);
        }
        if let Some(is_target) = self.is_type_in_scope()? {
            return Ok(is_target.then_some(Certain));
        }
        let homes = self.codebase.homes(self.target)?;
        if homes.contains(self.tree.path()) {
            return Ok(Some(Certain));
        }
        let mut chunks = self.tree.chunks.iter();
        if chunks.any(|chunk| chunk.kind.is_type() && chunk.name == *owner) {
            // An extension in another file of the package.
            let is_near = self.reach() == Reach::Directory && homes.is_empty();
            let is_part = self.language.has_types_in_parts || is_near;
            return Ok(is_part.then_some(Likely));
        }
        let mut included = self.document.imports().flat_map(|(_, from)| from);
        if by_file && included.any(|path| homes.contains(path)) {
            return Ok(Some(Certain));
        }
        let is_elsewhere = self.codebase.named(owner)?.iter().any(|record| {
            let is_usable = is_usable_from(self.tree.language, &Target::named(record, owner));
            let is_other = record.path != *path && !homes.contains(&record.path);
            record.kind.is_type() && is_other && is_usable
        });
        let is_unclear = is_elsewhere || self.lacks_import(local, &homes)?;
        Ok(Some(if is_unclear { Possible } else { Certain }))
    }

    /// Judges an import of the name of the target's owner by its origins.
    pub(super) fn judge_owner(&mut self, origins: &[Origin]) -> Verdict {
        let Target { owner, path, .. } = self.target;
        // The functions of a module may be in a table of its name.
        let is_any = origins.iter().any(|origin| origin.path == *ANY);
        if is_any || self.target.is_among(origins, "") {
            return Ok(Some(Certain));
        }
        if self.target.is_of_file {
            return Ok(None);
        }
        // An alias of the owner, with its name: `type Error = error::Error<Formatter>;`.
        for Origin { path, name } in origins {
            let declared = self.codebase.declared_in(path, name)?;
            if name == owner && declared.iter().any(|record| record.kind == Kind::Type) {
                return Ok(Some(Likely));
            }
            // A module of Ruby has parts in several documents.
            let around = self.target.names.split_last().map(|(_, around)| around);
            let parts = self.codebase.declared_in(path, owner)?;
            if self.language.has_types_in_parts
                && parts.iter().any(|part| part.names.get(1..) == around)
            {
                return Ok(Some(Likely));
            }
        }
        // Members of a type may be declared outside of its document.
        let mut declared = self.codebase.origins(std::slice::from_ref(path), owner)?;
        if declared.is_empty() {
            declared = self.codebase.origins(std::slice::from_ref(path), DEFAULT)?;
        }
        if declared.iter().any(|origin| origins.contains(origin)) {
            return Ok(Some(Certain));
        }
        let paths: Vec<SourcePath> = origins.iter().map(|origin| origin.path.clone()).collect();
        // Of C++, `using depot::Box;`.
        let homes = self.codebase.homes(self.target)?;
        if self.reach() == Reach::Program && paths.iter().any(|path| homes.contains(path)) {
            return Ok(Some(Certain));
        }
        if self.extends_namesake(&paths)? {
            return Ok(Some(Likely));
        }
        if origins.is_empty() && self.is_added_to_import(owner) {
            return Ok(Some(Likely));
        }
        if let Some(view) = self.codebase.view(path)?
            && let modules = modules_of(&view.tree, owner)
            && !modules.is_empty()
        {
            // Both import a type from outside the repository.
            let is_same = origins.is_empty() && modules == modules_of(self.tree, owner);
            return Ok(is_same.then_some(Likely));
        }
        let mut origins = origins.iter();
        let is_near = self.reach() == Reach::Directory
            && declared.is_empty()
            && origins.any(|origin| origin.path.directory() == path.directory());
        Ok(is_near.then_some(Likely))
    }
}

/// Returns true for the usual name of a type parameter: `T`.
pub(super) fn is_parameter(name: &str) -> bool {
    name.len() == 1 && name.starts_with(char::is_uppercase)
}

/// Returns the modules from which a document imports a local name, and their names for it.
fn modules_of<'t>(tree: &'t ChunkTree, local: &str) -> Vec<(&'t str, &'t str)> {
    let imports = tree
        .imports
        .iter()
        .filter(|import| import.local_name() == local);
    imports
        .map(|import| (import.module.as_str(), import.name.as_str()))
        .collect()
}
