//! Uses between a directory and other files, by imports.
//!
//! Principal type: [`DirectoryUses`].

use crate::context::Codebase;
use crate::corpus::SourcePath;
use crate::index::{Record, Snapshot};
use std::collections::BTreeMap;

/// The connections of a directory's files with those outside of it.
#[derive(Default)]
pub(crate) struct DirectoryUses {
    /// Number of its files.
    pub(crate) files: usize,
    /// Files outside, each with the files in the directory that it imports.
    pub(crate) used_by: Vec<FileUses>,
    /// Files outside, each with the files in the directory that import it.
    pub(crate) uses: Vec<FileUses>,
    /// Languages of its files whose imports name no files, so that what they use is unknown.
    pub(crate) unconnected: Vec<String>,
}

/// A file outside of a directory, and its connections with files in it.
pub(crate) struct FileUses {
    pub(crate) path: SourcePath,
    /// The files in the directory, each with the line of the first import, if the file still has it.
    pub(crate) files: Vec<(SourcePath, Option<u32>)>,
}

/// Files outside of a directory, each with its connections.
type Connections = BTreeMap<SourcePath, Vec<(SourcePath, Option<u32>)>>;

impl DirectoryUses {
    /// Finds the connections of a directory, whose name is empty for the whole repository.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn of(
        codebase: &mut Codebase<'_>,
        snapshot: &Snapshot,
        directory: &SourcePath,
    ) -> anyhow::Result<Self> {
        let (mut used_by, mut uses) = (Connections::new(), Connections::new());
        let mut found = Self::default();
        let mut connected: BTreeMap<String, bool> = BTreeMap::new();
        for (file, _) in snapshot.all_summaries()? {
            if file.is_directory() {
                continue;
            }
            let is_own = file.path.is_below(directory);
            found.files += usize::from(is_own);
            let imported = codebase.imported_files(&file)?;
            if let Some(language) = &file.language
                && is_own
                && !file.imports.is_empty()
            {
                *connected.entry(language.clone()).or_default() |= !imported.is_empty();
            }
            for (other, import) in imported {
                if other.is_below(directory) == is_own {
                    continue;
                }
                let line = line_of(codebase, &file, import);
                let (map, outside, inside) = if is_own {
                    (&mut uses, other, file.path.clone())
                } else {
                    (&mut used_by, file.path.clone(), other)
                };
                map.entry(outside).or_default().push((inside, line));
            }
        }
        found.used_by = sorted(used_by);
        found.uses = sorted(uses);
        connected.retain(|_, is_connected| !*is_connected);
        found.unconnected = connected.into_keys().collect();
        Ok(found)
    }
}

/// The line of an import of a file, by its number in the record.
fn line_of(codebase: &mut Codebase<'_>, file: &Record, import: usize) -> Option<u32> {
    let (module, name) = file.imports.get(import)?;
    let tree = codebase.tree(&file.path)?;
    let mut imports = tree.imports.iter();
    let found = imports.find(|found| found.module == *module && found.name == *name)?;
    Some(tree.position(found.at).0)
}

/// The files with the most connections first.
fn sorted(connections: Connections) -> Vec<FileUses> {
    let files = connections.into_iter();
    let mut files: Vec<FileUses> = files
        .map(|(path, files)| FileUses { path, files })
        .collect();
    files.sort_by_key(|file| std::cmp::Reverse(file.files.len()));
    files
}
