//! Initializer lists of constructors of C++: `Whole() : part_(3) {}` constructs the type of the field `part_`.

use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::syntax::{Language, Reference};
use regex::Regex;
use std::sync::LazyLock;

/// The name of a field after its type, unless that is a pointer.
static FIELD: LazyLock<Regex> = regex!(r"^(?:<[^;{}()]*>)?\s+(\w+)\s*[;{=\[]");
/// Maximum length of a field after its type, in bytes.
const MAX_FIELD: u32 = 120;

/// Returns the references to a type in a document of C++ that declare a field, each with the name of the field.
pub(super) fn fields_of_type<'t>(
    tree: &'t ChunkTree,
    name: &str,
) -> impl Iterator<Item = (&'t Reference, String)> {
    let has_fields = tree.language.is_some_and(has_initializers);
    let types = has_fields.then(|| tree.references_to(name)).into_iter();
    types.flatten().filter_map(move |reference| {
        let end = reference.bytes.end;
        let after = tree.word(&(end..end.saturating_add(MAX_FIELD)));
        let field = FIELD.captures(&after)?[1].to_owned();
        let leaf = tree.leaf_at(reference.bytes.start as usize)?;
        (!leaf.kind.has_code()).then_some((reference, field))
    })
}

/// Returns true for C++.
fn has_initializers(language: Language) -> bool {
    language.needs_body && language.overloads
}

/// Returns true for a name in the initializer list of a constructor: `part_` of `Whole() : part_(3) {}`.
pub(super) fn is_initializer(tree: &ChunkTree, leaf: &Chunk, reference: &Reference) -> bool {
    if !tree.language.is_some_and(has_initializers) || tree.whole(leaf).kind != Kind::Constructor {
        return false;
    }
    let (start, end) = (reference.bytes.start as usize, reference.bytes.end);
    let before = tree.document.text.slice(leaf.bytes.start..start);
    let before = before.trim_end();
    let is_item = before.ends_with(',') || (before.ends_with(':') && !before.ends_with("::"));
    let after = tree.word(&(end..end.saturating_add(1)));
    is_item && after.starts_with(['(', '{'])
}
