//! Resolution of a reference: the certainty with which a name in the source means a declaration.
//!
//! Principal function: [`judge`]. Invariant: nothing is type-checked. The evidence is what a reader
//! sees at a glance: the qualifier before the name, `self` within the type, the imports of the
//! document, declared types of variables, and nearby mentions of the type.

mod evidence;

use super::Certainty::{self, Certain, Likely, Possible};
use super::declared::is_type_name;
use super::modules::{module_of, normal};
use super::origin::Origin;
use super::receiver::{Receiver, receiver};
use super::target::{Target, is_callable, whole};
use super::world::{View, World, is_module};
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::IndexError;
use crate::syntax::{Import, Language, Reach, Reference};

/// A reference in its document.
pub(super) struct Site<'a> {
    pub(super) view: &'a View,
    /// The enclosing leaf.
    pub(super) leaf: &'a Chunk,
    pub(super) reference: &'a Reference,
}

type Verdict = Result<Option<Certainty>, IndexError>;

/// Returns the certainty that the reference means the target; none if it means something else.
pub(super) fn judge(site: &Site<'_>, target: &Target, world: &mut World<'_>) -> Verdict {
    if target.only_calls && !site.reference.is_called {
        return Ok(None);
    }
    let from = match site.reference.is_member {
        true => receiver(&site.view.tree, site.reference),
        false => Receiver::default(),
    };
    let is_super = from.word == "super" || from.root == ["super"];
    let mut judge = Judge {
        site,
        target,
        world,
    };
    let verdict = match (site.reference.is_member, from.word.as_str()) {
        (false, _) => judge.alone()?,
        (true, _) if is_super => judge.of_super()?,
        (true, "") => judge.of_some_value(&from)?,
        (true, own) if Language::is_own(own) && !from.is_field => judge.of_own()?,
        (true, _) => judge.behind(&from)?,
    };
    Ok(match verdict {
        // A function's name without a call may be a variable or a field.
        Some(certainty) if target.is_callable() && !site.reference.is_called => uncalled(certainty),
        verdict => verdict,
    })
}

struct Judge<'j, 'w> {
    site: &'j Site<'j>,
    target: &'j Target,
    world: &'j mut World<'w>,
}

