//! Options of every command.
//!
//! Principal type: [`Overrides`]. An option that is given takes precedence over the configuration.

use crate::config::{Config, Dirs};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Name of the backend that needs no installation. It serves only the bundled model.
pub(super) const PURE_RUST: &str = "pure-rust";

/// Settings from the command line. None leaves a setting to the configuration.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Overrides {
    /// Use DIR as the repository root
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Configuration file [default: see `smriti-tui config path`]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Theme name
    #[arg(long, global = true, value_name = "NAME")]
    pub theme: Option<String>,
    /// Directory of the embedding model: model.onnx and tokenizer.json
    #[arg(long, global = true, value_name = "DIR")]
    pub model: Option<PathBuf>,
    /// Path of libonnxruntime for --model; `pure-rust` serves only the bundled model [env: ORT_DYLIB_PATH]
    #[arg(
        long = "model-backend",
        id = "model_backend",
        global = true,
        value_name = "BACKEND"
    )]
    pub backend: Option<PathBuf>,
}

impl Overrides {
    /// The configuration with the arguments applied.
    pub fn config(&self, dirs: &Dirs) -> anyhow::Result<Config> {
        let user_file = dirs.user_file();
        if let Some(file) = &self.config {
            // The default file may be missing; a named one must exist.
            file.metadata()
                .with_context(|| format!("config: cannot read {}", file.display()))?;
        }
        let mut config = Config::load(Some(self.config.as_ref().unwrap_or(&user_file)))?;
        if let Some(theme) = &self.theme {
            config.ui.theme.clone_from(theme);
        }
        config.embed.model = self.model.clone().or(config.embed.model);
        if self.backend.as_deref() == Some(Path::new(PURE_RUST)) {
            let warning =
                "--model-backend pure-rust serves only the bundled model, which needs no backend";
            config.warnings.push(warning.to_owned());
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_backend_pure_rust_says_what_it_serves() {
        let home = tempfile::tempdir().unwrap();
        let folder = || home.path().to_owned();
        let dirs = Dirs {
            cache: folder(),
            config: folder(),
            state: folder(),
        };
        let warnings = |backend: Option<&str>| {
            let choices = Overrides {
                backend: backend.map(PathBuf::from),
                ..Overrides::default()
            };
            choices.config(&dirs).unwrap().warnings
        };
        assert!(warnings(None).is_empty());
        let [warning] = &*warnings(Some("pure-rust")) else {
            panic!("one warning");
        };
        assert!(warning.contains("only the bundled model"), "{warning}");
    }
}
