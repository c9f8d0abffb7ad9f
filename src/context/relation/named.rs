//! The name at a position: what it means, who uses it, and what implements it, as methods of [`Codebase`].
//!
//! Contract: a position whose text is no longer the name means nothing.

use super::codebase::{ANY, Codebase, Report};
use super::modules::distance;
use super::receiver::is_local;
use super::relations::{Certainty, Lookup, Relation, Relations};
use super::step::Declaration;
use crate::chunk::{Chunk, ChunkTree, NamePosition, Symbol};
use crate::syntax::{Binding, Import, Reference};
use std::ops::Range;
use std::slice::from_ref;

/// Maximum number of declarations of one name whose users are listed together.
const MAX_MEANT: usize = 3;
/// Maximum number of leaves that are looked up for a name that nothing declares.
const MAX_LEAVES: usize = 1_000;

impl Codebase<'_> {
    /// Returns the declarations that the name at a position means: the variable, the declarations of the reference,
    /// those of the import, or the declaration that has its name there.
    pub(super) fn meant(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        at: &NamePosition,
    ) -> Lookup<Relations> {
        let Some(bytes) = at.bytes(tree) else {
            return Ok(Relations::default());
        };
        if let Some(own) = declared_at(tree, chunk, at) {
            return self.with_definitions(tree, chunk, own, &bytes);
        }
        if let Some(binding) = binding_of(tree, &at.name, bytes.start)
            && !tree.references_in(&bytes).iter().any(|it| it.is_member)
            && let Some(leaf) = tree.leaf_at(binding.name.start as usize)
        {
            let start = binding.name.start as usize;
            let own = Relation::of(tree, leaf, &at.name, start, Certainty::Certain);
            return Ok(Relations::sorted(vec![own], []));
        }
        let mut relations = self.referred(tree, chunk, tree.references_in(&bytes).iter())?;
        if relations.found.is_empty() {
            let found = self.imported_at(tree, &at.name, bytes.start)?;
            if !found.is_empty() {
                return Ok(Relations::sorted(found, []));
            }
            // A function that calls itself.
            let own = tree.whole(chunk);
            if own.name == at.name {
                let call = Relation::of(tree, own, &own.name, 0, Certainty::Likely);
                return Ok(Relations::sorted(vec![call.located(own.name_at)], []));
            }
            relations.unresolved = vec![at.name.clone()];
        }
        Ok(relations)
    }

    /// Returns the declaration that the name at a position means most likely; none if nothing declares it.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn declaration_at(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        at: &NamePosition,
    ) -> Lookup<Option<Declaration>> {
        let Some(meant) = self.meant(tree, chunk, at)?.found.into_iter().next() else {
            return Ok(None);
        };
        let Some(tree) = self.tree(&meant.path) else {
            return Ok(None);
        };
        let chunk = tree.chunks.iter().position(|chunk| chunk.id == meant.id);
        let name = Symbol::Named(meant.name);
        Ok(chunk.and_then(|chunk| Declaration::of(&tree, chunk, Some(&name))))
    }

    /// Returns a declaration, and the functions that a prototype announces before it.
    fn with_definitions(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        own: Relation,
        bytes: &Range<usize>,
    ) -> Lookup<Relations> {
        let mut found = Vec::new();
        if tree.kind_of_name(chunk, &own.name, own.at.0).has_code() && !own.kind.has_code() {
            let call = Reference {
                bytes: bytes.start as u32..bytes.end as u32,
                qualifier: 0..0,
                is_member: false,
                is_called: true,
                is_key: false,
            };
            found = self.referred(tree, chunk, std::iter::once(&call))?.found;
            found.retain(|relation| relation.kind.has_code());
        }
        if found.is_empty() {
            found.push(own);
        }
        Ok(Relations::sorted(found, []))
    }

    /// Returns the declarations or documents that the import around a byte means by a word of it.
    fn imported_at(&mut self, tree: &ChunkTree, word: &str, at: usize) -> Lookup<Vec<Relation>> {
        let (Some(view), Some(leaf)) = (self.view(tree.path())?, tree.leaf_at(at)) else {
            return Ok(Vec::new());
        };
        let mut candidates: Vec<(&Import, &[_])> = view.imports().collect();
        candidates.retain(|(import, _)| {
            leaf.bytes.contains(&import.at) && import.at <= at && names(import, word)
        });
        candidates.sort_by_key(|(import, _)| std::cmp::Reverse(import.at));
        for (import, documents) in candidates {
            let found = if import.name == word || import.local_name() == word {
                self.resolved(tree, import, documents)?
            } else {
                self.module_at(tree, import, word)?
            };
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// Returns the documents of the part of an imported path that ends with a word.
    fn module_at(
        &mut self,
        tree: &ChunkTree,
        import: &Import,
        word: &str,
    ) -> Lookup<Vec<Relation>> {
        let Some(end) = end_of_part(&import.module, word) else {
            return Ok(Vec::new());
        };
        let path = &import.module[..end];
        let outer = path[..end - word.len()].trim_end_matches(|c: char| !c.is_alphanumeric());
        let whole = Import {
            module: path.to_owned(),
            name: String::new(),
            alias: String::new(),
            at: import.at,
        };
        let part = Import {
            module: outer.to_owned(),
            name: word.to_owned(),
            ..whole.clone()
        };
        for import in [whole, part] {
            let mut documents = self.resolve(tree, &import)?;
            documents.retain(|path| *path != *ANY);
            if documents.is_empty() {
                continue;
            }
            let found = self.resolved(tree, &import, &documents)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// Returns the users of what the name at a position means; of a name that nothing declares, the leaves that have
    /// it.
    pub(super) fn users_of_name(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        at: &NamePosition,
        report: Report<'_>,
    ) -> Lookup<Relations> {
        if let Some(own) = declared_at(tree, chunk, at)
            && let Some(declared) = tree.chunks.iter().find(|chunk| chunk.id == own.id)
        {
            return self.callers(tree, declared, Some(&Symbol::At(at.clone())), report);
        }
        if let Some(bytes) = at.bytes(tree)
            && let Some(binding) = binding_of(tree, &at.name, bytes.start)
            && !tree.references_in(&bytes).iter().any(|it| it.is_member)
        {
            let uses = uses_of_variable(tree, binding, &at.name);
            report(self, &uses.found);
            return Ok(uses);
        }
        let meant = self.meant(tree, chunk, at)?;
        let best = meant.found.first().map(|relation| relation.certainty);
        let mut targets = meant.found;
        targets.retain(|relation| Some(relation.certainty) == best);
        targets.truncate(MAX_MEANT);
        if targets.is_empty() {
            let mut mentions = self.mentions(&at.name, report)?;
            mentions
                .found
                .sort_by_key(|it| (distance(&it.path, tree.path()), it.path.clone(), it.at));
            return Ok(mentions);
        }
        let mut all = Relations::default();
        let mut unread = 0;
        for target in targets {
            let Some(other) = self.tree(&target.path) else {
                continue;
            };
            let Some(declared) = other.chunks.iter().find(|chunk| chunk.id == target.id) else {
                continue;
            };
            let symbol = (declared.name != target.name).then(|| Symbol::Named(target.name.clone()));
            let users = self.callers(&other, declared, symbol.as_ref(), report)?;
            unread += users.total - users.found.len();
            all.found.extend(users.found);
            all.unread.extend(users.unread);
        }
        all.unread.dedup();
        Ok(Relations {
            unread: all.unread,
            ..Relations::of_leaves(all.found, unread)
        })
    }

    /// Returns the leaves that use a name which nothing in the repository declares.
    fn mentions(&mut self, name: &str, report: Report<'_>) -> Lookup<Relations> {
        let mut found = Vec::new();
        for record in self.snapshot.referring(None, name, MAX_LEAVES)? {
            if self.cancel.is_cancelled() {
                break;
            }
            let Some(tree) = self.tree(&record.path) else {
                continue;
            };
            if let Some(leaf) = tree.chunks.iter().find(|chunk| chunk.id == record.id)
                && let Some(used) = (tree.references_of(leaf).iter())
                    .find(|reference| tree.word(&reference.bytes) == name)
            {
                let at = used.bytes.start as usize;
                let mention = Relation::of(&tree, leaf, name, at, Certainty::Possible);
                report(self, from_ref(&mention));
                found.push(mention);
            }
        }
        Ok(Relations::sorted(found, []))
    }
}

/// The declaration that has its name at a position: of the chunk, of one that the line begins, or a name that one
/// defines.
fn declared_at(tree: &ChunkTree, chunk: &Chunk, at: &NamePosition) -> Option<Relation> {
    let leaf = at.bytes(tree).and_then(|bytes| tree.leaf_at(bytes.start))?;
    let mut candidates = [chunk, leaf].into_iter().chain(tree.ancestors(leaf));
    candidates.find_map(|chunk| {
        let own = tree.whole(chunk);
        if own.name == at.name && own.name_at == (at.line, at.column) {
            let relation = Relation::of(tree, own, &own.name, 0, Certainty::Certain);
            return Some(relation.located(own.name_at));
        }
        let symbol = Symbol::At(at.clone());
        let (name, line) = symbol.select(tree, chunk).into_iter().next()?;
        let relation = Relation::of(tree, chunk, name, 0, Certainty::Certain);
        Some(relation.located((line, at.column)))
    })
}

/// The innermost variable of a name that is visible at a byte.
fn binding_of<'t>(tree: &'t ChunkTree, name: &str, at: usize) -> Option<&'t Binding> {
    let at = at as u32;
    let visible = tree.bindings.iter().filter(|binding| {
        let is_own = binding.name.start <= at && at <= binding.name.end;
        (is_own || binding.scope.contains(&at)) && tree.word(&binding.name) == name
    });
    // Of several in one scope, the last one before the use.
    visible.min_by_key(|binding| {
        let is_later = binding.name.start > at;
        (
            binding.scope.len(),
            is_later,
            at.abs_diff(binding.name.start),
        )
    })
}

/// The leaves that use a variable, each at its first use.
fn uses_of_variable(tree: &ChunkTree, binding: &Binding, name: &str) -> Relations {
    let scope = binding.scope.start as usize..binding.scope.end as usize;
    let mut found: Vec<Relation> = Vec::new();
    for reference in tree.references_in(&scope) {
        let at = reference.bytes.start as usize;
        if tree.word(&reference.bytes) == name
            && !reference.is_member
            && is_local(tree, reference, name)
            && let Some(leaf) = tree.leaf_at(at)
            && found.iter().all(|relation| relation.id != leaf.id)
        {
            found.push(Relation::of(tree, leaf, name, at, Certainty::Certain));
        }
    }
    Relations::sorted(found, [])
}

/// Returns true if a word is the name of an import, or a part of its path.
fn names(import: &Import, word: &str) -> bool {
    import.name == word
        || import.local_name() == word
        || end_of_part(&import.module, word).is_some()
}

/// The end of the first part of a path that is this word.
fn end_of_part(path: &str, word: &str) -> Option<usize> {
    let is_apart = |c: char| !c.is_alphanumeric() && c != '_';
    let mut start = 0;
    for part in path.split(is_apart) {
        if part == word && !word.is_empty() {
            return Some(start + part.len());
        }
        start += part.len();
        start += path[start..].chars().next().map_or(0, char::len_utf8);
    }
    None
}
