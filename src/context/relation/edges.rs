//! Which files import which, by the imports that the index stores.

use super::codebase::Codebase;
use super::modules::Importer;
use super::relations::Lookup;
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Import, Language};
use std::collections::BTreeMap;

impl Codebase<'_> {
    /// Returns the files of the repository that a file imports, given its record: each file that an import certainly
    /// means, or one of the directory that it means. Each has the position of its first import in the record.
    pub fn imported_files(&mut self, file: &Record) -> Lookup<BTreeMap<SourcePath, usize>> {
        let language = file.language.as_deref().and_then(Language::named);
        let Some(language) = language else {
            return Ok(BTreeMap::new());
        };
        let importer = Importer {
            modules: self.modules()?,
            path: &file.path,
            language,
            inline_modules: 0,
            is_in_package: file
                .imports
                .iter()
                .any(|(module, _)| module.starts_with('.')),
        };
        let mut found = BTreeMap::new();
        for (number, (module, name)) in file.imports.iter().enumerate() {
            let import = Import {
                module: module.clone(),
                name: name.clone(),
                ..Import::default()
            };
            let documents = importer.resolve(&import);
            let directories = documents.chunk_by(|one, other| one.directory() == other.directory());
            // Several directories are candidates, of which none is certain.
            if let [files] = directories.collect::<Vec<_>>().as_slice()
                && let Some(first) = files.first()
            {
                found.entry((*first).clone()).or_insert(number);
            }
        }
        Ok(found)
    }
}
