//! Callers and other users of a declaration, as methods of [`Codebase`].
//!
//! Contract: the index only proposes documents; each reference is judged in the current text.

use super::accessor::component_names;
use super::codebase::{Codebase, DocumentImports, Report};
use super::imports::certainty;
use super::initializer::fields_of_type;
use super::modules::shared;
use super::origin::{DEFAULT, is_rooted};
use super::relations::{Lookup, Relation, Relations};
use super::resolver::judge;
use super::target::{Target, is_usable_from};
use crate::chunk::{Chunk, ChunkTree, Kind, Symbol};
use crate::corpus::SourcePath;
use crate::corpus::file_class::FileClass;
use crate::syntax::{Language, Packages, Reach, Reference};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Maximum number of documents that are read for one request; the nearest come first.
const MAX_DOCUMENTS: usize = 400;
/// Maximum number of documents that are read at once.
const MAX_BATCH: usize = 32;
/// Maximum number of fields in a document that have the type of a constructor.
const MAX_FIELDS: usize = 32;
/// Maximum number of leaves that are looked up for one name.
pub(super) const MAX_LEAVES: usize = 20_000;

/// Uses that a search by name misses: `a + b` uses `operator+`.
const USES_BY_SYNTAX: &str = "uses by syntax, such as operators";

/// Variables of PowerShell, whose scope depends on the caller.
const VARIABLES: &str = "uses of variables";

/// Leaves of a document that may mean a target.
#[derive(Default)]
struct Mentions {
    /// Number of leaves with a name of a target.
    leaves: usize,
    /// True if one of them also has the owner of the target.
    is_qualified: bool,
}

