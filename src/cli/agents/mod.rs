//! `smriti-tui agents`: entries for the server in the files of agents.
//!
//! [`run()`] adds, removes and lists them. Invariant: a file that cannot be parsed is left alone, and removing restores
//! a file exactly.

mod block;
mod clients;
mod json;

use super::output::print;
use super::output::{EXIT_OK, NOTHING};
use crate::project::{Overrides, Project};
use crate::terminal::is_found;
use anyhow::{Context, bail};
use block::{MARKDOWN, TOML, with_block, without_block};
use clap::{Args, Subcommand};
use clients::{CLIENTS, Client, Format};
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The lines that a model reads.
const GUIDE: &str = "This repository has the MCP server `smriti`: use its `search` tool first for any question about where or how \
                     something is done, then `read_symbol`, `references` and `impact` before a change.\nWithout the \
                     tools, run `smriti-tui search \"QUERY\"`, `smriti-tui context FILE:LINE --expand callers` and \
                     `smriti-tui impact NAME`.\n";

#[derive(Subcommand, Debug)]
pub(crate) enum AgentsCommand {
    /// Add the server to the clients' files
    Install(AgentsOptions),
    /// Remove what `install` added, which restores the files
    Remove(AgentsOptions),
    /// List the clients and whether they have the server; exit status 1 if none has
    Status(AgentsOptions),
    /// Print the entry of a client to add by hand
    Print {
        /// claude, codex, cursor, vscode, gemini, opencode, zed, windsurf or amp
        #[arg(value_name = "CLIENT")]
        client: String,
    },
}

#[derive(Args, Debug)]
pub(crate) struct AgentsOptions {
    /// claude, codex, cursor, vscode or gemini [default: those that are installed]
    #[arg(value_name = "CLIENT")]
    clients: Vec<String>,
    /// Use the files of the project (default)
    #[arg(long, conflicts_with = "user")]
    project: bool,
    /// Use the files of the user, for all projects
    #[arg(long)]
    user: bool,
    /// Also add a few lines to AGENTS.md, CLAUDE.md or GEMINI.md, which subagents read too
    #[arg(long)]
    guide: bool,
    /// Show the changes without writing
    #[arg(long)]
    dry_run: bool,
}

/// A change of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Add,
    Remove,
}

pub(super) fn run(choices: &Overrides, command: &AgentsCommand) -> anyhow::Result<u8> {
    match command {
        AgentsCommand::Print { client } => {
            let client = named(client, true)?;
            let entry = client.entry(&program());
            let block = match client.format {
                Format::Json(servers, _) => json::template(servers, &entry),
                Format::Toml(_) => entry,
            };
            print(&format!("# {}\n{block}", client.title)).map(|()| EXIT_OK)
        }
        AgentsCommand::Status(options) => status(choices, options),
        AgentsCommand::Install(options) => change(choices, options, Change::Add),
        AgentsCommand::Remove(options) => change(choices, options, Change::Remove),
    }
}

fn change(choices: &Overrides, options: &AgentsOptions, change: Change) -> anyhow::Result<u8> {
    let base = base(choices, options)?;
    let mut page = String::new();
    for client in chosen(options, &base)? {
        let file = base.join(file_of(client, options)?);
        write_change(&mut page, client, &file, change, options.dry_run)?;
        if (options.guide || change == Change::Remove)
            && let Some(guide) = guide_of(client, options)
        {
            let guide = base.join(guide);
            let text = read(&guide)?;
            let changed = match (change, without_block(&text, MARKDOWN)) {
                (Change::Add, None) => Some(with_block(&text, GUIDE, MARKDOWN)),
                (Change::Add, Some(_)) => None,
                (Change::Remove, without) => without,
            };
            report(&mut page, &guide, &text, changed, options.dry_run)?;
        }
    }
    print(&page).map(|()| EXIT_OK)
}

/// Changes the file of a client.
fn write_change(
    page: &mut String,
    client: &Client,
    file: &Path,
    change: Change,
    is_dry: bool,
) -> anyhow::Result<()> {
    let text = read(file)?;
    let entry = client.entry(&program());
    let changed = match (&client.format, change) {
        (Format::Json(servers, _), Change::Add) => json::with_entry(&text, servers, &entry),
        (Format::Json(servers, _), Change::Remove) => json::without_entry(&text, servers, &entry),
        (Format::Toml(_), Change::Add) => {
            toml_entry(&text).map(|has_entry| (!has_entry).then(|| with_block(&text, &entry, TOML)))
        }
        (Format::Toml(_), Change::Remove) => toml_entry(&text).map(|_| without_block(&text, TOML)),
    };
    let changed = changed.with_context(|| format!("{} is left alone", file.display()))?;
    report(page, file, &text, changed, is_dry)
}

/// Returns true if a TOML file has the server.
fn toml_entry(text: &str) -> anyhow::Result<bool> {
    let parsed: toml::Table = text.parse().context("it is not TOML")?;
    let servers = parsed.get("mcp_servers").and_then(toml::Value::as_table);
    Ok(servers.is_some_and(|servers| servers.contains_key(clients::ENTRY)))
}

