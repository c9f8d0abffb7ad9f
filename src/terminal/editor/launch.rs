//! A command line that opens a file.
//!
//! Principal type: [`Launch`].

use crate::corpus::spawn;
use crate::terminal::programs::detached;
use anyhow::{Context, Error, Result, anyhow, ensure};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Command, ExitStatus};

/// Window in which an editor draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// In this terminal, which it occupies until it exits.
    Terminal,
    /// In its own window; it neither gets the screen nor is waited for.
    Elsewhere,
}

/// An absolute location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditorLocation<'a> {
    /// Absolute path of the file.
    pub file: &'a OsStr,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
}

/// A command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Name or path of the program.
    pub program: OsString,
    /// Arguments of the program.
    pub arguments: Vec<OsString>,
    /// Window in which it draws.
    pub window: Window,
    /// Directory in which it runs; none for the current one.
    pub directory: Option<PathBuf>,
    /// Source of its name, for people.
    pub named_by: &'static str,
}

impl Launch {
    /// Returns the command as shell syntax.
    pub fn line(&self) -> String {
        let mut words = vec![self.program.to_string_lossy()];
        words.extend(self.arguments.iter().map(|word| word.to_string_lossy()));
        shell_words::join(&words)
    }

    /// Builds the command to run in the terminal.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        self.enter_directory(&mut command);
        command
    }

    fn enter_directory(&self, command: &mut Command) {
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
    }

    /// Runs the program without the terminal to its end. Returns what it wrote on both outputs, up to a limit in bytes.
    pub fn output(&self, limit: u64) -> Result<String> {
        let (mut reader, writer) = io::pipe().context("cannot create a pipe")?;
        let mut command = detached(&self.program);
        command
            .args(&self.arguments)
            .stdout(writer.try_clone().context("cannot create a pipe")?)
            .stderr(writer);
        self.enter_directory(&mut command);
        let spawned = command.spawn();
        // It holds the writing ends of the pipe.
        drop(command);
        let mut child = spawned.map_err(|cause| self.cannot_start(cause))?;
        let mut output = Vec::new();
        let read = (&mut reader).take(limit).read_to_end(&mut output);
        // A program that writes more gets an error.
        drop(reader);
        let status = child.wait();
        read.with_context(|| format!("cannot read from {}", self.program.display()))?;
        let mut text = String::from_utf8_lossy(&output).into_owned();
        if output.len() as u64 == limit {
            text.push_str("\n… more output is not shown");
        } else if let Err(error) = self.ended(status) {
            text.push_str(&format!("\n{error}"));
        }
        Ok(text)
    }

    /// Returns the error for a program that cannot be started.
    pub fn cannot_start(&self, cause: io::Error) -> Error {
        let (program, named_by) = (self.program.display(), self.named_by);
        anyhow!(
            "cannot run {program} (named by {named_by}): {cause}; install it, or set another one in config.toml"
        )
    }

    /// Converts the exit status to a result.
    pub fn ended(&self, status: io::Result<ExitStatus>) -> Result<()> {
        let program = self.program.display();
        let status = status.with_context(|| format!("cannot wait for {program}"))?;
        ensure!(status.success(), "`{program}` ended with {status}");
        Ok(())
    }

    /// Starts the program outside this terminal, and waits for it on another thread.
    pub fn start(self, on_failure: impl FnOnce(Error) + Send + 'static) -> Result<()> {
        let mut command = detached(&self.program);
        command.args(&self.arguments);
        self.enter_directory(&mut command);
        let mut child = command.spawn().map_err(|cause| self.cannot_start(cause))?;
        spawn("editor", move || {
            if let Err(error) = self.ended(child.wait()) {
                on_failure(error);
            }
        })
        .context("cannot start a thread")?;
        Ok(())
    }
}
