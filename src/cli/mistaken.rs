//! Suggestions for words that are neither a command nor a directory.

use super::args::Args;
use crate::config;
use clap::CommandFactory;
use clap::error::ErrorKind;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Message for arguments with an obvious mistake: a mistyped command, or a query without `search`.
/// None if clap's own message suffices.
pub(super) fn said(arguments: &[OsString], kind: ErrorKind) -> Option<String> {
    let first = super::argument_order::first_word(arguments)?;
    let words = &arguments[first..];
    let near = near_command(words.first()?);
    match (kind, near) {
        (ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument, Some(sentence)) => {
            Some(sentence)
        }
        (ErrorKind::InvalidSubcommand, None) => {
            let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
            let second = words.get(1)?;
            Some(format!(
                "{second} is no command (`smriti-tui --help` lists them); to search for these \
                 words, write: smriti-tui search {}",
                words.join(" ")
            ))
        }
        _ => None,
    }
}

/// Message for a missing directory, with suggestions. None if something exists at the path, and for
/// paths with several components, which are clear enough.
pub(super) fn no_directory(word: &OsStr) -> Option<String> {
    if Path::new(word).exists() {
        return None;
    }
    near_command(word).or_else(|| {
        let word = word.to_str()?;
        let is_path = word.is_empty() || word.contains(std::path::is_separator);
        (!is_path).then(|| {
            format!(
                "{word} is neither a command (`smriti-tui --help` lists them) nor a directory that \
                 is here; to search for it, write: smriti-tui search {word}"
            )
        })
    })
}

/// Suggestion for a word that resembles a command. None for a command, or an existing path.
pub(super) fn near_command(word: &OsStr) -> Option<String> {
    if Path::new(word).exists() {
        return None;
    }
    let word = word.to_str()?;
    let commands = Args::command();
    let commands = commands.get_subcommands().filter(|it| !it.is_hide_set());
    let names: Vec<&str> = commands.map(clap::Command::get_name).collect();
    if names.contains(&word) {
        return None;
    }
    let hint = config::hint(word, names);
    (!hint.is_empty()).then(|| format!("{word} is neither a command nor a directory{hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn check(line: &str, expected: Option<&str>) {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let error = Args::try_parse_from(words.clone()).expect_err(line);
        assert_eq!(said(&words, error.kind()).as_deref(), expected, "{line}");
    }

    #[test]
    fn a_mistyped_command_is_told_from_a_question() {
        let search = "serach is neither a command nor a directory; did you mean search?";
        check("s serach x", Some(search));
        check("s serach x --json", Some(search));
        check("s --theme night serach x", Some(search));
        check(
            "s statsu --json",
            Some("statsu is neither a command nor a directory; did you mean status?"),
        );
        check(
            "s where are errors handled",
            Some(
                "are is no command (`smriti-tui --help` lists them); to search for these words, \
                 write: smriti-tui search where are errors handled",
            ),
        );
    }

    #[test]
    fn everything_else_is_left_to_clap() {
        check("s --nonsense", None);
        check("s search --limit 0 x", None);
        check("s index a b", None);
        check("s completions foo", None);
    }

    #[test]
    fn what_is_not_there_may_be_searched_for() {
        let said = |word: &str| no_directory(OsStr::new(word));
        let nope = "nope is neither a command (`smriti-tui --help` lists them) nor a directory that \
                    is here; to search for it, write: smriti-tui search nope";
        assert_eq!(said("nope").as_deref(), Some(nope));
        let near = "serach is neither a command nor a directory; did you mean search?";
        assert_eq!(said("serach").as_deref(), Some(near));
        assert_eq!(said("src"), None, "it is there");
        assert_eq!(said("nowhere/nope"), None, "it is a path");
    }

    #[test]
    fn what_is_hidden_is_not_offered() {
        let extract = near_command(OsStr::new("extrct"));
        assert_eq!(extract, None);
        assert_eq!(near_command(OsStr::new("src")), None, "it is there");
    }
}
