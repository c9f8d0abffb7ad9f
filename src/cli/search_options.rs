//! The options of `search`.
//!
//! Principal type: [`SearchOptions`].

use super::formats::OutputFormat;
use crate::answers::Expansion;
use crate::search::{Case, Field, Mode, Query, Switches};
use std::path::PathBuf;

/// Maximum number of ranked results of a search.
pub(super) const MAX_RESULTS: usize = 1_000;
/// Number of results without `--limit`.
const DEFAULT_RESULTS: usize = 10;

/// Stands before a word of a query that begins with a hyphen, so that it is read as no option.
pub(super) const WORD_MARK: &str = "\u{1}";

/// A word of a query without its mark.
pub(super) fn unmarked(word: &str) -> &str {
    word.strip_prefix(WORD_MARK).unwrap_or(word)
}

#[derive(clap::Args, Debug)]
pub(super) struct SearchOptions {
    #[arg(required = true, num_args = 1.., value_name = "QUERY", help = query_help())]
    pub(super) query: Vec<String>,
    /// Print one JSON object per query, on one line; invalid queries have the field `error`
    #[arg(long, conflicts_with_all = ["format", "paths", "count", "count_lines"])]
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