impl Codebase<'_> {
    /// Returns the leaves that call or use a declaration, or the definitions of it that a symbol selects; for a
    /// file, the leaves that import it. Files that are not read for references are named. The users in a document are
    /// reported as soon as it is judged.
    pub(super) fn callers(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        symbol: Option<&Symbol>,
        report: Report<'_>,
    ) -> Lookup<Relations> {
        let mut relations = self.users_of(tree, chunk, symbol, report)?;
        let targets = self.targets(tree, chunk, symbol)?;
        let names = targets.iter().map(|target| target.name.as_str());
        let own = targets.first().and_then(|target| target.language);
        relations.unread = self.unread(&names.collect(), own)?;
        if targets
            .iter()
            .any(|target| is_used_by_syntax(tree, chunk, target))
        {
            relations.unread.push(USES_BY_SYNTAX.to_owned());
        }
        if relations.found.is_empty() {
            let text = &tree.document.text;
            let is_marked = targets.iter().any(|Target { kind, line, .. }| {
                let line = text.slice(text.lines(*line, *line));
                *kind == Kind::Items && line.trim_start().starts_with('$')
            });
            if is_marked && tree.row().field_sigil == "$" {
                relations.unread.push(VARIABLES.to_owned());
            }
            relations.unread.extend(self.in_other_languages(&targets)?);
        }
        if let Some(symbol) = symbol {
            let selected = symbol.select(tree, chunk).into_iter();
            relations.of = selected
                .map(|(name, _)| tree.qualified(chunk, name))
                .collect();
        }
        Ok(relations)
    }

    /// Returns what the references to a chunk mean, with the names that a macro makes.
    fn targets(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        symbol: Option<&Symbol>,
    ) -> Lookup<Vec<Target>> {
        let mut found = targets(tree, chunk, symbol);
        if found.is_empty() && tree.row().is_component && chunk.name.is_empty() {
            found.push(Target::function(tree, chunk));
        }
        let pasted = self.pasted(tree, chunk, &found)?;
        found.extend(pasted);
        Ok(found)
    }

    /// [`Self::callers`] without the files that are not read for references.
    pub(super) fn users_of(
        &mut self,
        tree: &ChunkTree,
        chunk: &Chunk,
        symbol: Option<&Symbol>,
        report: Report<'_>,
    ) -> Lookup<Relations> {
        let mut targets = self.targets(tree, chunk, symbol)?;
        targets.extend(self.inherited_constructors(&targets)?);
        if targets.is_empty() && chunk.kind != Kind::File {
            return Ok(Relations::default());
        }
        let mut found = Vec::new();
        let mut unread = 0;
        // The own document is known. More are read at once the longer it takes.
        let mut batch = 1;
        let mut names = names(tree, chunk, &targets);
        for target in &targets {
            names.extend(self.global_aliases(target)?);
        }
        let mut pending = names.clone();
        let mut read = HashSet::new();
        while !pending.is_empty() && !self.cancel.is_cancelled() {
            let known = names.clone();
            let candidates = self.documents_with(tree.path(), &targets, &pending)?;
            let rest = MAX_DOCUMENTS.saturating_sub(read.len());
            let (near, far) = candidates.split_at(candidates.len().min(rest));
            let far = far.iter().filter(|(path, _)| !read.contains(path));
            let mut prepared = 0;
            unread += far.map(|(_, mentions)| mentions.leaves).sum::<usize>();
            for (number, (path, _)) in near.iter().enumerate() {
                if self.cancel.is_cancelled() {
                    break;
                }
                if number == prepared {
                    let next_batch = (batch * 2).min(MAX_BATCH);
                    let paths: Vec<&SourcePath> = near[number..]
                        .iter()
                        .take(batch + next_batch)
                        .map(|(path, _)| path)
                        .collect();
                    let (now, next) = paths.split_at(batch.min(paths.len()));
                    self.prepare(now, next);
                    prepared += batch;
                    batch = next_batch;
                }
                if let Some(view) = self.view(path)? {
                    let users = self.using(&view, &targets, tree, chunk, &mut names)?;
                    report(self, &users);
                    found.extend(users);
                    read.insert(path.clone());
                }
            }
            // Other names under which these documents pass a target on.
            pending = names.difference(&known).cloned().collect();
        }
        if chunk.kind == Kind::File {
            let (mentions, rest) = self.mentions_of_file(tree.path())?;
            report(self, &mentions);
            found.extend(mentions);
            unread += rest;
        }
        Ok(Relations::of_leaves(found, unread))
    }

    /// Returns the documents with leaves that may mean a target, the most promising first.
    fn documents_with(
        &self,
        from: &SourcePath,
        targets: &[Target],
        names: &HashSet<String>,
    ) -> Lookup<Vec<(SourcePath, Mentions)>> {
        let mut documents: BTreeMap<SourcePath, Mentions> = BTreeMap::new();
        for Target { owner, name, .. } in targets {
            if !owner.is_empty() {
                for record in self.snapshot.referring(Some(owner), name, MAX_LEAVES)? {
                    documents.entry(record.path).or_default().is_qualified = true;
                }
            }
        }
        // `this(…)` does not name the type.
        if targets
            .iter()
            .any(|target| !target.constructed().is_empty())
        {
            documents.entry(from.clone()).or_default();
        }
        for name in names {
            for record in self.snapshot.referring(None, name, MAX_LEAVES)? {
                let language = record.language.as_deref().and_then(Language::named);
                let mut usable = targets
                    .iter()
                    .map(|target| is_usable_from(language, target));
                if targets.is_empty() || usable.any(|is_usable| is_usable) {
                    documents.entry(record.path).or_default().leaves += 1;
                }
            }
        }
        for target in targets {
            let names: BTreeSet<String> = Language::all()
                .flat_map(|site| target.accessor_names(Some(site)))
                .collect();
            for name in names {
                for record in self.snapshot.referring(None, &name, MAX_LEAVES)? {
                    let site = record.language.as_deref().and_then(Language::named);
                    if target.accessor_names(site).contains(&name) {
                        documents.entry(record.path).or_default().leaves += 1;
                    }
                }
            }
        }
        let mut documents: Vec<_> = documents.into_iter().collect();
        documents.sort_by_key(|(path, mentions)| {
            let distance = Reverse(shared(path, from));
            let is_later = self.tests_first && FileClass::of(path, &[]) != FileClass::Tests;
            (path != from, is_later, !mentions.is_qualified, distance)
        });
        Ok(documents)
    }

    /// Returns the references of a document that mean one of the targets, or for a file the imports of it. Where an
    /// import leads nowhere, those that may mean one are possible. Adds the names under which other documents import
    /// a target from this one to its `known` names.
    pub(super) fn using(
        &mut self,
        view: &DocumentImports,
        targets: &[Target],
        tree: &ChunkTree,
        chunk: &Chunk,
        known: &mut HashSet<String>,
    ) -> Lookup<Vec<Relation>> {
        self.met_unexplained = view.has_unexplained;
        let mut find = |codebase: &mut Self, view: &DocumentImports| match chunk.kind {
            Kind::File => Ok(importing(view, tree.path())),
            _ => codebase.references(view, targets, chunk, known),
        };
        let mut found = find(self, view)?;
        self.add_guessed(&mut found, view.tree.path(), find)?;
        found.sort_by_key(|relation| relation.at);
        Ok(found)
    }

    /// Returns the references of a document that mean one of the targets.
    pub(super) fn references(
        &mut self,
        view: &DocumentImports,
        targets: &[Target],
        chunk: &Chunk,
        known: &mut HashSet<String>,
    ) -> Lookup<Vec<Relation>> {
        let tree = &view.tree;
        let mut found = Vec::new();
        for target in targets {
            // A deleted declaration has no lines in the current document.
            let own = tree.chunks.iter().find(|own| own.id == chunk.id);
            // Other definitions of its chunk may use a field or a constant.
            let is_whole =
                target.kind == chunk.kind && chunk.kind != Kind::Items && target.nested.is_none();
            let accessors = target.accessor_names(tree.language);
            let names = self.local_names(view, target)?;
            let exports = tree.exports.iter();
            let exported = exports.filter(|export| names.contains(&*export.local));
            let mut passed_on: Vec<String> = exported.map(|export| export.name.clone()).collect();
            passed_on.extend(names.iter().map(|name| (*name).to_owned()));
            if has_default_exports(tree) && passed_on.iter().any(|name| name == DEFAULT) {
                passed_on.extend(file_names(tree.path()));
            }
            known.extend(passed_on);
            let fields = fields_of_type(tree, target.constructed()).map(|(_, field)| field);
            known.extend(fields.take(MAX_FIELDS));
            let names: BTreeSet<&String> = known.iter().chain(&accessors).collect();
            let named = names.into_iter().flat_map(|name| tree.references_to(name));
            let mut references: Vec<&Reference> = named.collect();
            references.sort_by_key(|reference| reference.bytes.start);
            for reference in references {
                if self.cancel.is_cancelled() {
                    break;
                }
                let at = reference.bytes.start as usize;
                // `Store.LIMIT = 3`
                let is_definition = target.is_field
                    && tree.document.text.line_at(at) == target.line
                    && tree.before(reference.bytes.start, 1) == ".";
                let is_own =
                    (is_whole || is_definition) && own.is_some_and(|own| own.bytes.contains(&at));
                if !is_own
                    && let Some(certainty) = judge(view, reference, target, self)?
                    && let Some(leaf) = tree.leaf_at(at)
                {
                    found.push(Relation::of(tree, leaf, &target.name, at, certainty));
                }
            }
        }
        Ok(found)
    }

    /// Returns the names that a target has in a document.
    fn local_names<'v>(
        &mut self,
        view: &'v DocumentImports,
        target: &'v Target,
    ) -> Lookup<HashSet<&'v str>> {
        let mut names = HashSet::from([target.name.as_str()]);
        names.extend(short_name(target));
        if let Some(language) = view.tree.language
            && (!target.constructed().is_empty() || language.bare_super)
        {
            names.extend(language.constructor_calls().map(|word| -> &'v str { word }));
        }
        if target.is_member() {
            for (import, documents) in view.imports() {
                if import.takes(&target.owner, &target.name)
                    || self.renames_extension(import, target)?
                    || self.takes_of_default(import, documents, target)?
                {
                    names.insert(import.local_name());
                }
            }
            return Ok(names);
        }
        let passes_on = view.tree.language.map(Language::reach) == Some(Reach::File);
        for (import, documents) in view.imports() {
            // Where files do not pass names on, only an alias renames.
            if !passes_on && import.alias.is_empty() {
                continue;
            }
            let origins = self.origins_of(&view.tree, import, documents)?;
            if target.is_among(&origins, &target.name) {
                names.insert(import.local_name());
            }
        }
        Ok(names)
    }
}

