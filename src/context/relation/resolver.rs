//! Resolution of a reference: the certainty with which a name in the source means a declaration.
//!
//! Principal function: [`judge`]. Invariant: nothing is type-checked. The evidence is what a reader
//! sees at a glance: the qualifier before the name, `self` within the type, the imports of the
//! document, declared types of variables, and nearby mentions of the type.

mod evidence;

use super::Certainty::{self, Certain, Likely, Possible};
use super::codebase::{Codebase, DocumentImports, is_module};
use super::declared::is_type_name;
use super::origin::Origin;
use super::receiver::{Receiver, receiver};
use super::target::Target;
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::IndexError;
use crate::syntax::{Language, Packages, Reach, Reference};

/// A reference in its document.
pub(super) struct Site<'a> {
    pub(super) document: &'a DocumentImports,
    /// The enclosing leaf.
    pub(super) leaf: &'a Chunk,
    pub(super) reference: &'a Reference,
}

type Verdict = Result<Option<Certainty>, IndexError>;

/// Returns the certainty that the reference means the target; none if it means something else.
pub(super) fn judge(site: &Site<'_>, target: &Target, world: &mut Codebase<'_>) -> Verdict {
    let reference = site.reference;
    if target.only_calls && !reference.is_called {
        return Ok(None);
    }
    let from = match reference.is_member {
        true => receiver(&site.document.tree, reference),
        false => Receiver::default(),
    };
    let mut judge = Resolver {
        site,
        target,
        codebase: world,
    };
    let verdict = match (reference.is_member, from.word.as_str()) {
        (false, _) => judge.judge_unqualified()?,
        (true, _) if judge.is_path(&from) => judge.judge_path(&from)?,
        (true, _) if from.is_super => judge.judge_super()?,
        (true, "") => judge.judge_value_member(&from)?,
        (true, own) if Language::is_own(own) && !from.is_field => judge.judge_self()?,
        (true, _) => judge.judge_qualified(&from)?,
    };
    match verdict {
        Some(certainty) if target.is_callable() && !reference.is_called => {
            judge.judge_uncalled(certainty)
        }
        verdict => Ok(verdict),
    }
}

struct Resolver<'j, 'w> {
    site: &'j Site<'j>,
    target: &'j Target,
    codebase: &'j mut Codebase<'w>,
}

