//! Declarations by a name, a location, an id, a file or filters.
//!
//! Principal types: [`DeclarationTarget`], which names them, and [`FoundDeclarations`].

use super::hits::complete_query;
use super::missing::NotFound;
use super::similar::only_filters;
use super::subject::{Subject, record_with_id};
use super::target::ChunkTarget;
use crate::chunk::{ChunkId, ChunkTree, Kind, Role, Symbol, qualified_name};
use crate::context::{Declaration, EarlierDocuments, Sources};
use crate::corpus::SourcePath;
use crate::index::Snapshot;
use crate::search::{Hit, Mode, Query, SearchContext, documents_before, passing_count, search};
use anyhow::{Context, Result, bail, ensure};
use std::collections::HashSet;
use std::path::Path;

/// Maximum number of declarations with a name, or a similar one, that are considered.
const MAX_CANDIDATES: usize = 100;
/// Maximum number that are listed.
const MAX_NAMED: usize = 1_000;
/// Maximum number of declarations that filters choose.
const MAX_FILTERED: usize = 10_000;

/// Declarations as a person or a program names them.
pub(crate) enum DeclarationTarget {
    /// A chunk by its id.
    Id(ChunkId),
    /// The chunk on a 1-based line of a file, at a column in bytes if there is one.
    Line(SourcePath, (u32, Option<u32>)),
    /// All declarations of a file.
    File(SourcePath),
    /// A name: `Session.get`.
    Name(String),
    /// All declarations that pass filters: `in:changed`.
    Filters(Box<Query>),
}

/// The declarations of a target.
#[derive(Default)]
pub(crate) struct FoundDeclarations {
    pub(crate) found: Vec<Declaration>,
    /// Other declarations with the name.
    pub(crate) namesakes: Vec<Declaration>,
    /// Locations and names of further ones, which were not read.
    further: Vec<String>,
    /// Documents as they were before declarations in them were deleted.
    pub(crate) earlier: EarlierDocuments,
    /// Number of chunks that filters chose whose users cannot be looked up: imports, statements, and those in no document.
    pub(crate) unfollowed: usize,
}

impl FoundDeclarations {
    /// The declarations and those with the same name; only the functions among them if there are any, since a type with
    /// the name of a function, `struct stat`, is not what calls and is called.
    pub(crate) fn with_namesakes(mut self) -> Vec<Declaration> {
        let is_function =
            |one: &Declaration| matches!(one.kind, Kind::Function | Kind::Method | Kind::Macro);
        // A field is in the chunk of its type.
        let is_type = |one: &Declaration| one.kind.is_type() && one.symbol.is_none();
        let mut named = self.found.first().into_iter().chain(&self.namesakes);
        if named.any(is_function) {
            if self.found.first().is_some_and(is_type) {
                self.found.clear();
            }
            self.namesakes.retain(|other| !is_type(other));
        }
        self.found.append(&mut self.namesakes);
        self.found
    }

    /// Locations and names of the namesakes.
    pub(crate) fn others(&self) -> impl Iterator<Item = String> {
        let read = self.namesakes.iter().map(|other| {
            let name = qualified_name(&other.names, other.kind);
            format!("{}:{} {name}", other.path, other.line)
        });
        read.chain(self.further.iter().cloned())
    }

    /// A sentence about declarations with the name that were not read.
    pub(crate) fn unread(&self) -> Option<String> {
        let first = self.further.first()?;
        let count = self.further.len();
        Some(format!(
            "{count} more declarations of this name were not looked at, such as {first}; name one by FILE:LINE"
        ))
    }
}

