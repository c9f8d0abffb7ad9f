//! Choice of the clipboard method, and copying by it.
//!
//! Principal type: [`ClipboardMethod`], which [`method()`] chooses.

use super::osc52::{self, Multiplexer};
use super::program::{self, PROGRAMS, program_names};
use crate::config::{ClipboardConfig, ClipboardMode};
use crate::terminal::programs::{self, is_installed};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::time::Duration;

/// Method of copying to the clipboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClipboardMethod {
    /// An escape sequence (OSC 52), which also works over SSH.
    Terminal(Multiplexer),
    /// A program that reads the text, with its arguments.
    Program(Vec<String>),
}

/// Loads a tmux buffer from the input and sends it to the clipboard of the outer terminal (`-w`, since
/// tmux 3.2).
const TMUX: [&str; 4] = ["tmux", "load-buffer", "-w", "-"];

impl fmt::Display for ClipboardMethod {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Terminal(Multiplexer::None) => "the terminal (OSC 52)",
            Self::Terminal(Multiplexer::Tmux) => "tmux (OSC 52)",
            Self::Terminal(Multiplexer::Screen) => "screen (OSC 52)",
            Self::Program(words) => words.first().map_or("", String::as_str),
        })
    }
}

/// Returns the method that a copy would use now. The default is a program of the desktop; over SSH (the
/// terminal has the clipboard of the local machine) or without a program, it is the terminal.
pub fn method(config: &ClipboardConfig) -> Result<ClipboardMethod> {
    method_in(config, |name| std::env::var_os(name).unwrap_or_default())
}

fn method_in(
    config: &ClipboardConfig,
    variable: impl Fn(&str) -> OsString,
) -> Result<ClipboardMethod> {
    if let Some(command) = &config.command {
        return programs::words(command, "clipboard.command").map(ClipboardMethod::Program);
    }
    let is_set = |name: &str| !variable(name).is_empty();
    let path = variable("PATH");
    let multiplexer = if is_set("TMUX") {
        Multiplexer::Tmux
    } else if is_set("STY") {
        Multiplexer::Screen
    } else {
        Multiplexer::None
    };
    let program = PROGRAMS.iter().find_map(|(display, command)| {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let has_display = display.is_empty() || is_set(display);
        (has_display && is_installed(words.first()?, &path))
            .then_some(ClipboardMethod::Program(words))
    });
    // tmux ignores the sequence of an inner program without an error unless `set-clipboard` or
    // `allow-passthrough` is `on`, so the `tmux` command is used if it is installed.
    let has_tmux = multiplexer == Multiplexer::Tmux && is_installed("tmux", &path);
    let is_remote = is_set("SSH_CONNECTION") || is_set("SSH_TTY");
    match (config.method, program) {
        (ClipboardMode::Program, program) => program.with_context(|| {
            let programs = program_names();
            format!("clipboard: none of {programs} is installed; install one, or set clipboard.method = \"terminal\" in config.toml")
        }),
        (ClipboardMode::Auto, Some(program)) if !is_remote => Ok(program),
        (ClipboardMode::Auto, _) if has_tmux => Ok(ClipboardMethod::Program(TMUX.map(str::to_owned).into())),
        (ClipboardMode::Auto | ClipboardMode::Terminal, _) => Ok(ClipboardMethod::Terminal(multiplexer)),
    }
}

/// Timeout of a clipboard program: a display server that is gone never answers.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Copies text to the clipboard. An escape sequence is written immediately, so this must run on the
/// drawing thread; returns true. A program runs in the background, and `later` receives its result;
/// returns false.
pub fn copy(
    text: String,
    method: &ClipboardMethod,
    later: impl FnOnce(Result<()>) + Send + 'static,
) -> Result<bool> {
    match method {
        ClipboardMethod::Terminal(multiplexer) => {
            osc52::send(&text, *multiplexer, &mut io::stdout().lock()).map(|()| true)
        }
        ClipboardMethod::Program(words) => {
            program::feed(words, text, TIMEOUT, later).map(|()| false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn config(method: ClipboardMode) -> ClipboardConfig {
        ClipboardConfig {
            method,
            command: None,
        }
    }

    /// Checks the method with these variables, all of which are set, and this `PATH`.
    fn check(config: &ClipboardConfig, set: &[&str], path: &Path, expected: &str) {
        let found = match method_in(config, variables(set, path)) {
            Ok(method) => method.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{set:?}");
    }

    fn variables(set: &[&str], path: &Path) -> impl Fn(&str) -> OsString {
        move |name| match name {
            "PATH" => path.into(),
            name if set.contains(&name) => "1".into(),
            _ => OsString::new(),
        }
    }

    #[test]
    fn without_programs_text_goes_through_the_terminal_and_its_multiplexer() {
        let (auto, nowhere) = (config(ClipboardMode::Auto), Path::new("/nowhere"));
        check(&auto, &[], nowhere, "the terminal (OSC 52)");
        check(&auto, &["STY"], nowhere, "screen (OSC 52)");
        check(&auto, &["STY", "TMUX"], nowhere, "tmux (OSC 52)");
    }

    #[test]
    fn a_missing_program_is_reported() {
        let nothing = |_: &str| OsString::new();
        let error = method_in(&config(ClipboardMode::Program), nothing).unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("none of wl-copy, xclip, xsel, pbcopy"),
            "{message}"
        );
    }

    #[test]
    fn a_configured_command_wins() {
        let own = |command: &str| ClipboardConfig {
            method: ClipboardMode::Terminal,
            command: Some(command.to_owned()),
        };
        let nowhere = Path::new("/nowhere");
        check(&own("my-copy --stdin 'a b'"), &[], nowhere, "my-copy");
        let error = method_in(&own("my-copy 'open"), variables(&[], nowhere)).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("clipboard.command is not a command line"),
            "{error}"
        );
    }

    /// Creates a directory of programs with these names.
    #[cfg(unix)]
    fn programs_named(names: &[&str]) -> tempfile::TempDir {
        use std::fs;
        use std::os::unix::fs::PermissionsExt;

        let directory = tempfile::tempdir().unwrap();
        for name in names {
            let file = directory.path().join(name);
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        directory
    }

    #[cfg(unix)]
    #[test]
    fn inside_tmux_its_command_is_used_if_installed() {
        let directory = programs_named(&["tmux", "xclip"]);
        let path = directory.path();
        let auto = config(ClipboardMode::Auto);
        check(&auto, &[], path, "the terminal (OSC 52)");
        check(&auto, &["TMUX"], path, "tmux");
        check(&auto, &["TMUX", "SSH_TTY"], path, "tmux");
        let terminal = config(ClipboardMode::Terminal);
        check(&terminal, &["TMUX"], path, "tmux (OSC 52)");
        check(&auto, &["TMUX", "DISPLAY"], path, "xclip");
    }

    #[cfg(unix)]
    #[test]
    fn the_desktop_selects_a_program_and_ssh_the_terminal() {
        let directory = programs_named(&["wl-copy", "xclip", "xsel"]);
        let path = directory.path();
        let auto = config(ClipboardMode::Auto);
        check(&auto, &[], path, "the terminal (OSC 52)");
        check(&auto, &["DISPLAY"], path, "xclip");
        let desktop = ["DISPLAY", "WAYLAND_DISPLAY"];
        check(&auto, &desktop, path, "wl-copy");
        let remote = ["WAYLAND_DISPLAY", "SSH_CONNECTION"];
        check(&auto, &remote, path, "the terminal (OSC 52)");
        check(&config(ClipboardMode::Program), &remote, path, "wl-copy");
    }
}
