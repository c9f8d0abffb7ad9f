//! Command-line arguments, as clap parses them.
//!
//! Principal types: [`Args`] and [`Command`]. Doc comments here are the help and the manual page.

use super::agents::AgentsCommand;
use super::config::{ConfigCommand, location};
use super::formats::OutputFormat;
use crate::answers::{ChunkTarget, Expansion};
use crate::corpus::Extraction;
use crate::project::Overrides;
use crate::search::{Case, Field, Mode, Query, Switches};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;
use std::time::Duration;

/// Maximum number of ranked results of a search.
pub(super) const MAX_RESULTS: usize = 1_000;
/// Number of results without `--limit`.
const DEFAULT_RESULTS: usize = 10;

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

/// Help of the query, with every filter.
fn query_help() -> String {
    let filters: Vec<String> = Field::examples()
        .map(|typed| format!("`{typed}`"))
        .collect();
    format!(
        "Query; several words are joined. `-` reads one query per line from standard input. Filters: {}, `-word`, \
         `\"a phrase\"`, `/a regex/`",
        filters.join(", ")
    )
}

impl SearchOptions {
    /// The output format, by any of the options.
    pub(super) fn format(&self) -> OutputFormat {
        match (self.json, self.paths, self.count, self.count_lines) {
            (true, ..) => OutputFormat::Json,
            (_, true, ..) => OutputFormat::Paths,
            (_, _, true, _) => OutputFormat::Count,
            (.., true) => OutputFormat::CountLines,
            _ => self.format.clone(),
        }
    }

    /// Maximum number of results of a query: lines in a listing of what phrases and patterns match, else chunks.
    /// Such listings, and lists and counts of what filters alone match, have all by default; a ranking has at most
    /// [`MAX_RESULTS`].
    pub(super) fn limit_of(&self, query: &Query) -> usize {
        let has_words = !query.words.trim().is_empty();
        let most = if has_words { MAX_RESULTS } else { usize::MAX };
        let requested = match self.limit {
            Some(limit) => limit,
            None if self.format().is_listing() && !has_words => 0,
            None => DEFAULT_RESULTS,
        };
        if requested == 0 {
            most
        } else {
            requested.min(most)
        }
    }

    /// Returns true if the queries are lines of standard input.
    pub(super) fn is_batch(&self) -> bool {
        self.query == ["-"]
    }

