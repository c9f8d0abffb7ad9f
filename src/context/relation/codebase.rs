//! View of the repository for one request: lookups in the index and the working tree, cached.

use super::declared::declared_types;
use super::modules::{Importer, ModuleIndex, is_build_file};
use super::target::{Target, is_callable};
use crate::chunk::{Chunk, ChunkTree, Kind, Role};
use crate::context::Sources;
use crate::corpus::{Cancel, SourcePath};
use crate::index::{IndexError, Record, Snapshot};
use crate::syntax::Import;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// The index and the working tree, with cached lookups.
pub(super) struct Codebase<'a> {
    pub(super) snapshot: &'a Snapshot,
    sources: &'a mut Sources,
    pub(super) cancel: &'a Cancel,
    modules: Option<Rc<ModuleIndex<'a>>>,
    named: HashMap<String, Arc<[Record]>>,
    bases: HashMap<String, Arc<[String]>>,
    documents: HashMap<SourcePath, Option<Arc<DocumentImports>>>,
}

/// A document with its resolved imports.
pub(super) struct DocumentImports {
    pub(super) tree: Arc<ChunkTree>,
    /// Names that are used or imported in it.
    mentioned: HashSet<String>,
    /// Candidate documents of each import of the tree.
    resolved: Vec<Vec<SourcePath>>,
}

