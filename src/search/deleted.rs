//! Declarations and files that git's HEAD has and the working tree no longer: results of `in:changed`.
//!
//! Contract of [`append()`]: they follow the ranked results, in the order of their paths and lines, and pass the
//! filters, phrases, patterns and words of the query.

use super::changed::{
    ChangedChunks, ChangedRepository, DeletedChunk, FileComparison, changed_repositories, limits,
};
use super::context::{SearchContext, SearchError};
use super::hit::Hit;
use super::literal::LiteralConditions;
use super::names::symbol_filter;
use super::query::{Form, Mode};
use super::retrieve::{excluded_words, filter_conditions};
use crate::chunk::{ChunkId, ChunkTree, Role};
use crate::corpus::{HeadCommit, SourcePath, content_hash};
use crate::index::{Condition, meets};
use std::collections::HashMap;
use std::sync::Arc;

/// Appends deleted chunks to the results of a query with `in:changed`, up to its limit.
pub(super) fn append(context: &SearchContext<'_>, hits: &mut Vec<Hit>) -> Result<(), SearchError> {
    let query = context.query;
    let Some(base) = query.changed_base() else {
        return Ok(());
    };
    let base = base.as_deref();
    if query.form == Form::LongText || hits.len() >= context.limit {
        return Ok(());
    }
    let mut clauses = filter_conditions::clauses(context)?;
    clauses.extend(excluded_words(query));
    if !query.words.trim().is_empty() {
        let words = query.words.clone();
        clauses.push(match query.mode {
            Mode::Symbol => Condition::Symbol(words).into(),
            _ => Condition::Words(words).into(),
        });
    }
    let texts = LiteralConditions::of(query);
    let reduced = &ChangedChunks::of(context, base)?.reduced;
    for repository in changed_repositories(context, base)? {
        let deleted = repository.changes.deleted.iter().cloned();
        let place = &repository.place;
        let reduced = reduced.iter().filter_map(|path| place.inner(path));
        let mut files: Vec<SourcePath> = deleted.chain(reduced).collect();
        if files.is_empty() {
            continue;
        }
        files.sort_unstable();
        let commit = HeadCommit::open_base(repository.reader.root(), base)?;
        for path in &files {
            context.check_cancelled()?;
            let Some((tree, deleted)) = read(context, &repository, &commit, path) else {
                continue;
            };
            let mut shown = None;
            for chunk in deleted {
                if hits.len() >= context.limit {
                    return Ok(());
                }
                // A long function is deleted as a whole.
                let whole = whole(&tree, &chunk);
                if whole.is_some() && whole == shown {
                    continue;
                }
                if let Some(hit) = hit(&tree, &chunk, whole.unwrap_or(chunk.leaf))
                    && let Some(text) = &hit.deleted
                    && meets(&tree, chunk.leaf, &clauses)?
                    && symbol_filter::accepts(query, &hit.record)
                    && texts.accepts(text.as_bytes())
                {
                    hits.push(hit);
                    shown = whole;
                }
            }
        }
    }
    Ok(())
}

/// Returns documents as they are at HEAD, or at the base of the query; none if it does not ask for changes.
///
/// # Errors
/// If HEAD or the base cannot be read.
pub fn documents_before<'p>(
    context: &SearchContext<'_>,
    paths: impl Iterator<Item = &'p SourcePath> + Clone,
) -> Result<HashMap<SourcePath, Arc<ChunkTree>>, SearchError> {
    let mut documents = HashMap::new();
    let Some(base) = context.query.changed_base() else {
        return Ok(documents);
    };
    let base = base.as_deref();
    for repository in changed_repositories(context, base)? {
        let commit = HeadCommit::open_base(repository.reader.root(), base)?;
        for path in paths.clone() {
            if !documents.contains_key(path)
                && let Some(inner) = repository.place.inner(path)
                && let Some(tree) = before(context, &repository, &commit, &inner)
            {
                documents.insert(path.clone(), Arc::new(tree));
            }
        }
    }
    Ok(documents)
}

/// Returns a document at HEAD; none if it must not be shown.
fn before(
    context: &SearchContext<'_>,
    repository: &ChangedRepository<'_>,
    commit: &HeadCommit,
    inner: &SourcePath,
) -> Option<ChunkTree> {
    let mut document = repository.reader.document_at_head(commit, inner)?;
    document.path = repository.place.path(inner);
    Some(ChunkTree::of(document, &limits(context)))
}

/// Returns a file at HEAD, and what was deleted of it; none if the file must not be shown.
fn read(
    context: &SearchContext<'_>,
    repository: &ChangedRepository<'_>,
    commit: &HeadCommit,
    inner: &SourcePath,
) -> Option<(ChunkTree, Vec<DeletedChunk>)> {
    let compared = FileComparison::read(context, commit, (&repository.place, inner));
    if let Some(comparison) = compared {
        let deleted = comparison.deleted();
        return Some((comparison.before, deleted));
    }
    let tree = before(context, repository, commit, inner)?;
    let mut deleted = Vec::new();
    for (leaf, chunk) in tree.leaves() {
        if !chunk.silent {
            let definition = None;
            deleted.push(DeletedChunk { leaf, definition });
        }
    }
    Some((tree, deleted))
}

/// The function of which a deleted leaf is a piece.
fn whole(tree: &ChunkTree, chunk: &DeletedChunk) -> Option<usize> {
    let leaf = &tree.chunks[chunk.leaf];
    let is_piece = leaf.role == Role::Piece && leaf.kind.has_code();
    leaf.parent.filter(|_| is_piece)
}

/// The result of a deleted chunk, which `shown` is or contains, with its text.
fn hit(tree: &ChunkTree, chunk: &DeletedChunk, shown: usize) -> Option<Hit> {
    let mut hit = Hit::of_chunk(tree, shown)?;
    let mut text = tree.text(&tree.chunks[shown]).into_owned();
    if let Some((definition, end)) = &chunk.definition {
        let record = &mut hit.record;
        record.lines = (definition.line, *end);
        record.name_at = (definition.line, 1);
        record.definitions.clear();
        if !record.name.is_empty() {
            record.names.pop();
        }
        record.name.clone_from(&definition.name);
        record.names.push(definition.name.clone());
        let document = &tree.document.text;
        text = document
            .slice(document.lines(definition.line, *end))
            .into_owned();
    }
    // The working tree may have a chunk of the same id.
    hit.record.id = ChunkId(hit.record.id.0 ^ content_hash(text.as_bytes()));
    hit.deleted = Some(text.into());
    Some(hit)
}
