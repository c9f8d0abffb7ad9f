//! Declarations that a chunk calls or names, as methods of [`Codebase`].

use super::accessor::accessors_meant;
use super::call::constructs_uncalled;
use super::codebase::{Codebase, DocumentImports};
use super::modules::distance;
use super::receiver::is_local;
use super::relations::{Certainty, Lookup, Relation, Relations};
use super::resolver::{judge, names_type};
use super::target::Target;
use crate::chunk::{Chunk, ChunkTree, Kind, Symbol};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Language, Reach, Reference};
use std::collections::{BTreeSet, HashSet};

/// Maximum number of equally certain declarations for one call.
const MAX_CANDIDATES: usize = 3;
/// Maximum number of declarations that have only the name of a call.
const MAX_POSSIBLE: usize = 2;
/// Maximum number of implementations of a called method of an interface.
const MAX_IMPLEMENTATIONS: usize = 8;

impl Codebase<'_> {
    /// Returns the declarations that a chunk calls, with the functions that it passes on and the properties with code
    /// that it reads.
    pub(super) fn callees(&mut self, tree: &ChunkTree, chunk: &Chunk) -> Lookup<Relations> {
        let references = tree.references_of(chunk).iter();
        let (calls, others): (Vec<_>, Vec<_>) = references.partition(|it| {
            let leaf = tree.leaf_at(it.bytes.start as usize);
            it.is_called || leaf.is_some_and(|leaf| constructs_uncalled(tree, leaf, it))
        });
        let mut relations = self.referred(tree, chunk, calls.into_iter())?;
        let mut others = self.referred(tree, chunk, others.into_iter())?.found;
        others.retain(|other| {
            let is_function = other.kind.has_code() && other.kind != Kind::Constructor;
            is_function && !is_possible(other)
        });
        relations.found.extend(others);
        Ok(Relations::sorted(relations.found, relations.unresolved))
    }

    /// Returns the declarations that a chunk calls or imports, or those of the names on a 1-based line, from the
    /// nearest document to the farthest.
    pub(super) fn definitions(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        line: Option<u32>,
    ) -> Lookup<Relations> {
        let mut part = chunk.bytes.clone();
        let used = if let Some(line) = line {
            part = tree.document.text.lines(line, line);
            self.referred(tree, chunk, tree.references_in(&part).iter())?
        } else {
            self.callees(tree, chunk)?
        };
        let imported = self.imports(tree, &part)?;
        let mut found = [used.found, imported.found].concat();
        found.sort_by_key(|relation| distance(&relation.path, tree.path()));
        Ok(Relations::sorted(found, []))
    }

    /// Returns the declarations that references in a chunk mean, in the order of the references.
    pub(super) fn referred<'t>(
        &mut self,
        tree: &'t ChunkTree,
        chunk: &Chunk,
        references: impl Iterator<Item = &'t Reference>,
    ) -> Lookup<Relations> {
        let Some(view) = self.view(tree.path())? else {
            return Ok(Relations::default());
        };
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut unresolved = BTreeSet::new();
        for reference in references {
            if self.cancel.is_cancelled() {
                break;
            }
            let name = tree.word(&reference.bytes).into_owned();
            let qualifier = tree.word(&reference.qualifier);
            if !seen.insert((qualifier, name.clone(), reference.is_member)) {
                continue;
            }
            self.met_unexplained = view.has_unexplained;
            let mut meanings = self.meanings(&name, &view, reference, chunk)?;
            if meanings.is_empty() {
                self.add_guessed(&mut meanings, tree.path(), |codebase, view| {
                    codebase.meanings(&name, view, reference, chunk)
                })?;
            }
            let is_variable = !reference.is_member && is_local(tree, reference, &name);
            if meanings.is_empty() && !is_variable && self.named(&name)?.is_empty() {
                unresolved.insert(name);
            }
            found.extend(meanings);
        }
        Ok(Relations::sorted(found, unresolved))
    }

    /// Returns true if a reference can mean a declaration, which only its own document may see.
    fn is_visible(
        &mut self,
        view: &DocumentImports,
        reference: &Reference,
        record: &Record,
        name: &str,
    ) -> Lookup<bool> {
        if record.path == *view.tree.path() {
            return Ok(true);
        }
        let Some(other) = self.view(&record.path)? else {
            return Ok(false);
        };
        let Some(chunk) = other.chunk(record) else {
            return Ok(false);
        };
        let symbol = Symbol::Named(name.to_owned());
        let mut targets = Target::of(&other.tree, chunk, Some(&symbol)).into_iter();
        match targets.find(|target| target.name == name && target.is_file_local) {
            Some(target) => Ok(judge(view, reference, &target, self)?.is_some()),
            None => Ok(true),
        }
    }

    /// Returns the most certain declarations of a called name.
    fn meanings(
        &mut self,
        name: &str,
        view: &DocumentImports,
        reference: &Reference,
        chunk: &Chunk,
    ) -> Lookup<Vec<Relation>> {
        let mut names = BTreeSet::from([name.to_owned()]);
        let first = view.tree.word(&reference.qualifier);
        let local = if reference.is_member { &*first } else { name };
        let at = reference.bytes.start;
        let mut origins = self.imported(view, local, at)?.unwrap_or_default();
        if reference.is_member {
            let modules: Vec<SourcePath> = origins.into_iter().map(|origin| origin.path).collect();
            origins = self.origins(&modules, name)?;
        }
        names.extend(origins.into_iter().map(|origin| origin.name));
        let mut words = view
            .tree
            .language
            .into_iter()
            .flat_map(Language::constructor_calls);
        if !reference.is_member && words.any(|word| word == name) {
            names.extend(self.lineage(chunk.owner())?.iter().cloned());
            names.insert(chunk.name.clone());
        }
        if reference.is_member {
            names.extend(accessors_meant(name, view.tree.language));
        }
        names.remove("");
        let mut found = self.visible_candidates(&names, view, reference, chunk)?;
        let path = view.tree.path();
        let mut declared = None;
        if has_prototypes(&view.tree) {
            declared = remove_prototypes(&mut found, path);
        }
        let Some(best) = found.iter().map(|relation| relation.certainty).min() else {
            return Ok(found);
        };
        let mut implementations = self.implementations(&found, best)?;
        found.retain(|relation| relation.certainty == best);
        found.sort_by(|one, other| (&one.path, one.lines).cmp(&(&other.path, other.lines)));
        found.sort_by_key(|relation| relation.path != *path);
        let mut certainty = declared.map_or(best, |declared| best.min(declared));
        // Of several equally certain candidates none is certain.
        if found.len() > 1 {
            certainty = certainty.max(Certainty::Likely);
        }
        // Many declarations of one name tell nothing.
        if best == Certainty::Possible && found.len() > MAX_POSSIBLE {
            found.clear();
        }
        found.truncate(MAX_CANDIDATES);
        for relation in &mut found {
            relation.certainty = certainty;
        }
        implementations.truncate(MAX_IMPLEMENTATIONS);
        found.extend(implementations);
        Ok(found)
    }

    /// Returns the declarations with one of the names that a reference may mean, the most certain first. What is only
    /// possible beside something better, or among many, is not listed, and its document not read.
    fn visible_candidates(
        &mut self,
        names: &BTreeSet<String>,
        view: &DocumentImports,
        reference: &Reference,
        chunk: &Chunk,
    ) -> Lookup<Vec<Relation>> {
        // A tag precedes no field: `struct window` is not a struct with a field `window`.
        let is_tagged = names_type(&view.tree, reference) == Some(true);
        let mut candidates = Vec::new();
        for name in names {
            for record in self.named(name)?.iter() {
                // A type is called to construct a value.
                let is_callable =
                    record.kind.is_type() || record.kind.has_code() || record.kind == Kind::Items;
                if is_callable
                    && record.id != chunk.id
                    && (!is_tagged || record.name == *name)
                    && let target = self.target(record, name)?
                    && let Some(certainty) = judge(view, reference, &target, self)?
                {
                    candidates.push((certainty, record.clone(), name));
                }
            }
        }
        candidates.sort_by_key(|(certainty, ..)| *certainty);
        let mut found: Vec<Relation> = Vec::new();
        for (certainty, record, name) in candidates {
            let is_listed = certainty != Certainty::Possible
                || has_prototypes(&view.tree)
                || (found.len() <= MAX_POSSIBLE && found.iter().all(is_possible));
            if is_listed && self.is_visible(view, reference, &record, name)? {
                found.push(Relation::of_record(&record, name, certainty));
            }
        }
        Ok(found)
    }

    /// Returns the less certain meanings of a call if the most certain one is a method of an interface: these
    /// implement it.
    fn implementations(&mut self, found: &[Relation], best: Certainty) -> Lookup<Vec<Relation>> {
        let mut implementations = Vec::new();
        for relation in found.iter().filter(|relation| relation.certainty == best) {
            let owner = relation.names.iter().nth_back(1);
            if self.is_abstract(owner.map_or("", String::as_str))? {
                let others = found.iter().filter(|other| other.certainty > best);
                let others = others.filter(|other| other.certainty == Certainty::Likely);
                implementations = others.cloned().collect();
            }
        }
        Ok(implementations)
    }
}

/// Returns true for a language in which a function has prototypes beside its definition.
fn has_prototypes(tree: &ChunkTree) -> bool {
    tree.language.map(Language::reach) == Some(Reach::Program)
}

fn is_possible(relation: &Relation) -> bool {
    relation.certainty == Certainty::Possible
}

/// Removes the prototypes of functions, as seen from the document at `path`. Returns the best certainty of one.
fn remove_prototypes(found: &mut Vec<Relation>, path: &SourcePath) -> Option<Certainty> {
    let functions = found.iter().filter(|relation| relation.kind.has_code());
    let best = functions.map(|function| function.certainty).min()?;
    let prototypes = found.extract_if(.., |relation| {
        // An uncertain function does not replace a variable of the document.
        let is_replaced = relation.path != *path || best == Certainty::Certain;
        relation.kind == Kind::Items && is_replaced
    });
    prototypes.map(|prototype| prototype.certainty).min()
}
