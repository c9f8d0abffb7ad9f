//! `smriti-tui agents`: entries for the server in the files of agents.
//!
//! [`run()`] adds, removes and lists them. Invariant: a file that cannot be parsed is left alone, and removing restores
//! a file exactly.

mod block;
mod clients;
mod file;
mod json;

use super::output::{EXIT_OK, NOTHING, print};
use crate::project::{Overrides, Project};
use crate::terminal::is_found;
use anyhow::{Context, Result, bail};
use block::{MARKDOWN, TOML, with_block, without_block};
use clap::{Args, Subcommand};
use clients::{CLIENTS, Client, ENTRY, Format};
use file::{ClientFile, Edit};
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The lines that a model reads.
const GUIDE: &str = "This repository has the MCP server `smriti`: use its `search` tool first for any question about where or how \
                     something is done, then `read_symbol`, `references` and `impact` before a change.\nWithout the \
                     tools, run `smriti-tui search \"QUERY\"`, `smriti-tui context FILE:LINE --expand callers` and \
                     `smriti-tui impact NAME`.\n";

/// The lines above the guide in the file of a skill.
const SKILL: &str = "---\nname: smriti\ndescription: Find code by words or meaning, its callers and callees, and what a \
                     change reaches. Use it for any question about where or how something is done in this \
                     repository.\n---\n";

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
        /// claude, codex, cursor, vscode, gemini, antigravity, opencode, zed, windsurf or amp
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
    /// Also add a skill with these lines, which clients read when a task needs it
    #[arg(long)]
    skill: bool,
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

pub(super) fn run(choices: &Overrides, command: &AgentsCommand) -> Result<u8> {
    match command {
        AgentsCommand::Print { client } => {
            let client = named(client, true)?;
            let entry = client.entry(&program());
            let block = match client.format {
                Format::Json(servers, _) => json::template(servers, &entry),
                Format::Toml(_) | Format::Printed(_) => entry,
            };
            print(&format!("# {}\n{block}", client.title)).map(|()| EXIT_OK)
        }
        AgentsCommand::Status(options) => status(choices, options),
        AgentsCommand::Install(options) => change(choices, options, Change::Add),
        AgentsCommand::Remove(options) => change(choices, options, Change::Remove),
    }
}

fn change(choices: &Overrides, options: &AgentsOptions, change: Change) -> Result<u8> {
    let base = base(choices, options)?;
    let clients = chosen(options, &base)?;
    let mut files = Vec::new();
    for client in &clients {
        files.push((*client, file_of(client, options)?, FileKind::Entry));
    }
    for client in &clients {
        let guide = guide_of(client, options).map(|name| (name, FileKind::Guide, options.guide));
        let skill = (client.skill, FileKind::Skill, options.skill);
        for (name, kind, is_chosen) in guide.into_iter().chain([skill]) {
            let is_changed = match change {
                Change::Add => is_chosen,
                Change::Remove => !is_used_by_others(&base, &clients, options, name),
            };
            if is_changed && !files.iter().any(|(_, known, _)| *known == name) {
                files.push((*client, name, kind));
            }
        }
    }
    let (mut page, mut failed) = (String::new(), Vec::new());
    for (client, name, kind) in files {
        let edited = ClientFile::read(&base, name).and_then(|file| {
            let edit = edit_of(client, &file, kind, change)
                .with_context(|| format!("{} is left alone", file.path().display()))?;
            file.apply(&edit, &mut page, options.dry_run)
        });
        failed.extend(edited.err().map(|error| format!("{error:#}")));
    }
    print(&page)?;
    if !failed.is_empty() {
        bail!(failed.join("\n"));
    }
    Ok(EXIT_OK)
}

/// Returns true if a client that is installed, but not chosen, reads a guide or skill.
fn is_used_by_others(base: &Path, chosen: &[&Client], options: &AgentsOptions, name: &str) -> bool {
    let mut others = known().filter(|other| !chosen.iter().any(|one| one.name == other.name));
    others.any(|other| {
        let is_reader = guide_of(other, options) == Some(name) || other.skill == name;
        let file = file_of(other, options).and_then(|file| ClientFile::read(base, file));
        is_reader
            && file.is_ok_and(|file| {
                has_entry(other, file.text().unwrap_or_default()).unwrap_or(false)
            })
    })
}

/// Purpose of a file.
#[derive(Clone, Copy)]
enum FileKind {
    /// It has the entry of the server.
    Entry,
    /// The model reads it.
    Guide,
    /// The model reads it when a task needs it.
    Skill,
}

/// The edit of a client's file.
fn edit_of(client: &Client, file: &ClientFile<'_>, kind: FileKind, change: Change) -> Result<Edit> {
    let text = file.text();
    match kind {
        FileKind::Entry => match change {
            Change::Add => with_entry(client, text),
            Change::Remove => without_entry(client, text.unwrap_or_default()),
        },
        FileKind::Guide => match (change, without_block(text.unwrap_or_default(), MARKDOWN)) {
            (Change::Add, Edit::Unchanged) => Ok(Edit::Write(with_block(text, GUIDE, MARKDOWN))),
            (Change::Add, _) => Ok(Edit::Unchanged),
            (Change::Remove, edit) => Ok(edit),
        },
        FileKind::Skill => match (change, text) {
            (Change::Remove, None) => Ok(Edit::Unchanged),
            (_, Some(text)) if !text.contains(MARKDOWN.begin.trim_end()) => match change {
                Change::Add => bail!("another skill has its name"),
                Change::Remove => Ok(Edit::Unchanged),
            },
            (Change::Remove, Some(_)) => Ok(Edit::Delete),
            (Change::Add, old) => {
                let skill = format!("{SKILL}{}", with_block(None, GUIDE, MARKDOWN));
                Ok(if old == Some(&skill) {
                    Edit::Unchanged
                } else {
                    Edit::Write(skill)
                })
            }
        },
    }
}