impl DeclarationTarget {
    /// Parses a name, a location, an id, a file or filters. Paths are relative to `base`; `file` returns the document of
    /// a file that exists.
    ///
    /// # Errors
    /// If the text is none of these.
    pub(crate) fn parse(
        text: &str,
        base: &Path,
        file: impl Fn(&Path) -> Result<SourcePath>,
    ) -> Result<Self> {
        let text = text.trim();
        let exists = |path: &Path| base.join(path).symlink_metadata().is_ok();
        match text.parse() {
            Ok(ChunkTarget::Id(id)) => return Ok(Self::Id(id)),
            Ok(ChunkTarget::Lines(path, at, _)) => {
                ensure!(exists(&path), "{}: no such file", path.display());
                return Ok(Self::Line(file(&path)?, at));
            }
            Err(_) => {}
        }
        if !text.is_empty() && exists(Path::new(text)) {
            return Ok(Self::File(file(Path::new(text))?));
        }
        if text.contains(':') && !text.contains("::") {
            let query = only_filters(text).with_context(|| {
                format!("{text:?} is neither a name, nor FILE:LINE, nor filters")
            })?;
            return Ok(Self::Filters(Box::new(query)));
        }
        declared_name(text).map(Self::Name)
    }

    /// Finds the declarations. `context` is that of any search.
    ///
    /// # Errors
    /// [`NotFound`] if there are none.
    pub(crate) fn declarations(
        &self,
        context: &SearchContext<'_>,
        sources: &mut Sources,
    ) -> Result<FoundDeclarations> {
        let mut resolved = FoundDeclarations::default();
        resolved.found = match self {
            Self::Id(id) => {
                let root = context.reader.root().path();
                match record_with_id(Some(context.snapshot), root, *id) {
                    Ok(record) => {
                        let subject = Subject::with_id(sources, &record, context.cancel)?;
                        within(&subject.tree, subject.chunk, None)
                    }
                    Err(unknown) => {
                        let (deleted, earlier) = deleted(context, *id).ok_or(unknown)?;
                        resolved.earlier = earlier;
                        vec![deleted]
                    }
                }
            }
            Self::Line(path, at) => {
                let subject = Subject::on_line(sources, path, *at, context.cancel)?;
                within(&subject.tree, subject.chunk, subject.symbol.as_ref())
            }
            Self::File(path) => {
                let tree = sources.tree(path, context.cancel)?;
                within(&tree, 0, None)
            }
            Self::Name(name) => {
                let (named, further) = named(context, sources, name)?;
                resolved.further = further;
                let Some((first, others)) = named.split_first() else {
                    bail!(NotFound(format!(
                        "no declaration is named {name:?}; use `search` to find the name, or FILE:LINE"
                    )));
                };
                let found = within(&first.tree, first.chunk, first.symbol.as_ref());
                resolved.namesakes = namesakes(&found, others);
                found
            }
            Self::Filters(query) => {
                let mut context = SearchContext {
                    query,
                    limit: MAX_FILTERED,
                    ..*context
                };
                // Deleted ones have no number without a list of all.
                if query.lists_changes() {
                    context.limit = usize::MAX;
                }
                let mut answer = search(&context, None)?;
                let rest = answer.hits.split_off(answer.hits.len().min(MAX_FILTERED));
                resolved.unfollowed += rest.len();
                if answer.has_more {
                    resolved.unfollowed += passing_count(&context)?.saturating_sub(MAX_FILTERED);
                }
                let deleted = answer.hits.iter().filter(|hit| hit.deleted.is_some());
                let paths = deleted.clone().map(|hit| &hit.record.path);
                resolved.earlier = documents_before(&context, paths)?;
                let mut found = Vec::new();
                let mut hits = Vec::with_capacity(answer.hits.len());
                for hit in answer.hits {
                    let copies = copies(&hit, context.snapshot)?;
                    hits.push(hit);
                    hits.extend(copies);
                }
                for Hit {
                    record, deleted, ..
                } in &hits
                {
                    let declaration = match (deleted, resolved.earlier.get(&record.path)) {
                        (Some(_), Some(tree)) => declared_on(tree, record.name_at.0),
                        (Some(_), None) => None,
                        (None, _) => Subject::with_id(sources, record, context.cancel)
                            .ok()
                            .and_then(|subject| {
                                Declaration::of(&subject.tree, subject.chunk, None)
                            }),
                    };
                    // Nothing uses imports and statements by a name.
                    let is_named = declaration.as_ref().is_some_and(|declaration| {
                        deleted.is_some() || !matches!(declaration.kind, Kind::Imports | Kind::Code)
                    });
                    resolved.unfollowed += usize::from(!is_named);
                    found.extend(declaration);
                }
                found
            }
        };
        if resolved.found.is_empty() && resolved.unfollowed == 0 {
            bail!(NotFound(match self {
                Self::Filters(query) => format!("no declaration passes {}", query.text.trim()),
                _ => "no declaration is there".to_owned(),
            }));
        }
        Ok(resolved)
    }
}

