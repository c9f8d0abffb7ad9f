//! View of the repository for one request: lookups in the index and the working tree, cached.
//!
//! Principal type: [`Codebase`]. Invariant: it lives for one request and one snapshot, so its caches are
//! never stale.

use super::Lookup;
use super::declared::declared_types;
use super::modules::{Importer, ModuleIndex, is_build_file};
use super::target::{Target, is_callable};
use crate::chunk::{Chunk, ChunkTree, Kind, Role};
use crate::context::Sources;
use crate::corpus::{Cancel, SourcePath};
use crate::index::{Record, Snapshot};
use crate::syntax::Import;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Maximum number of declarations of one name that are read.
const MAX_NAMESAKES: usize = 16;
/// Maximum number of build files that are read.
const MAX_BUILD_FILES: usize = 256;
/// Maximum number of types that a type inherits from.
const MAX_BASES: usize = 64;

/// The index and the working tree, with cached lookups.
pub(super) struct Codebase<'a> {
    pub(super) snapshot: &'a Snapshot,
    sources: &'a mut Sources,
    pub(super) cancel: &'a Cancel,
    modules: Option<ModuleIndex<'a>>,
    named: HashMap<String, Arc<[Record]>>,
    documents: HashMap<SourcePath, Option<Arc<DocumentImports>>>,
}

/// A document with its resolved imports.
pub(super) struct DocumentImports {
    pub(super) tree: Arc<ChunkTree>,
    /// Candidate documents of each import of the tree.
    resolved: Vec<Vec<SourcePath>>,
}

impl DocumentImports {
    /// Returns the imports with their candidate documents.
    pub(super) fn imports(&self) -> impl Iterator<Item = (&Import, &[SourcePath])> {
        let resolved = self.resolved.iter().map(Vec::as_slice);
        self.tree.imports.iter().zip(resolved)
    }

    /// Returns the chunk of an indexed record.
    fn chunk(&self, record: &Record) -> Option<&Chunk> {
        self.tree.chunks.iter().find(|it| it.id == record.id)
    }
}

impl<'a> Codebase<'a> {
    pub(super) fn new(
        snapshot: &'a Snapshot,
        sources: &'a mut Sources,
        cancel: &'a Cancel,
    ) -> Self {
        Self {
            snapshot,
            sources,
            cancel,
            modules: None,
            named: HashMap::new(),
            documents: HashMap::new(),
        }
    }

