//! The command of the arguments, and its exit status.

use super::args::{Args, Color, Command, ExtractOptions, definition};
use super::color::style;
use super::output::{CANCELED, EXIT_ERROR, EXIT_OK, NOTHING, print_error};
use super::{
    agents, chunks, clean, config, context, doctor, embed, engine, index, keys, outline, reach,
    search, selection, shell, similar, status, suggestions, version,
};
use crate::answers::{ChunkTarget, NotFound};
use crate::config::Dirs;
use crate::corpus::{Location, silence_contained};
#[cfg(unix)]
use crate::embed::{NO_TELEMETRY, is_telemetry_decided};
use crate::extract::Bounds;
use crate::mcp::serve;
use crate::pages::{error_sentence, escape_lines, fault};
use crate::project::{Overrides, Project};
use crate::runtime::{ExitReason, Start};
use crate::terminal::{redirect_to_terminal, usable};
use anyhow::{Context, Result};
use clap::FromArgMatches;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
                escape_lines(&error.render().to_string())
            );
            return EXIT_ERROR.into();
        }
    };
    match catch_unwind(AssertUnwindSafe(|| perform(&args))).unwrap_or_else(|_| Err(fault())) {
        Ok(code) => code.into(),
        // The reader of the output has read enough.
        Err(error) if is_broken_pipe(&error) => EXIT_OK.into(),
        Err(error) => {
            print_error(&error_sentence(&error));
            let is_missing = error.is::<NotFound>();
            (if is_missing { NOTHING } else { EXIT_ERROR }).into()
        }
    }
}

fn perform(args: &Args) -> Result<u8> {
    let choices = &args.choices;
    if args.version {
        return version::run(args.verbose);
    }
    #[cfg(unix)]
    disable_telemetry(choices)?;
    let Some(command) = &args.command else {
        return explore(choices, args);
    };
    if let Some(directory) = args.directories.first() {
        anyhow::bail!(
            "{}: put the directory after the command, or use --root",
            directory.display()
        );
    }
    warn_about_settings(command, choices);
    let style = &style(args.color);
    let open = |directories: &[PathBuf]| {
        let project = Project::open_all(choices, directories)?;
        if let Some(notice) = &project.notice {
            print_error(notice);
        }
        Ok::<_, anyhow::Error>(project)
    };
    match command {
        Command::Index(options) => index::run(&open(&options.directories)?, options),
        Command::Search(options) if options.engine.is_some() => {
            engine::run(choices, options, style)
        }
        Command::Search(options) => search::run(&open(&options.directories)?, options, style),
        Command::Clean(options) => clean::run(choices, options),
        Command::Status(options) if options.all => clean::list(),
        Command::Status(options) => status::run(&open(&options.directories)?, options),
        Command::Outline(options) => outline::run(choices, options, style),
        Command::Chunks(options) => chunks::run(choices, options, style),
        Command::Embed { directory } => embed::run(&open(directory.as_slice())?),
        Command::Context(options) => context::run(choices, options, style),
        Command::Similar(options) => similar::run(choices, options, style),
        Command::Path(options) => reach::path(&open(&options.directories)?, options, style),
        Command::Map(options) => reach::map(choices, options, style),
        Command::Impact(options) => reach::impact(&open(&options.directories)?, options, style),
        Command::Mcp { directories } => {
            let mut temporary = None;
            let own = open(directories).and_then(|project| {
                let (project, index) = project.with_writable_index()?;
                temporary = index;
                Ok(project)
            });
            if let Some(index) = &temporary {
                print_error(&index.warning);
            }
            let choices = choices.clone();
            let open = move |directory: &Path| Project::open_all(&choices, &[directory.to_owned()]);
            serve(own, Box::new(open)).map(|()| EXIT_OK)
        }
        Command::Agents { command } => agents::run(choices, command),
        Command::Keys {
            shell: Some(shell), ..
        } => shell::key_binding(shell),
        Command::Keys { check, .. } => keys::run(choices, *check),
        Command::Config { command } => config::run(choices, *command),
        Command::Doctor {
            parse: Some(file),
            json,
            ..
        } => doctor::parse(choices, file, *json, style),
        Command::Doctor {
            directory, json, ..
        } => doctor::run(choices, directory.as_deref(), *json, style),
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
fn disable_telemetry(choices: &Overrides) -> Result<()> {
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
fn explore(choices: &Overrides, args: &Args) -> Result<u8> {
    let location = match &*args.directories {
        [only] => file_and_line(only),
        _ => None,
    };
    let config = choices.config(&Dirs::from_environment()?)?;
    let is_workspace = args.directories.first().is_some_and(|name| {
        let name = name.to_str().unwrap_or_default();
        config.workspaces.contains_key(name)
    });
    if location.is_none()
        && !is_workspace
        && let Some(sentence) = suggestions::no_directory(&args.directories)
    {
        anyhow::bail!(sentence);
    }
    let output = args
        .pick
        .as_ref()
        .map(|_| redirect_to_terminal())
        .transpose()?;
    usable()?;
    let (project, visit) = match location {
        None => (Project::open_all(choices, &args.directories)?, None),
        Some((file, line)) => {
            let (project, path) = selection::file(choices, &file)?;
            let column = 1;
            (project, Some(Location { path, line, column }))
        }
    };
    let (mut project, temporary) = project.with_writable_index()?;
    project.config.warnings.extend(project.notice.clone());
    if let Some(index) = &temporary {
        project.config.warnings.push(index.warning.clone());
    }
    let root = project.root().path().to_owned();
    let start = Start {
        fresh: args.fresh,
        visit,
        pick: args.pick.clone(),
    };
    let reason = crate::runtime::run(project, start)?;
    // A signal ends the process at once.
    drop(temporary);
    Ok(match (reason, output) {
        (ExitReason::Signal(signal), _) => signal.end(),
        (ExitReason::Picked(locations), Some(mut output)) => {
            let style = style(Color::Never);
            for Location { path, line, .. } in locations {
                let path = style.relative(&root, path.as_str());
                writeln!(output, "{path}:{line}").context("cannot write to standard output")?;
            }
            EXIT_OK
        }
        (_, Some(_)) => CANCELED,
        (_, None) => EXIT_OK,
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
fn extract(options: &ExtractOptions) -> Result<u8> {
    let bounds = Bounds {
        seconds: options.seconds,
        memory: options.memory,
        text: options.text,
    };
    crate::extract::run(options.format, &bounds)?;
    Ok(EXIT_OK)
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
    fn a_file_may_have_a_line() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a.rs");
        std::fs::write(&file, "").unwrap();
        let check = |argument: &str, expected: Option<(PathBuf, u32)>| {
            let argument = directory.path().join(argument);
            assert_eq!(file_and_line(&argument), expected);
        };
        check("a.rs", Some((file.clone(), 1)));
        check("a.rs:12", Some((file, 12)));
        check("b.rs:12", None);
        check(".", None);
    }
}