    /// How phrases and patterns match.
    pub(super) fn switches(&self) -> Switches {
        Switches {
            case: match (self.ignore_case, self.case_sensitive) {
                (true, _) => Case::Ignored,
                (_, true) => Case::Sensitive,
                _ => Case::Smart,
            },
            word: self.word_regexp,
            spans_lines: self.multiline,
        }
    }
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
    /// On a terminal, unless `NO_COLOR` is set
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

#[derive(clap::Args, Debug)]
pub(super) struct IndexOptions {
    /// Any directory of the repository; several directories, a directory of clones or a workspace for several
    /// [default: current directory]
    #[arg(value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
    /// Also wait for the vector graph of a large index
    #[arg(long)]
    pub(super) wait_graph: bool,
    /// Start from a pack instead of the current index: a file or an http(s) URL; a directory or a URL that ends
    /// with / has COMMIT.pack of HEAD or of a near ancestor
    #[arg(long, value_name = "PACK")]
    pub(super) from: Option<PathBuf>,
    /// Write the complete index to a pack: to a file, by PUT to an http(s) URL, or as COMMIT.pack to DIR/ or URL/
    #[arg(long, value_name = "PACK")]
    pub(super) pack: Option<PathBuf>,
    /// Variable whose value is sent as bearer token with --from and --pack; it is not stored
    #[arg(long, value_name = "NAME")]
    pub(super) token_env: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(super) struct SearchOptions {
    #[arg(required = true, num_args = 1.., value_name = "QUERY", help = query_help())]
    pub(super) query: Vec<String>,
    /// Print one JSON object per query, on one line; invalid queries have the field `error`
    #[arg(long)]
    pub(super) json: bool,
    /// Output format: text, json, vimgrep, markdown, paths, count, count-lines, or a template with {path},
    /// {line}, {column}, {start_line}, {end_line}, {kind}, {symbol}, {score}
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_default_value = true
    )]
    pub(super) format: OutputFormat,
    /// Print only the paths of files with results
    #[arg(long = "paths", short = 'l', conflicts_with = "format")]
    pub(super) paths: bool,
    /// Print only the number of results
    #[arg(long, conflicts_with_all = ["format", "paths"])]
    pub(super) count: bool,
    /// Print only the number of matching lines
    #[arg(long, conflicts_with_all = ["format", "paths", "count"])]
    pub(super) count_lines: bool,
    /// Ignore the case of phrases and patterns
    #[arg(long, short = 'i', overrides_with_all = ["case_sensitive", "smart_case"])]
    pub(super) ignore_case: bool,
    /// Respect the case of phrases and patterns
    #[arg(long, short = 's', overrides_with_all = ["ignore_case", "smart_case"])]
    pub(super) case_sensitive: bool,
    /// Ignore the case of phrases and patterns without capitals (default)
    #[arg(long, short = 'S', overrides_with_all = ["ignore_case", "case_sensitive"])]
    pub(super) smart_case: bool,
    /// Phrases and patterns match whole words only
    #[arg(long, short = 'w')]
    pub(super) word_regexp: bool,
    /// A match of a pattern may have several lines
    #[arg(long, short = 'U')]
    pub(super) multiline: bool,
    /// The first word of QUERY is a text in which nothing is syntax; only filters may follow
    #[arg(long, short = 'F', conflicts_with = "mode")]
    pub(super) fixed_strings: bool,
    /// Print N lines before and after each matching line
    #[arg(
        long,
        short = 'C',
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true
    )]
    pub(super) context: u32,
    /// Index completely before searching
    #[arg(long)]
    pub(super) wait: bool,
    /// Exit with status 3 if the index is incomplete
    #[arg(long)]
    pub(super) require_complete: bool,
    /// Maximum number of results; 0 for all, of a ranking 1000 [default: 10; all for vimgrep, paths, counts
    /// and templates of phrases, patterns or filters alone]
    #[arg(long, short = 'n', value_name = "N")]
    pub(super) limit: Option<usize>,
    /// Search mode
    #[arg(long, value_enum, default_value_t, value_name = "MODE")]
    pub(super) mode: Mode,
    /// Context of each result, comma-separated: none, auto, parent, siblings, header, imports,
    /// neighbors=10 (lines on each side; also 5/20, 2leaves), callers, callees (callers=3: over 3 steps),
    /// file, skeleton [default: auto for one query with --json, else none]
    #[arg(long, value_delimiter = ',', value_name = "CONTEXT")]
    pub(super) expand: Vec<Expansion>,
    /// Maximum number of tokens of code: best results first, then their context; lists what does not fit
    #[arg(long, value_name = "N")]
    pub(super) max_tokens: Option<usize>,
    /// Any directory of the repository, all of which is searched; may be given several times, and may be a directory of
    /// clones or a workspace [default: current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
    /// Search the repositories of a PostgreSQL database, such as postgres://name@host/database, in place of directories;
    /// its password is taken from PGPASSWORD
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["directories", "root", "wait", "require_complete"])]
    pub(super) engine: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(super) struct StatusOptions {
    /// Any directory of the repository; several directories, a directory of clones or a workspace for several
    /// [default: current directory]
    #[arg(value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// List every index with its size and repository
    #[arg(long, conflicts_with_all = ["json", "skipped", "summaries"])]
    pub(super) all: bool,
    /// List skipped files with reasons
    #[arg(long)]
    pub(super) skipped: bool,
    /// List what a summary server would receive; nothing is sent
    #[arg(long)]
    pub(super) summaries: bool,
}

/// The supported shells.
fn shell() -> impl TypedValueParser<Value = Shell> {
    PossibleValuesParser::new(["bash", "zsh", "fish"]).try_map(|name| name.parse::<Shell>())
}