    fn modules(&mut self) -> Lookup<&ModuleIndex<'a>> {
        if self.modules.is_none() {
            let paths = self.snapshot.paths()?;
            let modules = self.modules.insert(ModuleIndex::of(paths));
            let build_files = paths.iter().filter(|path| is_build_file(path));
            for path in build_files.take(MAX_BUILD_FILES) {
                modules.add_names(path, &mut |path| {
                    let tree = self.sources.tree(&SourcePath::new(path), self.cancel);
                    let text = &tree.ok()?.document.text;
                    Some(text.slice(0..text.len()).into_owned())
                });
            }
        }
        Ok(self.modules.get_or_insert_default())
    }

    /// Returns the indexed documents that an import may mean.
    pub(super) fn resolve(&mut self, tree: &ChunkTree, import: &Import) -> Lookup<Vec<SourcePath>> {
        let is_around = |chunk: &&Chunk| {
            let is_module = chunk.role == Role::Parent && chunk.kind == Kind::Module;
            is_module && chunk.bytes.contains(&import.at)
        };
        let Some(language) = tree.language else {
            return Ok(Vec::new());
        };
        let importer = Importer {
            modules: self.modules()?,
            path: tree.path(),
            language,
            inline_modules: tree.chunks.iter().filter(is_around).count(),
        };
        Ok(importer.resolve(import).into_iter().cloned().collect())
    }

    /// Returns the current document; none if it cannot be read, or when cancelled.
    pub(super) fn view(&mut self, path: &SourcePath) -> Lookup<Option<Arc<DocumentImports>>> {
        if let Some(view) = self.documents.get(path) {
            return Ok(view.clone());
        }
        let mut view = None;
        if let Ok(tree) = self.sources.tree(path, self.cancel) {
            let imports = tree.imports.iter();
            let resolved = imports.map(|import| self.resolve(&tree, import));
            let resolved = resolved.collect::<Lookup<_>>()?;
            view = Some(Arc::new(DocumentImports { tree, resolved }));
        }
        self.documents.insert(path.clone(), view.clone());
        Ok(view)
    }

    /// Returns the records that declare or define a name.
    pub(super) fn named(&mut self, name: &str) -> Lookup<Arc<[Record]>> {
        if let Some(records) = self.named.get(name) {
            return Ok(records.clone());
        }
        let records: Arc<[Record]> = self.snapshot.named(name)?.into();
        self.named.insert(name.to_owned(), records.clone());
        Ok(records)
    }

    /// Returns the number of declarations with the target's name.
    pub(super) fn namesakes(&mut self, target: &Target) -> Lookup<usize> {
        let records = self.named(&target.name)?;
        let is_same = |kind| is_callable(kind) == is_callable(target.kind) && kind != Kind::Impl;
        let same = records.iter().filter(|record| is_same(record.kind));
        let declared: HashSet<_> = same.map(|it| (&it.path, &it.names)).collect();
        Ok(declared.len())
    }

    /// Returns the names of a type and of all types that it inherits from, the nearest first.
    pub(super) fn lineage(&mut self, own: &str) -> Lookup<Vec<String>> {
        let mut found = vec![own.to_owned()];
        let mut read = 0;
        while let Some(name) = found.get(read).filter(|_| read < MAX_BASES) {
            let records = self.named(name)?;
            let is_type = |it: &&Record| it.kind.is_type() || it.kind == Kind::Impl;
            for record in records.iter().filter(is_type).take(MAX_NAMESAKES) {
                let view = self.view(&record.path)?;
                let chunk = view.as_ref().and_then(|view| view.chunk(record));
                let mut bases = chunk.map(|it| it.bases.clone()).unwrap_or_default();
                bases.retain(|base| !found.contains(base));
                found.extend(bases);
            }
            read += 1;
        }
        Ok(found)
    }

    /// Returns the documents that declare the type of a member: its own, or else those that it includes.
    pub(super) fn homes(&mut self, member: &Target) -> Lookup<Vec<SourcePath>> {
        let declared = self.named(&member.owner)?;
        let types = declared.iter().filter(|it| it.kind.is_type());
        let mut homes: Vec<SourcePath> = types.map(|it| it.path.clone()).collect();
        let is_whole = homes.contains(&member.path);
        let view = self.view(&member.path)?;
        let imports = || view.iter().flat_map(|view| view.imports());
        let is_included = |it: &SourcePath| imports().any(|(_, from)| from.contains(it));
        homes.retain(|it| *it == member.path || (!is_whole && is_included(it)));
        Ok(homes)
    }

    /// Returns the types of a field of some types, or of their bases.
    pub(super) fn types_of_field(&mut self, owners: &[String], name: &str) -> Lookup<Vec<String>> {
        for own in owners {
            for owner in self.lineage(own)?.iter() {
                let types = self.types_in(owner, name)?;
                if !types.is_empty() {
                    return Ok(types);
                }
            }
        }
        Ok(Vec::new())
    }

    /// Returns the types of the fields called `name` in a type's text: declared types, and types that a
    /// constructor assigns. If `declared` is `name` itself, returns the types of all fields of that name.
    pub(super) fn types_in(&mut self, declared: &str, name: &str) -> Lookup<Vec<String>> {
        let mut found = Vec::new();
        let records = self.named(declared)?;
        let is_meant = |it: &&Record| it.kind.is_type() || declared == name;
        for record in records.iter().filter(is_meant).take(MAX_NAMESAKES) {
            let view = self.view(&record.path)?;
            let types =
                |it: &Arc<DocumentImports>| Some(declared_types(&it.tree, it.chunk(record)?, name));
            found.extend(view.as_ref().and_then(types).into_iter().flatten());
        }
        Ok(found)
    }
}
