//! Choice of the way to the clipboard.

use super::ClipboardError;
use super::osc52::Around;
use crate::config::{ClipboardConfig, ClipboardWay};
use crate::terminal::installed::is_installed;
use std::ffi::OsString;
use std::fmt;

/// Condition of the environment for a program.
type Condition = fn(&Environment) -> bool;

/// Programs that copy their input to the clipboard, best first.
const PROGRAMS: &[(Condition, &str)] = &[
    (|it| it.wayland, "wl-copy"),
    (|it| it.x11, "xclip -in -selection clipboard"),
    (|it| it.x11, "xsel --input --clipboard"),
    // macOS, Windows under WSL, Android.
    (|_| true, "pbcopy"),
    (|_| true, "clip.exe"),
    (|_| true, "termux-clipboard-set"),
];

/// Way to the clipboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// An escape sequence (OSC 52), which also works over SSH.
    Terminal(Around),
    /// A program that reads the text, with its arguments.
    Program(Vec<String>),
}

/// Loads a tmux buffer from the input and sends it to the clipboard of the outer terminal (`-w`, since
/// tmux 3.2).
const TMUX: [&str; 4] = ["tmux", "load-buffer", "-w", "-"];

impl fmt::Display for Way {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terminal(Around::Nothing) => out.write_str("the terminal (OSC 52)"),
            Self::Terminal(Around::Tmux) => out.write_str("tmux (OSC 52)"),
            Self::Terminal(Around::Screen) => out.write_str("screen (OSC 52)"),
            Self::Program(words) => out.write_str(words.first().map_or("", String::as_str)),
        }
    }
}

/// Environment variables about displays, remote sessions and multiplexers.
#[derive(Clone, Default, Debug)]
pub(super) struct Environment {
    pub(super) wayland: bool,
    pub(super) x11: bool,
    pub(super) ssh: bool,
    pub(super) tmux: bool,
    pub(super) screen: bool,
    pub(super) path: OsString,
}

impl Environment {
    fn of_process() -> Self {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        Self {
            wayland: is_set("WAYLAND_DISPLAY"),
            x11: is_set("DISPLAY"),
            ssh: is_set("SSH_CONNECTION") || is_set("SSH_TTY"),
            tmux: is_set("TMUX"),
            screen: is_set("STY"),
            path: std::env::var_os("PATH").unwrap_or_default(),
        }
    }

    fn around(&self) -> Around {
        match (self.tmux, self.screen) {
            (true, _) => Around::Tmux,
            (false, true) => Around::Screen,
            (false, false) => Around::Nothing,
        }
    }

    /// Chooses OSC 52. tmux ignores the sequence of an inner program without an error unless
    /// `set-clipboard` or `allow-passthrough` is `on`, so the `tmux` command is used if it is installed.
    fn terminal(&self) -> Way {
        match self.around() {
            Around::Tmux if is_installed("tmux", &self.path) => {
                Way::Program(TMUX.map(str::to_owned).into())
            }
            around => Way::Terminal(around),
        }
    }

    /// Returns the first program that works in this environment.
    fn program(&self) -> Option<Way> {
        let (_, words) = PROGRAMS.iter().find(|(works, words)| {
            let name = words.split(' ').next().unwrap_or_default();
            works(self) && is_installed(name, &self.path)
        })?;
        Some(Way::Program(words.split(' ').map(str::to_owned).collect()))
    }
}

/// Returns the way text would take now. By default, a program of the desktop; the terminal over SSH
/// (its clipboard is that of the local machine) and without a program.
pub fn way(config: &ClipboardConfig) -> Result<Way, ClipboardError> {
    way_in(config, &Environment::of_process())
}

fn way_in(config: &ClipboardConfig, environment: &Environment) -> Result<Way, ClipboardError> {
    if let Some(command) = &config.command {
        return match shell_words::split(command) {
            Ok(words) if !words.is_empty() => Ok(Way::Program(words)),
            _ => Err(ClipboardError::NotACommand(command.clone())),
        };
    }
    match config.way {
        ClipboardWay::Terminal => Ok(Way::Terminal(environment.around())),
        ClipboardWay::Auto => {
            let program = environment.program().filter(|_| !environment.ssh);
            Ok(program.unwrap_or_else(|| environment.terminal()))
        }
        ClipboardWay::Program => {
            let missing = || ClipboardError::NoProgram(programs());
            environment.program().ok_or_else(missing)
        }
    }
}

/// Returns the names of the programs as a list for people.
pub(super) fn programs() -> String {
    let names = PROGRAMS
        .iter()
        .filter_map(|(_, words)| words.split(' ').next());
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(way: ClipboardWay) -> ClipboardConfig {
        ClipboardConfig { way, command: None }
    }

    fn check(config: &ClipboardConfig, environment: &Environment, expected: &str) {
        let found = match way_in(config, environment) {
            Ok(way) => way.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{environment:?}");
    }

    #[test]
    fn without_programs_text_goes_through_the_terminal_and_its_multiplexer() {
        let auto = config(ClipboardWay::Auto);
        let mut environment = Environment::default();
        check(&auto, &environment, "the terminal (OSC 52)");
        environment.screen = true;
        check(&auto, &environment, "screen (OSC 52)");
        environment.tmux = true;
        check(&auto, &environment, "tmux (OSC 52)");
    }

    #[test]
    fn a_missing_program_is_reported() {
        let error = way_in(&config(ClipboardWay::Program), &Environment::default())
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("none of wl-copy, xclip, xsel, pbcopy"),
            "{error}"
        );
    }

    #[test]
    fn a_configured_command_wins() {
        let own = |command: &str| ClipboardConfig {
            way: ClipboardWay::Terminal,
            command: Some(command.to_owned()),
        };
        let environment = Environment::default();
        check(&own("my-copy --stdin 'a b'"), &environment, "my-copy");
        let error = way_in(&own("my-copy 'open"), &environment).unwrap_err();
        assert!(matches!(error, ClipboardError::NotACommand(_)), "{error}");
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
        let mut environment = Environment {
            path: directory.path().into(),
            ..Environment::default()
        };
        let auto = config(ClipboardWay::Auto);
        check(&auto, &environment, "the terminal (OSC 52)");
        environment.tmux = true;
        check(&auto, &environment, "tmux");
        environment.ssh = true;
        check(&auto, &environment, "tmux");
        let terminal = config(ClipboardWay::Terminal);
        check(&terminal, &environment, "tmux (OSC 52)");
        environment.ssh = false;
        environment.x11 = true;
        check(&auto, &environment, "xclip");
    }

    #[cfg(unix)]
    #[test]
    fn the_desktop_selects_a_program_and_ssh_the_terminal() {
        let directory = programs_named(&["wl-copy", "xclip", "xsel"]);
        let mut environment = Environment {
            path: directory.path().into(),
            ..Environment::default()
        };
        let auto = config(ClipboardWay::Auto);
        check(&auto, &environment, "the terminal (OSC 52)");
        environment.x11 = true;
        check(&auto, &environment, "xclip");
        environment.wayland = true;
        check(&auto, &environment, "wl-copy");
        environment.ssh = true;
        check(&auto, &environment, "the terminal (OSC 52)");
        check(&config(ClipboardWay::Program), &environment, "wl-copy");
    }
}
