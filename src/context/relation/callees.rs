//! Declarations that a chunk calls or names, as methods of [`Codebase`].

use super::codebase::{Codebase, DocumentImports};
use super::receiver::is_local;
use super::resolver::{judge, names_type};
use super::target::Target;
use super::{Certainty, Lookup, Relation, Relations};
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::index::Record;
use crate::syntax::{Language, Reach, Reference};
use std::collections::{BTreeSet, HashSet};

/// Maximum number of equally certain declarations for one call.
const MAX_CANDIDATES: usize = 3;

impl Codebase<'_> {
    /// Returns the declarations that a chunk calls.
    pub(super) fn callees(&mut self, tree: &ChunkTree, chunk: &Chunk) -> Lookup<Relations> {
        let references = tree.references_of(chunk).iter();
        self.referred(tree, chunk, references.filter(|it| it.is_called))
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
            let meanings = self.meanings(&name, &view, reference, chunk)?;
            let is_variable = !reference.is_member && is_local(tree, reference, &name);
            if meanings.is_empty() && !is_variable && self.named(&name)?.is_empty() {
                unresolved.insert(name);
            }
            found.extend(meanings);
        }
        Ok(Relations::sorted(found, unresolved))
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
        let origins = self.imported(view, name)?;
        names.extend(origins.into_iter().flatten().map(|origin| origin.name));
        // A type is called to construct a value.
        let is_called = |it: &&Record| {
            let is_callable = it.kind.is_type() || it.kind.has_code() || it.kind == Kind::Items;
            is_callable && it.id != chunk.id
        };
        // A tag precedes no field: `struct window` is not a struct with a field `window`.
        let is_tagged = names_type(&view.tree, reference) == Some(true);
        let mut found: Vec<Relation> = Vec::new();
        for name in names.iter().filter(|name| !name.is_empty()) {
            let is_named = |it: &&Record| !is_tagged || it.name == *name;
            for record in self.named(name)?.iter().filter(is_called).filter(is_named) {
                let certainty = judge(view, reference, &Target::named(record, name), self)?;
                found.extend(certainty.map(|it| Relation::of_record(record, name, it)));
            }
        }
        let by_program = view.tree.language.map(Language::reach) == Some(Reach::Program);
        let code = found.iter().filter(|it| by_program && it.kind.has_code());
        let defined = code.map(|it| it.certainty).min();
        // A function replaces its prototypes. An uncertain one does not replace a variable of the document.
        let is_prototype = |it: &mut Relation| {
            let is_other = it.path != *view.tree.path() || defined == Some(Certainty::Certain);
            it.kind == Kind::Items && defined.is_some() && is_other
        };
        let prototypes = found.extract_if(.., is_prototype);
        let declared = prototypes.map(|it| it.certainty).min();
        let best = found.iter().map(|relation| relation.certainty).min();
        found.retain(|relation| Some(relation.certainty) == best);
        found.sort_by(|one, other| (&one.path, one.lines).cmp(&(&other.path, other.lines)));
        found.sort_by_key(|it| it.path != *view.tree.path());
        // Of several equally certain candidates none is certain.
        let limit = (found.len() > 1).then_some(Certainty::Likely);
        let certainty = best.min(declared.or(best)).max(limit);
        let relations = found.iter_mut();
        relations.for_each(|it| it.certainty = certainty.unwrap_or(it.certainty));
        found.truncate(MAX_CANDIDATES);
        Ok(found)
    }
}
