//! The files of an engine as repositories, each with an index in a temporary directory.
//!
//! Principal type: [`EngineProject`]. Contract: the directory holds no text, and is deleted with it, unless the process is
//! killed.

use super::repository::Project;
use crate::config::{Config, Dirs, GraphMode};
use crate::corpus::{Cancel, Document, Place, Root, SourcePath};
use crate::embed::ModelSource;
use crate::engine::EngineFile;
use crate::extract::DocumentReader;
use crate::index::IndexFolder;
use crate::session::SessionFile;
use crate::workers::{SharedModel, TypingFlag};
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Repositories with the files that an engine found.
pub(crate) struct EngineProject {
    pub(crate) project: Project,
    /// First and last line of each candidate, by file.
    candidates: HashMap<SourcePath, Vec<(u32, u32)>>,
    _directory: TempDir,
}

impl EngineProject {
    /// Indexes the files with the bundled `model`. Paths begin with the names of the repositories.
    pub(crate) fn of(config: &Config, files: Vec<EngineFile>, model: &SharedModel) -> Result<Self> {
        let directory = tempfile::Builder::new().prefix("smriti-tui-").tempdir();
        let directory = directory.context("cannot create a temporary directory")?;
        let mut repositories: BTreeMap<String, BTreeMap<SourcePath, Document>> = BTreeMap::new();
        let mut candidates = HashMap::with_capacity(files.len());
        for file in files {
            let path = Place::new(&file.repository).path(&file.document.path);
            candidates.insert(path, file.candidates);
            let documents = repositories.entry(file.repository).or_default();
            documents.insert(file.document.path.clone(), file.document);
        }
        let mut members = Vec::with_capacity(repositories.len());
        for (number, (name, documents)) in repositories.into_iter().enumerate() {
            ensure!(
                name.split('/').all(|part| !matches!(part, "" | "." | "..")),
                "the database has a repository called {name:?}; a name must be a relative path"
            );
            let folder = directory.path().join(number.to_string());
            let member = project(config, &folder, documents)?;
            let mut indexing =
                member.indexing(model.clone(), TypingFlag::default(), GraphMode::Never);
            indexing
                .refresh(&Cancel::new(), &|_| {})
                .context(name.clone())?;
            members.push((Place::new(&name), member));
        }
        let whole = project(config, directory.path(), BTreeMap::new())?;
        let readers = members.iter();
        let readers = readers.map(|(place, it)| (place.clone(), it.reader.clone()));
        Ok(Self {
            project: Project {
                reader: (whole.reader.clone()).joined(whole.root().clone(), readers.collect()),
                members,
                ..whole
            },
            candidates,
            _directory: directory,
        })
    }

    /// Returns true if a leaf in a file has a line of a candidate.
    pub(crate) fn is_candidate(&self, path: &SourcePath, (first, last): (u32, u32)) -> bool {
        let known = self.candidates.get(path).into_iter().flatten();
        known.into_iter().any(|one| one.0 <= last && first <= one.1)
    }
}

/// A repository of these documents, with its index in `folder`.
fn project(
    config: &Config,
    folder: &Path,
    documents: BTreeMap<SourcePath, Document>,
) -> Result<Project> {
    // A root must exist; nothing is in it.
    let root = folder.join("root");
    std::fs::create_dir_all(&root).context("cannot create a temporary directory")?;
    let dirs = Dirs {
        cache: folder.to_owned(),
        config: folder.to_owned(),
        state: folder.to_owned(),
    };
    let index = IndexFolder::new(&folder.join("index"));
    let reader = DocumentReader::new(Root::exactly(&root)?, config, PathBuf::new(), &root)?;
    Ok(Project {
        reader: reader.with_documents(documents),
        config: config.clone(),
        config_file: dirs.user_file(),
        index,
        session: SessionFile::new(dirs.session_file(&root)),
        dirs,
        model: ModelSource::Bundled,
        members: Vec::new(),
        notice: None,
    })
}
