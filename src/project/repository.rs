//! The opened repository.
//!
//! Principal type: [`Project`].

use super::choices::{Overrides, PURE_RUST};
use crate::answers::ModelStatus;
use crate::chunk;
use crate::config::{Config, Dirs, GraphMode};
use crate::context::Sources;
use crate::corpus::{Place, Root, find_root};
use crate::embed::{ModelSource, OnnxRuntime};
use crate::extract::{DocumentReader, own_program};
use crate::index::{IndexFolder, IndexReader};
use crate::session::SessionFile;
use crate::workers::indexer::{Pipeline, Summarizer, SummarizerError, chunk_limits};
use crate::workers::{SharedModel, Sink, TypingFlag};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Variables that name the folder of an active Python environment.
const PYTHON_ENVIRONMENTS: [&str; 2] = ["VIRTUAL_ENV", "CONDA_PREFIX"];

/// A repository, its configuration and its files on this machine.
#[derive(Clone, Debug)]
pub struct Project {
    /// Reader of its documents.
    pub reader: DocumentReader,
    /// Configuration, arguments included.
    pub config: Config,
    /// Path of the configuration file, which may be missing.
    pub config_file: PathBuf,
    /// Index directory; of several repositories, that of the first.
    pub index: IndexFolder,
    /// Session file.
    pub session: SessionFile,
    /// Directories of the user.
    pub dirs: Dirs,
    /// The embedding model.
    pub model: ModelSource,
    /// The repositories that are searched together, by place; empty for a lone one.
    pub(super) members: Vec<(Place, Project)>,
    /// A notice about the repositories for people.
    pub notice: Option<String>,
}

impl Project {
    /// Opens the repository at or above `directory` (default: the current directory).
    pub fn open(choices: &Overrides, directory: Option<&Path>) -> Result<Self> {
        let directory = directory.unwrap_or(Path::new("."));
        Self::open_from(choices, directory, directory)
    }

    /// Opens the repository that contains a path. Without a marker, that is the current directory
    /// if the path lies in it.
    pub fn of_path(choices: &Overrides, directory: &Path) -> Result<Self> {
        Self::open_from(choices, directory, Path::new("."))
    }

    fn open_from(choices: &Overrides, directory: &Path, here: &Path) -> Result<Self> {
        let dirs = Dirs::from_environment()?;
        let config = choices.config(&dirs)?;
        let root = match &choices.root {
            Some(root) => Root::exactly(root)?,
            None => {
                let home = std::env::home_dir();
                find_root(directory, here, home.as_deref(), config.corpus.ignore_files)?
            }
        };
        let model = match &config.embed.model {
            None => ModelSource::Bundled,
            Some(folder) => ModelSource::Folder {
                folder: folder.clone(),
                runtime: runtime(
                    choices.backend.as_deref(),
                    std::env::var_os("ORT_DYLIB_PATH"),
                    config.embed.onnxruntime.as_deref(),
                ),
            },
        };
        let index = IndexFolder::new(&dirs.index_directory(root.path()));
        let session = SessionFile::new(dirs.session_file(root.path()));
        let program = own_program().context("cannot find the path of this program")?;
        Ok(Self {
            reader: DocumentReader::new(root, &config, program, &index.texts())?,
            index,
            session,
            config,
            config_file: choices.config.clone().unwrap_or_else(|| dirs.user_file()),
            dirs,
            model,
            members: Vec::new(),
            notice: None,
        })
    }

    /// The root of the repository; of several, their common directory.
    pub fn root(&self) -> &Root {
        self.reader.root()
    }

    /// Starts loading the model in the background.
    pub fn load_model(&self, sink: Sink<ModelStatus>) -> Result<SharedModel> {
        let model = SharedModel::on_demand(self.model.clone(), sink);
        model.begin().context("cannot start a thread")?;
        Ok(model)
    }

    /// The model, loaded on first use.
    pub fn lazy_model(&self) -> SharedModel {
        SharedModel::on_demand(self.model.clone(), Box::new(|_| {}))
    }

    /// Writer of the index. Its snapshots use the graph as `graph` says.
    pub fn indexing(&self, model: SharedModel, typing: TypingFlag, graph: GraphMode) -> Pipeline {
        Pipeline::new(
            self.reader.clone(),
            self.index.clone(),
            self.config.clone(),
            model,
            typing,
            graph,
        )
        .with_summarizer(self.summarizer())
        .with_siblings(&self.dirs.cache)
    }

    /// Client of the configured summary server.
    fn summarizer(&self) -> Result<Option<Summarizer>, SummarizerError> {
        let config = &self.config.summary;
        let key = config
            .key_env
            .as_ref()
            .and_then(|name| std::env::var(name).ok());
        Summarizer::of(config, key.as_deref())
    }

    /// Reader of index snapshots.
    pub fn snapshots(&self) -> IndexReader {
        if self.is_workspace() {
            let members = self.members.iter();
            let members = members.map(|(place, it)| (place.clone(), it.snapshots()));
            return IndexReader::joined(members.collect());
        }
        IndexReader::new(&self.index, self.config.vector.graph)
    }

    /// Source of documents in the working tree.
    pub fn sources(&self) -> Sources {
        Sources::new(self.reader.clone(), self.limits())
    }

    /// Chunk size limits.
    pub fn limits(&self) -> chunk::Limits {
        chunk_limits(&self.config)
    }
}

/// Selects the library of a model from a folder: argument, then environment, then configuration, then the
/// first one in the usual places.
fn runtime(
    argument: Option<&Path>,
    environment: Option<OsString>,
    configured: Option<&Path>,
) -> OnnxRuntime {
    let environment = environment.filter(|path| !path.is_empty());
    let chosen = argument
        .or(environment.as_deref().map(Path::new))
        .or(configured);
    match chosen {
        Some(backend) if backend == Path::new(PURE_RUST) => OnnxRuntime::Disabled,
        Some(library) => OnnxRuntime::Library(library.to_path_buf()),
        None => OnnxRuntime::Search {
            environments: PYTHON_ENVIRONMENTS
                .iter()
                .filter_map(std::env::var_os)
                .map(PathBuf::from)
                // A relative one would be part of the repository.
                .filter(|environment| environment.is_absolute())
                .collect(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(argument: &str, environment: &str, configured: &str, expected: Option<&str>) {
        let path = |text: &str| (!text.is_empty()).then(|| PathBuf::from(text));
        let chosen = runtime(
            path(argument).as_deref(),
            Some(environment.into()),
            path(configured).as_deref(),
        );
        match (chosen, expected) {
            (OnnxRuntime::Library(found), Some(expected)) => assert_eq!(found, Path::new(expected)),
            (OnnxRuntime::Disabled, Some(PURE_RUST)) | (OnnxRuntime::Search { .. }, None) => {}
            (chosen, _) => panic!("{chosen:?}, not {expected:?}"),
        }
    }

    #[test]
    fn argument_precedes_environment_precedes_configuration() {
        check("", "", "", None);
        check("", "", "c.so", Some("c.so"));
        check("", "e.so", "c.so", Some("e.so"));
        check("a.so", "e.so", "c.so", Some("a.so"));
        check("pure-rust", "e.so", "c.so", Some(PURE_RUST));
        check("", "pure-rust", "c.so", Some(PURE_RUST));
    }
}
