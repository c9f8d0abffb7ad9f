//! Command lines that clap does not read as intended: filters that begin with a hyphen, mistyped commands,
//! and queries without `search`.
//!
//! [`protect_words()`] runs before clap, [`explain()`] after an error of clap.

use super::args::definition;
use super::search_options::WORD_MARK;
use crate::config;
use clap::error::{ContextKind, ContextValue};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Commands whose words may begin with a hyphen, as `-path:tests` does.
const WITH_FILTERS: [&str; 3] = ["search", "similar", "impact"];

/// Short options of `search` that are words after the first word of the query: `-w` excludes a word.
const BEFORE_QUERY: [char; 6] = ['i', 's', 'S', 'w', 'U', 'F'];

/// Returns true if the next argument is the value of this option.
fn takes_next(text: &str, options: &[&clap::Arg]) -> bool {
    let named = options.iter().find(|option| match text.strip_prefix("--") {
        Some(long) => option.get_long() == Some(long),
        None => text.starts_with('-') && option.get_short() == text.chars().last(),
    });
    named.is_some_and(|option| option.get_action().takes_values() && option.get_long().is_some())
}

/// Marks each word of a query that begins with one hyphen but is not an option, and joins a value that begins with one
/// to its option. clap then reads them as such.
pub(super) fn protect_words(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut words = arguments.iter().skip(1);
    let at = words.position(|word| WITH_FILTERS.iter().any(|name| word == name));
    let Some(at) = at else {
        return arguments;
    };
    let words = arguments.split_off(at + 2);
    let command = &arguments[at + 1];
    let all = definition();
    let command = command.to_str().and_then(|name| all.find_subcommand(name));
    let options: Vec<&clap::Arg> = command
        .into_iter()
        .flat_map(clap::Command::get_arguments)
        .collect();
    let shorts = options.iter().filter_map(|option| option.get_short());
    let mut shorts: Vec<char> = shorts.chain(['h']).collect();
    let (mut is_value, mut is_over) = (false, false);
    for word in words {
        is_over |= word == "--";
        if is_over {
            arguments.push(word);
            continue;
        }
        let text = word.to_string_lossy();
        let is_value_of_last = std::mem::take(&mut is_value);
        if !is_value_of_last {
            is_value = takes_next(&text, &options);
            if !text.starts_with('-') {
                shorts.retain(|short| !BEFORE_QUERY.contains(short));
            }
        }
        let rest = text.strip_prefix('-').unwrap_or_default();
        // `-C3` and `-ln5` are options, `-Cache` is a word.
        let letters = rest.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let is_option = !letters.is_empty() && letters.chars().all(|c| shorts.contains(&c));
        if rest.is_empty() || rest.starts_with('-') || is_option {
            arguments.push(word);
            continue;
        }
        let mut marked = OsString::from(WORD_MARK);
        if is_value_of_last && let Some(option) = arguments.pop() {
            let is_long = option.to_string_lossy().starts_with("--");
            marked = option;
            marked.push(if is_long { "=" } else { "" });
        }
        marked.push(&word);
        arguments.push(marked);
    }
    arguments
}

/// Message for an option that the explorer does not have, after a mistyped command. None if clap's own message
/// suffices.
pub(super) fn explain(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let at = arguments.iter().position(|word| word == unknown.as_str())?;
    let words = arguments[1..at].iter();
    let mut words = words.filter(|word| !word.to_string_lossy().starts_with('-'));
    words.find_map(|word| suggest_command(word))
}

/// Message for words that are no directories: the first one was meant as a command, or all of them as a query. None if
/// something exists at the first path, and for a path with several components, which is clear enough.
pub(super) fn no_directory(words: &[PathBuf]) -> Option<String> {
    let first = words.first().filter(|word| !word.exists())?;
    suggest_command(first.as_os_str()).or_else(|| {
        let word = first.to_str()?;
        let is_path = word.is_empty() || word.contains(std::path::is_separator);
        let query: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        let query = query.join(" ");
        (!is_path).then(|| {
            format!(
                "{word} is neither a command (`smriti-tui --help` lists them) nor a directory; to search for it, \
                 run: smriti-tui search {query}"
            )
        })
    })
}

