//! View of the repository for one request: lookups in the index and the working tree, cached.
//!
//! Principal type: [`Codebase`]. Invariant: it lives for one request and one snapshot, so its caches are
//! never stale.

use super::declared::declared_package;
use super::earlier::{EarlierDocuments, NONE_EARLIER, earlier_records};
use super::member_alias::member_aliases;
use super::modules::{self, Importer, ModuleIndex, is_build_file, stated_names};
use super::relations::{Certainty, Lookup, Relation};
use super::target::Target;
use super::type_name::TypeName;
use crate::chunk::{Chunk, ChunkTree, Kind, whole_name};
use crate::context::sources::Sources;
use crate::corpus::{Cancel, SourcePath, in_parallel, processors};
use crate::index::{Record, Snapshot};
use crate::syntax::{Import, Language, Packages, Reach};
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, LazyLock};

/// Maximum number of declarations of one name that are read.
pub(super) const MAX_NAMESAKES: usize = 16;
/// Maximum number of build files that are read.
const MAX_BUILD_FILES: usize = 20_000;
/// Maximum number of leaves that may load a document.
pub(super) const MAX_MENTIONS: usize = 500;
/// Maximum number of types that a type inherits from.
const MAX_BASES: usize = 64;

/// The language of a use of a field, the name of the field's type, its own name, and the document of the type.
type FieldKey = (Option<Language>, String, String, Option<SourcePath>);

/// The index and the working tree, with cached lookups.
pub struct Codebase<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) sources: &'a mut Sources,
    pub(super) cancel: &'a Cancel,
    /// Documents before a change; the users of declarations that were deleted since then are found by them.
    pub earlier: &'a EarlierDocuments,
    modules: Option<ModuleIndex<'a>>,
    named: FxHashMap<String, Arc<[Record]>>,
    /// Records that declare or define a name, each with what the name means.
    targets: FxHashMap<String, Arc<[(Record, Target)]>>,
    /// Numbers of declarations of a name that a language can use, by whether they are called, and without types in types.
    pub(super) namesakes: FxHashMap<(String, Option<Language>, bool, bool), usize>,
    /// Types with a member, by its name.
    owners: FxHashMap<String, Arc<HashSet<String>>>,
    /// By the name of a type.
    lineages: FxHashMap<(String, Option<SourcePath>), Arc<[String]>>,
    /// Packages that documents state.
    packages: FxHashMap<SourcePath, Arc<str>>,
    /// Namespaces that macros of C++ open in documents.
    pub(super) macro_namespaces: FxHashMap<SourcePath, Arc<str>>,
    /// Documents that shells load together.
    pub(super) loaded: FxHashMap<SourcePath, (Arc<HashSet<SourcePath>>, bool)>,
    /// By path, with guesses and without.
    documents: [FxHashMap<SourcePath, Option<Arc<DocumentImports>>>; 2],
    pub(super) guesses: bool,
    /// True if uses in tests are found before others.
    pub tests_first: bool,
    /// By a type's document and name, true if its members are in scope everywhere.
    pub(super) imported_everywhere: FxHashMap<(SourcePath, String), bool>,
    /// True once a document with an unexplained import was read.
    pub(super) met_unexplained: bool,
    /// Methods of interfaces that need not be named.
    pub(super) interfaces: FxHashMap<String, Arc<BTreeSet<String>>>,
    /// True for a type in a document, and an interface that it satisfies.
    pub(super) satisfied: FxHashMap<(SourcePath, String, String), bool>,
    /// Types of a field.
    pub(super) fields: FxHashMap<FieldKey, Vec<TypeName>>,
    /// Types of a variable in a chunk, by its document, the start of the chunk, its name, and the start of the visible
    /// variable: a function with thousands of uses is read once.
    pub(super) declared: FxHashMap<(SourcePath, usize, String, Option<u32>), Vec<TypeName>>,
}