/// Parses the name of a declaration.
///
/// # Errors
/// If the text has spaces, or none but spaces.
pub(crate) fn declared_name(text: &str) -> Result<String> {
    ensure!(
        !text.is_empty() && !text.contains(char::is_whitespace),
        "{text:?} is neither a name, nor FILE:LINE, nor an id; use `search` to describe code"
    );
    Ok(text.replace("::", "."))
}

/// The declaration that was deleted since git's HEAD, by the id of its result, and its document.
fn deleted(context: &SearchContext<'_>, id: ChunkId) -> Option<(Declaration, EarlierDocuments)> {
    let query = complete_query("in:changed", Mode::Keywords);
    let context = SearchContext {
        query: &query,
        limit: usize::MAX,
        ..*context
    };
    let hits = search(&context, None).ok()?.hits;
    let mut deleted = hits.iter().filter(|hit| hit.deleted.is_some());
    let record = &deleted.find(|hit| hit.record.id == id)?.record;
    let earlier = documents_before(&context, std::iter::once(&record.path)).ok()?;
    let declaration = declared_on(earlier.get(&record.path)?, record.name_at.0)?;
    Some((declaration, earlier))
}

/// The declaration with its name on a line.
fn declared_on(tree: &ChunkTree, line: u32) -> Option<Declaration> {
    let leaf = tree.leaf_at_line(line)?;
    Declaration::of(tree, leaf, Some(&Symbol::OnLine(line)))
}

/// The other declarations with a name.
fn namesakes(found: &[Declaration], others: &[Subject]) -> Vec<Declaration> {
    let mut seen: HashSet<_> = found.iter().map(Declaration::key).collect();
    let mut namesakes = Vec::new();
    for other in others {
        let declaration = Declaration::of(&other.tree, other.chunk, other.symbol.as_ref());
        namesakes.extend(declaration.filter(|other| seen.insert(other.key())));
    }
    namesakes
}

/// Finds the chunks that declare a name, the best one first; without one, the best that is similar. Beyond a maximum,
/// chunks are not read, and their locations and names are returned.
fn named(
    context: &SearchContext<'_>,
    sources: &mut Sources,
    name: &str,
) -> Result<(Vec<Subject>, Vec<String>)> {
    let (mut hits, is_exact) = hits_named(context, name)?;
    if !is_exact {
        hits.truncate(1);
    }
    let further = hits.split_off(hits.len().min(MAX_CANDIDATES));
    let mut further: Vec<String> = further.iter().map(location_and_name).collect();
    let mut found = Vec::new();
    for hit in hits {
        match Subject::with_id(sources, &hit.record, context.cancel) {
            Ok(mut subject) => {
                subject.symbol = hit.symbol();
                found.push(subject);
            }
            Err(why) if found.is_empty() => return Err(why),
            // A file that cannot be read any more does not hide those that can.
            Err(_) => further.push(location_and_name(&hit)),
        }
    }
    Ok((found, further))
}

/// `src/session.py:12 Session.get`.
pub(crate) fn location_and_name(hit: &Hit) -> String {
    let record = &hit.record;
    let name = qualified_name(&hit.names(), record.kind);
    let (line, _) = hit.explanation.located_at.unwrap_or(record.name_at);
    format!("{}:{line} {name}", record.path)
}

