//! Names that mean what is around them: those by which one language of a platform sees the declarations of another,
//! `Depot.Companion`, `MainKt`, and members and values that a name may mean by its place.

use super::judge::Resolver;
use crate::chunk::Kind;
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::Target;
use crate::syntax::Packages;

impl Resolver<'_, '_> {
    /// Returns true for the name of an object whose members belong to the target's owner: `Companion`.
    pub(super) fn is_companion(&mut self, name: &str) -> Lookup<bool> {
        let row = self.target.language;
        let [companion, instance] = row.map_or(["", ""], |row| [row.companion, row.instance]);
        if companion.is_empty() || name == companion || name == instance {
            return Ok(!companion.is_empty());
        }
        let Target { owner, path, .. } = self.target;
        self.codebase.any_named(name, |record| {
            record.path == *path && record.names.iter().nth_back(1) == Some(owner)
        })
    }

    /// Returns true for the name by which another language sees the file of the target: `MainKt`, `:depot`.
    pub(super) fn is_file_class(&self, word: &str) -> bool {
        let Target { language, path, .. } = self.target;
        let suffix = language.and_then(|row| row.file_class);
        let file = suffix.and_then(|suffix| word.trim_start_matches(':').strip_suffix(suffix));
        Some(self.language) != *language
            && file.is_some_and(|file| file.eq_ignore_ascii_case(path.stem()))
    }

    /// Returns true if the reference is in the body of the target's owner, outside of functions, where names of members
    /// need no qualifier: `x = property(get_x)` of Python.
    pub(super) fn is_in_body_of_owner(&self) -> bool {
        let whole = self.tree.whole(self.leaf);
        let is_in_body = matches!(self.language.packages(), Packages::Nested(_))
            && self.is_in_file()
            && self.own_type() == self.target.owner;
        let at = self.reference.bytes.start as usize;
        is_in_body && !(whole.kind.has_code() && at >= whole.signature.end)
    }

    /// Returns true if blocks run with another `self`, and no type of the repository alone declares that around the
    /// reference.
    pub(super) fn may_have_other_self(&mut self) -> Lookup<bool> {
        let lineage = self.codebase.lineage(self.own_type())?;
        Ok(self.language.blocks_have_self && self.has_outside_base(&lineage)?)
    }

    /// Returns true for an outside value with the name of a module or directory that has the target, a constant:
    /// `django.conf.settings`.
    pub(super) fn may_be_outside_value(&self, word: &str) -> bool {
        let mut parts = self.target.path.as_str().split(['/', '.']);
        self.target.kind == Kind::Items && parts.any(|part| part == word)
    }

    /// Returns true for the name of a constant of an enum, the owner of the target.
    pub(super) fn is_constant_of_enum(&mut self, name: &str) -> Lookup<bool> {
        let Target { owner, path, .. } = self.target;
        if !self.codebase.has_kind_in(path, owner, Kind::Enum)? {
            return Ok(false);
        }
        self.codebase.any_named(name, |record| {
            record.path == *path && record.names.contains(owner)
        })
    }

    /// Returns the namespace of PHP that the path before the reference means: its first part is imported, or else in
    /// the namespace of the document, unless the path begins with a backslash: `\A\f()`, `K\f()`.
    pub(super) fn package_before(&mut self) -> String {
        let before = self.text_before();
        let is_in_path = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '\\');
        let path = before.rsplit(|letter| !is_in_path(letter)).next();
        let path = path.unwrap_or_default();
        // A string has the whole name.
        if before
            .strip_suffix(path)
            .is_some_and(|it| it.ends_with(['"', '\'']))
        {
            let parts = path.split('\\').filter(|part| !part.is_empty());
            return parts.collect::<Vec<_>>().join("\\");
        }
        let (first, rest) = path.split_once('\\').unwrap_or((path, ""));
        let mut imports = self.tree.imports.iter();
        let found = imports.find(|import| import.local_name() == first);
        let own = self.codebase.package(self.tree.path());
        let parts = match found {
            _ if first.is_empty() => [rest, "", ""],
            Some(import) => [&*import.module, &*import.name, rest],
            None => [&*own, first, rest],
        };
        let parts = parts.map(|part| part.trim_matches('\\'));
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("\\")
    }
}