impl<'j> Resolver<'j, '_> {
    fn document(&self) -> &'j DocumentImports {
        self.site.document
    }

    fn tree(&self) -> &'j ChunkTree {
        &self.document().tree
    }

    fn packages(&self) -> Packages {
        self.tree()
            .language
            .map_or(Packages::Unmarked, Language::packages)
    }

    fn reach(&self) -> Reach {
        self.tree().language.map_or(Reach::File, Language::reach)
    }

    /// Returns true if the reference is in the target's document.
    fn is_in_file(&self) -> bool {
        *self.tree().path() == self.target.path
    }

    /// Returns true if code in the site's language can use the target.
    fn can_use(&self) -> bool {
        is_usable_from(self.tree().language, self.target)
    }

    /// Judges the name of a function without a call, which may be a variable or a field.
    fn judge_uncalled(&mut self, certainty: Certainty) -> Verdict {
        let target = self.target;
        let named = self.codebase.named(&target.name)?;
        let is_field = named.iter().any(|record| {
            let mut names = record.names.iter().map(|name| name.split('#').next());
            let is_own = names.any(|name| name == Some(target.owner.as_str()));
            is_own && record.path == target.path && record.name != target.name
        });
        Ok(match certainty {
            _ if is_field => None,
            Certain => Some(Likely),
            Likely => Some(Possible),
            Possible => None,
        })
    }

    /// Judges `merge(…)`: a name without a qualifier.
    fn judge_unqualified(&mut self) -> Verdict {
        let target = self.target;
        let word = self.tree().word(&self.site.reference.bytes);
        if self.is_local(&word) || self.is_macro_call() && target.kind != Kind::Macro {
            return Ok(None);
        }
        if let Some(verdict) = self.judge_import(&word, &target.name)? {
            return Ok(verdict.filter(|_| !target.is_member()));
        }
        if word != target.name {
            return Ok(None);
        }
        let language = self.tree().language;
        if target.is_member() {
            let is_implicit = language.is_some_and(Language::has_implicit_self);
            return if is_implicit {
                self.judge_self()
            } else {
                Ok(None)
            };
        }
        if self.is_in_file() {
            let around = self.site.leaf.names.get(1..).unwrap_or_default();
            let in_scope = target.owner.is_empty() || around.contains(&target.owner);
            return Ok(Some(if in_scope { Certain } else { Likely }));
        }
        if !self.can_use() {
            return Ok(None);
        }
        if self.imports_all(&target.name)? {
            return Ok(Some(Certain));
        }
        let same_directory = self.tree().path().directory() == target.path.directory();
        let reach = match target.kind {
            Kind::Macro => Reach::Program,
            _ => self.reach(),
        };
        let rivals = self.codebase.namesakes(target)?;
        Ok(match reach {
            Reach::File => None,
            Reach::Directory if same_directory => Some(if rivals == 0 { Certain } else { Likely }),
            Reach::Directory => None,
            Reach::Program if rivals == 0 || same_directory => Some(Likely),
            Reach::Program => Some(Possible),
        })
    }

    /// Returns true for `write!(…)` of Rust.
    fn is_macro_call(&self) -> bool {
        let reference = self.site.reference;
        let mark = reference.bytes.end..reference.bytes.end + 1;
        let is_rust = matches!(self.packages(), Packages::Rooted(_));
        is_rust && reference.is_called && self.tree().word(&mark) == "!"
    }

    /// Returns the verdict of the imports of a local name, which the target's document declares as
    /// `name`; none if no import has it.
    fn judge_import(
        &mut self,
        local: &str,
        name: &str,
    ) -> Result<Option<Option<Certainty>>, IndexError> {
        let mut verdict = None;
        for (import, documents) in self.document().imports() {
            if import.local_name() == local && self.reaches(import) {
                let origins = self.codebase.origins_of(self.tree(), import, documents)?;
                let is_target = origins.iter().any(|it| self.is_target(it, name));
                verdict = Some(verdict.flatten().or(is_target.then_some(Certain)));
            }
        }
        Ok(verdict)
    }

    /// Returns true if an origin is a name of the target's document.
    fn is_target(&self, origin: &Origin, name: &str) -> bool {
        origin.path == self.target.path && origin.name == name
    }

    /// Returns true if the site's document imports everything from the target's document.
    fn imports_all(&mut self, name: &str) -> Result<bool, IndexError> {
        let by_file = self.reach() == Reach::Program;
        for (import, documents) in self.document().imports() {
            // An `#include` imports everything, and a header stands for its source file.
            let all = import.name == "*" || (by_file && import.name.is_empty());
            let is_header =
                |document: &SourcePath| by_file && document.stem() == self.target.path.stem();
            if all && (documents.iter().any(is_header) || self.leads_to_target(documents, name)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if importing a name from these documents leads to the target's document.
    fn leads_to_target(
        &mut self,
        documents: &[SourcePath],
        name: &str,
    ) -> Result<bool, IndexError> {
        let origins = self.codebase.origins(documents, name)?;
        Ok(origins.iter().any(|origin| self.is_target(origin, name)))
    }

    /// Judges `self.merge(…)`, and `merge(…)` in languages with an implicit `self`.
    fn judge_self(&mut self) -> Verdict {
        let own = self.site.leaf.owner();
        if own.is_empty() || self.target.owner.is_empty() {
            return Ok(None);
        }
        if own == self.target.owner {
            let near = self.is_in_file() || self.mentions_file();
            return Ok(Some(if near { Certain } else { Likely }));
        }
        Ok(self.are_related(own)?.then_some(Likely))
    }

    /// Judges `super().merge(…)`: a member of a base of the enclosing type.
    fn judge_super(&mut self) -> Verdict {
        let own = self.site.leaf.owner();
        let is_itself = own == self.target.owner && self.is_in_file();
        let is_above = !is_itself && self.codebase.inherits(own, &self.target.owner)?;
        Ok(is_above.then_some(Likely))
    }

    /// Returns true if a type inherits from the target's owner, or the other way round.
    fn are_related(&mut self, own: &str) -> Result<bool, IndexError> {
        let other = &self.target.owner;
        Ok(self.codebase.inherits(own, other)? || self.codebase.inherits(other, own)?)
    }

    /// Returns true for a path of modules, `a::b::`, in a language whose imports are such paths.
    fn is_path(&self, from: &Receiver) -> bool {
        from.is_path
            && matches!(self.packages(), Packages::Rooted(_))
            && self.target.kind != Kind::Macro
            && from.chain.first().is_some_and(|first| first != "Self")
    }

    /// Judges `a::b::merge(…)`, which is read as an import of the name, and `a::Merger::new(…)`.
    fn judge_path(&mut self, from: &Receiver) -> Verdict {
        let target = self.target;
        if let [modules @ .., owner] = from.chain.as_slice()
            && (is_type_name(owner) || *owner == target.owner)
        {
            if modules.is_empty() {
                return self.judge_qualified(from);
            }
            if *owner != target.owner {
                return Ok(self.are_related(owner)?.then_some(Likely));
            }
            let origins = self.origins_in_path(modules, owner)?;
            let is_target = origins.iter().any(|it| self.is_target(it, owner));
            return Ok(is_target.then_some(Certain));
        }
        let origins = self.origins_in_path(&from.chain, &target.name)?;
        let is_target = origins.iter().any(|it| target.is_declared_at(it));
        Ok(is_target.then_some(Certain))
    }

    /// Judges `Merger::new(…)`, `merger.merge(…)`, `report.build(…)`: the qualifier is a name.
    fn judge_qualified(&mut self, from: &Receiver) -> Verdict {
        let word = from.word.as_str();
        if word == self.target.owner {
            return self.judge_type_member();
        }
        let is_variable = from.is_field || self.is_local(word);
        for (import, documents) in self.document().imports().filter(|_| !is_variable) {
            if import.local_name() != word || !self.reaches(import) {
                continue;
            }
            let origins = self.codebase.origins_of(self.tree(), import, documents)?;
            // The owner, imported under another name.
            let owner = &self.target.owner;
            if !owner.is_empty() && origins.iter().any(|it| self.is_target(it, owner)) {
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
            let is_given = self.leads_to_target(&modules, &self.target.name)?;
            return Ok(is_given.then_some(certainty));
        }
        if !self.target.is_member() {
            // A module that is not imported, in a language whose names are visible beyond their file.
            let is_visible = self.reach() != Reach::File || from.is_path;
            let is_module = is_visible && self.can_use() && is_module(word, self.target);
            return Ok(is_module.then_some(Likely));
        }
        if self.are_related(word)? {
            return Ok(Some(Likely));
        }
        // Another type's member.
        if is_type_name(word) {
            return Ok(None);
        }
        self.judge_value_member(from)
    }

    /// Judges a member of the type that is named like the target's owner.
    fn judge_type_member(&mut self) -> Verdict {
        let target = self.target;
        if self.is_in_file() {
            return Ok(Some(Certain));
        }
        if let Some(verdict) = self.judge_import(&target.owner, &target.owner)? {
            return Ok(verdict);
        }
        if self.is_other_type(&target.owner) {
            return Ok(None);
        }
        if self.imports_all(&target.owner)? {
            return Ok(Some(Certain));
        }
        let declared = self.codebase.named(&target.owner)?;
        let elsewhere = declared
            .iter()
            .any(|record| record.kind.is_type() && record.path != target.path);
        Ok(Some(if elsewhere { Possible } else { Certain }))
    }

    /// Judges `open().merge(…)`, `merger.merge(…)`: a member of a value.
    fn judge_value_member(&mut self, from: &Receiver) -> Verdict {
        if !self.target.is_member() || !self.can_use() {
            return Ok(None);
        }
        let mut types = self.types_of(from)?;
        if types.contains(&self.target.owner) {
            return self.judge_type_member();
        }
        if types.is_empty() && from.is_field {
            // Another field of this name may have another type, so that nothing is certain.
            types = self.codebase.field_types(&from.word)?;
            if types.contains(&self.target.owner) {
                return Ok(self
                    .judge_type_member()?
                    .map(|certainty| certainty.max(Likely)));
            }
        }
        for name in &types {
            if self.are_related(name)? {
                return Ok(Some(Likely));
            }
        }
        if !types.is_empty() && !self.is_abstract()? {
            return Ok(None);
        }
        let rivals = self.codebase.namesakes(self.target)?;
        // Within the owner itself, a mention of it is no evidence.
        if self.site.leaf.owner() == self.target.owner {
            return Ok((rivals == 0).then_some(Possible));
        }
        let nearby = self.document().mentions(&self.target.owner) || self.mentions_file();
        let is_close = self.mentions_owner() || (nearby && rivals == 0);
        Ok(match from.word.is_empty() {
            false if is_close => Some(Likely),
            _ if is_close || nearby || rivals == 0 => Some(Possible),
            _ => None,
        })
    }
}

/// Returns true if code in a language can use the target.
pub(super) fn is_usable_from(language: Option<Language>, target: &Target) -> bool {
    match (language, target.language) {
        (Some(one), Some(other)) => one.interoperates_with(other),
        _ => true,
    }
}
