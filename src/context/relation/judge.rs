//! How sure it is that a name, where it stands, means a declaration.
//!
//! Nothing infers types here. What speaks for a meaning is what a reader sees at a glance: the
//! type or module before the name, `self` within the type, what the document imports, and whether
//! the type is spoken of nearby at all.

use super::Certainty::{self, Certain, Likely, Possible};
use super::declared::{declared_types, is_type_name};
use super::modules::{module_of, normal};
use super::receiver::{Receiver, receiver};
use super::target::{Target, whole};
use super::world::{View, World, is_module};
use crate::chunk::{Chunk, Kind};
use crate::corpus::SourcePath;
use crate::index::IndexError;
use crate::syntax::{Language, Reach, Reference};

/// A name where it stands.
pub(super) struct Site<'a> {
    pub(super) view: &'a View,
    /// The leaf around it.
    pub(super) leaf: &'a Chunk,
    pub(super) reference: &'a Reference,
}

type Verdict = Result<Option<Certainty>, IndexError>;

/// How sure it is that the name means the target; none where it means something else.
pub(super) fn judge(site: &Site<'_>, target: &Target, world: &mut World<'_>) -> Verdict {
    if target.only_calls && !site.reference.is_called {
        return Ok(None);
    }
    let from = match site.reference.is_member {
        true => receiver(&site.view.tree, site.reference),
        false => Receiver::default(),
    };
    let is_super = from.word == "super" || from.root == ["super"];
    let verdict = match (site.reference.is_member, from.word.as_str()) {
        (false, _) => alone(site, target, world)?,
        (true, _) if is_super => of_super(site, target, world)?,
        (true, "") => of_some_value(&from, site, target, world)?,
        (true, own) if Language::is_own(own) && !from.is_field => of_own(site, target, world)?,
        (true, _) => behind(&from, site, target, world)?,
    };
    Ok(match verdict {
        // A function's name that is not called may be a variable or a field.
        Some(certainty) if target.is_callable() && !site.reference.is_called => uncalled(certainty),
        verdict => verdict,
    })
}

fn uncalled(certainty: Certainty) -> Option<Certainty> {
    match certainty {
        Certain => Some(Likely),
        Likely => Some(Possible),
        Possible => None,
    }
}

/// `merge(…)`: nothing stands before the name.
fn alone(site: &Site<'_>, target: &Target, world: &mut World<'_>) -> Verdict {
    let word = site.view.tree.word(&site.reference.bytes);
    if let Some(verdict) = imported(&word, site, target, world)? {
        return Ok(verdict);
    }
    if word != target.name {
        return Ok(None);
    }
    let language = site.view.tree.language;
    let same_file = *site.view.tree.path() == target.path;
    if target.is_member() {
        if !language.is_some_and(Language::has_implicit_self) {
            return Ok(None);
        }
        return of_own(site, target, world);
    }
    if same_file {
        let around = site.leaf.names.get(1..).unwrap_or_default();
        let in_scope = target.owner.is_empty() || around.contains(&target.owner);
        return Ok(Some(if in_scope { Certain } else { Likely }));
    }
    if !is_spoken_by(language, target) {
        return Ok(None);
    }
    if all_imported(site, target, world)? {
        return Ok(Some(Certain));
    }
    let same_directory = site.view.tree.path().directory() == target.path.directory();
    let reach = match target.kind {
        Kind::Macro => Reach::Program,
        _ => language.map_or(Reach::File, Language::reach),
    };
    let rivals = world.rivals(target)?;
    Ok(match reach {
        Reach::File => None,
        Reach::Directory if same_directory => Some(if rivals == 0 { Certain } else { Likely }),
        Reach::Directory => None,
        Reach::Program if rivals == 0 || same_directory => Some(Likely),
        Reach::Program => Some(Possible),
    })
}

