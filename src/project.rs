//! The repository with everything chosen about it, for the commands and the explorer alike.
//!
//! Principal type: [`Project`]. Invariant: what arguments, environment and configuration say is
//! weighed here once; nobody behind it asks where a choice came from.

use crate::chunk;
use crate::config::{Config, Dirs};
use crate::context::Sources;
use crate::corpus::Root;
use crate::embed::Backend;
use crate::extract::{Reader, own_program};
use crate::index::{IndexFolder, Snapshots};
use crate::session::SessionFile;
use crate::workers::indexer::{Author, AuthorError, Indexing, chunk_limits};
use crate::workers::{ModelLoad, SharedModel, Sink, Typing};
use anyhow::Context;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Names the backend that needs nothing installed.
const PURE_RUST: &str = "pure-rust";

/// What the arguments choose; none where they say nothing.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Exactly this directory is the repository.
    pub root: Option<PathBuf>,
    /// The configuration file.
    pub config: Option<PathBuf>,
    /// The theme's name.
    pub theme: Option<String>,
    /// The folder of the embedding model.
    pub model: Option<PathBuf>,
    /// Where the model runs: a library, or the name of the backend that needs none.
    pub backend: Option<PathBuf>,
}

impl Choices {
    /// What the user chose, arguments included.
    pub fn config(&self, dirs: &Dirs) -> anyhow::Result<Config> {
        let user_file = dirs.user_file();
        if let Some(file) = &self.config {
            // The default file may be missing, one that was named may not.
            file.metadata()
                .with_context(|| format!("config: cannot read {}", file.display()))?;
        }
        let mut config = Config::load(Some(self.config.as_ref().unwrap_or(&user_file)))?;
        if let Some(theme) = &self.theme {
            config.ui.theme.clone_from(theme);
        }
        if let Some(model) = &self.model {
            config.embed.model = Some(model.clone());
        }
        Ok(config)
    }
}

/// The repository, its configuration and the places on this machine that belong to it.
#[derive(Clone, Debug)]
pub struct Project {
    /// Its documents.
    pub reader: Reader,
    /// What the user chose, arguments included.
    pub config: Config,
    /// The folder of this repository's index.
    pub index: IndexFolder,
    /// What is remembered of this repository.
    pub session: SessionFile,
    /// The folder of the user's own themes.
    pub themes: PathBuf,
    /// The file with the name of the theme that was chosen.
    pub theme: PathBuf,
    /// The file that says that someone is not new here.
    pub learned: PathBuf,
    /// Where the model runs.
    pub backend: Backend,
}

impl Project {
    /// The repository that `directory` (or the current one) names, with its settings.
    pub fn open(choices: &Choices, directory: Option<&Path>) -> anyhow::Result<Self> {
        let directory = directory.unwrap_or(Path::new("."));
        Self::open_from(choices, directory, directory)
    }

    /// The repository of a path in `directory`, with its settings. Without a marker it is the current
    /// directory, if the path lies in it.
    pub fn of_path(choices: &Choices, directory: &Path) -> anyhow::Result<Self> {
        Self::open_from(choices, directory, Path::new("."))
    }

    fn open_from(choices: &Choices, directory: &Path, here: &Path) -> anyhow::Result<Self> {
        let dirs = Dirs::of_user()?;
        let config = choices.config(&dirs)?;
        let root = match &choices.root {
            Some(root) => Root::exactly(root)?,
            None => Root::find_from(directory, here, std::env::home_dir().as_deref())?,
        };
        let backend = backend(
            choices.backend.as_deref(),
            std::env::var_os("ORT_DYLIB_PATH"),
            config.embed.onnxruntime.as_deref(),
        );
        let index = IndexFolder::new(&dirs.index_of(root.path()));
        let session = SessionFile::new(dirs.session_of(root.path()));
        let program = own_program().context("cannot tell which program this is")?;
        Ok(Self {
            reader: Reader::new(root, &config, program, &index.texts())?,
            index,
            session,
            themes: dirs.themes(),
            theme: dirs.theme(),
            learned: dirs.learned(),
            config,
            backend,
        })
    }

    /// The repository.
    pub fn root(&self) -> &Root {
        self.reader.root()
    }

    /// Starts loading the chosen model.
    pub fn model(&self, sink: Sink<ModelLoad>) -> anyhow::Result<SharedModel> {
        let folder = self.config.embed.model.clone();
        let model = SharedModel::when_asked(folder, self.backend.clone(), sink);
        model.begin().context("cannot start a thread")?;
        Ok(model)
    }

    /// The chosen model, which is loaded when something needs it.
    pub fn model_when_asked(&self) -> SharedModel {
        let folder = self.config.embed.model.clone();
        SharedModel::when_asked(folder, self.backend.clone(), Box::new(|_| {}))
    }

    /// The way to index it.
    pub fn indexing(&self, model: SharedModel, typing: Typing) -> Indexing {
        Indexing::new(
            self.reader.clone(),
            self.index.clone(),
            self.config.clone(),
            model,
            typing,
        )
        .with_author(self.author())
    }

    /// The server that writes summaries, where one is configured.
    fn author(&self) -> Result<Option<Author>, AuthorError> {
        let config = &self.config.summary;
        let named = config.server.as_ref().and_then(|it| it.key_env.as_ref());
        let key = named.and_then(|name| std::env::var(name).ok());
        Author::of(config, key.as_deref())
    }

    /// Its newest snapshots, for searching.
    pub fn snapshots(&self) -> Snapshots {
        Snapshots::new(&self.index, self.config.vector.graph)
    }

    /// Its documents as the working tree has them.
    pub fn sources(&self) -> Sources {
        Sources::new(self.reader.clone(), self.limits())
    }

    /// Sizes by which its documents are cut.
    pub fn limits(&self) -> chunk::Limits {
        chunk_limits(&self.config)
    }
}

/// The argument, then the environment, then the configuration; else what works everywhere.
fn backend(
    argument: Option<&Path>,
    environment: Option<OsString>,
    configured: Option<&Path>,
) -> Backend {
    let environment = environment.filter(|path| !path.is_empty());
    let chosen = argument
        .or(environment.as_deref().map(Path::new))
        .or(configured);
    match chosen {
        Some(library) if library != Path::new(PURE_RUST) => {
            Backend::OnnxRuntime(library.to_path_buf())
        }
        _ => Backend::PureRust,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(argument: &str, environment: &str, configured: &str, expected: &str) {
        let path = |text: &str| (!text.is_empty()).then(|| PathBuf::from(text));
        let chosen = backend(
            path(argument).as_deref(),
            Some(environment.into()),
            path(configured).as_deref(),
        );
        let expected = match expected {
            "" => Backend::PureRust,
            library => Backend::OnnxRuntime(library.into()),
        };
        assert_eq!(chosen, expected);
    }

    #[test]
    fn the_argument_wins_then_the_environment_then_the_configuration() {
        check("", "", "", "");
        check("", "", "c.so", "c.so");
        check("", "e.so", "c.so", "e.so");
        check("a.so", "e.so", "c.so", "a.so");
        check("pure-rust", "e.so", "c.so", "");
        check("", "pure-rust", "c.so", "");
    }
}
