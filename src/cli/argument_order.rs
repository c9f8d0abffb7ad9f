//! Order of arguments: options of `search` and `similar` may stand anywhere among the words of a query.

use super::args::Args;
use crate::config;
use clap::CommandFactory;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};

/// Commands whose words may begin with a hyphen, as `-path:tests` does.
const WITH_FILTERS: [&str; 2] = ["search", "similar"];

/// Puts the options of `search` and `similar` before their words and `--` between them: options may
/// stand anywhere, and a word with one hyphen that is no option is part of the query. An unknown
/// option with two hyphens is an error.
pub(super) fn in_order(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Vec<OsString>, UnknownOption> {
    let mut ordered: Vec<OsString> = arguments.into_iter().collect();
    let root = Args::command();
    let before = takes_value(&root);
    let Some(at) = command_position(&ordered, &before) else {
        return Ok(ordered);
    };
    let mut known = before;
    let named = WITH_FILTERS.iter().find(|name| ordered[at] == **name);
    match named.and_then(|name| root.find_subcommand(name)) {
        Some(command) => known.extend(takes_value(command)),
        None => return Ok(ordered),
    }
    let mut rest = ordered.split_off(at + 1).into_iter();
    let mut query = Vec::new();
    while let Some(word) = rest.next() {
        if word == "--" {
            query.extend(rest);
            break;
        }
        match known.get(&option_name(&word)) {
            None if word.as_encoded_bytes().starts_with(b"--") => {
                return Err(UnknownOption::new(&option_name(&word), &known));
            }
            None => query.push(word),
            Some(takes_value) => {
                let value_follows = *takes_value && option_name(&word) == *word;
                ordered.push(word);
                if value_follows {
                    ordered.extend(rest.next());
                }
            }
        }
    }
    if !query.is_empty() {
        ordered.push("--".into());
        ordered.extend(query);
    }
    Ok(ordered)
}

/// An option of `search` or `similar` that does not exist, with the nearest that do.
#[derive(Debug, thiserror::Error)]
#[error("unknown option {name}{hint} To search for it as text, put -- before it")]
pub(super) struct UnknownOption {
    name: String,
    hint: String,
}

impl UnknownOption {
    fn new(name: &OsStr, known: &Options) -> Self {
        let name = name.to_string_lossy().into_owned();
        let mut names: Vec<&str> = known.keys().filter_map(|it| it.to_str()).collect();
        names.retain(|it| it.starts_with("--"));
        names.sort_unstable();
        let hint = match config::hint(&name, names.iter().copied()).as_str() {
            "" => format!(". Options: {}.", names.join(", ")),
            hint => hint.to_owned(),
        };
        Self { name, hint }
    }
}

/// Position of the first word that is neither an option nor an option's value.
pub(super) fn first_word(arguments: &[OsString]) -> Option<usize> {
    command_position(arguments, &takes_value(&Args::command()))
}

/// Position of the command: the first word that is neither an option nor an option's value.
fn command_position(arguments: &[OsString], options: &Options) -> Option<usize> {
    let mut at = 1;
    loop {
        let word = arguments.get(at)?;
        if word == "--" {
            return None;
        }
        match options.get(&option_name(word)) {
            Some(true) if option_name(word) == *word => at += 2,
            Some(_) => at += 1,
            None => return Some(at),
        }
    }
}

/// Options as written (`--limit`, `-n`) and whether a value follows.
type Options = HashMap<OsString, bool>;

fn takes_value(command: &clap::Command) -> Options {
    let mut options: Options = ["--help", "-h"].map(|help| (help.into(), false)).into();
    for argument in command.get_arguments().filter(|it| !it.is_positional()) {
        let value = argument.get_action().takes_values();
        if let Some(long) = argument.get_long() {
            options.insert(format!("--{long}").into(), value);
        }
        if let Some(short) = argument.get_short() {
            options.insert(format!("-{short}").into(), value);
        }
    }
    options
}

/// `--limit` of `--limit=5`; other words as they are.
fn option_name(word: &OsStr) -> OsString {
    match word.to_str().and_then(|word| word.split_once('=')) {
        Some((name, _)) if name.starts_with("--") => name.into(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Command;
    use crate::search::Mode;
    use clap::Parser;
    use std::path::PathBuf;

    fn check(line: &str, expected: &str) {
        let words =
            |text: &str| -> Vec<OsString> { text.split_whitespace().map(OsString::from).collect() };
        assert_eq!(in_order(words(line)).unwrap(), words(expected), "{line}");
    }

    #[test]
    fn options_of_search_may_stand_anywhere() {
        check("s search a b --json", "s search --json -- a b");
        check("s search a --limit 5 b", "s search --limit 5 -- a b");
        check("s search a --limit=5 b", "s search --limit=5 -- a b");
        check("s search --root x a -n 3", "s search --root x -n 3 -- a");
    }

    #[test]
    fn other_hyphens_begin_words_of_the_query() {
        check("s search -path:tests a", "s search -- -path:tests a");
        check("s search a -- --frozen", "s search -- a --frozen");
        check("s search - --json", "s search --json -- -");
        check("s search -- --json", "s search -- --json");
    }

    #[test]
    fn an_unknown_option_names_the_nearest() {
        let error = |line: &str| {
            let words = line.split_whitespace().map(OsString::from);
            in_order(words).expect_err(line).to_string()
        };
        assert_eq!(
            error("s search --limt 5 x"),
            "unknown option --limt; did you mean --limit? To search for it as text, put -- before it"
        );
        assert!(error("s search --limt=5 x").contains("did you mean --limit?"));
        assert!(error("s similar a.rs:3 --jsn").contains("did you mean --json?"));
        let all = error("s search x --wobble");
        assert!(all.contains("--json") && all.contains("--mode"), "{all}");
    }

    #[test]
    fn filters_of_similar_may_begin_with_a_hyphen() {
        check(
            "s similar a.rs:3 -in:tests -n 3 lang:rust --json",
            "s similar -n 3 --json -- a.rs:3 -in:tests lang:rust",
        );
    }

    #[test]
    fn other_commands_stay_as_they_are() {
        check("s index --root x", "s index --root x");
        check("s --root search", "s --root search");
        check(
            "s --root x search a --json",
            "s --root x search --json -- a",
        );
        check("s status search", "s status search");
        check("s -- search --json", "s -- search --json");
        check("s", "s");
    }

    fn parsed(line: &str) -> Args {
        let words = line.split_whitespace().map(OsString::from);
        Args::try_parse_from(in_order(words).unwrap()).expect("this can be asked")
    }

    #[test]
    fn the_definition_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn a_command_wins_over_a_directory() {
        assert!(matches!(parsed("s index").command, Some(Command::Index(_))));
        let directory = parsed("s ./index");
        assert!(directory.command.is_none());
        assert_eq!(directory.directory, Some(PathBuf::from("./index")));
    }

    #[test]
    fn a_query_may_look_like_an_option() {
        let Some(Command::Search(search)) = parsed("s search -x --mode keywords y").command else {
            panic!("a search");
        };
        assert_eq!(search.query, ["-x", "y"]);
        assert_eq!(search.mode, Mode::Keywords);
    }
}
