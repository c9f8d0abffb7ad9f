//! Commands of the user, with their placeholders filled.
//!
//! [`own_command()`] makes the command line. Invariant: a placeholder is filled within its word, so that no path, name
//! or text becomes an option, two arguments, or syntax of a shell.

use super::editor::{Launch, Window};
use super::programs::words;
use crate::config::{CommandPlace, OwnCommand};
use anyhow::{Context, Result, ensure};
use std::ffi::OsString;
use std::path::Path;

/// Placeholders: a word with one of them is repeated for every target.
const OF_TARGETS: [&str; 3] = ["{path}", "{line}", "{symbol}"];
/// Placeholder of the shown text.
const SELECTION: &str = "{selection}";

/// Values of the placeholders for one location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceholderValues<'a> {
    /// Path from the root.
    pub path: &'a str,
    /// 1-based line.
    pub line: u32,
    /// Name of the declaration; empty without one.
    pub symbol: &'a str,
}

/// Returns the command line of a command, which runs in the root of the repository.
///
/// # Errors
/// The command is not a command line, or needs a target or a text that is missing.
pub fn own_command(
    command: &OwnCommand,
    named_by: &'static str,
    root: &Path,
    targets: &[PlaceholderValues<'_>],
    selection: Option<&str>,
) -> Result<Launch> {
    let mut filled = Vec::new();
    for word in words(&command.run, named_by)? {
        if word.contains(SELECTION) {
            let text = selection.context("no code is shown for {selection}")?;
            filled.push(word.replace(SELECTION, text));
        } else if OF_TARGETS.iter().any(|name| word.contains(name)) {
            ensure!(!targets.is_empty(), "no location is selected for {word}");
            let mut values = Vec::new();
            for target in targets {
                values.push(fill(&word, target));
            }
            values.dedup();
            filled.extend(values);
        } else {
            filled.push(word);
        }
    }
    let mut arguments = filled.into_iter().map(OsString::from);
    Ok(Launch {
        program: arguments.next().unwrap_or_default(),
        arguments: arguments.collect(),
        window: match command.place {
            CommandPlace::Terminal => Window::Terminal,
            CommandPlace::Background | CommandPlace::Popup => Window::Elsewhere,
        },
        directory: Some(root.to_owned()),
        named_by,
    })
}

/// Fills in one word. A path at its start never begins with a hyphen.
fn fill(word: &str, values: &PlaceholderValues<'_>) -> String {
    let mut filled = String::new();
    let mut rest = word;
    while let Some(start) = rest.find('{') {
        filled.push_str(&rest[..start]);
        rest = &rest[start..];
        let (name, value) = match OF_TARGETS.iter().find(|name| rest.starts_with(**name)) {
            Some(&"{path}") if filled.is_empty() && values.path.starts_with('-') => {
                ("{path}", format!("./{}", values.path))
            }
            Some(&"{path}") => ("{path}", values.path.to_owned()),
            Some(&"{line}") => ("{line}", values.line.to_string()),
            Some(name) => (*name, values.symbol.to_owned()),
            None => ("{", "{".to_owned()),
        };
        filled.push_str(&value);
        rest = &rest[name.len()..];
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(
        run: &str,
        targets: &[(&str, u32, &str)],
        selection: Option<&str>,
    ) -> Result<Vec<String>> {
        let command: OwnCommand = toml::from_str(&format!("run = {run:?}")).unwrap();
        let targets: Vec<PlaceholderValues<'_>> = targets
            .iter()
            .map(|(path, line, symbol)| PlaceholderValues {
                path,
                line: *line,
                symbol,
            })
            .collect();
        let launch = own_command(&command, "commands", Path::new("/r"), &targets, selection)?;
        assert_eq!(launch.directory.as_deref(), Some(Path::new("/r")));
        let words = std::iter::once(launch.program).chain(launch.arguments);
        Ok(words
            .map(|word| word.to_string_lossy().into_owned())
            .collect())
    }

    #[track_caller]
    fn check(run: &str, targets: &[(&str, u32, &str)], expected: &[&str]) {
        assert_eq!(line(run, targets, Some("a; b")).unwrap(), expected);
    }

    #[test]
    fn placeholders_are_filled_within_their_words() {
        let one = [("src/a b.rs", 7, "run")];
        check(
            "git log -L{line},+9:{path}",
            &one,
            &["git", "log", "-L7,+9:src/a b.rs"],
        );
        check(
            "cargo test '{symbol}' x",
            &one,
            &["cargo", "test", "run", "x"],
        );
        check("echo {selection}", &one, &["echo", "a; b"]);
        check("echo {x} {", &one, &["echo", "{x}", "{"]);
        check("ls {path}", &[("-la", 1, "")], &["ls", "./-la"]);
        check("ls {path}", &[("{line}", 1, "")], &["ls", "{line}"]);
    }

    #[test]
    fn marks_repeat_the_word() {
        let two = [("a.rs", 1, "x"), ("b.rs", 2, "y")];
        check("e {path}:{line} -n", &two, &["e", "a.rs:1", "b.rs:2", "-n"]);
        check(
            "e {path}",
            &[("a.rs", 1, "x"), ("a.rs", 2, "y")],
            &["e", "a.rs"],
        );
    }

    #[test]
    fn a_missing_value_is_an_error() {
        let error = line("e {path}", &[], None).unwrap_err().to_string();
        assert_eq!(error, "no location is selected for {path}");
        assert!(line("e {selection}", &[], None).is_err());
        assert_eq!(line("make test", &[], None).unwrap(), ["make", "test"]);
    }
}
