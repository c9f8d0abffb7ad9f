//! Chunks that differ from git's HEAD.
//!
//! Principal type: [`ChangedChunks`]. A chunk is changed if its text is not that of the same chunk at HEAD and a
//! line of it was added, modified or removed. A declaration is deleted if HEAD has it and the file no longer.

use super::context::{Result, SearchContext};
use super::repositories;
use crate::chunk::{
    Chunk, ChunkId, ChunkTree, Definition, Kind, Limits, Role, file_id, whole_name,
};
use crate::corpus::{
    Document, Extraction, FileChange, FileChanges, HeadCommit, LineRanges, Place, SourcePath,
    have_same_lines, line_changes,
};
use crate::extract::DocumentReader;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// The chunks that differ from HEAD.
#[derive(Default)]
pub(super) struct ChangedChunks {
    /// Files of which every chunk is changed, sorted.
    pub(super) files: Vec<SourcePath>,
    /// Changed leaves of other files, and these files, sorted.
    pub(super) chunks: Vec<ChunkId>,
    /// Files without a declaration that HEAD has, sorted.
    pub(super) reduced: Vec<SourcePath>,
    /// Files of which only the ends of lines differ.
    line_ends: Vec<SourcePath>,
}

/// A leaf at HEAD that was deleted, or one of the names that it defines.
pub(super) struct DeletedChunk {
    /// Index in the tree of HEAD.
    pub(super) leaf: usize,
    /// The deleted definition of a run, with its last line.
    pub(super) definition: Option<(Definition, u32)>,
}

/// A repository, and its files that differ from HEAD or from the base that a filter names.
pub(super) struct ChangedRepository<'c> {
    pub(super) place: Place,
    pub(super) reader: &'c DocumentReader,
    /// With paths in the repository.
    pub(super) changes: Arc<FileChanges>,
}

/// The repositories that pass the query's filters on them, with their changes.
pub(super) fn changed_repositories<'c>(
    context: &SearchContext<'c>,
    base: Option<&str>,
) -> Result<Vec<ChangedRepository<'c>>> {
    let (snapshot, cancel) = (context.snapshot, context.cancel);
    let (generation, paths) = (snapshot.generation().0, snapshot.paths()?);
    let mut changed = Vec::new();
    for (place, reader) in context.reader.repositories() {
        if !repositories::passes(context, &place) {
            continue;
        }
        let mut inner = Arc::clone(paths);
        if !place.as_str().is_empty() {
            inner = paths.iter().filter_map(|path| place.inner(path)).collect();
        }
        match reader.changed_files(base, generation, &inner, cancel) {
            Ok(changes) => changed.push(ChangedRepository {
                place,
                reader,
                changes,
            }),
            Err(why) => return Err(why.of(&place).into()),
        }
    }
    Ok(changed)
}

/// Limits by which the documents of the index are cut.
pub(super) fn limits(context: &SearchContext<'_>) -> Limits {
    let identity = context.snapshot.identity();
    Limits {
        leaf: identity.leaf_limit,
        parse: identity.parse_limit,
        ..Limits::default()
    }
}

impl ChangedChunks {
    /// Returns the changed chunks, remembered as long as the changed files are.
    pub(super) fn of(context: &SearchContext<'_>, base: Option<&str>) -> Result<Arc<Self>> {
        let mut repositories = changed_repositories(context, base)?;
        if repositories.len() == 1 {
            return Self::of_repository(context, base, &repositories.remove(0));
        }
        let mut all = Self::default();
        for repository in &repositories {
            let changed = Self::of_repository(context, base, repository)?;
            all.files.extend_from_slice(&changed.files);
            all.chunks.extend_from_slice(&changed.chunks);
            all.reduced.extend_from_slice(&changed.reduced);
            all.line_ends.extend_from_slice(&changed.line_ends);
        }
        all.chunks.sort_unstable();
        Ok(Arc::new(all))
    }

    /// A sentence about files whose lines look the same as at HEAD.
    pub(super) fn note_on_line_ends(&self) -> Option<String> {
        let first = self.line_ends.first()?;
        Some(match self.line_ends.len() {
            1 => format!("{first} differs in the ends of lines only"),
            files => format!("{files} files differ in the ends of lines only, such as {first}"),
        })
    }

