//! Facts of all files that are needed before the first chunk is written: numbers, locations of equal texts, and the types of
//! methods outside of them.

use super::entries::{ExportedFiles, Usages};
use crate::answers::token_count;
use crate::chunk::{Chunk, ChunkId, ChunkTree, Kind, embedded_text, qualified_name};
use crate::cli::schema::LocationFields;
use crate::context::around::owner_elsewhere;
use crate::corpus::SourcePath;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::collections::HashMap;

/// Maximum number of listed locations of a text.
const MAX_LOCATIONS: usize = 100;

/// Numbers of all files.
#[derive(Serialize, JsonSchema, Default)]
pub(super) struct ExportStatistics {
    pub(super) files: usize,
    pub(super) parents: usize,
    pub(super) leaves: usize,
    /// Leaves that are embedded.
    pub(super) embedded: usize,
    /// Parents, which are not embedded.
    pub(super) skipped_parents: usize,
    pub(super) bytes: usize,
    /// Estimated tokens of all embedded texts.
    pub(super) tokens: usize,
    /// Leaves whose bytes an earlier leaf has.
    pub(super) duplicates: usize,
    /// Files that are not part of the document.
    pub(super) skipped: usize,
}

impl ExportStatistics {
    /// Numbers of parents, leaves, bytes and tokens.
    pub(super) fn numbers(&self) -> [usize; 4] {
        [self.parents, self.leaves, self.bytes, self.tokens]
    }
}

/// Facts of all files that are needed before the first chunk is written.
#[derive(Default)]
pub(super) struct Census {
    pub(super) statistics: ExportStatistics,
    pub(super) described: ExportedFiles,
    pub(super) owners: Owners,
    pub(super) usages: Usages,
    /// The files, each with the hash of its text.
    pub(super) files: Vec<(SourcePath, u64)>,
    /// Locations of leaves by the hash of their bytes: index of the file, first line.
    locations: HashMap<u64, Vec<(usize, u32)>>,
}

impl Census {
    /// Collects the facts of a file for the entries.
    pub(super) fn describe(&mut self, tree: &ChunkTree) {
        self.described.add(tree);
        self.owners.add(tree);
        self.usages.add(tree);
    }

    /// Counts a file. Returns its numbers of parents, leaves, bytes and tokens.
    pub(super) fn count(&mut self, tree: &ChunkTree) -> [usize; 4] {
        let before = self.statistics.numbers();
        let sums = &mut self.statistics;
        sums.files += 1;
        sums.bytes += tree.document.text.len();
        for (index, chunk) in tree.chunks.iter().enumerate() {
            if !chunk.is_leaf() {
                sums.parents += 1;
                sums.skipped_parents += 1;
                continue;
            }
            sums.leaves += 1;
            if chunk.silent {
                continue;
            }
            sums.embedded += 1;
            sums.tokens += token_count(&embedded_text(tree, index));
            let locations = self.locations.entry(chunk.hash).or_default();
            sums.duplicates += usize::from(!locations.is_empty());
            locations.push((self.files.len(), chunk.lines.0));
        }
        self.files.push((tree.path().clone(), text_hash(tree)));
        let mut numbers = self.statistics.numbers();
        for (number, before) in numbers.iter_mut().zip(before) {
            *number -= before;
        }
        numbers
    }

    /// Returns true for the file that was counted at this position.
    pub(super) fn has(&self, file: usize, tree: &ChunkTree) -> bool {
        let counted = self.files.get(file);
        counted.is_some_and(|(path, hash)| path == tree.path() && *hash == text_hash(tree))
    }

    /// The other leaves with the bytes of a chunk.
    pub(super) fn locations(&self, chunk: &Chunk, file: usize) -> Vec<LocationFields> {
        if !chunk.is_leaf() || chunk.silent {
            return Vec::new();
        }
        let own = (file, chunk.lines.0);
        let locations = self.locations.get(&chunk.hash).into_iter().flatten();
        locations
            .filter(|location| **location != own)
            .take(MAX_LOCATIONS)
            .map(|&(file, line)| LocationFields {
                path: self.files[file].0.to_string(),
                line,
            })
            .collect()
    }
}

pub(super) fn text_hash(tree: &ChunkTree) -> u64 {
    tree.chunks.first().map_or(0, |file| file.hash)
}

/// A directory, and the qualified name of a type in it.
type TypeKey = (String, String);

/// Types, and the methods outside of them.
#[derive(Default)]
pub(super) struct Owners {
    types: HashMap<TypeKey, Vec<Declared>>,
    methods: HashMap<TypeKey, Vec<Declared>>,
}

/// The declaration of a type, or a method outside of its type.
pub(super) struct Declared {
    pub(super) id: ChunkId,
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) path: SourcePath,
    pub(super) lines: (u32, u32),
}

impl Owners {
    /// Adds the types and methods of a file.
    pub(super) fn add(&mut self, tree: &ChunkTree) {
        for (index, chunk) in tree.chunks.iter().enumerate() {
            if !tree.declares(index) {
                continue;
            }
            let declared = if chunk.kind.is_type() {
                self.types.entry(key(tree, &chunk.names))
            } else if chunk.kind.has_code()
                && let owner @ [_, _, ..] = owner_elsewhere(tree, index)
            {
                self.methods.entry(key(tree, owner))
            } else {
                continue;
            };
            declared.or_default().push(Declared {
                id: chunk.id,
                kind: chunk.kind,
                name: chunk.name.clone(),
                path: tree.path().clone(),
                lines: chunk.lines,
            });
        }
    }

    /// The type of a method that is outside of it; none if it is unknown or ambiguous.
    pub(super) fn type_of(&self, tree: &ChunkTree, method: usize) -> Option<&Declared> {
        let has_code = tree.declares(method) && tree.chunks.get(method)?.kind.has_code();
        let owner = owner_elsewhere(tree, method);
        if !has_code || owner.len() < 2 {
            return None;
        }
        let types = self.types.get(&key(tree, owner))?;
        match types.iter().find(|of| of.path == *tree.path()) {
            Some(own) => Some(own),
            None if types.len() == 1 => types.first(),
            None => None,
        }
    }

    /// The methods outside of a type, the only one of its name in its directory, or those in its file.
    pub(super) fn methods(
        &self,
        tree: &ChunkTree,
        names: &[String],
    ) -> impl Iterator<Item = &Declared> {
        let key = key(tree, names);
        let is_only = self.types.get(&key).is_some_and(|types| types.len() == 1);
        let methods = self.methods.get(&key).into_iter().flatten();
        methods.filter(move |method| is_only || method.path == *tree.path())
    }
}

fn key(tree: &ChunkTree, names: &[String]) -> TypeKey {
    let directory = tree.path().directory().to_owned();
    (directory, qualified_name(names, Kind::Struct))
}
