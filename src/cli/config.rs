//! `smriti-tui config`: location, effective values and a template of the configuration.
//!
//! Principal type: [`ConfigCommand`]. An existing file is never overwritten.

use super::output::{EXIT_OK, print};
use crate::config::{Config, Dirs};
use crate::corpus::create_private_folder;
use crate::pages::escape_lines;
use crate::project::Overrides;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

#[derive(Subcommand, Clone, Copy, Debug)]
pub(super) enum ConfigCommand {
    /// Print the path of the configuration file
    Path,
    /// Print the effective configuration as TOML
    Show,
    /// Create the configuration file with all defaults commented out
    Init,
}

pub(super) fn run(choices: &Overrides, command: ConfigCommand) -> Result<u8> {
    let dirs = Dirs::from_environment()?;
    let file = choices.config.clone().unwrap_or_else(|| dirs.user_file());
    let text = match command {
        ConfigCommand::Path => file.display().to_string(),
        ConfigCommand::Show => {
            // It refuses what other commands refuse, such as a named file that is missing.
            choices.config(&dirs)?;
            let values = Config::effective(&file)?;
            format!("# {}\n\n{values}", file.display())
        }
        ConfigCommand::Init => {
            create(&file)?;
            format!("created {}", file.display())
        }
    };
    print(&(escape_lines(text.trim_end()) + "\n"))?;
    Ok(EXIT_OK)
}

fn create(file: &Path) -> Result<()> {
    let folder = file.parent().unwrap_or(Path::new(""));
    if folder != Path::new("") {
        create_private_folder(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    match File::create_new(file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!(
            "{} already exists; edit it, or move it first",
            file.display()
        ),
        created => created
            .and_then(|mut created| created.write_all(Config::template().as_bytes()))
            .with_context(|| format!("cannot write {}", file.display())),
    }
}

/// Path of the configuration file for the help, with `~` for the home directory.
pub(super) fn location() -> String {
    let Ok(dirs) = Dirs::from_environment() else {
        return String::new();
    };
    let file = dirs.user_file();
    let below =
        std::env::home_dir().and_then(|home| Some(file.strip_prefix(home).ok()?.to_owned()));
    match below {
        Some(below) => format!("Configuration: ~/{}", below.display()),
        None => format!("Configuration: {}", file.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn init_creates_a_file_that_changes_nothing_and_keeps_an_existing_one() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a/config.toml");
        create(&file).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), Config::template());
        std::fs::write(&file, "[ui]\ntheme = \"nord\"\n").unwrap();
        let error = create(&file).unwrap_err().to_string();
        assert!(error.contains("already exists"), "{error}");
        assert_eq!(Config::load(Some(&file)).unwrap().ui.theme, "nord");
    }
}