fn with_entry(client: &Client, text: Option<&str>) -> Result<Edit> {
    let entry = client.entry(&program());
    match client.format {
        Format::Json(servers, _) => json::with_entry(text, servers, &entry),
        Format::Toml(_) if toml_entry(text.unwrap_or_default())? => Ok(Edit::Unchanged),
        Format::Toml(_) => {
            let added = with_block(text, &entry, TOML);
            if !toml_entry(&added).unwrap_or(false) {
                let name = client.name;
                bail!(
                    "no table can be added to the `mcp_servers` in it; add what `smriti-tui agents print {name}` prints \
                     by hand"
                );
            }
            Ok(Edit::Write(added))
        }
        Format::Printed(_) => bail!("it is not known"),
    }
}

fn without_entry(client: &Client, text: &str) -> Result<Edit> {
    match client.format {
        Format::Json(servers, _) => json::without_entry(text, servers, &client.entry(&program())),
        Format::Toml(_) => {
            let has_entry = toml_entry(text)?;
            let edit = without_block(text, TOML);
            if has_entry && edit == Edit::Unchanged {
                bail!("`mcp_servers.{ENTRY}` in it was not added by `install`; remove it by hand");
            }
            Ok(edit)
        }
        Format::Printed(_) => bail!("it is not known"),
    }
}

/// Returns true if a file has the server.
fn has_entry(client: &Client, text: &str) -> Result<bool> {
    match client.format {
        Format::Json(servers, _) => json::has_entry(text, servers),
        Format::Toml(_) => toml_entry(text),
        Format::Printed(_) => Ok(false),
    }
}

/// Returns true if a TOML file has the server.
fn toml_entry(text: &str) -> Result<bool> {
    let parsed = text.parse::<toml::Table>().map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start)];
        let line = before.matches('\n').count() + 1;
        anyhow::anyhow!("it is not TOML: {} on line {line}", error.message())
    })?;
    let servers = parsed.get("mcp_servers").and_then(toml::Value::as_table);
    Ok(servers.is_some_and(|servers| servers.contains_key(ENTRY)))
}

fn status(choices: &Overrides, options: &AgentsOptions) -> Result<u8> {
    let base = base(choices, options)?;
    let clients = if options.clients.is_empty() {
        known().collect()
    } else {
        chosen(options, &base)?
    };
    let mut page = String::new();
    let mut is_any = false;
    for client in clients {
        let name = file_of(client, options)?;
        let file = ClientFile::read(&base, name);
        let found = file.and_then(|file| has_entry(client, file.text().unwrap_or_default()));
        let state = match &found {
            Ok(true) => "installed",
            Ok(false) => "not installed",
            Err(_) => "cannot be read",
        };
        is_any |= matches!(found, Ok(true));
        let (path, title) = (base.join(name), client.title);
        writeln!(
            page,
            "{:<8} {title:<22} {state:<14} {}",
            client.name,
            path.display()
        )?;
    }
    print(&page)?;
    Ok(if is_any { EXIT_OK } else { NOTHING })
}

/// The directory that a client's files are relative to.
fn base(choices: &Overrides, options: &AgentsOptions) -> Result<PathBuf> {
    if options.user {
        return std::env::home_dir().context("there is no home directory; use --project");
    }
    let project = Project::open(choices, None)?;
    Ok(project.root().path().to_owned())
}

fn file_of(client: &Client, options: &AgentsOptions) -> Result<&'static str> {
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
fn chosen(options: &AgentsOptions, base: &Path) -> Result<Vec<&'static Client>> {
    if !options.clients.is_empty() {
        let names = options.clients.iter();
        return names.map(|name| named(name, false)).collect();
    }
    let home = std::env::home_dir().unwrap_or_default();
    let used = known().filter(|client| {
        let has_file =
            |base: &Path, file: Option<&str>| file.is_some_and(|file| base.join(file).exists());
        let program = if client.name == "vscode" {
            "code"
        } else {
            client.name
        };
        has_file(base, client.project)
            || has_file(&home, client.user)
            || is_found(OsStr::new(program))
    });
    let found: Vec<&Client> = used.collect();
    if found.is_empty() {
        bail!("no client is installed; name one: {}", names(false));
    }
    Ok(found)
}

fn named(name: &str, is_printed: bool) -> Result<&'static Client> {
    let mut clients = CLIENTS.iter();
    let client = clients.find(|client| client.name == name);
    client.with_context(|| {
        format!(
            "unknown client {name}; valid clients: {}",
            names(is_printed)
        )
    })
}

/// The clients whose files are known.
fn known() -> impl Iterator<Item = &'static Client> {
    CLIENTS.iter().filter(|client| client.project.is_some())
}

fn names(is_printed: bool) -> String {
    let clients = CLIENTS.iter();
    let listed = clients.filter(|client| is_printed || client.project.is_some());
    let names: Vec<&str> = listed.map(|client| client.name).collect();
    names.join(", ")
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