impl DocumentImports {
    /// Returns true if a name is used or imported anywhere in the document.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.mentioned.contains(name)
    }

    /// Returns true if an import may mean a document.
    pub(super) fn imports_file(&self, path: &SourcePath) -> bool {
        self.resolved
            .iter()
            .any(|documents| documents.contains(path))
    }

    /// Returns the chunk of an indexed record.
    fn chunk(&self, record: &Record) -> Option<&Chunk> {
        let mut chunks = self.tree.chunks.iter();
        chunks.find(|chunk| chunk.id == record.id)
    }

    /// Returns the imports with their candidate documents.
    pub(super) fn imports(&self) -> impl Iterator<Item = (&Import, &[SourcePath])> {
        let resolved = self.resolved.iter().map(Vec::as_slice);
        self.tree.imports.iter().zip(resolved)
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
            bases: HashMap::new(),
            documents: HashMap::new(),
        }
    }

    fn modules(&mut self) -> Result<Rc<ModuleIndex<'a>>, IndexError> {
        if let Some(modules) = &self.modules {
            return Ok(modules.clone());
        }
        let paths = self.snapshot.paths()?;
        let mut modules = ModuleIndex::of(paths);
        let build_files = paths.iter().filter(|path| is_build_file(path));
        for path in build_files.take(MAX_BUILD_FILES) {
            modules.add_build_file(path, &mut |path| {
                let tree = self.sources.tree(&SourcePath::new(path), self.cancel);
                let text = &tree.ok()?.document.text;
                Some(text.slice(0..text.len()).into_owned())
            });
        }
        Ok(self.modules.insert(Rc::new(modules)).clone())
    }

    /// Returns the indexed documents that an import may mean.
    pub(super) fn documents(
        &mut self,
        tree: &ChunkTree,
        import: &Import,
    ) -> Result<Vec<SourcePath>, IndexError> {
        let modules = self.modules()?;
        let mut found = Vec::new();
        for path in modules.resolve(import, &importer(tree, import)) {
            if self.snapshot.contains_file(path)? {
                found.push(path.clone());
            }
        }
        Ok(found)
    }

    /// Returns the current document; none if it cannot be read, or when cancelled.
    pub(super) fn view(
        &mut self,
        path: &SourcePath,
    ) -> Result<Option<Arc<DocumentImports>>, IndexError> {
        if let Some(view) = self.documents.get(path) {
            return Ok(view.clone());
        }
        let view = match self.sources.tree(path, self.cancel) {
            Ok(tree) => Some(Arc::new(self.resolve_imports(tree)?)),
            Err(_) => None,
        };
        self.documents.insert(path.clone(), view.clone());
        Ok(view)
    }

    fn resolve_imports(&mut self, tree: Arc<ChunkTree>) -> Result<DocumentImports, IndexError> {
        let imported = tree.imports.iter().map(|import| import.local_name());
        let mut mentioned: HashSet<String> = imported.map(str::to_owned).collect();
        for reference in &tree.references {
            mentioned.insert(tree.word(&reference.bytes).into_owned());
        }
        let mut resolved = Vec::with_capacity(tree.imports.len());
        for import in &tree.imports {
            resolved.push(self.documents(&tree, import)?);
        }
        Ok(DocumentImports {
            tree,
            mentioned,
            resolved,
        })
    }

    /// Returns the records that declare or define a name.
    pub(super) fn named(&mut self, name: &str) -> Result<Arc<[Record]>, IndexError> {
        if let Some(records) = self.named.get(name) {
            return Ok(records.clone());
        }
        let records: Arc<[Record]> = self.snapshot.named(name)?.into();
        self.named.insert(name.to_owned(), records.clone());
        Ok(records)
    }

    /// Returns the number of other declarations with the target's name.
    pub(super) fn namesakes(&mut self, target: &Target) -> Result<usize, IndexError> {
        let records = self.named(&target.name)?;
        let declared: HashSet<(&SourcePath, &[String])> = records
            .iter()
            .filter(|record| is_callable(record.kind) == target.is_callable())
            .filter(|record| record.kind != Kind::Impl)
            .map(|record| (&record.path, record.names.as_slice()))
            .collect();
        Ok(declared.len().saturating_sub(1))
    }

    /// Returns true if a type inherits from another, judged by their names.
    pub(super) fn inherits(&mut self, own: &str, other: &str) -> Result<bool, IndexError> {
        let mut seen = HashSet::new();
        let mut next = vec![own.to_owned()];
        for _ in 0..MAX_INHERITANCE {
            let mut above = Vec::new();
            for name in next.drain(..) {
                let bases = self.bases(&name)?;
                if bases.iter().any(|base| base == other) {
                    return Ok(true);
                }
                let new = bases.iter().filter(|base| seen.insert((*base).clone()));
                above.extend(new.cloned());
            }
            next = above;
        }
        Ok(false)
    }

    /// Returns the names of the direct bases of a type.
    fn bases(&mut self, name: &str) -> Result<Arc<[String]>, IndexError> {
        if let Some(bases) = self.bases.get(name) {
            return Ok(bases.clone());
        }
        let records = self.named(name)?;
        let types = records
            .iter()
            .filter(|it| it.kind.is_type() || it.kind == Kind::Impl);
        let mut found = Vec::new();
        for record in types.take(MAX_NAMESAKES) {
            if let Some(view) = self.view(&record.path)?
                && let Some(chunk) = view.chunk(record)
            {
                found.extend(chunk.bases.iter().cloned());
            }
        }
        let bases: Arc<[String]> = found.into();
        self.bases.insert(name.to_owned(), bases.clone());
        Ok(bases)
    }

    /// Returns the types of a field or accessor of some types, or of their bases.
    pub(super) fn types_of_field(
        &mut self,
        owners: &[String],
        name: &str,
    ) -> Result<Vec<String>, IndexError> {
        let mut waiting = owners.to_vec();
        for _ in 0..MAX_INHERITANCE {
            let mut found = Vec::new();
            for record in self.named(name)?.iter() {
                let own = usize::from(record.name == name);
                let owner = record.names.iter().rev().nth(own);
                if owner.is_some_and(|owner| waiting.contains(owner)) {
                    found.extend(self.types_in(record, name)?);
                }
            }
            let mut above = Vec::new();
            for owner in &waiting {
                found.extend(self.constructed_types(owner, name)?);
                above.extend(self.bases(owner)?.iter().cloned());
            }
            if !found.is_empty() || above.is_empty() {
                return Ok(found);
            }
            waiting = above;
        }
        Ok(Vec::new())
    }

    /// Returns the types that the constructors of a type assign to an attribute: `self.name = Store()`, or
    /// that of the assigned parameter.
    fn constructed_types(&mut self, owner: &str, name: &str) -> Result<Vec<String>, IndexError> {
        for record in self.named(owner)?.iter().filter(|it| it.kind.is_type()) {
            let Some(view) = self.view(&record.path)? else {
                continue;
            };
            let leaves = view.tree.leaves().map(|(_, leaf)| leaf);
            let constructors = leaves.filter(|leaf| {
                leaf.kind == Kind::Constructor && leaf.names.starts_with(&record.names)
            });
            for leaf in constructors {
                let types = declared_types(&view.tree, leaf, name);
                if !types.is_empty() {
                    return Ok(types);
                }
            }
        }
        Ok(Vec::new())
    }

    /// Returns the types of all fields and accessors of a name; none if they differ.
    pub(super) fn field_types(&mut self, name: &str) -> Result<Vec<String>, IndexError> {
        let records = self.named(name)?;
        let mut agreed: Vec<String> = Vec::new();
        for record in records.iter().take(MAX_NAMESAKES) {
            if is_callable(record.kind) && record.kind != Kind::Method {
                continue;
            }
            let types = self.types_in(record, name)?;
            if agreed.is_empty() {
                agreed = types;
            } else if !types.is_empty() && agreed != types {
                return Ok(Vec::new());
            }
        }
        Ok(agreed)
    }

    /// Returns the types with which a record declares a name.
    pub(super) fn types_in(
        &mut self,
        record: &Record,
        name: &str,
    ) -> Result<Vec<String>, IndexError> {
        let view = self.view(&record.path)?;
        let types = view.and_then(|view| {
            let chunk = view.chunk(record)?;
            Some(declared_types(&view.tree, chunk, name))
        });
        Ok(types.unwrap_or_default())
    }
}

/// Maximum number of declarations of one name that are read.
const MAX_NAMESAKES: usize = 16;
/// Maximum number of build files that are read.
const MAX_BUILD_FILES: usize = 256;
/// Maximum depth of inheritance.
const MAX_INHERITANCE: usize = 6;

/// Returns a document as the importer of an import.
fn importer<'t>(tree: &'t ChunkTree, import: &Import) -> Importer<'t> {
    let after = tree
        .chunks
        .partition_point(|chunk| chunk.bytes.start <= import.at);
    let mut around = after.checked_sub(1);
    let mut inline_modules = 0;
    while let Some(chunk) = around.and_then(|index| tree.chunks.get(index)) {
        let is_parent = chunk.role == Role::Parent;
        inline_modules += usize::from(is_parent && chunk.kind == Kind::Module);
        around = chunk.parent;
    }
    Importer {
        path: tree.path(),
        language: tree.language,
        inline_modules,
    }
}