/// What an import of the name says: that it is the target, or that it is not. None where no import
/// speaks of the name.
fn imported(
    name: &str,
    site: &Site<'_>,
    target: &Target,
    world: &mut World<'_>,
) -> Result<Option<Option<Certainty>>, IndexError> {
    let mut is_spoken_of = false;
    let mut best = None;
    for (import, documents) in site.view.imports() {
        if import.local_name() != name {
            continue;
        }
        is_spoken_of = true;
        let imports_name = match import.name.as_str() {
            "" => import.module_name() == target.name || import.alias == name,
            imported => imported == target.name,
        };
        if !imports_name {
            continue;
        }
        if world.gives(documents, &target.name, target)? {
            return Ok(Some(Some(Certain)));
        }
        // The module is not understood, but is called as the target's is; or it has the target
        // below it, and shows nothing of that name.
        let unknown = documents.is_empty() && is_module(import.module_name(), target);
        if unknown || (holds(documents, target) && !world.shows(documents, name)?) {
            best = Some(Likely);
        }
    }
    Ok(is_spoken_of.then_some(best))
}

/// Whether a document stands for a directory that has the target's in it.
fn holds(documents: &[SourcePath], target: &Target) -> bool {
    documents.iter().any(|document| {
        let module = module_of(document);
        let is_directory = module.last().map(String::as_str) != Some(&*normal(document.stem()));
        let directory = document.directory();
        let below = target.path.as_str().strip_prefix(directory);
        is_directory && below.is_some_and(|below| directory.is_empty() || below.starts_with('/'))
    })
}

/// Whether what stands before the name can be a module that nobody imports: a path, `a::b`, or any
/// word where names reach beyond their file.
fn is_path(site: &Site<'_>) -> bool {
    let tree = &site.view.tree;
    let reaches = tree.language.map(Language::reach) != Some(Reach::File);
    let between = site.reference.qualifier.end..site.reference.bytes.start;
    reaches || tree.word(&between).trim().starts_with("::")
}

