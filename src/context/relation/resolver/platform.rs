//! Names by which one language of a platform sees the declarations of another: `Depot.Companion`, `MainKt`.

use super::judge::Resolver;
use crate::context::relation::relations::Lookup;
use crate::context::relation::target::Target;

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
}
