//! The command line: what was asked, on what, and how it ended. One file for each command.
//!
//! Principal type: `Args`, what can be asked. Invariant: this is the only room that prints, and
//! every way out of it is an exit code, but for an explorer that a signal ended: it ends by that.

mod args;
mod argument_order;
mod chunks;
mod clean;
mod config;
mod context;
mod coverage;
mod doctor;
mod explored;
mod formats;
mod freshness;
mod index;
mod json;
mod keys;
mod mcp;
mod mistaken;
mod outline;
mod packing;
mod plain;
mod schema;
mod search;
mod selection;
mod shell;
mod signals;
mod similar;
mod status;

use crate::corpus::silence_contained;
use crate::extract::Bounds;
use crate::project::Project;
use crate::runtime::Ended;
use crate::terminal::usable;
use anyhow::Context;
use args::{Args, Command, ExtractOptions};
use clap::Parser;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;

/// Something was found, or done.
const DONE: u8 = 0;
/// Nothing was found.
const NOTHING: u8 = 1;
/// The index is incomplete, and `--require-complete` was given.
const INCOMPLETE: u8 = 3;
/// It went wrong; a sentence on standard error says how.
const WRONG: u8 = 2;

/// Error of a command whose chunk does not exist: status [`NOTHING`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct NotFound(String);

/// Error context for standard output.
const WRITING: &str = "cannot write to standard output";

/// Does what the arguments (the first is the program's name) ask.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    silence_contained();
    let arguments = match argument_order::in_order(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            complain(&error.to_string());
            return WRONG.into();
        }
    };
    let args = match Args::try_parse_from(&arguments) {
        Ok(args) => args,
        Err(error) => {
            if let Some(sentence) = mistaken::said(&arguments, error.kind()) {
                complain(&sentence);
                return WRONG.into();
            }
            if error.use_stderr() {
                // It quotes arguments, which may hold anything. Nobody may be reading any more.
                let text = plain::harmless(&error.render().to_string());
                let _ = io::stderr().lock().write_all(text.as_bytes());
                return WRONG.into();
            }
            // Help and version.
            let _ = error.print();
            return DONE.into();
        }
    };
    match catch_unwind(AssertUnwindSafe(|| perform(&args))).unwrap_or_else(|_| Err(fault())) {
        Ok(code) => code.into(),
        // Who reads the output has read enough.
        Err(error) if is_broken_pipe(&error) => DONE.into(),
        Err(error) if error.is::<NotFound>() => {
            complain(&error.to_string());
            NOTHING.into()
        }
        Err(error) => {
            complain(&sentence(&error));
            WRONG.into()
        }
    }
}

/// A panic, which may be due to a damaged file: an index trusts a file that it has verified for a day
/// while its length and times stay the same.
fn fault() -> anyhow::Error {
    anyhow::anyhow!(
        "a fault in smriti-tui; `smriti-tui index` verifies the index and rebuilds what is damaged; \
         report the fault if it stays"
    )
}

fn perform(args: &Args) -> anyhow::Result<u8> {
    let choices = args.common.choices();
    plain::set_color(args.common.color);
    let Some(command) = &args.command else {
        let (file, line) = explored::place(args.directory.as_deref());
        let directory = match &file {
            Some(file) => file.parent(),
            None => args.directory.as_deref(),
        };
        if let Some(sentence) = directory.and_then(|it| mistaken::no_directory(it.as_os_str())) {
            anyhow::bail!(sentence);
        }
        usable()?;
        let project = Project::open(&choices, directory)?;
        let visit = file.map(|file| explored::location(&file, line, &project));
        return Ok(
            match crate::runtime::run(project, args.fresh, visit.transpose()?)? {
                Ended::Left => DONE,
                Ended::Told(signal) => signal.end(),
            },
        );
    };
    if let Some(directory) = &args.directory {
        anyhow::bail!(
            "{}: give the directory after the command, or with --root",
            directory.display()
        );
    }
    let open = |directory: &Option<PathBuf>| Project::open(&choices, directory.as_deref());
    match command {
        Command::Index(options) => index::run(&open(&options.directory)?, options),
        Command::Search(options) => search::run(&open(&options.directory)?, options),
        Command::Clean(options) => clean::run(&choices, options),
        Command::Status(options) if options.all => clean::list(),
        Command::Status(options) => status::run(&open(&options.directory)?, options),
        Command::Outline(options) => outline::run(&choices, options),
        Command::Chunks(options) => chunks::run(&choices, options),
        Command::Context(options) => context::run(&choices, options),
        Command::Similar(options) => similar::run(&choices, options),
        Command::Mcp { directory } => mcp::run(&choices, directory.as_deref()),
        Command::Keys { check } => keys::run(&choices, *check),
        Command::Config { command } => config::run(&choices, *command),
        Command::Doctor { directory, json } => doctor::run(&choices, directory.as_deref(), *json),
        Command::Completions { shell } => shell::completions(*shell),
        Command::Man => shell::man(),
        Command::Extract(options) => extract(options),
        Command::Signals { mode, directory } => signals::run(&open(directory)?, *mode),
    }
}

/// Child process of [`crate::extract::Reader`]: reads neither a repository nor a configuration.
fn extract(options: &ExtractOptions) -> anyhow::Result<u8> {
    let bounds = Bounds {
        seconds: options.seconds,
        memory: options.memory,
        text: options.text,
    };
    crate::extract::run(options.format, &bounds)?;
    Ok(DONE)
}

/// An error and its causes; a cause that was said already, as libraries do, is left out.
fn sentence(error: &anyhow::Error) -> String {
    let mut sentence = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if sentence.is_empty() {
            sentence = cause;
        } else if !sentence.contains(&cause) {
            sentence.push_str(": ");
            sentence.push_str(&cause);
        }
    }
    sentence
}

/// All of a command's output.
fn print(text: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text).and_then(|()| out.flush());
    written.context(WRITING)
}

/// A sentence on standard error. Paths and other texts in it may hold anything.
fn complain(sentence: &str) {
    let sentence = plain::harmless(sentence);
    // When even that is closed there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "smriti-tui: {sentence}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_said_once() {
        let cause = || io::Error::other("disk full");
        let repeated = anyhow::Error::new(cause()).context("cannot write x: disk full");
        assert_eq!(sentence(&repeated), "cannot write x: disk full");
        let told = Err::<(), _>(cause()).context("cannot write x");
        assert_eq!(sentence(&told.unwrap_err()), "cannot write x: disk full");
    }
}
