//! The command line. One file for each command.
//!
//! Principal type: `Args`, the arguments. Invariant: this is the only module that prints, and it ends with an exit
//! status; only an explorer that was ended by a signal ends by that signal.
//!
//! `main` calls [`run()`]; commands open a [`Project`] and call the layers below.

mod args;
mod chunks;
mod clean;
mod config;
mod context;
mod doctor;
mod formats;
mod freshness;
mod index;
mod json;
mod keys;
mod mcp;
mod outline;
mod packing;
mod plain;
mod schema;
mod search;
mod selection;
mod shell;
mod similar;
mod status;
mod suggestions;
#[cfg(test)]
mod tests;
mod version;

#[cfg(unix)]
use crate::config::Dirs;
use crate::corpus::{Location, silence_contained};
#[cfg(unix)]
use crate::embed::{NO_TELEMETRY, is_telemetry_decided};
use crate::extract::Bounds;
use crate::project::{Overrides, Project};
use crate::runtime::ExitReason;
use crate::terminal::usable;
use anyhow::Context;
use args::{Args, Color, Command, ExtractOptions, definition};
use clap::FromArgMatches;
use context::ChunkTarget;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Exit status: something was found, or done.
const EXIT_OK: u8 = 0;
/// Exit status: nothing was found.
const NOTHING: u8 = 1;
/// Exit status: an error, which standard error describes.
const EXIT_ERROR: u8 = 2;
/// Exit status: the index is incomplete, and `--require-complete` was given.
const INCOMPLETE: u8 = 3;

/// Error of a command whose chunk does not exist: status [`NOTHING`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct NotFound(String);

/// Error context for standard output.
const WRITING: &str = "cannot write to standard output";

/// Runs the command of the arguments, the first of which is the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    silence_contained();
    let arguments = suggestions::protect_words(arguments);
    let matches = definition().try_get_matches_from(&arguments);
    let args = match matches.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => args,
        Err(error) => {
            if let Some(sentence) = suggestions::explain(&error, &arguments) {
                print_error(&sentence);
                return EXIT_ERROR.into();
            }
            if !error.use_stderr() {
                // Help.
                let _ = error.print();
                return EXIT_OK.into();
            }
            // It quotes arguments, which may contain anything.
            let _ = write!(
                io::stderr(),
                "{}",
                plain::escape_lines(&error.render().to_string())
            );
            return EXIT_ERROR.into();
        }
    };
    match catch_unwind(AssertUnwindSafe(|| perform(&args))).unwrap_or_else(|_| Err(fault())) {
        Ok(code) => code.into(),
        // The reader of the output has read enough.
        Err(error) if is_broken_pipe(&error) => EXIT_OK.into(),
        Err(error) => {
            print_error(&sentence(&error));
            let is_missing = error.is::<NotFound>();
            (if is_missing { NOTHING } else { EXIT_ERROR }).into()
        }
    }
}

/// Error for a panic, which may be due to a damaged file: a verified file of an index is trusted for a day
/// while its length and times stay the same.
fn fault() -> anyhow::Error {
    anyhow::anyhow!(
        "an internal error; `smriti-tui index` verifies the index and rebuilds damaged parts; \
         report the error if it persists"
    )
}

fn perform(args: &Args) -> anyhow::Result<u8> {
    let choices = &args.choices;
    plain::set_color(match args.command {
        // An agent reads no colors.
        Some(Command::Mcp { .. }) => Color::Never,
        _ => args.color,
    });
    if args.version {
        return version::run(args.verbose);
    }
    #[cfg(unix)]
    disable_telemetry(choices)?;
    let Some(command) = &args.command else {
        return explore(choices, args);
    };
    if let Some(directory) = &args.directory {
        anyhow::bail!(
            "{}: put the directory after the command, or use --root",
            directory.display()
        );
    }
    warn_about_settings(command, choices);
    let open = |directory: &Option<PathBuf>| Project::open(choices, directory.as_deref());
    match command {
        Command::Index(options) => index::run(&open(&options.directory)?, options),
        Command::Search(options) => search::run(&open(&options.directory)?, options),
        Command::Clean(options) => clean::run(choices, options),
        Command::Status(options) if options.all => clean::list(),
        Command::Status(options) => status::run(&open(&options.directory)?, options),
        Command::Outline(options) => outline::run(choices, options),
        Command::Chunks(options) => chunks::run(choices, options),
        Command::Context(options) => context::run(choices, options),
        Command::Similar(options) => similar::run(choices, options),
        Command::Mcp { directory } => mcp::run(choices, directory.as_deref()),
        Command::Keys { check } => keys::run(choices, *check),
        Command::Config { command } => config::run(choices, *command),
        Command::Doctor { directory, json } => doctor::run(choices, directory.as_deref(), *json),
        Command::Completions { shell } => shell::completions(*shell),
        Command::Man => shell::man(),
        Command::Extract(options) => extract(options),
    }
}

