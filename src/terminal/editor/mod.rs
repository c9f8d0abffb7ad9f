//! Opening a location in the user's editor.
//!
//! Principal type: [`Launch`], a command line. Invariant: the command is a pure function of the
//! configuration, the environment and the location. Editors with their own window are started here;
//! editors in the terminal are run by the owner of the screen ([`Opened::Here`]).

mod choice;
mod split;
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

/// Reason why the editor failed.
#[derive(Debug, thiserror::Error)]
pub enum EditorError {
    /// No editor is configured or installed.
    #[error(
        "no editor is set and none of nvim, vim, hx, nano, vi is installed; set $EDITOR or editor.command in config.toml"
    )]
    None,
    /// The configured command is not a command line.
    #[error("{named_by} is not a command line: {command:?}; check its quotes")]
    NotACommand {
        /// The command as configured.
        command: String,
        /// Source of the command.
        named_by: NamedBy,
    },
    /// No program can show the editor beside the explorer.
    #[error(
        "no split or tab to open the editor in: run smriti-tui inside tmux, Zellij, WezTerm or Neovim's terminal"
    )]
    NoSplit,
    /// The file was deleted.
    #[error("{0} no longer exists; the index will follow")]
    Gone(String),
    /// The editor cannot be started.
    #[error(
        "cannot run {program} (named by {named_by}): {cause}; install it or set editor.command in config.toml"
    )]
    Start {
        /// The program.
        program: String,
        /// Source of its name.
        named_by: NamedBy,
        /// Error of the system.
        cause: io::Error,
    },
    /// The configured viewer is not a command line.
    #[error("editor.viewer is not a command line: {0:?}; check its quotes")]
    NotAViewer(String),
    /// The viewer cannot be started.
    #[error("cannot run {program} to open {path}: {cause}; set editor.viewer in config.toml")]
    NoViewer {
        /// The program.
        program: String,
        /// Path of the document.
        path: String,
        /// Error of the system.
        cause: io::Error,
    },
    /// The program failed.
    #[error("{program} ended with {status}")]
    Ended {
        /// The program.
        program: String,
        /// Exit code or signal.
        status: ExitStatus,
    },
    /// Waiting for the program failed.
    #[error("cannot wait for {program}: {cause}")]
    Lost {
        /// The program.
        program: String,
        /// Error of the system.
        cause: io::Error,
    },
    /// Releasing or retaking the screen failed.
    #[error(transparent)]
    Terminal(#[from] TerminalError),
}

/// Outcome of opening a location.
#[derive(Debug)]
pub enum Opened {
    /// The editor runs in its own window.
    Beside,
    /// The editor needs the terminal, and starts once the screen is released.
    Here(TerminalEditor),
}

/// An editor that occupies the terminal while it runs.
#[derive(Debug)]
pub struct TerminalEditor {
    launch: Launch,
    named_by: NamedBy,
}

impl TerminalEditor {
    /// The command to run in the terminal.
    pub fn command(&self) -> Command {
        command(&self.launch)
    }

    /// Creates the error of a failed start.
    pub fn cannot_start(&self, cause: io::Error) -> EditorError {
        EditorError::Start {
            program: self.program(),
            named_by: self.named_by,
            cause,
        }
    }

    /// Converts the exit status to a result.
    pub fn ended(&self, status: io::Result<ExitStatus>) -> Result<(), EditorError> {
        check_status(status, &self.program())
    }

    fn program(&self) -> String {
        self.launch.program.to_string_lossy().into_owned()
    }
}

/// Opens a location in the repository at `root`. An editor in the terminal is returned, not started;
/// any other is started, and `failed_later` is called on another thread if it fails.
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
    start(&editor, failed_later)?;
    Ok(Opened::Beside)
}

/// Opens a location in a split or tab beside the explorer; an editor with its own window is started as
/// [`open`] does. `failed_later` is called on another thread if the program fails.
pub fn open_split(
    location: &Location,
    root: &Path,
    config: &EditorConfig,
    failed_later: impl FnOnce(EditorError) + Send + 'static,
) -> Result<(), EditorError> {
    if !location.path.under(root).is_file() {
        return Err(EditorError::Gone(location.path.to_string()));
    }
    let (mut launch, mut named_by) = plan(location, root, config)?;
    if launch.shown == Shown::Terminal {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let (variable, split) = split::in_split(&launch, is_set).ok_or(EditorError::NoSplit)?;
        (launch, named_by) = (split, NamedBy::Variable(variable));
    }
    start(&TerminalEditor { launch, named_by }, failed_later)
}

/// Starts an editor outside this terminal.
fn start(
    editor: &TerminalEditor,
    failed_later: impl FnOnce(EditorError) + Send + 'static,
) -> Result<(), EditorError> {
    let child = detached(&editor.launch).spawn();
    child
        .and_then(|child| watch(child, editor.program(), failed_later))
        .map_err(|cause| editor.cannot_start(cause))
}

/// Returns the command that [`open`] would run, and the source of its name.
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

/// Creates a command without the terminal, in its own process group: Ctrl-C and Ctrl-Z do not reach it.
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

/// Waits on another thread, to reap the child.
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
    check_status(child.wait(), program)
}

fn check_status(status: io::Result<ExitStatus>, program: &str) -> Result<(), EditorError> {
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
    fn a_failure_in_a_window_is_reported_later() {
        check("exit 0", None);
        check("exit 3", Some("sh ended with exit status: 3"));
        check("kill -9 $$", Some("sh ended with signal: 9 (SIGKILL)"));
    }

    #[test]
    fn a_window_gets_neither_terminal_input_nor_process_group() {
        let child = detached(&run("read line")).spawn().unwrap();
        assert!(wait(child, "sh").is_err(), "end of input at once");

        // The fifth field of `stat` is the process group.
        let script = "read -r _ _ _ _ group _ < /proc/$$/stat && [ \"$group\" = $$ ]";
        let child = detached(&run(script)).spawn().unwrap();
        assert!(wait(child, "sh").is_ok(), "its own group");
    }
}