/// Whether the site's document imports all that the target's document has.
fn all_imported(
    site: &Site<'_>,
    target: &Target,
    world: &mut World<'_>,
) -> Result<bool, IndexError> {
    let by_file = site.view.tree.language.map(Language::reach) == Some(Reach::Program);
    for (import, documents) in site.view.imports() {
        // An `#include` brings everything in, and the header speaks for its source.
        let all = import.name == "*" || (by_file && import.name.is_empty());
        if !all {
            continue;
        }
        if world.gives(documents, &target.name, target)?
            || documents.iter().any(|it| is_header_of(it, target))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_header_of(document: &SourcePath, target: &Target) -> bool {
    document.stem() == target.path.stem()
}

/// `self.merge(…)`, and `merge(…)` where members call one another so.
fn of_own(site: &Site<'_>, target: &Target, world: &mut World<'_>) -> Verdict {
    let own = site.leaf.owner();
    if own.is_empty() || target.owner.is_empty() {
        return Ok(None);
    }
    if own == target.owner {
        let own_types = world.named(own)?;
        let is_another = *site.view.tree.path() != target.path
            && own_types
                .iter()
                .any(|record| is_type(record) && record.path == *site.view.tree.path());
        if is_another {
            return Ok(None);
        }
        let near = *site.view.tree.path() == target.path || speaks_of_file(site, target);
        return Ok(Some(if near { Certain } else { Likely }));
    }
    if related(own, &target.owner, world)? {
        return Ok(Some(Likely));
    }
    if world.has_member(own, &target.name)? {
        return Ok(None);
    }
    let alone = world.rivals(target)? == 0 && site.view.mentions(&target.owner);
    Ok(alone.then_some(Possible))
}

/// `super().merge(…)`: of what the type around it inherits.
fn of_super(site: &Site<'_>, target: &Target, world: &mut World<'_>) -> Verdict {
    let own = site.leaf.owner();
    let is_itself = own == target.owner && *site.view.tree.path() == target.path;
    let is_above = !is_itself && world.inherits(own, &target.owner)?;
    Ok(is_above.then_some(Likely))
}

/// Whether one of two types has the other above it.
fn related(own: &str, other: &str, world: &mut World<'_>) -> Result<bool, IndexError> {
    Ok(world.inherits(own, other)? || world.inherits(other, own)?)
}

/// `Merger::new(…)`, `merger.merge(…)`, `report.build(…)`: a word stands before the name.
fn behind(from: &Receiver, site: &Site<'_>, target: &Target, world: &mut World<'_>) -> Verdict {
    let word = from.word.as_str();
    if word == target.owner {
        return of_type_name(site, target, world);
    }
    for (import, documents) in site.view.imports() {
        if from.is_field || import.local_name() != word {
            continue;
        }
        // The type under another name, or the module that has it.
        if !target.owner.is_empty() && import.name == target.owner {
            let given = world.gives(documents, &target.owner, target)?;
            return Ok(given.then_some(Certain));
        }
        let is_module = import.name.is_empty() || !world.named(&import.name)?.iter().any(is_type);
        if is_module && !target.is_member() {
            let given = world.gives(documents, &target.name, target)?;
            return Ok(given.then_some(Certain));
        }
        // What a module has is no member, unless a variable has its name.
        if is_module && types_of(from, site, world)?.is_empty() {
            return Ok(None);
        }
    }
    if !target.is_member() {
        let spoken = is_module(word, target) && is_spoken_by(site.view.tree.language, target);
        return Ok((spoken && is_path(site)).then_some(Likely));
    }
    if related(word, &target.owner, world)? {
        return Ok(Some(Likely));
    }
    // Another type's member.
    if is_type_name(word) {
        return Ok(None);
    }
    of_some_value(from, site, target, world)
}

/// The owner's own name stands before the target's, or before the variable whose member it is.
fn of_type_name(site: &Site<'_>, target: &Target, world: &mut World<'_>) -> Verdict {
    let owner = target.owner.as_str();
    if *site.view.tree.path() == target.path {
        return Ok(Some(Certain));
    }
    let known = Target {
        name: owner.to_owned(),
        owner: String::new(),
        kind: Kind::Class,
        ..target.clone()
    };
    if let Some(verdict) = imported(owner, site, &known, world)? {
        return Ok(verdict);
    }
    if all_imported(site, &known, world)? {
        return Ok(Some(Certain));
    }
    let declared = world.named(owner)?;
    let elsewhere = declared
        .iter()
        .any(|record| is_type(record) && record.path != target.path);
    Ok(Some(if elsewhere { Possible } else { Certain }))
}

fn is_type(record: &crate::index::Record) -> bool {
    record.kind.is_type()
}

/// `open().merge(…)`, `merger.merge(…)`: of a value whose type is not seen.
fn of_some_value(
    from: &Receiver,
    site: &Site<'_>,
    target: &Target,
    world: &mut World<'_>,
) -> Verdict {
    if !target.is_member() || !is_spoken_by(site.view.tree.language, target) {
        return Ok(None);
    }
    if is_foreign(from, site, target, world)? {
        return Ok(None);
    }
    let types = types_of(from, site, world)?;
    if types.contains(&target.owner) {
        return of_type_name(site, target, world);
    }
    for name in &types {
        if related(name, &target.owner, world)? {
            return Ok(Some(Likely));
        }
    }
    if !types.is_empty() && !is_abstract(target, world)? {
        return Ok(None);
    }
    let rivals = world.rivals(target)?;
    // Within the type itself, being spoken of says nothing.
    if site.leaf.owner() == target.owner {
        return Ok((rivals == 0).then_some(Possible));
    }
    let of_type = own_leaves(site);
    let is_mentioned = leaf_mentions(site, site.leaf, &target.owner)
        || of_type
            .iter()
            .any(|leaf| leaf_mentions(site, leaf, &target.owner));
    let nearby = site.view.mentions(&target.owner) || speaks_of_file(site, target);
    Ok(
        match (
            is_mentioned || (nearby && rivals == 0),
            from.word.is_empty(),
        ) {
            (true, false) => Some(Likely),
            (true, true) => Some(Possible),
            (false, _) if nearby || rivals == 0 => Some(Possible),
            (false, _) => None,
        },
    )
}

/// Whether a chain begins with something that does not lead to the target: a type that has such a
/// member of its own or comes from elsewhere, or a module from elsewhere.
fn is_foreign(
    from: &Receiver,
    site: &Site<'_>,
    target: &Target,
    world: &mut World<'_>,
) -> Result<bool, IndexError> {
    if let Some(name) = from.root.iter().rfind(|name| is_type_name(name)) {
        if *name == target.owner || related(name, &target.owner, world)? {
            return Ok(false);
        }
        let is_known = world.named(name)?.iter().any(is_type);
        return Ok(!is_known || world.has_member(name, &target.name)?);
    }
    let first = from.root.first().filter(|first| !Language::is_own(first));
    Ok(first.is_some_and(|first| {
        let mut imports = site.view.imports();
        imports.any(|(import, documents)| import.local_name() == first && documents.is_empty())
    }))
}

/// The types by which the word before a member is declared: in the function around it, with the
/// type around it, or, for a field, wherever the repository declares such a one, if it agrees.
fn types_of(
    from: &Receiver,
    site: &Site<'_>,
    world: &mut World<'_>,
) -> Result<Vec<String>, IndexError> {
    if from.word.is_empty() {
        return Ok(Vec::new());
    }
    let tree = &site.view.tree;
    let around = whole(tree, site.leaf);
    let near = [around].into_iter().chain(own_leaves(site));
    let types = near
        .map(|leaf| declared_types(tree, leaf, &from.word))
        .find(|types| !types.is_empty());
    match types {
        Some(types) => Ok(types),
        None if from.is_field => match types_along(from, site, world)? {
            types if types.is_empty() => world.field_types(&from.word),
            types => Ok(types),
        },
        None => Ok(Vec::new()),
    }
}

/// The types of the last of a chain of fields, each declared with the type of the one before.
fn types_along(
    from: &Receiver,
    site: &Site<'_>,
    world: &mut World<'_>,
) -> Result<Vec<String>, IndexError> {
    let Some((first, fields)) = from.chain.split_first() else {
        return Ok(Vec::new());
    };
    let tree = &site.view.tree;
    let mut types = match Language::is_own(first) {
        true => vec![site.leaf.owner().to_owned()],
        false => declared_types(tree, whole(tree, site.leaf), first),
    };
    for field in fields {
        if types.is_empty() {
            break;
        }
        types = world.types_of_field(&types, field)?;
    }
    Ok(types)
}

/// The leaves with the type's own name, around a member of it: fields are declared there.
fn own_leaves<'a>(site: &Site<'a>) -> Vec<&'a Chunk> {
    let own = site.leaf.owner();
    let leaves = site.view.tree.leaves().map(|(_, leaf)| leaf);
    leaves
        .filter(|leaf| !own.is_empty() && leaf.name == own)
        .collect()
}

/// Whether other types may have the target as theirs.
fn is_abstract(target: &Target, world: &mut World<'_>) -> Result<bool, IndexError> {
    let declared = world.named(&target.owner)?;
    Ok(declared
        .iter()
        .any(|record| matches!(record.kind, Kind::Trait | Kind::Interface)))
}

fn leaf_mentions(site: &Site<'_>, leaf: &Chunk, name: &str) -> bool {
    let tree = &site.view.tree;
    let mut references = tree.references_of(leaf).iter();
    references.any(|reference| tree.word(&reference.bytes) == name) || site.leaf.owner() == name
}

/// Whether the site's document is the target's or imports it.
fn speaks_of_file(site: &Site<'_>, target: &Target) -> bool {
    *site.view.tree.path() == target.path
        || site
            .view
            .imports()
            .any(|(_, documents)| documents.contains(&target.path))
}

/// Whether code in a language can mean the target at all.
pub(super) fn is_spoken_by(language: Option<Language>, target: &Target) -> bool {
    match (language, target.language) {
        (Some(one), Some(other)) => one.speaks_with(other),
        _ => true,
    }
}