/// Receives relations as soon as they are found, those of a document together.
pub(super) type Report<'r> = &'r mut dyn FnMut(&mut Codebase<'_>, &[Relation]);

/// A document with its resolved imports.
pub(super) struct DocumentImports {
    pub(super) tree: Arc<ChunkTree>,
    /// The imports of the tree, in Go with the names of their packages.
    imports: Vec<Import>,
    /// Candidate documents of each import.
    resolved: Vec<Vec<SourcePath>>,
    /// True if an import leads to no document, and is not proven to be from outside the repository.
    pub(super) has_unexplained: bool,
}

/// The document of an alias that no configuration explains: any document.
pub(super) static ANY: LazyLock<SourcePath> = LazyLock::new(SourcePath::default);

impl DocumentImports {
    /// Returns the imports with their candidate documents.
    pub(super) fn imports(&self) -> impl Iterator<Item = (&Import, &[SourcePath])> {
        let resolved = self.resolved.iter().map(Vec::as_slice);
        self.imports.iter().zip(resolved)
    }

    /// Returns true if an import leads to a document of a repository.
    pub(super) fn imports_from(&self, repository: &str) -> bool {
        let mut documents = self.resolved.iter().flatten();
        documents.any(|document| document.repository() == repository)
    }

    /// Returns the chunk of an indexed record.
    pub(super) fn chunk(&self, record: &Record) -> Option<&Chunk> {
        self.tree.chunks.iter().find(|chunk| chunk.id == record.id)
    }
}

impl<'a> Codebase<'a> {
    /// Creates a view of a snapshot; lookups end early when cancelled.
    pub fn new(snapshot: &'a Snapshot, sources: &'a mut Sources, cancel: &'a Cancel) -> Self {
        Self {
            snapshot,
            sources,
            cancel,
            earlier: &NONE_EARLIER,
            modules: None,
            named: FxHashMap::default(),
            targets: FxHashMap::default(),
            namesakes: FxHashMap::default(),
            owners: FxHashMap::default(),
            lineages: FxHashMap::default(),
            packages: FxHashMap::default(),
            macro_namespaces: FxHashMap::default(),
            loaded: FxHashMap::default(),
            documents: Default::default(),
            guesses: false,
            tests_first: false,
            imported_everywhere: FxHashMap::default(),
            met_unexplained: false,
            interfaces: FxHashMap::default(),
            satisfied: FxHashMap::default(),
            fields: FxHashMap::default(),
            declared: FxHashMap::default(),
        }
    }

    /// Returns true once the search is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Adds as possible what `find` returns for a document if imports without documents mean those with the end of their
    /// path. Nothing if no such import was met since `met_unexplained` was reset.
    pub(super) fn add_guessed(
        &mut self,
        found: &mut Vec<Relation>,
        path: &SourcePath,
        find: impl FnOnce(&mut Self, &DocumentImports) -> Lookup<Vec<Relation>>,
    ) -> Lookup<()> {
        if self.guesses || !self.met_unexplained {
            return Ok(());
        }
        self.guesses = true;
        let guessed = match self.view(path) {
            Ok(Some(view)) => find(self, &view),
            view => view.map(|_| Vec::new()),
        };
        self.guesses = false;
        for mut relation in guessed? {
            relation.certainty = Certainty::Possible;
            found.push(relation);
        }
        Ok(())
    }

    /// Returns the root of the repository, for people.
    pub fn root(&self) -> String {
        self.sources.root().path().to_string_lossy().into_owned()
    }

    /// Returns the number of documents that were read.
    pub fn documents_read(&self) -> usize {
        self.documents.iter().map(FxHashMap::len).sum()
    }

    pub(super) fn modules(&mut self) -> Lookup<&ModuleIndex<'a>> {
        if self.modules.is_none() {
            let paths = self.snapshot.paths()?;
            let earlier = self.earlier.keys();
            let gone = earlier.filter(|path| paths.binary_search(path).is_err());
            let modules = self
                .modules
                .insert(ModuleIndex::of(paths.iter().chain(gone)));
            let build_files = paths.iter().filter(|path| is_build_file(path));
            let build_files: Vec<_> = build_files.take(MAX_BUILD_FILES).collect();
            let (sources, cancel) = (&*self.sources, self.cancel);
            let names = in_parallel(processors(), build_files.iter(), |path| {
                stated_names(path, &|path| sources.current_text(path, cancel))
            });
            for (path, names) in build_files.into_iter().zip(names) {
                modules.add_names(path, names);
            }
        }
        Ok(self.modules.get_or_insert_default())
    }

    /// Returns the indexed documents that an import may mean.
    pub(super) fn resolve(&mut self, tree: &ChunkTree, import: &Import) -> Lookup<Vec<SourcePath>> {
        let Some(language) = tree.language else {
            return Ok(Vec::new());
        };
        let guesses = self.guesses;
        let importer = Importer {
            modules: self.modules()?,
            path: tree.path(),
            language,
            inline_modules: modules::inline_modules(tree, import.at),
            is_in_package: tree
                .imports
                .iter()
                .any(|import| import.module.starts_with('.')),
        };
        let found = importer.resolve(import);
        if !found.is_empty() {
            return Ok(found.into_iter().cloned().collect());
        }
        if modules::is_inline(tree, import) {
            return Ok(vec![tree.path().clone()]);
        }
        let guess = importer.guess(import);
        let is_named = (language.reach(), language.packages()) == (Reach::File, Packages::Unmarked);
        // A second alias of OCaml: `module J = I`.
        let mut earlier = tree.imports.iter().filter(|other| other.at < import.at);
        if is_named && let Some(alias) = earlier.find(|other| other.alias == import.module) {
            return self.resolve(tree, alias);
        }
        // `module I = Store.Inner` of OCaml names a module in a file.
        let (outer, inner) = import.module.rsplit_once('.').unwrap_or_default();
        let mut around: Vec<SourcePath> = Vec::new();
        if is_named && !outer.is_empty() {
            let outer = Import {
                module: outer.to_owned(),
                ..Import::default()
            };
            around.extend(importer.resolve(&outer).into_iter().cloned());
        }
        let mut documents: Vec<SourcePath> = Vec::new();
        if is_named {
            documents.extend(self.declaring(&import.module)?);
        }
        if documents.is_empty() {
            for path in around {
                if !self.declared_in(&path, inner)?.is_empty() {
                    documents.push(path);
                }
            }
        }
        if !documents.is_empty() {
            return Ok(documents);
        }
        let Some(guess) = guess else {
            return Ok(documents);
        };
        if guesses {
            documents.extend(guess.files.iter().copied().cloned());
            documents.extend(guess.is_open.then(|| ANY.clone()));
        }
        self.met_unexplained = true;
        Ok(documents)
    }

    /// Returns the documents that declare a module by its full name, as Elixir does.
    fn declaring(&mut self, module: &str) -> Lookup<Vec<SourcePath>> {
        let mut found = Vec::new();
        for name in [module, module.rsplit('.').next().unwrap_or_default()] {
            let modules = self.named(name)?;
            let modules = modules.iter().filter(|record| record.kind == Kind::Module);
            let modules = modules.filter(|record| record.names[1..].join(".") == module);
            found.extend(modules.map(|record| record.path.clone()));
        }
        Ok(found)
    }

    /// Returns the current document without its imports, or the one that was deleted; none if it cannot be read, or when
    /// cancelled.
    pub fn tree(&mut self, path: &SourcePath) -> Option<Arc<ChunkTree>> {
        let current = self.sources.tree(path, self.cancel);
        current.ok().or_else(|| self.earlier.get(path).cloned())
    }

    /// Returns the current document; none if it cannot be read, or when cancelled.
    pub(super) fn view(&mut self, path: &SourcePath) -> Lookup<Option<Arc<DocumentImports>>> {
        let slot = usize::from(self.guesses);
        if let Some(view) = self.documents[slot].get(path) {
            self.met_unexplained |= view.as_ref().is_some_and(|view| view.has_unexplained);
            return Ok(view.clone());
        }
        let mut view = None;
        if let Some(tree) = self.tree(path) {
            let met_before = std::mem::take(&mut self.met_unexplained);
            let mut resolved = Vec::with_capacity(tree.imports.len());
            let mut imports = tree.imports.clone();
            for import in &mut imports {
                let documents = self.resolve(&tree, import)?;
                if tree.language.map(Language::packages) == Some(Packages::Stated) {
                    self.name_package(import, &documents);
                }
                resolved.push(documents);
            }
            for (alias, module, name) in member_aliases(&tree) {
                let is_module = |it: &Import| matches!(it.name.as_str(), "" | "*");
                let of = imports
                    .iter()
                    .position(|it| it.local_name() == module && is_module(it));
                if let Some(of) = of {
                    imports.push(Import {
                        name,
                        alias,
                        ..imports[of].clone()
                    });
                    resolved.push(resolved[of].clone());
                }
            }
            let has_unexplained = self.met_unexplained;
            self.met_unexplained |= met_before;
            view = Some(Arc::new(DocumentImports {
                tree,
                imports,
                resolved,
                has_unexplained,
            }));
        }
        self.documents[slot].insert(path.clone(), view.clone());
        Ok(view)
    }

    /// Gives an import of Go the name of its package where the end of its path is not that name: `chi` for
    /// `host/chi/v5`, `yaml` for `host/go-yaml`.
    fn name_package(&mut self, import: &mut Import, documents: &[SourcePath]) {
        let (outer, last) = import.module.rsplit_once('/').unwrap_or_default();
        let version = last.strip_prefix('v').and_then(|it| it.parse::<u32>().ok());
        let is_version = version.is_some_and(|version| version > 1);
        let is_own = !is_version && !last.contains(['-', '.']);
        if is_own || !import.alias.is_empty() || !import.name.is_empty() {
            return;
        }
        let packages = documents.iter().filter_map(|path| self.tree(path));
        let mut packages = packages.map(|tree| declared_package(&tree.document));
        // A file that is run by itself is not of the package.
        let stated = packages.find(|name| !name.is_empty() && name != "main");
        let named = if is_version { outer } else { last };
        let named = named.rsplit('/').next().unwrap_or_default();
        let named = named.trim_start_matches("go-").split(['-', '.']).next();
        import.alias = stated.unwrap_or_else(|| named.unwrap_or_default().to_owned());
    }

    /// Reads documents with all processors, so that [`Self::view`] need not, and begins with the `next` ones.
    pub(super) fn prepare(&mut self, paths: &[&SourcePath], next: &[&SourcePath]) {
        let [documents, _] = &self.documents;
        let unread = |path: &&SourcePath| !documents.contains_key(*path);
        let paths = paths.iter().copied().filter(unread);
        let next = next.iter().copied().filter(unread);
        self.sources.prepare(paths, next, self.cancel);
    }

    /// Returns the records that declare or define a name.
    pub(super) fn named(&mut self, name: &str) -> Lookup<Arc<[Record]>> {
        if let Some(records) = self.named.get(name) {
            return Ok(records.clone());
        }
        let mut records = self.snapshot.named(name)?;
        for record in earlier_records(self.earlier, name) {
            if !records.iter().any(|known| known.id == record.id) {
                records.push(record);
            }
        }
        // Only its own document can name a declaration within a leaf.
        records.retain(|record| {
            let is_nested = record.nested.iter().any(|nested| nested.name == name);
            !is_nested
                || whole_name(&record.name, record.role) == name
                || record
                    .definitions
                    .iter()
                    .any(|defined| defined.name == name)
        });
        let records: Arc<[Record]> = records.into();
        self.named.insert(name.to_owned(), records.clone());
        Ok(records)
    }

    /// Returns true if the repository declares a type of a name.
    pub(super) fn is_type(&mut self, name: &str) -> Lookup<bool> {
        self.any_named(name, |record| declares_type(record, name))
    }

    /// Returns true for the name of an interface or trait.
    pub(super) fn is_abstract(&mut self, name: &str) -> Lookup<bool> {
        Ok(self.has_kind(name, Kind::Trait)? || self.has_kind(name, Kind::Interface)?)
    }

    /// Returns true if a declaration of a name is of a kind.
    pub(super) fn has_kind(&mut self, name: &str, kind: Kind) -> Lookup<bool> {
        self.any_named(name, |record| record.kind == kind)
    }

    /// Returns true if a document has a declaration of a name that is of a kind.
    pub(super) fn has_kind_in(
        &mut self,
        path: &SourcePath,
        name: &str,
        kind: Kind,
    ) -> Lookup<bool> {
        self.any_named(name, |record| record.kind == kind && record.path == *path)
    }

    /// Returns true if a record that declares or defines a name meets a condition.
    pub(super) fn any_named(
        &mut self,
        name: &str,
        is_it: impl FnMut(&Record) -> bool,
    ) -> Lookup<bool> {
        Ok(self.named(name)?.iter().any(is_it))
    }

    /// Returns the records that declare or define a name, and what their names mean.
    pub(super) fn targets_named(&mut self, name: &str) -> Lookup<Arc<[(Record, Target)]>> {
        if let Some(targets) = self.targets.get(name) {
            return Ok(targets.clone());
        }
        let records = self.named(name)?;
        let targets = records
            .iter()
            .map(|record| (record.clone(), Target::named(record, name)));
        let targets: Arc<[(Record, Target)]> = targets.collect();
        self.targets.insert(name.to_owned(), targets.clone());
        Ok(targets)
    }

    /// Returns the types with members of a name.
    pub(super) fn owners_of(&mut self, name: &str) -> Lookup<Arc<HashSet<String>>> {
        if let Some(owners) = self.owners.get(name) {
            return Ok(owners.clone());
        }
        let targets = self.targets_named(name)?;
        let owners = targets.iter().map(|(_, target)| target.owner.clone());
        let owners: Arc<HashSet<String>> = Arc::new(owners.collect());
        self.owners.insert(name.to_owned(), owners.clone());
        Ok(owners)
    }

    /// Returns the target of an indexed declaration. A run of definitions may be members of a type.
    pub(super) fn target(&mut self, record: &Record, name: &str) -> Lookup<Target> {
        let mut target = Target::named(record, name);
        if target.kind == Kind::Items && !target.is_field && !target.owner.is_empty() {
            let owners = self.named(&target.owner)?;
            let mut types = owners.iter().filter(|owner| owner.kind.has_methods());
            target.is_field = types.any(|owner| owner.path == record.path);
        }
        Ok(target)
    }

    /// Returns true if a document of Rust may see the macros of another: one of its modules, or any document if it
    /// is imported with `#[macro_use]`.
    pub(super) fn passes_macros(&mut self, path: &SourcePath, to: &SourcePath) -> Lookup<bool> {
        if let Some(view) = self.view(path)?
            && view
                .imports()
                .any(|(import, from)| import.name.is_empty() && !from.is_empty())
            && to.as_str().starts_with(path.directory())
        {
            return Ok(true);
        }
        for record in self.snapshot.referring(None, path.stem(), MAX_MENTIONS)? {
            if let Some(view) = self.view(&record.path)?
                && view.imports().any(|(_, from)| from.contains(path))
                && view.tree.references_to("macro_use").next().is_some()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the package or namespace that a document states, [`declared_package()`]. A document that nothing else needs
    /// is not parsed.
    pub(super) fn package(&mut self, path: &SourcePath) -> Arc<str> {
        if let Some(package) = self.packages.get(path) {
            return package.clone();
        }
        let current = self.sources.document(path, self.cancel);
        let earlier = || self.earlier.get(path).map(|tree| tree.document.clone());
        let document = current.ok().or_else(earlier);
        let package = document.map(|document| declared_package(&document));
        let package: Arc<str> = package.unwrap_or_default().into();
        self.packages.insert(path.clone(), package.clone());
        package
    }

    /// Returns the scope of names in a document, with the package that it states, or that macros of C++ open.
    pub(super) fn scope_in(&mut self, path: &SourcePath, names: &[String]) -> Lookup<Vec<String>> {
        let needs_body = |language: Language| language.needs_body;
        let package = match Language::of(path, "").map(needs_body) {
            Some(false) => self.package(path),
            _ => match self.view(path)? {
                Some(view) if view.tree.language.is_some_and(needs_body) => {
                    self.macro_namespace(&view.tree)?
                }
                _ => self.package(path),
            },
        };
        let parts = package.split(['.', '\\']).filter(|part| !part.is_empty());
        // C++ names a namespace in a namespace `a::b`.
        let names = names.iter().flat_map(|name| name.split("::"));
        Ok(parts.chain(names).map(str::to_owned).collect())
    }

    /// Returns the names of a type and of all types that it inherits from, the nearest first. They are those of the
    /// snapshot, because most types are in documents that nothing else needs.
    pub fn lineage(&mut self, own: &str) -> Lookup<Arc<[String]>> {
        self.lineage_of(&TypeName::new(own))
    }

    /// Returns [`Self::lineage()`] of a stated type.
    pub(super) fn lineage_of(&mut self, own: &TypeName) -> Lookup<Arc<[String]>> {
        let path = own.home.as_ref().map(|home| home.path.clone());
        let key = (own.name.clone(), path);
        if let Some(lineage) = self.lineages.get(&key) {
            return Ok(lineage.clone());
        }
        let mut found = vec![own.name.clone()];
        let mut read = 0;
        while read < MAX_BASES
            && let Some(name) = found.get(read).cloned()
        {
            let records = self.named(&name)?;
            // A module of Ruby includes others.
            let types = records.iter().filter(|record| {
                declares_type(record, &name) || matches!(record.kind, Kind::Impl | Kind::Module)
            });
            let home = if read == 0 { own.home.as_ref() } else { None };
            let types = types.filter(|record| {
                record.kind == Kind::Impl || home.is_none_or(|home| home.path == record.path)
            });
            for record in types.take(MAX_NAMESAKES) {
                let bases = record.bases.iter().filter(|base| !found.contains(base));
                found.extend(bases.cloned().collect::<Vec<_>>());
            }
            read += 1;
        }
        let lineage: Arc<[String]> = found.into();
        self.lineages.insert(key, lineage.clone());
        Ok(lineage)
    }

    /// Returns the documents that declare the type of a member: its own, or else those that it includes.
    pub(super) fn homes(&mut self, member: &Target) -> Lookup<Vec<SourcePath>> {
        let declared = self.named(&member.owner)?;
        let types = declared
            .iter()
            .filter(|record| declares_type(record, &member.owner));
        let mut homes: Vec<SourcePath> = types.map(|record| record.path.clone()).collect();
        if homes.contains(&member.path) {
            homes.retain(|path| *path == member.path);
        } else if homes.len() == 1 && member.row().has_types_in_parts {
            // An extension of Swift needs no import.
        } else if let Some(view) = self.view(&member.path)? {
            // A package of Go is a directory.
            let is_package = view.tree.language.map(Language::packages) == Some(Packages::Stated);
            homes.retain(|path| {
                is_package && path.directory() == member.path.directory()
                    || view.imports().any(|(_, from)| from.contains(path))
            });
        } else {
            homes.clear();
        }
        Ok(homes)
    }
}

/// Returns true if a record is a type of a name: not one with a field of the name.
pub(super) fn declares_type(record: &Record, name: &str) -> bool {
    record.kind.is_type() && whole_name(&record.name, record.role) == name
}
