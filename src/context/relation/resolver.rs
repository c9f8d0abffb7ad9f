//! Resolution of a reference: the certainty with which a name in the source means a declaration.
//!
//! Principal function: [`judge`]. Invariant: nothing is type-checked. The evidence is what a reader
//! sees at a glance: the qualifier before the name, `self` within the type, the imports of the
//! document, declared types of variables, and nearby mentions of the type.

use super::Certainty::{self, Certain, Likely, Possible};
use super::Lookup;
use super::codebase::{Codebase, DocumentImports};
use super::declared::{declared_package, declared_types, extended_type, is_constant, is_type_name};
use super::origin::{Origin, is_rooted};
use super::receiver::{Receiver, is_local, receiver};
use super::target::{Target, is_callable};
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Import, Language, Reach, Reference};

/// Maximum number of declarations of a name that a member of an unknown value may mean.
const MAX_NAMESAKES: usize = 2;

type Verdict = Lookup<Option<Certainty>>;

/// Returns the certainty that the reference means the target; none if it means something else.
pub(super) fn judge(
    document: &DocumentImports,
    reference: &Reference,
    target: &Target,
    world: &mut Codebase<'_>,
) -> Verdict {
    let tree = &document.tree;
    let is_use = (reference.is_called || !target.only_calls)
        && names_type(tree, reference).is_none_or(|is_type| is_type == target.kind.is_type());
    let start = reference.bytes.start as usize;
    let Some(leaf) = tree.leaf_at(start).filter(|_| is_use) else {
        return Ok(None);
    };
    let from = receiver(tree, reference);
    let is_path = from.is_path && is_rooted(tree) && target.kind != Kind::Macro;
    let mut judge = Resolver {
        document,
        tree,
        reference,
        leaf,
        target,
        codebase: world,
    };
    let verdict = match (reference.is_member, from.chain.first().map(String::as_str)) {
        (false, _) => judge.judge_unqualified()?,
        (true, Some(first)) if is_path && first != "Self" => judge.judge_path(&from)?,
        (true, Some("parent")) if from.is_path && !from.is_field() => judge.judge_self("super")?,
        (true, Some(own)) if Language::is_own(own) && !from.is_field() => judge.judge_self(own)?,
        (true, _) => judge.judge_qualified(&from)?,
    };
    let is_value = is_callable(target.kind) && !reference.is_called;
    match verdict {
        Some(certainty) if is_value => judge.judge_uncalled(certainty),
        verdict => Ok(verdict),
    }
}

/// [`Language::names_type`] of a reference.
pub(super) fn names_type(tree: &ChunkTree, reference: &Reference) -> Option<bool> {
    let start = reference.bytes.start;
    // Long enough for a tag, as `struct`.
    let before = tree.word(&(start.saturating_sub(16)..start));
    tree.language?.names_type(&before, reference.is_called)
}

struct Resolver<'j, 'w> {
    document: &'j DocumentImports,
    tree: &'j ChunkTree,
    reference: &'j Reference,
    /// The leaf with the reference.
    leaf: &'j Chunk,
    target: &'j Target,
    codebase: &'j mut Codebase<'w>,
}

impl Resolver<'_, '_> {
    /// Returns true if the reference is in the target's document.
    fn is_in_file(&self) -> bool {
        *self.tree.path() == self.target.path
    }

    /// Reach of names without a qualifier.
    fn reach(&self) -> Reach {
        self.tree.language.map_or(Reach::File, Language::reach)
    }

    /// Judges the name of a function without a call, which may be a variable or a field.
    fn judge_uncalled(&mut self, certainty: Certainty) -> Verdict {
        let target = self.target;
        let is_owner = |name: &String| name.split('#').next() == Some(target.owner.as_str());
        let is_field = self.codebase.named(&target.name)?.iter().any(|record| {
            let is_other = record.path == target.path && record.name != target.name;
            is_other && record.names.iter().any(is_owner)
        });
        let lower = match certainty {
            Certain if self.signatures()?.iter().any(|it| is_constant(it)) => Certain,
            Certain => Likely,
            _ => Possible,
        };
        Ok((certainty != Possible && !is_field).then_some(lower))
    }