#[derive(clap::Args, Debug)]
pub(super) struct CleanOptions {
    /// Any directory of the repository [default: current directory]
    #[arg(value_name = "DIR", conflicts_with_all = ["all", "gone", "older_than"])]
    pub(super) directory: Option<PathBuf>,
    /// Delete every index
    #[arg(long, conflicts_with_all = ["gone", "older_than"])]
    pub(super) all: bool,
    /// Delete indexes of repositories that no longer exist
    #[arg(long)]
    pub(super) gone: bool,
    /// Delete indexes that were not updated for this long, such as 30d
    #[arg(long, value_name = "AGE", value_parser = days)]
    pub(super) older_than: Option<Duration>,
}

/// An age in days: `30d`.
fn days(text: &str) -> Result<Duration, &'static str> {
    let days = text
        .strip_suffix('d')
        .and_then(|days| days.parse::<u64>().ok());
    let days = days.ok_or("expected a number of days, such as 30d")?;
    Ok(Duration::from_secs(days.saturating_mul(24 * 3_600)))
}

#[derive(clap::Args, Debug)]
pub(super) struct OutlineOptions {
    /// File or directory [default: current directory]
    #[arg(value_name = "PATH")]
    pub(super) path: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(clap::Args, Debug)]
pub(super) struct ChunksOptions {
    /// File or directory [default: current directory]
    #[arg(value_name = "PATH")]
    pub(super) path: Option<PathBuf>,
    /// Print one JSON document instead of a table of files
    #[arg(long)]
    pub(super) json: bool,
    /// Include the text of parents
    #[arg(long, requires = "json")]
    pub(super) parents: bool,
    /// Include vectors
    #[arg(long, requires = "json")]
    pub(super) vectors: bool,
    /// Print one JSON object per line instead: a header, entries, chunks; each with its record type and the commit
    #[arg(long, requires = "json")]
    pub(super) lines: bool,
}

#[derive(clap::Args, Debug)]
pub(super) struct ContextOptions {
    /// Chunk id, or a line or range of lines of a file
    #[arg(value_name = "ID|FILE:LINE|FILE:10-40")]
    pub(super) target: ChunkTarget,
    /// Context, comma-separated: none, auto (parent and siblings, or members, or header), parent,
    /// siblings, header, imports, neighbors=10 (lines on each side; also 5/20, 2leaves), callers,
    /// callees (callers=3: over 3 steps), file, skeleton [default: auto]
    #[arg(long, value_delimiter = ',', value_name = "CONTEXT")]
    pub(super) expand: Vec<Expansion>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Any directory of the repository of an id; may be given several times [default: current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(super) struct SimilarOptions {
    /// Chunk id, or a line of a file. The id of a class, file or directory compares all of it
    #[arg(value_name = "ID|FILE:LINE")]
    pub(super) target: ChunkTarget,
    /// Filters: `lang:rust`, `-in:tests`, …
    #[arg(value_name = "FILTER")]
    pub(super) filters: Vec<String>,
    /// Print one JSON object, on one line
    #[arg(long)]
    pub(super) json: bool,
    /// Maximum number of results
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=MAX_RESULTS as i64))]
    pub(super) limit: u16,
    /// Any directory of the repository of an id; may be given several times [default: current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(super) struct PathOptions {
    /// The declaration at the start: a name (Session.get), FILE:LINE, FILE or a chunk id
    #[arg(value_name = "FROM")]
    pub(super) from: String,
    /// The declaration at the end
    #[arg(value_name = "TO")]
    pub(super) to: String,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Any directory of the repository; may be given several times, and may be a directory of clones or a workspace
    /// [default: current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(super) struct ImpactOptions {
    /// What changes: a name (Session.get), FILE:LINE, FILE, a chunk id, or filters, as in:changed
    #[arg(value_name = "TARGET", required = true)]
    pub(super) targets: Vec<String>,
    /// Maximum number of steps; 0 for any number
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(super) depth: usize,
    /// Print only the tests, one on each line, as arguments of the usual runner of their language
    #[arg(long, conflicts_with = "json")]
    pub(super) tests: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Any directory of the repository; may be given several times, and may be a directory of clones or a workspace
    /// [default: current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(super) struct MapOptions {
    /// A directory of the repository [default: all of it]
    #[arg(value_name = "DIR")]
    pub(super) directory: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Any directory of the repository; may be given several times, and may be a directory of clones or a workspace
    /// [default: that of DIR, or else the current directory]
    #[arg(long = "dir", value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
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