/// Returns what the references to a chunk, or to the definitions of it that a symbol selects, mean; nothing for a file.
fn targets(tree: &ChunkTree, chunk: &Chunk, symbol: Option<&Symbol>) -> Vec<Target> {
    if chunk.kind == Kind::File {
        return Vec::new();
    }
    let mut targets = Target::of(tree, chunk, symbol);
    if matches!(
        chunk.kind,
        Kind::Imports | Kind::Section | Kind::Code | Kind::Lines
    ) {
        // A macro may be defined between imports, and a method in an object that a statement of the file passes on.
        targets.retain(|target| target.kind == Kind::Items || target.nested.is_some());
    }
    targets
}

/// Returns the names by which other documents use the targets. An import under another local name mentions only
/// the module.
fn names(tree: &ChunkTree, chunk: &Chunk, targets: &[Target]) -> HashSet<String> {
    let local: HashSet<&String> = targets.iter().map(|target| &target.name).collect();
    let mut names: HashSet<String> = local.iter().copied().cloned().collect();
    let exported = tree
        .exports
        .iter()
        .filter(|export| local.contains(&export.local));
    names.extend(exported.map(|export| export.name.clone()));
    names.extend(targets.iter().filter_map(short_name).map(str::to_owned));
    // `super` names only the type.
    let has_bare_super = |target: &&Target| target.row().bare_super;
    let owners = targets.iter().filter(|target| target.is_member());
    names.extend(
        owners
            .filter(has_bare_super)
            .map(|target| target.owner.clone()),
    );
    if tree.row().is_component && (chunk.kind == Kind::File || names.contains("")) {
        names.extend(component_names(tree.path()));
    }
    if chunk.kind == Kind::File
        || names.contains("")
        || has_default_exports(tree) && names.contains(DEFAULT)
    {
        names.extend(file_names(tree.path()));
        let chunks = tree.chunks.iter();
        let importable = chunks.filter(|chunk| chunk.parent == Some(0) || chunk.kind.is_type());
        names.extend(importable.map(|chunk| chunk.name.clone()));
    }
    names.remove("");
    names
}