    /// Judges `merge(…)`: a name without a qualifier.
    fn judge_unqualified(&mut self) -> Verdict {
        let target = self.target;
        let word = self.tree.word(&self.reference.bytes);
        if is_local(self.tree, self.reference, &word) {
            return Ok(None);
        }
        let language = self.tree.language;
        let is_hidden = target.is_member() && !language.is_some_and(Language::has_implicit_self);
        if target.is_member() && !is_hidden && self.imports_member() {
            return Ok(Some(Certain));
        }
        if let Some(is_target) = self.judge_import(&word, &target.name)? {
            return Ok((is_target && !target.is_member()).then_some(Certain));
        }
        if word != target.name || is_hidden || !is_usable_from(language, target) {
            return Ok(None);
        }
        if target.is_member() {
            // A mixin, or an extension of a type from outside the repository, may belong to any value that is
            // `self` in a block.
            let types = self.codebase.named(&target.owner)?;
            let is_open = self.reference.is_called && !types.iter().any(|it| it.kind.is_type());
            let is_alone = is_open && self.codebase.namesakes(target)? <= 1;
            let judged = self.judge_self("self")?;
            let certainty = if self.is_in_file() { Likely } else { Possible };
            return Ok(judged.or(is_alone.then_some(certainty)));
        }
        let is_type = target.kind.is_type() || target.only_calls;
        if (is_type && self.hides_type(&word)) || self.is_hidden_by_scope(&word)? {
            return Ok(None);
        }
        if self.is_in_file() || self.imports_all()? {
            return Ok(Some(Certain));
        }
        let is_near = self.tree.path().directory() == target.path.directory()
            || (self.reach() == Reach::Directory
                && self.is_in_package(&declared_package(self.tree))?);
        let is_alone = self.codebase.namesakes(target)? <= 1;
        Ok(match self.reach() {
            Reach::File if target.kind != Kind::Macro => None,
            Reach::Directory if !is_near => None,
            Reach::Directory if is_alone => Some(Certain),
            _ if is_near || is_alone => Some(Likely),
            _ => Some(Possible),
        })
    }

    /// Returns true if an import of a local name leads to `name` of the target's document; none if no
    /// import decides about it.
    fn judge_import(&mut self, local: &str, name: &str) -> Lookup<Option<bool>> {
        let origins = self.codebase.imported(self.document, local)?;
        let is_target = origins.map(|origins| self.target.is_among(&origins, name));
        // An `#include` names a file, and `using a::b;` may mean any document with `namespace a`.
        let is_open = |it: &Import| it.name.is_empty() || it.module_name() == self.target.owner;
        let mut imports = self.document.imports();
        let is_decided = self.reach() != Reach::Program
            || imports.any(|(it, _)| it.local_name() == local && !is_open(it));
        Ok(is_target.filter(|is_target| *is_target || is_decided))
    }

    /// Returns true if the site's document imports the target, a member, from its owner: `import static`.
    fn imports_member(&self) -> bool {
        let target = self.target;
        self.document.imports().any(|(import, documents)| {
            let is_owner = import.module_name() == target.owner && documents.contains(&target.path);
            is_owner && (import.name == target.name || import.name == "*")
        })
    }

