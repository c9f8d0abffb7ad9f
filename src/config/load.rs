//! Loading and validation of the configuration layers.
//!
//! [`Config::load()`] is the entry for the program, [`Config::effective()`] and [`Config::template()`] for
//! `config`. Invariant: a value of a file replaces only the default of the same key, and a fault is reported
//! with its line. A removed key of an earlier version is a warning.

use super::commands::key_rows;
use super::keys::line_at;
use super::layers::{Fault, key_at, layered, overlay, take_removed};
use super::settings::Config;
use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use toml::de::DeTable;

/// Maximum size of a settings file, in bytes.
pub const SETTINGS_LIMIT: u64 = 1 << 20;

/// The lowest layer; it sets every required key.
const DEFAULT: &str = include_str!("default.toml");

/// Error for invalid defaults, which a test excludes.
const BROKEN: &str = "the built-in default.toml is broken; please report this";

impl Config {
    /// Text of a configuration file that changes nothing: every default, commented out.
    pub fn template() -> String {
        let mut template = String::new();
        for line in DEFAULT.lines() {
            if !line.is_empty() && !line.starts_with(['#', '[']) {
                template.push_str("# ");
            }
            template.push_str(line);
            template.push('\n');
        }
        template
    }

    /// The values of a user's file, which may be missing, on top of the defaults, as TOML.
    ///
    /// # Errors
    /// The file cannot be read or is invalid.
    pub fn effective(user_file: &Path) -> Result<String> {
        Self::load(Some(user_file))?;
        let text = text(user_file)?.unwrap_or_default();
        let mut user = DeTable::parse(&text)?.into_inner();
        take_removed(&mut user);
        let mut values = DeTable::parse(DEFAULT).context(BROKEN)?;
        overlay(values.get_mut(), user);
        let values = toml::Table::deserialize(toml::Deserializer::from(values))?;
        Ok(values.to_string())
    }

    /// Loads the defaults, then the user's file, which may be missing. A relative `embed.model` and
    /// relative directories of workspaces are resolved against the directory of that file.
    ///
    /// # Errors
    /// The file cannot be read or is invalid.
    pub fn load(user_file: Option<&Path>) -> Result<Self> {
        if let Some(file) = user_file
            && let Some(text) = text(file)?
        {
            return Self::with_file(file, &text);
        }
        let defaults = DeTable::parse(DEFAULT).context(BROKEN)?;
        Self::deserialize(toml::Deserializer::from(defaults)).context(BROKEN)
    }

    fn with_file(file: &Path, text: &str) -> Result<Self> {
        let located = |Fault { at, message }: &Fault| {
            let line = line_at(text, at.start);
            let key = match key_at(text, at) {
                Some(key) => format!(", key {key}"),
                None => String::new(),
            };
            format!("{}, line {line}{key}: {message}", file.display())
        };
        let defaults = DeTable::parse(DEFAULT).context(BROKEN)?;
        let (mut config, removed) =
            layered(defaults, text).map_err(|fault| anyhow!(located(&fault)))?;
        config.warnings = removed.iter().map(located).collect();
        let names = config.commands.keys().cloned().collect();
        config.keys.add_commands(names, key_rows(&config.commands));
        config.keys.locate(text, file);
        if let Some(model) = &mut config.embed.model {
            *model = file.with_file_name(&*model);
        }
        for directory in config.workspaces.values_mut().flatten() {
            *directory = resolved(directory, file, std::env::home_dir())?;
        }
        Ok(config)
    }
}

/// A directory of a workspace as a path from `~`, or from the directory of the configuration file.
fn resolved(directory: &Path, file: &Path, home: Option<PathBuf>) -> Result<PathBuf> {
    let Ok(below) = directory.strip_prefix("~") else {
        return Ok(file.with_file_name(directory));
    };
    let home = home.with_context(|| {
        format!(
            "{}, workspaces: {} needs a home directory, and there is none; set HOME or write the whole path",
            file.display(),
            directory.display()
        )
    })?;
    Ok(home.join(below))
}