/// Prints warnings about the configuration; the command itself reports an invalid one. The explorer shows them on
/// its screen.
fn warn_about_settings(command: &Command, choices: &Overrides) {
    if matches!(
        command,
        Command::Extract(_) | Command::Completions { .. } | Command::Man
    ) {
        return;
    }
    if let Ok(config) = Dirs::from_environment().and_then(|dirs| choices.config(&dirs)) {
        for warning in &config.warnings {
            print_error(warning);
        }
    }
}

/// Starts this program again with the telemetry of ONNX Runtime disabled, if a model is configured that it runs: a
/// process cannot change its own environment safely.
#[cfg(unix)]
fn disable_telemetry(choices: &Overrides) -> anyhow::Result<()> {
    use std::os::unix::process::CommandExt;
    if is_telemetry_decided() {
        return Ok(());
    }
    // The command reports an invalid configuration.
    let config = Dirs::from_environment().and_then(|dirs| choices.config(&dirs));
    if !config.is_ok_and(|config| config.embed.model.is_some()) {
        return Ok(());
    }
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let mut command = std::process::Command::new(std::env::current_exe()?);
    let error = command
        .arg0(name)
        .args(arguments)
        .env(NO_TELEMETRY, "1")
        .exec();
    Err(error).with_context(|| format!("cannot start again with {NO_TELEMETRY}=1"))
}

/// Opens the explorer at a directory, a file or a line of a file.
fn explore(choices: &Overrides, args: &Args) -> anyhow::Result<u8> {
    let location = args.directory.as_deref().and_then(file_and_line);
    if let (Some(directory), None) = (&args.directory, &location)
        && let Some(sentence) = suggestions::no_directory(directory.as_os_str())
    {
        anyhow::bail!(sentence);
    }
    usable()?;
    let (project, visit) = match location {
        None => (Project::open(choices, args.directory.as_deref())?, None),
        Some((file, line)) => {
            let (project, path) = selection::file(choices, &file)?;
            let column = 1;
            (project, Some(Location { path, line, column }))
        }
    };
    Ok(match crate::runtime::run(project, args.fresh, visit)? {
        ExitReason::Left => EXIT_OK,
        ExitReason::Signal(signal) => signal.end(),
    })
}

/// The file of `FILE` and `FILE:LINE`; none for everything else.
fn file_and_line(argument: &Path) -> Option<(PathBuf, u32)> {
    if argument.is_file() {
        return Some((argument.to_owned(), 1));
    }
    match argument.to_str()?.parse() {
        Ok(ChunkTarget::Lines(file, (line, _), None)) if file.is_file() => Some((file, line)),
        _ => None,
    }
}

/// Child process of [`crate::extract::DocumentReader`]: reads neither a repository nor a configuration.
fn extract(options: &ExtractOptions) -> anyhow::Result<u8> {
    let bounds = Bounds {
        seconds: options.seconds,
        memory: options.memory,
        text: options.text,
    };
    crate::extract::run(options.format, &bounds)?;
    Ok(EXIT_OK)
}

/// An error and its causes. A cause that an error above it repeats, as libraries do, is omitted.
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

/// Writes to standard output.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.context(WRITING)
}

/// Writes an object to standard output, as JSON or as a page.
fn print_object<T: Serialize>(
    object: &T,
    is_json: bool,
    page: impl FnOnce(&T) -> String,
) -> anyhow::Result<()> {
    match is_json {
        true => print(&(json::to_text(object)? + "\n")),
        false => print(&page(object)),
    }
}

/// Writes a sentence to standard error. Paths and other texts in it may contain anything.
fn print_error(sentence: &str) {
    let sentence = plain::escape_lines(sentence);
    let _ = writeln!(io::stderr().lock(), "smriti-tui: {sentence}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}
