//! Overloads: declarations with one qualified name, told apart by the number of their parameters. The types of
//! arguments are not known.

use super::judge::Resolver;
use super::parameters::{arguments, own_name, parameters_in, types_in};
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::context::relation::origin::needs_body;
use crate::context::relation::relations::Certainty::{self, Likely};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::HEADERS;

/// Maximum number of declarations in other documents that are compared.
const MAX_SIGNATURES: usize = 8;

impl Resolver<'_, '_> {
    /// Returns the certainty of a reference that means the target or an overload of it: it stays the same for a call
    /// that only the target takes, and means another one if only others take it.
    pub(super) fn judge_overloads(&mut self, certainty: Certainty) -> Lookup<Option<Certainty>> {
        let has_overloads = self
            .tree
            .language
            .is_some_and(|language| language.overloads);
        let target = self.target;
        if !has_overloads || !target.kind.has_code() {
            return Ok(Some(certainty));
        }
        // Most functions have no namesake in their document, which need not be read.
        let named = self.codebase.named(&target.name)?;
        let here = named.iter().filter(|record| record.path == target.path);
        let is_alone = here.filter(|record| record.kind.has_code()).count() < 2;
        let Some(elsewhere) = self.signatures_elsewhere()? else {
            return Ok(Some(certainty.max(Likely)));
        };
        if !target.only_calls && is_alone && elsewhere.is_empty() {
            return Ok(Some(certainty));
        }
        let Some(view) = self.codebase.view(&target.path)? else {
            return Ok(Some(certainty));
        };
        let tree = &view.tree;
        let is_overload = |chunk: &&Chunk| {
            if target.only_calls {
                return chunk.kind == Kind::Constructor && chunk.owner() == target.name;
            }
            chunk.kind.has_code() && chunk.name == target.name && chunk.owner() == target.owner
        };
        let overloads: Vec<&Chunk> = tree.chunks.iter().filter(is_overload).collect();
        let mut own = overloads.iter();
        let Some(own) = own.find(|chunk| chunk.name_at.0 == target.line) else {
            // A prototype beside functions of its name.
            let is_prototype = target.only_calls && !overloads.is_empty();
            let lowest = if is_prototype { Likely } else { certainty };
            return Ok(Some(certainty.max(lowest)));
        };
        let name = own_name(own);
        let own_signature = signature(tree, own);
        let mut others: Vec<String> = Vec::new();
        for overload in overloads {
            // The same function may be declared for several platforms.
            let other = signature(tree, overload);
            if other != own_signature {
                others.push(other);
            }
        }
        let types = types_in(&own_signature, name);
        let is_own = |other: &String| types_in(other, name) == types;
        // Only a prototype states default values.
        let (mut own, elsewhere): (Vec<_>, Vec<_>) = elsewhere.into_iter().partition(is_own);
        own.push(own_signature);
        others.extend(elsewhere);
        if others.is_empty() {
            return Ok(Some(certainty));
        }
        let Some(count) = arguments(self.tree, self.reference.bytes.end as usize) else {
            return Ok(Some(certainty.max(Likely)));
        };
        let takes = |signature: &String| {
            parameters_in(signature, name).is_none_or(|numbers| numbers.contains(&count))
        };
        Ok(match (own.iter().any(takes), others.iter().any(takes)) {
            (true, false) => Some(certainty),
            (false, true) => None,
            _ => Some(certainty.max(Likely)),
        })
    }

    /// Returns the declarations of the target's qualified name in headers of C++, and in the site's document; none if
    /// there are too many.
    fn signatures_elsewhere(&mut self) -> Lookup<Option<Vec<String>>> {
        let target = self.target;
        let mut found = Vec::new();
        if !needs_body(self.tree) || target.only_calls {
            return Ok(Some(found));
        }
        for (record, member) in self.codebase.targets_named(&target.name)?.iter() {
            let extension = record.path.extension().unwrap_or_default();
            let is_visible = HEADERS.contains(&extension) || record.path == *self.tree.path();
            if member.owner != target.owner || record.path == target.path || !is_visible {
                continue;
            }
            if found.len() == MAX_SIGNATURES {
                return Ok(None);
            }
            let line = record.line_of(&target.name).unwrap_or(record.name_at.0);
            let signature = self.codebase.signature_at(&record.path, line)?;
            found.extend(signature.filter(|it| types_in(it, &target.name).is_some()));
        }
        Ok(Some(found))
    }
}

fn signature(tree: &ChunkTree, chunk: &Chunk) -> String {
    let text = &tree.document.text;
    text.slice(chunk.signature.clone()).into_owned()
}