/// Writes a changed file, or deletes it if nothing is left, and says so.
fn report(
    page: &mut String,
    file: &Path,
    text: &str,
    changed: Option<String>,
    is_dry: bool,
) -> anyhow::Result<()> {
    let shown = file.display();
    let Some(changed) = changed else {
        writeln!(page, "unchanged  {shown}")?;
        return Ok(());
    };
    let verb = match (text.is_empty(), changed.is_empty()) {
        (true, _) => "create",
        (_, true) => "delete",
        _ => "change",
    };
    let would = if is_dry { "would " } else { "" };
    writeln!(page, "{would}{verb}  {shown}")?;
    for line in diff(text, &changed) {
        writeln!(page, "    {line}")?;
    }
    if is_dry {
        return Ok(());
    }
    let written = if changed.is_empty() {
        fs::remove_file(file)
    } else {
        let folder = file.parent().unwrap_or(file);
        fs::create_dir_all(folder).and_then(|()| fs::write(file, &changed))
    };
    written.with_context(|| format!("cannot write {shown}"))
}

/// The lines that one text has and the other has not, with `+` and `-`.
fn diff(old: &str, new: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old
        .iter()
        .zip(&new)
        .take_while(|(old, new)| old == new)
        .count();
    let (old, new) = (&old[same..], &new[same..]);
    let ends = old.iter().rev().zip(new.iter().rev());
    let same = ends.take_while(|(old, new)| old == new).count();
    let removed = old[..old.len() - same]
        .iter()
        .map(|line| format!("- {line}"));
    let added = new[..new.len() - same]
        .iter()
        .map(|line| format!("+ {line}"));
    removed.chain(added).collect()
}

fn status(choices: &Overrides, options: &AgentsOptions) -> anyhow::Result<u8> {
    let base = base(choices, options)?;
    let mut page = String::new();
    let mut is_any = false;
    for client in CLIENTS.iter().filter(|client| client.project.is_some()) {
        let file = base.join(file_of(client, options)?);
        let text = read(&file)?;
        let found = match &client.format {
            Format::Json(servers, _) => json::has_entry(&text, servers),
            Format::Toml(_) => toml_entry(&text),
        };
        let state = match &found {
            Ok(true) => "installed",
            Ok(false) => "not installed",
            Err(_) => "cannot be read",
        };
        is_any |= matches!(found, Ok(true));
        let (name, title) = (client.name, client.title);
        writeln!(page, "{name:<8} {title:<22} {state:<14} {}", file.display())?;
    }
    print(&page)?;
    Ok(if is_any { EXIT_OK } else { NOTHING })
}

/// The directory that a client's files are relative to.
fn base(choices: &Overrides, options: &AgentsOptions) -> anyhow::Result<PathBuf> {
    if options.user {
        return std::env::home_dir().context("there is no home directory; use --project");
    }
    let project = Project::open(choices, None)?;
    Ok(project.root().path().to_owned())
}

fn file_of(client: &Client, options: &AgentsOptions) -> anyhow::Result<&'static str> {
    let file = if options.user {
        client.user
    } else {
        client.project
    };
    file.with_context(|| {
        let name = client.name;
        format!(
            "{name} has no file that is known; `smriti-tui agents print {name}` prints its entry"
        )
    })
}

fn guide_of(client: &Client, options: &AgentsOptions) -> Option<&'static str> {
    let (project, user) = client.guides;
    if options.user { user } else { Some(project) }
}

/// The clients of the command line, or those that are installed.
fn chosen(options: &AgentsOptions, base: &Path) -> anyhow::Result<Vec<&'static Client>> {
    if !options.clients.is_empty() {
        let names = options.clients.iter();
        return names.map(|name| named(name, false)).collect();
    }
    let home = std::env::home_dir().unwrap_or_default();
    let used = CLIENTS.iter().filter(|client| {
        let has_file =
            |base: &Path, file: Option<&str>| file.is_some_and(|file| base.join(file).exists());
        let program = if client.name == "vscode" {
            "code"
        } else {
            client.name
        };
        client.project.is_some()
            && (has_file(base, client.project)
                || has_file(&home, client.user)
                || is_found(OsStr::new(program)))
    });
    let found: Vec<&Client> = used.collect();
    if found.is_empty() {
        bail!("no client is installed; name one: {}", names(false));
    }
    Ok(found)
}

fn named(name: &str, is_printed: bool) -> anyhow::Result<&'static Client> {
    let mut clients = CLIENTS.iter();
    let client = clients.find(|client| client.name == name);
    client.with_context(|| {
        format!(
            "unknown client {name}; valid clients: {}",
            names(is_printed)
        )
    })
}

fn names(is_printed: bool) -> String {
    let clients = CLIENTS.iter();
    let known = clients.filter(|client| is_printed || client.project.is_some());
    known
        .map(|client| client.name)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The program in entries: its name if `PATH` has it, else its path.
fn program() -> String {
    const NAME: &str = "smriti-tui";
    if is_found(OsStr::new(NAME)) {
        return NAME.to_owned();
    }
    let path = std::env::current_exe().unwrap_or_else(|_| PathBuf::from(NAME));
    path.to_string_lossy().into_owned()
}

/// The text of a file; empty if there is none.
fn read(file: &Path) -> anyhow::Result<String> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}
