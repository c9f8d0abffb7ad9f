//! Choice of the editor.

use super::EditorError;
use crate::config::EditorConfig;
use crate::terminal::installed::is_installed;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Editors to look for if none is configured, best first.
const FALLBACKS: &[&str] = &["nvim", "vim", "hx", "nano", "vi"];

/// Source of the editor's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedBy {
    /// `editor.command` in the configuration.
    Config,
    /// An environment variable.
    Variable(&'static str),
    /// `core.editor` of git.
    Git,
    /// Nothing; the editor was found on `PATH`.
    Path,
}

impl fmt::Display for NamedBy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config => out.write_str("editor.command"),
            Self::Variable(name) => write!(out, "${name}"),
            Self::Git => out.write_str("git's core.editor"),
            Self::Path => out.write_str("PATH"),
        }
    }
}

/// The chosen editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Words of the command, split by the rules of the shell; at least one.
    pub words: Vec<String>,
    /// Source of the name.
    pub named_by: NamedBy,
}

/// Environment variables about editors.
#[derive(Clone, Default, Debug)]
pub(super) struct Environment {
    pub(super) visual: Option<String>,
    pub(super) editor: Option<String>,
    pub(super) path: Option<OsString>,
}

impl Environment {
    pub(super) fn of_process() -> Self {
        let text = |name| {
            let value = std::env::var_os(name)?;
            Some(value.to_string_lossy().into_owned())
        };
        Self {
            visual: text("VISUAL"),
            editor: text("EDITOR"),
            path: std::env::var_os("PATH"),
        }
    }
}

/// Chooses the editor: configuration, `$VISUAL`, `$EDITOR`, git, then the first one installed. Blank
/// values count as unset.
pub fn choose(config: &EditorConfig, root: &Path) -> Result<Choice, EditorError> {
    choose_from(config, &Environment::of_process(), || git_editor(root))
}

pub(super) fn choose_from(
    config: &EditorConfig,
    environment: &Environment,
    git: impl FnOnce() -> Option<String>,
) -> Result<Choice, EditorError> {
    let set = |command: &Option<String>| command.clone().filter(|text| !text.trim().is_empty());
    let named = set(&config.command)
        .map(|command| (command, NamedBy::Config))
        .or_else(|| Some((set(&environment.visual)?, NamedBy::Variable("VISUAL"))))
        .or_else(|| Some((set(&environment.editor)?, NamedBy::Variable("EDITOR"))))
        .or_else(|| Some((set(&git())?, NamedBy::Git)));
    if let Some((command, named_by)) = named {
        return split(command, named_by);
    }
    let path = environment.path.as_deref().unwrap_or_default();
    let installed = FALLBACKS.iter().find(|name| is_installed(name, path));
    let name = installed.ok_or(EditorError::None)?;
    Ok(Choice {
        words: vec![(*name).to_owned()],
        named_by: NamedBy::Path,
    })
}

fn split(command: String, named_by: NamedBy) -> Result<Choice, EditorError> {
    match shell_words::split(&command) {
        Ok(words) if !words.is_empty() => Ok(Choice { words, named_by }),
        // A comment is not blank, but has no words.
        _ => Err(EditorError::NotACommand { command, named_by }),
    }
}

/// The editor of the user's configuration of git, or of the system's; none when git is not there. The
/// repository's own configuration is not asked: it may be anybody's, and would choose a program to run.
pub(super) fn git_editor(root: &Path) -> Option<String> {
    ["--global", "--system"].iter().find_map(|place| {
        let output = Command::new("git")
            .arg("-C")
            .arg(root)
            .args(["config", place, "--includes", "--get", "core.editor"])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Some(text).filter(|text| !text.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Settings<'a> {
        config: Option<&'a str>,
        visual: Option<&'a str>,
        editor: Option<&'a str>,
        git: Option<&'a str>,
    }

    #[test]
    fn the_repository_does_not_choose_the_editor() {
        let directory = tempfile::tempdir().unwrap();
        let git = directory.path().join(".git");
        for folder in ["objects", "refs"] {
            std::fs::create_dir_all(git.join(folder)).unwrap();
        }
        std::fs::write(git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
        std::fs::write(git.join("config"), "[core]\n\teditor = touch owned\n").unwrap();
        let asked = Command::new("git")
            .arg("-C")
            .arg(directory.path())
            .args(["config", "--get", "core.editor"])
            .output()
            .unwrap();
        assert_eq!(asked.stdout, b"touch owned\n", "git itself would use it");
        let editor = git_editor(directory.path());
        assert_ne!(editor.as_deref(), Some("touch owned"));
    }

    fn choice(settings: &Settings<'_>, path: &Path) -> Result<Choice, EditorError> {
        let config = EditorConfig {
            command: settings.config.map(str::to_owned),
            viewer: None,
        };
        let environment = Environment {
            visual: settings.visual.map(str::to_owned),
            editor: settings.editor.map(str::to_owned),
            path: Some(path.into()),
        };
        choose_from(&config, &environment, || settings.git.map(str::to_owned))
    }

    fn check(settings: &Settings<'_>, words: &[&str], named_by: NamedBy) {
        let choice = choice(settings, Path::new("/nowhere")).unwrap();
        assert_eq!(choice.words, words);
        assert_eq!(choice.named_by, named_by);
    }

    #[test]
    fn configuration_precedes_variables_and_variables_precede_git() {
        let mut settings = Settings {
            config: Some("a -x"),
            visual: Some("b"),
            editor: Some("c"),
            git: Some("d '1 2'"),
        };
        check(&settings, &["a", "-x"], NamedBy::Config);
        settings.config = None;
        check(&settings, &["b"], NamedBy::Variable("VISUAL"));
        settings.visual = Some("  ");
        check(&settings, &["c"], NamedBy::Variable("EDITOR"));
        settings.editor = Some("");
        check(&settings, &["d", "1 2"], NamedBy::Git);
    }

    #[test]
    fn an_invalid_command_names_its_source() {
        let settings = Settings {
            editor: Some("vim 'unclosed"),
            ..Settings::default()
        };
        let error = choice(&settings, Path::new("/nowhere")).unwrap_err();
        assert!(error.to_string().starts_with("$EDITOR"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn without_settings_the_first_installed_editor_is_chosen() {
        use std::fs;
        use std::os::unix::fs::PermissionsExt;

        let directory = tempfile::tempdir().unwrap();
        let nothing = choice(&Settings::default(), directory.path());
        assert!(matches!(nothing, Err(EditorError::None)));

        for (name, mode) in [("nvim", 0o644), ("vi", 0o755), ("nano", 0o755)] {
            let file = directory.path().join(name);
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        }
        let choice = choice(&Settings::default(), directory.path()).unwrap();
        assert_eq!(choice.words, ["nano"]);
        assert_eq!(choice.named_by, NamedBy::Path);
    }
}