    fn of_repository(
        context: &SearchContext<'_>,
        base: Option<&str>,
        repository: &ChangedRepository<'_>,
    ) -> Result<Arc<Self>> {
        let (place, changes) = (&repository.place, &repository.changes);
        let known = changes.derived.get();
        if let Some(Ok(known)) = known.map(|known| Arc::clone(known).downcast()) {
            return Ok(known);
        }
        let commit = HeadCommit::open_base(repository.reader.root(), base)?;
        let mut changed = Self::default();
        for (path, change) in &changes.files {
            context.check_cancelled()?;
            match change {
                FileChange::Modified => changed.add(context, &commit, (place, path)),
                FileChange::New => changed.files.push(place.path(path)),
            }
        }
        changed.files.sort_unstable();
        changed.chunks.sort_unstable();
        changed.reduced.sort_unstable();
        let changed = Arc::new(changed);
        // Another thread may have been faster.
        _ = changes.derived.set(Arc::clone(&changed) as _);
        Ok(changed)
    }

    /// Adds the changed chunks of a file; all of them if its lines cannot be compared.
    fn add(
        &mut self,
        context: &SearchContext<'_>,
        commit: &HeadCommit,
        (place, inner): (&Place, &SourcePath),
    ) {
        let path = place.path(inner);
        let Some(comparison) = FileComparison::read(context, commit, (place, inner)) else {
            return self.files.push(path);
        };
        self.chunks.push(file_id(&path));
        self.chunks.extend(comparison.changed());
        if comparison.is_of_line_ends {
            self.line_ends.push(path.clone());
        }
        if !comparison.deleted().is_empty() {
            self.reduced.push(path);
        }
    }
}

/// A file at HEAD and in the working tree.
pub(super) struct FileComparison {
    pub(super) before: ChunkTree,
    after: ChunkTree,
    lines: Vec<LineRanges>,
    is_of_line_ends: bool,
}

impl FileComparison {
    /// Reads and cuts both; none if their lines cannot be compared.
    pub(super) fn read(
        context: &SearchContext<'_>,
        commit: &HeadCommit,
        (place, inner): (&Place, &SourcePath),
    ) -> Option<Self> {
        if Extraction::of(inner).is_some() {
            return None;
        }
        let (before, after) = commit.contents(inner).ok()??;
        let path = place.path(inner);
        let (document, _) = context.reader.read(&path, context.cancel).ok()?;
        let lines = line_changes(before.bytes(), after.bytes());
        let is_of_line_ends = !lines.is_empty() && have_same_lines(before.bytes(), after.bytes());
        let limits = limits(context);
        Some(Self {
            before: ChunkTree::of(Document::new(path, before), &limits),
            after: ChunkTree::of(document, &limits),
            lines,
            is_of_line_ends,
        })
    }

    /// Returns the changed leaves; at least one, which represents changes outside of all indexed leaves,
    /// unless declarations were deleted.
    pub(super) fn changed(&self) -> Vec<ChunkId> {
        let known: HashMap<ChunkId, &Chunk> = listed(&self.before)
            .map(|(_, leaf)| (leaf.id, leaf))
            .collect();
        let texts: HashSet<u64> = known.values().map(|leaf| leaf.hash).collect();
        let deleted = self.deleted();
        // The rest of a run of definitions is as it was when some of them go.
        let shortened: HashSet<ChunkId> = deleted
            .iter()
            .filter(|deleted| deleted.definition.is_some())
            .map(|deleted| self.before.chunks[deleted.leaf].id)
            .collect();
        let mut changed = Vec::new();
        for (_, leaf) in listed(&self.after) {
            let earlier = known.get(&leaf.id);
            // A declaration that was moved has its text.
            let is_moved = self.is_added_in((leaf.name_at.0, leaf.name_at.0));
            if earlier.is_some_and(|earlier| earlier.hash == leaf.hash) && !is_moved {
                continue;
            }
            let lost = earlier.is_some_and(|earlier| self.is_removed_in(earlier.lines));
            let is_rest = shortened.contains(&leaf.id) || texts.contains(&leaf.hash);
            if self.is_added_in(leaf.lines) || lost && !is_rest {
                changed.push(leaf.id);
            }
        }
        if !changed.is_empty() || !deleted.is_empty() {
            return changed;
        }
        let first = self.lines.first().map_or(0, |(_, after)| after.start);
        let after = listed(&self.after).find(|(_, leaf)| leaf.lines.1 > first);
        let stands = after.or_else(|| listed(&self.after).last());
        changed.extend(stands.map(|(_, leaf)| leaf.id));
        changed
    }

