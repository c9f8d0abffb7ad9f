//! Which way text takes to the clipboard.

use super::ClipboardError;
use super::osc52::Around;
use crate::config::{ClipboardConfig, ClipboardWay};
use crate::terminal::installed::is_installed;
use std::ffi::OsString;
use std::fmt;

/// Whether a program works in an environment.
type Works = fn(&Environment) -> bool;

/// Programs that put their input on the clipboard, best first.
const PROGRAMS: &[(Works, &str)] = &[
    (|it| it.wayland, "wl-copy"),
    (|it| it.x11, "xclip -in -selection clipboard"),
    (|it| it.x11, "xsel --input --clipboard"),
    // macOS, Windows below WSL, Android.
    (|_| true, "pbcopy"),
    (|_| true, "clip.exe"),
    (|_| true, "termux-clipboard-set"),
];

/// How text gets to the clipboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// By an escape sequence (OSC 52), which works over SSH too.
    Terminal(Around),
    /// By a program that reads it; its words.
    Program(Vec<String>),
}

/// Has tmux put its input into a buffer of its own, and send that to the clipboard of the terminal
/// around it (`-w`, since tmux 3.2).
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

/// What the environment says about displays and what stands between us and the terminal.
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

    /// By the terminal, past what stands between. tmux ignores the sequence of a program inside it,
    /// unless `set-clipboard` or `allow-passthrough` is set to `on`, and does not say so: where it is
    /// around, it is asked itself.
    fn terminal(&self) -> Way {
        match self.around() {
            Around::Tmux if is_installed("tmux", &self.path) => {
                Way::Program(TMUX.map(str::to_owned).into())
            }
            around => Way::Terminal(around),
        }
    }

    /// The first program that works here.
    fn program(&self) -> Option<Way> {
        let (_, words) = PROGRAMS.iter().find(|(works, words)| {
            let name = words.split(' ').next().unwrap_or_default();
            works(self) && is_installed(name, &self.path)
        })?;
        Some(Way::Program(words.split(' ').map(str::to_owned).collect()))
    }
}

/// The way text would take now. Left to itself: the desktop's own program, and the terminal over SSH
/// (whose clipboard is the one of the machine in front of which someone sits) and where there is no
/// program.
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

/// Their names, for people.
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
        let said = match way_in(config, environment) {
            Ok(way) => way.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(said, expected, "{environment:?}");
    }

    #[test]
    fn without_programs_it_goes_through_the_terminal_and_what_is_around_it() {
        let auto = config(ClipboardWay::Auto);
        let mut environment = Environment::default();
        check(&auto, &environment, "the terminal (OSC 52)");
        environment.screen = true;
        check(&auto, &environment, "screen (OSC 52)");
        environment.tmux = true;
        check(&auto, &environment, "tmux (OSC 52)");
    }

    #[test]
    fn a_program_that_is_wanted_and_missing_is_said() {
        let said = way_in(&config(ClipboardWay::Program), &Environment::default())
            .unwrap_err()
            .to_string();
        assert!(
            said.contains("none of wl-copy, xclip, xsel, pbcopy"),
            "{said}"
        );
    }

    #[test]
    fn a_command_of_the_users_own_wins() {
        let own = |command: &str| ClipboardConfig {
            way: ClipboardWay::Terminal,
            command: Some(command.to_owned()),
        };
        let environment = Environment::default();
        check(&own("my-copy --stdin 'a b'"), &environment, "my-copy");
        let error = way_in(&own("my-copy 'open"), &environment).unwrap_err();
        assert!(matches!(error, ClipboardError::NotACommand(_)), "{error}");
    }

    /// A directory of programs with these names.
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
    fn tmux_is_asked_itself_where_it_is_around() {
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
    fn the_desktop_decides_among_programs_and_ssh_against_them() {
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