/// Returns true for a function that is used without its name, by its signature, or for a prototype by its line.
fn is_used_by_syntax(tree: &ChunkTree, chunk: &Chunk, target: &Target) -> bool {
    let Some(language) = target.language else {
        return false;
    };
    let text = &tree.document.text;
    if target.kind == Kind::Items {
        let line = text.slice(text.lines(target.line, target.line));
        return language.needs_body && language.is_used_by_syntax(&line);
    }
    // In Rust, only methods of traits are used by syntax.
    let around = chunk.parent.and_then(|parent| tree.chunks.get(parent));
    let is_of_trait = around.is_some_and(|around| !around.bases.is_empty());
    let is_operator = !target.name.is_empty()
        && !(target.name).contains(|letter: char| letter.is_alphanumeric() || letter == '_');
    target.kind.has_code()
        && target.kind != Kind::Constructor
        && (is_of_trait || !is_rooted(tree))
        && (is_operator || language.is_used_by_syntax(&text.slice(chunk.signature.clone())))
}

/// Returns the name of an attribute where it is used: `Tag` of `TagAttribute`.
fn short_name(target: &Target) -> Option<&str> {
    let suffix = target.language?.attribute_suffix;
    if suffix.is_empty() || target.constructed() != target.name {
        return None;
    }
    let short = target.name.strip_suffix(suffix)?;
    (!short.is_empty()).then_some(short)
}

/// Returns true if an import of a document may give any name to what it exports as `default`.
fn has_default_exports(tree: &ChunkTree) -> bool {
    tree.language.map(Language::packages) == Some(Packages::Relative)
}

/// Returns the names by which an import may mention a file.
fn file_names(path: &SourcePath) -> [String; 3] {
    let directory = path.directory().rsplit('/').next().unwrap_or_default();
    [path.stem(), directory, path.file_name()].map(str::to_owned)
}

/// Returns the imports of a document that may mean the document at `path`.
fn importing(view: &DocumentImports, path: &SourcePath) -> Vec<Relation> {
    let tree = &view.tree;
    let mut found = Vec::new();
    if tree.path() == path {
        return found;
    }
    for (import, documents) in view.imports() {
        if documents.contains(path)
            && let Some(leaf) = tree.leaf_at(import.at)
        {
            let (name, certainty) = (&import.module, certainty(documents));
            found.push(Relation::of(tree, leaf, name, import.at, certainty));
        }
    }
    found
}
