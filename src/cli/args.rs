//! Command-line arguments, as clap parses them; the options of a command are beside it.
//!
//! Principal types: [`Args`] and [`Command`]. Doc comments here are the help and the manual page.

use super::agents::AgentsCommand;
use super::chunks::ChunksOptions;
use super::clean::CleanOptions;
use super::config::{ConfigCommand, location};
use super::context::ContextOptions;
use super::index::IndexOptions;
use super::outline::OutlineOptions;
use super::reach::{ImpactOptions, MapOptions, PathOptions};
use super::search_options::SearchOptions;
use super::similar::SimilarOptions;
use super::status::StatusOptions;
use crate::corpus::Extraction;
use crate::project::Overrides;
use crate::search::Mode;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

/// Explore a codebase with keyword and semantic search.
///
/// Without a command, opens the explorer. Everything stays on this machine.
#[derive(Parser, Debug)]
#[command(name = "smriti-tui", disable_version_flag = true, max_term_width = 100, after_help = location())]
pub(super) struct Args {
    /// Directory or file (FILE:LINE) to explore; opens the repository that contains it
    /// [default: current directory]. Several directories, a directory of clones and the name of a workspace open
    /// several repositories. For a directory with the name of a command, write ./index
    #[arg(value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
    /// Do not restore the query and position of the last run
    #[arg(long)]
    pub(super) fresh: bool,
    /// Choose locations and print them as path:line (exit status 130 if canceled), starting with QUERY; for scripts and
    /// key bindings of shells, see `keys --shell`
    #[arg(long, num_args = 0..=1, default_missing_value = "", value_name = "QUERY")]
    pub(super) pick: Option<String>,
    /// Print the version
    #[arg(long, short = 'V')]
    pub(super) version: bool,
    /// With --version: also print commit, features, model and grammars
    #[arg(long, requires = "version")]
    pub(super) verbose: bool,
    /// Options of every command.
    #[command(flatten)]
    pub(super) choices: Overrides,
    /// Colored output: auto, always or never
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(super) color: Color,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// The definition of the command line. The help of a command omits common options that do not apply.
pub(super) fn definition() -> clap::Command {
    let mut all = Args::command().mut_args(|option| {
        if option.is_global_set() {
            option.display_order(100)
        } else {
            option
        }
    });
    let common: Vec<clap::Arg> = (all.get_arguments().filter(|option| option.is_global_set()))
        .map(|option| option.clone().hide(true))
        .collect();
    for command in all.get_subcommands_mut() {
        let name = command.get_name().to_owned();
        let useless = common.iter().filter(|option| !matters(option, &name));
        *command = std::mem::take(command).args(useless.cloned());
    }
    all
}

/// Returns true if a common option applies to a command.
fn matters(option: &clap::Arg, command: &str) -> bool {
    let commands: &[&str] = match option.get_id().as_str() {
        "theme" => &["doctor"],
        "model" | "model_backend" => &[
            "index", "search", "status", "chunks", "embed", "similar", "mcp", "doctor",
        ],
        "color" => &[
            "search", "outline", "chunks", "context", "similar", "path", "impact", "map", "doctor",
        ],
        "config" => return !["completions", "man", "extract"].contains(&command),
        _ => return !["completions", "man", "extract", "keys", "config"].contains(&command),
    };
    commands.contains(&command)
}

/// Use of colors in the output of commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum Color {
    /// On a terminal that is not dumb, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Create or update the index
    Index(IndexOptions),
    /// Search the index; exit status 0 if anything was found, 1 if nothing was, 2 on an error
    Search(SearchOptions),
    /// Show the contents and location of the index
    Status(StatusOptions),
    /// List the declarations of a file or a directory
    Outline(OutlineOptions),
    /// Print every chunk of a file or a directory
    Chunks(ChunksOptions),
    /// Print the vector of each line of standard input as a JSON array, for another engine with the vectors of `chunks`
    Embed {
        /// Any directory of the repository [default: current directory]
        #[arg(value_name = "DIR")]
        directory: Option<PathBuf>,
    },
    /// Show a chunk and its context; exit status 1 if there is no such chunk
    Context(ContextOptions),
    /// Find similar code, exact copies first; exit status as for `search`
    Similar(SimilarOptions),
    /// Show how a declaration reaches another one, step by step; exit status 1 if no path is known
    Path(PathOptions),
    /// Show what a change of declarations reaches, and the tests among it; exit status 1 if nothing is known
    Impact(ImpactOptions),
    /// Show the shape of a directory: entry points, and which of its directories and files use which
    Map(MapOptions),
    /// Serve the Model Context Protocol to an agent on standard input and output
    Mcp {
        /// Any directory of the repository; several directories, a directory of clones or a workspace for several
        /// [default: current directory]
        #[arg(value_name = "DIR")]
        directories: Vec<PathBuf>,
    },
    /// Add the server to the files of agents (Claude Code, Codex, Cursor, VS Code, Gemini), or remove it
    Agents {
        #[command(subcommand)]
        command: AgentsCommand,
    },
    /// Delete the index of this repository, or others; prints what it deletes
    Clean(CleanOptions),
    /// Print the active key bindings as TOML
    Keys {
        /// Report conflicting bindings; exit status 1 if there are any
        #[arg(long)]
        check: bool,
        /// Print a key binding for a shell (bash, zsh or fish) instead: Ctrl-X Ctrl-T inserts chosen locations
        #[arg(long, value_name = "SHELL", conflicts_with = "check", value_parser = ["bash", "zsh", "fish"])]
        shell: Option<String>,
    },
    /// Print the path of the configuration or its values, or create it
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Diagnose terminal, editor, index and configuration; exit status 2 if something fails
    Doctor {
        /// Any directory of the repository [default: current directory]
        #[arg(value_name = "DIR")]
        directory: Option<PathBuf>,
        /// Show which lines of a file its grammar could not parse, and why
        #[arg(long, value_name = "FILE", conflicts_with = "directory")]
        parse: Option<PathBuf>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print shell completions
    Completions {
        /// The shell
        #[arg(value_parser = shell())]
        shell: Shell,
    },
    /// Print the manual page: smriti-tui man | man -l -
    Man,
    /// Extract the text of the document on standard input (used internally)
    #[command(hide = true)]
    Extract(ExtractOptions),
}

/// The supported shells.
fn shell() -> impl TypedValueParser<Value = Shell> {
    PossibleValuesParser::new(["bash", "zsh", "fish"]).try_map(|name| name.parse::<Shell>())
}

#[derive(clap::Args, Debug)]
pub(super) struct ExtractOptions {
    /// Document format
    #[arg(value_parser = extraction)]
    pub(super) format: Extraction,
    /// Time limit in seconds
    #[arg(long)]
    pub(super) seconds: u64,
    /// Memory limit in bytes
    #[arg(long)]
    pub(super) memory: u64,
    /// Limit of the text in bytes
    #[arg(long)]
    pub(super) text: u64,
}

fn extraction(name: &str) -> Result<Extraction, &'static str> {
    let mut all = Extraction::ALL.into_iter();
    let named = all.find(|extraction| extraction.name() == name);
    named.ok_or("unsupported")
}

impl ValueEnum for Mode {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Self::Hybrid => "Keywords and vectors together",
            Self::Keywords => "Words and names",
            Self::Semantic => "Vectors of the embedding model",
            Self::Symbol => "Names, matched fuzzily",
            Self::Regex => "Text that a regular expression matches",
        };
        Some(
            PossibleValue::new(self.name())
                .aliases(self.alias())
                .help(help),
        )
    }
}
