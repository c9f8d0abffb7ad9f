//! Judgment of a name in scope, without a qualifier: `merge(…)`.

use super::judge::{Resolver, Verdict, fixture, names_type};
use crate::chunk::{ChunkTree, Kind};
use crate::context::relation::accessor::component_names;
use crate::context::relation::origin::is_rooted;
use crate::context::relation::receiver::is_local;
use crate::context::relation::relations::Certainty::{Certain, Likely, Possible};
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::{Target, is_callable};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Packages, Reach, Reference};

/// Maximum length of the labels of a case, in bytes.
const MAX_LABELS: u32 = 200;

impl Resolver<'_, '_> {
    /// Judges `merge(…)`: a name without a qualifier.
    pub(super) fn judge_unqualified(&mut self) -> Verdict {
        let (tree, target) = (self.tree, self.target);
        let mut word = tree.word(&self.reference.bytes);
        if self.is_short_attribute(&word) {
            word = target.name.as_str().into();
        }
        // After a tag, as in `struct args *args`, or before a declared name no variable is meant.
        let is_type = names_type(tree, self.reference) == Some(true)
            || (target.kind.is_type() && is_before_declared(tree, self.reference));
        let is_method = self.reference.is_called && self.language.calls_past_variables;
        if !is_type && !is_method && is_local(tree, self.reference, &word) {
            return Ok(None);
        }
        if target.kind.is_type() && !is_type && self.is_variable_of_file(&word)? {
            return Ok(None);
        }
        let is_hidden = target.is_member() && !self.language.implicit_self;
        if target.is_member() && self.imports_member(&word)? {
            return Ok(Some(Certain));
        }
        if target.is_member() && self.judge_extension()? == Some(true) {
            return Ok(Some(Likely));
        }
        // `const View = lazy(() => import("./View"))` declares what it imports.
        let is_declared = self.is_in_file()
            && word == target.name
            && !target.is_member()
            && self.language.packages() == Packages::Relative;
        // Macros of Rust have names of their own.
        let is_beside_macro = is_rooted(tree)
            && self.is_in_file()
            && target.kind == Kind::Function
            && target.owner.is_empty();
        if !is_beside_macro
            && !is_declared
            && let Some(is_target) = self.judge_import(&word, &target.name)?
        {
            let certainty = if self.is_rebound(&word)? {
                Likely
            } else {
                Certain
            };
            if !is_target && target.kind.is_type() && self.is_added_to_import(&word) {
                return Ok(Some(Likely));
            }
            return Ok((is_target && !target.is_member()).then_some(certainty));
        }
        if is_hidden && self.is_in_body_of_owner() {
            return Ok(Some(Certain));
        }
        if is_hidden {
            return Ok(self.is_in_template_of_target().then_some(Possible));
        }
        if target.name.is_empty() && target.row().is_component {
            let is_it = component_names(&target.path)
                .iter()
                .any(|name| *name == word);
            return Ok((is_it && self.tree.row().is_component).then_some(Likely));
        }
        if word != target.name {
            let aliases = self.codebase.global_aliases(target)?;
            let is_renamed = aliases.iter().any(|alias| *alias == word)
                || (!target.is_member()
                    && self.reach() == Reach::File
                    && self.imports_all(&word)?);
            let is_import = !is_callable(target.kind) || self.reach() == Reach::File;
            return Ok(is_renamed.then_some(if is_import { Certain } else { Likely }));
        }
        if target.is_member() && self.is_case()? {
            return Ok(Some(Likely));
        }
        if target.is_member() {
            return self.judge_implicit_self();
        }
        // `::open()` of C++ is outside of namespaces.
        let before = tree.before(self.reference.bytes.start, 2);
        let is_outermost = before == "::" && self.language.member_marks.contains(&"::");
        if is_outermost && !target.owner.is_empty() {
            return Ok(None);
        }
        let is_type = target.kind.is_type() || target.only_calls;
        if !is_outermost && self.is_hidden_by_scope(&word)? {
            // A member with other parameters does not hide a function of Kotlin.
            return Ok((!self.language.hides_types).then_some(Possible));
        }
        if (is_type && self.hides_type(&word))
            || (!is_outermost && self.is_shadowed_in_file(&word)?)
        {
            return Ok(None);
        }
        if is_type && let Some(is_target) = self.is_type_in_scope()? {
            return Ok(is_target.then_some(Certain));
        }
        if is_type && !self.is_in_file() && self.language.implicit_self && self.is_type_of_base()? {
            return Ok(Some(Likely));
        }
        if self.is_outside_namespace()? {
            return self.judge_by_argument();
        }
        if !is_outermost && self.is_hidden_by_namespace(&word)? {
            return Ok(None);
        }
        if self.is_in_file() {
            // A nested key of YAML is not a variable.
            let is_variable = self.language.local_mark == Some("")
                && (self.text_before().rsplit('\n').next()).is_some_and(|line| line.contains("{{"));
            return Ok((target.owner.is_empty() || !is_variable).then_some(Certain));
        }
        if self.reach() == Reach::File && self.declares_at_top() {
            return Ok(None);
        }
        // `import Shapes (Sized (..))`
        if self.language.opens_types
            && !target.owner.is_empty()
            && self.judge_import(&target.owner, &target.owner)? == Some(true)
        {
            return Ok(Some(Likely));
        }
        if self.imports_all(&word)? {
            return Ok(Some(Certain));
        }
        self.judge_by_distance()
    }

