//! Checks of the terminal and the environment.

use super::Outcome;
use crate::config::Colours;
use crate::terminal::shows;
use std::io::{self, IsTerminal};

/// Programs between this one and the terminal, by environment variables.
const BETWEEN: &[(&[&str], &str)] = &[
    (
        &["TMUX"],
        "tmux: it passes copied text to the terminal, unless set-clipboard is off",
    ),
    (&["STY"], "GNU screen"),
    (&["ZELLIJ"], "zellij"),
    (
        &["SSH_CONNECTION", "SSH_TTY"],
        "SSH: the terminal copies text to the clipboard of your machine",
    ),
    (
        &["NVIM"],
        "a terminal inside Neovim: files open in that Neovim",
    ),
];

/// The outcomes by area.
pub(super) fn all() -> Vec<(&'static str, Vec<Outcome>)> {
    let shows = shows();
    let terminal = terminal(&variable("TERM"), &variable("TERM_PROGRAM"));
    vec![
        ("terminal", vec![terminal]),
        ("size", vec![size()]),
        ("colors", vec![colors(shows.colours)]),
        ("characters", vec![characters(shows.is_unicode)]),
        ("between", between()),
    ]
}

fn variable(name: &str) -> String {
    let value = std::env::var_os(name).unwrap_or_default();
    value.to_string_lossy().into_owned()
}

fn between() -> Vec<Outcome> {
    let is_set = |names: &[&str]| names.iter().any(|name| !variable(name).is_empty());
    let between = BETWEEN.iter().filter(|(names, _)| is_set(names));
    between.map(|(_, says)| Outcome::note(*says, "")).collect()
}

fn size() -> Outcome {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        let says = "not a terminal, so its size is unknown";
        return Outcome::note(says, "run this in a terminal");
    }
    match crossterm::terminal::size() {
        Ok((width, height)) if width < 20 || height < 6 => Outcome::note(
            format!("{width} columns, {height} rows: too small to show much"),
            "use at least 20 columns and 6 rows",
        ),
        Ok((width, height)) => Outcome::good(format!("{width} columns, {height} rows")),
        Err(error) => Outcome::problem(
            format!("the terminal does not report its size: {error}"),
            "use another terminal",
        ),
    }
}

/// Color depth of the explorer.
fn colors(colors: Colours) -> Outcome {
    let advice = "if the terminal can show more, set COLORTERM=truecolor";
    match colors {
        Colours::None => Outcome::note("none: NO_COLOR is set, or the terminal is dumb", ""),
        Colours::Sixteen => Outcome::note("16, the terminal's own", advice),
        Colours::Indexed => Outcome::note("256 (from the environment)", advice),
        Colours::True => Outcome::good("16 million"),
    }
}

/// Use of non-ASCII characters.
fn characters(is_unicode: bool) -> Outcome {
    match is_unicode {
        true => Outcome::good("Unicode"),
        false => Outcome::note(
            "ASCII only: neither the locale nor the console has other characters",
            "set LANG=C.UTF-8 if the terminal shows more, or ui.ascii in the configuration",
        ),
    }
}

fn terminal(term: &str, program: &str) -> Outcome {
    match (term, program) {
        ("", _) => Outcome::problem(
            "TERM is not set",
            "set it to the type of the terminal, for instance TERM=xterm-256color",
        ),
        ("dumb", _) => Outcome::problem(
            "TERM is dumb: this terminal cannot show the explorer",
            "use another terminal, or `smriti-tui search` without one",
        ),
        (term, "") => Outcome::good(format!("TERM={term}")),
        (term, program) => Outcome::good(format!("TERM={term}, {program}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::*;

    fn check(outcome: &Outcome, state: Verdict, says: &str) {
        assert_eq!(outcome.state, state, "{outcome:?}");
        assert!(outcome.says.contains(says), "{outcome:?}");
    }

    #[test]
    fn a_terminal_that_cannot_be_drawn_on_is_a_problem() {
        check(&terminal("", ""), Verdict::Problem, "not set");
        check(&terminal("dumb", ""), Verdict::Problem, "dumb");
        check(&terminal("xterm", "x"), Verdict::Good, "TERM=xterm, x");
    }

    #[test]
    fn colors_and_characters_are_those_of_the_explorer() {
        check(&colors(Colours::None), Verdict::Note, "NO_COLOR");
        check(&colors(Colours::Sixteen), Verdict::Note, "16, ");
        check(&colors(Colours::Indexed), Verdict::Note, "256");
        check(&colors(Colours::True), Verdict::Good, "16 million");
        check(&characters(true), Verdict::Good, "Unicode");
        check(&characters(false), Verdict::Note, "ASCII only");
    }
}