/// Text of a configuration file. None if it does not exist.
fn text(path: &Path) -> Result<Option<String>> {
    match read_text(path, SETTINGS_LIMIT) {
        Ok(text) => Ok(Some(text)),
        // Service accounts have `/dev/null` as HOME.
        Err(error)
            if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) =>
        {
            Ok(None)
        }
        Err(cause) => bail!(
            "cannot read the configuration {}: {cause}; make it readable or remove it",
            path.display()
        ),
    }
}

/// Reads a settings file.
///
/// # Errors
/// It is not a regular file, has more bytes than `limit`, or cannot be read.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    // Opening a named pipe could block forever.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut text = String::new();
    let mut file = fs::File::open(path)?.take(limit + 1);
    file.read_to_string(&mut text)?;
    if text.len() as u64 > limit {
        let message = format!("larger than {} MB", limit >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::keys::Preset;
    use super::super::settings::{AsciiMode, GraphMode};
    use super::*;

    /// Loads a configuration file with this text.
    fn load(text: &str) -> Result<Config> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("config.toml");
        fs::write(&path, text).unwrap();
        Config::load(Some(&path))
    }

    fn check_fault(text: &str, at: &str, message: &str) {
        let error = load(text).expect_err(text).to_string();
        let location = format!("config.toml, line {at}: ");
        let reason = error.split_once(&location).map(|(_, reason)| reason);
        assert!(
            reason.is_some_and(|reason| reason.contains(message)),
            "{text}: {error}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_oversized_files_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("config.toml");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let error = Config::load(Some(&pipe)).unwrap_err().to_string();
        assert!(error.contains("not a regular file"), "{error}");
        let large = directory.path().join("large.toml");
        fs::write(&large, "#".repeat(SETTINGS_LIMIT as usize + 1)).unwrap();
        let error = Config::load(Some(&large)).unwrap_err().to_string();
        assert!(error.contains("larger than 1 MB"), "{error}");
    }

    #[test]
    fn summary_server_requires_a_model() {
        check_fault(
            "[ui]\ntheme = \"night\"\n[summary]\nurl = \"http://x/v1\"\n",
            "4, key summary.url",
            "summary.model",
        );
        let config = load("[summary]\nurl = \"http://x/v1\"\nmodel = \"m\"\n").unwrap();
        assert_eq!(config.summary.server(), Some(("http://x/v1", "m")));
        assert_eq!(load("").unwrap().summary.server(), None);
    }

    #[test]
    fn defaults_are_as_documented() {
        let config = Config::load(None).unwrap();
        assert_eq!(config.corpus.index_limit, 10_000_000);
        assert_eq!(config.chunk.leaf_limit, 2_000);
        assert_eq!(config.chunk.parse_limit, 2_000_000);
        assert_eq!(config.embed.model, None);
        assert_eq!(config.embed.onnxruntime, None);
        assert_eq!(config.vector.graph, GraphMode::Auto);
        assert_eq!(config.editor.command, None);
        assert_eq!(config.ui.theme, "auto");
        assert_eq!(config.ui.ascii, AsciiMode::Auto);
        assert_eq!(config.keys.preset, Preset::Default);
        assert_eq!(config.keys.own, []);
    }

    #[test]
    fn the_template_changes_nothing() {
        let template = Config::template();
        assert!(template.contains("\n# theme = \"auto\"\n"), "{template}");
        let values = |text: &str| {
            let mut config = load(text).unwrap();
            config.keys.file = None;
            format!("{config:?}")
        };
        assert_eq!(values(&template), values(""));
    }

    #[test]
    fn effective_values_are_those_of_both_files() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("config.toml");
        fs::write(
            &file,
            "[ui]\ntheme = \"nord\"\n[keys.results]\nx = \"none\"\n",
        )
        .unwrap();
        let text = Config::effective(&file).unwrap();
        let again = load(&text).unwrap();
        assert_eq!((&*again.ui.theme, &*again.ui.light), ("nord", "day"));
        assert_eq!(again.keys.own.len(), 1);
    }

    #[test]
    fn user_keys_are_applied_to_the_preset() {
        let config = load("[keys]\npreset = \"vim\"\n[keys.results]\nx = \"none\"\n").unwrap();
        let keys = config.keys;
        assert_eq!(keys.preset, Preset::Vim);
        let own = keys.own.first().unwrap();
        assert_eq!((&*own.section, &*own.keys, own.line), ("results", "x", 4));
        assert_eq!(keys.rows().last(), Some(own));
        assert!(keys.file.is_some());
        check_fault(
            "[keys]\npreset = \"nano\"\n",
            "2, key keys.preset",
            "`default`, `vim`",
        );
        check_fault(
            "[keys.reslts]\nj = \"fold\"\n",
            "1, key keys.reslts",
            "`results`",
        );
        check_fault(
            "[keys.results]\nj = \"fold\"\n\"j\" = \"next-row\"\n",
            "3",
            "duplicate key",
        );
    }

    #[test]
    fn every_commented_key_of_the_defaults_is_known() {
        let uncommented: Vec<&str> = DEFAULT
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(rest) if rest.contains(" = ") && !rest.contains("{line}") => rest,
                _ => line,
            })
            .collect();
        let config = load(&uncommented.join("\n")).unwrap();
        assert_eq!(config.editor.command.as_deref(), Some("nvim"));
        assert!(config.embed.onnxruntime.is_some());
    }

    #[test]
    fn user_file_overrides_key_by_key() {
        let config = load("[chunk]\nleaf_limit = 900\n[vector]\ngraph = \"never\"\n").unwrap();
        assert_eq!(config.chunk.leaf_limit, 900);
        assert_eq!(config.chunk.parse_limit, 2_000_000);
        assert_eq!(config.vector.graph, GraphMode::Never);
        assert_eq!(load("").unwrap().chunk.leaf_limit, 2_000);
    }

    #[test]
    fn relative_model_directory_is_resolved_against_the_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("config.toml");
        for (named, expected) in [
            ("models/small", directory.path().join("models/small")),
            ("/models/small", PathBuf::from("/models/small")),
        ] {
            fs::write(&path, format!("[embed]\nmodel = \"{named}\"\n")).unwrap();
            let config = Config::load(Some(&path)).unwrap();
            assert_eq!(config.embed.model, Some(expected));
        }
        check_fault(
            "[embed]\nmodel = \"\"\n",
            "2, key embed.model",
            "empty text",
        );
    }

    #[test]
    fn directories_below_home_need_one() {
        let resolved = |directory: &str, home: Option<&str>| {
            let file = Path::new("/conf/config.toml");
            super::resolved(Path::new(directory), file, home.map(PathBuf::from))
        };
        let check = |directory: &str, home: Option<&str>, expected: &str| {
            assert_eq!(resolved(directory, home).unwrap(), Path::new(expected));
        };
        check("~/src", Some("/home/ada"), "/home/ada/src");
        check("src", None, "/conf/src");
        check("/src", None, "/src");
        let error = resolved("~/src", None).unwrap_err().to_string();
        let expected = "/conf/config.toml, workspaces: ~/src needs a home directory";
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn unknown_keys_are_refused() {
        check_fault(
            "[corpus]\n\nindex_limt = 5\n",
            "3, key corpus.index_limt",
            "unknown key `index_limt`, expected one of `index_limit`,",
        );
        check_fault(
            "[corpsu]\nindex_limit = 5\n",
            "1, key corpsu",
            "unknown key",
        );
        check_fault("theme = \"x\"\n", "1, key theme", "unknown key");
        check_fault("ui.colour = true\n", "1, key ui.colour", "unknown key");
    }

    #[test]
    fn removed_keys_are_warnings_that_name_their_replacement() {
        let config = load(
            "[ui]\ntheme = \"nord\"\n[summary]\nretries = \"many\"\nseconds = 9\nconcurrency = 1\n\
             declarations = 0\n[document]\nseconds = 1\nmemory = 1\n",
        )
        .unwrap();
        assert_eq!(config.ui.theme, "nord");
        let warnings: Vec<&str> = config
            .warnings
            .iter()
            .map(|warning| warning.split_once("config.toml, ").unwrap().1)
            .collect();
        let ignored = "this setting was removed and is ignored";
        assert_eq!(
            warnings,
            [
                format!("line 10, key document.memory: {ignored}: an extraction may use 1 GB"),
                format!("line 9, key document.seconds: {ignored}: an extraction may take 60 s"),
                format!(
                    "line 6, key summary.concurrency: {ignored}: two requests are sent at the same time"
                ),
                format!(
                    "line 7, key summary.declarations: {ignored}: the 100 largest and most referenced are \
                     summarized; summary.token_budget limits a run"
                ),
                format!(
                    "line 4, key summary.retries: {ignored}: a failed request is sent again up to four times"
                ),
                format!("line 5, key summary.seconds: {ignored}: a request may take 60 s"),
            ]
        );
        check_fault(
            "[summary]\nretires = 1\n",
            "2, key summary.retires",
            "unknown key",
        );
        assert!(load("").unwrap().warnings.is_empty());
    }

    #[test]
    fn wrong_types_and_values_are_refused() {
        check_fault(
            "[corpus]\nindex_limit = \"10 MB\"\n",
            "2, key corpus.index_limit",
            "invalid type",
        );
        check_fault(
            "[corpus]\nindex_limit = -1\n",
            "2, key corpus.index_limit",
            "invalid value",
        );
        check_fault(
            "[chunk]\nparse_limit = 9\nleaf_limit = 3\n",
            "3, key chunk.leaf_limit",
            "3 is too small, the minimum is 200",
        );
        check_fault(
            "[vector]\ngraph = \"sometimes\"\n",
            "2, key vector.graph",
            "`auto`, `always`",
        );
        for value in ["true", "5", "\"sometimes\"", "[]"] {
            check_fault(
                &format!("[ui]\nascii = {value}\n"),
                "2, key ui.ascii",
                "expected one of `auto`, `always`, `never`",
            );
        }
        check_fault(
            "[keys]\npreset = true\n",
            "2, key keys.preset",
            "expected one of `default`",
        );
        check_fault("[ui]\ntheme = \"\"\n", "2, key ui.theme", "empty text");
        check_fault("\nui = 5\n", "2, key ui", "invalid type");
    }

    #[test]
    fn invalid_toml_is_reported_with_its_line() {
        check_fault("[ui]\ntheme = \"terminal\n", "2", "");
        check_fault("[ui]\ntheme = \"a\"\ntheme = \"b\"\n", "3", "duplicate key");
    }

    #[test]
    fn message_names_file_line_and_key() {
        let message = load("[ui]\ntheem = \"x\"\n").unwrap_err().to_string();
        assert!(
            message.ends_with(
                "config.toml, line 2, key ui.theem: unknown key `theem`, expected one of `theme`, `light`, `dark`, `ascii`"
            ),
            "{message}"
        );
    }

    #[test]
    fn missing_file_is_accepted_and_unreadable_file_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        assert!(Config::load(Some(&directory.path().join("none.toml"))).is_ok());
        let error = Config::load(Some(directory.path())).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("cannot read the configuration"), "{text}");
        fs::write(directory.path().join("latin1.toml"), b"# \xF6").unwrap();
        let error = Config::load(Some(&directory.path().join("latin1.toml"))).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("cannot read the configuration"), "{text}");
    }
}
