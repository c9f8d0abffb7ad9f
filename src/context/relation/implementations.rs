//! Implementations of a declaration: types of an interface, overrides of a method; as methods of [`Codebase`].

use super::codebase::{Codebase, Report};
use super::relations::{Certainty, Lookup, Relation, Relations};
use super::target::Target;
use crate::chunk::{Chunk, ChunkTree, Kind, NamePosition, Symbol};
use crate::index::Record;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::slice::from_ref;

/// Maximum number of leaves in which types that inherit from a type are looked up.
const MAX_LEAVES: usize = 2_000;
/// Number of leaves whose documents are read at once.
const READ_AT_ONCE: usize = 8;
/// Maximum number of types that inherit from a type, in several steps.
const MAX_HEIRS: usize = 500;

impl Codebase<'_> {
    /// Returns the implementations of what a symbol of a chunk means, or of the chunk: for a type, the types that
    /// inherit from it or have all methods of the interface; for a method, the methods of these types.
    pub(super) fn implementations_of(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        symbol: Option<&Symbol>,
        report: Report<'_>,
    ) -> Lookup<Relations> {
        let (mut found, mut unread) = (Vec::new(), Vec::new());
        if let Some(Symbol::At(at)) = symbol {
            for relation in self.declarations_at(tree, chunk, at)? {
                if let Some(other) = self.tree(&relation.path)
                    && let Some(declared) = other.chunks.iter().find(|it| it.id == relation.id)
                {
                    found.extend(self.implementing(
                        &other,
                        declared,
                        &relation.name,
                        &mut unread,
                        report,
                    )?);
                }
            }
        } else {
            let own = tree.whole(chunk);
            found = self.implementing(tree, own, &own.name, &mut unread, report)?;
        }
        Ok(Relations {
            unread,
            ..Relations::sorted(found, [])
        })
    }

    /// Returns the most certain declarations of a name.
    fn declarations_at(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        at: &NamePosition,
    ) -> Lookup<Vec<Relation>> {
        let mut found = self.meant(tree, chunk, at)?.found;
        let best = found.first().map(|relation| relation.certainty);
        found.retain(|relation| Some(relation.certainty) == best);
        Ok(found)
    }

    /// Returns the implementations of a declaration by one of its names.
    fn implementing(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        name: &str,
        unread: &mut Vec<String>,
        report: Report<'_>,
    ) -> Lookup<Vec<Relation>> {
        let own = tree.whole(chunk);
        if own.kind.is_type() && own.name == name {
            return self.types_of(name, unread, report);
        }
        let owner = if own.name == name {
            own.owner()
        } else {
            &own.name
        };
        if owner.is_empty() {
            return Ok(Vec::new());
        }
        let heirs = self.all_heirs(owner, unread, &mut |_, _| ())?;
        let mut found = Vec::new();
        for record in self.named(name)?.iter() {
            if self.cancel.is_cancelled() {
                break;
            }
            let is_own = record.path == *tree.path() && record.id == own.id;
            if is_own || record.kind == Kind::Items || !record.kind.has_code() {
                continue;
            }
            let method = self.target(record, name)?;
            if !heirs.contains_key(&method.owner) && !self.satisfies(&method, owner)? {
                continue;
            }
            let certainty = if self.states_base(record, owner)? {
                Certainty::Certain
            } else {
                Certainty::Likely
            };
            let relation = Relation::of_record(record, name, certainty);
            report(self, from_ref(&relation));
            found.push(relation);
        }
        Ok(found)
    }

    /// Returns true if the declaration around a member names a type as its base.
    fn states_base(&mut self, record: &Record, base: &str) -> Lookup<bool> {
        let Some(view) = self.view(&record.path)? else {
            return Ok(false);
        };
        let Some(chunk) = view.chunk(record) else {
            return Ok(false);
        };
        let mut around = view.tree.ancestors(chunk);
        Ok(around.any(|around| around.bases.iter().any(|name| name == base)))
    }

    /// Returns the types that inherit from a type, and those that satisfy it without naming it.
    fn types_of(
        &mut self,
        base: &str,
        unread: &mut Vec<String>,
        report: Report<'_>,
    ) -> Lookup<Vec<Relation>> {
        let mut found: Vec<Relation> = Vec::new();
        for (name, heirs) in self.all_heirs(base, unread, report)? {
            for mut relation in heirs {
                relation.name.clone_from(&name);
                found.push(relation);
            }
        }
        let methods = self.methods_of_interface(base)?;
        let mut rarest: Option<(usize, String)> = None;
        for method in methods.iter() {
            let count = self.named(method)?.len();
            if rarest.as_ref().is_none_or(|(least, _)| count < *least) {
                rarest = Some((count, method.clone()));
            }
        }
        let Some((_, method)) = rarest else {
            return Ok(found);
        };
        let listed: HashSet<String> = found.iter().map(|it| it.name.clone()).collect();
        for record in self.named(&method)?.iter() {
            if self.cancel.is_cancelled() {
                break;
            }
            let member = Target::named(record, &method);
            if member.owner.is_empty()
                || listed.contains(&member.owner)
                || !self.satisfies(&member, base)?
            {
                continue;
            }
            let owners = self.named(&member.owner)?;
            let types = owners.iter().filter(|owner| owner.kind.is_type());
            let package = record.path.directory();
            for owner in types.filter(|owner| owner.path.directory() == package) {
                let relation = Relation::of_record(owner, &owner.name, Certainty::Likely);
                report(self, from_ref(&relation));
                found.push(relation);
            }
        }
        Ok(found)
    }

    /// Returns the declarations that name a type as their base, by the name of the type that they declare or extend;
    /// also those that inherit from these. What exceeds a limit is added to `unread`.
    fn all_heirs(
        &mut self,
        base: &str,
        unread: &mut Vec<String>,
        report: Report<'_>,
    ) -> Lookup<BTreeMap<String, Vec<Relation>>> {
        let mut found: BTreeMap<String, Vec<Relation>> = BTreeMap::new();
        let mut waiting = vec![base.to_owned()];
        let mut seen = HashSet::from([base.to_owned()]);
        while let Some(base) = waiting.pop() {
            let is_direct = found.is_empty();
            let leaves = self.snapshot.referring(None, &base, MAX_LEAVES)?;
            if leaves.len() == MAX_LEAVES {
                unread.push(format!(
                    "chunks after the first {MAX_LEAVES} that name {base}"
                ));
            }
            for (number, record) in leaves.iter().enumerate() {
                if self.cancel.is_cancelled() {
                    return Ok(found);
                }
                if number % READ_AT_ONCE == 0 {
                    let next = leaves[number..].iter().take(READ_AT_ONCE);
                    let paths: BTreeSet<_> = next.map(|leaf| &leaf.path).collect();
                    self.prepare(&Vec::from_iter(paths), &[]);
                }
                if found.len() >= MAX_HEIRS {
                    unread.push(format!("types after the first {MAX_HEIRS}"));
                    return Ok(found);
                }
                let Some(tree) = self.tree(&record.path) else {
                    continue;
                };
                let Some(leaf) = tree.chunks.iter().find(|chunk| chunk.id == record.id) else {
                    continue;
                };
                for chunk in std::iter::once(leaf).chain(tree.ancestors(leaf)) {
                    // An alias does not inherit from its type.
                    let is_heir = chunk.kind.has_methods()
                        && chunk.kind != Kind::Type
                        && chunk.bases.contains(&base);
                    let name = &tree.whole(chunk).name;
                    if !is_heir || name.is_empty() {
                        continue;
                    }
                    let heirs = found.entry(name.clone()).or_default();
                    // The header of a declaration is part of it.
                    if heirs
                        .iter()
                        .all(|it| (&it.path, it.at) != (tree.path(), chunk.name_at))
                    {
                        let certainty = if is_direct {
                            Certainty::Certain
                        } else {
                            Certainty::Likely
                        };
                        let relation = Relation::of(&tree, chunk, name, 0, certainty);
                        let relation = relation.located(chunk.name_at);
                        report(self, from_ref(&relation));
                        heirs.push(relation);
                    }
                    if seen.insert(name.clone()) {
                        waiting.push(name.clone());
                    }
                }
            }
        }
        Ok(found)
    }
}