/// Finds the declarations of a name, `Session.get`, up to a maximum, and true if they are spelled exactly so; without such
/// ones, those whose names are equal but for case and marks.
pub(crate) fn hits_named(context: &SearchContext<'_>, name: &str) -> Result<(Vec<Hit>, bool)> {
    let query = complete_query(&format!("sym:{name}"), Mode::Keywords);
    let context = SearchContext {
        query: &query,
        limit: MAX_NAMED,
        ..*context
    };
    let mut hits = Vec::new();
    for hit in search(&context, None)?.hits {
        let copies = copies(&hit, context.snapshot)?;
        hits.push(hit);
        hits.extend(copies);
    }
    hits.truncate(MAX_NAMED);
    let last = name.rsplit('.').next().map(folded);
    let (mut exact, mut similar) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for hit in hits {
        let hit = declaration_of(hit, &context)?;
        if !seen.insert((hit.record.id, hit.symbol())) {
            continue;
        }
        // A name within a piece is below that of the piece, which has a number.
        let names = hit.names();
        let names = names.iter().filter_map(|name| name.split('#').next());
        let names: Vec<&str> = names.collect();
        // A name of R has points.
        let outer = names.join(".");
        let outer = outer.strip_suffix(name);
        if outer.is_some_and(|outer| outer.is_empty() || outer.ends_with('.')) {
            exact.push(hit);
        } else if names.last().map(|own| folded(own)) == last {
            similar.push(hit);
        }
    }
    // A type before its constructor, which has its name too.
    exact.sort_by_key(|hit| hit.record.kind == Kind::Constructor);
    let is_exact = !exact.is_empty();
    Ok((if is_exact { exact } else { similar }, is_exact))
}

/// The declarations with the text of a hit, which a search lists as one result.
fn copies(hit: &Hit, snapshot: &Snapshot) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    if hit.locations.is_empty() {
        return Ok(found);
    }
    for entry in snapshot.copies(snapshot.content_of_record(&hit.record)) {
        let record = snapshot.record(entry)?;
        let mut locations = hit.locations.iter();
        if !locations.any(|(path, line)| *path == record.path && *line == record.lines.0) {
            continue;
        }
        let mut copy = hit.clone();
        if let Some((line, _)) = &mut copy.explanation.located_at {
            *line = (*line + record.lines.0).saturating_sub(hit.record.lines.0);
        }
        copy.record = record;
        copy.locations.clear();
        found.push(copy);
    }
    found.sort_by(|one, other| one.record.path.cmp(&other.record.path));
    Ok(found)
}

/// A name without case and marks; one of marks as it is.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    let folded: String = letters.flat_map(char::to_lowercase).collect();
    if folded.is_empty() {
        return name.to_owned();
    }
    folded
}

/// The declaration for a hit that is a piece of it; other hits as they are.
fn declaration_of(mut hit: Hit, context: &SearchContext<'_>) -> Result<Hit> {
    if hit.record.role == Role::Piece
        && hit.symbol().is_none()
        && let Some(parent) = hit.record.parent
        && let Some(record) = context.snapshot.find(parent)?
    {
        hit.ancestors.pop();
        hit.record = record;
    }
    Ok(hit)
}

/// The declaration of a chunk, or the definition in it that a symbol selects; without one, also all in it.
fn within(tree: &ChunkTree, chunk: usize, symbol: Option<&Symbol>) -> Vec<Declaration> {
    let Some(own) = Declaration::of(tree, chunk, symbol) else {
        return Vec::new();
    };
    let mut around = 0..0;
    if own.symbol.is_none()
        && let Some(chunk) = own.chunk(tree)
    {
        around = chunk.bytes.clone();
    }
    let mut seen = HashSet::from([own.key()]);
    let mut found = vec![own];
    for (index, leaf) in tree.leaves() {
        if leaf.bytes.start < around.start || around.end < leaf.bytes.end {
            continue;
        }
        let mut inner = Vec::new();
        if leaf.kind == Kind::Items {
            // A run of definitions is several declarations.
            for (name, _) in tree.names_defined(leaf) {
                let symbol = Symbol::Named(name.to_owned());
                inner.extend(Declaration::of(tree, index, Some(&symbol)));
            }
        } else {
            inner.extend(Declaration::of(tree, index, None));
        }
        inner.retain(|inner| seen.insert(inner.key()));
        found.extend(inner);
    }
    found
}