    /// Returns true if a type around the site inherits from the type around the target.
    fn is_type_of_base(&mut self) -> Lookup<bool> {
        let owner = &self.target.owner;
        for scope in self.leaf.names.iter().skip(1) {
            if !owner.is_empty()
                && self.codebase.is_type(scope)?
                && self.codebase.lineage(scope)?.contains(owner)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if the site's document declares the name of an import at its top, too.
    fn is_rebound(&mut self, word: &str) -> Lookup<bool> {
        let rebinds = self.language.rebinds_imports;
        let path = self.tree.path();
        let mut imports = self.tree.imports.iter();
        let is_imported = imports.any(|import| import.local_name() == word);
        Ok(rebinds && is_imported && !self.codebase.declared_in(path, word)?.is_empty())
    }

    /// Returns true for a variable of C at the top of the site's document, which hides the type with its name: a `struct`
    /// has its tag before it.
    fn is_variable_of_file(&mut self, word: &str) -> Lookup<bool> {
        if !self.language.needs_body {
            return Ok(false);
        }
        let (path, text) = (self.tree.path(), &self.tree.document.text);
        let named = self.codebase.named(word)?;
        Ok(named.iter().any(|record| {
            let is_top = record.path == *path
                && record.kind == Kind::Items
                && Target::named(record, word).owner.is_empty();
            if !is_top {
                return false;
            }
            let Some(leaf) = self.document.chunk(record) else {
                return false;
            };
            let leaf = text.slice(leaf.bytes.clone());
            !self.language.declares_ahead(&leaf, word)
        }))
    }

    /// Returns true for the constant of an enum after `case`, where Java takes it alone. Another enum may have one of
    /// its name.
    fn is_case(&mut self) -> Lookup<bool> {
        let Target { owner, .. } = self.target;
        let before = self.tree.before(self.reference.bytes.start, MAX_LABELS);
        let before = before
            .rsplit([';', '{', '}', ':', '>'])
            .next()
            .unwrap_or_default();
        if !before.trim_start().starts_with("case ") || !self.language.bare_cases {
            return Ok(false);
        }
        self.codebase.has_kind(owner, Kind::Enum)
    }

    /// Returns true for the name of an attribute without its end: `[Tag]` for `TagAttribute`.
    fn is_short_attribute(&self, word: &str) -> bool {
        let suffix = self.language.attribute_suffix;
        let before = self.tree.before(self.reference.bytes.start, 8);
        !suffix.is_empty()
            && self.target.name.strip_suffix(suffix) == Some(word)
            && before.trim_end().ends_with(['[', ',', ':'])
    }

    /// Judges a member by its name alone, in a language with an implicit `self`.
    fn judge_implicit_self(&mut self) -> Verdict {
        let target = self.target;
        if let Some(certainty) = self.judge_self("self")? {
            return Ok(Some(certainty));
        }
        if let Some(certainty) = self.judge_outer_self()? {
            return Ok(Some(certainty));
        }
        if let Some(certainty) = self.judge_by_receiver_call()? {
            return Ok(Some(certainty));
        }
        if self.is_friend()? {
            return self.likely_if_alone();
        }
        // A mixin, or an extension of a type from outside the repository, may belong to any value that is
        // `self` in a block.
        let is_open = self.is_called()
            && (!self.codebase.is_type(&target.owner)? || self.may_have_other_self()?);
        if !is_open || self.codebase.namesakes(target)? > 1 {
            return Ok(None);
        }
        Ok(Some(if self.is_in_file() { Likely } else { Possible }))
    }

    /// Returns true for a function of C++ that a class declares as its friend: it is found by its arguments.
    fn is_friend(&mut self) -> Lookup<bool> {
        let Target { path, line, .. } = self.target;
        if !self.language.needs_body {
            return Ok(false);
        }
        let Some(view) = self.codebase.view(path)? else {
            return Ok(false);
        };
        let text = &view.tree.document.text;
        let line = text.slice(text.lines(*line, *line));
        Ok(line.trim_start().starts_with("friend "))
    }

    /// Judges a declaration at the top level of a document that is not imported, by the reach of its name.
    fn judge_by_distance(&mut self) -> Verdict {
        if self.declares_at_top() {
            // Another overload may be meant.
            return Ok(self.language.overloads.then_some(Possible));
        }
        if self.language.loads_files {
            return self.judge_by_loading();
        }
        // `let(:story)` of RSpec is a method of one group of tests, and no field.
        if self.language.calls_bare
            && self.target.kind == Kind::Items
            && self.target.name.starts_with(char::is_lowercase)
        {
            let before = self.tree.before(self.reference.bytes.start, 1);
            return Ok((before != self.language.field_sigil).then_some(Possible));
        }
        let mut is_near = self.tree.path().directory() == self.target.path.directory();
        if !is_near && self.reach() == Reach::Directory {
            let package = self.codebase.package(self.tree.path());
            is_near = self.is_in_package(&package)?;
        }
        if self.is_spliced()? || self.is_global(self.language.global_scope.1) {
            return Ok(Some(Likely));
        }
        let is_alone = self.codebase.namesakes(self.target)? <= 1;
        let mut reach = self.reach();
        // Functions outside of a namespace of PHP are visible everywhere.
        if self.language.packages() == Packages::Prefixed
            && let Some(view) = self.codebase.view(&self.target.path)?
            && self.codebase.package(view.tree.path()).is_empty()
        {
            reach = Reach::Program;
        }
        Ok(match reach {
            Reach::File if self.target.kind != Kind::Macro => {
                if is_alone && self.imports_all_of_unknown() {
                    return Ok(Some(Possible));
                }
                return self.judge_global(is_alone);
            }
            Reach::Directory if !is_near => None,
            Reach::Directory if is_alone => Some(Certain),
            _ if is_near || is_alone => Some(Likely),
            _ => Some(Possible),
        })
    }

    /// Judges a function of C++ in a namespace, which a call outside of it means if an argument has a type of the
    /// namespace.
    fn judge_by_argument(&mut self) -> Verdict {
        if !self.reference.is_called || self.declares_at_top() {
            return Ok(None);
        }
        self.likely_if_alone()
    }

    /// Returns true if the site's document has a function of the target's name outside of types.
    fn declares_at_top(&self) -> bool {
        let mut chunks = self.tree.chunks.iter();
        is_callable(self.target.kind)
            && chunks.any(|chunk| {
                let is_top = chunk.owner().is_empty() && is_callable(chunk.kind);
                is_top && chunk.name == self.target.name
            })
    }

    /// Judges a name of a document that a shell may load together with the site's.
    fn judge_by_loading(&mut self) -> Verdict {
        let (loaded, is_complete) = self.codebase.loaded_with(&self.target.path)?;
        let (_, knows_own) = self.codebase.loaded_with(self.tree.path())?;
        Ok(if loaded.contains(self.tree.path()) {
            Some(Likely)
        } else {
            (!is_complete || !knows_own).then_some(Possible)
        })
    }

    /// Returns true if an import of a local name leads to `name` of the target's document; none if no
    /// import decides about it.
    pub(super) fn judge_import(&mut self, local: &str, name: &str) -> Lookup<Option<bool>> {
        let Some(origins) = self.imported(local)? else {
            return Ok(None);
        };
        let mut imports = self.tree.imports.iter();
        let is_target = self.target.is_among(&origins, name)
            || self.target.kind == Kind::Module
                && self.target.is_among(&origins, "")
                && imports
                    .any(|it| it.local_name() == local && it.module == self.target.names.join("."));
        if is_target || self.reach() != Reach::Program {
            return Ok(Some(is_target));
        }
        // An `#include` names a file, and `using a::b;` may mean any document with `namespace a`.
        let is_decided = self.document.imports().any(|(import, _)| {
            import.local_name() == local
                && !import.name.is_empty()
                && import.module_name() != self.target.owner
        });
        Ok(is_decided.then_some(false))
    }

    /// Returns true if the site's document imports the target, a member, from its owner under a local name:
    /// `import static`, C#'s `using static`, also a global one.
    fn imports_member(&mut self, word: &str) -> Lookup<bool> {
        let Target {
            owner, name, path, ..
        } = self.target;
        for (import, documents) in self.document.imports() {
            if import.local_name() != word && (import.name != "*" || word != name) {
                continue;
            }
            let companion = self.language.companion;
            let outer = import.module.strip_suffix(companion);
            let outer = outer.and_then(|it| it.strip_suffix('.'));
            let outer = outer.unwrap_or_default();
            let codebase = &mut *self.codebase;
            let is_own = import.takes(owner, name);
            if codebase.takes_of_default(import, documents, self.target)?
                || (is_own && documents.contains(path))
                || (is_own && codebase.is_named(path, owner, &import.module)?)
                || (!companion.is_empty() && codebase.is_named(path, owner, outer)?)
                || (is_rooted(self.tree) && self.passes_member(documents)?)
            {
                return Ok(true);
            }
            let is_value = import.name == "*" && self.language.imports_values;
            if is_value && self.are_of_owner(&import.module)? {
                return Ok(true);
            }
            // `import static org.Sub.open;`, where `Sub` inherits `open`.
            let sub = import.module_name();
            if self.language.implicit_self && self.codebase.is_type(sub)? {
                let lineage = self.codebase.lineage(sub)?;
                if self.inherits_target(&lineage)? {
                    return Ok(true);
                }
            }
        }
        Ok(word == name && self.codebase.is_imported_everywhere(self.target)?)
    }

    /// Returns true if the site's document imports everything from a document that has the target by this name.
    fn imports_all(&mut self, word: &str) -> Lookup<bool> {
        let by_file = self.reach() == Reach::Program;
        for (import, documents) in self.document.imports() {
            // An `#include` imports everything, and a header represents its source file.
            let all = import.name == "*" || (by_file && import.name.is_empty());
            let mut stems = documents.iter().map(SourcePath::stem);
            let has_header = by_file && stems.any(|stem| stem == self.target.path.stem());
            let documents = self.codebase.passing(documents, word, import)?;
            if all
                && (has_header
                    || self.has_prototype(&documents)?
                    || self.leads_to_target(&documents, word)?
                    || self.is_in_package(&import.module)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if documents have a prototype of the target, the only function of its name.
    fn has_prototype(&mut self, documents: &[SourcePath]) -> Lookup<bool> {
        if self.reach() != Reach::Program || !is_callable(self.target.kind) {
            return Ok(false);
        }
        let declared = self.codebase.named(&self.target.name)?;
        let mut prototypes = declared.iter().filter(|record| record.kind == Kind::Items);
        let is_declared = prototypes.any(|prototype| documents.contains(&prototype.path));
        Ok(is_declared && self.codebase.namesakes(self.target)? <= 1)
    }

    /// Returns true if the target is the nearest declaration of its name in a package.
    fn is_in_package(&mut self, package: &str) -> Lookup<bool> {
        let name = &self.target.name;
        let origins = self.codebase.in_package(self.tree, package, name)?;
        Ok(self.target.is_among(&origins, name))
    }

    /// Returns true if importing a name from these documents leads to the target.
    pub(super) fn leads_to_target(&mut self, from: &[SourcePath], name: &str) -> Lookup<bool> {
        let origins = self.codebase.origins(from, name)?;
        Ok(self.target.is_among(&origins, &self.target.name))
    }

    /// Returns true if a type around the reference, or a base of it, declares the name and is not the target's
    /// owner. A type within a type is also hidden if none declares it.
    fn is_hidden_by_scope(&mut self, word: &str) -> Lookup<bool> {
        let target = self.target;
        let hides_functions = self.language.implicit_self && is_callable(target.kind);
        // The constructor has the scope of its type.
        if !(self.language.hides_types || hides_functions) || target.only_calls {
            return Ok(false);
        }
        let is_type = |record: &Record| record.kind.is_type();
        let declared = self.codebase.named(word)?;
        for scope in self.leaf.names.iter().skip(1).rev() {
            let scope = fixture(scope).unwrap_or(scope);
            // A type may also declare a member of the name.
            if !self.codebase.is_type(scope)? {
                continue;
            }
            for owner in self.codebase.lineage(scope)?.iter() {
                let is_declared = declared.iter().any(|record| {
                    // A field may be in the header of its type.
                    let is_field = record.name != word && record.kind != Kind::Items;
                    let is_same_kind = (is_type(record) && !is_field) == target.kind.is_type();
                    let owner_at = usize::from(!is_field);
                    is_same_kind && record.names.iter().nth_back(owner_at) == Some(owner)
                });
                if is_declared && owner != word {
                    return Ok(*owner != target.owner);
                }
            }
        }
        if !target.kind.is_type() {
            return Ok(false);
        }
        self.codebase.any_named(&target.owner, |owner| {
            is_type(owner) && owner.path == target.path
        })
    }
}

/// Returns true if a reference is the type of a variable that is declared after it: `args *args`.
fn is_before_declared(tree: &ChunkTree, reference: &Reference) -> bool {
    let end = reference.bytes.end;
    let after = tree.word(&(end..end + 16));
    let declared = after.trim_start_matches(|letter: char| " \t\n*&".contains(letter));
    let at = after.len() - declared.len();
    let mut bindings = tree.bindings.iter();
    at > 0 && bindings.any(|binding| binding.name.start as usize == end as usize + at)
}