/// Suggestion for a word that resembles a command. None for a command, or an existing path.
fn suggest_command(word: &OsStr) -> Option<String> {
    let word = word.to_str().filter(|word| !Path::new(word).exists())?;
    let all = definition();
    let commands = all.get_subcommands();
    let names: Vec<&str> = commands
        .filter(|command| !command.is_hide_set())
        .map(clap::Command::get_name)
        .collect();
    if names.contains(&word) {
        return None;
    }
    let hint = config::did_you_mean(word, names);
    (!hint.is_empty()).then(|| format!("{word} is neither a command nor a directory{hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Args, Command};
    use crate::cli::search_input::{read_query, typed};
    use crate::cli::search_options::unmarked;
    use crate::search::{Mode, Query};
    use clap::FromArgMatches;
    use std::path::PathBuf;

    fn parse(line: &str) -> Result<Args, clap::Error> {
        let words = protect_words(line.split_whitespace().map(OsString::from));
        let matches = definition().try_get_matches_from(words)?;
        Ok(Args::from_arg_matches(&matches).unwrap())
    }

    fn check_search(line: &str, query: &[&str], limit: usize, json: bool) {
        let Some(Command::Search(search)) = parse(line).expect(line).command else {
            panic!("{line} is not a search");
        };
        let words: Vec<&str> = search.query.iter().map(|word| unmarked(word)).collect();
        let found = (words, search.limit_of(&Query::default()), search.json);
        assert_eq!(found, (query.to_vec(), limit, json), "{line}");
    }

    #[test]
    fn options_of_search_may_be_anywhere() {
        check_search("s search a b --json", &["a", "b"], 10, true);
        check_search("s search a --limit 5 b", &["a", "b"], 5, false);
        check_search("s search a --limit=5 b", &["a", "b"], 5, false);
        check_search("s search --root x a -n 3", &["a"], 3, false);
        check_search("s search a -n3", &["a"], 3, false);
        check_search("s search a -ln5", &["a"], 5, false);
        check_search("s search a -ln 5", &["a"], 5, false);
        check_search("s --root x search a --json", &["a"], 10, true);
    }

    #[test]
    fn words_of_a_query_may_begin_with_a_hyphen() {
        check_search("s search -path:tests a", &["-path:tests", "a"], 10, false);
        check_search(
            "s search -x y -headings",
            &["-x", "y", "-headings"],
            10,
            false,
        );
        check_search("s search a -3 -lists5", &["a", "-3", "-lists5"], 10, false);
        check_search("s search a -- --frozen", &["a", "--frozen"], 10, false);
        check_search("s search - --json", &["-"], 10, true);
        check_search("s search -- --json", &["--json"], 10, false);
        check_search("s search -n 5 -w a -w -is", &["a", "-w", "-is"], 5, false);
        let mode = parse("s search -x --mode keywords y").unwrap().command;
        assert!(matches!(mode, Some(Command::Search(it)) if it.mode == Mode::Keywords));
    }

    #[test]
    fn a_value_of_an_option_may_begin_with_a_hyphen() {
        let words = [
            "s", "search", "--format", "- {path}", "--dir", "-x", "a", "-b",
        ];
        let words = protect_words(words.map(OsString::from));
        let joined = ["--format=- {path}", "--dir=-x", "a", "\u{1}-b"];
        assert_eq!(words[2..], joined.map(OsString::from));
        let error = parse("s search -n -1 a").expect_err("a number").to_string();
        assert!(error.contains("'-1'"), "{error}");
    }

    #[test]
    fn a_fixed_text_may_begin_with_a_hyphen() {
        let check = |words: &[&str], expected: &str| {
            let words = ["s", "search", "-F"].iter().chain(words);
            let words = protect_words(words.map(|word| OsString::from(*word)));
            let matches = definition().try_get_matches_from(words).unwrap();
            let Some(Command::Search(search)) = Args::from_arg_matches(&matches).unwrap().command
            else {
                panic!("a search");
            };
            let query = read_query(&search, &typed(&search));
            let phrases: Vec<&str> = query.phrases.iter().map(|phrase| phrase.source()).collect();
            assert_eq!((phrases, query.filters.len()), (vec![expected], 1));
        };
        check(&["- typed dash", "-path:b"], "- typed dash");
        check(&["-5", "lang:rust"], "-5");
        check(&[" -x", "lang:rust"], " -x");
    }

    #[test]
    fn an_unknown_option_names_the_nearest() {
        let error = |line: &str| parse(line).expect_err(line).to_string();
        assert!(error("s search --limt 5 x").contains("'--limit'"));
        assert!(error("s search --limt=5 x").contains("'--limit'"));
        assert!(error("s similar a.rs:3 --jsn").contains("'--json'"));
        assert!(error("s search x --wobble").contains("'-- --wobble'"));
    }

    #[test]
    fn filters_of_similar_may_begin_with_a_hyphen() {
        let args = parse("s similar a.rs:3 -in:tests -n 3 lang:rust --json").unwrap();
        let Some(Command::Similar(similar)) = args.command else {
            panic!("similar");
        };
        let filters: Vec<&str> = similar.filters.iter().map(|word| unmarked(word)).collect();
        assert_eq!(filters, ["-in:tests", "lang:rust"]);
        assert!(similar.json && similar.limit == 3);
    }

    #[test]
    fn help_omits_options_without_effect() {
        let help = |command: &str| {
            let error = parse(&format!("s {command} --help"));
            error.expect_err("the help").to_string()
        };
        let (keys, search, man) = (help("keys"), help("search"), help("man"));
        assert!(keys.contains("--config") && !keys.contains("--theme"));
        assert!(!keys.contains("--model") && !keys.contains("--root"));
        assert!(search.contains("--root") && search.contains("--color"));
        assert!(search.contains("--model-backend") && !search.contains("--theme"));
        assert!(!man.contains("--config"), "{man}");
        assert!(parse("s keys --theme night").is_ok(), "it is accepted");
    }

    #[test]
    fn the_definition_is_consistent() {
        definition().debug_assert();
    }

    #[test]
    fn a_command_wins_over_a_directory() {
        let command = parse("s index").unwrap().command;
        assert!(matches!(command, Some(Command::Index(_))));
        let directory = parse("s ./index").unwrap();
        assert!(directory.command.is_none());
        assert_eq!(directory.directories, [PathBuf::from("./index")]);
    }

    fn check(line: &str, expected: Option<&str>) {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let error = parse(line).expect_err(line);
        assert_eq!(explain(&error, &words).as_deref(), expected, "{line}");
    }

    #[test]
    fn a_mistyped_command_with_options_suggests_another() {
        let search = "serach is neither a command nor a directory; did you mean search?";
        check("s serach x --json", Some(search));
        check("s --theme night serach x --json", Some(search));
        check(
            "s statsu --json",
            Some("statsu is neither a command nor a directory; did you mean status?"),
        );
    }

    #[test]
    fn everything_else_is_left_to_clap() {
        check("s --nonsense", None);
        check("s search --limit -1 x", None);
        check("s completions foo", None);
    }

    #[test]
    fn a_missing_directory_suggests_a_search() {
        let check = |line: &str, expected: Option<&str>| {
            let words: Vec<PathBuf> = line.split(' ').map(PathBuf::from).collect();
            assert_eq!(no_directory(&words).as_deref(), expected, "{line}");
        };
        let nope = "nope is neither a command (`smriti-tui --help` lists them) nor a directory; to search for \
                    it, run: smriti-tui search nope";
        check("nope", Some(nope));
        let where_are = "where is neither a command (`smriti-tui --help` lists them) nor a directory; to search for \
                         it, run: smriti-tui search where are errors handled";
        check("where are errors handled", Some(where_are));
        let near = "serach is neither a command nor a directory; did you mean search?";
        check("serach", Some(near));
        check("serach x", Some(near));
        check("src", None);
        check("nowhere/nope", None);
    }

    #[test]
    fn hidden_commands_are_not_suggested() {
        assert_eq!(suggest_command(OsStr::new("extrct")), None);
        assert_eq!(suggest_command(OsStr::new("src")), None, "it exists");
    }
}
