//! Overloads: declarations with one qualified name, told apart by the number and the types of their parameters.

use super::argument::{Taken, type_of_parameter};
use super::judge::Resolver;
use super::parameters::{arguments, list_in, own_name, parameters_in, types_in};
use super::qualified::is_parameter;
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::context::relation::relations::Certainty::{self, Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::{HEADERS, is_callable};
use std::collections::HashSet;

/// Maximum number of declarations in other documents that are compared.
const MAX_SIGNATURES: usize = 8;
/// Maximum number of declarations in the target's document that are compared: generated ones may be very many.
const MAX_OVERLOADS: usize = 100;

impl Resolver<'_, '_> {
    /// Returns the certainty of a reference that means the target or an overload of it: it stays the same for a call
    /// that only the target takes, and means another one if only others take it.
    pub(super) fn judge_overloads(&mut self, certainty: Certainty) -> Lookup<Option<Certainty>> {
        let target = self.target;
        if !self.language.overloads || !target.kind.has_code() {
            return Ok(Some(certainty));
        }
        // Most functions have no namesake in their document, which need not be read.
        let named = self.codebase.named(&target.name)?;
        let here = named
            .iter()
            .filter(|record| record.path == target.path && record.kind.has_code());
        let of_type = here
            .clone()
            .filter(|record| target.owner.is_empty() || record.names.contains(&target.owner));
        if of_type.count() > MAX_OVERLOADS {
            return Ok(Some(Possible));
        }
        let is_alone = here.count() < 2;
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
        let mut others = elsewhere;
        others.retain(|other| !is_override(&own_signature, other, name));
        // Types in one document may have one name.
        let of_own_type = overloads.iter().filter(|chunk| chunk.names == own.names);
        others.extend(of_own_type.map(|chunk| signature(tree, chunk)));
        if target.only_calls {
            let types = tree.chunks.iter().filter(|chunk| chunk.kind.is_type());
            let same = types.filter(|chunk| chunk.name == target.name);
            let primary = same.map(|chunk| signature(tree, chunk));
            let primary = primary.filter(|header| has_parameters(header, &target.name));
            others.extend(primary.map(|header| header.replacen(&target.name, name, 1)));
        }
        let types = types_in(&own_signature, name);
        // Only a prototype states default values; the same function may be declared for several platforms.
        let (own, others): (Vec<_>, Vec<_>) = others
            .into_iter()
            .partition(|other| *other == own_signature || types_in(other, name) == types);
        if others.is_empty() {
            return Ok(Some(certainty));
        }
        let Some(list) = arguments(self.tree, self.reference.bytes.end as usize) else {
            return Ok(Some(Possible));
        };
        let takes = |signature: &&String| {
            parameters_in(signature, name).is_none_or(|numbers| numbers.contains(&list.len()))
        };
        let own: Vec<&String> = own.iter().filter(takes).collect();
        let others: Vec<&String> = others.iter().filter(takes).collect();
        match (own.as_slice(), others.as_slice()) {
            ([], []) => Ok(Some(Possible)),
            ([], _) => Ok(None),
            (_, []) => Ok(Some(certainty)),
            ([own, ..], others) => self.judge_types(certainty, own, others, &list),
        }
    }

    /// Returns the certainty of a call that several overloads take, by the types of its arguments.
    fn judge_types(
        &mut self,
        certainty: Certainty,
        own: &str,
        others: &[&String],
        list: &[String],
    ) -> Lookup<Option<Certainty>> {
        // Values of C++ are converted to the types of parameters.
        if self.language.needs_body {
            let is_in_type = self.is_in_file() && self.own_type() == self.target.owner;
            let lowest = if is_in_type { Likely } else { Possible };
            return Ok(Some(certainty.max(lowest)));
        }
        let mut types = Vec::new();
        for argument in list {
            types.push(self.types_of_argument(argument)?);
        }
        let name = &self.target.name;
        let mut taken = Vec::new();
        for signature in others {
            taken.push(self.taken(&list_in(signature, name).unwrap_or_default(), &types)?);
        }
        let own = self.taken(&list_in(own, name).unwrap_or_default(), &types)?;
        taken.retain(Taken::is_possible);
        Ok(if !own.is_possible() {
            (taken.is_empty()).then_some(Possible)
        } else if taken.iter().all(|other| own.beats(other)) {
            Some(certainty)
        } else {
            let is_other = taken.iter().any(|other| other.beats(&own));
            (!is_other).then_some(Possible)
        })
    }

    /// Returns the declarations of the target's name that are in other types or documents and visible at the site: in
    /// headers of C++ and in the site's document, otherwise in bases and subtypes of the target's type. None if there are
    /// too many.
    fn signatures_elsewhere(&mut self) -> Lookup<Option<Vec<String>>> {
        let target = self.target;
        let mut found = Vec::new();
        if target.only_calls {
            return Ok(Some(found));
        }
        let has_headers = self.language.needs_body;
        let own = self.codebase.lineage(&target.owner)?;
        let mut types = HashSet::new();
        for (record, member) in self.codebase.targets_named(&target.name)?.iter() {
            let is_visible = if has_headers {
                let extension = record.path.extension().unwrap_or_default();
                let is_header = HEADERS.contains(&extension);
                let is_near = is_header || record.path == *self.tree.path();
                is_near && member.owner == target.owner && record.path != target.path
            } else {
                let bases = self.codebase.lineage(&member.owner)?;
                let is_other = is_callable(record.kind) && member.owner != target.owner;
                is_other && (own.contains(&member.owner) || bases.contains(&target.owner))
            };
            if !is_visible {
                continue;
            }
            let line = record.line_of(&target.name).unwrap_or(record.name_at.0);
            let signature = self
                .codebase
                .signature_at(&record.path, line, &target.name)?;
            // Most members of subtypes override the target.
            if let Some(signature) = signature
                && let stated = types_in(&signature, &target.name)
                && stated.is_some()
                && types.insert(stated)
            {
                found.push(signature);
            }
            if found.len() > MAX_SIGNATURES {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }
}

/// Returns true if two methods of a name differ only where one of them has a type parameter, `E` or `TEvent`: `handle(E event)`
/// and `handle(Created event)`.
fn is_override(one: &str, other: &str, name: &str) -> bool {
    let types = |signature| {
        let list = list_in(signature, name).unwrap_or_default().into_iter();
        list.map(|parameter| type_of_parameter(&parameter))
            .collect::<Vec<_>>()
    };
    let (one, other) = (types(one), types(other));
    let is_open = |name: &str| {
        let rest = name.strip_prefix('T').unwrap_or_default();
        is_parameter(name) || rest.starts_with(char::is_uppercase)
    };
    let mut pairs = one.iter().zip(&other);
    one.len() == other.len()
        && one != other
        && pairs.all(|(one, other)| one == other || is_open(one) || is_open(other))
}

/// Returns true for the header of a type with the parameters of a constructor: `class Crate(n: Int) : Box()`.
fn has_parameters(header: &str, name: &str) -> bool {
    let after = header
        .split_once(name)
        .and_then(|(_, after)| after.split_once('('));
    after.is_some_and(|(before, _)| !before.contains(':') && !before.contains("extends "))
}

fn signature(tree: &ChunkTree, chunk: &Chunk) -> String {
    let text = &tree.document.text;
    text.slice(chunk.signature.clone()).into_owned()
}