    /// Returns true if the site's document imports everything from the target's document.
    fn imports_all(&mut self) -> Lookup<bool> {
        let by_file = self.reach() == Reach::Program;
        for (import, documents) in self.document.imports() {
            // An `#include` imports everything, and a header represents its source file.
            let all = import.name == "*" || (by_file && import.name.is_empty());
            let is_header = |it: &SourcePath| by_file && it.stem() == self.target.path.stem();
            if all
                && (documents.iter().any(is_header)
                    || self.has_prototype(documents)?
                    || self.leads_to_target(documents)?
                    || self.is_in_package(&import.module)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if documents have a prototype of the target, the only function of its name.
    fn has_prototype(&mut self, documents: &[SourcePath]) -> Lookup<bool> {
        let is_prototype = |it: &Record| it.kind == Kind::Items && documents.contains(&it.path);
        let declared = self.codebase.named(&self.target.name)?;
        let is_function = self.reach() == Reach::Program && is_callable(self.target.kind);
        let is_declared = is_function && declared.iter().any(is_prototype);
        Ok(is_declared && self.codebase.namesakes(self.target)? <= 1)
    }

    /// Returns true if the target is the nearest declaration of its name in a package.
    fn is_in_package(&mut self, package: &str) -> Lookup<bool> {
        let name = &self.target.name;
        let origins = self.codebase.in_package(self.tree, package, name)?;
        Ok(self.target.is_among(&origins, name))
    }

    /// Returns true if importing the target's name from these documents leads to its document.
    fn leads_to_target(&mut self, from: &[SourcePath]) -> Lookup<bool> {
        let origins = self.codebase.origins(from, &self.target.name)?;
        Ok(self.target.is_among(&origins, &self.target.name))
    }

    /// Judges `self.merge(…)`, `super().merge(…)`, and `merge(…)` in languages with an implicit `self`.
    fn judge_self(&mut self, word: &str) -> Verdict {
        let (own, owner) = (self.leaf.owner(), &self.target.owner);
        let is_of_own_file = self.target.is_of_file && self.is_in_file();
        Ok(match own == owner {
            _ if own.is_empty() || owner.is_empty() => is_of_own_file.then_some(Certain),
            true if self.is_of_other_type()? => None,
            true => (word != "super").then_some(Certain),
            false => self.are_related(own)?.then_some(Likely),
        })
    }

    /// Returns true if the documents of the site and of the target each declare a type with the name of the owner.
    fn is_of_other_type(&mut self) -> Lookup<bool> {
        let Target { owner, path, .. } = self.target;
        let is_declared = |it: &Record| it.path == *path && it.kind.is_type();
        let is_whole =
            self.target.is_of_file || self.codebase.named(owner)?.iter().any(is_declared);
        Ok(is_whole && self.hides_type(owner))
    }

    /// Returns true if the site's document declares a type that hides one of another document: neither an alias
    /// nor a subtype of it.
    fn hides_type(&self, name: &str) -> bool {
        let is_other = !self.is_in_file() && self.reach() != Reach::Program;
        let mut types = self.tree.chunks.iter().filter(|it| it.kind.is_type());
        let hides = |it: &Chunk| it.kind != Kind::Type && it.bases.iter().all(|base| base != name);
        is_other && types.any(|it| it.name == name && hides(it))
    }

    /// Returns true if a type around the reference, or a base of it, declares the name and is not the target's
    /// owner. A type within a type is also hidden if none declares it.
    fn is_hidden_by_scope(&mut self, word: &str) -> Lookup<bool> {
        let target = self.target;
        let hides_types = self.tree.language.is_some_and(Language::hides_types);
        // The constructor has the scope of its type.
        if !hides_types || target.only_calls {
            return Ok(false);
        }
        let is_type = |it: &Record| it.kind.is_type();
        let declared = self.codebase.named(word)?;
        for scope in self.leaf.names.iter().skip(1).rev() {
            if !self.codebase.named(scope)?.iter().any(is_type) {
                continue;
            }
            let lineage = self.codebase.lineage(scope)?;
            for owner in lineage.iter().filter(|it| *it != word) {
                let is_meant = |it: &Record| {
                    let is_same = is_type(it) == target.kind.is_type();
                    is_same && it.names.iter().nth_back(1) == Some(owner)
                };
                if declared.iter().any(is_meant) {
                    return Ok(*owner != target.owner);
                }
            }
        }
        let is_owner = |it: &Record| is_type(it) && it.path == target.path;
        Ok(target.kind.is_type() && self.codebase.named(&target.owner)?.iter().any(is_owner))
    }

    /// Returns true if a type inherits from the target's owner, or the other way round.
    fn are_related(&mut self, own: &str) -> Lookup<bool> {
        let other = &self.target.owner;
        let is_above = self.codebase.lineage(own)?.contains(other);
        Ok(is_above || self.codebase.lineage(other)?.iter().any(|it| it == own))
    }

    /// Judges `a::b::merge(…)`, which is read as an import of the name, and `a::Merger::new(…)`.
    fn judge_path(&mut self, from: &Receiver) -> Verdict {
        let target = self.target;
        let Some((owner, modules)) = from.chain.split_last() else {
            return Ok(None);
        };
        if !is_type_name(owner) && *owner != target.owner {
            let origins = self.origins_in_path(&from.chain, &target.name)?;
            let is_target = !target.is_member() && target.is_among(&origins, &target.name);
            return Ok(is_target.then_some(Certain));
        }
        if modules.is_empty() {
            return self.judge_qualified(from);
        }
        if *owner != target.owner {
            return Ok(self.are_related(owner)?.then_some(Likely));
        }
        let origins = self.origins_in_path(modules, owner)?;
        self.judge_owner(&origins)
    }

    /// Returns the origins of a name after a path of modules: of `c` in `a::b::c`.
    fn origins_in_path(&mut self, path: &[String], name: &str) -> Lookup<Vec<Origin>> {
        let mut path = path.to_vec();
        let mut imports = self.document.imports().map(|(import, _)| import);
        if let Some(import) =
            imports.find(|it| path.first().map(String::as_str) == Some(it.local_name()))
        {
            let module = [&import.module, &import.name].into_iter();
            path.splice(..1, module.filter(|part| !part.is_empty()).cloned());
        }
        let import = Import {
            module: path.join("::"),
            name: name.to_owned(),
            at: self.reference.bytes.start as usize,
            ..Import::default()
        };
        let documents = self.codebase.resolve(self.tree, &import)?;
        self.codebase.origins_of(self.tree, &import, &documents)
    }

    /// Judges `Merger::new(…)`, `merger.merge(…)`, `report.build(…)`: the qualifier is a name.
    fn judge_qualified(&mut self, from: &Receiver) -> Verdict {
        let word = from.word();
        if !word.is_empty() && self.unaliased(word) == self.target.owner {
            return self.judge_type_member(word);
        }
        let is_member = self.target.is_member();
        let is_local = from.is_field() || is_local(self.tree, self.reference, word);
        let origins = match is_member || is_local || word.is_empty() {
            true => None,
            false => self.codebase.imported(self.document, word)?,
        };
        let Some(origins) = origins else {
            // No value precedes `::` in C++; it may in Java and PHP.
            if from.is_path && self.reach() == Reach::Program {
                return Ok((is_member && self.are_related(word)?).then_some(Likely));
            }
            // A member after the name of a type belongs to that type, which is another one here.
            return match (is_member || self.target.is_of_file) && !is_type_name(word) {
                true => self.judge_value_member(from),
                false => Ok(None),
            };
        };
        // An imported value may have other members than its document declares.
        let is_value = origins.iter().any(|origin| !origin.name.is_empty());
        let documents: Vec<SourcePath> = origins.into_iter().map(|origin| origin.path).collect();
        let certainty = if is_value { Likely } else { Certain };
        let is_given = self.leads_to_target(&documents)?;
        Ok(is_given.then_some(certainty))
    }

    /// Returns the name of a type, given a name that an import may have given it.
    fn unaliased(&self, local: &str) -> String {
        let mut imports = self.tree.imports.iter();
        let renamed = imports.find(|it| it.alias == local && is_type_name(&it.name));
        renamed.map_or(local, |it| it.name.as_str()).to_owned()
    }

    /// Judges a member of the type that is named like the target's owner, or imported under a local name.
    fn judge_type_member(&mut self, local: &str) -> Verdict {
        let Target { owner, path, .. } = self.target;
        if self.is_in_file() {
            return Ok(Some(Certain));
        }
        let origins = self.codebase.imported(self.document, local)?;
        // An `#include` names a file, which may have the name of a type.
        let by_file = self.reach() == Reach::Program;
        let is_named = |it: &Origin| !it.name.is_empty();
        if let Some(origins) = origins.filter(|it| !by_file || it.iter().any(is_named)) {
            return self.judge_owner(&origins);
        }
        let homes = self.codebase.homes(self.target)?;
        let is_home = homes.contains(self.tree.path());
        let mut chunks = self.tree.chunks.iter();
        if !is_home && chunks.any(|chunk| chunk.kind.is_type() && chunk.name == *owner) {
            return Ok(None);
        }
        let mut included = self.document.imports().flat_map(|(_, from)| from);
        let is_included = by_file && included.any(|it| homes.contains(it));
        let declared = self.codebase.named(owner)?;
        let mut types = declared.iter().filter(|record| record.kind.is_type());
        let elsewhere = types.any(|it| it.path != *path && !homes.contains(&it.path));
        let is_certain = is_home || is_included || !elsewhere;
        Ok(Some(if is_certain { Certain } else { Possible }))
    }

    /// Judges an import of the name of the target's owner by its origins.
    fn judge_owner(&mut self, origins: &[Origin]) -> Verdict {
        let Target { owner, path, .. } = self.target;
        // The functions of a module may be in a table of its name.
        let is_module = self.target.is_among(origins, "");
        if is_module || self.target.is_of_file {
            return Ok(is_module.then_some(Certain));
        }
        // Members of a type may be declared outside of its document.
        let declared = self.codebase.origins(std::slice::from_ref(path), owner)?;
        if declared.iter().any(|origin| origins.contains(origin)) {
            return Ok(Some(Certain));
        }
        let view = self.codebase.view(path)?;
        let own = view.as_ref().map(|view| modules_of(&view.tree, owner));
        let own = own.unwrap_or_default();
        let is_near = |it: &Origin| it.path.directory() == path.directory();
        let is_same = match own.is_empty() {
            true if self.reach() != Reach::Directory => false,
            true => declared.is_empty() && origins.iter().any(is_near),
            // Both import a type from outside the repository.
            false => origins.is_empty() && own == modules_of(self.tree, owner),
        };
        Ok(is_same.then_some(Likely))
    }

    /// Judges `open().merge(…)`, `merger.merge(…)`: a member of a value.
    fn judge_value_member(&mut self, from: &Receiver) -> Verdict {
        let owner = &self.target.owner;
        if !is_usable_from(self.tree.language, self.target) {
            return Ok(None);
        }
        let mut types = self.types_of(from)?;
        let mut best = Certain;
        if types.is_empty() && from.is_field() {
            // Another field of this name may have another type, so that nothing is certain.
            types = self.codebase.types_in(from.word(), from.word())?;
            best = Likely;
        }
        if let Some(local) = types.iter().find(|it| self.unaliased(it) == *owner) {
            return Ok(self.judge_type_member(local)?.map(|it| it.max(best)));
        }
        let mut own = Vec::new();
        for name in &types {
            if self.target.is_of_file && self.judge_import(name, "")? == Some(true) {
                return Ok(Some(best));
            }
            let name = self.unaliased(name);
            if self.are_related(&name)? {
                return Ok(Some(Likely));
            }
            own.extend(self.codebase.lineage(&name)?);
        }
        if !types.is_empty() {
            let is_abstract = |it: &Record| matches!(it.kind, Kind::Trait | Kind::Interface);
            let is_abstract = self.codebase.named(owner)?.iter().any(is_abstract);
            // A member of the type itself, or of a base, hides those of others.
            let is_own = |it: &Record| own.contains(&Target::named(it, "").owner);
            let has_own = self.codebase.named(&self.target.name)?.iter().any(is_own);
            // The type that an extension method of C# extends.
            match self.signatures()?.iter().find_map(|it| extended_type(it)) {
                // Other types may implement an abstract one, or inherit from an extended one.
                None if is_abstract && !has_own => {}
                None => return Ok(None),
                Some(extended) if types.contains(&extended) && !has_own => return Ok(Some(Likely)),
                Some(_) => {}
            }
        }
        let namesakes = self.codebase.namesakes(self.target)?;
        let is_alone = namesakes <= 1;
        // Within the owner itself, a mention of it is no evidence.
        if self.leaf.owner() == owner {
            return Ok(is_alone.then_some(Possible));
        }
        let path = &self.target.path;
        let is_owner = |it: &Reference| self.tree.word(&it.bytes) == *owner;
        let nearby = self.is_in_file()
            || self.tree.references.iter().any(is_owner)
            || self.document.imports().any(|(_, from)| from.contains(path));
        let mut own = self.tree.references_of(self.leaf).iter();
        let is_close = (nearby && is_alone) || own.any(is_owner);
        Ok(match is_close {
            true if !from.word().is_empty() => Some(Likely),
            _ => (is_close || nearby || namesakes <= MAX_NAMESAKES).then_some(Possible),
        })
    }

    /// Returns the signatures of the target.
    fn signatures(&mut self) -> Lookup<Vec<String>> {
        let Target { name, path, .. } = self.target;
        let Some(view) = self.codebase.view(path)? else {
            return Ok(Vec::new());
        };
        let chunks = view.tree.chunks.iter().filter(|it| it.name == *name);
        let signature = |it: &Chunk| view.tree.document.text.slice(it.signature.clone());
        Ok(chunks.map(|it| signature(it).into_owned()).collect())
    }

    /// Returns the declared types of the qualifier: from the enclosing function, the enclosing type, or the
    /// types of the fields before it.
    fn types_of(&mut self, from: &Receiver) -> Lookup<Vec<String>> {
        let Some((first, fields)) = from.chain.split_first().filter(|it| !it.0.is_empty()) else {
            return Ok(Vec::new());
        };
        let own = [self.leaf.owner().to_owned()];
        let mut types = match Language::is_own(first) {
            true => own.to_vec(),
            false => declared_types(self.tree, self.tree.whole(self.leaf), first),
        };
        if types.is_empty() {
            types = self.codebase.types_of_field(&own, first)?;
        }
        for field in fields {
            types = self.codebase.types_of_field(&types, field)?;
        }
        Ok(types)
    }
}

/// Returns the modules from which a document imports a local name, and their names for it.
fn modules_of<'t>(tree: &'t ChunkTree, local: &str) -> Vec<(&'t str, &'t str)> {
    let imports = tree.imports.iter().filter(|it| it.local_name() == local);
    let named = imports.map(|it| (it.module.as_str(), it.name.as_str()));
    named.collect()
}

/// Returns true if code in a language can use the target.
pub(super) fn is_usable_from(language: Option<Language>, target: &Target) -> bool {
    match (language, target.language) {
        (Some(one), Some(other)) => one.interoperates_with(other),
        _ => true,
    }
}
