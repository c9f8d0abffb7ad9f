//! Interfaces that types satisfy by their methods, without naming them: of Go, TypeScript, Python's protocols.

use super::codebase::{Codebase, declares_type};
use super::relations::Lookup;
use super::resolver::parameters;
use super::target::{Target, is_usable_from};
use crate::chunk::Kind;
use crate::index::Record;
use crate::syntax::{Language, Packages, Reach};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of leaves in which types that inherit from a type are looked up.
const MAX_LEAVES: usize = 200;
/// Maximum number of types that inherit a constructor.
const MAX_HEIRS: usize = 64;

impl Codebase<'_> {
    /// Returns true if the type of a member, or a type that inherits from it, has all methods of an interface,
    /// the member among them.
    pub(super) fn satisfies(&mut self, member: &Target, interface: &str) -> Lookup<bool> {
        let is_structural = member.language.is_some_and(Language::is_structural);
        if !is_structural || member.owner == interface || member.owner.is_empty() {
            return Ok(false);
        }
        let methods = self.methods_of_interface(interface)?;
        if !methods.contains(&member.name)
            && (methods.is_empty() || !self.extends_outside(member.language, interface)?)
        {
            return Ok(false);
        }
        let key = (
            member.path.clone(),
            member.owner.clone(),
            interface.to_owned(),
        );
        if let Some(satisfies) = self.satisfied.get(&key) {
            return Ok(*satisfies);
        }
        let mut satisfies = self.has_methods(member, &member.owner, interface, &methods)?;
        if !satisfies {
            for heir in self.heirs(&member.owner)? {
                satisfies = satisfies || self.has_methods(member, &heir, interface, &methods)?;
            }
        }
        self.satisfied.insert(key, satisfies);
        Ok(satisfies)
    }

    /// Returns true if an interface of Go has the methods of one from outside the repository: `io.Closer`.
    fn extends_outside(&mut self, language: Option<Language>, interface: &str) -> Lookup<bool> {
        if language.map(Language::packages) != Some(Packages::Stated) {
            return Ok(false);
        }
        for base in self.lineage(interface)?.iter() {
            if !self.is_type(base)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the names of the methods of an interface and of those that it extends; none for another type.
    pub(super) fn methods_of_interface(
        &mut self,
        interface: &str,
    ) -> Lookup<Arc<BTreeSet<String>>> {
        if let Some(methods) = self.interfaces.get(interface) {
            return Ok(methods.clone());
        }
        let mut methods = BTreeSet::new();
        for (number, name) in self.lineage(interface)?.iter().enumerate() {
            let (mut is_interface, mut own) = (number > 0, Vec::new());
            for record in self.named(name)?.iter() {
                let (true, Some(view)) = (record.kind.is_type(), self.view(&record.path)?) else {
                    continue;
                };
                let chunks = view.tree.chunks.iter();
                let language = view.tree.language;
                let bases = view.chunk(record).map_or(&[][..], |chunk| &chunk.bases);
                is_interface |=
                    language.is_some_and(|language| language.is_interface(record.kind, bases));
                let members = chunks.filter(|chunk| chunk.owner() == *name);
                let members =
                    members.filter(|chunk| matches!(chunk.kind, Kind::Method | Kind::Accessor));
                own.extend(members.map(|chunk| chunk.name.clone()));
            }
            if !is_interface {
                break;
            }
            methods.extend(own);
        }
        let methods = Arc::new(methods);
        self.interfaces
            .insert(interface.to_owned(), methods.clone());
        Ok(methods)
    }

    /// Returns true if a type has these methods of an interface, or inherits them. `member` is a member of it or of a base.
    fn has_methods(
        &mut self,
        member: &Target,
        own: &str,
        interface: &str,
        methods: &BTreeSet<String>,
    ) -> Lookup<bool> {
        let lineage = self.lineage(own)?;
        for method in methods {
            let required = self.parameters_of(member.language, interface, method)?;
            let declared = self.targets_named(method)?;
            let mut is_declared = false;
            for (record, method) in declared.iter() {
                if is_usable_from(member.language, method)
                    && lineage.contains(&method.owner)
                    && (method.owner != member.owner || is_in_one_package(method, member))
                {
                    let taken = self.parameters_in(record)?;
                    is_declared |= required.is_none() || taken.is_none() || taken == required;
                }
            }
            if !is_declared {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the number of parameters of a method of an interface of Go, which those of the types with the interface
    /// have, too; none if it is not known, or of another language.
    fn parameters_of(
        &mut self,
        language: Option<Language>,
        interface: &str,
        method: &str,
    ) -> Lookup<Option<Range<usize>>> {
        if language.map(Language::packages) != Some(Packages::Stated) {
            return Ok(None);
        }
        let declared = self.targets_named(method)?;
        let mut of_interface = declared
            .iter()
            .filter(|(_, method)| method.owner == interface);
        match (of_interface.next(), of_interface.next()) {
            (Some((record, _)), None) => self.parameters_in(record),
            _ => Ok(None),
        }
    }

    /// Returns the number of parameters of a declaration; none if it is not known.
    fn parameters_in(&mut self, record: &Record) -> Lookup<Option<Range<usize>>> {
        let Some(view) = self.view(&record.path)? else {
            return Ok(None);
        };
        let chunk = view.chunk(record);
        Ok(chunk.and_then(|chunk| parameters(&view.tree, chunk)))
    }

    /// Returns the types that name a type as their base.
    pub(super) fn heirs(&mut self, base: &str) -> Lookup<BTreeSet<String>> {
        let mut found = BTreeSet::new();
        for record in self.snapshot.referring(None, base, MAX_LEAVES)? {
            if record.kind.is_type()
                && let Some(view) = self.view(&record.path)?
            {
                let chunks = view.tree.chunks.iter().filter(|chunk| chunk.kind.is_type());
                let heirs = chunks.filter(|chunk| chunk.bases.iter().any(|name| name == base));
                found.extend(heirs.map(|chunk| chunk.name.clone()));
            }
        }
        Ok(found)
    }

    /// Returns true if the first of some types that has a constructor is the constructed one.
    pub(super) fn constructs(&mut self, types: &[String], constructed: &str) -> Lookup<bool> {
        let Some(at) = types.iter().position(|name| name == constructed) else {
            return Ok(false);
        };
        for name in &types[..at] {
            for record in self.named(name)?.iter() {
                if declares_type(record, name)
                    && let Some(view) = self.view(&record.path)?
                    && let mut chunks = view.tree.chunks.iter()
                    && chunks.any(|own| own.kind == Kind::Constructor && own.owner() == name)
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns the constructors among some targets under the names of the types that inherit them.
    pub(super) fn inherited_constructors(&mut self, targets: &[Target]) -> Lookup<Vec<Target>> {
        let mut found = Vec::new();
        let own = targets.iter().filter(|target| target.only_calls);
        for own in own.filter(|target| target.row().inherits_constructors) {
            let mut names = vec![own.name.clone()];
            let mut next = 0;
            while let Some(name) = names.get(next).cloned()
                && names.len() < MAX_HEIRS
            {
                next += 1;
                for heir in self.heirs(&name)? {
                    if names.contains(&heir)
                        || !self.constructs(&[heir.clone(), name.clone()], &name)?
                    {
                        continue;
                    }
                    let records = self.named(&heir)?;
                    let declaring = records.iter().filter(|record| declares_type(record, &heir));
                    found.extend(declaring.map(|record| Target {
                        kind: own.kind,
                        only_calls: true,
                        is_inherited: true,
                        ..Target::named(record, &heir)
                    }));
                    names.push(heir);
                }
            }
        }
        Ok(found)
    }
}

/// Returns true if two methods of types with one name may be those of one type.
fn is_in_one_package(one: &Target, other: &Target) -> bool {
    match other.language.map(Language::reach) {
        Some(Reach::File) => one.path == other.path,
        _ => one.path.directory() == other.path.directory(),
    }
}
