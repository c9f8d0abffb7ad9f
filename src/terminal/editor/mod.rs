//! Opening a place in the user's own editor.
//!
//! Principal type: [`Launch`], a command line. Invariant: what is run is decided by pure functions
//! of the configuration, the environment and the place. What has a window of its own is run here;
//! what wants the terminal is run by who owns it ([`Opened::Here`]).

mod choice;
mod table;
mod template;
mod viewer;

pub use choice::{Choice, NamedBy, choose};
pub use table::{Launch, Place, Shown, launch};
pub use viewer::view;

use super::TerminalError;
use crate::config::EditorConfig;
use crate::corpus::Location;
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

/// Why the editor did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum EditorError {
    /// Nothing is configured and nothing is installed.
    #[error(
        "no editor is set and none of nvim, vim, hx, nano, vi is installed; set $EDITOR or editor.command in config.toml"
    )]
    None,
    /// What should be a command line is not.
    #[error("{named_by} is not a command line: {command:?}; check its quotes")]
    NotACommand {
        /// As it is written.
        command: String,
        /// Who said so.
        named_by: NamedBy,
    },
    /// The file was removed meanwhile.
    #[error("{0} is no longer there; the index follows")]
    Gone(String),
    /// It cannot be started.
    #[error(
        "cannot run {program} (named by {named_by}): {cause}; install it or set editor.command in config.toml"
    )]
    Start {
        /// The program.
        program: String,
        /// Who named it.
        named_by: NamedBy,
        /// What the system said.
        cause: io::Error,
    },
    /// The viewer that is configured is none.
    #[error("editor.viewer is not a command line: {0:?}; check its quotes")]
    NotAViewer(String),
    /// The viewer cannot be started.
    #[error("cannot run {program} to open {path}: {cause}; set editor.viewer in config.toml")]
    NoViewer {
        /// The program.
        program: String,
        /// What it was to open.
        path: String,
        /// What the system said.
        cause: io::Error,
    },
    /// It ended badly.
    #[error("{program} ended with {status}")]
    Ended {
        /// The program.
        program: String,
        /// Its exit code or signal.
        status: ExitStatus,
    },
    /// Waiting for it failed.
    #[error("lost sight of {program}: {cause}")]
    Lost {
        /// The program.
        program: String,
        /// What the system said.
        cause: io::Error,
    },
    /// The screen could not be given or taken back.
    #[error(transparent)]
    Terminal(#[from] TerminalError),
}

/// What became of opening a place.
#[derive(Debug)]
pub enum Opened {
    /// The editor runs beside the explorer.
    Beside,
    /// It is to have the terminal, and waits until it is given up.
    Here(TerminalEditor),
}

/// An editor that has the terminal while it runs: what to run, and what to say of it.
#[derive(Debug)]
pub struct TerminalEditor {
    launch: Launch,
    named_by: NamedBy,
}

impl TerminalEditor {
    /// What to run, on the terminal.
    pub fn command(&self) -> Command {
        command(&self.launch)
    }

    /// Why it does not run, by what the system said.
    pub fn cannot_start(&self, cause: io::Error) -> EditorError {
        EditorError::Start {
            program: self.program(),
            named_by: self.named_by,
            cause,
        }
    }

    /// What to say of its end.
    pub fn ended(&self, status: io::Result<ExitStatus>) -> Result<(), EditorError> {
        judged(status, &self.program())
    }

    fn program(&self) -> String {
        self.launch.program.to_string_lossy().into_owned()
    }
}

/// Opens a place of the repository at `root`. An editor in the terminal is not started yet; any other
/// is left running, and `failed_later` is called, on a thread of its own, should it end badly.
pub fn open(
    location: &Location,
    root: &Path,
    config: &EditorConfig,
    failed_later: impl FnOnce(EditorError) + Send + 'static,
) -> Result<Opened, EditorError> {
    if !location.path.under(root).is_file() {
        return Err(EditorError::Gone(location.path.to_string()));
    }
    let (launch, named_by) = plan(location, root, config)?;
    let shown = launch.shown;
    let editor = TerminalEditor { launch, named_by };
    if shown == Shown::Terminal {
        return Ok(Opened::Here(editor));
    }
    let child = detached(&editor.launch).spawn();
    child
        .and_then(|child| watch(child, editor.program(), failed_later))
        .map_err(|cause| editor.cannot_start(cause))?;
    Ok(Opened::Beside)
}

/// What [`open`] would run, and who named it.
pub fn plan(
    location: &Location,
    root: &Path,
    config: &EditorConfig,
) -> Result<(Launch, NamedBy), EditorError> {
    let choice = choose(config, root)?;
    let file = location.path.under(root);
    let place = Place {
        file: file.as_os_str(),
        line: location.line,
        column: location.column,
    };
    let neovim = std::env::var_os("NVIM").map(|server| server.to_string_lossy().into_owned());
    let neovim = neovim.as_deref().filter(|server| !server.is_empty());
    let launch = launch(&choice, place, neovim).ok_or(EditorError::None)?;
    Ok((launch, choice.named_by))
}

fn command(launch: &Launch) -> Command {
    let mut command = Command::new(&launch.program);
    command.args(&launch.arguments);
    command
}

/// Without our terminal, and in a group of its own: Ctrl-C and Ctrl-Z are not for it.
fn detached(launch: &Launch) -> Command {
    let mut command = command(launch);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// A thread that only waits, so that the ended child does not stay as a zombie.
fn watch(
    child: Child,
    program: String,
    failed_later: impl FnOnce(EditorError) + Send + 'static,
) -> io::Result<()> {
    thread::Builder::new()
        .name("editor".to_owned())
        .spawn(move || {
            if let Err(error) = wait(child, &program) {
                failed_later(error);
            }
        })
        .map(drop)
}

fn wait(mut child: Child, program: &str) -> Result<(), EditorError> {
    judged(child.wait(), program)
}

fn judged(status: io::Result<ExitStatus>, program: &str) -> Result<(), EditorError> {
    let status = status.map_err(|cause| EditorError::Lost {
        program: program.to_owned(),
        cause,
    })?;
    if status.success() {
        return Ok(());
    }
    Err(EditorError::Ended {
        program: program.to_owned(),
        status,
    })
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn run(script: &str) -> Launch {
        Launch {
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            shown: Shown::Elsewhere,
        }
    }

    fn check(script: &str, expected: Option<&str>) {
        let child = detached(&run(script)).spawn().unwrap();
        let (sender, failures) = mpsc::channel();
        let failed_later = move |error: EditorError| sender.send(error.to_string()).unwrap();
        watch(child, "sh".to_owned(), failed_later).unwrap();
        assert_eq!(failures.recv().ok().as_deref(), expected, "{script}");
    }

    #[test]
    fn a_window_that_ends_badly_is_said_later() {
        check("exit 0", None);
        check("exit 3", Some("sh ended with exit status: 3"));
        check("kill -9 $$", Some("sh ended with signal: 9 (SIGKILL)"));
    }

    #[test]
    fn a_window_gets_neither_our_input_nor_our_group() {
        let child = detached(&run("read line")).spawn().unwrap();
        assert!(wait(child, "sh").is_err(), "end of input at once");

        // The fifth field of `stat` is the process group.
        let script = "read -r _ _ _ _ group _ < /proc/$$/stat && [ \"$group\" = $$ ]";
        let child = detached(&run(script)).spawn().unwrap();
        assert!(wait(child, "sh").is_ok(), "a group of its own");
    }
}
