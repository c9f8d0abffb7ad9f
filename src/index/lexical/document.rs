//! A chunk as a tantivy document.

use super::schema::{ENTRY, FILE, Fields};
use crate::chunk::{Chunk, ChunkTree, Role, is_own};
use crate::embed::EmbeddingKey;
use crate::index::{IndexError, Record};
use std::collections::BTreeSet;
use tantivy::TantivyDocument;

/// The document of a chunk; `key` marks it as an entry, whose text is indexed.
pub(in crate::index) fn document(
    fields: &Fields,
    tree: &ChunkTree,
    chunk: &Chunk,
    key: Option<EmbeddingKey>,
) -> Result<TantivyDocument, IndexError> {
    let record = Record::of(tree, chunk, key);
    let bytes = record
        .encode()
        .map_err(|error| IndexError::Damaged(error.to_string()))?;
    let mut document = TantivyDocument::new();
    document.add_u64(fields.id, chunk.id.0);
    document.add_u64(fields.key, key.map_or(0, |key| key.0));
    let entry = match key {
        Some(_) => ENTRY,
        None if chunk.parent.is_none() => FILE,
        None => 0,
    };
    document.add_u64(fields.entry, entry);
    document.add_bytes(fields.record, &bytes);
    document.add_text(fields.path, tree.path().as_str());
    for name in declared(tree, chunk) {
        document.add_text(fields.name, name);
    }
    if key.is_none() {
        return Ok(document);
    }
    for name in referred(tree, chunk) {
        document.add_text(fields.reference, name);
    }
    document.add_text(fields.kind, chunk.kind.name());
    let mut languages = BTreeSet::new();
    languages.extend(tree.path().extension().map(str::to_lowercase));
    if let Some(language) = chunk.language {
        languages.insert(language.name().to_owned());
        languages.extend(language.aliases().iter().map(|alias| (*alias).to_owned()));
    }
    for language in languages {
        document.add_text(fields.language, language);
    }
    let text = &tree.document.text;
    document.add_text(fields.symbol, &chunk.name);
    for definition in &chunk.definitions {
        document.add_text(fields.symbol, &definition.name);
    }
    let above = chunk
        .names
        .iter()
        .skip(1)
        .take(chunk.names.len().saturating_sub(2));
    for name in above {
        document.add_text(fields.place, name);
    }
    document.add_text(fields.place, tree.path().as_str());
    document.add_text(fields.docs, text.slice(chunk.docs.clone()));
    document.add_text(fields.body, text.slice(chunk.bytes.clone()));
    Ok(document)
}

/// Names that lead to a chunk: its own, where it is all of what is called so, and those that it
/// defines.
fn declared<'c>(tree: &ChunkTree, chunk: &'c Chunk) -> impl Iterator<Item = &'c str> {
    let parent = chunk.parent.and_then(|parent| tree.chunks.get(parent));
    // A header that is cut into pieces has its parent's names.
    let is_header = parent.is_some_and(|parent| parent.names == chunk.names);
    let whole = !is_header && matches!(chunk.role, Role::Parent | Role::Body | Role::Gap);
    let own = (whole && !chunk.name.is_empty() && chunk.parent.is_some()).then_some(&*chunk.name);
    let defined = chunk.definitions.iter();
    own.into_iter()
        .chain(defined.map(|definition| &*definition.name))
}

/// Names that a chunk calls, uses or imports, and again behind what stands before them. What is
/// behind `self` is behind the type around it.
fn referred(tree: &ChunkTree, chunk: &Chunk) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for reference in tree.references_of(chunk) {
        let name = tree.word(&reference.bytes);
        let qualifier = tree.word(&reference.qualifier);
        if !qualifier.is_empty() {
            let owner = match is_own(&qualifier) {
                true => chunk.owner(),
                false => &qualifier,
            };
            names.insert(format!("{owner}.{name}"));
        }
        names.insert(name.into_owned());
    }
    for import in tree.imports_of(chunk) {
        let name = match import.name.as_str() {
            "" | "*" => import.module_name(),
            name => name,
        };
        names.insert(name.to_owned());
    }
    names
}