    /// Returns the deleted leaves and definitions.
    pub(super) fn deleted(&self) -> Vec<DeletedChunk> {
        let left = declarations(&self.after);
        let earlier = declarations(&self.before);
        let names = names(&self.after);
        let mut deleted = Vec::new();
        for (leaf, chunk) in listed(&self.before) {
            if !self.is_removed_in(chunk.lines) {
                continue;
            }
            let key = key(chunk);
            let is_gone = match left.get(&key).copied().unwrap_or_default() {
                0 => {
                    let has_name = !chunk.name.is_empty()
                        && self.is_removed_in((chunk.name_at.0, chunk.name_at.0));
                    has_name || self.is_removed(chunk)
                }
                left => chunk.role != Role::Piece && left < earlier[&key] && self.is_removed(chunk),
            };
            if is_gone {
                deleted.push(DeletedChunk {
                    leaf,
                    definition: None,
                });
            } else if chunk.kind == Kind::Items {
                let next = chunk.definitions.iter().skip(1).map(|next| next.line - 1);
                let ends = next.chain([chunk.lines.1]);
                for (definition, end) in chunk.definitions.iter().zip(ends) {
                    let line = definition.line;
                    if self.is_removed_in((line, line)) && !names.contains(&*definition.name) {
                        deleted.push(DeletedChunk {
                            leaf,
                            definition: Some((definition.clone(), end.max(line))),
                        });
                    }
                }
            }
        }
        deleted
    }

    /// Returns true if every line of a leaf at HEAD that is not blank was removed.
    fn is_removed(&self, leaf: &Chunk) -> bool {
        let text = &self.before.document.text;
        (leaf.lines.0..=leaf.lines.1).all(|line| {
            text.slice(text.lines(line, line)).trim().is_empty() || self.is_removed_in((line, line))
        })
    }

    /// Returns true if one of these lines of HEAD, from 1, was removed or modified.
    fn is_removed_in(&self, lines: (u32, u32)) -> bool {
        intersects(&self.lines, lines, |(before, _)| before)
    }

    fn is_added_in(&self, lines: (u32, u32)) -> bool {
        intersects(&self.lines, lines, |(_, after)| after)
    }
}

/// Returns true if one of the ranges, which are in order, has one of these lines, from 1.
fn intersects(
    ranges: &[LineRanges],
    (first, last): (u32, u32),
    side: fn(&LineRanges) -> &Range<u32>,
) -> bool {
    let at = ranges.partition_point(|range| side(range).end < first);
    let mut from = ranges[at..]
        .iter()
        .map(side)
        .skip_while(|range| range.is_empty() || range.end < first);
    from.next().is_some_and(|range| range.start < last)
}

/// The leaves that can be found.
fn listed(tree: &ChunkTree) -> impl Iterator<Item = (usize, &Chunk)> {
    tree.leaves().filter(|(_, leaf)| !leaf.silent)
}

/// Key of a declaration: its qualified name, where pieces have that of their whole, and its kind.
fn key(chunk: &Chunk) -> (Vec<String>, Kind) {
    let mut names = chunk.names.clone();
    if let Some(last) = names.last_mut() {
        *last = whole_name(last, chunk.role).to_owned();
    }
    (names, chunk.kind)
}

/// Number of chunks with each key.
fn declarations(tree: &ChunkTree) -> HashMap<(Vec<String>, Kind), usize> {
    let mut count = HashMap::new();
    for (_, leaf) in listed(tree) {
        *count.entry(key(leaf)).or_default() += 1;
    }
    count
}

/// The names that a file declares.
fn names(tree: &ChunkTree) -> HashSet<&str> {
    let chunks = tree.chunks.iter();
    chunks
        .flat_map(|chunk| {
            let defined = chunk.definitions.iter().map(|definition| &*definition.name);
            defined.chain([&*chunk.name])
        })
        .collect()
}
