//! Choice of the editor.
//!
//! Principal type: [`EditorChoice`]. Invariant: nothing in the repository chooses a program to run.

use crate::config::EditorConfig;
use crate::corpus::spawn;
use crate::terminal::programs::{is_installed, wait_until, words};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Editors to look for if none is configured, best first.
const FALLBACKS: &[&str] = &["nvim", "vim", "hx", "nano", "vi"];

/// Time limit for git's answer.
const GIT_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum length of its answer, in bytes.
const MAX_COMMAND_LEN: u64 = 4_096;

/// Source of a command: the configuration.
pub(super) const CONFIG: &str = "editor.command";
/// Source of a command: a search of `PATH`, because nothing names an editor.
pub(super) const PATH: &str = "PATH";

/// The chosen editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditorChoice {
    /// Words of the command, split by the rules of the shell; at least one.
    pub words: Vec<String>,
    /// Source of the name, for people: `$EDITOR`.
    pub named_by: &'static str,
}

/// Git's `core.editor`, read once.
#[derive(Clone, Default)]
pub struct GitEditor(Arc<OnceLock<Option<String>>>);

impl GitEditor {
    /// Reads it on another thread if nothing else names the editor: git may take seconds to answer.
    pub fn read_ahead(&self, config: &EditorConfig, root: &Path) {
        let (git, config, root) = (self.clone(), config.clone(), root.to_owned());
        // Without a thread it is read when it is needed.
        let _ = spawn("git", move || drop(choose(&config, &git, &root)));
    }
}

/// Chooses the editor: configuration, `$VISUAL`, `$EDITOR`, git, then the first one installed. Blank
/// values count as unset.
pub fn choose(config: &EditorConfig, git: &GitEditor, root: &Path) -> Result<EditorChoice> {
    choose_from(
        config,
        |name| std::env::var_os(name),
        || git.0.get_or_init(|| git_editor("git", root)).clone(),
    )
}

fn choose_from(
    config: &EditorConfig,
    variable: impl Fn(&str) -> Option<OsString>,
    git: impl FnOnce() -> Option<String>,
) -> Result<EditorChoice> {
    let set = |command: Option<String>| command.filter(|text| !text.trim().is_empty());
    let text = |name: &str| set(variable(name).map(|text| text.to_string_lossy().into_owned()));
    let named = set(config.command.clone())
        .map(|command| (command, CONFIG))
        .or_else(|| Some((text("VISUAL")?, "$VISUAL")))
        .or_else(|| Some((text("EDITOR")?, "$EDITOR")))
        .or_else(|| Some((set(git())?, "git's core.editor")));
    if let Some((command, named_by)) = named {
        let words = words(&command, named_by)?;
        return Ok(EditorChoice { words, named_by });
    }
    let path = variable("PATH").unwrap_or_default();
    let name = FALLBACKS
        .iter()
        .find(|name| is_installed(name, &path))
        .context(
            "no editor is set and none of nvim, vim, hx, nano, vi is installed; set $EDITOR or editor.command in \
             config.toml",
        )?;
    Ok(EditorChoice {
        words: vec![(*name).to_owned()],
        named_by: PATH,
    })
}

/// The editor of the user's configuration of git, or of the system's; none if git is not installed or does not
/// answer in time. The configuration in the repository is ignored: it is not trusted, and would choose a
/// program to run.
fn git_editor(git: &str, root: &Path) -> Option<String> {
    ["--global", "--system"].iter().find_map(|scope| {
        let mut child = Command::new(git)
            .arg("-C")
            .arg(root)
            .args(["config", scope, "--includes", "--get", "core.editor"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let deadline = Instant::now() + GIT_TIMEOUT;
        // A process that git leaves behind may keep its output open.
        let (sender, read) = channel();
        let output = child.stdout.take()?.take(MAX_COMMAND_LEN);
        spawn("git", move || sender.send(std::io::read_to_string(output))).ok()?;
        wait_until(&mut child, deadline).ok()??;
        let left = deadline.saturating_duration_since(Instant::now());
        let text = read.recv_timeout(left).ok()?.ok()?.trim().to_owned();
        (!text.is_empty()).then_some(text)
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
        let output = Command::new("git")
            .arg("-C")
            .arg(directory.path())
            .args(["config", "--get", "core.editor"])
            .output()
            .unwrap();
        assert_eq!(output.stdout, b"touch owned\n", "git itself would use it");
        let editor = git_editor("git", directory.path());
        assert_ne!(editor.as_deref(), Some("touch owned"));
    }

    #[cfg(unix)]
    #[test]
    fn unresponsive_git_is_not_waited_for() {
        use std::os::unix::fs::PermissionsExt;

        let directory = tempfile::tempdir().unwrap();
        let git = directory.path().join("git");
        // The second one answers, but leaves a process behind that keeps its output open.
        for script in [
            "exec sleep 600",
            "echo vi; sleep 600 & echo $! >> \"$2/left\"",
        ] {
            std::fs::write(&git, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&git, std::fs::Permissions::from_mode(0o755)).unwrap();
            assert_eq!(git_editor(git.to_str().unwrap(), directory.path()), None);
        }
        let left = std::fs::read_to_string(directory.path().join("left")).unwrap();
        // One process for the global configuration, one for the system's.
        let killed = Command::new("kill").args(left.lines()).status().unwrap();
        assert!(killed.success(), "they were still there: {left}");
    }

    fn choice(settings: &Settings<'_>, path: &Path) -> Result<EditorChoice> {
        let config = EditorConfig {
            command: settings.config.map(str::to_owned),
            viewer: None,
        };
        let variable = |name: &str| match name {
            "VISUAL" => settings.visual.map(OsString::from),
            "EDITOR" => settings.editor.map(OsString::from),
            _ => Some(path.into()),
        };
        choose_from(&config, variable, || settings.git.map(str::to_owned))
    }

    fn check(settings: &Settings<'_>, words: &[&str], named_by: &str) {
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
        check(&settings, &["a", "-x"], CONFIG);
        settings.config = None;
        check(&settings, &["b"], "$VISUAL");
        settings.visual = Some("  ");
        check(&settings, &["c"], "$EDITOR");
        settings.editor = Some("");
        check(&settings, &["d", "1 2"], "git's core.editor");
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
        let error = nothing.unwrap_err().to_string();
        assert!(error.starts_with("no editor is set"), "{error}");

        for (name, mode) in [("nvim", 0o644), ("vi", 0o755), ("nano", 0o755)] {
            let file = directory.path().join(name);
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        }
        let choice = choice(&Settings::default(), directory.path()).unwrap();
        assert_eq!(choice.words, ["nano"]);
        assert_eq!(choice.named_by, PATH);
    }
}
