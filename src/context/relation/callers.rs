//! Callers and other users of a declaration.

use super::codebase::{Codebase, DocumentImports};
use super::modules::shared;
use super::origin::DEFAULT;
use super::resolver::{Site, judge};
use super::target::Target;
use super::{Relation, Relations};
use crate::chunk::{Chunk, ChunkId, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::IndexError;
use std::collections::{BTreeMap, HashSet};

/// Maximum number of documents that are read for one request; the nearest come first.
const MAX_DOCUMENTS: usize = 400;
/// Maximum number of leaves that are looked up for one name.
const MAX_LEAVES: usize = 20_000;

/// Returns the leaves that call or use a declaration, or a definition of a leaf; for a file, those that
/// import it.
pub(super) fn callers(
    world: &mut Codebase<'_>,
    tree: &ChunkTree,
    chunk: &Chunk,
) -> Result<Relations, IndexError> {
    let (targets, names) = match chunk.kind {
        Kind::File => (Vec::new(), importable(tree)),
        Kind::Imports | Kind::Section | Kind::Code | Kind::Lines => return Ok(Relations::default()),
        _ => {
            let targets = Target::of(tree, chunk);
            let mut names: Vec<String> = targets.iter().map(|it| it.name.clone()).collect();
            let exports = tree.exports.iter().filter(|it| names.contains(&it.local));
            let exported: Vec<String> = exports.map(|export| export.name.clone()).collect();
            // An import under another local name mentions only the module.
            if exported.iter().any(|name| name == DEFAULT) || names.iter().any(|it| it == DEFAULT) {
                names.extend(importable(tree));
            }
            names.extend(exported);
            (targets, names)
        }
    };
    let mut found = Vec::new();
    let mut unread = 0;
    let candidates = candidates(world, tree.path(), &targets, &names)?;
    for (place, (path, leaves)) in candidates.into_iter().enumerate() {
        if world.cancel.is_cancelled() {
            break;
        }
        if place >= MAX_DOCUMENTS {
            unread += leaves;
        } else if let Some(view) = world.view(&path)? {
            match chunk.kind {
                Kind::File => found.extend(importing(&view, tree.path())),
                _ => found.extend(using(&view, &targets, tree.path(), chunk, world)?),
            }
        }
    }
    found.sort_by(|one, other| one.rank(tree.path()).cmp(&other.rank(tree.path())));
    Ok(Relations {
        total: found.len() + unread,
        found,
        unresolved: Vec::new(),
    })
}

impl Relation {
    fn rank<'r>(&'r self, from: &SourcePath) -> impl Ord + use<'r> {
        let near = self.path == *from;
        let distance = usize::MAX - shared(&self.path, from);
        (self.certainty, !near, distance, &self.path, self.at)
    }
}

/// Returns the names by which a document may be imported.
fn importable(tree: &ChunkTree) -> Vec<String> {
    let stem = tree.path().stem();
    let directory = tree.path().directory().rsplit('/').next();
    let names = [stem, directory.unwrap_or_default(), tree.path().file_name()];
    let top = tree.chunks.iter().filter(|chunk| chunk.parent == Some(0));
    let names = names.into_iter().chain(top.map(|chunk| &*chunk.name));
    let names: HashSet<&str> = names.filter(|name| !name.is_empty()).collect();
    names.into_iter().map(str::to_owned).collect()
}

/// Returns the documents with leaves that may mean a target, the most promising first, and the number
/// of those leaves.
fn candidates(
    world: &Codebase<'_>,
    from: &SourcePath,
    targets: &[Target],
    names: &[String],
) -> Result<Vec<(SourcePath, usize)>, IndexError> {
    let mut documents: BTreeMap<SourcePath, (bool, usize)> = BTreeMap::new();
    for target in targets.iter().filter(|target| !target.owner.is_empty()) {
        let (owner, name) = (&target.owner, &target.name);
        let found = world.snapshot.referring(Some(owner), name, MAX_LEAVES)?;
        for record in found {
            documents.entry(record.path).or_default().0 = true;
        }
    }
    for name in names {
        for record in world.snapshot.referring(None, name, MAX_LEAVES)? {
            documents.entry(record.path).or_default().1 += 1;
        }
    }
    let mut documents: Vec<_> = documents.into_iter().collect();
    documents
        .sort_by_key(|(path, (owned, _))| (path != from, !owned, usize::MAX - shared(path, from)));
    let documents = documents.into_iter();
    Ok(documents
        .map(|(path, (_, leaves))| (path, leaves))
        .collect())
}

/// Returns the leaves of a document that mean one of the targets, each with its most certain reference.
fn using(
    view: &DocumentImports,
    targets: &[Target],
    from: &SourcePath,
    chunk: &Chunk,
    world: &mut Codebase<'_>,
) -> Result<Vec<Relation>, IndexError> {
    let tree = &view.tree;
    let own = (tree.path() == from).then_some(&chunk.bytes);
    let mut names: Vec<HashSet<&str>> = Vec::with_capacity(targets.len());
    for target in targets {
        names.push(local_names(view, target, world)?);
    }
    let mut found = Vec::new();
    for (_, leaf) in tree.leaves() {
        let mut best: Option<Relation> = None;
        for reference in tree.references_of(leaf) {
            let at = reference.bytes.start as usize;
            if own.is_some_and(|own| own.contains(&at)) {
                continue;
            }
            let name = tree.word(&reference.bytes);
            let called = targets.iter().zip(&names);
            for (target, _) in called.filter(|(_, names)| names.contains(&*name)) {
                let site = Site {
                    document: view,
                    leaf,
                    reference,
                };
                if let Some(certainty) = judge(&site, target, world)?
                    && best.as_ref().is_none_or(|best| certainty < best.certainty)
                {
                    best = Some(Relation::of(tree, leaf, &target.name, at, certainty));
                }
            }
        }
        found.extend(best);
    }
    Ok(found)
}

/// Returns the names that a target has in a document.
fn local_names<'v>(
    view: &'v DocumentImports,
    target: &'v Target,
    world: &mut Codebase<'_>,
) -> Result<HashSet<&'v str>, IndexError> {
    let mut names = HashSet::from([target.name.as_str()]);
    for (import, documents) in view.imports() {
        let origins = world.origins_of(&view.tree, import, documents)?;
        if origins.iter().any(|it| target.is_declared_at(it)) {
            names.insert(import.local_name());
        }
    }
    Ok(names)
}

/// Returns the imports of a document that may mean another.
fn importing(view: &DocumentImports, path: &SourcePath) -> Vec<Relation> {
    let mut seen: HashSet<ChunkId> = HashSet::new();
    let imports = view
        .imports()
        .filter(|(_, documents)| view.tree.path() != path && documents.contains(path));
    imports
        .filter_map(|(import, documents)| {
            let leaf = view.tree.leaf_at(import.at)?;
            let certainty = super::imports::certainty(documents);
            seen.insert(leaf.id)
                .then(|| Relation::of(&view.tree, leaf, &import.module, import.at, certainty))
        })
        .collect()
}