impl<'j> Judge<'j, '_> {
    fn view(&self) -> &'j View {
        self.site.view
    }

    fn tree(&self) -> &'j ChunkTree {
        &self.view().tree
    }

    /// Returns true if the reference is in the target's document.
    fn is_in_file(&self) -> bool {
        *self.tree().path() == self.target.path
    }

    /// Returns true if code in the site's language can use the target.
    fn can_use(&self) -> bool {
        is_usable_from(self.tree().language, self.target)
    }

    /// Judges `merge(…)`: a name without a qualifier.
    fn alone(&mut self) -> Verdict {
        let word = self.tree().word(&self.site.reference.bytes);
        if self.is_local(&word) {
            return Ok(None);
        }
        if let Some(verdict) = self.imported(&word)? {
            return Ok(verdict);
        }
        if word != self.target.name {
            return Ok(None);
        }
        let language = self.tree().language;
        if self.target.is_member() {
            let is_implicit = language.is_some_and(Language::has_implicit_self);
            return if is_implicit { self.of_own() } else { Ok(None) };
        }
        if self.is_in_file() {
            let around = self.site.leaf.names.get(1..).unwrap_or_default();
            let in_scope = self.target.owner.is_empty() || around.contains(&self.target.owner);
            return Ok(Some(if in_scope { Certain } else { Likely }));
        }
        if !self.can_use() {
            return Ok(None);
        }
        if self.all_imported()? {
            return Ok(Some(Certain));
        }
        let same_directory = self.tree().path().directory() == self.target.path.directory();
        let reach = match self.target.kind {
            Kind::Macro => Reach::Program,
            _ => language.map_or(Reach::File, Language::reach),
        };
        let rivals = self.world.rivals(self.target)?;
        Ok(match reach {
            Reach::File => None,
            Reach::Directory if same_directory => Some(if rivals == 0 { Certain } else { Likely }),
            Reach::Directory => None,
            Reach::Program if rivals == 0 || same_directory => Some(Likely),
            Reach::Program => Some(Possible),
        })
    }

    /// Returns the verdict of the imports of a name; none if no import has it.
    fn imported(&mut self, name: &str) -> Result<Option<Option<Certainty>>, IndexError> {
        let mut is_imported = false;
        let mut best = None;
        for (import, documents) in self.view().imports() {
            if import.local_name() != name || !self.reaches(import) {
                continue;
            }
            is_imported = true;
            let origins = self.world.origins_of(import, documents)?;
            if origins
                .iter()
                .any(|origin| self.target.is_declared_at(origin))
            {
                return Ok(Some(Some(Certain)));
            }
            let names_target = match import.name.as_str() {
                "" => import.module_name() == self.target.name,
                imported => imported == self.target.name,
            };
            // The module is unresolved but has the name of the target's; or the target is below it,
            // and it has nothing else of that name.
            let unknown = documents.is_empty() && is_module(import.module_name(), self.target);
            if names_target && (unknown || origins.is_empty() && holds(documents, self.target)) {
                best = Some(Likely);
            }
        }
        Ok(is_imported.then_some(best))
    }

    /// Returns true if an import is in scope at the site: one in a function is in scope in that function only.
    fn reaches(&self, import: &Import) -> bool {
        let tree = self.tree();
        let leaf = tree.leaf_at(import.at);
        leaf.is_none_or(|leaf| {
            let around = whole(tree, leaf);
            !is_callable(around.kind) || around.id == whole(tree, self.site.leaf).id
        })
    }

    /// Returns true if a name is a parameter or local variable at the site.
    fn is_local(&self, name: &str) -> bool {
        let tree = self.tree();
        let at = self.site.reference.bytes.start;
        let mut around = tree.bindings.iter().filter(|it| it.scope.contains(&at));
        around.any(|binding| tree.word(&binding.name) == name)
    }

    /// Returns true if the qualifier can be a module that is not imported: that of a path, `a::b`, or
    /// any qualifier in a language whose names are visible beyond their file.
    fn is_path(&self) -> bool {
        let tree = self.tree();
        let reaches = tree.language.map(Language::reach) != Some(Reach::File);
        let between = self.site.reference.qualifier.end..self.site.reference.bytes.start;
        reaches || tree.word(&between).trim().starts_with("::")
    }

    /// Returns true if the site's document imports everything from the target's document.
    fn all_imported(&mut self) -> Result<bool, IndexError> {
        let by_file = self.tree().language.map(Language::reach) == Some(Reach::Program);
        for (import, documents) in self.view().imports() {
            // An `#include` imports everything, and a header stands for its source file.
            let all = import.name == "*" || (by_file && import.name.is_empty());
            let is_header = |document: &SourcePath| document.stem() == self.target.path.stem();
            if all && (documents.iter().any(is_header) || self.gives(documents)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Judges `self.merge(…)`, and `merge(…)` in languages with an implicit `self`.
    fn of_own(&mut self) -> Verdict {
        let own = self.site.leaf.owner();
        if own.is_empty() || self.target.owner.is_empty() {
            return Ok(None);
        }
        if own == self.target.owner {
            let own_types = self.world.named(own)?;
            let is_another = !self.is_in_file()
                && own_types
                    .iter()
                    .any(|record| record.kind.is_type() && record.path == *self.tree().path());
            if is_another {
                return Ok(None);
            }
            let near = self.is_in_file() || self.mentions_file();
            return Ok(Some(if near { Certain } else { Likely }));
        }
        if self.related(own)? {
            return Ok(Some(Likely));
        }
        if self.world.has_member(own, &self.target.name)? {
            return Ok(None);
        }
        let alone =
            self.world.rivals(self.target)? == 0 && self.view().mentions(&self.target.owner);
        Ok(alone.then_some(Possible))
    }

    /// Judges `super().merge(…)`: a member of a base of the enclosing type.
    fn of_super(&mut self) -> Verdict {
        let own = self.site.leaf.owner();
        let is_itself = own == self.target.owner && self.is_in_file();
        let is_above = !is_itself && self.world.inherits(own, &self.target.owner)?;
        Ok(is_above.then_some(Likely))
    }

    /// Returns true if importing the target's name from these documents leads to the target.
    fn gives(&mut self, documents: &[SourcePath]) -> Result<bool, IndexError> {
        let origins = self.world.origins(documents, &self.target.name)?;
        Ok(origins
            .iter()
            .any(|origin| self.target.is_declared_at(origin)))
    }

    /// Returns true if a type inherits from the target's owner, or the other way round.
    fn related(&mut self, own: &str) -> Result<bool, IndexError> {
        let other = &self.target.owner;
        Ok(self.world.inherits(own, other)? || self.world.inherits(other, own)?)
    }

    /// Judges `Merger::new(…)`, `merger.merge(…)`, `report.build(…)`: the qualifier is a name.
    fn behind(&mut self, from: &Receiver) -> Verdict {
        let word = from.word.as_str();
        if word == self.target.owner {
            return self.of_type_name();
        }
        let is_variable = from.is_field || self.is_local(word);
        for (import, documents) in self.view().imports().filter(|_| !is_variable) {
            if import.local_name() != word || !self.reaches(import) {
                continue;
            }
            let origins = self.world.origins_of(import, documents)?;
            // The owner, imported under another name.
            let is_owner =
                |it: &Origin| it.path == self.target.path && it.name == self.target.owner;
            if !self.target.owner.is_empty() && origins.iter().any(is_owner) {
                return Ok(Some(Certain));
            }
            if self.target.is_member() {
                // A module has no members; a variable of the same name may.
                if self.types_of(from)?.is_empty() {
                    return Ok(None);
                }
                continue;
            }
            // An imported value may have other members.
            let is_value = origins.iter().any(|origin| !origin.name.is_empty());
            let modules = origins.into_iter().filter(|origin| origin.name.is_empty());
            let mut modules: Vec<SourcePath> = modules.map(|origin| origin.path).collect();
            if modules.is_empty() {
                modules.extend_from_slice(documents);
            }
            let certainty = if is_value { Likely } else { Certain };
            return Ok(self.gives(&modules)?.then_some(certainty));
        }
        if !self.target.is_member() {
            let spoken = is_module(word, self.target) && self.can_use();
            return Ok((spoken && self.is_path()).then_some(Likely));
        }
        if self.related(word)? {
            return Ok(Some(Likely));
        }
        // Another type's member.
        if is_type_name(word) {
            return Ok(None);
        }
        self.of_some_value(from)
    }

    /// Judges a member of the type that is named like the target's owner.
    fn of_type_name(&mut self) -> Verdict {
        let owner = self.target.owner.as_str();
        if self.is_in_file() {
            return Ok(Some(Certain));
        }
        let known = Target {
            name: owner.to_owned(),
            owner: String::new(),
            kind: Kind::Class,
            ..self.target.clone()
        };
        let mut judge = Judge {
            site: self.site,
            target: &known,
            world: self.world,
        };
        if let Some(verdict) = judge.imported(owner)? {
            return Ok(verdict);
        }
        if judge.all_imported()? {
            return Ok(Some(Certain));
        }
        let declared = self.world.named(owner)?;
        let elsewhere = declared
            .iter()
            .any(|record| record.kind.is_type() && record.path != self.target.path);
        Ok(Some(if elsewhere { Possible } else { Certain }))
    }

    /// Judges `open().merge(…)`, `merger.merge(…)`: a member of a value.
    fn of_some_value(&mut self, from: &Receiver) -> Verdict {
        if !self.target.is_member() || !self.can_use() || self.is_foreign(from)? {
            return Ok(None);
        }
        let mut types = self.types_of(from)?;
        if types.contains(&self.target.owner) {
            return self.of_type_name();
        }
        if types.is_empty() && from.is_field {
            // Another field of this name may have another type, so that nothing is certain.
            types = self.world.field_types(&from.word)?;
            if types.contains(&self.target.owner) {
                return Ok(self.of_type_name()?.map(|certainty| certainty.max(Likely)));
            }
        }
        for name in &types {
            if self.related(name)? {
                return Ok(Some(Likely));
            }
        }
        if !types.is_empty() && !self.is_abstract()? {
            return Ok(None);
        }
        let rivals = self.world.rivals(self.target)?;
        // Within the owner itself, a mention of it is no evidence.
        if self.site.leaf.owner() == self.target.owner {
            return Ok((rivals == 0).then_some(Possible));
        }
        let owner = &self.target.owner;
        let mut leaves = self.own_leaves().into_iter().chain([self.site.leaf]);
        let is_mentioned = leaves.any(|leaf| self.mentions_owner(leaf));
        let nearby = self.view().mentions(owner) || self.mentions_file();
        let is_close = is_mentioned || (nearby && rivals == 0);
        Ok(match from.word.is_empty() {
            false if is_close => Some(Likely),
            _ if is_close || nearby || rivals == 0 => Some(Possible),
            _ => None,
        })
    }
}

fn uncalled(certainty: Certainty) -> Option<Certainty> {
    match certainty {
        Certain => Some(Likely),
        Likely => Some(Possible),
        Possible => None,
    }
}

/// Returns true if a document is the root of a directory that contains the target's.
fn holds(documents: &[SourcePath], target: &Target) -> bool {
    documents.iter().any(|document| {
        let module = module_of(document);
        let is_directory = module.last().map(String::as_str) != Some(&*normal(document.stem()));
        let directory = document.directory();
        let below = target.path.as_str().strip_prefix(directory);
        is_directory && below.is_some_and(|below| directory.is_empty() || below.starts_with('/'))
    })
}

/// Returns true if code in a language can use the target.
pub(super) fn is_usable_from(language: Option<Language>, target: &Target) -> bool {
    match (language, target.language) {
        (Some(one), Some(other)) => one.speaks_with(other),
        _ => true,
    }
}
